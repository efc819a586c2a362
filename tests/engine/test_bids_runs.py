"""Bids: what profiles earn from each other, as on the explicit tree; long runs, and rounds that others follow."""

import numpy as np
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.contract import layout_of
from cfrlib.evaluate import sequence_form
from cfrlib.games import bluff

pytestmark = pytest.mark.slow


def tables(game):
    """Return two random tables of sums."""
    rng = np.random.default_rng(5)
    return [rng.random(BidsLayout(game).num_entries) - 0.3 for _ in range(2)]


def by_hand(game, first, second):
    """Return what player 0 earns with the first table against the second: the sum over all terminals of the game."""
    form = sequence_form(game)
    tree, plans = form.tree, []
    for sums in (first, second):
        profile = BidsLayout(game).average(sums)
        flat = np.concatenate([[profile[i.key][action] for action in i.actions] for i in tree.infosets])
        plans.append(form.plans(flat))
    return float(np.sum(form.payoff * plans[0][0][form.last[0]] * plans[1][1][form.last[1]]))


def test_a_large_game_lies_as_bids():
    assert isinstance(layout_of(bluff((2, 1), 6, "one")), BidsLayout)
    assert layout_of(bluff((2, 2))).num_entries == 127_369_174
    assert not isinstance(layout_of(bluff()), BidsLayout)


@pytest.mark.parametrize("game", [
    bluff((1, 1), 3, "one"), bluff((2, 1), 2, "one", False), bluff((1, 2), 3, "one", False), bluff((2, 2), 2, "one"),
], ids=repr)  # fmt: skip
def test_one_profile_against_another(game):
    (first, second), evaluator = tables(game), BidsLayout(game).evaluator
    value = evaluator.expected_value_of
    assert value(first, second) == pytest.approx(by_hand(game, first, second), abs=1e-12)
    assert value(first, first) == pytest.approx(evaluator.expected_value(first), abs=1e-12)
    assert value(second, first) != pytest.approx(by_hand(game, first, second), abs=1e-4)
    assert value(first, second) <= evaluator.best_response_values(second)[0]
    assert -value(first, second) <= evaluator.best_response_values(first)[1]
    small, uniform = 1e-9 * first, 0 * first  # what counts as zero is uniform for both
    assert value(small, second, (1e-6,)) == value(uniform, second) != value(small, second)
    assert value(second, small, (1e-6,)) == value(second, uniform) != value(second, small)
    with pytest.raises(ValueError, match="second: its dtype is float32"):
        value(first, second.astype("float32"))


def test_rounds_count_what_they_are_worth():
    """With later games behind it, a round counts the value of what follows."""
    game = bluff((2, 1), 2)
    first, second = tables(game)
    value = BidsLayout(game).evaluator.expected_value_of(first, second)
    assert value == pytest.approx(by_hand(game, first, second), abs=1e-9)
    assert game.leaf(0).value == 1


@pytest.mark.parametrize("regret, dtype", [("discounted", "float32"), ("predictive", "float32"), ("rm+", "float64")])
def test_no_number_overflows_or_becomes_denormal(regret, dtype):
    game = bluff((2, 2), 3, "one")
    game._derived = {"layout_of": BidsLayout(game)}
    solver = cfrlib.CFR(game, regret=regret, average=2.0, dtype=dtype)
    solver.run(1000)
    for table in (solver.engine.tables.regret, solver.engine.tables.sums, solver.engine.tables.strategy):
        assert np.isfinite(table).all()
        assert not ((table != 0) & (np.abs(table) < np.finfo(dtype).tiny)).any()


def test_a_chained_game_resumes_with_the_leaves_it_was_saved_with(tmp_path):
    game = bluff((2, 1), 3)
    game.fix_leaves([[1.0, 1.0, -1.0], [0.1, 0.11, -0.09]])
    solver = cfrlib.CFR(game)
    solver.run(3)
    solver.save(tmp_path / "solver")
    resumed = cfrlib.CFR.load(tmp_path / "solver")
    assert resumed.game.leaf(1).value == 0.1
    solver.run(2)
    resumed.run(2)
    assert resumed.exploitability() == solver.exploitability()
