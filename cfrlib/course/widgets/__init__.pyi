__all__ = [
    "alpha_slider",
    "baseline_slider",
    "bucket_cuts",
    "bucket_view",
    "compile_ahead",
    "flop_view",
    "hidden_card",
    "leduc_rules",
    "pile",
    "play",
    "predict",
    "preflop_view",
    "race",
    "regret_explorer",
    "self_test",
    "stepper",
    "suit_fold",
    "sweep",
    "tree_view",
]

from .ahead import compile_ahead
from .asking import predict, self_test
from .baseline_slider import baseline_slider
from .card_cuts import bucket_cuts
from .cfr_stepper import stepper
from .chosen_flop import flop_view
from .foldable_tree import tree_view
from .folding_suits import suit_fold
from .hidden_card import hidden_card
from .kuhn_family import alpha_slider
from .live_preflop import preflop_view
from .live_race import race
from .matching import regret_explorer
from .nested_buckets import bucket_view
from .piling import pile
from .playing import play
from .rule_bench import leduc_rules
from .sweep_stepper import sweep
