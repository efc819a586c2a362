"""Interactive pictures for notebooks. Nothing moves until the reader presses a button.

stepper(game)            iterations of CFR, one step at a time
regret_explorer(game)    regret matching on a matrix game
learning()               Kuhn poker learned before your eyes, as bars
alpha_slider()           Kuhn poker's family of equilibria
drag_bars()              Kuhn poker's bars to drag, and the best response to them
baseline_slider()        what sampled walks report, from no baseline to the truth
pile(draws, exact=)      random numbers that pile up on their mean
hidden_card()            a card hidden from training, and what a network says of it
tree_view(game)          a game tree to fold and unfold
leduc_rules()            Leduc under house rules, solved at each change
race(game, solvers)      solvers side by side on one convergence plot
play(game, profile)      hand after hand against a profile, and how one has played
sweep(showdown)          a showdown valued in one sweep, hand by hand
suit_fold(deck)          hands that differ in the names of suits only, folded together
preflop_view(solver)     hold'em before the flop, all hands at once, while it is solved
flop_view(profile)       hold'em on a flop of one's choice, all hands at once
bucket_cuts()            cut seven cards into buckets, and see what that costs
bucket_view(game)        a hand in its buckets, while the board is dealt card by card
predict(name)            a question: choose, lock, and only then see whether it fits, and why
self_test(lesson)        the questions at the end of a lesson, one at a time
page(widget, path)       a widget on a page of its own, without a kernel
compile_ahead()          compile what the notebooks use, while one reads on
"""

from importlib import import_module

import lazy_loader as lazy

from cfrlib._util.extras import from_extras

OF_SEVERAL = {
    "compile_ahead": ["compile_ahead"],
    "page": ["page"],
    "pile": ["pile"],
    "play": ["play"],
    "predict": ["predict", "self_test"],
    "race": ["race"],
    "stepper": ["stepper"],
    "tree_view": ["tree_view"],
}
OF_ONE_LESSON = {
    "learning": "start_here", "alpha_slider": "how_good_is_a_strategy", "drag_bars": "how_good_is_a_strategy",
    "regret_explorer": "regret", "leduc_rules": "your_own_game",
    "baseline_slider": "variance", "sweep": "public_chance_sampling", "suit_fold": "holdem_in_two_rounds",
    "preflop_view": "holdem_in_two_rounds", "flop_view": "holdem_in_two_rounds", "bucket_cuts": "abstraction",
    "bucket_view": "abstraction", "hidden_card": "deep_cfr",
}  # fmt: skip
"""Widgets that stand in the room of a lesson, and can be had here, too."""

_of_several, _, _ = lazy.attach(__name__, submod_attrs=OF_SEVERAL)
__all__ = sorted([*OF_ONE_LESSON, *(name for names in OF_SEVERAL.values() for name in names)])


@from_extras()
def __getattr__(name):
    if name in OF_ONE_LESSON:
        return getattr(import_module(f"cfrlib.lessons.{OF_ONE_LESSON[name]}.{name}"), name)
    return _of_several(name)


def __dir__():
    return __all__
