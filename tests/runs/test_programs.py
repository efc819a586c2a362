"""Runs on Kuhn and Leduc poker that have programs of their own, against the textbook, the engine and walks by hand."""

from math import comb

import numpy as np
import pytest

import cfrlib
from cfrlib.games import leduc
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.runs import find
from cfrlib.textbook import CFR

pytestmark = pytest.mark.slow

kuhn_longer = find("kuhn_longer")
kuhn_oscillation = find("kuhn_oscillation")
leduc_average_utility = find("leduc_average_utility")
leduc_house_rules = find("leduc_house_rules")
no_limit_bugs = find("no_limit_bugs")
no_limit_states = find("no_limit_states")


def test_the_average_utility_of_all_deals_is_the_textbooks():
    """The mean of the values that the strategies of each iteration have, with simultaneous updates."""
    tree, values = cfrlib.tree.unroll(cfrlib.games.kuhn()), []
    cfr = CFR(tree, updates="simultaneous")
    for _ in range(30):
        values.append(cfrlib.expected_value(tree, cfr.current_strategy()))
        cfr.run(1)
    expected = np.cumsum(values) / np.arange(1, 31)
    assert np.allclose(kuhn_oscillation.average_utility(np.arange(1, 31), sampled=False), expected, atol=1e-9)


def test_one_deal_an_iteration_tends_to_the_value_of_the_game():
    means = [kuhn_oscillation.average_utility([50_000], sampled=True, seed=s)[0] for s in range(3)]
    assert np.allclose(means, -1 / 18, atol=5 / np.sqrt(50_000))
    assert len(set(means)) == 3
    game = leduc(suits_matter=False, bets="doubling", raises=1)
    means = [leduc_average_utility.average_utility(game, [100_000], seed)[0] for seed in range(4)]
    assert np.mean(means) == pytest.approx(-2 / 65, abs=0.01)
    assert len(set(means)) == 4


def test_a_run_of_its_own_is_a_run_with_a_seed_of_its_own():
    tasks = kuhn_oscillation.tasks("paper")
    alone = [task for task in tasks if task["method"] == "new run"]
    assert [task["iterations"] for task in alone] == [1, *range(10_000, 5_000_001, 10_000)]
    assert len({task["seed"] for task in tasks if task["method"] != "all deals"}) == len(tasks) - 1
    point = kuhn_oscillation.run_task(alone[1])
    mean = kuhn_oscillation.average_utility([10_000], sampled=True, seed=alone[1]["seed"])[0]
    assert point[["iterations", "average_utility"]].to_numpy().tolist() == [[10_000, mean]]


def test_longer_runs_of_kuhn_begin_like_the_shorter_ones():
    table = kuhn_longer.run_task({"method": "one deal", "seed": 1, "iterations": 60_000})
    assert table.iterations.tolist() == [1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000]
    assert table.average_utility[3] == kuhn_oscillation.average_utility([10_000], sampled=True, seed=1)[0]
    assert kuhn_longer.distances(table).loc[("one deal", 1), 10_000] == abs(table.average_utility[3] + 1 / 18)


def test_stated_rules_have_the_points_of_the_figures():
    task = {"rules": "with re-raise", "seed": 1, "iterations": 25_000}
    right, wrong = (leduc_average_utility.run_task({**task, "mistake": m}) for m in ("none", "regrets not weighted"))
    assert {1, 10_000, 20_000} <= set(right.iterations)
    assert right.iterations.is_monotonic_increasing
    assert len(right) == len(wrong) + 3
    with pytest.raises(ValueError, match="weights='all'"):
        leduc_average_utility.average_utility(leduc(), [10], weights="all")


def test_a_hidden_card_is_in_no_information_set():
    shown, hidden = (leduc_average_utility.betting_tree(house_rules(board=board))[4] for board in ("seen", "hidden"))
    assert len(np.unique(hidden)) < len(np.unique(shown))
    assert (hidden == hidden[:, :, :1]).all()


def test_changes_are_solved_for_both_rule_sets():
    (table,) = (leduc_house_rules.run_task(task) for task in leduc_house_rules.tasks("quick")[:1])
    assert table.loc[0, "without"] == pytest.approx(-2 / 65, abs=1e-9)
    assert table.loc[0, "with"] == pytest.approx(cfrlib.equilibrium(leduc())[0], abs=1e-9)
    one_more = cfrlib.equilibrium(leduc_house_rules.changed("without", more=(1, 0)))[0]
    assert one_more == pytest.approx(-0.043614, abs=1e-6)


def test_the_repaired_program_is_external_sampling():
    game = cfrlib.games.leduc_no_limit(stack=4)
    repaired = [cfrlib.exploitability(game, no_limit_bugs.learn(game, (), [20_000], seed)[0]) for seed in range(4)]
    engine = [cfrlib.CFR(game, "es", seed=seed) for seed in range(4)]
    for solver in engine:
        solver.run(20_000)
    assert np.mean(repaired) == pytest.approx(np.mean([s.exploitability() for s in engine]), rel=0.3)


@pytest.mark.parametrize("bug", no_limit_bugs.BUGS)
def test_each_bug_alone_does_harm(bug):
    game = cfrlib.games.leduc_no_limit(stack=4)
    right, wrong = (no_limit_bugs.learn(game, bugs, [50_000])[0] for bugs in ((), (bug,)))
    assert cfrlib.exploitability(game, wrong) > 1.5 * cfrlib.exploitability(game, right)


def walked(stack, blind, factors):
    """Count decisions one by one: `paid` by both, who acts, the last raise, whether one more check ends the round."""

    def decide(r, deals, paid, player, smallest, last):
        own, other = paid[player], paid[1 - player]
        total, call = deals, other - own
        if call == 0 or last:  # a check, or a call, that ends the round or hands over
            after = (other, other)
            total += next_round(r, deals, after) if last else decide(r, deals, after, 1 - player, smallest, True)
        for amount in range(1, stack - other + 1):
            if amount >= smallest or amount == stack - other:
                after = [other, other]
                after[player] = other + amount
                total += decide(r, deals, tuple(after), 1 - player, max(amount, smallest), True)
        return total

    def next_round(r, deals, paid):
        if r + 1 == len(factors) or paid[0] == stack:
            return 0
        return decide(r + 1, deals * factors[r + 1], paid, 0, blind, False)

    # before the flop the small blind, player 0 here, calls or raises, and the big blind may check
    first = decide(0, factors[0], (blind // 2, blind), 0, blind, True) - next_round(0, factors[0], (blind, blind))
    return first + decide(0, factors[0], (blind, blind), 1, blind, True)


@pytest.mark.parametrize("stack, blind, factors", [(4, 2, (3, 5)), (7, 2, (1, 2, 3)), (6, 2, (1, 1, 1, 1))])
def test_counting_back_equals_walking_through(stack, blind, factors):
    assert no_limit_states.decisions(stack, blind, factors) == walked(stack, blind, factors)


def test_the_size_that_is_quoted_for_the_game_of_the_first_competitions():
    """7.16e75 states, in the thesis of Meyer: 500 big blinds of two chips."""
    row = no_limit_states.run_task({"chips": 1000, "blind": 2}).iloc[0]
    assert f"{row.states:.2e}" == "7.16e+75"
    assert row.states / row.information_sets == pytest.approx(comb(45, 2), rel=0.01)  # hands behind a river, nearly all
