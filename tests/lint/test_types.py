"""A type checker reads the types of the public names: it passes what is right, and sees what is wrong."""

from pathlib import Path

import consumer
from mypy import api

ROOT = Path(__file__).resolve().parents[2]
WRONG = """
import cfrlib

game = cfrlib.games.kuhn()
cfrlib.CFR(game, regrets="rm")
cfrlib.CFR(game, regret=3)
cfrlib.draw.tree(game, infoset=True)
cfrlib.exploitability(game, "profile")
cfrlib.games.leduc(rank=3)
cfrlib.play(game, seats=0)
strategy: str = cfrlib.Profile.uniform(game)["Q", "pb"]
"""


def test_a_type_checker_reads_the_types(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG)
    options = "--strict", "--follow-imports=silent", "--no-error-summary"
    said, broken, _ = api.run([*options, consumer.__file__, str(wrong)])
    assert not broken
    errors = [line for line in said.splitlines() if ": error: " in line]
    right = [line for line in errors if "consumer.py" in line]
    assert right == [], "\n".join(right)
    lines = {int(line.partition("wrong.py:")[2].partition(":")[0]) for line in errors}
    assert lines == set(range(5, 12)), "\n".join(errors)
