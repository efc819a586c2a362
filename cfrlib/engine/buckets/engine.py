"""What walks limit hold'em under buckets.

Single deals on which all actions are tried go by vectors of states; not so where both walks of an iteration are to find
the strategies before it.
"""

from functools import partial

from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.engine.buckets.walks import BucketBoardWalks, BucketDealWalks, BucketOneSidedWalks, BucketWholeWalks
from cfrlib.engine.combinations import CS, OPCS, PCS, SPCS, VANILLA, refuse


def _chance_sampling(setup):
    return (BucketSingleWalks if setup.updates == "simultaneous" else BucketDealWalks)(setup)


ROWS = {
    VANILLA: BucketWholeWalks, PCS: BucketBoardWalks, OPCS: BucketOneSidedWalks, SPCS: BucketOneSidedWalks,
    CS: _chance_sampling, "actions": BucketSingleWalks, "mixed": BucketSingleWalks,
}  # fmt: skip
check = partial(refuse, engine="buckets")
