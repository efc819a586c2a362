"""Runs whose tasks are done by other processes: the bytes of a run that does them in turn, whoever dies."""

import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import wait
from contextlib import closing, nullcontext
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from types import SimpleNamespace

import numpy as np
import pytest
from examples.flops_on_actors import gather, spread

import cfrlib
from cfrlib.cli import main
from cfrlib.runs import steps, store, workers

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CODE = """
import os
import time
from pathlib import Path

import pandas as pd

import cfrlib


def run_task(task, checkpoint):
    folder = Path(__file__).parent
    with open(folder / "log.txt", "a") as log:
        log.write(f"{os.getpid()} {task['seed']}\\n")
    if (folder / f"dies{task['seed']}").exists():
        if not (folder / "always").exists():
            (folder / f"dies{task['seed']}").unlink()
        os.kill(os.getpid(), 9)
    solver = cfrlib.CFR(cfrlib.games.kuhn(), "es", seed=task["seed"])
    solver.run(20)
    time.sleep(float(os.environ.get("NAP", "0")))
    return pd.DataFrame([{**task, "exploitability": solver.exploitability()}])
"""
TABLE = '[toy]\nabout = "A toy."\nquick = {each = {seed = 6}}\npaper = {each = {seed = 2}}\n'


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder of figures with a run, what it comes to if its tasks are done in turn, and a count of what is kept."""
    (tmp_path / "data").mkdir()
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs.toml").write_text(TABLE)
    (tmp_path / "runs" / "toy.py").write_text(CODE)
    serial, record = run(tmp_path)
    begun(tmp_path)
    kept, write = Counter(), steps._write

    def counted(path, text):
        kept.update([path.parent.name] if path.name == "finished.json" else [])
        write(path, text)

    monkeypatch.setattr(steps, "_write", counted)
    return SimpleNamespace(folder=tmp_path, serial=serial, record=record, kept=kept)


def run(folder, *arguments):
    """Do the run by the command line; return the bytes of its table, and how it was made without what differs."""
    main(["run", "toy", "--scale", "quick", "--folder", str(folder), *arguments])
    record = json.loads((folder / "data" / "toy.json").read_text())
    return (folder / "data" / "toy.csv").read_bytes(), record | {"cpu_seconds": 0, "date": ""}


def begun(folder):
    """Return (process, seed) of the tasks that have been begun since the last call."""
    log = folder / "runs" / "log.txt"
    lines = [tuple(map(int, line.split())) for line in log.read_text().splitlines()]
    log.unlink()
    return lines


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two:
        yield two


@pytest.mark.parametrize("executor, dies", [
    ("dask", False), *(pytest.param(name, True, marks=pytest.mark.slow_fault) for name in ("dask", "processes")),
])  # fmt: skip
def test_others_make_the_same_bytes_and_a_worker_that_dies_costs_its_task(executor, dies, project, request):
    if dies:
        (project.folder / "runs" / "dies2").touch()
    two = request.getfixturevalue("cluster") if executor == "dask" else None
    who = [two.scheduler_address.replace("tcp", "dask")] if two else ["processes", "--workers", "2"]
    assert run(project.folder, "--executor", *who) == (project.serial, project.record)
    started = begun(project.folder)
    assert os.getpid() not in {process for process, _ in started}
    assert Counter(seed for _, seed in started)[2] == 1 + dies
    if two:  # a worker takes with it what nobody has fetched
        assert two.scheduler.allowed_failures == workers.DEATHS
        assert not two.scheduler.tasks
    else:
        assert len(started) == 7
    assert set(project.kept.values()) == {1}
    assert len(project.kept) == 6


@pytest.mark.parametrize("begun", [True, False])
def test_who_wants_no_more_ends_the_workers(begun, monkeypatch):
    """As an interrupt does, in whatever asks: at work or, as it comes at once, while workers still start.

    They have ended, and it is known how, when the one that asks goes on; nobody else looks for that at the same time.
    """
    before, jobs = set(multiprocessing.active_children()), {0: ("8",), 1: ("__import__('time').sleep(60)",)}
    both = set()

    def interrupted(*waiting, **how):
        both.update(set(multiprocessing.active_children()) - before)
        if not begun:
            raise KeyboardInterrupt
        return wait(*waiting, **how)

    monkeypatch.setattr(workers, "wait", interrupted)
    expected = nullcontext() if begun else pytest.raises(KeyboardInterrupt)
    with closing(workers.by_processes(eval, jobs, 2)) as done, expected:
        assert next(done) == (0, 8)
    assert len(both) == 2
    assert [worker.exitcode is None for worker in both] == [False, False]


@pytest.mark.slow_fault
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal interrupts a group of processes, as on Unix")
def test_an_interrupt_ends_the_workers_and_the_run_goes_on(project):
    command = [sys.executable, "-m", "cfrlib", "run", "toy", "--scale", "quick", "--folder", str(project.folder)]
    process = subprocess.Popen(
        [*command, "--executor", "processes", "--workers", "2"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "NAP": "2"}, start_new_session=True,
        stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal(SIGINT, SIG_DFL),  # a shell that began the tests may ignore it
    )  # fmt: skip
    deadline = time.monotonic() + 120
    while not (done := list(project.folder.glob("data/.partial/toy/*/finished.json"))):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, SIGINT)
    said = process.communicate(timeout=60)[1]
    assert "Interrupted. What is finished is kept" in said
    assert "Traceback" not in said
    workers_then = {worker for worker, _ in begun(project.folder)}
    while any(map(alive, workers_then)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert run(project.folder, "--resume") == (project.serial, project.record)
    assert {seed for _, seed in begun(project.folder)} == set(range(6)) - {int(path.parent.name) for path in done}


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_task_that_nobody_survives_is_given_up(monkeypatch):
    monkeypatch.setattr(workers, "TRIES", 2)
    done = workers.by_processes(eval, {"dies": ("__import__('os')._exit(9)",), "lives": ("6 * 7",)}, 1)
    assert next(done) == ("lives", 42)
    with pytest.raises(workers.Lost, match="2 processes died of this task"):
        next(done)


def test_a_worker_that_dies_between_two_tasks_is_replaced():
    before, done = set(multiprocessing.active_children()), workers.by_processes(eval, {"one": ("1",), "two": ("2",)}, 1)
    assert next(done) == ("one", 1)
    (worker,) = set(multiprocessing.active_children()) - before
    worker.kill()
    worker.join()
    time.sleep(0.1)
    assert list(done) == [("two", 2)]


def test_what_is_kept_stays(tmp_path):
    for text in ("first", "second"):
        steps.keep(tmp_path / "part", text, {"cpu_seconds": 1.0})
    assert (tmp_path / "part" / "table.csv").read_text() == "first"


def test_a_record_names_each_machine_once(tmp_path):
    (tmp_path / "data").mkdir()
    ours = store.provenance()
    theirs = ours | {"machine": "Another", "versions": ours["versions"] | {"numpy": "1.0"}}
    table = steps.pd.DataFrame({"seed": [0]})
    store.save("x", table, scale="quick", cpu_seconds=1.0, made=[ours, theirs, ours], folder=tmp_path)
    record = json.loads((tmp_path / "data" / "x.json").read_text())
    assert record["machine"] == f"Another; {ours['machine']}"
    assert record["versions"]["numpy"].startswith("1.0; ")
    assert record["python"] == ours["python"]


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--executor", "threads"], "executor='threads': it takes None, 'processes' or 'dask://HOST:PORT'"),
        (["--executor", "dask://"], "executor='dask://': it takes"),
        (["--workers", "2"], "workers=2: it takes None, but with executor='processes'"),
        (["--executor", "processes", "--workers", "0"], "workers=0: it takes a whole number from 1"),
    ],
)
def test_wrong_executors_are_named(arguments, said, tmp_path, capsys):
    with pytest.raises(SystemExit):
        run(tmp_path, *arguments)
    assert said in capsys.readouterr().err


def test_a_missing_package_is_said_with_its_remedy(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SystemExit, match='distributed is not installed: pip install "distributed>=.*" brings it'):
        run(tmp_path, "--executor", "dask://127.0.0.1:1")


def test_one_solve_over_two_workers(cluster):
    rules, switches = {"deck": (4, 2)}, {"regret": "dcfr+", "average": "quadratic"}
    serial = cfrlib.CFR(cfrlib.games.holdem(**rules), **switches)
    serial.run(12)
    with pytest.importorskip("distributed").Client(cluster) as client:
        solver, actors = spread(client, rules, switches, list(client.scheduler_info()["workers"]))
        assert len(actors) == 2
        solver.run(7)
        solver.run(5)
        assert not solver.engine.tables.regret.any(), "the flops are elsewhere"
        gather(solver, actors)
    for name, table in serial.engine.tables._asdict().items():
        assert np.array_equal(getattr(solver.engine.tables, name), table), name
    assert solver.exploitability() == serial.exploitability()
