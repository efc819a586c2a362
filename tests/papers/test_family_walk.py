"""The readable walk of notebook 08 computes what the textbook, the engine and the evaluation compute."""

import numpy as np
import pytest
from family import Walk

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.textbook import CFR

GAMES = [kuhn(), kuhn(cards=5), leduc(suits_matter=False), leduc(ranks=2, raises=1)]


def random_sigma(walk, seed=0):
    return walk.match(np.random.default_rng(seed).random(walk.size))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_are_those_of_the_evaluation(game):
    walk = Walk(game)
    sigma = random_sigma(walk)
    profile = cfrlib.Profile.from_flat(cfrlib.tree.unroll(game), sigma)
    assert walk.value(sigma) == pytest.approx(cfrlib.expected_value(game, profile), abs=1e-12)
    assert walk.exploitability(sigma) == pytest.approx(cfrlib.exploitability(game, profile), abs=1e-12)


@pytest.mark.parametrize("updates", ["simultaneous", "alternating"])
def test_regrets_and_reaches_are_those_of_the_textbook(updates):
    game = leduc(ranks=2, raises=1, suits_matter=False)
    walk, book = Walk(game), CFR(game, updates=updates)
    regret, sums, sigma = np.zeros(walk.size), np.zeros(walk.size), walk.uniform()
    for _ in range(5):
        book.run(1)
        before = sigma
        for player in (0, 1):
            regret = regret + walk.regrets(player, before if updates == "simultaneous" else sigma)
            sums = sums + walk.mine[player] * walk.reach(before)
            sigma = np.where(walk.mine[player], walk.match(regret), sigma)
    assert np.allclose(regret, np.concatenate(book.regret), atol=1e-12)
    assert np.allclose(sigma, np.concatenate(book.strategy), atol=1e-9)
    assert np.allclose(walk.match(sums), book.average_strategy().probabilities, atol=1e-9)


@pytest.mark.parametrize("player", [0, 1])
def test_a_step_is_the_best_compromise(player):
    """No other strategy has a better payoff minus distance, and a long step is a best response."""
    walk, step = Walk(kuhn()), 0.7
    sigma, against = random_sigma(walk, 1), random_sigma(walk, 2)

    def compromise(new):
        joined = np.where(walk.mine[player], new, against)
        payoff = (1 if player == 0 else -1) * walk.value(joined)
        return payoff - np.sum((walk.reach(new) * np.log(new / sigma))[walk.mine[player]]) / step

    best = walk.prox(player, sigma, against, step)
    for seed in range(10):
        nearby = walk.match(best + 0.1 * np.random.default_rng(seed).random(walk.size))
        other = np.where(walk.mine[player], nearby, best)
        assert compromise(other) < compromise(best)
    far = np.where(walk.mine[player], walk.prox(player, sigma, against, 1e4), against)
    earned = walk.value(far) if player == 0 else -walk.value(far)
    assert earned == pytest.approx(walk.best_response_value(player, against), abs=1e-3)


def test_mirror_prox_halves_its_error_with_twice_the_iterations():
    walk = Walk(kuhn())
    sigma, sums, errors = walk.uniform(), np.zeros(walk.size), {}
    for t in range(1, 401):
        ahead = sum(walk.mine[i] * walk.prox(i, sigma, sigma, 8) for i in (0, 1))
        sigma = sum(walk.mine[i] * walk.prox(i, sigma, ahead, 8) for i in (0, 1))
        sums = sums + walk.reach(ahead)
        errors[t] = walk.exploitability(walk.match(sums))
    assert errors[400] < 0.62 * errors[200]
