"""The checks of notebook 00 accept the right answer and say where a wrong one is wrong."""

import pytest

from cfrlib.exercises import start

RANK = "JQK"


def deals(cards):
    return cards * (cards - 1)


def payoff(mine, theirs, history):
    if history == "bp":
        return 1
    if history == "pbp":
        return -1
    stake = 2 if history.endswith("bb") else 1
    return stake if RANK.index(mine) > RANK.index(theirs) else -stake


def bluff(profile):
    return profile["J", "p"]["b"]


@pytest.mark.parametrize(
    "check, answer",
    [(start.check_number_of_deals, deals), (start.check_payoff, payoff), (start.check_bluff, bluff)],
)
def test_right_answers_pass(check, answer):
    assert check(answer).ok


@pytest.mark.parametrize(
    "check, attempt, said",
    [
        (start.check_number_of_deals, lambda cards: cards**2, "deck of 2 cards"),
        (start.check_number_of_deals, lambda cards: cards * (cards - 1) // 2, "expected 2, found 1"),
        (start.check_number_of_deals, lambda cards: 6, "deck of 2 cards"),
        (start.check_payoff, lambda m, t, h: 1, "Player 1 with J, Player 2 with Q, history 'pp'"),
        (start.check_payoff, lambda m, t, h: -payoff(t, m, h) if h != "bp" else -1, "history 'pbp'"),
        (start.check_payoff, lambda m, t, h: payoff(m, t, h) if "bb" not in h else payoff(m, t, h) / 2, "'bb'"),
        (start.check_bluff, lambda p: p["J", ""]["b"], "bluffs with probability 0.0"),
        (start.check_bluff, lambda p: p["J", "p"]["p"], "bluffs with probability 0.0"),
        (start.check_bluff, lambda p: p["J", "p"], "which is not a number"),
    ],
)
def test_wrong_answers_are_told_where(check, attempt, said):
    verdict = check(attempt)
    assert verdict.state == "wrong"
    assert said in verdict.message


@pytest.mark.parametrize("check", [start.check_number_of_deals, start.check_payoff, start.check_bluff])
def test_other_attempts_get_a_verdict(check):
    def unsolved(*_):
        raise NotImplementedError("your turn")

    assert check(unsolved).state == "open"
    assert "returned nothing" in check(lambda *_: None).message
    assert "TypeError" in check(3).message
    broken = check(lambda *_: 1 / 0)
    assert "ZeroDivisionError" in broken.message
    assert "line" in broken.message
