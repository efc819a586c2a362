"""The page *Your own* does what it says, block after block: files are written, Python and commands are run."""

import io
import re
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from cfrlib.cli import main

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parents[2] / "docs" / "your_own.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (sweep[\w/]*\.(?:py|toml))\n")


def test_the_page_prints_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    known, printed, kinds = {}, "", []
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        kinds.append(kind)
        with redirect_stdout(io.StringIO()) as out:
            if file := FILE.match(text):
                path = tmp_path / file[1]
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            elif kind == "python":
                exec(text, known)
            elif kind == "sh":
                for command in text.splitlines():
                    main(shlex.split(command)[1:])
            else:
                assert (kind, text) == ("text", printed)
        printed = out.getvalue()
    assert [kinds.count(kind) for kind in ("python", "text", "toml", "sh")] == [8, 6, 1, 1]
    for name in ("tree.pdf", "race.pdf"):
        assert (tmp_path / name).read_bytes().startswith(b"%PDF-")
    assert 'data-recording="' in (tmp_path / "doubled.html").read_text(encoding="utf-8")
