"""The runs for Ni and Lamb compute what they say."""

import numpy as np
import pandas as pd
import pytest

import cfrlib
from cfrlib.games import leduc
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.runs import find

pytestmark = pytest.mark.slow

cfr_plus_time = find("cfr_plus_time")
kuhn_longer = find("kuhn_longer")
kuhn_oscillation = find("kuhn_oscillation")
leduc_average_utility = find("leduc_average_utility")
leduc_baselines = find("leduc_baselines")
leduc_house_rules = find("leduc_house_rules")
average_utility = find("leduc_average_utility").average_utility
betting_tree = find("leduc_average_utility").betting_tree


def test_sampled_average_utility_tends_to_the_value():
    game = leduc(suits_matter=False, bets="doubling", raises=1)
    means = [average_utility(game, [300_000], seed)[0] for seed in range(4)]
    assert np.mean(means) == pytest.approx(-2 / 65, abs=0.01)
    assert len(set(means)) == 4


def test_stated_rules_have_the_points_of_the_figures():
    task = {"rules": "with re-raise", "seed": 1, "iterations": 25_000}
    right, wrong = (leduc_average_utility.run_task({**task, "mistake": m}) for m in ("none", "regrets not weighted"))
    assert {1, 10_000, 20_000} <= set(right.iterations)
    assert right.iterations.is_monotonic_increasing
    assert len(right) == len(wrong) + 3
    assert len(leduc_average_utility.tasks("paper")) == 40


def test_longer_runs_of_kuhn_begin_like_the_shorter_ones():
    table = kuhn_longer.run_task({"method": "one deal", "seed": 1, "iterations": 60_000})
    assert table.iterations.tolist() == [1000, 2000, 5000, 10_000, 20_000, 40_000, 60_000]
    assert table.average_utility[3] == kuhn_oscillation.average_utility([10_000], sampled=True, seed=1)[0]
    assert kuhn_longer.distances(table).loc[("one deal", 1), 10_000] == abs(table.average_utility[3] + 1 / 18)


def test_a_hidden_card_is_in_no_information_set():
    seen, hidden = (betting_tree(house_rules(board=board))[4] for board in ("seen", "hidden"))
    assert len(np.unique(hidden)) < len(np.unique(seen))
    assert (hidden == hidden[:, :, :1]).all()


def test_wrong_weights_are_refused():
    with pytest.raises(ValueError, match="weights='all'"):
        average_utility(leduc(), [10], weights="all")


def test_single_changes_are_solved_for_both_rule_sets():
    tables = [leduc_house_rules.run_task(task) for task in leduc_house_rules.tasks("quick")]
    table = pd.concat(tables, ignore_index=True)
    assert len(table) == 1 + sum(map(len, leduc_house_rules.CHANGES.values()))
    assert table.loc[0, "without"] == pytest.approx(-2 / 65, abs=1e-9)
    assert table.loc[0, "with"] == pytest.approx(cfrlib.equilibrium(leduc())[0], abs=1e-9)
    one_more = table[table.change_1 == "one more raise in round 1"]
    assert one_more["without"].item() == pytest.approx(-0.043614, abs=1e-6)


def test_both_codes_are_timed(monkeypatch):
    monkeypatch.setattr(cfr_plus_time.code, "ITERATIONS", {"textbook": 2, "engine": 500})
    table = pd.concat([cfr_plus_time.run_task(task) for task in cfr_plus_time.tasks("quick")])
    assert len(table) == 10
    assert (table["ratio"] > 0).all()


def test_what_a_baseline_leaves_is_a_quotient_of_medians():
    table = leduc_baselines.race(cfrlib.games.kuhn(), points=(64, 256), seeds=3)
    last = table[table.iterations == 256]
    medians = [last[last.baseline == kind].exploitability.median() for kind in leduc_baselines.BASELINES]
    left = leduc_baselines.left_over(table, start=100)
    assert left.to_dict() == {256: medians[1] / medians[0]}
    assert len(leduc_baselines.left_over(table)) == 2
