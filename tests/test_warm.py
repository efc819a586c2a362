"""After `python -m cfrlib.warm` nobody waits for the compiler: the kernels of the course are there."""

import subprocess
import sys
from pathlib import Path

import pytest

import cfrlib
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.kernels.compiling import telling
from cfrlib.sampling import ByPlace, HalfLife, Mixed, after
from cfrlib.warm import warm

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=4), bluff(faces=4)], ids=repr)
def test_other_games_and_rows_use_the_same_kernels(game):
    warm()
    told = []
    with telling(told.append):
        for row in ("pcs", "cs", "os", Mixed("es", "os", HalfLife(8)), ByPlace(after(2))):
            solver = cfrlib.CFR.plus(game, sampling=row)
            solver.run(3)
            solver.exploitability()
        cfrlib.expected_value(game, solver.average_strategy())
    assert told == []


def test_the_command_says_nothing_once_all_is_compiled():
    warm()
    done = subprocess.run(
        [sys.executable, "-m", "cfrlib.warm"], cwd=ROOT, capture_output=True, text=True, check=True
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("", "")
