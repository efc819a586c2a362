"""The command line where the console knows few characters: it prints, and what it prints can be read."""

import io
import sys

import pytest

from cfrlib import cli
from cfrlib.runs import names
from cfrlib.runs.table import source


@pytest.fixture
def says(monkeypatch):
    """A function that returns (exit status, stdout, stderr) of the command line on a console of an encoding."""

    def run(encoding, *arguments):
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        status = 0
        try:
            cli.main([*arguments])
        except SystemExit as done:
            status = done.code or 0
            if isinstance(status, str):
                print(status, file=sys.stderr)
                status = 1
        for stream in streams:
            stream.flush()
        return status, *(stream.buffer.getvalue().decode(encoding) for stream in streams)

    return run


def test_the_list_of_runs(says):
    status, out, error = says("ascii", "list")
    assert (status, error) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(names())
    assert not {"?", "\\"} & set(out) - set("".join(source(name)[0]["about"] for name in names()))


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("encoding, shown", [("ascii", "-1/18 * alpha o +-2 e ?"), ("utf-8", "−1/18 · α ö ±2 é 國")])
def test_what_cannot_be_shown_is_written_out(encoding, shown, stream, says, monkeypatch):
    monkeypatch.setattr(cli, "_list", lambda _: print("−1/18 · α ö ±2 é 國", file=getattr(sys, stream)))
    status, out, error = says(encoding, "list")
    assert (status, (out + error).splitlines()) == (0, [shown])


@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
@pytest.mark.parametrize(
    "arguments, status, words",
    [
        (["--help"], 0, "COMMAND"), (["run", "--help"], 0, "--resume"), (["run", "α−"], 2, "invalid choice"),
        (["draw", "α−"], 2, "invalid choice"), (["draw", names()[0], "--folder", "α"], 1, "there is no such folder"),
    ],
)  # fmt: skip
def test_help_and_errors(arguments, status, words, encoding, says, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    done, out, error = says(encoding, *arguments)
    assert done == status
    assert words in out + error
    assert "Traceback" not in error
