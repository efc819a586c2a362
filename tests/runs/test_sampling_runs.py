"""Runs about sampling: nodes, mixes, baselines, sampling by place, Deep CFR. Small ones are made again."""

import numpy as np
import pytest

import cfrlib
from cfrlib.engine import CFR
from cfrlib.games import kuhn, leduc
from cfrlib.runs import code_of, find
from cfrlib.sampling import ByPlace, HalfLife, Mixed, after, os, visits
from cfrlib.textbook.baselines import BaselineCFR, estimates

pytestmark = pytest.mark.slow

Mix = code_of("mixing").Mix
baseline_variance = find("baseline_variance")
deep_cfr = find("deep_cfr")
deep_retraining = find("deep_retraining")
kuhn_nodes = find("kuhn_nodes")
leduc_baselines = find("leduc_baselines")
mixed_leduc = find("mixed_leduc")
sampling_by_place = find("sampling_by_place")


def mixed(**others):
    return {"exploration": 0.6, "average": "opponent", "scheme": "half-life 8", "seed": 1, "iterations": 64} | others


@pytest.mark.parametrize(
    "name, task, game, row",
    [
        ("kuhn_nodes", {"method": "external sampling", "seed": 3, "nodes": 1e4}, kuhn(), "es"),
        ("kuhn_nodes_end", {"method": "chance sampling", "seed": 2, "nodes": 1e5}, kuhn(), "cs"),
        ("mixed_leduc", mixed(), leduc(), Mixed("es", os(0.6), HalfLife(8))),
        ("exploration_leduc", mixed(exploration=0.5, method="pure"), leduc(), os(0.5)),
        ("sampling_by_place", {"rule": "100 visits", "seed": 1, "iterations": 80, "counted": False}, leduc(),
         ByPlace(visits(100))),
        ("sampling_by_place", {"rule": "after half of the run", "seed": 1, "iterations": 80, "counted": False},
         leduc(), ByPlace(after(40))),
    ],
    ids=str,
)  # fmt: skip
def test_the_last_row_is_what_the_solver_says(name, task, game, row):
    last = find(name).run_task(task).iloc[-1]
    solver = CFR(game, row, seed=task["seed"])
    solver.run(int(last.get("iterations", task.get("iterations"))))
    assert last.exploitability == pytest.approx(solver.exploitability(), abs=1e-12)
    if name.startswith("kuhn"):
        assert last.nodes == solver.histories_touched == pytest.approx(task["nodes"], rel=0.05)
    else:
        assert last.get("nodes", solver.nodes_touched) == solver.nodes_touched


def test_seeds_share_their_points():
    marks = [set(kuhn_nodes.marks({"method": "CFR", "nodes": n})) for n in (1e5, 1e6)]
    assert marks[0] < marks[1]


def test_single_actions_are_counted():
    none, some = (
        sampling_by_place.run_task({"rule": rule, "seed": 1, "iterations": 80, "counted": True})
        for rule in ("100 visits", "half-life 8")
    )
    assert none.single.iloc[-1] == 0  # nothing is visited more than 80 times
    assert none.never_single.iloc[-1] == 1
    assert 0 < some.single.iloc[-1] < 1
    assert 0 < some.never_single.iloc[-1] < 1
    assert none.single[:-1].isna().all()


def test_the_latest_strategy_is_asked_in_place_of_the_average():
    task = {"rule": "half-life 8", "exploration": 0.0, "seed": 0, "iterations": 60}
    latest, average = (find("places_latest").run_task(task | {"strategy": s}).single[0] for s in ("latest", "average"))
    assert latest > average > 0  # regret matching soon plays single actions


def test_averages_change_no_walk():
    tables = [mixed_leduc.run_task(mixed(average=average)) for average in mixed_leduc.AVERAGES]
    assert (tables[0].nodes == tables[1].nodes).all()
    assert (tables[0].exploitability != tables[1].exploitability).any()


def test_no_exploration_is_too_small_to_happen():
    """With it a walk of outcome sampling never takes an action that the strategy avoids."""
    solver = CFR(kuhn(), os(mixed_leduc.NONE), seed=0)
    solver.run(5000)
    assert np.isfinite(solver.average_strategy().probabilities).all()
    assert solver.engine.tables.regret.max() < 1e5


# -- two samplers on one table ---------------------------------------------------------


@pytest.mark.parametrize(("probability", "scheme"), [(1.0, "es"), (0.0, "os")])
def test_a_mix_of_one_scheme_is_that_scheme(probability, scheme):
    mix, alone = Mix(leduc(), lambda t: probability, seed=3), CFR(leduc(), scheme, seed=3)
    mix.run(50)
    alone.run(50)
    assert mix.exploitability() == alone.exploitability()
    assert mix.charged(1) == alone.nodes_touched


def test_a_mix_is_the_mix_of_the_engine():
    # With the coin of the engine's walks, which is thrown where a scheme is not certain, the draws are the same.
    turns = np.random.default_rng(1).random(300) < 0.4
    mix = Mix(leduc(), lambda t: turns[t - 1], seed=3, second=Mixed("es", "os", 0.0))
    engine = CFR(leduc(), Mixed("es", "os", lambda t: float(turns[t - 1])), seed=3)
    mix.run(300)
    engine.run(300)
    assert mix.turns == [turns.sum(), 300 - turns.sum()]
    assert mix.charged(1) == engine.nodes_touched
    assert mix.charged(10) == 10 * mix.solvers[0].nodes_touched + mix.solvers[1].nodes_touched
    assert mix.exploitability() == engine.exploitability()


# -- baselines -------------------------------------------------------------------------


def test_what_a_baseline_leaves_is_a_quotient_of_medians():
    table = leduc_baselines.race(kuhn(), points=(64, 256), seeds=3)
    last = table[table.iterations == 256]
    medians = [last[last.baseline == kind].exploitability.median() for kind in leduc_baselines.BASELINES]
    assert leduc_baselines.left_over(table, start=100).to_dict() == {256: medians[1] / medians[0]}
    assert len(leduc_baselines.left_over(table)) == 2


@pytest.mark.parametrize("kind, player", [("none", 0), ("learned", 1)])
def test_second_moments_are_those_of_walks(kind, player):
    cfr = BaselineCFR(kuhn(), "os", baseline=kind, seed=1)
    cfr.run(200)
    mean, square = (numbers[0] for numbers in baseline_variance.second_moments(cfr, player))
    root, _ = estimates(cfr, 4000, player)
    assert abs(root.mean() - mean) < 4 * (root.var() / len(root)) ** 0.5
    assert root.var() == pytest.approx(square - mean**2, rel=0.1)


def test_the_readings_are_those_of_walks():
    """What walks find at their own decisions: values of actions, and their weight where the walk comes there."""
    cfr = BaselineCFR(kuhn(), "os", baseline="learned", seed=3)
    cfr.run(100)
    exact, walks, tree = baseline_variance._of_player(cfr, 0), 6000, cfr.tree
    whole, by_history = np.zeros((walks, tree.num_infoset_actions)), {}
    for k in range(walks):
        for step in cfr.walk(0):
            if step.kind == "value" and step.infoset >= 0 and tree.infosets[step.infoset].player == 0:
                entries = tree.infosets[step.infoset].entries
                whole[k, entries] = step.reach[1] * step.reach[2] / step.visited * step.action_values
                by_history.setdefault(step.node, []).append(step.action_values)
    own = np.concatenate([np.arange(tree.num_infoset_actions)[I.entries] for I in tree.infosets if I.player == 0])
    assert whole[:, own].var(axis=0).mean() == pytest.approx(exact["whole"], rel=0.1)
    visited = sum(map(len, by_history.values()))
    history = sum(len(values) * np.var(values, axis=0).mean() for values in by_history.values()) / visited
    assert history == pytest.approx(exact["history"], rel=0.1)


def test_the_best_baselines_add_no_variance():
    rps = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    uniform = cfrlib.Profile.uniform(cfrlib.tree.unroll(rps))
    none, best = (
        baseline_variance.variances(baseline_variance.taught(rps, uniform, k)) for k in baseline_variance.BASELINES
    )
    assert all(best[name] <= none[name] for name in baseline_variance.READINGS)


# -- networks --------------------------------------------------------------------------


@pytest.mark.parametrize("curve", [*deep_cfr.CURVES, deep_cfr.TABULAR])
def test_curves_of_deep_cfr(curve):
    task = next(task for task in deep_cfr.tasks("quick") if task["curve"] == curve and task["seed"] == 1)
    training = {"hidden": [8], "steps": [40, 5, 100]} if curve.startswith("network") else {}
    rows = deep_cfr.run_task(task | {"training": training})
    assert rows["iterations"].tolist() == [1, 3, 8]
    assert rows["walks"].tolist() == [10, 30, 80]
    assert (rows["nodes_touched"].diff().dropna() > 0).all()
    assert rows["remembered"].isna().all() != curve.startswith("network")
    if curve == deep_cfr.TABULAR:
        solver = CFR.linear(kuhn(), sampling="es", seed=1)
        for row in rows.itertuples():
            solver.run(row.walks - solver.iterations)
            assert (row.nodes_touched, row.exploitability) == (solver.nodes_touched, solver.exploitability())


@pytest.mark.parametrize("variant", ["every iteration", "one in four", "always adjusted"])
def test_one_budget_for_all(variant):
    task = next(task for task in deep_retraining.tasks("quick") if task["variant"] == variant)
    last = deep_retraining.run_task(task).iloc[-1]
    budget, trainings = 8 * 40, {"every iteration": 8, "always adjusted": 2}
    assert last["share"] == 1
    assert last["gradient_steps"] >= budget or last["iterations"] == task["most"]
    assert last["gradient_steps"] < budget + 2 * 40
    assert last["trainings"] == trainings.get(variant, last["trainings"])
    assert last["iterations"] > 8 or variant != "always adjusted"
