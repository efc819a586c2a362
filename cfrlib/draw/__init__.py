"""Pictures: trees, strategies, trajectories and convergence, as SVG with a description.

Every function returns a `Picture`, which a notebook shows; given a `name` it also writes ``figures/NAME.svg``.
Graphviz and Matplotlib are loaded when they are first used.
"""

from cfrlib.draw.bucket_square import preflop_buckets
from cfrlib.draw.buckets import bucket_path
from cfrlib.draw.cross_tables import cross_table
from cfrlib.draw.curves import convergence, lines
from cfrlib.draw.flops import flop_chart
from cfrlib.draw.futures import futures
from cfrlib.draw.masks import masks
from cfrlib.draw.picture import Picture, show
from cfrlib.draw.preflop import preflop_grid
from cfrlib.draw.public import public_tree
from cfrlib.draw.rounds import betting_rounds
from cfrlib.draw.samples import bars, histogram
from cfrlib.draw.simplexes import plane, simplex
from cfrlib.draw.strategies import strategy_chart
from cfrlib.draw.sweeps import sweep_picture
from cfrlib.draw.trees import tree

__all__ = [
    "Picture",
    "bars",
    "betting_rounds",
    "bucket_path",
    "convergence",
    "cross_table",
    "flop_chart",
    "futures",
    "histogram",
    "lines",
    "masks",
    "plane",
    "preflop_buckets",
    "preflop_grid",
    "public_tree",
    "show",
    "simplex",
    "strategy_chart",
    "sweep_picture",
    "tree",
]
