"""The ring of Deep CFR, turned press by press."""

import numpy as np
import pytest

from cfrlib.lessons.deep_cfr.ring import CAPACITY, KEEP, TURNS
from cfrlib.widgets import ring


def test_a_press_walks_trains_or_matches():
    made = ring()
    assert "half and half" in made.words
    assert made.seen.calls.tolist() == made.seen.bets.tolist() == [0.5] * 13
    for name, phase in (("Walk", "Walk 1"), ("Train", "Training 1"), ("Match", "Match 1"), ("Walk", "Walk 2")):
        assert made.next.description == name
        made.press("ArrowRight")
        assert made.words.startswith(phase)
    made.press("Home")
    assert made.presses == 0


def test_a_walk_moves_bars_a_training_dots_and_a_match_what_is_played():
    walked, trained, matched, again = (ring(presses=k).seen for k in (1, 2, 3, 4))
    assert not walked.dots.any()
    assert np.array_equal(walked.bars, trained.bars)
    assert np.abs(trained.dots - trained.bars).mean() < 0.2
    assert trained.calls.tolist() == [0.5] * 13
    assert [bool(often) for often in matched.calls] == [dot > 0 for dot in matched.dots]
    assert np.array_equal(again.before, matched.bars)
    assert not np.array_equal(again.bars, matched.bars)
    assert walked.bars[-1] == pytest.approx(3)
    assert {round(value) for new in walked.new for value in new} == {3, -1}


def test_a_reservoir_keeps_all_ages_and_a_window_the_last():
    made = ring(presses=3 * TURNS)
    assert made.seen.ages.sum() == CAPACITY
    assert made.seen.ages.min() > CAPACITY / TURNS - 400
    made.press("k")
    assert made.keep == KEEP[1]
    assert made.seen.ages.sum() == CAPACITY
    assert not made.seen.ages[:-3].any()


def test_a_hidden_card_is_left_out_and_told_of():
    made = ring("2", presses=3 * TURNS - 1)
    assert "without 2" in made.words
    assert "a table without them 0" in made.words
    assert made.canvas.svg.count('class="bar"') == 13
    guessed = made.seen.dots[0]
    made.press("t")
    assert made.told == "by its name"
    assert guessed < 0 < made.seen.dots[0]  # its neighbors by rank are no neighbors by name
    made.press("h")
    assert made.hidden == "Q"


def test_a_page_ends_and_a_notebook_goes_on():
    made = ring(presses=3 * TURNS)
    assert made.recordable()
    made.step()
    assert not made.recordable()
    for wrong in ({"hidden": "1"}, {"told": "by suit"}, {"presses": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ring(**wrong)
