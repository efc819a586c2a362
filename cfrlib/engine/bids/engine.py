"""What walks the bids of Bluff. Chance sampling, which tries every action, goes by vectors, too: over the prefixes of a
group."""

from cfrlib.engine.bids.single import LadderScalarWalks
from cfrlib.engine.bids.walks import LadderWalks
from cfrlib.engine.contract import ALL_CHANCE, SINGLE, refuse_baseline, refuse_draws

ROWS = {**dict.fromkeys(SINGLE, LadderScalarWalks), **dict.fromkeys(ALL_CHANCE, LadderWalks)}


def check(setup):
    """Raise ValueError for switches that are not for such games."""
    refuse_draws(setup)
    if ROWS[setup.kind] is LadderWalks:
        refuse_baseline(setup, "es robust os")
