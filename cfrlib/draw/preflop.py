"""Hold'em before the flop as every player knows it: a square of hands, each split by what is done with it.

The ranks go down from the ace, pairs stand on the diagonal, suited hands above it and offsuit hands below it. The words
and fills of actions are those of the charts on the flop, too (`cfrlib.lessons.holdem_in_two_rounds.flop_chart`).
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.cards.preflop import preflop_names, preflop_table
from cfrlib.draw.parts.actions import tile
from cfrlib.draw.parts.colors import SKY, VERMILLION
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, text, text_width
from cfrlib.draw.picture import composed, drawing
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE
from cfrlib.games.at_table import table_of
from cfrlib.games.holdem import holdem

if TYPE_CHECKING:
    from cfrlib.draw.picture import Picture
    from cfrlib.profile import Profile

FILLS = {"r": VERMILLION, "c": SKY, "f": "#E2E2E2"}
"""By action, in the order in which they stand in a cell: dark, medium and pale; black text is readable on each."""
HATCHES = {"r": ("M-1,3L3,-1M-1,9L9,-1M5,9L9,5", "#FFFFFF"), "c": ("M1,2h1.6M5,6h1.6", "#000000")}
"""What is drawn over a fill in a tile of 8 by 8 pixels, and its color."""
EDGE = 14.0
BLINDS = ("small blind", "big blind")


class Range(NamedTuple):
    """What is done with each class of hands at a decision before the flop."""

    names: tuple
    """Such as "AKs"."""
    hands: np.ndarray
    """(c,) int64, how many each class has."""
    places: dict
    """{(row, column) of the square: class}."""
    strategy: dict
    """{action: (c,) float64, its probability}, in the order of `FILLS`."""

    def shares(self):
        """Return the share of all hands that takes each action."""
        return {action: float(self.hands @ p / self.hands.sum()) for action, p in self.strategy.items()}


@drawing
def preflop_grid(
    profile: Profile, after: str = "", title: str | None = None, name: str | None = None, *, standalone: bool = True,
    chosen: str | None = None,
) -> Picture:  # fmt: skip
    """Draw what a player does with every hand at a decision before the flop.

    Parameters
    ----------
    profile : Profile
        Of two-round hold'em with all its cards, not under buckets.
    after : str
        The betting so far: "" when Player 1 opens, "r" after a raise.
    title, name : str, optional
        A heading; the name of the file in `figures`.
    standalone : bool
        False: take background and text color from the page.
    chosen : str, optional
        A class of hands to put a frame around.

    Returns
    -------
    Picture
        Its text says which share of all hands takes each action.

    Raises
    ------
    ValueError
        If this is no profile of hold'em, nobody decides there, or there is no such class. The message names the
        argument.
    """
    range_, game = read_range(profile, after), profile.game
    words, said = action_words(game, tuple(after)), situation(game, tuple(after))
    if chosen is not None:
        one_of("chosen", chosen, range_.names)
    theme, ranks = LIGHT if standalone else INLINE, game.deck.ranks
    wide, high = min(72.0, 624 / ranks), min(48.0, 442 / ranks)
    key, key_width = legend(words, range_.shares(), theme)
    caption = "Suited hands (s) above the diagonal, offsuit hands (o) below it."
    if game.deck.suits == 1:
        caption = "With one suit all hands are suited (s)."
    width = 2 * EDGE + max(ranks * wide, key_width, text_width(said, 14), text_width(caption, 14))
    left, top = (width - ranks * wide) / 2, 62.0
    body = [
        definitions(),
        text(width / 2, 16, said, 14, fill=theme.ink, font_weight="bold"),
        element("g", key, transform=f"translate({num((width - key_width) / 2)},42)"),
        *_cells(range_, words, left, top, wide, high, ranks, theme),
        element("g", text(width / 2, top + ranks * high + 16, caption, 14, fill=theme.ink), class_="legend"),
    ]
    if chosen is not None:
        row, column = next(place for place, c in range_.places.items() if range_.names[c] == chosen)
        frame = {"x": left + column * wide, "y": top + row * high, "width": wide, "height": high, "rx": 3.0}
        for ink, thick in ((theme.paper, 7), (theme.ink, 3.4)):
            body.append(element("rect", **frame, fill="none", stroke=ink, stroke_width=thick))
    desc = f"{said}. Of {int(range_.hands.sum()):,} hands, {spoken_shares(words, range_.shares())}."
    return composed(width, top + ranks * high + 32, *body, called="Before the flop", desc=desc, kind="cfr-preflop",
                    standalone=standalone, title=title, name=name)  # fmt: skip


def read_range(profile, after=""):
    """Return the `Range` of a profile at a decision before the flop; errors as in `preflop_grid`."""
    game = game_of(profile)
    one_of("after", after, decisions(game))
    deck, table = game.deck, preflop_table(game.deck)
    lowest = np.unique(table.hand_class, return_index=True)[1]
    places = {}
    for c, hand in enumerate(lowest):
        (low, low_suit), (high, high_suit) = (divmod(int(card), deck.suits) for card in deck.hands[hand])
        row, column = (high, low) if low_suit == high_suit else (low, high)
        places[deck.ranks - 1 - row, deck.ranks - 1 - column] = c
    rows = [profile[deck.label(deck.hands[hand]), after] for hand in lowest]
    strategy = {action: np.array([row[action] for row in rows]) for action in FILLS if action in rows[0]}
    return Range(preflop_names(deck), table.multiplicity, places, strategy)


def game_of(profile):
    """Return the game of a profile of hold'em, or raise the ValueError that says so."""
    game = getattr(profile, "game", None)
    if not isinstance(game, holdem) or game.layout != "two_rounds":
        raise ValueError(f"profile={profile!r}: it takes a profile of two-round hold'em without buckets")
    return game


def _cells(range_, words, left, top, wide, high, ranks, theme):
    """Return the cells: their fills, lines between them, and their names, which can be clicked."""
    parts, outlines = [], {action: [] for action in range_.strategy}
    for (row, column), c in range_.places.items():
        x, y, whole = left + column * wide, top + row * high, 0.0
        for action, p in range_.strategy.items():
            start, whole = round(whole, 2), whole + p[c]
            if (part := round(whole, 2) - start) > 0.001:
                outlines[action].append(box(x + start * wide, y, part * wide, high))
    for action, boxes in outlines.items():
        parts.append(element("path", d="".join(boxes), fill=paint(action)))
    lines = [f"M{num(left)},{num(top + k * high)}h{num(ranks * wide)}" for k in range(ranks + 1)]
    lines += [f"M{num(left + k * wide)},{num(top)}v{num(ranks * high)}" for k in range(ranks + 1)]
    parts.append(element("path", d="".join(lines), fill="none", stroke=theme.paper, stroke_width=2))
    border = {"width": ranks * wide, "height": ranks * high, "stroke": theme.ink, "stroke_width": 0.6, "fill": "none"}
    parts.append(element("rect", x=left, y=top, **border))
    for (row, column), c in range_.places.items():
        x, y, name = left + column * wide, top + row * high, range_.names[c]
        choice = {words[action]: float(p[c]) for action, p in range_.strategy.items()}
        tip = element("title", escape(f"{name}: {spoken_choice(choice)}"))
        spot = element("rect", x=x, y=y, width=wide, height=high, fill="transparent")
        label = text(x + wide / 2, y + high / 2, name, 14, fill="#000000", font_weight="bold")
        parts.append(element("g", tip, spot, label, class_="node", data_node=name))
    return parts


def decisions(game):
    """Return the betting before each decision before the flop: ("", "c", "r", ...)."""
    first = layout_of(game).first
    return tuple("".join(actions) for actions, names in zip(first.nodes, first.names, strict=True) if names)


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


def legend(words, shares, theme):
    """Return a row of swatches with the name and the share of each action, and its width."""
    parts, x = [], 0.0
    for action, word in words.items():
        said = f"{word} {percent(shares[action])}"
        frame = {"width": 16, "height": 16, "stroke": theme.ink, "stroke_width": 0.7}
        parts.append(element("rect", x=x, y=-8.0, fill=paint(action), **frame))
        parts.append(text(x + 22, 0.0, said, 14, fill=theme.ink, text_anchor="start"))
        x += 22 + text_width(said, 14) + 18
    return "".join(parts), x - 18


def definitions():
    """Return the patterns behind `paint`."""
    looks = HATCHES.items()
    return element("defs", *(tile(f"cfr-deed-{a}", FILLS[a], hatch, 0.35, ink) for a, (hatch, ink) in looks))


def paint(action):
    """Return the fill of an action as an SVG paint."""
    return f"url(#cfr-deed-{action}) {FILLS[action]}" if action in HATCHES else FILLS[action]


def box(x, y, width, height):
    """Return a rectangle as a part of a path."""
    return f"M{num(x)},{num(y)}h{num(width)}v{num(height)}h{num(-width)}z"


def percent(share):
    """Return a share as a reader wants it: "45.1 %"."""
    return f"{num(100 * share, 1)} %"


def spoken_shares(words, shares):
    """Return the shares of the actions in words: "45.1 % raise, 30 % call, 24.9 % fold"."""
    return ", ".join(f"{percent(shares[action])} {word}" for action, word in words.items())


def spoken_choice(choice):
    """Return the probabilities of actions in words: "raise 0.98, call 0.02"."""
    return ", ".join(f"{word} {num(p, 3)}" for word, p in choice.items())
