"""What an opening says about the dice of whoever makes it."""

import numpy as np
import pandas as pd
import pytest

from cfrlib.games import bluff
from cfrlib.runs import store
from cfrlib.widgets import opening_view

GAME = bluff((2, 2), faces=3)


def table(opens):
    """Return a table of openings, as the run has it."""
    rows = [(bid, roll, opens(bid, roll)) for bid in GAME.bids for roll in GAME.outcomes(0)]
    return pd.DataFrame(rows, columns=["bid", "roll", "opens"])


def test_a_bid_of_all_rolls_says_nothing():
    made = opening_view(table(lambda bid, roll: float(bid == "2-1")), "2-1")
    assert made.often == pytest.approx(1)
    assert made.given == pytest.approx(made.known)
    assert made.holds(made.given) == pytest.approx([4 / 9, 8 / 9, 1])  # a die counts with 2/3


def test_an_honest_bid_shows_the_roll():
    made = opening_view(table(lambda bid, roll: float(bid == {"**": "4-*"}.get(roll, "1-1"))), "4-*")
    assert made.given.tolist() == [0, 0, 0, 0, 0, 1]
    assert made.holds(made.given) == [0, 0, 1]
    assert made.picture().svg.count('class="cell"') == 6
    assert made.picture().text.endswith(made.words)


def test_a_bid_that_is_never_made_says_nothing_at_all():
    made = opening_view(table(lambda bid, roll: float(bid == "1-1")), "3-1")
    assert np.isnan(made.given).all()
    assert "too few" in made.words
    made.press("ArrowRight")
    assert made.bid == "3-2"
    made.press("ArrowLeft")
    made.press("ArrowLeft")
    assert made.bid == "2-*"
    made.click("1-1")
    assert made.often == pytest.approx(1)


def test_an_unknown_bid_is_named():
    with pytest.raises(ValueError, match="^bid='5-1'"):
        opening_view(table(lambda bid, roll: 0.0), "5-1")


def test_the_stored_bids_leave_a_challenge_worth_nothing():
    made = opening_view(store.load("bluff_opening")[0])
    for bid in "2-1", "2-2", "2-3", "2-4":
        made.bid = bid
        assert made.holds(made.given)[0] == pytest.approx(1 / 2, abs=1e-3)
