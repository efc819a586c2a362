"""What walks an ordinary public tree: vectors where some chance is enumerated, else single histories; by a list of
operations where all is."""

from functools import partial

from cfrlib.engine.combinations import ALL_CHANCE, SINGLE, VANILLA, refuse
from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.tree.walks import FlatWalks, VectorWalks

ROWS = {**dict.fromkeys(ALL_CHANCE, VectorWalks), VANILLA: FlatWalks, **dict.fromkeys(SINGLE, SingleWalks)}
check = partial(refuse, engine="tree")
