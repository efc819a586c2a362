__all__ = [
    "Picture",
    "bars",
    "betting_rounds",
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
    "range_grid",
    "show",
    "simplex",
    "spot_grid",
    "strategy_chart",
    "sweep_picture",
    "tree",
]

from cfrlib.lessons.abstraction.hand_futures import futures
from cfrlib.lessons.abstraction.preflop_buckets import preflop_buckets
from cfrlib.lessons.holdem_in_two_rounds.betting_rounds import betting_rounds
from cfrlib.lessons.holdem_in_two_rounds.flop_chart import flop_chart
from cfrlib.lessons.one_on_one.cross_tables import cross_table
from cfrlib.lessons.public_chance_sampling.sweep_picture import sweep_picture
from cfrlib.lessons.regret.simplexes import plane, simplex

from .curves import convergence, lines
from .mask_tables import masks
from .picture import Picture, show
from .preflop import preflop_grid
from .public import public_tree
from .samples import bars, histogram, intervals
from .spots import range_grid, spot_grid
from .strategies import strategy_chart
from .trees import tree
