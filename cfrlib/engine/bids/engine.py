"""What walks the bids of Bluff. Chance sampling, which tries every action, goes by vectors, too: over the prefixes of a
group."""

from cfrlib.engine.bids.single import BidsSingleWalks
from cfrlib.engine.bids.walks import BidsWalks
from cfrlib.engine.contract import ALL_CHANCE, SINGLE, refuse_baseline, refuse_draws

ROWS = {**dict.fromkeys(SINGLE, BidsSingleWalks), **dict.fromkeys(ALL_CHANCE, BidsWalks)}


def check(setup):
    """Raise ValueError for switches that are not for such games."""
    refuse_draws(setup)
    if ROWS[setup.kind] is BidsWalks:
        refuse_baseline(setup, "es robust os")
