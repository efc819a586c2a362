"""What the replications need of their sources, against what is known otherwise."""

from itertools import islice
from math import comb
from types import SimpleNamespace

import ai_poker_tutorial as tutorial
import comparing
import dominance
import johanson_2012 as johanson
import leduc_hands
import meyer_2021
import meyer_sizes
import ni_lamb
import numpy as np
import pandas as pd
import public_chance_exactly as exactly
import pytest
import zinkevich_2007 as zinkevich
from claims import claims, printed
from random_games import random_profile

import cfrlib
from cfrlib.lessons.holdem_in_two_rounds import texas_sizes
from cfrlib.playing.record import Round
from cfrlib.runs import code_of, store
from cfrlib.sampling import robust
from cfrlib.textbook import CFR
from cfrlib.textbook.deals import Deals
from cfrlib.textbook.family import Walk
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import CHANCE, unroll

pytestmark = pytest.mark.slow

mixed_leduc = code_of("mixed_leduc")
no_limit_states = code_of("no_limit_states")


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
    table = tutorial.side_by_side(first, CFR(deal, updates="simultaneous").steps())
    assert set(table.verdict) == {"holds", "unfinished"}


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
    found = [comparing.median_interval(rng.exponential(size=25)) for _ in range(2000)]
    assert 0.95 < np.mean([low <= np.log(2) <= high for low, high in found]) < 0.985
    assert comparing.median_interval([3, 1, 2]) == (1, 3)


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
    low, high = comparing.ratio_interval(3 * a, b)
    assert low < 3 < high < 1.6 * low
    assert comparing.ratio_interval([2.0, 2.01], [1.0, 1.001]) == pytest.approx((2, 2), rel=0.1)


def test_mirror_prox_halves_its_error_with_twice_the_steps_and_restarts_do_better():
    walk = Walk(cfrlib.games.kuhn())
    gaps = {}
    for factor in (0, 0.5):
        profiles = list(islice(tutorial.mirror_prox(walk, 8, factor), 200))
        gaps[factor] = [walk.exploitability(profiles[t - 1]) for t in (100, 200)]
    assert gaps[0][0] / gaps[0][1] == pytest.approx(2, abs=0.2)
    assert gaps[0.5][1] < 1e-10 < gaps[0][1]


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


def test_deal_values_average_to_the_value():
    game = cfrlib.games.leduc(suits_matter=False, bets="doubling", raises=1)
    value, profile = cfrlib.equilibrium(game)
    values, chances = leduc_hands.deal_values(game, profile)
    assert chances.sum() == pytest.approx(1)
    assert values @ chances == pytest.approx(value, abs=1e-9)


def test_points_of_the_reports_figures():
    run = pd.DataFrame({"iterations": [10_000, 1, 100, 20_000, 15_000], "average_utility": 0.0})
    assert ni_lamb.on_the_grid(run).iterations.tolist() == [1, 10_000, 20_000]


# -- Meyer -----------------------------------------------------------------------------


def test_classes_of_hands_are_the_known_ones():
    found = meyer_sizes.classes()
    assert found[0] == 169
    assert found == sorted(found)
    for renamed, all_deals in zip(found, (1326, 1326 * 19600, 1326 * 19600 * 47, 1326 * 19600 * 47 * 46), strict=True):
        assert all_deals / 24 < renamed < all_deals


def test_actions_of_a_tiny_no_limit_game():
    """Stacks of one blind: the small blind folds or calls, and all else is checked; then no actions are left."""
    deals = np.ones(4)
    assert no_limit_states._decisions(2, 2, deals) == 2
    assert meyer_sizes._actions(2, 2, deals) == 2 + 1
    ratio = meyer_sizes._actions(50, 2, deals) / no_limit_states._decisions(50, 2, deals)
    assert 2 < ratio < 4


def test_a_full_tree_has_one_information_set_for_each_decision():
    tree = meyer_sizes.full_tree(3, 2)
    assert (tree.num_histories, tree.num_infosets) == (13, 4)


@pytest.mark.parametrize("b, d", [(3, 4), (2, 5)])
def test_levels_are_those_of_counted_walks(b, d):
    walks = {("all", "all"): "vanilla", ("all", "one"): "es", ("one", "one"): "os", (2, "one"): robust(2)}
    for (own, other), sampling in walks.items():
        for player in (0, 1):
            assert meyer_sizes.nodes(b, d, own, other, first=player) == meyer_sizes.decisions(b, d, sampling, player)


def test_powers():
    assert meyer_sizes.power([2, 4, 8], [5, 20, 80]) == pytest.approx(2)
    assert meyer_sizes.power([2**10, 2**20], [2**2000, 2**2010]) == pytest.approx(1, abs=0.1)


def test_the_cost_of_a_mix_is_the_sum_over_its_coin():
    mix, outcome = meyer_sizes.mixed_cost(3, 4, 100, 8)
    coin = 2.0 ** (-np.arange(1, 101) / 8)
    walks = meyer_sizes.nodes(3, 4, first=0) + meyer_sizes.nodes(3, 4, first=1)
    assert outcome == 100 * 2 * 4
    assert mix == pytest.approx((coin * walks + (1 - coin) * 8).sum())
    assert meyer_2021.share(lambda i: 2.0 ** (-i / 8), 100) == pytest.approx(coin.mean())


def test_exploitability_as_defined():
    game = cfrlib.games.kuhn()
    profile = cfrlib.Profile.uniform(unroll(game))
    best = cfrlib.best_response_values(game, profile)
    assert meyer_2021.defined_exploitability(-1 / 18, best) == pytest.approx(cfrlib.exploitability(game, profile))


def test_averages_of_matched_regrets():
    """Each round anew, one game at a time, by the rules as they are said; all take the same random numbers."""
    rounds, seeds, rng = 40, 3, np.random.default_rng(0)
    draws = np.array([rng.random((seeds, 2)) for _ in range(rounds)])
    wins = {("R", "S"), ("S", "P"), ("P", "R")}
    found = meyer_2021.averages(rounds, seeds)
    for seed in range(seeds):
        regrets, sums = [dict.fromkeys("RPS", 0) for _ in "12"], [dict.fromkeys("RPS", 0.0) for _ in "12"]
        for now in draws[:, seed]:
            taken = []
            for regret, played, u in zip(regrets, sums, now, strict=True):
                positive = {a: max(r, 0) for a, r in regret.items()}
                total = sum(positive.values())
                sigma = {a: p / total if total else 1 / 3 for a, p in positive.items()}
                for a in "RPS":
                    played[a] += sigma[a]
                taken.append("R" if u <= sigma["R"] else "P" if u <= sigma["R"] + sigma["P"] else "S")
            for me, regret in enumerate(regrets):
                mine, other = taken[me], taken[1 - me]
                for a in "RPS":
                    would, did = (((x, other) in wins) - ((other, x) in wins) for x in (a, mine))
                    regret[a] += would - did
        assert found[seed] == pytest.approx(np.array([list(played.values()) for played in sums]) / rounds)
    assert abs(meyer_2021.averages(2**12, 3) - 1 / 3).max() < 0.06


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
    assert meyer_sizes.shape(game) == meyer_sizes.tree_shape(unroll(game))
    assert len(meyer_2021.names(game)) == 5


def test_single_actions_by_round():
    tree = unroll(cfrlib.games.leduc(suits_matter=False))
    visited, single = np.zeros(tree.num_infosets, int), np.zeros(tree.num_infosets, int)
    for node in tree.nodes:
        if node.player in (0, 1):
            dealt, above = 0, node
            while above.parent >= 0:
                above = tree.nodes[above.parent]
                dealt += above.player == CHANCE
            visited[node.infoset], single[node.infoset] = (4, 1) if dealt == 2 else (10, 7)
    walker = SimpleNamespace(tree=tree, visited=visited, single=single)
    assert meyer_2021.single_by_round(walker) == pytest.approx([1 / 4, 7 / 10])


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_a_ship_is_found_and_sunk(n):
    """Every ship is shot at, a shot at a time."""
    found, sunk = [], []
    for ship in [{(k, c) for c in range(n)} for k in range(n)] + [{(r, k) for r in range(n)} for k in range(n)]:
        k = next(k for k in range(n) if (k, k) in ship)
        shots = [(d, d) for d in range(k + 1)]
        found.append(len(shots))
        row, column = ([at for at in cells if at != (k, k)] for cells in
                       ([(k, c) for c in range(n)], [(r, k) for r in range(n)]))  # fmt: skip
        while not ship <= set(shots):
            shots.append(row.pop(0) if row else column.pop(0))
            if shots[-1] not in ship:
                row = []
        sunk.append(len(shots))
    assert meyer_2021.battleship(n) == (max(found), max(sunk))


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


def test_a_scheme_over_vanilla():
    kuhn = cfrlib.games.kuhn()
    assert meyer_2021.over_vanilla(kuhn, "vanilla", 16, 64, seeds=1) == pytest.approx((1, 1))
    ends = []
    for seed in range(3):
        solver = cfrlib.CFR(kuhn, "es", seed=seed)
        solver.run(16)
        early = solver.exploitability()
        solver.run(500 - 16)
        ends.append((early, solver.exploitability(), solver.histories_touched))
    early, late, nodes = np.median(ends, axis=0)
    full, gap = cfrlib.CFR(kuhn), {}
    for iterations in range(1, 129):
        full.run(1)
        gap[iterations] = full.exploitability()
    times = nodes * 128 / full.histories_touched  # in iterations of vanilla CFR
    low = 2 ** int(np.log2(times))
    part = np.log2(times / low)
    assert 1 < times < 128
    there = gap[low] ** (1 - part) * gap[2 * low] ** part
    assert meyer_2021.over_vanilla(kuhn, "es", 16, 500, seeds=3) == pytest.approx((early / gap[16], late / there))


def test_runs_after_equal_iterations():
    run = pd.DataFrame({"seed": 0, "iterations": [10, 1000], "nodes": [7, 8], "exploitability": [4.0, 1.0]})
    table = pd.concat([
        run.assign(scheme="external", exploration=0.0, average="opponent"),
        run.assign(scheme="outcome", exploration=0.6, average="custom", exploitability=[9.0, 1.0]),
        run.assign(scheme="outcome", exploration=0.6, average="custom", exploitability=[8.0, 2.0], seed=1),
        run.assign(scheme="outcome", exploration=0.6, average="opponent"),
        run.assign(scheme="outcome", exploration=0.0, average="custom"),
    ])  # fmt: skip
    assert meyer_2021.after(table, "outcome", 100, 0.6, "custom") == pytest.approx([3, 4])
    assert meyer_2021.after(table, "external", 100, 0.6, "custom") == pytest.approx([2])


def test_ratio_of_ratios():
    pairs = [[x, x] for x in (6.0, 1, 4, 2)]
    assert comparing.contrast(*pairs) == pytest.approx((3, 3))
    wide = [np.exp(-1), np.exp(1)]  # its mean logarithm is 0, with a standard error of 1
    for k in range(4):
        low, high = comparing.contrast(*[wide if k == place else [1.0, 1] for place in range(4)])
        assert (np.log(low), np.log(high)) == pytest.approx((-1.96, 1.96), abs=1e-3)
    both = comparing.contrast(wide, [1.0, 1], wide, [1.0, 1], level=0.6827)
    assert np.log(both) == pytest.approx([-(2**0.5), 2**0.5], abs=1e-3)


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


def test_average_regrets_against_best_responses():
    """By hand. The matrix is symmetric, so both players have the same numbers; columns 0 and 2 are the responses."""
    game = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    found = zinkevich.regrets(game, [1, 2], against="best response")
    assert found.index.tolist() == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for player in (1, 2):
        assert found.regret[:, player].tolist() == pytest.approx([4 / 3, 41 / 30])
        assert found["sum"][:, player].tolist() == pytest.approx([4 / 3, 41 / 30])
        assert found.bound[:, player].tolist() == pytest.approx([4 * 3**0.5, 4 * 1.5**0.5])
        assert found["at sets"][2, player] == pytest.approx(41 / 15 / (4 * 6**0.5))
        assert found.gain[:, player].tolist() == pytest.approx([4 / 3, 1 - 1 / 10])
    kuhn = zinkevich.regrets(cfrlib.games.kuhn(), [1], against="best response").loc[1, 1]
    assert kuhn.regret == pytest.approx(1 / 3 + 5 / 12)  # against whoever bets after each pass and folds only the jack
    assert kuhn["sum"] == pytest.approx((2 + 6 + 0 + 2 + 1 + 2) / 12)  # K, K pb, Q, Q pb, J, J pb


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


def test_decisions_are_counted_for_deals():
    """Without raises, two decisions a round for each deal."""
    found = zinkevich.sizes([1, 2], raises=(0, 0, 0, 0)).decisions
    assert found[1] == found["one sequence"] == 4 * 2
    assert found[2] == 2 * (2**2 + 4**2 + 8**2 + 16**2)
    hands, flops = comb(52, 2) * comb(50, 2), comb(48, 3)
    assert found["all cards"] == 2 * hands * (1 + flops + flops * 45 + flops * 45 * 44)
    assert 3.1615e17 < zinkevich.sizes([]).decisions["all cards"] < 3.1625e17  # Johanson 2013: 3.162e17


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


def test_the_first_is_what_others_are_over():
    x = np.array([1.0, 100])
    runs = {"b": [(x, x, 8 / x)], "a": [(x, np.array([0.1, 10]), np.array([9.0, 2]))], 5: [(x, 10 * x, 4 / x)]}
    assert zinkevich.over_the_first(runs, 1.0) == {"a": pytest.approx([2.5]), 5: pytest.approx([5])}


def test_iterations_of_a_budget():
    every = {row.id: row for row in claims()}
    figure = printed("zinkevich_figure_1a").set_index("abstraction")
    for name, buckets in zip("efgh", figure.index, strict=True):
        claim = every[f"Z4{name}"]
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


def test_all_players_have_an_average():
    theirs = zinkevich.table_1()
    players = theirs.index.tolist()
    means = pd.DataFrame([[10.0 * (b - a) for b, _ in enumerate(players)] for a, _ in enumerate(players)],
                         index=players, columns=players)  # fmt: skip
    shown = zinkevich.beside(means, means.abs() / 10, {name: name for name in players})
    last = (len(players) - 1) / 2  # counted with the 0 against itself
    assert shown.columns.tolist() == theirs.columns.tolist()
    for name, sign, mean in ((players[0], "+", 10 * last), (players[-1], "−", 10 * last)):
        assert shown.Average[name] == f"{sign}{mean:.1f} ({theirs.Average[name]:+d})".replace("-", "−")
    assert "Average" not in zinkevich.beside(means, means, {name: name for name in players[1:]})


# -- Johanson and others 2012 ------------------------------------------------------------

DICE = cfrlib.games.bluff((1, 1), faces=2, merged=False)


@pytest.mark.parametrize("row", exactly.ROWS)
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


def test_boards_that_a_pair_excludes():
    assert johanson.never_drawn(cfrlib.games.leduc(), ("Ks",)) == pytest.approx(2 / 6)
    assert johanson.never_drawn(DICE, ()) == pytest.approx(0)
    hold_em = cfrlib.games.holdem(deck=(4, 2))  # 8 cards, 4 of them in two hands
    board = next(hold_em.public_sequences(1))
    assert johanson.never_drawn(hold_em, board) == pytest.approx(1 - comb(4, 3) / comb(8, 3))


def test_updates_of_kuhn_by_hand():
    """Only a queen does not know who wins. Facing a bet, its regret of a call is 3/4 against the jack, -1/4 against
    the king, and that of a fold the opposite: (1 / 6)^2 for each of 2 sets and 2 actions. Before, they agree."""
    kuhn = cfrlib.games.kuhn()
    found = exactly.updates(kuhn, cfrlib.Profile.uniform(kuhn))
    assert found.variance.to_dict() == pytest.approx({"pcs": 0, "opcs": 4 / 36, "spcs": 0, "cs": 4 / 36})
    assert found.states.to_dict() == pytest.approx({"pcs": 2 * 9 * 3, "opcs": 2 * 9 * 3, "spcs": 2 * 9, "cs": 2 * 9})
    assert found.updated.to_dict() == pytest.approx({"pcs": 12, "opcs": 12 * 2 / 3, "spcs": 12 / 3, "cs": 12 / 3})
    assert (found.bias < 1e-15).all()


def updates_by_ends(game, profile, drawn):
    """Return the variance of `updates`, end by end: each that a walk may come to counts over the chance of that."""
    tree, ends, deals = unroll(game), [], {}
    for end in tree.terminals:
        path, dealt, chance, node = [], [], 1.0, end
        while node.parent >= 0:
            above, action = tree.nodes[node.parent], node.action
            if above.player == CHANCE:
                dealt.insert(0, action)
                chance *= above.probabilities[above.actions.index(action)]
            else:
                path.append((above.player, above.infoset, action))
            node = above
        ends.append((dealt, chance, end.payoff, path))
    for deal in {tuple(dealt) for dealt, *_ in ends if len(dealt) == 3}:
        pair = [game.outcomes(player).index(deal[player]) for player in (0, 1)]
        deals[deal] = game.weights(deal[2:])[*pair]
    total = 0.0
    for player in (0, 1):
        places = [{"own": player, "other": 1 - player, "board": 2}[what] for what in drawn]
        blocks = {}
        for deal, probability in deals.items():
            block = tuple(deal[place] for place in places)
            blocks[block] = blocks.get(block, 0.0) + probability
        made, squares, means = {}, {}, {}
        for block, probability in blocks.items():
            values = {}
            for dealt, chance, payoff, path in ends:
                fits = [all(place >= len(dealt) or dealt[place] == card for place, card in zip(places, of, strict=True))
                        for of in (block, *blocks)]  # fmt: skip
                if not fits[0]:
                    continue
                come = sum(p for p, fit in zip(blocks.values(), fits[1:], strict=True) if fit)
                reach = chance / come * (payoff if player == 0 else -payoff)
                sigma = [profile[tree.infosets[I].key][a] for _, I, a in path]
                reach *= np.prod([p for p, (who, *_) in zip(sigma, path, strict=True) if who != player])
                for k, (who, I, a) in enumerate(path):  # the last action first
                    if who == player:
                        later = np.prod([p for p, (who, *_) in zip(sigma[:k], path[:k], strict=True) if who == player])
                        row = values.setdefault(I, dict.fromkeys(tree.infosets[I].actions, 0.0))
                        row[a] += reach * later
            for I, row in values.items():
                made[I] = made.get(I, 0.0) + probability
                mean = sum(profile[tree.infosets[I].key][a] * v for a, v in row.items())
                for a, v in row.items():
                    means[I, a] = means.get((I, a), 0.0) + probability * (v - mean)
                    squares[I, a] = squares.get((I, a), 0.0) + probability * (v - mean) ** 2
        total += sum(made[I] ** 2 * (squares[I, a] / made[I] - (means[I, a] / made[I]) ** 2) for I, a in means)
    return total


def test_updates_with_a_board():
    game = cfrlib.games.leduc(ranks=4, suits=1, raises=1)
    profile = random_profile(game, 3)
    found = exactly.updates(game, profile)
    drawn = {"pcs": ["board"], "opcs": ["board", "other"], "spcs": ["board", "own"], "cs": ["board", "own", "other"]}
    assert (found.bias < 1e-12).all()
    for row, what in drawn.items():
        assert found.variance[row] == pytest.approx(updates_by_ends(game, profile, what)), row


def test_a_call_by_three_passes():
    reach = np.array([0.1, 0.2, 0.3])  # 1, 2, star; one more three is needed, or two
    assert johanson.called("1-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.1 - 0.5, -0.6, -0.6])
    assert johanson.called("2-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.6, -0.4, -0.4])


def test_y_is_at_most_1_with_printed_weights():
    leduc = cfrlib.games.leduc()
    found = exactly.largest_y(leduc, "spcs", exactly.pure_profile(leduc, 0))
    assert found["printed"] <= 1 + 1e-12 < found["drawn"] <= 1.44 + 1e-12
    kuhn = cfrlib.games.kuhn()
    uniform = exactly.largest_y(kuhn, "pcs", cfrlib.Profile.uniform(kuhn))
    assert uniform == pytest.approx({"printed": 1 / 3, "drawn": 1 / 3})  # 3 cards, a third each


@pytest.mark.parametrize("row", exactly.ROWS)
def test_weights_that_are_not_drawn(row):
    """Printed weights times the product of what was drawn are the joint weights, where there is no board."""
    kuhn = cfrlib.games.kuhn()
    for deal in Deals(kuhn, exactly.scheme(row)).all(0):
        weight = exactly._not_drawn(kuhn, deal, ())
        whole = kuhn.weights(())[np.ix_(*deal.carried)]
        assert ((weight > 0) == (whole > 0)).all()
        assert weight.sum() == pytest.approx(1) or row == "opcs"


def test_pure_profiles_take_one_action():
    found = exactly.pure_profile(cfrlib.games.kuhn(), 3)
    assert {tuple(sorted(row.values())) for _, row in found.items()} == {(0.0, 1.0)}


def test_sizes_of_hold_em():
    table = johanson.readings()
    assert table.loc["[2-1], raises over the blind", "all names of suits"] == cfrlib.games.holdem().num_infosets
    assert table.loc["[2-4], the blind is the first raise", "all names of suits"] == 90_076_792
    sets, entries = texas_sizes.texas_holdem()
    assert 3.19e14 < sets < 3.20e14 < entries


def curve(name, points, seed=0):
    return pd.DataFrame([{"curve": name, "seed": seed, "iterations": k, "cpu_seconds": x, "exploitability": y}
                         for k, (x, y) in enumerate(points)])  # fmt: skip


def test_curves_are_compared_at_equal_effort():
    one = pd.concat([curve("a", [(1, 8.0), (100, 8.0)]), curve("a", [(1, 4.0), (100, 4.0)], seed=1)])
    other = curve("b", [(0.5, 4.0), (50, 1.0)])
    found = comparing.compared(one, other)
    assert found.index[[0, -1]].tolist() == pytest.approx([5, 50])
    assert found.iloc[-1].tolist() == pytest.approx([4, 8])
    assert found.iloc[0].tolist() == pytest.approx([2, 4])  # in the middle, on logarithmic axes
    less = comparing.compared(one, other, ratio=False, start=1)
    assert less.index[0] == pytest.approx(1)
    assert less.iloc[-1].tolist() == pytest.approx([3, 7])
    table = comparing.table_of({"a over b": found})
    assert table.loc["a over b"].tolist() == pytest.approx([5, 50, 2, 8])


def test_when_a_level_is_reached():
    falling = pd.concat([curve("a", [(1, 4.0), (100, 1.0)]), curve("a", [(1, 4.0), (100, 3.0)], seed=1)])
    assert comparing.reach_level(falling, 2.0) == pytest.approx([10])
    assert comparing.reach_level(falling, 5.0) == pytest.approx([1, 1])
    rising = curve("a", [(1, -4.0), (100, 0.0)])
    assert comparing.reach_level(rising, -2.0, falling=False) == pytest.approx([10])
    assert comparing.quotients([1, 2], [4, 8]) == (1 / 8, 1 / 2)


def test_how_much_sooner():
    """The worse seed of a ends at 4; there a is after 10 and 100, b after 0.1."""
    one = pd.concat([curve("a", [(1, 8.0), (100, 2.0)]), curve("a", [(1, 8.0), (100, 4.0)], seed=1)])
    other = curve("b", [(0.01, 16.0), (1, 1.0)])
    assert comparing.sooner(one, other) == pytest.approx((100, 1000))
    never = pd.concat([other, curve("b", [(0.01, 16.0), (1, 8.0)], seed=1)])
    assert comparing.sooner(one, never) == pytest.approx((0, 1000))


def test_means_are_over_the_marks_that_all_seeds_share():
    table = pd.concat([curve("a", [(1, 4.0), (3, 1.0), (9, 0.5)]), curve("a", [(2, 2.0), (5, 3.0)], seed=1)])
    found = comparing.means(table)
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
