"""From a solver's switches to what does its walks."""

from cfrlib.layout.ladder import Ladder
from cfrlib.layout.streets import Streets
from cfrlib.sampling import ByPlace, Mixed
from cfrlib.solver.ladder_scalar import LadderScalarWalks
from cfrlib.solver.ladder_walks import LadderWalks
from cfrlib.solver.street_samples import StreetHandWalks, StreetSideWalks
from cfrlib.solver.street_walks import StreetWalks
from cfrlib.solver.tree_walks import ScalarWalks, VectorWalks


def walks(solver):
    """Return what does the walks of a solver: on single histories where all chance is sampled, else on vectors.

    On a ladder chance sampling, which tries every action, goes by vectors, too: over the prefixes of a group.

    Raises
    ------
    ValueError
        If it has a baseline and does not walk on single histories.
    """
    if isinstance(solver.tree, Streets):
        return _on_streets(solver)(solver)
    row, ladder = solver.sampling, isinstance(solver.tree, Ladder)
    mixed = isinstance(row, Mixed | ByPlace)
    if not mixed and row.draws == "epochs":
        raise ValueError(f"sampling={str(row)!r}: epochs are for two-round hold'em, not for {solver.game}")
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
    """Return what walks two-round hold'em, which depends on whose hands are drawn."""
    row = solver.sampling
    if isinstance(row, Mixed | ByPlace) or row.chance == ("one", "one", "one"):
        return StreetHandWalks
    return StreetSideWalks if row.chance in {("all", "one", "one"), ("one", "all", "one")} else StreetWalks
