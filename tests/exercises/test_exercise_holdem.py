"""The checks of notebook 12 accept the right answer and say where a wrong one is wrong."""

from math import comb

import numpy as np
import pytest
from verdicts import other_attempts, right_answers, wrong_answers

from cfrlib.cards.deck import Deck
from cfrlib.cards.isomorphism import canonical_flops, suit_permutations
from cfrlib.course.exercises import holdem as checks


def classes(ranks, suits):
    unpaired = comb(ranks, 2)
    return ranks + 2 * unpaired if suits > 1 else unpaired


def by_card(hands, reach):
    sums = np.zeros(52)
    np.add.at(sums, hands, reach[:, None])
    return sums


def against(hands, reach):
    return reach.sum() - by_card(hands, reach)[hands].sum(axis=1) + reach


def showdown(hands, strength, reach):
    values, order = np.zeros(len(hands)), np.argsort(strength)
    for sign, way in ((1, order), (-1, order[::-1])):
        total, sums = 0.0, np.zeros(52)
        for group in np.split(way, np.flatnonzero(np.diff(strength[way])) + 1):
            values[group] += sign * (total - sums[hands[group]].sum(axis=1))
            total += reach[group].sum()
            np.add.at(sums, hands[group], reach[group, None])
    return values


def importance(weights):
    return weights * len(weights) / weights.sum()


RIGHT = [
    (checks.check_classes, classes),
    (checks.check_classes, lambda ranks, suits: float(classes(ranks, suits))),
    (checks.check_against, against),
    (checks.check_against, lambda hands, reach: list(against(hands, reach))),
    (checks.check_showdown, showdown),
    (checks.check_importance, importance),
]

test_right_answers_pass = right_answers(RIGHT)


def pair_by_pair(hands, strength, reach, ties=0, removed=slice(None)):
    """Value a showdown in n times n steps, with mistakes on request."""
    shared = (hands[:, None, removed, None] == hands[None, :, None, :]).any(axis=(2, 3))
    sign = np.sign(strength[:, None] - strength)
    return (~shared * np.where(sign == 0, ties, sign)) @ reach


def no_removal(hands, strength, reach):
    return np.sign(strength[:, None] - strength) @ reach


def in_sorted_order(hands, strength, reach, kind=1):
    place = np.argsort(kind * strength, kind="stable").argsort() * kind
    return pair_by_pair(hands, place, reach)


def last_summand(hands, reach):
    sums = np.zeros(52)
    sums[hands] += reach[:, None]
    return reach.sum() - sums[hands].sum(axis=1) + reach


def last_summand_by_column(hands, reach):
    sums = np.zeros(52)
    sums[hands[:, 0]] += reach
    sums[hands[:, 1]] += reach
    return reach.sum() - sums[hands].sum(axis=1) + reach


def by_place(hands, reach):
    low, high = (np.bincount(column, weights=reach, minlength=52) for column in hands.T)
    return reach.sum() - low[hands[:, 0]] - high[hands[:, 1]] + reach


def less_one(place, back=0):
    return lambda hands, reach: reach.sum() - by_card(hands, reach)[hands[:, place]] + back * reach


WRONG = [
    (checks.check_classes, lambda r, s: classes(r, s) - (s > 1) * comb(r, 2), "4 ranks, 2 suits", "AKs and AKo"),
    (checks.check_classes, lambda r, s: comb(r, 2), "4 ranks, 2 suits", "And then there are pairs"),
    (checks.check_classes, lambda r, s: 2 * comb(r, 2), "without pairs"),
    (checks.check_classes, lambda r, s: comb(r * s, 2), "found 28", "AsKs and AhKh"),
    (checks.check_classes, lambda r, s: r * r, "7 ranks, one suit", "neither pairs nor offsuit"),
    (checks.check_classes, lambda r, s: r * (s > 1) + 2 * comb(r, 2), "one suit", "no hand is offsuit"),
    (checks.check_classes, lambda r, s: r + (1 + (s > 1)) * comb(r, 2), "one suit", "there are no pairs"),
    (checks.check_classes, lambda r, s: 7, "three kinds"),
    (checks.check_against, lambda h, p: np.full(len(h), p.sum()), "own hand AsKd: expected 0.8, found 1.5", "of yours"),
    (checks.check_against, lambda h, p: p.sum() - p, "any other with one of your cards"),
    (checks.check_against, lambda h, p: against(h, p) - p, "own hand AsKd", "taken away twice"),
    (checks.check_against, less_one(0), "Only one of your two cards"),
    (checks.check_against, less_one(1), "Only one of your two cards"),
    (checks.check_against, less_one(0, 1), "Only one of your two cards"),
    (checks.check_against, less_one(1, 1), "Only one of your two cards"),
    (checks.check_against, lambda h, p: p.sum() - against(h, p), "Turned round"),
    (checks.check_against, lambda h, p: against(h, np.ones(len(p))), "Each counts as much as its reach"),
    (checks.check_against, lambda h, p: against(h, p) / p.sum(), "normalise"),
    (checks.check_against, by_place, "takes both"),
    (checks.check_against, last_summand, "np.add.at"),
    (checks.check_against, last_summand_by_column, "np.add.at"),
    (checks.check_against, lambda h, p: against(h, p)[:-1], "expected 4 numbers, found an array of shape (3,)"),
    (checks.check_against, lambda h, p: p.sum(), "expected 4 numbers, found one number"),
    (checks.check_against, lambda h, p: against(h, p) + (len(h) > 99), "1,326", "2d2c", "went away twice"),
    (checks.check_against, lambda h, p: against(h, p) * np.nan, "found nan"),
    (checks.check_showdown, lambda *a: -showdown(*a), "AsAd, KsKd", "strength 1, 0", "Turned round"),
    (checks.check_showdown, no_removal, "AsKd, AsAc, QsQh, KdJc", "own hand AsKd", "both sums"),
    (checks.check_showdown, lambda h, s, p: (showdown(h, s, p) + against(h, p)) / 2, "KsKd", "Every stronger hand"),
    (checks.check_showdown, lambda h, s, p: pair_by_pair(h, s, p, 1), "AsKd, AhKc, QsQh", "Ties count as wins"),
    (checks.check_showdown, lambda h, s, p: pair_by_pair(h, s, p, -1), "AsKd, AhKc, QsQh", "Ties count as losses"),
    (checks.check_showdown, lambda h, s, p: np.maximum(s[:, None] > s, 0) @ p, "own hand KsKd", "Every stronger hand"),
    (checks.check_showdown, lambda h, s, p: -np.maximum(s[:, None] < s, 0) @ p, "Every weaker hand earns"),
    (checks.check_showdown, in_sorted_order, "AsKd, AhKc, QsQh", "The order after sorting"),
    (checks.check_showdown, lambda *a: in_sorted_order(*a, kind=-1), "AsKd, AhKc", "The order after sorting"),
    (checks.check_showdown, lambda h, s, p: showdown(h, s, p) + p, "add nothing back"),
    (checks.check_showdown, lambda h, s, p: showdown(h, s, p) - p, "add nothing back"),
    (checks.check_showdown, lambda *a: pair_by_pair(*a, removed=slice(0, 1)), "Only one of your two cards"),
    (checks.check_showdown, lambda *a: pair_by_pair(*a, removed=slice(1, 2)), "Only one of your two cards"),
    (checks.check_showdown, lambda h, s, p: showdown(h, s, p) / p.sum(), "normalise"),
    (checks.check_showdown, lambda h, s, p: showdown(h, s, p) * 3, "minus that of stronger ones"),
    (checks.check_importance, lambda w: w / w.sum(), "stands for 4: expected 0.3, found 0.1", "drawn in an epoch"),
    (checks.check_importance, lambda w: np.ones(len(w)), "a rare flop comes as often"),
    (checks.check_importance, lambda w: 1 / importance(w), "upside down"),
    (checks.check_importance, lambda w: 1 / w, "upside down"),
    (checks.check_importance, lambda w: w, "has to be 1"),
    (checks.check_importance, lambda w: w / w.max(), "has to be 1"),
    (checks.check_importance, lambda w: w * len(w), "the sum of the weights"),
    (checks.check_importance, lambda w: w / len(w), "Two numbers of flops"),
    (checks.check_importance, lambda w: importance(w) + (len(w) > 99), "2c2d2h, which stands for 4"),
    (checks.check_importance, lambda w: w.sum(), "expected 3 numbers, found one number"),
]

test_wrong_answers_are_told_where_and_why = wrong_answers(WRONG)
test_other_attempts_get_a_verdict = other_attempts(
    RIGHT, lambda *_: "a", lambda *_: [], lambda *_: {}, lambda *_: [[1], [1, 2]], lambda *_: 1j, lambda: 1, None
)


@pytest.mark.parametrize("check", dict.fromkeys(check for check, _ in RIGHT))
def test_a_missing_return_is_named(check):
    assert "Is the return statement missing?" in check(lambda *_: None).message


@pytest.mark.parametrize("check, attempt", [(checks.check_against, against), (checks.check_showdown, showdown)])
@pytest.mark.parametrize("power, told", [(1, False), (2, True)])
def test_many_steps_are_accepted_with_a_remark(monkeypatch, check, attempt, power, told):
    now = [0.0]
    monkeypatch.setattr(checks, "perf_counter", lambda: now[0])

    def slow(hands, *others):
        now[0] += 1e-7 * len(hands) ** power
        return attempt(hands, *others)

    verdict = check(slow)
    assert verdict.ok
    assert ("every pair of hands" in verdict.message) is told


def test_mistakes_are_told_apart_in_the_smallest_case():
    """Each mistake has values of its own in a case of four hands, so that it gets its own message."""
    _, _, hands, reach = next(checks._against_cases())
    said = {}
    for values, why in checks._wrong_against(hands, reach):
        said.setdefault(tuple(np.round(values, 9)), set()).add(why)
    assert all(len(messages) == 1 for messages in said.values()), said


def test_a_slow_answer_is_never_wrong():
    assert checks.check_showdown(pair_by_pair).ok
    assert checks.check_against(lambda h, p: ~(h[:, None, :, None] == h[None, :, None, :]).any(axis=(2, 3)) @ p).ok


def test_factors_make_the_mean_over_an_epoch_that_of_the_deck():
    for deck in (Deck(4, 2), Deck(5, 3), Deck()):
        flops = canonical_flops(deck, suit_permutations(deck))
        values = np.random.default_rng(3).random(len(flops.weight))
        epoch = (importance(flops.weight) * values).mean()
        assert epoch == pytest.approx(values[flops.canonical].mean(), rel=1e-12)
