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
from every_engine import ALL_OF_IT, BUCKETS, EVALUATED, GAMES, PLUS, small_bids, some_of

import cfrlib
from cfrlib.engine.combinations import ENGINES
from cfrlib.regret import NAMES, Ramp, discounted, regret_rule
from cfrlib.sampling import ByPlace, Mixed, after, cs, half_life, os, robust

pytestmark = pytest.mark.slow


ROWS = [
    "vanilla", "pcs", "opcs", "spcs", "cs", "es", robust(1), "robust", os(0.3), cs("sequences"), Mixed("es", "os", 0.5),
    Mixed("cs", "os", 0.5, per_node=True), ByPlace(after(12), cutoff=(6, 6)), ByPlace(half_life(8), cutoff=(6, 6)),
]  # fmt: skip


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


LOCKED = "tree", "bids", "two_rounds", "buckets", "explicit"


def locks_of(name):
    """Return locks at information sets that share their rows with no other."""
    game = GAMES[name]
    locked = some_of(cfrlib.CFR(game, "es").average_strategy(), seed=3)
    return {key: row for key, row in locked.items() if not cfrlib.engine.layout_of(game).sharing(key)}


WALKED = [case for case in product(GAMES, ROWS) if is_offered(*case, PLUS)]
PREDICTED = [case for case in WALKED if is_offered(*case, ALL_OF_IT)]
RULED = [(name, ("es", "vanilla", "pcs")[(g + k) % 3], rule)
         for g, name in enumerate(GAMES) for k, rule in enumerate(NAMES) if (g + k) % 4 == 1]  # fmt: skip
AVERAGES = "uniform", 2.5, "quadratic optimistic", (0,) * 9 + (1, 2)
CASES = [(*case, {"regret": ALL_OF_IT if case in PREDICTED else PLUS}) for case in WALKED]
CASES += [(name, row, {"regret": rule}) for name, row, rule in RULED if is_offered(name, row, rule)]
CASES += [(name, "es", {"average": AVERAGES[k]}) for g, name in enumerate(GAMES) for k in (g % 4, (g + 1) % 4)]
CASES += [(name, "es", {"average": "lazy"}) for name in GAMES if name not in ("bids", "imperfect recall")]
CASES += [("two_rounds", "es", {"average": Ramp(30, 20, 12), "dtype": "float32"})]
CASES += [("tree", "vanilla", {"regret": discounted(Ramp(1, 4, 9), Ramp(-1, -3, 9)), "average": Ramp(30, 20, 12)})]
CASES += [("tree", "es", {"baseline": "exact"})]
CASES += [(name, "os", {"baseline": "learned", "regret": "rm+"}) for name in ("tree", "bids")]
CASES += [
    (name, row, {"regret": "rm+", "average": "lazy" if (name, row) == ("tree", "es") else "linear", "locked": locked})
    for name, locked in zip(LOCKED, map(locks_of, LOCKED), strict=True) for row in ("vanilla", "es")
]  # fmt: skip
"""Every row with a rule that uses every field, or all that the row takes; every rule, average and baseline; locks."""
COARSE = {(name, str(row)) for name in BUCKETS for row in (*ROWS[1:5], ROWS[9])}
"""What the course solves in single precision."""


def solved(name, row, iterations=0, **switches):
    dtype = "float32" if (name, str(row)) in COARSE else "float64"
    solver = cfrlib.CFR(GAMES[name], row, **{"average": "linear", "seed": 5, "dtype": dtype, **switches})
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
    assert (repr(one), one.locked) == (repr(other), other.locked)


def saved_and_loaded(solver, folder):
    solver.save(folder / "solver")
    own = None if type(solver.game).__module__.startswith("cfrlib.games") else solver.game
    return cfrlib.CFR.load(folder / "solver", game=own)


def test_all_engines_are_held_to_it():
    cases = {type(cfrlib.engine.layout_of(game)).__module__.split(".")[2] for game in GAMES.values()}
    assert cases == set(ENGINES), "tests/helpers/every_engine.py: GAMES takes a small game of each engine"


def test_what_is_offered_is_much():
    """Every engine takes all rules wherever it takes a row without predictions."""
    for name in GAMES:
        rows = {str(row) for case, row in WALKED if case == name}
        assert {"pcs", "cs", "es"} - ({"pcs"} if name == "explicit" else set()) <= rows
        matched = [rule for rule in NAMES if name in ("tree", "explicit") or not regret_rule(rule).local]
        assert all(is_offered(name, "es", rule) for rule in matched)
        assert ("vanilla" in rows) == (name != "imperfect recall")
    assert len(WALKED) == 81
    assert len(PREDICTED) == 51


@pytest.mark.parametrize("k", range(len(CASES)), ids=lambda k: " ".join(map(str, CASES[k]))[:120])
def test_n_iterations_then_m_are_n_plus_m_also_from_a_file_and_seeds_differ(k, tmp_path):
    name, row, switches = CASES[k]
    updates = "simultaneous" if k % 2 and (name, str(row)) not in COARSE else "alternating"
    switches = {"updates": updates, **switches}
    whole, parts = solved(name, row, 20, **switches), solved(name, row, 7, **switches)
    if name in EVALUATED:
        parts.exploitability()  # looking changes nothing
    stored = saved_and_loaded(parts, tmp_path)
    assert stored.regret == whole.regret
    profile, copy = parts.average_strategy(), parts.average_strategy().copy()
    for solver in (parts, stored):
        solver.run(1)
        solver.run(12)
        assert_equal(solver, whole)
    assert profile == copy != parts.average_strategy()
    nothing_to_draw = row == "vanilla" or (name, row) == ("bids", "pcs")  # all bids are public, no chance is
    other = solved(name, row, 20, **switches, seed=6)
    assert (other.average_strategy() == whole.average_strategy()) == nothing_to_draw


@pytest.mark.parametrize("name", GAMES)
def test_before_the_first_iteration_all_is_uniform(name):
    solver = solved(name, "es")
    for profile in (solver.average_strategy(), solver.current_strategy()):
        for _, actions in profile.items():
            assert actions == pytest.approx(dict.fromkeys(actions, 1 / len(actions)))


UNCOMPILED = [
    *product(["tree"], ["vanilla", "pcs", "es", Mixed("cs", "os", 0.5, per_node=True)]), ("bids", "spcs"),
    ("bids", "es"), *product(["two_rounds"], ["pcs", "opcs", "es"]), ("four streets", "vanilla"),
    *product(["imperfect recall"], ["pcs", "spcs", "cs", "es"]), ("buckets", cs("sequences")),
    ("explicit", "vanilla"), ("explicit", "es"),
]  # fmt: skip
"""Each engine, and each kind of walk that it has."""


def regrets_of_some_rows():
    """Return what the regrets of some rows of each game sum up to after two iterations, the game evaluated."""
    numbers = {}
    for name, row in UNCOMPILED:
        solver = solved(name, row, 2, regret="discounted")
        numbers[f"{name} {row}"] = [float(np.abs(table).sum()) for table in solver.engine.regret_tables()]
        if name in ("tree", "bids", "four streets", "explicit"):
            numbers[f"{name} {row}"].append(float(solver.exploitability()))
    return numbers


def test_kernels_do_the_same_when_they_are_not_compiled():
    """So that a debugger and coverage see into them."""
    code = "import json, test_contract; print(json.dumps(test_contract.regrets_of_some_rows()))"
    path = system.pathsep.join([str(Path(__file__).parent), *sys.path])
    environment = {**system.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    uncompiled = json.loads(done.stdout)
    for case, numbers in regrets_of_some_rows().items():
        rounded = 1e-5 if case.startswith(BUCKETS) else 1e-9
        assert uncompiled[case] == pytest.approx(numbers, rel=rounded), case


ALONE = [*product(["two_rounds"], ["pcs", "opcs", "spcs"]), ("explicit", "vanilla")]
"""Walks that are too short to be shared: however many threads there may be, one does all."""
SHARED = [case for case in WALKED if case[0] != "tree" and case[1] in ROWS[:4] and case not in ALONE]


@pytest.mark.parametrize("name, row", [*SHARED, *ALONE], ids=str)
def test_threads_never_change_a_bit(name, row, monkeypatch):
    shared, submit = [], ThreadPoolExecutor.submit
    monkeypatch.setattr(ThreadPoolExecutor, "submit", lambda *work: shared.append(work) or submit(*work))
    rule = ALL_OF_IT if (name, row) in PREDICTED else "discounted"
    one, two = (solved(name, row, regret=rule, threads=threads) for threads in (1, 2))
    shared.clear()  # tables of cards are made by several threads, too
    one.run(6)
    assert shared == []
    two.run(6)
    assert len(shared) >= 6 * 2 or (name, row) in ALONE
    assert_equal(one, two)


@pytest.fixture
def in_turns():
    """Let threads that run Python take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", EVALUATED)
def test_threads_that_evaluate_one_game_find_what_one_of_them_finds(name, in_turns):
    game, profiles = small_bids(rounds="one") if name == "bids" else GAMES[name], []  # large enough to be met at work
    for n in range(4):
        solver = cfrlib.CFR(game, "es", seed=n)
        solver.run(3 + 40 * n)
        profiles.append(solver.average_strategy())

    def look(profile):
        best = cfrlib.best_response_values(game, profile)
        return *best, cfrlib.expected_value(game, profile), cfrlib.evaluate.value_between(game, profile, profile)

    alone = [look(profile) for profile in profiles]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(look, profiles * 15)) == alone * 15


def untied(name, rule, dtype):
    """Return a solver whose regrets are random ones, of the size that they have after an iteration."""
    solver, rng = solved(name, "vanilla", regret=rule, dtype=dtype), np.random.default_rng(3)
    after = solved(name, "vanilla", 1, regret=rule).engine.regret_tables()
    for table, like in zip(solver.engine.regret_tables(), after, strict=True):
        table[:] = np.abs(like).max() * rng.standard_normal(table.size).astype(np.float32)
    return solver


@pytest.mark.parametrize("name, rule", [
    ("tree", "discounted"), ("bids", ALL_OF_IT), ("two_rounds", "discounted"), ("buckets", ALL_OF_IT),
    ("four streets", "discounted"), ("explicit", ALL_OF_IT),
], ids=str)  # fmt: skip
def test_float32_follows_float64(name, rule):
    """Where nothing ties: else rounding decides between actions that are worth the same, most of all in Bluff."""
    fine, coarse = (untied(name, rule, dtype) for dtype in ("float64", "float32"))
    fine.run(10), coarse.run(10)
    assert coarse.exploitability() == pytest.approx(fine.exploitability(), rel=1e-5)
    for one, other in zip(fine.engine.sum_tables(), coarse.engine.sum_tables(), strict=True):
        np.testing.assert_allclose(other, one, rtol=0, atol=3e-5 * np.abs(one).max())
    assert {table.dtype for table in coarse.engine.regret_tables()} - {np.dtype("float64")} == {np.dtype("float32")}
