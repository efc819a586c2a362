"""Ranges as players write them."""

import re
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib.cards.deck import Deck
from cfrlib.cards.flops import preflop_names
from cfrlib.cards.hand_strength import hand_strength
from cfrlib.cards.ranges import parse_range

DECK = Deck()


def parsed(text, deck=DECK):
    return parse_range("ranges[0]", text, deck)


def hands(text):
    return {DECK.label(DECK.hands[hand]) for hand in np.flatnonzero(parsed(text))}


@pytest.mark.parametrize(
    "text, same, count",
    [
        ("AA", "AcAd,AcAh,AcAs,AdAh,AdAs,AhAs", 6), ("AKs", "AcKc AdKd AhKh AsKs", 4), ("KA", "AKs, AKo", 16),
        ("QQ+", "QQ,KK,AA", 18), ("22+", "AA-22", 78), ("QQ-TT", "TT,JJ,QQ", 18), ("TT-QQ", "QQ-TT", 18),
        ("A5s-A2s", "A2s,A3s,A4s,A5s", 16), ("KTo+", "KTo,KJo,KQo", 36), ("A2+", "A2s+,A2o+", 12 * 16),
        ("JTs+", "JTs,QJs,KQs,AKs", 16), ("AKs+", "AKs", 4), ("JTs-87s", "JTs,T9s,98s,87s", 16),
        ("J9-T8", "J9s,T8s,J9o,T8o", 32), ("random", "100%", 1326), ("RANDOM, AA:0", "22-KK, 32+, 42+, 52+, 62+, 72+, "
        "82+, 92+, T2+, J2+, Q2+, K2+, A2+", 1320), ("AhAd", "AdAh", 1),
        ("ATC", "random", 1326), ("any", "100%", 1326), ("22+,!AA", "KK-22", 72),
        ("22+ !AhAd", "KK-22 AA:1 AdAh:0", 77),
        ("qq+ aks kTO+ ahkd", "QQ+, AKs, KTo+, AhKd", 59),
        ("QQ–TT, A5s — A2s", "QQ-TT, A5s-A2s", 34), ("0%", "AA:0", 0),
    ],
)  # fmt: skip
def test_what_a_range_names(text, same, count):
    assert hands(text) == hands(same)
    assert len(hands(text)) == count


@pytest.mark.parametrize(
    "text, same",
    [
        ("[50]AA[/50]", "AA:0.5"), ("KK,[12.5]AA, AKs[/12.5] QQ", "KK,AA:.125,AKs:.125,QQ"),
        ("AA@50, KK @ 25%", "AA:.5,KK:.25"),
        ("AA:50%, KK:100 %", "AA:.5,KK"), ("[100]22+[/100],!55", "22-44,66-AA"), ("AA@100,KK@0,QQ@1", "AA,QQ:0.01"),
    ],
)  # fmt: skip
def test_notations_of_programs(text, same):
    assert (parsed(text) == parsed(same)).all()


@pytest.mark.parametrize("percent", [1, 7.5, 20, 50, 99.5])
def test_the_strongest_hands_are_those_that_win_most_often_and_ties_are_in(percent):
    deck = Deck(5, 2)
    held, wins = parsed(f"{percent}%", deck) == 1, hand_strength(deck, 0, power=1).total[0]
    least = wins[held].min()
    assert (held == (wins >= least)).all()
    assert held.mean() >= percent / 100 > (wins > least).mean()


def test_weights():
    weights = parsed("QQ+:0.25, KK:.5; AhAd : 1 AcAs:0")
    by_hand = {DECK.label(DECK.hands[hand]): weights[hand] for hand in np.flatnonzero(weights)}
    assert len(by_hand) == 17
    assert by_hand["AhAd"] == 1
    assert [by_hand[hand] for hand in ("QdQc", "KdKc", "AsAh")] == [0.25, 0.5, 0.25]
    assert "AsAc" not in by_hand


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.dictionaries(st.sampled_from(preflop_names(DECK)), st.sampled_from([0.125, 0.5, 1]), min_size=1))
def test_classes_written_one_by_one(classes):
    """Each has 6, 4 or 12 hands, all of its two ranks."""
    weights = parsed(", ".join(f"{name}:{weight}" for name, weight in classes.items()))
    ways = {2: comb(4, 2), "s": 4, "o": 12}
    assert weights.sum() == sum(ways[2 if len(n) == 2 else n[2]] * weight for n, weight in classes.items())
    singles = ", ".join(f"{DECK.label(DECK.hands[h])}:{weights[h]}" for h in np.flatnonzero(weights))
    assert (parsed(singles) == weights).all()


def test_a_small_deck_has_its_own_cards():
    deck = Deck(5, 3)
    counts = [parsed(text, deck).sum() for text in ("TT+", "random", "JTs+", "ATo")]
    assert counts == [15, comb(15, 2), 12, 6]
    with pytest.raises(ValueError, match=r"ranges\[0\]: '99' in 'AA, 99' is no part of a range"):
        parsed("AA, 99", deck)


@pytest.mark.parametrize(
    "text",
    [
        "", ",", "A", "AKx", "AAs", "AKs-QQ", "AKs-AQo", "A5s-K2s", "AA-AK", "AhAh", "AhK", "1K", "101%", "AK:2", "AK:",
        "AK:x", "AK:-1", "AK:nan", "QQ++", "AhKd+", "AhKd-AhQd", "A5-A5-A3", "KK..QQ", "QQ +", "T9-T9s",
        "AK@.5", "AK@101", "AK:101%", "AK:50", "[50]AA", "AA[/50]", "[50]AA[/60]",
        "[50]AA:.5[/50]", "[50]AA[60]KK[/60]", "!AA:0.5", "[]AA[/]", "[x]AA[/x]", "!", "!!AA", "[50]", "%",
    ],
)  # fmt: skip
def test_what_is_no_range(text):
    with pytest.raises(ValueError, match=re.escape("ranges[0]: ") + ".* is no part of a range: it takes hands such as"):
        parsed(text)
