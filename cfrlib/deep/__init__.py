"""Deep CFR (Brown, Lerer, Gross and Sandholm 2019): external sampling with networks in place of the tables.

`DeepCFR` keeps samples of regrets (`Reservoir`) instead of their sums. A learner says what they come to: a network that
generalizes (`Perceptron`), or a table that does not (`Table`): then it is linear external sampling again.
"""

from cfrlib.deep.infosets import InfoSets
from cfrlib.deep.learners import Perceptron, Table
from cfrlib.deep.reservoir import Reservoir
from cfrlib.deep.solver import DeepCFR

__all__ = ["DeepCFR", "InfoSets", "Perceptron", "Reservoir", "Table"]
