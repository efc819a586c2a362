"""`cfrlib verify` computes parts of stored runs anew, and says where they differ."""

import pytest

from cfrlib.cli import main
from cfrlib.runs import find, store, verification

pytestmark = pytest.mark.slow

NAME = "mixed_liars_dice"
PART = verification.Part(NAME, find(NAME).tasks("paper")[0], "paper")
"""A part that takes less than a second."""


def test_what_comes_out_again_is_told_from_what_does_not(monkeypatch, capsys):
    monkeypatch.setattr(verification, "sample", lambda *_: [PART])
    main(["verify"])
    assert "the same" in capsys.readouterr().out
    table, made = store.load(NAME)
    table.loc[0, "exploitability"] *= 1.001
    monkeypatch.setattr(store, "load", lambda *_: (table, made))
    with pytest.raises(SystemExit, match="1 of the parts differ"):
        main(["verify"])
    assert "exploitability: row 0 of the part has" in capsys.readouterr().out


def test_a_sample_has_no_part_that_takes_long_and_is_told_by_its_seed():
    parts = verification.sample(20, 5.0, seed=1)
    assert len(parts) == 20
    assert parts == verification.sample(20, 5.0, seed=1)
    assert not {part.name for part in parts} & {"texas_race", "texas_large", "holdem_2_1"}
