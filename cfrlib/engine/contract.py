"""From a solver's switches to what does its walks."""

from cfrlib.engine.bids.engine import LadderWalks
from cfrlib.engine.bids.layout import Ladder
from cfrlib.engine.bids.single import LadderScalarWalks
from cfrlib.engine.buckets.engine import BucketBoardWalks, BucketHandWalks, BucketSideWalks, BucketWholeWalks
from cfrlib.engine.buckets.layout import Bucketed
from cfrlib.engine.common.single_engine import BucketActionWalks, StreetHandWalks
from cfrlib.engine.tree.engine import ScalarWalks, VectorWalks
from cfrlib.engine.two_rounds.engine import StreetFlopWalks, StreetSideWalks, StreetWalks
from cfrlib.engine.two_rounds.layout import Streets
from cfrlib.sampling import ByPlace, Mixed


def walks(solver):
    """Return what does the walks of a solver: on single histories where all chance is sampled, else on vectors.

    On a ladder chance sampling, which tries every action, goes by vectors, too: over the prefixes of a group.

    Raises
    ------
    ValueError
        If there is no such walk of this game: the message says which there are.
    """
    if isinstance(solver.tree, Streets):
        return _on_streets(solver)(solver)
    if isinstance(solver.tree, Bucketed):
        return _under_buckets(solver)(solver)
    row, ladder = solver.sampling, isinstance(solver.tree, Ladder)
    mixed = isinstance(row, Mixed | ByPlace)
    if not mixed and row.draws != "independent":
        names = {"sequences": "sequences are for hold'em with buckets"}
        what = names.get(row.draws, "epochs are for two-round hold'em")
        raise ValueError(f"sampling={str(row)!r}: {what}, not for {solver.game}")
    if ladder and (mixed or row.samples_actions):
        return LadderScalarWalks(solver)
    if not ladder and (mixed or row.chance == ("one", "one", "one")):
        return ScalarWalks(solver)
    if solver.baseline.kind != "none":
        raise ValueError(
            f"baseline={str(solver.baseline)!r} with sampling={str(row)!r}: baselines are for walks on single "
            f"histories: {'' if ladder else 'cs '}es robust os and their mixes"
        )
    return LadderWalks(solver) if ladder else VectorWalks(solver)


def _on_streets(solver):
    """Return what walks two-round hold'em, which depends on what is drawn: a flop, and whose hands."""
    row = solver.sampling
    if getattr(row, "draws", "independent") == "sequences":
        raise ValueError(f"sampling={str(row)!r}: sequences are for hold'em with buckets, not for {solver.game}")
    if isinstance(row, Mixed | ByPlace) or row.chance == ("one", "one", "one"):
        return StreetHandWalks
    return _on_vectors(solver, StreetWalks, StreetFlopWalks, StreetSideWalks)


def _under_buckets(solver):
    """Return what walks limit hold'em under buckets.

    Single deals on which all actions are tried go by vectors of lanes; not so where both walks of an iteration are to
    find the strategies before it.
    """
    row = solver.sampling
    mixed = isinstance(row, Mixed | ByPlace)
    if solver.tree.imperfect_recall and not mixed and ("one" not in row.chance or row.draws == "sequences"):
        raise ValueError(
            f"sampling={str(row)!r} with recall='imperfect': there is no table of all sequences of buckets; for "
            f"{solver.game} it takes pcs opcs spcs cs es os robust, which draw cards"
        )
    if mixed or row.samples_actions:
        return BucketActionWalks
    if row.draws in ("epochs", "stratified"):
        raise ValueError(f"sampling={str(row)!r}: epochs are for all cards of two-round hold'em, not for buckets")
    if row.chance == ("one", "one", "one"):
        return BucketActionWalks if solver.updates == "simultaneous" else BucketHandWalks
    return _on_vectors(solver, BucketWholeWalks, BucketBoardWalks, BucketSideWalks)


def _on_vectors(solver, whole, board, side):
    """Return one of three kinds of walks of hold'em: all of chance, one board, or one board with one player's hand."""
    row = solver.sampling
    known = {
        ("all", "all", "all"): whole, ("all", "all", "one"): board,
        ("all", "one", "one"): side, ("one", "all", "one"): side,
    }  # fmt: skip
    if row.chance not in known:
        vanilla = "" if solver.tree.imperfect_recall else "vanilla "
        raise ValueError(
            f"sampling={str(row)!r}: for {solver.game} it takes {vanilla}pcs opcs spcs cs es os robust, or a mix of "
            "the last four: whoever draws hands draws the board, too"
        )
    return known[row.chance]
