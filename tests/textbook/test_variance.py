"""The variance microscope against sampled walks, at a stated confidence, and against what is known exactly."""

import numpy as np
import pytest

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, matrix
from cfrlib.profile import Profile
from cfrlib.sampling import Mixed, os, robust
from cfrlib.textbook import CFR
from cfrlib.textbook import variance as microscope
from cfrlib.tree import TERMINAL, Tree, unroll

pytestmark = pytest.mark.slow

WALKS = 4000
ROWS = ["cs", "es", robust(1), robust(2), os(0.6), os(0.2)]
VECTORS = ["pcs", "opcs", "spcs"]


def random_profile(game, seed):
    rng, tree = np.random.default_rng(seed), unroll(game)
    rows = [0.9 * rng.dirichlet(np.full(len(i.actions), 2.0)) + 0.1 / len(i.actions) for i in tree.infosets]
    return Profile.from_flat(tree, np.concatenate(rows))


@pytest.mark.parametrize("row", ROWS + VECTORS, ids=str)
@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2, suits_matter=False), bluff(faces=3)], ids=repr)
def test_no_row_is_biased(game, row):
    profile = random_profile(game, 1)
    table = microscope.look(game, profile, row)
    assert (table.bias == 0).all()
    assert table.regret.to_numpy() == pytest.approx(microscope.moments(game, profile, "vanilla").regret_mean, abs=1e-15)


def test_vanilla_is_what_the_textbook_adds():
    for game in (kuhn(), leduc(suits_matter=False)):
        cfr, profile = CFR(game, updates="simultaneous"), random_profile(game, 2)
        cfr.strategy = [np.array(list(profile[i.key].values())) for i in cfr.tree.infosets]
        cfr.run(1)
        found = microscope.moments(game, profile, "vanilla")
        assert found.regret_mean == pytest.approx(np.concatenate(cfr.regret), abs=1e-12)
        assert found.average_mean == pytest.approx(np.concatenate(cfr.strategy_sum), abs=1e-12)
        assert not found.regret_variance.any()
        assert not found.average_variance.any()
        assert found.nodes == 2 * cfr.tree.num_histories


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_moments_are_those_of_sampled_walks(row):
    """Kuhn: means at 5 standard errors (one false alarm in 70,000, were the seed not fixed), variances within a
    quarter."""
    profile = random_profile(kuhn(), 3)
    drawn, exact = microscope.sample(kuhn(), profile, row, WALKS, seed=5), microscope.moments(kuhn(), profile, row)
    error = np.sqrt(exact.regret_variance / WALKS)
    assert (np.abs(drawn.mean(axis=0) - exact.regret_mean) <= 5 * error).all()
    assert drawn.var(axis=0) == pytest.approx(exact.regret_variance, rel=0.25)


@pytest.mark.parametrize("average_at", ["own", "opponent"])
@pytest.mark.parametrize("row", ["es", robust(1), "os"], ids=str)
def test_averages_and_nodes_are_those_of_sampled_walks(row, average_at):
    profile, tree = random_profile(kuhn(), 4), unroll(kuhn())
    exact = microscope.moments(kuhn(), profile, row, average_at)
    cfr = CFR(kuhn(), row, updates="simultaneous", average_at=average_at, seed=2)
    frozen = [np.array(list(profile[i.key].values())) for i in tree.infosets]
    added, before, nodes = np.zeros((WALKS, tree.num_infoset_actions)), np.zeros(tree.num_infoset_actions), 0
    for k in range(WALKS):
        cfr.strategy = list(frozen)
        nodes += sum(step.kind in ("visit", "terminal") for step in cfr.steps())
        now = np.concatenate(cfr.strategy_sum)
        added[k], before = now - before, now
    assert (np.abs(added.mean(axis=0) - exact.average_mean) <= 5 * np.sqrt(exact.average_variance / WALKS) + 1e-9).all()
    assert added.var(axis=0) == pytest.approx(exact.average_variance, rel=0.25, abs=1e-9)
    assert nodes / WALKS == pytest.approx(exact.nodes, rel=0.01)


def test_leduc_moments_are_those_of_sampled_walks():
    """Public chance, drawn once for all branches of a walk, and three actions; sums of regrets of the first
    decisions."""
    game = leduc(suits_matter=False)
    profile, tree = random_profile(game, 5), unroll(game)
    for row in ("es", robust(2)):
        drawn, exact = microscope.sample(game, profile, row, 1500, seed=6), microscope.moments(game, profile, row)
        error = np.sqrt(exact.regret_variance / 1500)
        assert (np.abs(drawn.mean(axis=0) - exact.regret_mean) <= 6 * error + 1e-9).mean() > 0.995
        first = np.concatenate([np.r_[i.entries] for i in tree.infosets if len(i.key[1]) < 2])
        assert drawn.var(axis=0)[first] == pytest.approx(exact.regret_variance[first], rel=0.4)


@pytest.mark.parametrize("row", VECTORS)
def test_vector_moments_are_those_of_sampled_walks(row):
    """Leduc: all regrets at 6 standard errors, variances of those that are met often within a third."""
    game = leduc(suits_matter=False)
    profile, tree = random_profile(game, 7), unroll(game)
    drawn, exact = microscope.sample(game, profile, row, 1000, seed=8), microscope.moments(game, profile, row)
    error = np.sqrt(exact.regret_variance / 1000)
    assert (np.abs(drawn.mean(axis=0) - exact.regret_mean) <= 6 * error + 1e-9).mean() > 0.995
    first = np.concatenate([np.r_[i.entries] for i in tree.infosets if len(i.key[1]) < 2])
    assert drawn.var(axis=0)[first] == pytest.approx(exact.regret_variance[first], rel=0.35, abs=1e-12)


@pytest.mark.parametrize("row", ["vanilla", "cs", "es", robust(1), *VECTORS], ids=str)
def test_costs_are_the_engines(row):
    game, profile = leduc(suits_matter=False), random_profile(leduc(suits_matter=False), 9)
    exact = microscope.moments(game, profile, row)
    if row in ("es", robust(1)):  # their cost depends on the draws: an identity instead, one root and one deal a walk
        assert exact.touched == exact.nodes - 4
        return
    solver = cfrlib.CFR(game, row)
    solver.run(1)
    assert exact.touched == pytest.approx(solver.nodes_touched, abs=1e-9)
    if row == "vanilla":
        assert exact.nodes == solver.histories_touched
        return
    solver.run(3999)
    assert exact.nodes == pytest.approx(solver.histories_touched / 4000, rel=0.01)


def test_averages_of_vector_rows_have_vanillas_mean():
    game = leduc(suits_matter=False)
    profile = random_profile(game, 10)
    expected = microscope.moments(game, profile, "vanilla").average_mean
    for row in VECTORS:
        found = microscope.moments(game, profile, row)
        assert found.average_mean == pytest.approx(expected, abs=1e-12)
        assert found.average_variance.max() > 0


def test_public_chance_is_all_that_pcs_draws():
    """Kuhn has none: no variance. In Leduc nothing is drawn before the public card, so the first round has its own only
    from there: less than where cards are drawn too."""
    assert not microscope.moments(kuhn(), random_profile(kuhn(), 1), "pcs").regret_variance.any()
    game = leduc(suits_matter=False)
    profile = random_profile(game, 11)
    total = {row: microscope.moments(game, profile, row).regret_variance.sum() for row in (*VECTORS, "cs")}
    assert total["pcs"] < min(total["opcs"], total["spcs"]) < max(total["opcs"], total["spcs"]) < total["cs"]


def test_the_average_counts_what_the_opponent_does_not_play_in_his_own_walks_only():
    """With the opponent's actions drawn from their strategy, own walks never come where they do not go: notebook 09."""
    game, tree = kuhn(), unroll(kuhn())
    never = Profile.uniform(game).replace({(card, ""): {"p": 1.0, "b": 0.0} for card in "JQK"})
    after_a_bet = tree.infoset(("K", "b")).entries
    assert microscope.moments(game, never, "os", "own").average_mean[after_a_bet].sum() == 0
    assert microscope.moments(game, never, "os", "opponent").average_mean[after_a_bet].sum() == pytest.approx(1 / 3)


def test_compare_lists_the_rows():
    table = microscope.compare(kuhn(), Profile.uniform(kuhn()))
    assert table.index.tolist() == ["vanilla", "cs", "es", "robust(k=2)", "os(epsilon=0.6)"]
    assert table.loc["es"].tolist() == pytest.approx([14.5, 0, 49 / 14.4, 14.5 * 49 / 14.4])
    assert table.loc["robust(k=2)"].tolist() == table.loc["es"].tolist()


def test_what_it_refuses():
    uniform = Profile.uniform(kuhn())
    with pytest.raises(ValueError, match="^sampling='pcs': .* explicit tree"):
        microscope.moments(unroll(kuhn()), uniform, "pcs")
    with pytest.raises(ValueError, match="^sampling=.*no mixes"):
        microscope.moments(kuhn(), uniform, Mixed("es", "os", 0.5))
    with pytest.raises(ValueError, match="^average_at='opponent'"):
        microscope.moments(kuhn(), uniform, "pcs", "opponent")
    with pytest.raises(ValueError, match="^cost='seconds'"):
        microscope.compare(kuhn(), uniform, cost="seconds")
    with pytest.raises(ValueError, match="^profile="):
        microscope.moments(kuhn(), {}, "es")
    with pytest.raises(ValueError, match="^average_at='both'"):
        microscope.moments(kuhn(), uniform, "es", "both")
    coin = matrix([[1, 0], [0, 1]])
    with pytest.raises(ValueError, match="meet an information set twice"):
        microscope.moments(coin, cfrlib.Profile.uniform(coin), "cs")


def test_chance_that_depends_on_actions_is_refused():
    tree = Tree()
    root = tree.add(player=0, actions="ab", key=("I", ""))
    for action, odds in (("a", (0.5, 0.5)), ("b", (0.1, 0.9))):
        node = tree.add(root, action, player=-1, actions="xy", probabilities=odds)
        for outcome in "xy":
            tree.add(node, outcome, player=TERMINAL, payoff=1.0)
    with pytest.raises(ValueError, match="chance depends on what the players did"):
        microscope.moments(tree, Profile.from_flat(tree, [0.5, 0.5]), "cs")
