"""A card that is hidden from training."""

import numpy as np
import pytest

from cfrlib.lessons.deep_cfr import guessing
from cfrlib.widgets import hidden_card


@pytest.fixture(autouse=True, scope="module")
def small():
    """Train for a moment only: how well networks learn is no matter here."""
    with pytest.MonkeyPatch.context() as patch:
        full = guessing.trained
        patch.setattr(guessing, "trained", lambda told, memory, known: full(told, memory, known, steps=20))
        hidden_card.__init__.__globals__["_guesses"].cache_clear()
        yield
    hidden_card.__init__.__globals__["_guesses"].cache_clear()


def test_the_hidden_card_is_left_out_and_told_of():
    made = hidden_card()
    assert "all thirteen" in made.words
    assert made.canvas.svg.count('class="bar"') == 13
    before = made.guesses
    made.choose("Q")
    assert "No sample with Q" in made.words
    assert "says 0" in made.says.value
    assert not np.array_equal(made.guesses, before)
    assert made.exact[-1] == pytest.approx(3, abs=0.05)


def test_keys_and_menus_choose():
    made = hidden_card("A", "by its name")
    made.press("ArrowRight")
    assert made.hidden == "no card"
    made.press("t")
    assert made.told == "by its rank"
    made.which.value = "2"
    assert "No sample with 2" in made.words
    assert "by its rank" in made.picture().text


def test_only_what_there_is_can_be_chosen():
    for name, wrong in (("hidden", "1"), ("told", "by suit"), ("hidden", None)):
        with pytest.raises(ValueError, match=name):
            hidden_card(**{name: wrong})
    for name in ("hidden", "told"):
        with pytest.raises(ValueError, match=name):
            hidden_card().choose(**{name: "not at all"})
