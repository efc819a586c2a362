"""Numbers along a staircase; `tests/course/test_play_ledger.py` has what it says of hands."""

import pytest

from cfrlib.lessons.play.staircases import as_fraction


@pytest.mark.parametrize(
    "value, sign, said", [(-5 / 18, False, "−5/18"), (1.5, True, "+3/2"), (0, True, "0"), (0.12345, False, "0.123")]
)
def test_simple_numbers_are_said_as_fractions(value, sign, said):
    assert as_fraction(value, sign) == said
