"""What walks an ordinary public tree: vectors where some chance is enumerated, else single histories."""

from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.contract import ALL_CHANCE, SINGLE, refuse_baseline, refuse_draws
from cfrlib.engine.tree.walks import VectorWalks

ROWS = {**dict.fromkeys(ALL_CHANCE, VectorWalks), **dict.fromkeys(SINGLE, SingleWalks)}


def check(setup):
    """Raise ValueError for switches that are not for such games."""
    refuse_draws(setup)
    if ROWS[setup.kind] is VectorWalks:
        refuse_baseline(setup, "cs es robust os")
