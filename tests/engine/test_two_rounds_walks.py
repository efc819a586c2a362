"""Two-round hold'em by classes of hands: the values of the explicit tree, unbiased draws, and the exact equilibrium."""

import numpy as np
import pytest
from small_buckets import RULES
from small_flops import GAMES, random_profile

import cfrlib
from cfrlib.engine.common.limit_holdem import draws as street_draws
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import IDLE
from cfrlib.engine.two_rounds import vector
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games.holdem import holdem
from cfrlib.sampling import pcs

pytestmark = pytest.mark.slow

of_games = pytest.mark.parametrize("game", GAMES, ids=repr)


@pytest.mark.parametrize(
    "raises, deck, infosets", [((1, 1), (13, 4), 15_442_180), ((3, 4), (13, 4), 90_076_792), ((1, 1), (4, 2), 3_424)]
)
def test_sizes(raises, deck, infosets):
    assert holdem(raises, deck).num_infosets == infosets


@of_games
def test_values_are_those_of_the_explicit_tree(game):
    """Every real deal is played out there; suits are told apart by nobody."""
    form, profile = sequence_form(game), random_profile(game, 1)
    assert len(profile) == game.num_infosets == len(form.tree.infosets)
    plans = form.plans(flat(form.tree, cfrlib.Profile.from_dict(game, dict(profile.items()))))
    value = np.sum(form.payoff * plans[0][form.last[0]] * plans[1][form.last[1]])
    best = [form.best_response(player, plans[1 - player])[0] for player in (0, 1)]
    assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-9)
    assert cfrlib.best_response_values(game, profile) == pytest.approx(best, abs=1e-9)


class OnTheTree(holdem):
    """The same game for the general engine, which plays out every real deal."""

    layout = "tree"


ALIKE = [kind((0, 1), (3, 3)) for kind in (holdem, OnTheTree)]


@pytest.mark.parametrize("k", range(len(RULES)), ids=lambda k: str(RULES[k]))
def test_full_walks_are_those_of_the_general_engine(k):
    row = {**RULES[k], "updates": ("alternating", "simultaneous")[k % 2]}
    fast, slow = (cfrlib.CFR(game, **row) for game in ALIKE)
    for iterations in (2, 8):
        for solver in (fast, slow):
            solver.run(iterations)
        for name in ("current_strategy", "average_strategy"):
            ours, theirs = (getattr(solver, name)() for solver in (fast, slow))
            assert {**ours} == {key: pytest.approx(row, abs=1e-9) for key, row in theirs.items()}


def test_any_spelling_of_a_key_will_do():
    game = holdem(deck=(4, 2))
    profile = random_profile(game, 1)
    assert profile["AcKd", "r"] == profile["KcAd", "r"] == profile["KdAc", "r"]
    assert profile["AcKd", "cc/QcJdQd:r"] == profile["KcAd", "cc/JcQcQd:r"]
    for wrong in [("AcKd", "cc/AcJdQd:r"), ("AcKd", "f"), ("AcAc", ""), ("AsKs", ""), ("AcKd", "rf/JcQcQd:")]:
        assert wrong not in profile


@of_games
def test_one_flop_is_the_mean_of_all(game):
    """With both strategies frozen: regrets before the flop in the mean, and on the flop up to how often it comes."""
    draws = ("independent", "epochs", "stratified")[GAMES.index(game)]
    full, drawn = cfrlib.CFR(game, seed=1), cfrlib.CFR(game, pcs(draws))
    full.run(3)
    weights = full.layout.flops.weight / full.layout.flops.weight.sum()
    likely = np.full(len(weights), 1 / len(weights)) if draws == "epochs" else weights
    for me in (0, 1):
        exact = added(full, full, lambda early, late: full.engine.workspace.walk(early, late), me)
        mean, on_flops = np.zeros_like(exact[0]), np.zeros_like(exact[1])
        for flop, probability in enumerate(likely):
            of_flop = added(drawn, full, lambda early, late, flop=flop: walk_flop(drawn, flop, early, late), me)
            mean += probability * of_flop[0]
            on_flops += of_flop[1]
            np.testing.assert_allclose(of_flop[2], exact[2], atol=1e-12)  # the average before the flop takes no weight
        np.testing.assert_allclose(mean, exact[0], atol=1e-9 * np.abs(exact[0]).max())
        np.testing.assert_allclose(on_flops, exact[1], atol=1e-9 * np.abs(exact[1]).max())
        assert np.abs(exact[1]).max() > 1


def walk_flop(solver, flop, early, late):
    walks = solver.engine
    vector.walk(walks.workspace.rounds, flop, walks.sampler.weight[flop], early, late)


def added(solver, frozen, walk, me):
    """Return what a walk adds to the regrets before the flop and on it, and to the sums before it, from the strategies
    of another solver."""
    tables = solver.engine.tables
    names = "early_regret", "regret", "early_sums"
    start = [getattr(frozen.engine.tables, name).copy() for name in names]
    changed = [getattr(tables, name) for name in names]
    for table, values in zip(changed, start, strict=True):
        table[...] = values
    walks = solver.engine.early[me], solver.engine.late[me]
    for one in walks:
        set_time(one, IDLE, 1, 0)
    walk(*walks)
    difference = [table - values for table, values in zip(changed, start, strict=True)]
    for table, values in zip(changed, start, strict=True):
        table[...] = values
    return difference


@pytest.mark.parametrize("draws", ["independent", "epochs", "stratified"])
def test_flops_come_as_often_as_they_should(draws):
    """Twenty epochs: shuffled ones have each flop once, stratified ones as often as is fair but for the edges of the
    strata, which a flop's share may cut at either end; draws of the two players do not go together."""
    layout, rng = layout_of(holdem(deck=(5, 3))), np.random.default_rng(1)
    flops, epochs = len(layout.flops.weight), 20
    sampler = street_draws.flop_sampler(layout, draws, np.zeros((2, flops), dtype=np.int64))
    drawn = np.array([
        [street_draws.next_flop(sampler, me, t, rng) for me in (0, 1)] for t in range(1, epochs * flops + 1)
    ])  # fmt: skip
    counts = np.array([np.bincount(part[:, 0], minlength=flops) for part in drawn.reshape(epochs, flops, 2)])
    fair = layout.flops.weight / layout.flops.weight.sum() * flops
    if draws == "epochs":
        assert (counts == 1).all()
    elif draws == "stratified":
        assert (np.abs(counts - fair) < 2).all()
        assert counts.var(axis=0).mean() < 0.5 * fair.mean()
    spread = np.sqrt(epochs * fair)
    assert draws == "epochs" or (np.abs(counts.sum(axis=0) - epochs * fair) < 5 * spread + 1).all()
    assert (drawn[:, 0] == drawn[:, 1]).mean() < 5 / np.sqrt(len(drawn))
