"""A tournament: who comes first hangs on the guests, what each can lose does not."""

import re

import pandas as pd
import pytest

from cfrlib.widgets import tournament

NAMES = ["Half Rock", "Paper", "Scissors", "Even"]
WINS = pd.DataFrame([[0, -25, 25, 0], [25, 0, -100, 0], [-25, 100, 0, 0], [0, 0, 0, 0]], NAMES, NAMES)
LOSES = {"Paper": 100, "Even": 0, "Scissors": 100, "Half Rock": 25}


def made():
    return tournament(WINS, LOSES)


def test_the_mean_is_over_the_invited_others():
    cup = made()
    assert cup.means.to_dict() == {"Scissors": 25, "Half Rock": 0, "Even": 0, "Paper": -25}
    cup.press("3")
    assert cup.invited == ("Half Rock", "Paper", "Even")
    assert cup.means.to_dict() == {"Paper": 12.5, "Even": 0, "Half Rock": -12.5}
    assert "Paper wins the most from the others, +12 on average, and can lose 100" in cup.words
    assert "least exploitable here is Even: it can lose 0" in cup.words
    cup.press("3")
    assert cup.means.index[0] == "Scissors"


def losses(cup):
    """Return what each player can lose, and at what height it is written."""
    said = re.findall(r'y="([\d.]+)"[^>]*text-anchor="(?:start|end)"[^>]*>([^<]+)</text>', cup.canvas.svg)
    return said[-2 * len(LOSES) :]


def test_what_each_can_lose_never_moves():
    cup = made()
    before = losses(cup)
    assert [lost for _, lost in before[1::2]] == ["0", "25", "100", "100"]
    cup.invited = ["Paper", "Half Rock"]
    assert losses(cup) == before
    assert cup.canvas.svg.count("<title>") == 1 + 2, "a cell for each match, and the title of all"


def test_one_player_makes_no_tournament():
    cup = made()
    cup.invited = ["Paper"]
    assert "takes two players" in cup.words
    cup.invited = []
    assert "takes two players" in cup.picture().text


def test_only_players_can_be_invited():
    with pytest.raises(ValueError, match="^invited='Rock'"):
        made().invited = ["Rock"]
