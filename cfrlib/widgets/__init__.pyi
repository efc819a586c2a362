__all__ = [
    "alpha_slider",
    "baseline_slider",
    "bucket_cuts",
    "bucket_view",
    "compile_ahead",
    "drag_bars",
    "flop_view",
    "hidden_card",
    "learning",
    "leduc_rules",
    "page",
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

from cfrlib.lessons.abstraction.bucket_cuts import bucket_cuts
from cfrlib.lessons.abstraction.bucket_view import bucket_view
from cfrlib.lessons.deep_cfr.hidden_card import hidden_card
from cfrlib.lessons.holdem_in_two_rounds.flop_view import flop_view
from cfrlib.lessons.holdem_in_two_rounds.preflop_view import preflop_view
from cfrlib.lessons.holdem_in_two_rounds.suit_fold import suit_fold
from cfrlib.lessons.how_good_is_a_strategy.alpha_slider import alpha_slider
from cfrlib.lessons.how_good_is_a_strategy.drag_bars import drag_bars
from cfrlib.lessons.public_chance_sampling.sweep import sweep
from cfrlib.lessons.regret.regret_explorer import regret_explorer
from cfrlib.lessons.start_here.learning import learning
from cfrlib.lessons.variance.baseline_slider import baseline_slider
from cfrlib.lessons.your_own_game.leduc_rules import leduc_rules

from .compile_ahead import compile_ahead
from .page import page
from .pile import pile
from .play import play
from .predict import predict, self_test
from .race import race
from .stepper import stepper
from .tree_view import tree_view
