"""What the replications need of their sources, against what is known otherwise."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.course.claims import Claim, claims, printed
from cfrlib.course.exercises.walkthrough import side_by_side
from cfrlib.course.experiments import mixed_leduc, no_limit_states, store
from cfrlib.course.kuhn_equilibria import kuhn_equilibrium
from cfrlib.course.papers import ai_poker_tutorial as tutorial
from cfrlib.course.papers import dominance, meyer_2021, ni_lamb
from cfrlib.course.papers import johanson_2012 as johanson
from cfrlib.course.papers import zinkevich_2007 as zinkevich
from cfrlib.playing.record import Round
from cfrlib.sampling import robust
from cfrlib.textbook import CFR
from cfrlib.textbook.deals import Deals
from cfrlib.textbook.family import Walk
from cfrlib.tree import unroll


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_figure_2_is_the_family_of_equilibria(alpha):
    printed = ni_lamb.profile(ni_lamb.figure_2(alpha))
    assert np.allclose(printed.probabilities, kuhn_equilibrium(alpha).probabilities)
    assert ni_lamb.bets(printed) == pytest.approx(ni_lamb.figure_2(alpha))


def test_only_one_row_of_figure_4_is_no_strategy():
    sums = ni_lamb.figure_4().sum(axis=1)
    assert sums[sums != 1].to_dict() == {"Kpb": 2}


def test_ends_of_kuhn_poker():
    assert ni_lamb.kuhn_ends() == {"pp": "±1", "pbp": "-1", "pbb": "±2", "bp": "+1", "bb": "±2"}


def test_the_second_iteration_repeats_the_first():
    first, second = tutorial.page(1), tutorial.page(2)
    assert len(first) == len(second) == 29
    assert [k for k, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)] == [0, 1]
    deal = unroll(cfrlib.games.kuhn()).given("Q", "K")
    assert set(side_by_side(first, CFR(deal, updates="simultaneous").steps()).verdict) == {"holds", "unfinished"}


def test_averaging_errors():
    errors = tutorial.averaging_errors(cfrlib.games.kuhn(), iterations=50, seeds=3)
    assert {rule: e.shape for rule, e in errors.items()} == dict.fromkeys(errors, (3, 24))
    assert abs(errors["lazy"]).max() < 1e-12
    assert tutorial.biased(errors["lazy"]) == 0
    assert (errors["final iteration"] >= errors["optimistic"]).all()  # it adds what was missed
    assert (errors["final iteration"] > errors["optimistic"]).any()


def test_entries_that_are_off_every_time_are_biased():
    assert tutorial.biased(np.array([[0.1, 0.2, -0.3], [-0.1, 0.2, -0.3]])) == 2


def test_the_interval_of_a_median_holds_it_as_often_as_it_says():
    rng = np.random.default_rng(0)
    found = [tutorial.median_interval(rng.exponential(size=25)) for _ in range(2000)]
    assert 0.95 < np.mean([low <= np.log(2) <= high for low, high in found]) < 0.985
    assert tutorial.median_interval([3, 1, 2]) == (1, 3)


def test_chain_of_bounds_on_rock_paper_scissors():
    """With one set a player the first link is an equality: overall regret is the largest regret of an action."""
    game = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    W, R = Walk(game), np.array([1.0, 0, 0, 0, 0, 0])
    sigma = W.match(R)
    regrets = W.regrets(0, sigma) + W.regrets(1, sigma)
    rows = list(tutorial.chain(game, iter([(1, regrets, W.reach(sigma), W.value(sigma))]), [1]))
    assert [row["player"] for row in rows] == [1, 2]
    for row in rows:
        assert row["regret"] == pytest.approx(row["sum"])
        assert row["bound"] == pytest.approx(4 * 3**0.5)
        assert row["gain"] == pytest.approx(row["regret"])
    assert tutorial.constants(cfrlib.games.kuhn()).to_dict("list") == {"sets": [6, 6], "A": [2, 2], "Δ": [4, 4]}


def test_ratio_of_geometric_means():
    rng = np.random.default_rng(0)
    a, b = np.exp(rng.normal(size=(2, 200)))
    low, high = tutorial.ratio_interval(3 * a, b)
    assert low < 3 < high < 1.6 * low
    assert tutorial.ratio_interval([2.0, 2.01], [1.0, 1.001]) == pytest.approx((2, 2), rel=0.1)


def test_passages_of_the_leduc_program():
    assert {tutorial.stack_in_the_program(stack) for stack in (5, 20)} == {19}
    assert tutorial.count_in_the_program(3) == 0


def test_dominated_actions_are_the_textbooks():
    found = dominance.dominated_actions(unroll(cfrlib.games.kuhn()))
    assert set(found) == {(("J", h), "b") for h in ("b", "pb")} | {(("K", h), "p") for h in ("b", "pb")}
    leduc = dominance.dominated_actions(unroll(cfrlib.games.leduc(suits_matter=False)))
    assert {action for _, action in leduc} == {"f"}
    assert (("K", "cc/K:r"), "f") in leduc


def test_dominated_plans_of_a_matrix():
    W = Walk(cfrlib.games.matrix([[1, 2], [1, 3], [-10, -10]]))
    (rows, columns), payoff = dominance.normal_form(W)
    assert payoff.tolist() == [[1, 2], [1, 3], [-10, -10]]
    assert dominance.dominated_plans(payoff).tolist() == [False, False, True]
    assert dominance.dominated_plans(payoff, weakly=True).tolist() == [True, False, True]
    assert dominance.weights(rows, np.array([0.5, 0.3, 0.2, 0.6, 0.4])).tolist() == [0.5, 0.3, 0.2]
    mixed = np.array([[3.0, 0], [0, 3], [1, 1]])  # only a mixture dominates the last
    assert dominance.dominated_plans(mixed).tolist() == [False, False, True]


def test_no_plan_of_kuhn_is_dominated_if_an_equilibrium_takes_it():
    W = Walk(cfrlib.games.kuhn())
    plans, payoff = dominance.normal_form(W)
    assert [len(p) for p in plans] == [27, 64]
    sigma = kuhn_equilibrium(0.2).probabilities
    for own, pays in zip(plans, (payoff, -payoff.T), strict=True):
        played = dominance.weights(own, sigma)
        assert played.sum() == pytest.approx(1)
        assert not dominance.dominated_plans(pays)[played > 1e-12].any()


def test_a_hand_is_judged():
    machine = ni_lamb.profile(ni_lamb.figure_2(0.171))
    bluff = ni_lamb.judged(cfrlib.games.kuhn(), machine, Round(cfrlib.games.kuhn(), 0, (1, 0), (), ("b", "p")))
    assert bluff.who.tolist() == ["person", "machine"]
    assert bluff.costs[0] == pytest.approx(1 / 6)
    call = ni_lamb.judged(cfrlib.games.kuhn(), machine, Round(cfrlib.games.kuhn(), 0, (1, 2), (), ("p", "b", "b")))
    assert call.set.tolist() == ["Q", "Kp", "Qpb"]
    assert call.costs.dropna().tolist() == pytest.approx([0, 0], abs=1e-9)


def test_points_of_the_reports_figures():
    run = pd.DataFrame({"iterations": [10_000, 1, 100, 20_000, 15_000], "average_utility": 0.0})
    assert ni_lamb.on_the_grid(run).iterations.tolist() == [1, 10_000, 20_000]


# -- Meyer -----------------------------------------------------------------------------


def test_classes_of_hands_are_the_known_ones():
    found = meyer_2021.classes()
    assert found[0] == 169
    assert found == sorted(found)
    for renamed, all_deals in zip(found, (1326, 1326 * 19600, 1326 * 19600 * 47, 1326 * 19600 * 47 * 46), strict=True):
        assert all_deals / 24 < renamed < all_deals


def test_actions_of_a_tiny_no_limit_game():
    """Stacks of one blind: the small blind folds or calls, and all else is checked; then no actions are left."""
    deals = np.ones(4)
    assert no_limit_states._decisions(2, 2, deals) == 2
    assert meyer_2021._actions(2, 2, deals) == 2 + 1
    ratio = meyer_2021._actions(50, 2, deals) / no_limit_states._decisions(50, 2, deals)
    assert 2 < ratio < 4


def test_a_full_tree_has_one_information_set_for_each_decision():
    tree = meyer_2021.full_tree(3, 2)
    assert (tree.num_histories, tree.num_infosets) == (13, 4)


@pytest.mark.parametrize("b, d", [(3, 4), (2, 5)])
def test_levels_are_those_of_counted_walks(b, d):
    walks = {("all", "all"): "vanilla", ("all", "one"): "es", ("one", "one"): "os", (2, "one"): robust(2)}
    for (own, other), sampling in walks.items():
        for player in (0, 1):
            assert meyer_2021.nodes(b, d, own, other, first=player) == meyer_2021.decisions(b, d, sampling, player)


def test_powers():
    assert meyer_2021.power([2, 4, 8], [5, 20, 80]) == pytest.approx(2)
    assert meyer_2021.power([2**10, 2**20], [2**2000, 2**2010]) == pytest.approx(1, abs=0.1)


def test_the_cost_of_a_mix_is_the_sum_over_its_coin():
    mix, outcome = meyer_2021.mixed_cost(3, 4, 100, 8)
    coin = 2.0 ** (-np.arange(1, 101) / 8)
    walks = meyer_2021.nodes(3, 4, first=0) + meyer_2021.nodes(3, 4, first=1)
    assert outcome == 100 * 2 * 4
    assert mix == pytest.approx((coin * walks + (1 - coin) * 8).sum())
    assert meyer_2021.share(lambda i: 2.0 ** (-i / 8), 100) == pytest.approx(coin.mean())


def test_exploitability_as_defined():
    game = cfrlib.games.kuhn()
    profile = cfrlib.Profile.uniform(unroll(game))
    best = cfrlib.best_response_values(game, profile)
    assert meyer_2021.defined_exploitability(-1 / 18, best) == pytest.approx(cfrlib.exploitability(game, profile))


def test_printed_payoffs_are_zero_sum_and_complete():
    table = printed("meyer_payoffs")
    assert (table.u1 + table.u2 == 0).all()
    assert set(zip(table["first"], table.second, strict=True)) == set(meyer_2021.beats())


def test_walks_keep_to_their_kind():
    tree = unroll(cfrlib.games.kuhn())
    assert meyer_2021.broken(tree, meyer_2021.one_walk(tree, "es", 0)) == 0
    assert meyer_2021.broken(tree, meyer_2021.one_walk(tree, "os", 0)) > 0
    assert meyer_2021.leftmost(tree).payoff == -1


def test_shapes_agree_where_both_ways_count():
    game = cfrlib.games.bluff(dice=(1, 1), faces=2, rounds="one")
    assert meyer_2021.shape(game) == meyer_2021.tree_shape(unroll(game))
    assert len(meyer_2021.names(game)) == 5


def test_clear_places():
    game = cfrlib.games.kuhn()
    solver, tree = cfrlib.CFR(game), unroll(game)
    assert set(meyer_2021.clear(solver, tree, cutoff=0.4).values()) == {1.0, 24 / 58}
    assert set(meyer_2021.clear(solver, tree, cutoff=0.5).values()) == {0.0}


def test_runs_are_compared_at_equal_nodes():
    x = np.array([1.0, 10, 100])
    runs = {"mix": [(x[:2], 1 / x[:2])] * 3, "other": [(x, 2 / x)] * 3}
    mix, other = meyer_2021.at_equal_nodes(runs, "mix", "other")
    assert mix == pytest.approx([0.1] * 3)
    assert other == pytest.approx([0.2] * 3)


def test_nodes_of_stored_runs():
    table, _ = store.load("mixed_leduc")
    nodes = meyer_2021.nodes_at(table, 0.0, "outcome", 4096)
    last = [x[-1] for x, _ in mixed_leduc.runs(table)["outcome"]]
    assert np.median(nodes) == pytest.approx(np.median(last) / 4, rel=0.1)


# -- Zinkevich et al. 2007 -------------------------------------------------------------------


def test_average_regrets_are_those_of_the_sums():
    found = zinkevich.regrets(cfrlib.games.kuhn(), [2, 50])
    assert found.index.tolist() == [(2, 1), (2, 2), (50, 1), (50, 2)]
    assert found.bound[50].to_numpy() == pytest.approx(4 * 6 * (2 / 50) ** 0.5)
    assert (found.regret <= found["sum"] + 1e-12).all()
    assert found.gain.groupby("T").sum().to_numpy() == pytest.approx(found.regret.groupby("T").sum().to_numpy())


def test_sizes_of_abstractions():
    found = zinkevich.sizes([1, 5])
    assert found["information sets"][5] == cfrlib.games.texas(5).num_infosets
    assert found.loc[1].tolist() == found.loc["one sequence"].tolist()
    assert 3.185e14 < found["information sets"]["all cards"] < 3.195e14
    assert zinkevich.sets_by_street(5).sum() == cfrlib.games.texas(5).num_infosets


def test_sizes_of_a_game_with_one_bet_by_hand():
    """Without raises: fold, call or check, in each round; a state more for each end, chance node and fold."""
    found = zinkevich.sizes([1], raises=(0, 0, 0, 0)).loc[1]
    assert found["information sets"] == 8
    assert found["states"] == 4 * 5


RUNS = pd.DataFrame({
    "buckets": [5] * 4 + [8] * 3, "curve": "CS", "seed": 0, "iterations": [1, 10, 100, 1000, 10, 100, 1000],
    "exploitability": [1000.0, 100, 10, 1, 200, 20, 2], "cpu_seconds": [1.0, 2, 3, 4, 5, 6, 7],
})  # fmt: skip


def test_of_two_runs_with_one_seed_the_longer_counts():
    short = pd.DataFrame({"buckets": 5, "curve": "CS", "seed": 0, "iterations": [1, 10], "exploitability": [9.0, 3.0]})
    long = short.assign(iterations=[4, 40])
    others = pd.concat([short.assign(seed=1), short.assign(curve="PCS"), short.assign(buckets=8)])
    found = zinkevich.longest(short, pd.concat([long, others]))
    assert len(found) == 8
    of_seed_0 = found[(found.buckets == 5) & (found.curve == "CS") & (found.seed == 0)]
    assert list(of_seed_0.iterations) == [4, 40]
    assert list(found.columns) == list(short.columns)


def test_curves_by_size():
    sets = {5: 10, 8: 20}
    runs = zinkevich.by_size(RUNS, sets)
    assert {b: len(parts) for b, parts in runs.items()} == {5: 1, 8: 1}
    assert zinkevich.over_the_first(runs, 1.0) == {8: pytest.approx([1, 1])}
    needed = zinkevich.iterations_for(runs, 10)
    assert needed == {5: pytest.approx(100), 8: pytest.approx(200)}
    assert zinkevich.iterations_for(runs, 1.5) == {5: pytest.approx(1000 / 1.5)}
    assert zinkevich.exponents(needed, sets) == pytest.approx([1])
    assert zinkevich.speeds(RUNS) == {5: [4.0], 8: [7.0]}


def test_seeds_are_averaged_geometrically():
    twice = pd.concat([RUNS, RUNS.assign(seed=1, exploitability=RUNS.exploitability * 4)])
    runs = zinkevich.by_size(twice, {5: 10, 8: 20})
    assert zinkevich.iterations_for(runs, 10)[5] == pytest.approx(200)
    assert zinkevich.over_the_first(runs, 1.0)[8] == pytest.approx([0.5, 0.5, 2, 2])


def test_iterations_of_a_budget():
    every = {row.id: row for row in claims()}
    figure = printed("zinkevich_figure_1a").set_index("abstraction")
    for name, buckets in zip("efgh", figure.index, strict=True):
        claim = every[f"Z4{name}"]
        assert isinstance(claim, Claim)
        assert zinkevich.published_iterations(claim) == figure.iterations_1e6[buckets] * 10**6
        assert claim.value == figure.exploitability[buckets]


def test_table_1_is_a_cross_table():
    table = zinkevich.table_1()
    square = table.drop(columns="Average")
    assert square.columns.tolist() == square.index.tolist()
    assert (square == -square.T).all(axis=None)
    of_the_others = square.sum(axis=1) / 6
    assert (abs(of_the_others - table.Average) < 1).all()  # they rounded before or after
    claimed = {row.statement: row.value for row in claims() if row.id.startswith("Z6") and " against " in row.statement}
    for statement, value in claimed.items():
        a, _, b = statement.removesuffix("; ours trained by PCS").split()
        assert square.loc[a, b] == value


def test_tables_stand_side_by_side():
    names = {"CFR5": "a", "CFR8": "b"}
    means = pd.DataFrame([[0, -12.34], [12.34, 0]], index=["a", "b"], columns=["a", "b"])
    shown = zinkevich.beside(means, means.abs() / 10, names)
    assert shown.loc["CFR8", "CFR5"] == "+12.3 ± 1.2 (+13)"
    assert shown.loc["CFR5", "CFR8"] == "−12.3 ± 1.2 (−13)"
    assert zinkevich.interval(means, means.abs() / 10, "b", "a") == pytest.approx((11.106, 13.574))


# -- Johanson and others 2012 ------------------------------------------------------------

DICE = cfrlib.games.bluff((1, 1), faces=2, merged=False)


@pytest.mark.parametrize("row", johanson.ROWS)
@pytest.mark.parametrize("game", [cfrlib.games.leduc(), DICE], ids=["leduc", "dice"])
def test_algorithm_1_is_the_engines(game, row):
    assert max(johanson.differences(game, row, 3, seed=5)) < 1e-9


def test_two_vectors_are_right_for_dice_only():
    assert johanson.two_vectors(DICE) == pytest.approx(1)
    leduc = cfrlib.games.leduc()
    assert johanson.two_vectors(leduc) == pytest.approx(5 / 6)
    assert johanson.two_vectors(leduc, ("Ks",)) == pytest.approx(4 / 5)


def test_blocks_of_cards_have_more_than_probability_1():
    leduc = cfrlib.games.leduc()
    assert johanson.sum_over_blocks(leduc, list(leduc.public_sequences(1))) == pytest.approx(6 / 4)
    assert johanson.sum_over_blocks(DICE, [()]) == pytest.approx(1)


def test_a_call_by_three_passes():
    reach = np.array([0.1, 0.2, 0.3])  # 1, 2, star; one more three is needed, or two
    assert johanson.called("1-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.1 - 0.5, -0.6, -0.6])
    assert johanson.called("2-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.6, -0.4, -0.4])


def test_y_is_at_most_1_with_printed_weights():
    leduc = cfrlib.games.leduc()
    found = johanson.largest_y(leduc, "spcs", johanson.pure_profile(leduc, 0))
    assert found["printed"] <= 1 + 1e-12 < found["drawn"] <= 1.44 + 1e-12
    kuhn = cfrlib.games.kuhn()
    uniform = johanson.largest_y(kuhn, "pcs", cfrlib.Profile.uniform(kuhn))
    assert uniform == pytest.approx({"printed": 1 / 3, "drawn": 1 / 3})  # 3 cards, a third each


@pytest.mark.parametrize("row", johanson.ROWS)
def test_weights_that_are_not_drawn(row):
    """Printed weights times the product of what was drawn are the joint weights, where there is no board."""
    kuhn = cfrlib.games.kuhn()
    for deal in Deals(kuhn, johanson.scheme(row)).all(0):
        weight = johanson._not_drawn(kuhn, deal, ())
        whole = kuhn.weights(())[np.ix_(*deal.carried)]
        assert ((weight > 0) == (whole > 0)).all()
        assert weight.sum() == pytest.approx(1) or row == "opcs"


def test_pure_profiles_take_one_action():
    found = johanson.pure_profile(cfrlib.games.kuhn(), 3)
    assert {tuple(sorted(row.values())) for _, row in found.items()} == {(0.0, 1.0)}


def test_sizes_of_hold_em():
    table = johanson.readings()
    assert table.loc["[2-1], raises over the blind", "all names of suits"] == cfrlib.games.holdem().num_infosets
    assert table.loc["[2-4], the blind is the first raise", "all names of suits"] == 90_076_792
    sets, entries = johanson.texas_holdem()
    assert 3.19e14 < sets < 3.20e14 < entries


def curve(name, points, seed=0):
    return pd.DataFrame([{"curve": name, "seed": seed, "iterations": k, "cpu_seconds": x, "exploitability": y}
                         for k, (x, y) in enumerate(points)])  # fmt: skip


def test_curves_are_compared_at_equal_effort():
    one = pd.concat([curve("a", [(1, 8.0), (100, 8.0)]), curve("a", [(1, 4.0), (100, 4.0)], seed=1)])
    other = curve("b", [(0.5, 4.0), (50, 1.0)])
    found = johanson.compared(one, other)
    assert found.index[[0, -1]].tolist() == pytest.approx([5, 50])
    assert found.iloc[-1].tolist() == pytest.approx([4, 8])
    assert found.iloc[0].tolist() == pytest.approx([2, 4])  # in the middle, on logarithmic axes
    less = johanson.compared(one, other, ratio=False, start=1)
    assert less.index[0] == pytest.approx(1)
    assert less.iloc[-1].tolist() == pytest.approx([3, 7])
    table = johanson.table_of({"a over b": found})
    assert table.loc["a over b"].tolist() == pytest.approx([5, 50, 2, 8])


def test_when_a_level_is_reached():
    falling = pd.concat([curve("a", [(1, 4.0), (100, 1.0)]), curve("a", [(1, 4.0), (100, 3.0)], seed=1)])
    assert johanson.reach_level(falling, 2.0) == pytest.approx([10])
    assert johanson.reach_level(falling, 5.0) == pytest.approx([1, 1])
    rising = curve("a", [(1, -4.0), (100, 0.0)])
    assert johanson.reach_level(rising, -2.0, falling=False) == pytest.approx([10])
    assert johanson.quotients([1, 2], [4, 8]) == (1 / 8, 1 / 2)


def test_means_are_over_the_marks_that_all_seeds_share():
    table = pd.concat([curve("a", [(1, 4.0), (3, 1.0), (9, 0.5)]), curve("a", [(2, 2.0), (5, 3.0)], seed=1)])
    found = johanson.means(table)
    x, y = found["curves"]["a"]
    assert x.tolist() == [1.5, 4]
    assert y.tolist() == [3, 2]
    assert [side.tolist() for side in found["bands"]["a"]] == [[2, 1], [4, 3]]


def test_a_bound_counts_where_it_could_fail():
    kuhn = cfrlib.games.kuhn()
    facts = johanson.theorem_1({"Kuhn": kuhn})
    assert facts["T, p = 1"].tolist() == [216, 108]
    table = pd.DataFrame({"game": "Kuhn", "iterations": [50, 150, 216], "regret_0": 4.0, "regret_1": 0.0})
    assert johanson.over_the_bound(table, {"Kuhn": kuhn}) == pytest.approx([1, 0, 0])
