"""The stored run of sampling by place: the fast solver's race, the readable sampler's counts."""

import pytest

from cfrlib.engine import CFR
from cfrlib.games import leduc
from cfrlib.runs import code_of
from cfrlib.sampling import ByPlace, after, visits

pytestmark = pytest.mark.slow

RULES = code_of("sampling_by_place").RULES
curves = code_of("sampling_by_place").curves
run_task = code_of("sampling_by_place").run_task
tasks = code_of("sampling_by_place").tasks


@pytest.mark.parametrize("rule, confident", [("100 visits", visits(100)), ("after half of the run", after(40))])
def test_the_race_is_the_fast_solvers(rule, confident):
    table = run_task({"rule": rule, "seed": 1, "iterations": 80, "counted": False}, None)
    solver = CFR(leduc(), ByPlace(confident), seed=1)
    solver.run(80)
    assert table.nodes.iloc[-1] == solver.nodes_touched
    assert table.exploitability.iloc[-1] == solver.exploitability()
    assert table[["single", "never_single"]].isna().all(axis=None)


def test_single_actions_are_counted():
    none, some = (
        run_task({"rule": rule, "seed": 1, "iterations": 80, "counted": True}, None)
        for rule in ("100 visits", "half-life 8")
    )
    assert none.single.iloc[-1] == 0  # nothing is visited more than 80 times
    assert none.never_single.iloc[-1] == 1
    assert 0 < some.single.iloc[-1] < 1
    assert 0 < some.never_single.iloc[-1] < 1
    assert none.single[:-1].isna().all()


def test_there_is_a_task_for_each_rule_and_seed():
    paper = tasks("paper")
    assert len(paper) == len(RULES) * 20
    assert sum(task["counted"] for task in paper) == len(RULES) * 5


def test_curves_are_by_rule():
    table = run_task({"rule": "half-life 8", "seed": 0, "iterations": 256, "counted": False}, None)
    ((x, y),) = curves(table)["half-life 8"]
    assert x[-1] == pytest.approx(table.nodes.iloc[-1])
    assert y[-1] == pytest.approx(table.exploitability.iloc[-1])
