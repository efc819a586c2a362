"""What walks an ordinary public tree: vectors where some chance is enumerated, else single histories."""

from functools import partial

from cfrlib.engine.combinations import ALL_CHANCE, SINGLE, refuse
from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.tree.walks import VectorWalks

ROWS = {**dict.fromkeys(ALL_CHANCE, VectorWalks), **dict.fromkeys(SINGLE, SingleWalks)}
check = partial(refuse, engine="tree")
