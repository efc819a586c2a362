"""What walks limit hold'em under buckets: single deals with all actions by vectors of states, unless updates are
simultaneous.
"""

from functools import partial

from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.engine.buckets.walks import BucketBoardWalks, BucketDealWalks, BucketOneSidedWalks, BucketWholeWalks
from cfrlib.engine.combinations import CS, OPCS, PCS, SPCS, VANILLA, refuse

ROWS = {
    VANILLA: BucketWholeWalks, PCS: BucketBoardWalks, OPCS: BucketOneSidedWalks, SPCS: BucketOneSidedWalks,
    CS: lambda setup: (BucketSingleWalks if setup.updates == "simultaneous" else BucketDealWalks)(setup),
    "actions": BucketSingleWalks, "mixed": BucketSingleWalks,
}  # fmt: skip
check = partial(refuse, engine="buckets")
