__all__ = [
    "alpha_slider",
    "bucket_view",
    "compile_ahead",
    "flop_view",
    "leduc_rules",
    "play",
    "predict",
    "preflop_view",
    "race",
    "regret_explorer",
    "self_test",
    "stepper",
    "sweep",
    "tree_view",
]

from .ahead import compile_ahead
from .asking import predict, self_test
from .cfr_stepper import stepper
from .chosen_flop import flop_view
from .foldable_tree import tree_view
from .kuhn_family import alpha_slider
from .live_preflop import preflop_view
from .live_race import race
from .matching import regret_explorer
from .nested_buckets import bucket_view
from .playing import play
from .rule_bench import leduc_rules
from .sweep_stepper import sweep
