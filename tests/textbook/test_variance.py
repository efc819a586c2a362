"""Exact means and variances, against all that a walk can draw, and against what is known."""

from functools import cache

import numpy as np
import pytest
from random_games import RandomGame, random_profile
from scripted import every_walk

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, matrix
from cfrlib.profile import Profile
from cfrlib.sampling import Mixed, Scheme, os, robust
from cfrlib.textbook.variance import compare, moments
from cfrlib.tree import TERMINAL, Tree, unroll

ROWS = ["cs", "es", robust(1), robust(2), os(0.6)]
VECTORS = ["pcs", "opcs", "spcs"]
LEDUC, SMALL = leduc(suits_matter=False), leduc(ranks=2, suits_matter=False)
PUBLIC = RandomGame(3, outcomes=(1, 1), stages=1)
"""It has public chance; of private chance there is nothing to draw."""


def rows_of(profile, tree):
    return [np.array(list(profile[infoset.key].values())) for infoset in tree.infosets]


@cache
def vanilla(game):
    return moments(game, random_profile(game, 1), "vanilla")


@pytest.mark.parametrize("game", [kuhn(), SMALL, bluff(faces=2)], ids=str)
def test_no_row_is_biased(game):
    for row in ROWS + VECTORS:
        those = moments(game, random_profile(game, 1), row)
        assert those.regret_mean == pytest.approx(vanilla(game).regret_mean, abs=1e-12)
        assert those.regret_variance.any() == (row != "pcs" or game is SMALL)  # public chance is all that it draws
        if row in VECTORS and game is SMALL:
            assert those.average_mean == pytest.approx(vanilla(SMALL).average_mean, abs=1e-12)
            assert those.average_variance.max() > 0


def test_vanilla_is_what_the_textbook_adds():
    cfr, exact = cfrlib.textbook.CFR(SMALL, updates="simultaneous"), vanilla(SMALL)
    cfr.strategy = rows_of(random_profile(SMALL, 1), cfr.tree)
    cfr.run(1)
    assert exact.regret_mean == pytest.approx(np.concatenate(cfr.regret), abs=1e-12)
    assert exact.average_mean == pytest.approx(np.concatenate(cfr.strategy_sum), abs=1e-12)
    assert not exact.regret_variance.any()
    assert not exact.average_variance.any()
    assert exact.nodes == 2 * cfr.tree.num_histories


@pytest.mark.parametrize("average_at", ["own", "opponent"])
@pytest.mark.parametrize("row, game", [*((row, kuhn()) for row in ROWS), ("cs", PUBLIC), (os(0.6), PUBLIC)], ids=str)
def test_moments_are_those_of_all_walks_that_can_be_drawn(row, game, average_at):
    tree, profile = unroll(game), random_profile(game, 3)
    exact, nodes = moments(game, profile, row, average_at), 0.0
    mean, square = np.zeros((2, tree.num_infoset_actions)), np.zeros((2, tree.num_infoset_actions))
    for player in (0, 1):
        for probability, *added, steps in every_walk(tree, rows_of(profile, tree), player, row, average_at=average_at):
            flat = np.array([np.concatenate(part) for part in added])
            mean, square = mean + probability * flat, square + probability * flat**2
            nodes += probability * sum(step.kind in ("visit", "terminal") for step in steps)
    assert np.array([exact.regret_mean, exact.average_mean]) == pytest.approx(mean, abs=1e-12)
    variance = np.array([exact.regret_variance, exact.average_variance])
    assert variance == pytest.approx(square - mean**2, rel=1e-9, abs=1e-12)
    assert exact.nodes == pytest.approx(nodes, abs=1e-9)


PRIVATE = Scheme("private", own_private="one", opponent_private="one")


@pytest.mark.parametrize("game, row", [(kuhn(), PRIVATE), (PUBLIC, "pcs")], ids=str)
def test_vectors_that_carry_one_outcome_are_histories(game, row):
    """All of chance is drawn, by walks on vectors and by walks over histories."""
    profile = random_profile(game, 2)
    vectors, histories = moments(game, profile, row), moments(game, profile, "cs", "own")
    for name in ("regret_mean", "regret_variance", "average_mean", "average_variance", "nodes"):
        assert getattr(vectors, name) == pytest.approx(getattr(histories, name), abs=1e-12), name
    assert vectors.regret_variance.any()


@pytest.mark.parametrize("row", ["vanilla", "cs", "es", robust(1), *VECTORS], ids=str)
def test_costs_are_the_engines(row):
    exact = moments(LEDUC, random_profile(LEDUC, 9), row)
    if row in ("es", robust(1)):  # their cost depends on the strategy: it is locked
        solver = cfrlib.CFR(LEDUC, row, locked=dict(random_profile(LEDUC, 9).items()), seed=2)
        solver.run(2000)
        assert exact.touched == pytest.approx(solver.nodes_touched / 2000, rel=0.03)
        assert exact.nodes == pytest.approx(solver.histories_touched / 2000, rel=0.03)
        return
    solver = cfrlib.CFR(LEDUC, row)
    solver.run(1)
    assert exact.touched == pytest.approx(solver.nodes_touched, abs=1e-9)
    if row == "vanilla":
        assert exact.nodes == solver.histories_touched
        return
    solver.run(3999)
    assert exact.nodes == pytest.approx(solver.histories_touched / 4000, rel=0.01)


def test_the_less_a_row_draws_the_less_noise_it_has():
    profile = random_profile(SMALL, 11)
    total = {row: moments(SMALL, profile, row).regret_variance.sum() for row in (*VECTORS, "cs")}
    assert total["pcs"] < min(total["opcs"], total["spcs"]) < max(total["opcs"], total["spcs"]) < total["cs"]


def test_the_average_counts_what_the_opponent_does_not_play_in_his_own_walks_only():
    """With the opponent's actions drawn from their strategy, own walks never come where they do not go: notebook 09."""
    game, tree = kuhn(), unroll(kuhn())
    never = Profile.uniform(game).replace({(card, ""): {"p": 1.0, "b": 0.0} for card in "JQK"})
    after_a_bet = tree.infoset(("K", "b")).entries
    assert moments(game, never, "os", "own").average_mean[after_a_bet].sum() == 0
    assert moments(game, never, "os", "opponent").average_mean[after_a_bet].sum() == pytest.approx(1 / 3)


def test_compare_lists_the_rows():
    table = compare(kuhn(), Profile.uniform(kuhn()))
    assert table.index.tolist() == ["vanilla", "cs", "es", "robust(k=2)", "os(epsilon=0.6)"]
    assert table.loc["es"].tolist() == pytest.approx([14.5, 0, 49 / 14.4, 14.5 * 49 / 14.4])
    assert table.loc["robust(k=2)"].tolist() == table.loc["es"].tolist()


COIN = matrix([[1, 0], [0, 1]])
REFUSED = {
    "sampling='pcs': .* explicit tree": (unroll(kuhn()), Profile.uniform(kuhn()), "pcs"),
    "sampling=.*not of mixes": (kuhn(), Profile.uniform(kuhn()), Mixed("es", "os", 0.5)),
    "average_at='opponent'": (kuhn(), Profile.uniform(kuhn()), "pcs", "opponent"),
    "average_at='both'": (kuhn(), Profile.uniform(kuhn()), "es", "both"),
    "profile=": (kuhn(), {}, "es"),
    "game: .* meet an information set twice": (COIN, Profile.uniform(COIN), "cs"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_it_refuses(message):
    with pytest.raises(ValueError, match=f"^{message}"):
        moments(*REFUSED[message])


def test_chance_that_depends_on_actions_is_refused():
    tree = Tree()
    root = tree.add(player=0, actions="ab", key=("I", ""))
    for action, odds in (("a", (0.5, 0.5)), ("b", (0.1, 0.9))):
        node = tree.add(root, action, player=-1, actions="xy", probabilities=odds)
        for outcome in "xy":
            tree.add(node, outcome, player=TERMINAL, payoff=1.0)
    with pytest.raises(ValueError, match="chance depends on what the players did"):
        moments(tree, Profile.from_flat(tree, [0.5, 0.5]), "cs")
