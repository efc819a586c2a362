"""The recipe of `make lab`, with programs in place of Python and Jupyter that only write down how they were called."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
PYTHON = '#!/bin/sh\necho "$PPID $@" >> "$CALLS/python"\necho noise; echo noise >&2\n'
JUPYTER = '#!/bin/sh\necho "$$ $HOME $@" >> "$CALLS/jupyter"\n[ "$1" != lab ] || { echo the server; sleep 0.5; }\n'

unix = pytest.mark.skipif(os.name == "nt", reason="the recipe is written for a Unix shell")
pytestmark = [pytest.mark.slow, unix]


class Lab:
    def __init__(self, folder):
        self.folder, self.environment = folder, folder / "an environment"
        (self.environment / "bin").mkdir(parents=True)
        for name, text in (("python", PYTHON), ("jupyter", JUPYTER)):
            program = self.environment / "bin" / name
            program.write_text(text)
            program.chmod(0o755)

    def make(self, *arguments, home):
        """Run the recipe; return what it printed."""
        link = self.folder / "venv"  # make does not know spaces
        if not link.exists():
            link.symlink_to(self.environment)
        outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # of make test
        done = subprocess.run(
            ["make", "lab", f"VENV={link}", "-o", f"{link}/lab.stamp", *arguments],
            cwd=ROOT, env={**outside, "HOME": str(home), "CALLS": str(self.folder)}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout + done.stderr

    def calls(self, program):
        """Return [number, rest] of each call."""
        file = self.folder / program
        for _ in range(100):  # the compiler is started, and not waited for
            if file.exists():
                break
            time.sleep(0.05)
        return [line.split(maxsplit=1) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path)


def test_the_server_starts_and_beside_it_the_compiler_in_silence(lab, tmp_path):
    assert lab.make("LAB_ARGS=--port=1", home=tmp_path) == "the server\n"
    trust, server = lab.calls("jupyter")
    assert trust[1].startswith(f"{tmp_path} trust notebooks/00_start_here.ipynb ")
    assert server[1].startswith(f"{tmp_path} lab ")
    assert server[1].endswith(" --port=1")
    assert lab.calls("python") == [[server[0], "-m cfrlib warm --background"]]  # its parent is the server


def test_nothing_is_compiled_ahead_where_that_is_not_wanted(lab, tmp_path):
    assert lab.make("WARM=no", home=tmp_path) == "the server\n"
    assert not (tmp_path / "python").exists()


@pytest.mark.parametrize("home", ["/dev/null", ""])
def test_without_a_home_the_environment_is_one(lab, tmp_path, home):
    lab.make(home=home)
    assert {call[1].split(" lab ")[0].split(" trust ")[0] for call in lab.calls("jupyter")} == {f"{tmp_path}/venv/home"}
    assert (lab.environment / "home").is_dir()


def test_the_compiler_in_the_background_ends_with_who_started_it(tmp_path):
    cold = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    pidfile = tmp_path / "pid"
    shell = f'"{sys.executable}" -m cfrlib warm --background & echo $! > "{pidfile}"; sleep 2'
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


def test_help_costs_nothing():
    code = "import sys, cfrlib.cli as c\ntry: c.main(['warm', '--help'])\n"
    code += "except SystemExit: print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--background" in done.stdout
    assert done.stdout.endswith("False\n")
