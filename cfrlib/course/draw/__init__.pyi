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
    "intervals",
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

from .bucket_square import preflop_buckets
from .buckets import bucket_path
from .cross_tables import cross_table
from .curves import convergence, lines
from .flops import flop_chart
from .hand_futures import futures
from .mask_tables import masks
from .picture import Picture, show
from .preflop import preflop_grid
from .public import public_tree
from .rounds import betting_rounds
from .samples import bars, histogram, intervals
from .simplexes import plane, simplex
from .strategies import strategy_chart
from .sweeps import sweep_picture
from .trees import tree
