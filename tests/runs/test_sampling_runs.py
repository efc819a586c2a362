"""The stored runs of notebook 09: small ones are made again."""

import numpy as np
import pytest

import cfrlib
from cfrlib.runs import find

pytestmark = pytest.mark.slow

kuhn_nodes = find("kuhn_nodes")
kuhn_nodes_end = find("kuhn_nodes_end")
no_limit_20 = find("no_limit_20")
no_limit_bugs = find("no_limit_bugs")


def test_kuhn_nodes_counts_what_the_engine_touches():
    task = {"method": "external sampling", "seed": 3, "nodes": 1e4}
    table = kuhn_nodes.run_task(task)
    solver = cfrlib.CFR(cfrlib.games.kuhn(), "es", seed=3)
    solver.run(int(table.iterations.iloc[-1]))
    assert table.nodes.iloc[-1] == solver.histories_touched == pytest.approx(1e4, rel=0.05)
    assert table.exploitability.iloc[-1] == pytest.approx(solver.exploitability(), abs=1e-12)


def test_seeds_share_their_points():
    marks = [set(kuhn_nodes.run_task({"method": "CFR", "seed": 0, "nodes": n}).iterations) for n in (1e5, 1e6)]
    assert marks[0] < marks[1]
    assert len(kuhn_nodes.tasks("paper")) == 17


def test_more_seeds_at_the_end_are_the_same_runs():
    table = kuhn_nodes_end.run_task({"method": "chance sampling", "seed": 2, "nodes": 1e5})
    solver = cfrlib.CFR(cfrlib.games.kuhn(), "cs", seed=2)
    solver.run(int(table.iterations.iloc[-1]))
    assert table.nodes.iloc[-1] == solver.histories_touched == pytest.approx(1e5, rel=0.05)
    assert kuhn_nodes_end.by_seed(table).loc[2, "chance sampling"] == pytest.approx(solver.exploitability(), abs=1e-12)


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


def test_what_the_bugs_do_to_payoffs_and_turns():
    game = cfrlib.games.leduc_no_limit(stack=5)
    right, wrong = (no_limit_bugs.restated(game, bugs) for bugs in ((), no_limit_bugs.BUGS))
    assert (right["child"] == wrong["child"]).all()
    ended = right["actor"] < 0
    assert (wrong["shown"][ended] >= right["shown"][ended]).all()
    assert (wrong["shown"] > right["shown"]).any()
    assert (np.abs(wrong["folded"]) <= np.abs(right["folded"])).all()
    assert set(right["actor"][right["actor"] != wrong["actor"]]) == {0}
    assert (right["shown"][:, 0] == right["shown"][:, 1]).all()


def test_the_pages_own_stacks_need_no_explicit_tree():
    game = cfrlib.games.leduc_no_limit(stack=20)
    with pytest.raises(ValueError, match="245,010 information sets"):
        cfrlib.tree.unroll(game)
    assert {task["stack"] for task in no_limit_20.tasks("paper")} == {20}
    engine = cfrlib.CFR(game, "es", seed=0)
    engine.run(1000)
    repaired = cfrlib.exploitability(game, no_limit_bugs.learn(game, (), [1000])[0])
    assert repaired == pytest.approx(engine.exploitability(), rel=0.1)
