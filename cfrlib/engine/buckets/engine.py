"""What walks limit hold'em under buckets.

Single deals on which all actions are tried go by vectors of states; not so where both walks of an iteration are to find
the strategies before it.
"""

from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.engine.buckets.walks import BucketBoardWalks, BucketDealWalks, BucketOneSidedWalks, BucketWholeWalks
from cfrlib.engine.contract import CS, OPCS, PCS, SPCS, VANILLA, refuse_other_rows, refuse_places


def _chance_sampling(setup):
    return (BucketSingleWalks if setup.updates == "simultaneous" else BucketDealWalks)(setup)


ROWS = {
    VANILLA: BucketWholeWalks, PCS: BucketBoardWalks, OPCS: BucketOneSidedWalks, SPCS: BucketOneSidedWalks,
    CS: _chance_sampling, "actions": BucketSingleWalks, "mixed": BucketSingleWalks,
}  # fmt: skip


def check(setup):
    """Raise ValueError for switches that are not for such games."""
    row, game = setup.sampling, setup.game
    forgets = setup.layout.imperfect_recall
    refuse_places(setup)
    if forgets and setup.kind != "mixed" and ("one" not in row.chance or row.draws == "sequences"):
        raise ValueError(
            f"sampling={str(row)!r} with recall='imperfect': there is no table of all sequences of buckets; for "
            f"{game} it takes pcs opcs spcs cs es os robust, which draw cards"
        )
    if setup.kind not in ("mixed", "actions") and row.draws in ("epochs", "stratified"):
        raise ValueError(f"sampling={str(row)!r}: epochs are for all cards of two-round hold'em, not for buckets")
    refuse_other_rows(setup, ROWS, "" if forgets else "vanilla ")
