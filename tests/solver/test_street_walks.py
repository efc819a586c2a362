"""Two-round hold'em by classes of hands: the values of the explicit tree, unbiased draws, and the exact equilibrium."""

import numpy as np
import pytest

import cfrlib
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games.holdem import holdem
from cfrlib.layout.public_tree import public_tree
from cfrlib.layout.table_profile import TableProfile

DECKS = [((1, 1), (4, 2)), ((2, 1), (7, 1)), ((0, 2), (3, 3))]


@pytest.fixture(scope="module", params=DECKS, ids=str)
def game(request):
    return holdem(*request.param)


def random_profile(game, seed):
    layout, rng = public_tree(game), np.random.default_rng(seed)
    return TableProfile(layout, tuple(rng.random(size) * (rng.random(size) < 0.8) for size in layout.sizes))


@pytest.mark.parametrize(
    "raises, deck, infosets", [((1, 1), (13, 4), 15_442_180), ((3, 4), (13, 4), 90_076_792), ((1, 1), (4, 2), 3_424)]
)
def test_sizes(raises, deck, infosets):
    assert holdem(raises, deck).num_infosets == infosets


def test_values_are_those_of_the_explicit_tree(game):
    """Every real deal is played out there; suits are told apart by nobody."""
    form = sequence_form(game)
    for seed in range(3):
        profile = random_profile(game, seed)
        assert len(profile) == game.num_infosets == len(form.tree.infosets)
        plans = form.plans(flat(form.tree, cfrlib.Profile.from_dict(game, dict(profile.items()))))
        value = np.sum(form.payoff * plans[0][form.last[0]] * plans[1][form.last[1]])
        best = [form.best_response(player, plans[1 - player])[0] for player in (0, 1)]
        assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-9)
        assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)


def test_a_profile_written_down_is_evaluated_like_a_view(game):
    profile = random_profile(game, 5)
    written = cfrlib.Profile.from_dict(game, dict(profile.items()))
    assert cfrlib.exploitability(game, written) == pytest.approx(cfrlib.exploitability(game, profile), abs=1e-9)


def test_any_spelling_of_a_key_will_do():
    game = holdem(deck=(4, 2))
    profile = random_profile(game, 1)
    assert profile["AcKd", "r"] == profile["KcAd", "r"] == profile["KdAc", "r"]
    assert profile["AcKd", "cc/QcJdQd:r"] == profile["KcAd", "cc/JcQcQd:r"]
    for wrong in [("AcKd", "cc/AcJdQd:r"), ("AcKd", "f"), ("AcAc", ""), ("AsKs", ""), ("AcKd", "rf/JcQcQd:")]:
        assert wrong not in profile


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"regret": "rm+", "average": "linear"},
        {"regret": "discounted", "average": 2.0},
        {"regret": "predictive", "average": "quadratic"},
        {"regret": "linear", "average": "linear", "average_in": "opponent"},
    ],
    ids=str,
)
def test_full_walks_come_to_the_value_of_the_linear_program(row):
    game = holdem(deck=(7, 1))
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, **row)
    solver.run(500)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert solver.exploitability() < 12


def test_one_flop_is_the_mean_of_all(game):
    """With both strategies frozen: regrets before the flop in the mean, and on the flop up to how often it comes."""
    layout = public_tree(game)
    full = cfrlib.CFR(game, seed=1)
    full.run(3)
    weights = layout.flops.weight / layout.flops.weight.sum()
    start = full._tables._replace(**{name: array.copy() for name, array in full._tables._asdict().items()})
    for me in (0, 1):
        exact, first_sums = gains(full, start, me, None)
        mean, on_flops = np.zeros_like(exact[0]), np.zeros_like(exact[1])
        for flop, probability in enumerate(weights):
            drawn, sums = gains(full, start, me, flop)
            mean += probability * drawn[0]
            on_flops += drawn[1]
            np.testing.assert_allclose(sums, first_sums, atol=1e-12)  # the average before the flop takes no weight
        np.testing.assert_allclose(mean, exact[0], atol=1e-9 * np.abs(exact[0]).max())
        np.testing.assert_allclose(on_flops, exact[1], atol=1e-9 * np.abs(exact[1]).max())


def gains(solver, start, me, flop):
    """Return what a walk adds to the regrets before the flop and on it, and to the sums before it; undo it."""
    from cfrlib.kernels.update import Rule

    tables, weights = solver._tables, solver.tree.flops.weight
    drawn = (None, None) if flop is None else (np.array([flop]), weights[flop] / weights.sum())
    solver._walks._walk(solver, Rule(0, 0.0, np.zeros((2, 1))), 1, me, *drawn)
    found = tables.first_regret - start.first_regret, tables.regret - start.regret
    sums = tables.first_sums - start.first_sums
    for name, array in start._asdict().items():
        getattr(tables, name)[...] = array
    return found, sums


def test_public_chance_sampling_converges():
    game = holdem(deck=(4, 2))
    solver = cfrlib.CFR(game, "pcs", seed=2)
    solver.run(300)
    early = solver.exploitability()
    solver.run(30_000)
    assert solver.exploitability() < early / 5


@pytest.mark.parametrize("row", [{}, {"sampling": "pcs", "regret": "discounted"}, {"regret": "predictive"}], ids=str)
def test_saved_and_resumed_bit_for_bit(tmp_path, row):
    game = holdem(deck=(4, 2))
    through, stopped = cfrlib.CFR(game, **row), cfrlib.CFR(game, **row)
    through.run(9)
    stopped.run(4)
    stopped.save(tmp_path / "solver")
    resumed = cfrlib.CFR.load(tmp_path / "solver", game=game)
    resumed.run(5)
    for before, after in zip(through._tables, resumed._tables, strict=True):
        assert np.array_equal(before, after)


@pytest.mark.parametrize("wrong", [{"baseline": "learned"}, {"updates": "simultaneous"}], ids=str)
def test_what_is_not_there_is_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}='"):
        cfrlib.CFR(holdem(deck=(4, 2)), **wrong)


@pytest.mark.parametrize("wrong", [{"raises": 1}, {"raises": (1, -1)}, {"deck": (3, 2)}, {"deck": 52}], ids=str)
def test_wrong_arguments(wrong):
    with pytest.raises(ValueError, match="raises|deck"):
        holdem(**wrong)
