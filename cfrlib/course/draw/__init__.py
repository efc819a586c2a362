"""Pictures: trees, strategies, trajectories and convergence, as SVG with a description.

Every function returns a `Picture`, which a notebook shows; given a `name` it also writes ``figures/NAME.svg``.
Graphviz and Matplotlib are loaded when they are first used.
"""

from cfrlib.course.draw.bucket_square import preflop_buckets
from cfrlib.course.draw.buckets import bucket_path
from cfrlib.course.draw.cross_tables import cross_table
from cfrlib.course.draw.curves import convergence, lines
from cfrlib.course.draw.flops import flop_chart
from cfrlib.course.draw.futures import futures
from cfrlib.course.draw.masks import masks
from cfrlib.course.draw.picture import Picture, show
from cfrlib.course.draw.preflop import preflop_grid
from cfrlib.course.draw.public import public_tree
from cfrlib.course.draw.rounds import betting_rounds
from cfrlib.course.draw.samples import bars, histogram
from cfrlib.course.draw.simplexes import plane, simplex
from cfrlib.course.draw.strategies import strategy_chart
from cfrlib.course.draw.sweeps import sweep_picture
from cfrlib.course.draw.trees import tree

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
