"""What walks two-round hold'em, which depends on what is drawn: a flop, and whose hands."""

from functools import partial

from cfrlib.engine.combinations import CS, OPCS, PCS, SPCS, VANILLA, refuse
from cfrlib.engine.two_rounds.single import TwoRoundsSingleWalks
from cfrlib.engine.two_rounds.walks import TwoRoundsFlopWalks, TwoRoundsOneSidedWalks, TwoRoundsWholeWalks

ROWS = {
    VANILLA: TwoRoundsWholeWalks, PCS: TwoRoundsFlopWalks, OPCS: TwoRoundsOneSidedWalks, SPCS: TwoRoundsOneSidedWalks,
    **dict.fromkeys((CS, "actions", "mixed"), TwoRoundsSingleWalks),
}  # fmt: skip
check = partial(refuse, engine="two_rounds")
