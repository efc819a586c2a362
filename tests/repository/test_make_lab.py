"""`cfrlib lab`, without its server, and the recipe of `make lab`, which is one call of it."""

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat.sign import NotebookNotary

from cfrlib import cli
from cfrlib.cli import lab
from cfrlib.runs import names

ROOT = Path(__file__).resolve().parents[2]
FIRST = "notebooks/00_start_here.ipynb"

unix = pytest.mark.skipif(os.name == "nt", reason="the recipe is written for a Unix shell")
pytestmark = pytest.mark.slow


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """A folder outside the project with a small course beside it; what is started is only written down in a list."""
    started, source = [], tmp_path / "shipped"
    texts = {FIRST: nbformat.writes(nbformat.v4.new_notebook()), "figures/data/x.csv": "n", "docs/teaching.md": "t"}
    texts |= {"notebooks/.jupyter/c.py": "c", "notebooks/papers/__pycache__/a.pyc": "", "figures/runs.toml": "[x]"}
    texts["notebooks/solutions/00_start_here.ipynb"] = texts[FIRST]
    for name, text in texts.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    monkeypatch.setattr(lab, "SOURCE", source)
    monkeypatch.setattr("cfrlib.runs.table.__file__", str(tmp_path / "site/cfrlib/runs/table.py"))  # in no checkout
    monkeypatch.setattr(lab.LabApp, "launch_instance", started.append)
    monkeypatch.setattr(lab.subprocess, "Popen", lambda command, **how: started.append([*command[1:], how["cwd"]]))
    for name in ("HOME", "JUPYTER_CONFIG_PATH", "JUPYTER_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    return started


def test_what_is_missing_is_copied_and_what_is_there_stays(opened, capsys):
    folder = Path("cfrlib-course").resolve()
    (folder / "figures/data").mkdir(parents=True)
    (folder / "figures/data/x.csv").write_text("my own")
    cli.main(["lab", "--no-browser", "--", "--port=1", "--", "x"])
    assert capsys.readouterr().out == f"Copied 5 files of the course that were missing into {folder}\n"
    compiler, server = opened
    assert compiler == ["-m", "cfrlib", "warm", "--background", folder]
    assert [one for one in server if one != "--allow-root"] == [
        f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{FIRST}",
        "--no-browser", "--port=1", "--", "x",
    ]  # fmt: skip
    assert os.environ["JUPYTER_CONFIG_PATH"] == f"{folder}/notebooks/.jupyter{os.pathsep}{folder.parents[1]}"
    assert (folder / "figures/data/x.csv").read_text() == "my own"
    assert not list(folder.rglob("*.pyc"))
    with NotebookNotary() as notary:
        assert notary.check_signature(nbformat.read(folder / FIRST, nbformat.NO_CONVERT))


def test_the_folder_around_is_opened_and_its_runs_are_listed(opened, monkeypatch, capsys):
    cli.main(["lab", "here", "--no-warm"])
    (Path("here") / FIRST).write_text("damaged")
    monkeypatch.chdir("here/notebooks")
    capsys.readouterr()
    cli.main(["lab", "--no-warm"])
    assert capsys.readouterr().out == ""
    assert opened[0] == opened[1]
    assert names() == ("x",)


def test_without_solutions_none_is_copied_and_those_that_are_there_are_named(opened, capsys):
    cli.main(["lab", "class", "--no-warm", "--no-solutions"])
    here = Path("class").resolve()
    assert {path.relative_to(here).as_posix() for path in here.rglob("*") if path.is_file()} == {
        FIRST, "figures/data/x.csv", "notebooks/.jupyter/c.py", "figures/runs.toml",
    }  # fmt: skip
    cli.main(["lab", "class", "--no-warm"])
    capsys.readouterr()
    cli.main(["lab", "class", "--no-warm", "--no-solutions"])
    said = [f"{here / name} was there before, and stays" for name in lab.SOLVED]
    assert capsys.readouterr().out.splitlines() == said


def test_all_that_has_solutions_is_left_out():
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in ROOT.glob("notebooks/**/*.ipynb")}
    marked = [path for path, text in texts.items() if "### BEGIN SOLUTION" in text]
    assert marked
    assert all(path.parent.as_posix() in lab.SOLVED for path in marked)
    assert "## Exam questions" in (ROOT / lab.SOLVED[1]).read_text(encoding="utf-8")


DAMAGED = [
    "", "null", "3", '"text"', "[]", "[{}]", "{}", '{"mine": 1}', '{"nbformat": 4', '{"nbformat": "x"}',
    '{"nbformat": null}', '{"nbformat": 99, "cells": []}', '{"nbformat": 4}', '{"nbformat": 4, "cells": 3}',
    '{"nbformat": 4, "cells": [3]}',
    '{"nbformat": 4, "cells": [{}]}', '{"nbformat": 3, "worksheets": 1}',
    '{"nbformat": 4, "metadata": [], "cells": null}',
    '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": 3, "outputs": 7}]}',
    "[" * 100_000, "\0\ud800",
]  # fmt: skip


def test_a_notebook_that_is_none_is_for_its_reader_to_see(opened):
    cli.main(["lab", "here", "--no-warm"])
    folder = Path("here/notebooks/papers")
    folder.mkdir(exist_ok=True)
    (folder / "a_folder.ipynb").mkdir()
    (folder / "gone.ipynb").symlink_to("nowhere")
    for k, text in enumerate(DAMAGED):
        (folder / f"damaged_{k}.ipynb").write_bytes(text.encode("utf-8", "surrogatepass"))
    good = folder / "whole.ipynb"
    nbformat.write(nbformat.v4.new_notebook(), good)
    cli.main(["lab", "here", "--no-warm"])
    assert opened[0] == opened[1]
    with NotebookNotary() as notary:
        assert notary.check_signature(nbformat.read(good, nbformat.NO_CONVERT))


def test_where_nothing_can_be_copied_it_says_so(opened):
    Path("file").write_text("")
    with pytest.raises(SystemExit, match="file"):
        cli.main(["lab", "file"])
    assert opened == []


@unix
@pytest.mark.parametrize("home", ["/dev/null", ""])
def test_without_a_home_the_environment_is_one(opened, tmp_path, home, monkeypatch):
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "environment"))
    lab.open_lab("here", warm=False)
    assert os.environ["HOME"] == str(tmp_path / "environment/home")
    assert (tmp_path / "environment/home").is_dir()


def test_a_checkout_is_a_course_and_the_wheel_has_all_of_it():
    assert lab.SOURCE == lab.course_folder() == ROOT
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    built = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {pattern.removesuffix("/**/*") for pattern in lab.COURSE} == {*built["only-include"]} - {"cfrlib"}
    assert built["sources"] == {folder: f"cfrlib/course/{folder}" for folder in ("docs", "figures", "notebooks")}


@unix
@pytest.mark.parametrize("given, passed", [
    (["LAB_ARGS=--port=1 --no-browser"], "-- --port=1 --no-browser"), (["WARM=no"], "--no-warm --"),
])  # fmt: skip
def test_make_lab_is_one_call(tmp_path, given, passed):
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin/python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # of make test
    command = ["make", "lab", f"VENV={tmp_path}", "-o", f"{tmp_path}/lab.stamp", *given]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    assert done.stdout == f"-m cfrlib lab {passed}\n"


@unix
def test_the_compiler_in_the_background_ends_with_who_started_it(tmp_path):
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    pidfile, begun = tmp_path / "pid", f'until find "{tmp_path}" -name warm.lock | grep -q .; do sleep 0.1; done'
    shell = f'"{sys.executable}" -m cfrlib warm --background & echo $! > "{pidfile}"; {begun}'
    subprocess.run(["sh", "-c", shell], env=cold, cwd=ROOT, check=True)
    pid = int(pidfile.read_text())
    for _ in range(600):  # a minute: on a busy machine it seldom has its turn
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            break
        time.sleep(0.1)
    else:
        os.kill(pid, 9)
        pytest.fail("it went on")
    assert not list(tmp_path.rglob("warm-*.done"))
