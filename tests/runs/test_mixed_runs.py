"""The stored runs of mixed sampling with and without exploration, and of baselines: small ones are made again."""

import numpy as np
import pytest

import cfrlib
from cfrlib.runs import find, store
from cfrlib.sampling import HalfLife, Mixed, os
from cfrlib.textbook.baselines import BaselineCFR, estimates

pytestmark = pytest.mark.slow

baseline_variance = find("baseline_variance")
exploration_leduc = find("exploration_leduc")
mixed_leduc = find("mixed_leduc")
mixed_liars_dice_pure = find("mixed_liars_dice_pure")
places_latest = find("places_latest")


def task(**others):
    return {"exploration": 0.6, "average": "opponent", "scheme": "half-life 8", "seed": 1, "iterations": 64} | others


def test_a_mix_is_the_engines():
    table = mixed_leduc.run_task(task(), None)
    solver = cfrlib.CFR(cfrlib.games.leduc(), Mixed("es", os(0.6), HalfLife(8)), seed=1)
    solver.run(64)
    assert table.nodes.iloc[-1] == solver.nodes_touched
    assert table.exploitability.iloc[-1] == solver.exploitability()


def test_averages_change_no_walk():
    tables = [mixed_leduc.run_task(task(average=average), None) for average in mixed_leduc.AVERAGES]
    assert (tables[0].nodes == tables[1].nodes).all()
    assert (tables[0].exploitability != tables[1].exploitability).any()


def test_external_sampling_is_run_once_and_belongs_to_all():
    tasks = mixed_leduc.tasks("quick")
    assert len(tasks) == (4 * 6 + 1) * 2
    stored, _ = store.load("mixed_leduc")
    sizes = {key: len(mixed_leduc.runs(stored, *key)["external"]) for key in ((0.0, "opponent"), (0.6, "custom"))}
    assert len(set(sizes.values())) == 1


def test_no_exploration_is_too_small_to_happen():
    """With it a walk of outcome sampling never takes an action that the strategy avoids."""
    solver = cfrlib.CFR(cfrlib.games.kuhn(), os(mixed_leduc.NONE), seed=0)
    solver.run(5000)
    assert np.isfinite(solver.average_strategy().probabilities).all()
    assert solver.engine.tables.regret.max() < 1e5


def test_table_5_1_is_of_short_runs():
    task = {"exploration": 0.5, "seed": 2, "iterations": 32, "method": "pure", "average": "opponent"}
    table = exploration_leduc.run_task(task)
    solver = cfrlib.CFR(cfrlib.games.leduc(), os(0.5), seed=2)
    solver.run(32)
    assert table.exploitability.item() == solver.exploitability()


def test_pure_liars_dice_differs_by_exploration_alone():
    tasks = mixed_liars_dice_pure.tasks("quick")
    assert {task["scheme"] for task in tasks} == {"outcome", "mixed"}
    pure, explores = (
        mixed_liars_dice_pure.run_task(tasks[0] | {"exploration": e, "iterations": 50}, None) for e in (1e-12, 0.6)
    )
    assert pure.charged.iloc[-1] != explores.charged.iloc[-1]


def test_the_latest_strategy_is_asked_in_place_of_the_average():
    rows = {
        strategy: places_latest.run_task(
            {"rule": "half-life 8", "exploration": 0.0, "strategy": strategy, "seed": 0, "iterations": 60}, None
        ).iloc[0]
        for strategy in places_latest.STRATEGIES
    }
    assert rows["latest"].single > rows["average"].single > 0  # regret matching soon plays single actions


# -- the variance under a baseline -----------------------------------------------------


@pytest.mark.parametrize("kind", baseline_variance.BASELINES)
@pytest.mark.parametrize("player", [0, 1])
def test_second_moments_are_those_of_walks(kind, player):
    cfr = BaselineCFR(cfrlib.games.kuhn(), "os", baseline=kind, seed=1)
    cfr.run(200)
    mean, square = (numbers[0] for numbers in baseline_variance.second_moments(cfr, player))
    root, _ = estimates(cfr, 20_000, player)
    assert abs(root.mean() - mean) < 4 * (root.var() / len(root)) ** 0.5
    assert root.var() == pytest.approx(square - mean**2, rel=0.1)


def test_the_readings_are_those_of_walks():
    """What walks find at their own decisions: values of actions, and their weight where the walk comes there."""
    cfr = BaselineCFR(cfrlib.games.kuhn(), "os", baseline="learned", seed=3)
    cfr.run(100)
    exact, walks, tree = baseline_variance._of_player(cfr, 0), 20_000, cfr.tree
    whole, by_history = np.zeros((walks, tree.num_infoset_actions)), {}
    for k in range(walks):
        for step in cfr.walk(0):
            if step.kind == "value" and step.infoset >= 0 and tree.infosets[step.infoset].player == 0:
                entries = tree.infosets[step.infoset].entries
                whole[k, entries] = step.reach[1] * step.reach[2] / step.visited * step.action_values
                by_history.setdefault(step.node, []).append(step.action_values)
    own = np.concatenate([np.arange(tree.num_infoset_actions)[I.entries] for I in tree.infosets if I.player == 0])
    assert whole[:, own].var(axis=0).mean() == pytest.approx(exact["whole"], rel=0.1)
    visits = sum(map(len, by_history.values()))
    history = sum(len(found) * np.var(found, axis=0).mean() for found in by_history.values()) / visits
    assert history == pytest.approx(exact["history"], rel=0.1)


def test_the_best_guesses_add_no_variance():
    rps = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    uniform = cfrlib.Profile.uniform(cfrlib.tree.unroll(rps))
    none, best = (
        baseline_variance.variances(baseline_variance.taught(rps, uniform, k)) for k in baseline_variance.BASELINES
    )
    assert all(best[name] <= none[name] for name in baseline_variance.READINGS)


def test_gains_are_ratios_of_means():
    stored, _ = store.load("baseline_variance")
    found = baseline_variance.gains(stored)
    at = stored[(stored.regret == "rm") & (stored.iterations == 16)].groupby("baseline").whole.mean()
    assert found.loc[("rm", 16), "whole"] == pytest.approx(at["none"] / at["learned"])
