"""Weights that no number could hold, in the average and in regrets: results are as exact as those of small powers.

What grows for another reason is refused, and no kernel draws from what is no strategy.
"""

import numpy as np
import pytest
from solvers_of_all_kinds import SOLVERS

import cfrlib
from cfrlib import regret
from cfrlib._util.samples import drawn
from cfrlib.engine.bids.engine import _pick
from cfrlib.engine.common.single_histories.actions import ONE, choose
from cfrlib.engine.sums import largest
from cfrlib.engine.tree.carried import pick
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games import holdem, kuhn, leduc, matrix
from cfrlib.regret import RegretRule
from cfrlib.tree import unroll

LARGE = 100
ROWS = [name for name, (_, more) in SOLVERS.items() if not any(w in str(more.get("average")) for w in ("lazy", "opt"))]

DIVIDED = [(name, {"average": 4.0}) for name in ROWS]
DIVIDED += [(name, {"regret": RegretRule("late", gain=4)}) for name in ROWS if name not in ("flop", "flop_epochs")]
"""Of those two a gain that differs in its last digit changes as much: hands are worth the same but for rounding."""


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


@pytest.mark.parametrize("name, weights", DIVIDED)
def test_dividing_the_sums_changes_no_average(name, weights, monkeypatch):
    """With steps of eight doublings sums, and regrets, are divided every few iterations; then never."""
    game, switches = SOLVERS[name]
    averages = []
    for step in (8, 10**6):
        monkeypatch.setattr(regret, "STEPS", dict.fromkeys(regret.STEPS, step))
        solver = cfrlib.CFR(game, **{**switches, **weights})
        solver.run(9), solver.run(15)
        averages.append((solver.exploitability(), solver.average_strategy()))
    (one, first), (other, second) = averages
    close = {"rel": 1e-9, "abs": 1e-12} if solver.dtype == "float64" else {"rel": 1e-4, "abs": 1e-6}
    assert one == pytest.approx(other, **close)
    for key, _ in zip(first, range(200), strict=False):
        assert first[key] == pytest.approx(second[key], **close)


@pytest.mark.parametrize("game, switches", [
    (holdem(deck=(4, 2)), {"average": 150}), (leduc(), {"regret": "discounted", "average": 20, "dtype": "float32"}),
], ids=str)  # fmt: skip
def test_exploitability_is_that_of_the_profile(game, switches):
    solver = cfrlib.CFR(game, **switches)
    solver.run(300)
    profile = solver.average_strategy()
    assert solver.exploitability() > 0
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(game, profile), rel=1e-6)
    late = cfrlib.CFR(game, **{**switches, "average": 2.0})  # the same iterations, with weights that fit
    late.run(300)
    assert solver.exploitability() == pytest.approx(late.exploitability(), rel=8)


def test_a_textbook_run_and_the_engine_agree():
    book, engine = cfrlib.textbook.CFR(kuhn(), average=LARGE), cfrlib.CFR(kuhn(), average=LARGE)
    book.run(200), engine.run(200)
    ours, theirs = book.average_strategy(), engine.average_strategy()
    for key in ours:
        assert ours[key] == pytest.approx(theirs[key], abs=1e-9)


def test_small_stakes_are_learnt_as_well_as_large_ones():
    """What counts as no regret is small beside the stakes, in the engine and in the textbook."""
    stakes, one = 1e-13, cfrlib.CFR.plus(kuhn())
    game = kuhn(ante=stakes, bet=stakes)
    one.run(300)
    for make in (cfrlib.CFR.plus, lambda game: cfrlib.textbook.CFR(game, regret="rm+", average="linear")):
        solver = make(game)
        solver.run(300)
        found = cfrlib.exploitability(game, solver.average_strategy()) / stakes
        assert found == pytest.approx(one.exploitability(), rel=1e-6)


@pytest.mark.parametrize("game, row, gain, dtype", [
    (leduc(), "vanilla", 1000, "float64"), (leduc(), "vanilla", 8, "float32"), (leduc(), "es", 100, "float64"),
    (leduc(), "os", 1000, "float64"), (holdem(deck=(4, 2)), "cs", 1000, "float32"),
], ids=str)  # fmt: skip
def test_gains_that_count_any_power_of_t_are_learnt_from(game, row, gain, dtype):
    """The last gain counts for nearly all there is, so strategies do not settle, but they are strategies."""
    solver = cfrlib.CFR(game, row, regret=RegretRule("late", gain=gain), dtype=dtype, seed=2)
    solver.run(1000)
    for table in solver.engine.regret_tables():
        assert 0 < np.abs(table).max() < largest(dtype)
    for profile in (solver.average_strategy(), solver.current_strategy()):
        for row in profile.values():
            assert sum(row.values()) == pytest.approx(1, abs=1e-5)
    assert solver.exploitability() > 0


class Grows(RegretRule):
    """A rule of a class of its own, whose discounts multiply by ten."""

    def logarithms(self, iterations):
        return np.log(10) * np.array([np.arange(iterations + 1.0)] * 2)


@pytest.mark.parametrize("row", ["vanilla", "es"])
def test_regrets_that_grow_beyond_all_numbers_are_refused(row):
    solver = cfrlib.CFR(leduc(), row, regret=Grows("grows", positive=0.5))
    with pytest.raises(ValueError, match=r"^regret='grows.*larger than tables of float64 can hold"):
        solver.run(5000)
    with pytest.raises(ValueError, match="^regret='grows"):  # nothing comes of it later either
        solver.run(1)


@pytest.mark.parametrize("name", ["kuhn_es_lazy", "leduc_pcs", "ladder_es", "flop_os", "buckets_es"])
@pytest.mark.parametrize("field", ["regret", "sums"])
def test_huge_numbers_in_a_file_are_refused(name, field, tmp_path):
    game, switches = SOLVERS[name]
    solver = cfrlib.CFR(game, **switches)
    solver.run(3)
    table = getattr(solver.engine.tables, field)
    table[:] = np.finfo(table.dtype).max / 4
    solver.save(tmp_path / "solver")
    with pytest.raises(ValueError, match=f"{field}: not all of its numbers"):
        cfrlib.CFR.load(tmp_path / "solver")


@pytest.mark.parametrize("dtype, stakes", [("float64", 1e100), ("float32", 1e30)])
def test_payoffs_that_leave_no_room_are_refused(dtype, stakes):
    with pytest.raises(ValueError, match=f"^game=.* its largest payoff is .*; tables of {dtype} take at most"):
        cfrlib.CFR(kuhn(ante=stakes, bet=stakes), "es", dtype=dtype)
    less = stakes / 1e21
    solver, one = (cfrlib.CFR(kuhn(ante=x, bet=x), "vanilla", dtype=dtype) for x in (less, 1))
    solver.run(100), one.run(100)
    assert solver.exploitability() / less == pytest.approx(one.exploitability(), rel=1e-3)


@pytest.mark.parametrize(
    "make", [lambda x: kuhn(3, x, x), lambda x: unroll(kuhn(3, x, x)), lambda x: matrix([[x, 0], [0, x]])],
    ids=["tree", "explicit", "matrix"],
)  # fmt: skip
@pytest.mark.parametrize("dtype, small, too_small", [
    ("float32", 2.0**-64, (1e-21, 1e-36, 1e-40, 1e-60)), ("float64", 2.0**-880, (1e-290, 1e-305)),
])  # fmt: skip
@pytest.mark.parametrize("switches", [{}, {"regret": "predictive"}, {"sampling": "os", "seed": 1}], ids=str)
def test_payoffs_too_small_for_tables_are_refused_and_others_change_nothing(make, dtype, small, too_small, switches):
    """A power of two as large as all payoffs changes no digit of a strategy, until digits are lost."""
    solver, one = (cfrlib.CFR(make(stakes), dtype=dtype, **switches) for stakes in (small, 1.0))
    solver.run(50), one.run(50)
    assert dict(solver.average_strategy().items()) == dict(one.average_strategy().items())
    for stakes in too_small:
        with pytest.raises(ValueError, match=f"^game=.* its largest payoff is .*; tables of {dtype} take at least"):
            cfrlib.CFR(make(stakes), dtype=dtype, **switches)


@pytest.mark.parametrize("payoffs", [[[1, 0], [0, 1e-42]], [[1, -1e-60], [1e-44, 0.5]], [[0, 0], [0, 0]]], ids=str)
def test_the_largest_payoff_decides(payoffs):
    solver, exact = (cfrlib.CFR.plus(matrix(payoffs), dtype=dtype) for dtype in ("float32", "float64"))
    solver.run(200), exact.run(200)
    assert solver.exploitability() == pytest.approx(exact.exploitability(), abs=1e-4)
    assert solver.exploitability() < 0.01


class Draws:
    """Random numbers that are all the same."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


NO_STRATEGY = [[0, 0, 0], [np.nan] * 3, [-1, -2, -3], [0, np.nan, 0], [np.inf, 0, 0], [1e-320, 0, 0]]


@pytest.mark.parametrize("number", [0.0, 0.5, 1 - 2**-53])
@pytest.mark.parametrize("row", NO_STRATEGY, ids=str)
def test_an_action_is_drawn_also_where_there_is_no_strategy(row, number):
    """A walk goes on to actions that are tried, and looks for the first: there has to be one."""
    row, rng, tried = np.array(row), Draws(number), np.zeros(3)
    for epsilon in (0.0, 0.6):
        first, last, xi = choose.py_func(row, 0, 1, 3, ONE, epsilon, rng, tried, 0)
        assert first == last
        assert tried[first] == xi > 0
        assert (tried != 0).sum() == 1
        assert (tried >= 0).all()
    with np.errstate(all="ignore"):
        running = np.cumsum(row)
        assert 0 <= pick.py_func(running, 0, 3, number) < 3
        assert 0 <= _pick(running, number) < 3
        assert 0 <= drawn(running, rng) < 3
