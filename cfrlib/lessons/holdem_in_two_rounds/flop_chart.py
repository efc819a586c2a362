"""Hold'em on one flop: what is done with every hand, from the weakest to the strongest.

After the flop no card comes any more, so the five cards say how strong a hand is. Hands that tie stand in one column,
as wide as they are many: areas are shares of all hands.
"""

from dataclasses import dataclass
from html import escape
from itertools import count

import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.cards.flops import find
from cfrlib.cards.ranks import CATEGORIES, category, strength
from cfrlib.draw import preflop
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, text, text_width
from cfrlib.draw.parts.tokens import cards, parted
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE
from cfrlib.profile import Profile

LEFT, TOP, WIDE, HIGH = 60.0, 76.0, 760.0, 240.0


@dataclass(frozen=True)
class OnFlop(preflop.Mixed):
    """What is done with all hands on a flop, by strength: the weakest first, hands that tie are one group."""

    examples: list
    """One hand of each strength, such as "AsKd"."""
    kinds: np.ndarray
    """Where in `cfrlib.cards.ranks.CATEGORIES` each strength belongs."""

    @property
    def edges(self):
        """Where the column of each strength begins, and the last one ends, in pixels."""
        return np.cumsum([0, *self.hands]) * WIDE / self.hands.sum() + LEFT


@drawing
def flop_chart(
    profile: Profile, board: str, before: str, after: str = "", title: str | None = None, name: str | None = None, *,
    standalone: bool = True,
) -> Picture:  # fmt: skip
    """Draw what a player does with every hand at a decision on the flop, in two-round hold'em without buckets.

    `board` names three cards in any order, such as "2c7d9h"; `before` is the betting before the flop, such as "cc", and
    `after` that on the flop so far, such as "" or "c".
    """
    mixed, game, theme = read_flop(profile, board, before, after), profile.game, LIGHT if standalone else INLINE
    actions, shown = (*before, CHANCE, *after), game.deck.label(read_board(game.deck, board))
    words, said = preflop.action_words(game, actions), preflop.situation(game, actions)
    told = f"before the flop: {', '.join(preflop.betting(game, tuple(before)))}"
    key, key_width = preflop.legend(words, mixed, theme)
    kinds, bottom = _kinds(mixed, theme)
    body = [
        cards(parted(shown), LEFT, 10.0),
        text(LEFT + 138, 18, said, 14, fill=theme.ink, text_anchor="start", font_weight="bold"),
        text(LEFT + 138, 38, told, 14, fill=theme.ink, text_anchor="start"),
        element("g", key, transform=f"translate({num(LEFT + WIDE - key_width)},60)"),
        *_columns(mixed, words, theme),
        *kinds,
    ]
    many = np.bincount(mixed.kinds, mixed.hands)
    made = ", ".join(f"{many[k]:,.0f} {CATEGORIES[k]}" for k in np.flatnonzero(many))
    desc = f"{shown + ', ' if title else ''}{told}. {said}. Of {int(mixed.hands.sum()):,} hands, "
    desc += f"{mixed.spoken(words)}. From the weakest to the strongest: {made}."
    return composed(LEFT + WIDE + 28, bottom, *body, called=f"On the flop {shown}", desc=desc, kind="cfr-flop",
                    standalone=standalone, title=title, name=name)  # fmt: skip


def read_board(deck, board, name="board"):
    """Return the numbers of the three cards of a board, in any order and spelling, or raise a ValueError."""
    bare = "".join(board.replace(",", " ").split()).lower() if isinstance(board, str) else ""
    spelled = "".join(c.upper() if k % 2 == 0 else c for k, c in enumerate(bare))
    try:
        return deck.parse(spelled, 3)
    except ValueError:
        example = deck.label(deck.flops[len(deck.flops) // 2])
        raise ValueError(
            f"{name}={board!r}: it takes three different cards of {deck.names[0]} to {deck.names[-1]}, such as "
            f"{example!r}"
        ) from None


def bettings(game):
    """Return the betting that leads to the flop, and that before each decision on it: ("cc", "rc"), ("", "c", ...)."""
    layout = layout_of(game)
    first, second = layout.first, layout.second
    decided = ("".join(actions) for actions, names in zip(second.nodes, second.names, strict=True) if names)
    return tuple("".join(actions) for actions in first.nexts), tuple(decided)


def read_flop(profile, board, before, after=""):
    """Return what a profile does on a flop, as `OnFlop`; errors as in `flop_chart`."""
    game = preflop.game_of(profile)
    deck, flops = game.deck, layout_of(game).flops
    shown, (starts, decided) = read_board(deck, board), bettings(game)
    public = f"{one_of('before', before, starts)}/{deck.label(shown)}:{one_of('after', after, decided)}"
    flop = int(np.flatnonzero((deck.flops == shown).all(axis=1))[0])
    hands = np.flatnonzero(~np.isin(deck.hands, shown).any(axis=1))
    _, classes = find(flops, flop, hands)
    _, first, hand_class = np.unique(classes, return_index=True, return_inverse=True)
    five = np.hstack([deck.hands[hands], np.tile(shown, (len(hands), 1))])
    levels, example, level = np.unique(strength(five, deck), return_index=True, return_inverse=True)
    many = np.bincount(level)
    mixed = preflop.mixture(profile, hands[first], public)
    strategy = {action: np.bincount(level, p[hand_class]) / many for action, p in mixed.items()}
    return OnFlop(many, strategy, [deck.label(deck.hands[hand]) for hand in hands[example]], category(levels))


def _columns(mixed, words, theme):
    """Yield the axis, and for each strength a column, split by the probabilities of the actions from below."""
    edges, wide = mixed.edges, np.diff(mixed.edges)
    for share in (0, 0.5, 1):
        y = TOP + HIGH * (1 - share)
        yield element("path", d=f"M{num(LEFT - 5)},{num(y)}h5", stroke=theme.ink)
        yield text(LEFT - 8, y, f"{100 * share:.0f} %", 14, fill=theme.ink, text_anchor="end")
    yield from mixed.areas(lambda k, low, high: (edges[k], TOP + HIGH * (1 - high), wide[k], HIGH * (high - low)))
    frame = {"x": LEFT, "y": TOP, "width": WIDE, "height": HIGH, "fill": "none", "stroke": theme.ink}
    yield element("rect", **frame, stroke_width=0.8)
    for k, (hand, many) in enumerate(zip(mixed.examples, mixed.hands.tolist(), strict=True)):
        tie = "1 hand" if many == 1 else f"{many} hands that tie"
        tip = element("title", escape(f"{hand}, {tie}: {mixed.spoken_choice(k, words)}"))
        yield element("rect", tip, x=edges[k], y=TOP, width=wide[k], height=HIGH, fill="transparent")


def _kinds(mixed, theme):
    """Return example hands below the columns, brackets with names that no line crosses, and where all ends."""
    edges, top, parts, last, placed = mixed.edges, TOP + HIGH, [], -np.inf, []
    for kind in np.unique(mixed.kinds):
        members = np.flatnonzero(mixed.kinds == kind)
        left, right = float(edges[members[0]]) + 1, float(edges[members[-1] + 1]) - 1
        some = np.linspace(members[0], members[-1], max(3, round((right - left) / 100)))
        for k in np.unique(np.rint(some).astype(int)):
            x, half = float(edges[k] + edges[k + 1]) / 2, text_width(mixed.examples[k], 14) / 2
            if last + 6 < x - half and x + half < LEFT + WIDE + 24:
                parts.append(element("path", d=f"M{num(x)},{num(top)}v5", stroke=theme.ink))
                parts.append(text(x, top + 14, mixed.examples[k], 14, fill=theme.ink))
                last = x + half
        share = mixed.hands[members].sum() / mixed.hands.sum()
        label, middle = f"{CATEGORIES[kind]} {preflop.percent(share)}", (left + right) / 2
        width = text_width(label, 14)
        fits = width < right - left
        start, end = middle - width / (2 if fits else 1), middle + (width / 2 if fits else 0)
        line = next(n for n in count() if all(other + 8 < start for m, other in placed if m >= n))
        placed.append((line, end))
        y = top + 50 + 20 * line
        bracket = f"M{num(left)},{num(top + 26)}v6H{num(right)}v-6M{num(middle)},{num(top + 32)}V{num(y - 10)}"
        parts.append(element("path", d=bracket, fill="none", stroke=theme.ink, stroke_width=1.2))
        parts.append(text(middle, y, label, 14, fill=theme.ink, text_anchor="middle" if fits else "end"))
    return parts, top + 50 + 20 * (max(line for line, _ in placed) + 1)
