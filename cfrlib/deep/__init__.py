"""Deep CFR (Brown, Lerer, Gross and Sandholm 2019): external sampling with networks in place of the tables.

`DeepCFR` keeps samples of regrets (`Reservoir`); a learner says what they come to: a `Perceptron`, or a `Table`.
"""

from cfrlib.deep.infosets import InfoSets
from cfrlib.deep.learners import Perceptron, Table
from cfrlib.deep.reservoir import Reservoir
from cfrlib.deep.solver import DeepCFR

__all__ = ["DeepCFR", "InfoSets", "Perceptron", "Reservoir", "Table"]
