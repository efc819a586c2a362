"""After `cfrlib warm` nobody waits for the compiler: the kernels of the course are there."""

import runpy
import sys

import pytest

import cfrlib
from cfrlib._util import compile_cache
from cfrlib._util.waiting import telling
from cfrlib.cli import precompile as warm
from cfrlib.games import bluff, holdem, kuhn, leduc
from cfrlib.sampling import ByPlace, HalfLife, Mixed, after

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def warmed():
    """All kernels of the course: compiled by `make test` before the tests, and so it takes no time here."""
    warm.main()


ROWS = [
    {"sampling": row, "regret": "rm+", "average": "linear"}
    for row in ("pcs", "cs", "os", Mixed("es", "os", HalfLife(8)), ByPlace(after(2)))
]
ROWS += [{"sampling": "os", "baseline": "learned"}]


@pytest.mark.parametrize(
    "game, rows",
    [
        (kuhn(), ROWS), (leduc(ranks=4), ROWS), (bluff(faces=4), ROWS),
        (holdem(deck=(5, 2)), [{"dtype": "float32"}, {"sampling": "pcs"}]),
        (holdem(deck=(5, 2), raises=(1, 1)), [{"sampling": "cs", "regret": "rm+"}]),
        (holdem(deck=(5, 2), buckets=3), [{"regret": "discounted"}]),
    ],
    ids=lambda value: "" if isinstance(value, list) else repr(value),
)  # fmt: skip
def test_other_games_and_rows_use_the_same_kernels(warmed, game, rows):
    told = []
    with telling(told.append):
        for row in rows:
            solver = cfrlib.CFR(game, **row)
            solver.run(3)
            solver.exploitability()
        if game.layout == "tree":
            cfrlib.expected_value(game, solver.average_strategy())
            cfrlib.exploitability(game, solver.average_strategy())
    assert told == []


@pytest.fixture
def steps(monkeypatch, tmp_path):
    """One step instead of all; the list grows when it is done."""
    done = []
    monkeypatch.setattr(warm, "STEPS", {"a step": lambda: done.append(1)})
    monkeypatch.setattr(warm, "mark_folder", lambda: tmp_path)
    return done


def test_the_command_shows_its_steps_and_does_nothing_twice(steps, capsys):
    warm.main(jobs=1)
    assert capsys.readouterr() == ("", f"1 of 1, a step\n{warm.DONE}\n")
    warm.main(jobs=1)
    assert capsys.readouterr() == ("", f"{warm.DONE}\n")
    assert steps == [1]


def test_the_module_by_itself_does_what_the_command_does(steps, tmp_path, monkeypatch, capsys):
    warm._marker(tmp_path).touch()
    monkeypatch.setattr(compile_cache, "mark_folder", lambda: tmp_path)
    monkeypatch.delitem(sys.modules, "cfrlib.cli.precompile")
    runpy.run_module("cfrlib.cli.precompile", run_name="__main__")
    assert capsys.readouterr() == ("", f"{warm.DONE}\n")


def test_two_compilers_do_not_do_the_same_work(steps, tmp_path, monkeypatch, capsys):
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(warm, "_stay_behind", lambda: None)
    with open(tmp_path / "warm.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        warm.main(background=True)
    assert steps == []
    assert capsys.readouterr() == ("", "")
    warm.main(background=True)
    assert steps == [1]
    assert capsys.readouterr() == ("", "")


def test_all_is_compiled_again_when_a_source_has_changed_or_the_mark_is_gone(steps, tmp_path, monkeypatch):
    warm.main(jobs=1)
    (mark,) = tmp_path.glob("warm-*.done")
    mark.rename(tmp_path / "warm-of-another-version.done")
    warm.main(jobs=1)
    assert steps == [1, 1]
    assert list(tmp_path.glob("warm-*.done")) == [mark]


def test_what_is_edited_meanwhile_is_not_taken_for_compiled(steps, tmp_path, monkeypatch):
    mark, version = warm._marker, [1]
    monkeypatch.setattr(warm, "_marker", lambda folder: mark(folder).with_suffix(f".{version[0]}.done"))
    monkeypatch.setitem(warm.STEPS, "an edit", lambda: version.append(version.pop() + 1))
    warm.main(jobs=1)
    warm.main(jobs=1)
    assert steps == [1, 1]


def test_where_nothing_can_be_kept_it_is_no_failure(steps, monkeypatch):
    monkeypatch.setattr(warm, "mark_folder", lambda: None)
    warm.main(jobs=1)
    assert steps == [1]
