"""Answers card by card against a player who learned with buckets."""

import numpy as np
import pytest

from cfrlib.lessons.abstraction.sorted_kuhn import solve
from cfrlib.widgets import sharp_eyes


def best(made):
    """Click each answer that the bars call worse than the other."""
    for name in made.spots:
        spot, card = divmod(made.spots.index(name), 7)
        earned, now = made.board.worth[spot, :, card], made.answers[spot][card]
        if earned[1 - now] > earned[now] + 1e-6:
            made.click(name)


@pytest.mark.parametrize("finer, most", [(False, 8), (True, 12)])
def test_with_cards_one_earns_twice_the_exploitability(finer, most):
    made = sharp_eyes(cards=True, finer=finer)
    assert made.score == pytest.approx(0, abs=1e-6)
    best(made)
    assert made.score == pytest.approx(most, abs=1e-6)
    assert made.score / 84 == pytest.approx(solve((5, 6) if finer else (5,)).gap(), abs=1e-6)
    assert made.canvas.svg.count('class="lit"') == np.sum(made.extra > 1e-6) == (4 if finer else 3)
    assert made.picture().text.endswith(made.words)
    made.begin()
    assert made.answers == made.board.by_buckets


@pytest.mark.parametrize("finer", [False, True])
def test_with_buckets_cards_of_one_answer_alike_and_earn_nothing(finer):
    made = sharp_eyes(finer=finer)
    for name in made.spots:
        made.click(name)
        assert made.score < 1e-6
        for answers in made.answers:
            assert len(set(zip(made.board.bucket, answers, strict=True))) == max(made.board.bucket) + 1
        assert made.recordable()


def test_other_eyes_and_another_cut_begin_anew():
    made = sharp_eyes()
    made.click("pass 9")
    assert made.answers[1] == (1, 1, 1, 1, 1, 0, 0)
    made.press("c")
    assert made.answers == made.board.by_buckets
    made.click("pass 9")
    assert made.answers[1] == (0, 1, 0, 0, 0, 0, 0)
    made.press("k")
    assert made.answers == made.board.by_buckets


def test_a_page_has_at_most_one_answer_that_gains_nothing():
    made = sharp_eyes(cards=True)
    made.click("pass Q")
    assert made.recordable()
    made.click("pass K")
    assert not made.recordable()


def test_a_wrong_answer_is_named():
    with pytest.raises(ValueError, match="^answers="):
        sharp_eyes().answers = ((2,) * 7,) * 2
