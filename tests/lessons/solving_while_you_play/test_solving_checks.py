"""What the exercises of lesson 18 ask for is what the package does."""

import numpy as np
import pytest
from verdicts import right_answers

import cfrlib
from cfrlib.lessons.solving_while_you_play import checks
from cfrlib.lessons.solving_while_you_play.coin import SELLS, Coin
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium


def weights(dealt, first, second):
    mass = dealt * np.outer(first, second)
    return mass / mass.sum()


def won(sells, payoffs, mix):
    return np.maximum(sells, payoffs @ mix).mean()


def stored(values, dealt, own, other):
    return values / (dealt @ other)


test_right_answers_pass = right_answers([
    (checks.check_weights, weights), (checks.check_won, won), (checks.check_stored, stored),
])  # fmt: skip

MACHINE = kuhn_equilibrium(1 / 5)
KUHN, BET, PLAY = MACHINE.game, ("b",), ("play",)


def test_weights_and_stored_numbers_are_those_of_a_subgame():
    ranges, dealt = cfrlib.reach(KUHN, MACHINE, BET), KUHN.weights(())
    assert cfrlib.subgame(KUHN, MACHINE, BET).weights(()) == pytest.approx(weights(dealt, *ranges))
    values = cfrlib.counterfactual_values(KUHN, MACHINE, 0)[BET, ()]
    gadget = cfrlib.subgame(KUHN, MACHINE, BET, resolver=1, safe="gadget")
    numbers = gadget.payoff(("terminate",), ()).ravel()
    assert numbers == pytest.approx([-1, -1 / 2, 7 / 6])
    assert stored(values, dealt, *ranges) == pytest.approx(numbers)


@pytest.mark.parametrize("mix", [(1, 0), (0.25, 0.75), (0.4, 0.6)])
def test_what_the_coin_loses(mix):
    coin = Coin()
    payoffs = np.array(list(coin.guesses.values())).T
    assert cfrlib.best_response_values(coin, coin.plan((1, 1 / 3), mix))[0] == pytest.approx(won(SELLS, payoffs, mix))
