"""Hold'em before the flop as every player knows it: a square of hands, each split by what is done with it.

The ranks go down from the ace, pairs stand on the diagonal, suited hands above it and offsuit hands below it. The words
and fills of actions are those of the charts on the flop, too (`cfrlib.lessons.holdem_in_two_rounds.flop_chart`).
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.actions import Look
from cfrlib.draw.parts.colors import SKY, VERMILLION
from cfrlib.draw.parts.grid import HandSquare
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.game import CHANCE, Decision
from cfrlib.games.at_table import table_of
from cfrlib.games.holdem import holdem
from cfrlib.profile import Profile

FILLS = {"r": VERMILLION, "c": SKY, "f": "#E2E2E2"}
"""By action, in the order in which they stand in a cell: dark, medium and pale; black text is readable on each."""
LOOKS = {
    "r": Look(FILLS["r"], "/", "#FFFFFF", 0.35), "c": Look(FILLS["c"], ".", opacity=0.35), "f": Look(FILLS["f"]),
}  # fmt: skip
EDGE = 14.0
BLINDS = ("small blind", "big blind")


@dataclass(frozen=True)
class Mixed:
    """What is done with groups of hands."""

    hands: np.ndarray
    """(c,) int64, how many each group has."""
    strategy: dict
    """{action: (c,) float64, its probability}, in the order of `FILLS`."""

    def shares(self):
        """Return the share of all hands that takes each action, however often they come here."""
        return {action: float(self.hands @ p / self.hands.sum()) for action, p in self.strategy.items()}

    def spoken(self, words):
        """Return these shares in words: "45.1 % raise, 30 % call, 24.9 % fold"."""
        shares = self.shares()
        return ", ".join(f"{percent(shares[action])} {word}" for action, word in words.items())

    def spoken_choice(self, k, words):
        """Return what is done with a group in words: "raise 0.98, call 0.02"."""
        return ", ".join(f"{words[action]} {num(float(p[k]), 3)}" for action, p in self.strategy.items())

    def areas(self, part):
        """Yield what is filled for each action; `part(k, low, high)` is the box of a part of a group, from 0 to 1."""
        whole = np.zeros(len(self.hands))
        for action, p in self.strategy.items():
            low, whole = np.round(whole, 2), whole + p
            high = np.round(whole, 2)
            shown = np.flatnonzero(high - low > 0.001)
            yield self.look(action).filled(*(part(k, low[k], high[k]) for k in shown))

    def look(self, action):
        """Return the `Look` of an action."""
        return LOOKS[action]


@dataclass(frozen=True)
class Range(Mixed):
    """What is done before the flop with each class of hands, which stand in a square."""

    square: HandSquare

    def filled(self, c):
        """Return how much of the height of its cell a class fills."""
        return 1.0


@drawing
def preflop_grid(
    profile: Profile, after: str = "", title: str | None = None, name: str | None = None, *, standalone: bool = True,
    chosen: str | None = None,
) -> Picture:  # fmt: skip
    """Draw what a player does with every hand at a decision before the flop of two-round hold'em.

    `after` is the betting so far: "" when Player 1 opens, "r" after a raise. `chosen` is a class of hands to put a
    frame around, such as "AKs". Profiles of games with buckets are refused.
    """
    mixed, game = read_range(profile, after), profile.game
    words, said = action_words(game, tuple(after)), situation(game, tuple(after))
    if chosen is not None:
        one_of("chosen", chosen, mixed.square.names)
    desc = f"{said}. Of {int(mixed.hands.sum()):,} hands, {mixed.spoken(words)}."
    look = {"called": "Before the flop", "title": title, "name": name, "standalone": standalone}
    return on_square(mixed, words, said, chosen, desc=desc, **look)


def on_square(mixed, words, heading, chosen=None, *, standalone, **look):
    """Return the picture of a `Range`: what is done, in `words`, one thing or more; a frame around a chosen class."""
    square, theme, ranks = mixed.square, LIGHT if standalone else INLINE, mixed.square.ranks
    wide, high = min(72.0, 624 / ranks), min(48.0, 442 / ranks)
    alone = text(0, 0, next(iter(words.values())), 14, fill=theme.ink), 0
    key, key_width = legend(words, mixed, theme) if len(words) > 1 else alone
    width = 2 * EDGE + max(ranks * wide, key_width, text_width(heading, 14), text_width(square.caption, 14))
    left, top = (width - ranks * wide) / 2, 62.0
    body = [
        text(width / 2, 16, heading, 14, fill=theme.ink, font_weight="bold"),
        element("g", key, transform=f"translate({num((width - key_width) / 2)},42)"),
        *cells(mixed, words, left, top, wide, high, theme),
        element("g", text(width / 2, top + ranks * high + 16, square.caption, 14, fill=theme.ink), class_="legend"),
    ]
    if chosen is not None:
        ring = {**square.box(square.names.index(chosen), left, top, wide, high), "rx": 3.0, "fill": "none"}
        body.append(element("rect", **ring, stroke=theme.paper, stroke_width=7))
        body.append(element("rect", **ring, stroke=theme.ink, stroke_width=3.4))
    return composed(width, top + ranks * high + 32, *body, kind="cfr-preflop", standalone=standalone, **look)


def read_range(profile, after=""):
    """Return the `Range` of a profile at a decision before the flop; errors as in `preflop_grid`."""
    game = game_of(profile)
    one_of("after", after, decisions(game))
    square = HandSquare(game.deck)
    return Range(square.hands, mixture(profile, square.first, after), square)


def mixture(profile, hands, public):
    """Return {action: the probability with each of these hands, given by their numbers}, in the order of `FILLS`."""
    deck = profile.game.deck
    rows = [profile[deck.label(deck.hands[hand]), public] for hand in hands]
    return {action: np.array([row[action] for row in rows]) for action in FILLS if action in rows[0]}


def game_of(profile):
    """Return the game of a profile of hold'em, or raise the ValueError that says so."""
    game = getattr(profile, "game", None)
    if not isinstance(game, holdem) or game.layout != "two_rounds":
        raise ValueError(f"profile={profile!r}: it takes a profile of two-round hold'em without buckets")
    return game


def cells(mixed, words, left, top, wide, high, theme):
    """Return the cells: their fills, lines between them, and their names, which can be clicked."""
    square, ranks = mixed.square, mixed.square.ranks
    boxes = [square.box(c, left, top, wide, high) for c in range(len(square.names))]

    def part(c, start, end):
        tall = high * mixed.filled(c)
        return boxes[c]["x"] + start * wide, boxes[c]["y"] + (high - tall), (end - start) * wide, tall

    lines = [f"M{num(left)},{num(top + k * high)}h{num(ranks * wide)}" for k in range(ranks + 1)]
    lines += [f"M{num(left + k * wide)},{num(top)}v{num(ranks * high)}" for k in range(ranks + 1)]
    border = {"width": ranks * wide, "height": ranks * high, "stroke": theme.ink, "stroke_width": 0.6, "fill": "none"}
    yield from mixed.areas(part)
    yield element("path", d="".join(lines), fill="none", stroke=theme.paper, stroke_width=2)
    yield element("rect", x=left, y=top, **border)
    for c, (name, cell) in enumerate(zip(square.names, boxes, strict=True)):
        tip = element("title", escape(f"{name}: {mixed.spoken_choice(c, words)}")) if theme is LIGHT else ""
        spot = element("rect", **cell, fill="transparent")
        label = text(cell["x"] + wide / 2, cell["y"] + high / 2, name, 14, fill="#000000", font_weight="bold")
        yield element("g", tip, spot, label, class_="node", data_node=name)


def decisions(game):
    """Return the betting before each decision before the flop: ("", "c", "r", ...)."""
    nodes = game.action_sequences()
    return tuple(sorted(("".join(a) for a, n in nodes if isinstance(n, Decision) and CHANCE not in a), key=len))


def action_words(game, actions):
    """Return what the actions after an action sequence are called: {"f": "fold", "c": "call", "r": "raise"}."""
    legal, table = game.node(actions).actions, table_of(game)
    return {action: table.phrase(actions, action) for action in FILLS if action in legal}


def betting(game, actions):
    """Return the betting of the last round of an action sequence in words: ["a check", "a bet"]."""
    start = actions.index(CHANCE) + 1 if CHANCE in actions else 0
    return [f"a {action_words(game, actions[:k])[actions[k]]}" for k in range(start, len(actions))]


def situation(game, actions):
    """Return who moves after what: "Player 2, big blind, after a raise"."""
    player, told = game.node(actions).player, betting(game, actions)
    before = ", ".join(told[:-1])
    after = f"after {before + ' and ' if before else ''}{told[-1]}" if told else "opens"
    return f"Player {player + 1}, {BLINDS[player]}, {after}"


def legend(words, mixed, theme):
    """Return a row of swatches with the name and the share of each action, and its width."""
    parts, x, shares = [], 0.0, mixed.shares()
    for action, word in words.items():
        said = f"{word} {percent(shares[action])}"
        parts.append(mixed.look(action).swatch(x, -8.0, 16.0, theme.ink))
        parts.append(text(x + 22, 0.0, said, 14, fill=theme.ink, text_anchor="start"))
        x += 22 + text_width(said, 14) + 18
    return "".join(parts), x - 18


def percent(share):
    """Return a share as a reader wants it: "45.1 %"."""
    return f"{num(100 * share, 1)} %"
