"""Two paths of rising bids: what follows is drawn once, reach twice."""

import pytest

from cfrlib.lessons.bluff.two_paths import two_paths

BIDS = ("1-1", "1-*", "2-1", "2-*")
REACH = {"A": (0.25, 1.0), "B": (0.5, 0.0)}


def drawn(**paths):
    return two_paths(BIDS, paths, REACH, ("1", "*"))


def test_the_last_bid_is_drawn_once_and_reach_for_each_path():
    picture = drawn(A=("1-1", "2-1"), B=("1-*", "2-1"))
    assert [picture.svg.count(f">P{player}<") for player in (1, 2)] == [2, 1]
    assert picture.svg.count(">challenge<") == 1
    assert [picture.svg.count(f">{p}<") for p in ("0.25", "0.5")] == [1, 1]
    assert "A: 1-1, 2-1; Player 2's reach 1 0.25, * 1." in picture.text
    assert "Both go on alike: 2-*, challenge." in picture.text


def test_paths_may_have_different_lengths():
    picture = drawn(A=("2-1",), B=("1-1", "1-*", "2-1"))
    assert "Player 1's reach" in picture.text
    assert [picture.svg.count(f">P{player}<") for player in (1, 2)] == [2, 1]


@pytest.mark.parametrize("other", [("1-1", "2-*"), ("2-1",)])
def test_paths_that_do_not_meet_are_refused(other):
    with pytest.raises(ValueError, match="the same bid of the same player"):
        drawn(A=("1-1", "2-1"), B=other)
