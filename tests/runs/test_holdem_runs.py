"""The stored runs of two-round hold'em: what they say of the paper's order, with confidence, and that they can be made
again."""

import numpy as np
import pandas as pd
import pytest

from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem
from cfrlib.runs import code_of, find, store

pytestmark = pytest.mark.slow

two_rounds = code_of("two_rounds")

PAPER = two_rounds.PAPER


@pytest.fixture(scope="module")
def small():
    return store.load("holdem_2_1")[0]


@pytest.fixture(scope="module")
def large():
    return store.load("holdem_2_4")[0]


def order(table, effort, x="cpu_seconds", names=PAPER):
    """Return the curves from best to worst, and whether no two confidence intervals overlap."""
    found = two_rounds.ranking(table, names, effort, x)
    assert len(found) == len(names)
    return list(found.index), bool((found["high"].to_numpy()[:-1] < found["low"].to_numpy()[1:]).all())


def test_five_seeds_of_the_papers_schemes(small, large):
    for table in (small, large):
        for name in PAPER:
            assert table[table["curve"] == name]["seed"].nunique() == 5
    assert set(two_rounds.CURVES) == set(small["curve"])


@pytest.mark.parametrize("seconds", [10, 45])
def test_by_time_opcs_is_ahead_of_cs(small, seconds):
    """Fig. 2a has PCS, CS, then SPCS and OPCS: two of these hold, and OPCS comes out second here."""
    assert order(small, seconds) == (["PCS", "OPCS", "CS", "SPCS"], True)


def test_by_nodes_the_order_of_three_is_the_papers(small):
    assert order(small, 9e8, "nodes_touched", ("PCS", "CS", "OPCS")) == (["PCS", "CS", "OPCS"], True)
    assert order(small, 7e7, "nodes_touched", ("CS", "SPCS")) == (["SPCS", "CS"], True)


def test_at_equal_work_the_order_is_the_papers(small):
    assert order(two_rounds.carried(small), 1.8e9, "numbers_carried") == (["PCS", "CS", "OPCS", "SPCS"], True)


def test_numbers_carried_count_the_hands_of_both_players():
    """10 public states before the flop and 27 on it, in all lanes; 1,326 hands and 1,176; two walks."""
    table = pd.DataFrame({"curve": ["PCS", "CS", "OPCS", "SPCS", "ES"], "seed": 0, "iterations": 10, "cpu_seconds": 1.0,
                          "histories_touched": 0, "seconds": 1.0,
                          "nodes_touched": [900_240, 740, 900_240, 740, 300]})  # fmt: skip
    assert 2 * (10 * 1326 + 27 * 1176) == 90_024
    both = 10 * (90_024 + 74)
    assert two_rounds.carried(table)["numbers_carried"].round(6).tolist() == [1_800_480, 1480, both, both, 600]


def test_by_iterations_those_that_update_more_are_ahead(small):
    assert order(small, 250_000, "iterations", ("PCS", "OPCS", "CS")) == (["PCS", "OPCS", "CS"], True)
    assert order(small, 1_000_000, "iterations", ("CS", "SPCS")) == (["SPCS", "CS"], True)


def test_the_larger_game_begins_in_the_same_order(large):
    assert order(large, 55, names=("PCS", "OPCS", "CS")) == (["PCS", "OPCS", "CS"], True)
    assert order(large, 55, names=("PCS", "OPCS", "SPCS")) == (["PCS", "OPCS", "SPCS"], True)


def test_without_draws_is_better_than_with_them(small):
    """With the same rules, after 24 seconds: replacement, strata, epochs, none; from the worst to the best."""
    for names in (("PCS", "strata", "epochs"), ("PCS, RM+", "strata, RM+", "epochs, RM+", "all flops, CFR+"),
                  ("PCS, DCFR", "epochs, DCFR", "all flops, DCFR")):  # fmt: skip
        gaps = [two_rounds.at(small, [name], 24)[name] for name in names]
        assert all(min(worse) > max(better) for worse, better in zip(gaps, gaps[1:], strict=False))
    assert 0 < two_rounds.overtakes(small, "all flops, DCFR", "PCS") < 3


def test_targets_of_time(small, large):
    """Processor seconds to an exploitability."""
    found = two_rounds.reached(small, (20, 5, 1))
    assert found.loc["PCS", "20"] < 90
    assert found.loc["all flops, CFR+", "1"] < 70
    found = two_rounds.reached(large, (125, 90))
    assert found.loc["PCS", "125"] < 160
    assert found.loc["epochs, RM+", "90"] < 55


@pytest.mark.parametrize("name", ["holdem_2_1", "holdem_2_4"])
def test_a_task_gives_the_same_numbers_again(name):
    experiment = find(name)
    tasks = experiment.tasks("quick")
    assert len({(task["curve"], task["seed"]) for task in tasks}) == len(tasks)
    for task in (tasks[0], tasks[-1], next(t for t in tasks if t["curve"].startswith("epochs"))):
        one, other = (experiment.run_task(task, None) for _ in range(2))
        clocks = ["seconds", "cpu_seconds"]
        pd.testing.assert_frame_equal(one.drop(columns=clocks), other.drop(columns=clocks))
        assert (one[clocks].diff().dropna() > 0).all(axis=None)


def test_averages_are_read_where_epochs_end():
    game = holdem(deck=(5, 2))
    flops = len(layout_of(game).flops.weight)
    for curve in ("epochs, DCFR", "strata"):
        marks = two_rounds.marks(game, curve, 40)
        assert marks[-1] == 40 * flops
        assert all(mark % flops == 0 for mark in marks)
    assert two_rounds.marks(game, "CS", 9000)[0] == 9000 / two_rounds.SPAN


def made_up():
    """Two curves of three seeds: a falls like 10 / t, b like 8 / t², three seconds late."""
    rows = []
    for seed in range(3):
        for t in (1, 2, 4, 8):
            shape = {"seed": seed, "iterations": 10 * t, "nodes_touched": 5 * t}
            rows.append({"curve": "a", **shape, "cpu_seconds": t, "exploitability": (9 + seed) / t})
            rows.append({"curve": "b", **shape, "cpu_seconds": t + 3, "exploitability": 8 / t**2})
    return pd.DataFrame(rows)


def test_reading_curves():
    table = made_up()
    assert np.allclose(two_rounds.at(table, ["a"], 2.0)["a"], [4.5, 5, 5.5])
    assert np.allclose(two_rounds.at(table, ["a"], 2**0.5)["a"], np.array([9, 10, 11]) / 2**0.5)
    assert np.isnan(two_rounds.at(table, ["a"], 9)["a"]).all()
    found = two_rounds.reached(table, (5, 1, 0.5))
    assert found.loc["a"].tolist()[:1] == [2]
    assert found.loc["b"].tolist() == [5, 7, 7]
    assert found.loc["a"].isna().tolist() == [False, True, True]
    rank = two_rounds.ranking(table, ["a", "b"], 7)
    assert list(rank.index) == ["b", "a"]
    assert (rank["low"] <= rank["mean"]).all()
    assert (rank["mean"] <= rank["high"]).all()
    late = two_rounds.overtakes(table, "b", "a")
    assert 4 < late < 5.5
    assert np.isnan(two_rounds.overtakes(table, "a", "b"))
