"""From a solver's switches to what does its walks."""

from cfrlib.layout.ladder import Ladder
from cfrlib.sampling import ByPlace, Mixed
from cfrlib.solver.ladder_scalar import LadderScalarWalks
from cfrlib.solver.ladder_walks import LadderWalks
from cfrlib.solver.tree_walks import ScalarWalks, VectorWalks


def walks(solver):
    """Return what does the walks of a solver: on single histories where all chance is sampled, else on vectors.

    On a ladder chance sampling carries vectors, too: of all prefixes of a group.

    Raises
    ------
    ValueError
        If it has a baseline and does not walk on single histories.
    """
    row, ladder = solver.sampling, isinstance(solver.tree, Ladder)
    mixed, guessing = isinstance(row, Mixed | ByPlace), solver.baseline.kind != "none"
    if mixed or row.chance == ("one", "one", "one"):
        if not ladder:
            return ScalarWalks(solver)
        if mixed or guessing or row.samples_actions:
            return LadderScalarWalks(solver)
    elif guessing:
        raise ValueError(
            f"baseline={str(solver.baseline)!r} with sampling={str(row)!r}: baselines are for walks on single "
            "histories: cs es robust os and their mixes"
        )
    return LadderWalks(solver) if ladder else VectorWalks(solver)
