"""What two different profiles earn from each other over bids is what they earn on the explicit tree."""

import numpy as np
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.evaluate import sequence_form
from cfrlib.games import bluff


def tables(game, count):
    """Return random tables of sums."""
    rng = np.random.default_rng(5)
    return [rng.random(BidsLayout(game).num_entries) - 0.3 for _ in range(count)]


def by_hand(game, first, second):
    """Return what player 0 earns with the first table against the second: the sum over all ends of the game."""
    form = sequence_form(game)
    tree, plans = form.tree, []
    for sums in (first, second):
        profile = BidsLayout(game).average(sums)
        flat = np.concatenate([[profile[i.key][action] for action in i.actions] for i in tree.infosets])
        plans.append(form.plans(flat))
    return float(np.sum(form.payoff * plans[0][0][form.last[0]] * plans[1][1][form.last[1]]))


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("dice, faces", [((1, 1), 3), ((2, 1), 2), ((1, 2), 3), ((2, 2), 2)])
def test_one_profile_against_another(dice, faces, merged):
    game = bluff(dice, faces, "one", merged)
    first, second = tables(game, 2)
    evaluator = BidsLayout(game).evaluator
    assert evaluator.expected_value_of(first, second) == pytest.approx(by_hand(game, first, second), abs=1e-12)
    assert evaluator.expected_value_of(first, first) == pytest.approx(evaluator.expected_value(first), abs=1e-12)
    assert evaluator.expected_value_of(second, first) != pytest.approx(by_hand(game, first, second), abs=1e-4)


def test_neither_beats_a_best_response():
    game = bluff((2, 2), 3, "one")
    first, second = tables(game, 2)
    evaluator = BidsLayout(game).evaluator
    assert evaluator.expected_value_of(first, second) <= evaluator.best_response_values(second)[0]
    assert -evaluator.expected_value_of(first, second) <= evaluator.best_response_values(first)[1]


def test_rounds_count_what_they_are_worth():
    """With sub-games behind it, a round counts the value of what follows."""
    game = bluff((2, 1), 2)
    first, second = tables(game, 2)
    found = BidsLayout(game).evaluator.expected_value_of(first, second)
    assert found == pytest.approx(by_hand(game, first, second), abs=1e-9)
    assert cfrlib.games.bluff((2, 1), 2).leaf(0).value == 1


def test_types_must_agree():
    game = bluff((1, 1), 3)
    first, second = tables(game, 2)
    with pytest.raises(ValueError, match="second: its dtype is float32"):
        BidsLayout(game).evaluator.expected_value_of(first, second.astype("float32"))


def test_what_counts_as_nothing_is_uniform_for_both():
    game = bluff((1, 2), 3)
    (first, second), evaluator = tables(game, 2), BidsLayout(game).evaluator
    value, small, uniform = evaluator.expected_value_of, 1e-9 * first, 0 * first
    assert value(small, second, (1e-6,)) == value(uniform, second) != value(small, second)
    assert value(second, small, (1e-6,)) == value(second, uniform) != value(second, small)
