"""The checks of the lessons under the names they had before they moved to `cfrlib.lessons`; for one release.

cfrlib.exercises.check, cfrlib.exercises.regret.check_regrets_of_player_1, ...
"""

from importlib import import_module

from cfrlib.lessons.verdict import Verdict, check, compare

__all__ = ["Verdict", "check", "compare"]

LESSONS = {
    "start": "start_here", "regret": "regret", "trees": "games_as_trees", "evaluation": "how_good_is_a_strategy",
    "counterfactual": "counterfactual_regret", "one_iteration": "the_whole_algorithm", "exact": "exactly",
    "own_game": "your_own_game", "family": "the_cfr_family", "sampling": "sampling", "variance": "variance",
    "public_chance": "public_chance_sampling", "holdem": "holdem_in_two_rounds", "abstraction": "abstraction",
    "bluff": "bluff", "one_on_one": "one_on_one", "deep": "deep_cfr", "playing": "play",
}  # fmt: skip
"""The module of a lesson's checks as it was called, and the lesson."""


def __getattr__(name):
    if name in LESSONS:
        return import_module(f"cfrlib.lessons.{LESSONS[name]}.checks")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
