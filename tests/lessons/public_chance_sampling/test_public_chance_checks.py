"""The checks of lesson 11: right answers pass, typical wrong ones are told where and why."""

import re

import numpy as np
import pytest

from cfrlib.lessons.public_chance_sampling import checks
from cfrlib.textbook import terminals


def at_an_end(W, u, reach, mine, theirs):
    pairs = np.ix_(mine, theirs)
    return (W[pairs] / W[pairs].sum() * u[pairs]) @ reach[theirs]


def called_bluff(mine, theirs, reach, needed):
    return terminals.called_bluff(mine, theirs, reach, needed)


def fold(reach, hands, payoff):
    return terminals.fold(reach, payoff, hands)


def regrets(fold, call, calls):
    played = (1 - calls) * fold + calls * call
    return fold - played, call - played


RIGHT = [
    (checks.check_at_an_end, at_an_end),
    (checks.check_called_bluff, called_bluff),
    (checks.check_fold, fold),
    (checks.check_regrets, regrets),
]


@pytest.mark.parametrize("check, answer", RIGHT)
def test_right_answers_pass(check, answer):
    assert check(answer).ok, check(answer)


@pytest.mark.parametrize("check, answer", RIGHT)
def test_no_answer_and_nonsense_give_verdicts(check, answer):
    def todo(*_):
        raise NotImplementedError("your turn")

    assert check(todo).state == "open"
    for nonsense in (lambda *_: None, lambda *_: "three", lambda *_: 1 / 0, lambda *_: np.zeros(7), lambda: 1, None):
        assert check(nonsense).state == "wrong"


def by_card(hands, reach):
    return {card: sum(p for h, p in zip(hands, reach, strict=True) if card in h) for hand in hands for card in hand}


def taken(hands, reach):
    held = by_card(hands, reach)
    return np.array([sum(held[c] for c in hand) for hand in hands])


@pytest.mark.parametrize(
    "check, answer, words",
    [
        (checks.check_at_an_end, lambda W, u, r, i, j: (W * u)[np.ix_(i, j)] @ r[j], "divided by q"),
        (checks.check_at_an_end, lambda W, u, r, i, j: (W * u)[np.ix_(i, j)] @ r[j] / W.sum(), "of the board"),
        (checks.check_at_an_end, lambda W, u, r, i, j: u[np.ix_(i, j)] @ r[j], "W is missing"),
        (checks.check_at_an_end, lambda W, u, r, i, j: u[np.ix_(i, j)] @ r[j] / len(j), "not equally likely"),
        (checks.check_at_an_end, lambda W, u, r, i, j: at_an_end(W, u, np.ones_like(r), i, j), "reach is missing"),
        (checks.check_at_an_end, lambda W, u, r, i, j: at_an_end(W, u, r, range(len(W)), range(len(r))), "keep to"),
        (checks.check_at_an_end, lambda W, u, r, i, j: (W * u)[np.ix_(i, j)] / W[np.ix_(i, j)].sum() * r[j], "one v"),
        (checks.check_regrets, lambda f, c, p: [-r for r in regrets(f, c, p)], "Turned round"),
        (checks.check_regrets, lambda f, c, p: (f, c), "Those are the values"),
        (checks.check_regrets, lambda f, c, p: (f - c, c - f), "not with the other action"),
        (checks.check_regrets, lambda f, c, p: regrets(f, c, 1 - p), "probability of calling"),
        (checks.check_regrets, lambda f, c, p: regrets(f, c, 0.5), "half and half only"),
        (checks.check_regrets, lambda f, c, p: (f - np.mean(f + p * (c - f)), c - np.mean(f + p * (c - f))), "average"),
        (checks.check_called_bluff, lambda *a: -called_bluff(*a), "Turned round"),
        (checks.check_called_bluff, lambda a, b, r, n: called_bluff(a, b, r, n + 1), "exactly so many"),
        (checks.check_called_bluff, lambda a, b, r, n: called_bluff(a * 0, b, r, n), "Our own dice"),
        (checks.check_called_bluff, lambda a, b, r, n: (called_bluff(a, b, r, n) + r.sum()) / 2, "not 0"),
        (checks.check_called_bluff, lambda a, b, r, n: called_bluff(a, b, r, n) / r.sum(), "normalise"),
        (checks.check_fold, lambda r, hands, x: np.full(len(hands), x * r.sum()), "cannot hold our cards"),
        (checks.check_fold, lambda r, hands, x: x * (r.sum() - r), "Not only our own|taken away twice"),
        (checks.check_fold, lambda r, hands, x: x * (r.sum() - taken(hands, r)), "twice"),
        (checks.check_fold, lambda r, hands, x: x * (r.sum() - taken(hands, r) + r), "add nothing back"),
        (checks.check_fold, lambda r, hands, x: fold(r, hands, 1.0), "payoff"),
    ],
)
def test_wrong_answers_are_told_where(check, answer, words):
    verdict = check(answer)
    assert verdict.state == "wrong"
    assert verdict.message.startswith("At ")
    assert re.search(words, verdict.message), verdict


def test_the_mask_cases_are_the_walks():
    # The first case is what the textbook's walk computes at this terminal, for a uniform opponent.
    from cfrlib.textbook.public_chance import PublicChanceCFR

    name, game, actions, public, mine, theirs = checks.MASK_CASES[0]
    W, u, _ = checks._mask_case(game, actions, public)
    cfr = PublicChanceCFR(game, "pcs")
    deal = next(d for d in cfr.deals.all(0) if d.board == public)
    step = next(s for s in cfr.walk(0, deal) if s.actions == actions)
    assert at_an_end(W, u, step.reach[1], mine, theirs) == pytest.approx(step.value)
