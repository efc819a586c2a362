"""Large powers in the average: weights that no number could hold, and averages as exact as those of small powers."""

import numpy as np
import pytest
from saved.make import SOLVERS

import cfrlib
from cfrlib import regret
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games import holdem, kuhn, leduc

LARGE = 100
ROWS = [name for name, (_, more) in SOLVERS.items() if not any(w in str(more.get("average")) for w in ("lazy", "opt"))]


def in_log_space(game, iterations, power, **switches):
    """Return the average profile whose weights are only ever powers of t / iterations, from all current strategies."""
    form, solver = sequence_form(game), cfrlib.CFR(game, **switches)
    sums = np.zeros((2, form.tree.num_infoset_actions + 1))
    for t in range(1, iterations + 1):
        weight = np.exp(power * (np.log(t) - np.log(iterations)))
        if weight > 1e-18:  # from t = 6,600 on
            sums += weight * np.array(form.plans(flat(form.tree, solver.current_strategy())))
        solver.run(1)
    return {
        infoset.key: sums[infoset.player, infoset.entries] / sums[infoset.player, infoset.entries].sum()
        for infoset in form.tree.infosets
    }


@pytest.mark.parametrize("dtype, close", [("float64", 1e-9), ("float32", 1e-4)])
def test_a_hundredth_power_agrees_with_log_space(dtype, close):
    game, iterations = kuhn(), 10_000  # 10^400 is the largest weight
    expected = in_log_space(game, iterations, LARGE, dtype=dtype)
    solver = cfrlib.CFR(game, average=LARGE, dtype=dtype)
    solver.run(iterations)
    found = solver.average_strategy()
    for key, row in expected.items():
        assert list(found[key].values()) == pytest.approx(row, abs=close)


@pytest.mark.parametrize("name", ROWS)
def test_dividing_the_sums_changes_no_average(name, monkeypatch):
    """With steps of eight doublings sums are divided every few iterations; then never."""
    game, switches = SOLVERS[name]
    averages = []
    for step in (8, 10**6):
        monkeypatch.setattr(regret, "STEPS", dict.fromkeys(regret.STEPS, step))
        solver = cfrlib.CFR(game, **{**switches, "average": 4.0})
        solver.run(11), solver.run(29)
        averages.append((solver.exploitability(), solver.average_strategy()))
    (one, first), (other, second) = averages
    close = {"rel": 1e-9, "abs": 1e-12} if solver.dtype == "float64" else {"rel": 1e-4, "abs": 1e-6}
    assert one == pytest.approx(other, **close)
    for key, _ in zip(first, range(200), strict=False):
        assert first[key] == pytest.approx(second[key], **close)


@pytest.mark.parametrize(
    "game, switches, iterations",
    [
        (holdem(deck=(4, 2)), {"average": 99}, 2000),
        (holdem(deck=(4, 2)), {"average": 10, "dtype": "float32"}, 2000),
        (leduc(), {"regret": "discounted", "average": 12, "dtype": "float32"}, 2000),
    ],
    ids=str,
)
def test_exploitability_is_that_of_the_profile(game, switches, iterations):
    solver = cfrlib.CFR(game, **switches)
    solver.run(iterations)
    profile = solver.average_strategy()
    assert solver.exploitability() > 0
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(game, profile), rel=1e-6)
    late = cfrlib.CFR(game, **{**switches, "average": 2.0})  # the same iterations, with weights that fit
    late.run(iterations)
    assert solver.exploitability() == pytest.approx(late.exploitability(), rel=3)


def test_a_textbook_run_and_the_engine_agree():
    book, engine = cfrlib.textbook.CFR(kuhn(), average=LARGE), cfrlib.CFR(kuhn(), average=LARGE)
    book.run(500), engine.run(500)
    ours, theirs = book.average_strategy(), engine.average_strategy()
    for key in ours:
        assert ours[key] == pytest.approx(theirs[key], abs=1e-9)


@pytest.mark.parametrize("stakes", [1e-13, 1e-10, 1e-3, 1])
def test_small_stakes_are_learnt_as_well_as_large_ones(stakes):
    """What counts as no regret is small beside the stakes, in the engine and in the textbook."""
    game, one = kuhn(ante=stakes, bet=stakes), cfrlib.CFR.plus(kuhn())
    one.run(300)
    for make in (cfrlib.CFR.plus, lambda game: cfrlib.textbook.CFR(game, regret="rm+", average="linear")):
        solver = make(game)
        solver.run(300)
        found = cfrlib.exploitability(game, solver.average_strategy()) / stakes
        assert found == pytest.approx(one.exploitability(), rel=1e-6)


@pytest.mark.parametrize("power", [-1, 1001, float("nan"), float("inf"), True, "2"])
def test_other_powers_are_refused(power):
    with pytest.raises(ValueError, match="^power="):
        regret.Averaging(power)
