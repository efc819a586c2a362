"""What walks an ordinary public tree: vectors where some chance is enumerated, else single histories; by a list of
operations where all is."""

from functools import partial

from cfrlib.engine.combinations import ALL_CHANCE, PCS, SINGLE, VANILLA, refuse
from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.tree.walks import FlatWalks, VectorWalks


def public_chance(setup):
    """Return what samples public chance, if there is any."""
    return (VectorWalks if setup.layout.bundles.boards[-1] > 1 else FlatWalks)(setup)


ROWS = {
    **dict.fromkeys(ALL_CHANCE, VectorWalks), VANILLA: FlatWalks, PCS: public_chance,
    **dict.fromkeys(SINGLE, SingleWalks),
}  # fmt: skip
check = partial(refuse, engine="tree")
