"""The sweep of docs/your_own.md where nobody has mended the path: a process of its own, in a folder of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from cfrlib.runs import find

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "your_own.md").read_text(encoding="utf-8")
FILE = re.compile(r"^```\w+\n# (sweep[\w/]*\.(?:py|toml))\n(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="module")
def sweep(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    (folder / "sweep").mkdir()
    (folder / "sweep" / "numpy.csv").touch()  # no code, so it is not in the way of numpy
    for name, text in FILE.findall(PAGE):
        text = re.sub(r"iterations = \d+", "iterations = 20", text).replace("[4, 6, 8]", "[4]")
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def program(folder, *arguments):
    """Run ``python -P -m cfrlib`` elsewhere, without bytecode: behind that, edits within a second are not seen."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    command = [sys.executable, "-B", "-P", "-m", "cfrlib", *arguments, "--table", str(folder / "sweep.toml")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("how", [(), ("--executor", "processes", "--workers", "1")])
def test_the_code_of_a_run_imports_what_stands_beside_it(sweep, how):
    done = program(sweep, "run", "--scale", "quick", *how)
    assert done.returncode == 0, done.stderr
    assert pd.read_csv(sweep / "sweep.csv")["curve"].unique().tolist() == ["CFR", "CFR+", "mine"]


def test_such_a_run_is_drawn(sweep):
    program(sweep, "run", "--scale", "quick")
    done = program(sweep, "draw", "race", "--out", str(sweep / "race.svg"))
    assert done.returncode == 0, done.stderr
    assert (sweep / "race.svg").exists()


@pytest.mark.parametrize("line, said", [
    ("from cion import Coin", "race.py, line 2: No module named 'cion'; it takes what is installed, or a file in"),
    ("from coin import Cion", "race.py, line 2: cannot import name 'Cion' from 'coin'"),
])  # fmt: skip
def test_an_import_that_fails_is_said_with_its_line(sweep, line, said):
    file = sweep / "sweep" / "race.py"
    right = file.read_text(encoding="utf-8")
    file.write_text(right.replace("from coin import Coin", line), encoding="utf-8")
    try:
        done = program(sweep, "run", "--scale", "quick")
    finally:
        file.write_text(right, encoding="utf-8")
    assert done.returncode == 1
    assert done.stderr.startswith(said), done.stderr
    assert done.stderr.count("\n") == 1


def test_two_folders_may_have_files_of_the_same_name(tmp_path):
    said = []
    for name in ("one", "two"):
        folder = tmp_path / name
        (folder / "sweep").mkdir(parents=True)
        (folder / "sweep.toml").write_text("[mine]\n")
        (folder / "sweep" / "shared_part.py").write_text(f"NAME = {name!r}\n")
        (folder / "sweep" / "statistics.py").write_text("NAME = 'no part of Python'\n")
        (folder / "sweep" / "mine.py").write_text("import statistics\nfrom shared_part import NAME\nstatistics.mean\n")
        said.append(find("mine", folder / "sweep.toml").code.NAME)
    assert said == ["one", "two"]
    assert not {str(tmp_path / "one" / "sweep"), str(tmp_path / "two" / "sweep")} & {*sys.path}
