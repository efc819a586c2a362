"""What walks limit hold'em under buckets: single deals with all actions by vectors of states, unless updates are
simultaneous.
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
