"""The checks of lesson 07 accept what is right and say where an answer is wrong."""

import numpy as np
from verdicts import other_attempts, right_answers, wrong_answers

import cfrlib
from cfrlib.lessons.your_own_game import checks
from cfrlib.lessons.your_own_game.checks import Coin


def showdown(own, other, board):
    mine, theirs = (3 if card == board else "JQK".index(card) for card in (own, other))
    return int(np.sign(mine - theirs))


def fair_rules():
    return {"opens": "Player 2", "bets": "doubling"}


def what_was_seen(actions, public):
    return "".join(f"/{public[0]}:" if action == "/" else action for action in actions)


def deal_weights(copies):
    ways = np.outer(copies, copies) - np.diag(copies)
    return ways / ways.sum()


RIGHT = [
    (checks.check_showdown, showdown),
    (checks.check_fair_rules, fair_rules),
    (checks.check_what_was_seen, what_was_seen),
    (checks.check_deal_weights, deal_weights),
    (checks.check_coin_game, Coin),
]

test_right_answers_pass = right_answers(RIGHT)


class FullWeights(Coin):
    def weights(self, public):
        return super().weights(())


class NoCoin(Coin):
    def node(self, actions):
        return cfrlib.Decision(1, ("fold", "call")) if actions == ("double",) else super().node(actions)


class AlwaysHigher(Coin):
    def payoff(self, actions, public):
        return super().payoff(actions, ("heads",))


class LowerAfterFold(Coin):
    def payoff(self, actions, public):
        return super().payoff(actions, public) if "fold" not in actions else -1


WRONG = [
    (checks.check_fair_rules, dict, "worth -0.0856", "Player 2 has the better seat"),
    (checks.check_fair_rules, lambda: {"ties": "Player 1 wins"}, "Player 1 has the better seat"),
    (checks.check_fair_rules, lambda: {"ranks": 1}, "ranks"),
    (checks.check_fair_rules, lambda: 0, "a dictionary of rules"),
    (checks.check_what_was_seen, lambda actions, public: "".join(actions), "still missing"),
    (checks.check_what_was_seen, lambda a, public: what_was_seen(a, public).replace(":", ""), "The colon"),
    (checks.check_what_was_seen, lambda a, public: what_was_seen(a, ("Q",)), "public card ('K',)"),
    (checks.check_coin_game, lambda: Coin, "with its brackets"),
    (checks.check_coin_game, FullWeights, "weights(('heads',))"),
    (checks.check_coin_game, NoCoin, "node(('double',))"),
    (checks.check_coin_game, AlwaysHigher, "lower number"),
    (checks.check_coin_game, LowerAfterFold, "The coin changes calls only"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(RIGHT, lambda *_: "?", lambda a, b, c, d: 0)
