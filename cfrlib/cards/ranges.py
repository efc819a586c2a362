"""Ranges in the notation that players use, such as "QQ+, AKs, A5s-A2s, KTo+, AhKd:0.5"."""

import re

import numpy as np

from cfrlib.cards.deck import number

EVERYTHING = ("random", "100%")
TAKES = (
    'hands such as "AA", "AKs", "KTo", "AK" or "AhKd", some with "+", two with "-" between them, ":0.5" after any; or '
    '"random"'
)


def parse_range(name, text, deck):
    """Return the weight of every hand of a `Deck` in a range, (hands,) float64; ValueError names the argument.

    "QQ+" goes up to aces, "A5s+" up to AKs, and "54s+", with neighbors, up to AKs by both ranks. Without "s" (suited)
    or "o" (offsuit) both are meant. What comes later overrides what came before.
    """
    weights = np.zeros(len(deck.hands))
    parts = re.split(r"[\s,;]+", re.sub(r"\s*([-:])\s*", r"\1", text.strip(" \n\t,;")))
    for part in parts:
        hands, _, weight = part.partition(":")
        if not re.fullmatch(r"(\d+\.?\d*|\.\d+)?", weight) or (":" in part and not weight):
            _refuse(name, text, part)
        weight = float(weight or 1)
        members = np.arange(len(weights)) if hands.lower() in EVERYTHING else _members(hands, deck)
        if members is None or weight > 1:
            _refuse(name, text, part)
        weights[members] = weight
    return weights


def _refuse(name, text, part):
    raise ValueError(f"{name}: {part!r} in {text!r} is no part of a range: it takes {TAKES}; weights are from 0 to 1")


def _members(hands, deck):
    """Return the numbers of the hands that a part of a range names; None if it names none."""
    ranks, suits = "".join(dict.fromkeys(card[0] for card in deck.names)), "cdhs"[: deck.suits]
    if one := re.fullmatch(f"([{ranks}][{suits}])([{ranks}][{suits}])", hands):
        cards = [deck.names.index(card) for card in one.groups()]
        return None if cards[0] == cards[1] else [int(number(cards))]
    several = re.fullmatch(f"([{ranks}]{{2}})([so]?)(\\+|-([{ranks}]{{2}})([so]?))?", hands)
    if not several:
        return None
    first, kind, more, last, last_kind = several.groups()
    high, low = sorted(map(ranks.index, first), reverse=True)
    both, steps = high - low <= 1, range(1)  # whether both ranks change, or only the lower one
    if more == "+":
        steps = range(deck.ranks - high if both else high - low)
    elif more:
        end, lowest = sorted(map(ranks.index, last), reverse=True)
        both = end - lowest == high - low
        if last_kind != kind or not (both or (end == high and lowest < end and low < high)):
            return None
        steps = range(min(0, lowest - low), max(0, lowest - low) + 1)
    pairs = {(low + k, high + k * both) for k in steps}
    rank, suit = np.divmod(deck.hands, deck.suits)
    named = np.array([tuple(pair) in pairs for pair in rank.tolist()])
    if kind:
        named &= (suit[:, 0] == suit[:, 1]) == (kind == "s")
    return None if high == low and kind else np.flatnonzero(named)
