"""The checks of lesson 07 say where an answer is wrong."""

from verdicts import wrong_answers

import cfrlib
from cfrlib.lessons.your_own_game import checks
from cfrlib.lessons.your_own_game.checks import Coin


def changed(**methods):
    """Return an attempt that gives the right game with some methods changed."""
    return lambda: type("Changed", (Coin,), methods)()


def without_a_coin(self, actions):
    return cfrlib.Decision(1, ("fold", "call")) if actions == ("double",) else Coin.node(self, actions)


def lower_after_a_fold(self, actions, public):
    return Coin.payoff(self, actions, public) if "fold" not in actions else -1


WRONG = [
    (checks.check_fair_rules, dict, "worth -0.0856", "Player 2 has the better seat"),
    (checks.check_fair_rules, lambda: {"ties": "Player 1 wins"}, "Player 1 has the better seat"),
    (checks.check_fair_rules, lambda: {"ranks": 1}, "ranks"),
    (checks.check_fair_rules, lambda: 0, "a dictionary of rules"),
    (checks.check_coin_game, lambda: Coin, "with its brackets"),
    (checks.check_coin_game, changed(weights=lambda self, public: Coin.weights(self, ())), "weights(('heads',))"),
    (checks.check_coin_game, changed(node=without_a_coin), "node(('double',))"),
    (checks.check_coin_game, changed(payoff=lambda self, a, _: Coin.payoff(self, a, ("heads",))), "lower number"),
    (checks.check_coin_game, changed(payoff=lower_after_a_fold), "The coin changes calls only"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
