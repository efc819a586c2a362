"""The algorithms, to be read.

`regret_matching` plays a matrix game, `CFR` a game in extensive form, `PublicChanceCFR` a public tree by vectors. All
yield each step they take, so whoever wants to draw, count or explain just listens. The fast solver, `cfrlib.CFR`, takes
the same switches and is held equal to these: with the same seed it draws the same.
"""

from cfrlib.textbook.cfr import CFR
from cfrlib.textbook.public_chance import PublicChanceCFR, PublicStep
from cfrlib.textbook.regret_matching import Round, match_regrets, normalized, regret_matching
from cfrlib.textbook.step import Step

__all__ = ["CFR", "PublicChanceCFR", "PublicStep", "Round", "Step", "match_regrets", "normalized", "regret_matching"]
