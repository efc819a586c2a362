"""What walks the bids of Bluff. Chance sampling, which tries every action, goes by vectors, too: over the prefixes of a
group."""

from functools import partial

from cfrlib.engine.bids.single import BidsSingleWalks
from cfrlib.engine.bids.walks import BidsWalks
from cfrlib.engine.combinations import ALL_CHANCE, SINGLE, refuse

ROWS = {**dict.fromkeys(SINGLE, BidsSingleWalks), **dict.fromkeys(ALL_CHANCE, BidsWalks)}
check = partial(refuse, engine="bids")
