"""What walks two-round hold'em, which depends on what is drawn: a flop, and whose hands."""

from cfrlib.engine.contract import CS, OPCS, PCS, SPCS, VANILLA, refuse_other_rows, refuse_places
from cfrlib.engine.two_rounds.single import TwoRoundsSingleWalks
from cfrlib.engine.two_rounds.walks import TwoRoundsFlopWalks, TwoRoundsOneSidedWalks, TwoRoundsWholeWalks

ROWS = {
    VANILLA: TwoRoundsWholeWalks, PCS: TwoRoundsFlopWalks, OPCS: TwoRoundsOneSidedWalks, SPCS: TwoRoundsOneSidedWalks,
    **dict.fromkeys((CS, "actions", "mixed"), TwoRoundsSingleWalks),
}  # fmt: skip


def check(setup):
    """Raise ValueError for switches that are not for such games."""
    row = setup.sampling
    if getattr(row, "draws", "independent") == "sequences":
        raise ValueError(f"sampling={str(row)!r}: sequences are for hold'em with buckets, not for {setup.game}")
    refuse_places(setup)
    refuse_other_rows(setup, ROWS, "vanilla ")
