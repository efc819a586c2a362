"""The command line where the console knows few characters: it prints, and what it prints can be read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cfrlib.runs import find, names

ROOT = Path(__file__).parents[2]
ENCODINGS = "ascii", "cp1252", "cp932"
SAY = "from cfrlib import cli; cli._list = lambda _: print({0!r}, file=cli.sys.{1}); cli.main(['list'])"


def says(encoding, *arguments, cwd=ROOT):
    """Return (exit status, stdout, stderr) of Python with these arguments."""
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True)
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_list_of_runs(encoding):
    status, out, error = says(encoding, "-m", "cfrlib", "list")
    assert (status, error) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(names())
    assert not {"?", "\\"} & set(out) - set("".join(find(name).__doc__.splitlines()[0] for name in names()))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("encoding, shown", [("ascii", "-1/18 * alpha o +-2 e ?"), ("utf-8", "−1/18 · α ö ±2 é 國")])
def test_what_cannot_be_shown_is_written_out(encoding, shown, stream):
    status, out, error = says(encoding, "-c", SAY.format("−1/18 · α ö ±2 é 國", stream))
    assert (status, (out + error).splitlines()) == (0, [shown])


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
@pytest.mark.parametrize(
    "arguments, status, said",
    [
        (["--help"], 0, "COMMAND"), (["run", "--help"], 0, "--resume"), (["run", "α−"], 2, "invalid choice"),
        (["draw", "α−"], 2, "invalid choice"), (["draw", names()[0], "--folder", "α"], 1, "there is no such folder"),
    ],
)  # fmt: skip
def test_help_and_errors(arguments, status, said, encoding, tmp_path):
    found, out, error = says(encoding, "-m", "cfrlib", *arguments, cwd=tmp_path)
    assert found == status
    assert said in out + error
    assert "Traceback" not in error
