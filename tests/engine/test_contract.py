"""What every engine keeps to, whatever the row and the rule: the same tests for all, through public names.

That walks are unbiased, and equal to the textbook's or to those of another engine, is tested engine by engine.
"""

import json
import os as system
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import cfrlib
from cfrlib.games import bluff, holdem, leduc, texas
from cfrlib.regret import Power, RegretRule
from cfrlib.sampling import ByPlace, Mixed, after, cs, half_life, os, robust

pytestmark = pytest.mark.slow


class small_bids(bluff):
    """A round of Bluff that goes to the engine of bids, small as it is."""

    layout = "bids"


GAMES = {
    "tree": leduc(suits_matter=False), "bids": small_bids(faces=3, rounds="one"), "two_rounds": holdem((2, 1), (4, 2)),
    "buckets": holdem((1, 2), (4, 2), (2, 3)), "four streets": texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)),
    "imperfect recall": holdem((1, 1), (5, 2), 3, "imperfect"),
}  # fmt: skip
"""One of each engine, and of each kind of table that it has."""
ROWS = [
    "vanilla", "pcs", "opcs", "spcs", "cs", "es", robust(1), "robust", os(0.3), cs("sequences"), Mixed("es", "os", 0.5),
    Mixed("cs", "os", 0.5, per_node=True), ByPlace(after(12), cutoff=(6, 6)), ByPlace(half_life(8), cutoff=(6, 6)),
]  # fmt: skip
OWN = [
    RegretRule("dcfr+", positive=Power(1.5), floor=0),
    RegretRule("all of it", positive=(0.5, 0.8, 0.9), negative=0.3, after=True, prediction=0.5, gain=0.5),
]
RULES = [*cfrlib.regret.NAMES, *OWN]


@cache
def is_offered(name, row, rule):
    """Return whether an engine takes a row and a rule, or refuses them by name."""
    try:
        cfrlib.CFR(GAMES[name], row, regret=rule)
    except ValueError as error:
        if not str(error).startswith(("sampling=", "regret=")):
            raise
        return False
    return True


def offered(rows, rules):
    return [case for case in product(GAMES, rows, rules) if is_offered(*case)]


COVERING = [*offered(ROWS, OWN), *offered(("vanilla", "pcs", "es"), cfrlib.regret.NAMES)]
"""Every row with two rules that use every field between them, and every rule with three rows."""
EACH_ROW = offered(ROWS, ["discounted"])


def solved(name, row, rule, iterations=0, **switches):
    solver = cfrlib.CFR(GAMES[name], row, regret=rule, **{"average": "linear", "seed": 5, **switches})
    solver.run(iterations)
    return solver


def assert_equal(one, other):
    """Hold the whole state of two solvers equal, bit for bit, and what they say."""
    for name, table in one.engine.tables._asdict().items():
        assert np.array_equal(table, getattr(other.engine.tables, name)), name
    assert one.average_strategy() == other.average_strategy()
    for counter in ("iterations", "nodes_touched", "histories_touched"):
        assert getattr(one, counter) == getattr(other, counter), counter
    assert one.rng.bit_generator.state == other.rng.bit_generator.state
    assert repr(one) == repr(other)


def saved_and_loaded(solver, folder):
    solver.save(folder / "solver")
    own = None if type(solver.game).__module__.startswith("cfrlib") else solver.game
    return cfrlib.CFR.load(folder / "solver", game=own)


def test_what_is_offered_is_much():
    """Every engine takes all rules wherever it takes a row without predictions."""
    for name in GAMES:
        taken = [str(row) for case, row, _ in EACH_ROW if case == name]
        assert taken == [str(row) for case, row, rule in COVERING if case == name and rule is OWN[0]]
        assert {"pcs", "cs", "es"} <= set(taken)
        for row in {"vanilla", "pcs", "es"} & set(taken):
            assert set(cfrlib.regret.NAMES) - {"predictive"} <= {rule for case in COVERING for rule in case[2:]
                                                                 if case[:2] == (name, row)}  # fmt: skip


@pytest.mark.parametrize("name, row, rule", COVERING, ids=str)
def test_n_iterations_then_m_are_n_plus_m_also_from_a_file(name, row, rule, tmp_path):
    whole, parts = solved(name, row, rule, 20), solved(name, row, rule, 7)
    stored = saved_and_loaded(parts, tmp_path)
    assert stored.regret == whole.regret
    for solver in (parts, stored):
        solver.run(1)
        solver.run(12)
        assert_equal(solver, whole)


def regrets_of_each_row():
    """Return what the regrets of each row of each game sum up to after two iterations, the game evaluated."""
    found = {}
    for name, row, rule in EACH_ROW:
        solver = solved(name, row, rule, 2)
        found[f"{name} {row}"] = [float(np.abs(table).sum()) for table in solver.engine.regret_tables()]
        if name != "imperfect recall":
            found[f"{name} {row}"].append(float(solver.exploitability()))
    return found


def test_kernels_do_the_same_when_they_are_not_compiled():
    """So that a debugger and coverage see into them."""
    code = "import json, test_contract; print(json.dumps(test_contract.regrets_of_each_row()))"
    path = system.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**system.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for case, numbers in regrets_of_each_row().items():
        assert found[case] == pytest.approx(numbers, rel=1e-9), case


@pytest.mark.parametrize("average", ["uniform", 2.5, "lazy", "quadratic optimistic"])
@pytest.mark.parametrize("name, row", [(name, "es") for name in GAMES], ids=str)
def test_so_do_other_averages(name, row, average, tmp_path):
    if average == "lazy" and name in ("bids", "imperfect recall"):  # what a row has missed is not known there
        with pytest.raises(ValueError, match="lazy"):
            solved(name, row, "rm+", average=average)
        return
    whole, parts = (solved(name, row, "rm+", n, average=average) for n in (20, 7))
    if name != "imperfect recall":  # which cannot be evaluated
        parts.exploitability()  # looking changes nothing
    stored = saved_and_loaded(parts, tmp_path)
    stored.run(13)
    assert_equal(stored, whole)


SHARED = [case for case in offered(ROWS[:4], ["discounted", OWN[1]]) if case[0] != "tree"]


@pytest.mark.parametrize("name, row, rule", SHARED, ids=str)
def test_threads_never_change_a_bit(name, row, rule):
    one, two = (solved(name, row, rule, 6, threads=threads) for threads in (1, 2))
    assert_equal(one, two)


@pytest.fixture
def in_turns():
    """Let threads that run Python take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "imperfect recall"])
def test_threads_that_evaluate_one_game_find_what_one_of_them_finds(name, in_turns):
    game, profiles = small_bids(rounds="one") if name == "bids" else GAMES[name], []  # large enough to be met at work
    for n, dtype in enumerate(["float64", "float32", "float64", "float32"]):
        solver = cfrlib.CFR(game, "es", dtype=dtype, seed=n)
        solver.run(3 + 40 * n)
        profiles.append(solver.average_strategy())

    def look(profile):
        best = cfrlib.best_response_values(game, profile)
        return *best, cfrlib.expected_value(game, profile), cfrlib.evaluate.value_between(game, profile, profile)

    alone = [look(profile) for profile in profiles]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(look, profiles * 50)) == alone * 50


@pytest.mark.parametrize("name, row, rule", EACH_ROW, ids=str)
def test_a_seed_says_what_is_drawn(name, row, rule):
    updates = ("alternating", "simultaneous")[ROWS.index(row) % 2]
    one, same, other = (solved(name, row, rule, 30, seed=seed, updates=updates) for seed in (1, 1, 2))
    assert_equal(one, same)
    nothing_to_draw = row == "vanilla" or (name, row) == ("bids", "pcs")  # all bids are public, no chance is
    assert (one.average_strategy() == other.average_strategy()) == nothing_to_draw


@pytest.mark.parametrize("name, rule", [(n, r) for n, row, r in COVERING if row == "vanilla" and r != "rm+"], ids=str)
def test_float32_follows_float64(name, rule):
    """Not action by action: where several are worth the same, rounding decides, most of all in Bluff."""
    fine, coarse = (solved(name, "vanilla", rule, 10, dtype=dtype) for dtype in ("float64", "float32"))
    close = 1e-3 if name in ("tree", "buckets") else 0.6
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=close)


@pytest.mark.parametrize("name, row, rule", EACH_ROW, ids=str)
def test_before_the_first_iteration_all_is_uniform_and_profiles_are_snapshots(name, row, rule):
    solver = solved(name, row, rule)
    for profile in (solver.average_strategy(), solver.current_strategy()):
        for _, actions in profile.items():
            assert actions == pytest.approx(dict.fromkeys(actions, 1 / len(actions)))
    solver.run(5)
    profile, copy = solver.average_strategy(), solver.average_strategy().copy()
    solver.run(5)
    assert profile == copy != solver.average_strategy()


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_of_ones_own_is_labelled_unknown(name):
    assert solved(name, "es", OWN[0]).label == "unknown (regret='dcfr+' is a rule of your own)"
