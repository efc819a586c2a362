"""Ranges in the notation that players and their programs use: "QQ+, AKs, A5s-A2s, KTo+, AhKd:0.5", "[50]AA[/50]"."""

import re

import numpy as np

from cfrlib.cards.deck import number

EVERYTHING = ("random", "any", "atc")
TAKES = (
    'hands such as "AA", "AKs", "KTo", "AK" or "AhKd", some with "+", two with "-" between them; "15%" for the '
    'strongest; "random"; ":0.5", ":50%" or "@50" after any, "!" before it for none of it, or several in "[50]" and '
    '"[/50]"'
)
ONE_SIGN = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
"""Dashes that programs write for a hyphen."""


def parse_range(name, text, deck):
    """Return the weight of every hand of a `Deck` in a range, (hands,) float64; ValueError names the argument.

    "QQ+" goes up to aces, "A5s+" up to AKs, and "54s+", with neighbors, up to AKs by both ranks. Without "s" (suited)
    or "o" (offsuit) both are meant. "15%" are the hands that win most often against a random one before the flop, until
    they are 15 % of all; those that win as often as the last of them are in. What comes later overrides what came
    before.
    """
    weights, block = np.zeros(len(deck.hands)), None
    spaced = re.sub(r"(\[/?[^][]*\])", r" \1 ", re.sub(r"\s*([-:@])\s*|\s+(%)", r"\1\2", text.translate(ONE_SIGN)))
    for part in re.split(r"[\s,;]+", spaced.strip(" \n\t,;")):
        if bracket := re.fullmatch(r"\[(/?)(.*)\]", part):
            closes, percent = bracket.groups()
            if (percent != block) if closes else (block is not None or _weight("@", percent) is None):
                _refuse(name, text, part)
            block = None if closes else percent
            continue
        hands, sign, weight = re.fullmatch(r"!?([^:@]*)([:@]?)(.*)", part).groups()
        weight = _weight(sign, weight) if block is None else None if sign else _weight("@", block)
        members = _members(hands, deck)
        if members is None or weight is None or (part[0] == "!" and sign):
            _refuse(name, text, part)
        weights[members] = 0 if part[0] == "!" else weight
    if block is not None:
        _refuse(name, text, f"[{block}]")
    return weights


def _refuse(name, text, part):
    raise ValueError(
        f"{name}: {part!r} in {text!r} is no part of a range: it takes {TAKES}; weights are from 0 to 1, and 1 to 100 "
        "in percent"
    )


def _weight(sign, text):
    """Return the weight that stands behind ":" or, in percent, behind "@"; None if it is none."""
    if not sign:
        return 1.0
    digits = re.fullmatch(r"(\d+\.?\d*|\.\d+)(%?)", text)
    if not digits:
        return None
    weight, percent = float(digits[1]), bool(digits[2]) or sign == "@"
    if percent and not digits[2] and 0 < weight < 1:  # a share, or less than one percent: who knows
        return None
    weight = weight / 100 if percent else weight
    return weight if weight <= 1 else None


def _members(hands, deck):
    """Return the numbers of the hands that a part of a range names; None if it names none."""
    if hands.lower() in EVERYTHING:
        return np.arange(len(deck.hands))
    if percent := re.fullmatch(r"(\d+\.?\d*|\.\d+)%", hands):
        return _strongest(float(percent[1]) / 100, deck)
    ranks, suits = "".join(dict.fromkeys(card[0] for card in deck.names)), "cdhs"[: deck.suits]
    if one := re.fullmatch(f"([{ranks}][{suits}])([{ranks}][{suits}])", hands, re.IGNORECASE):
        cards = [deck.names.index(card[0].upper() + card[1].lower()) for card in one.groups()]
        return None if cards[0] == cards[1] else [int(number(cards))]
    several = re.fullmatch(f"([{ranks}]{{2}})([so]?)(\\+|-([{ranks}]{{2}})([so]?))?", hands, re.IGNORECASE)
    if not several:
        return None
    first, kind, more, last, last_kind = (part and part.upper() for part in several.groups())
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
        named &= (suit[:, 0] == suit[:, 1]) == (kind == "S")
    return None if high == low and kind else np.flatnonzero(named)


def _strongest(share, deck):
    """Return the numbers of the strongest hands before the flop, by E[HS], that are a share of all; None above 1."""
    if share > 1:
        return None
    if share in (0, 1):
        return np.arange(round(share) * len(deck.hands))
    # Compiled code takes a while to import, and other ranges need none.
    from cfrlib.cards.hand_strength import hand_strength

    wins = hand_strength(deck, 0, power=1).total[0]
    least = np.sort(wins)[::-1][int(np.ceil(share * len(wins) - 1e-9)) - 1]
    return np.flatnonzero(wins >= least)
