"""Spots on the square of hands: a range, and what is done with each hand of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import one_of, said, typed
from cfrlib.cards.flops import preflop_table
from cfrlib.draw.parts.actions import HATCHES, Look
from cfrlib.draw.parts.colors import PURPLE, SKY, VERMILLION, VIOLET, YELLOW
from cfrlib.draw.parts.grid import HandSquare
from cfrlib.draw.parts.svg import num
from cfrlib.draw.picture import Picture, drawing
from cfrlib.draw.preflop import Range, on_square
from cfrlib.game import CHANCE
from cfrlib.games.at_table import table_of
from cfrlib.games.checks import check_game
from cfrlib.games.spot import RIVER, spot
from cfrlib.profile import Profile

SIZES = (YELLOW, "#F2A27A", VERMILLION, PURPLE, VIOLET, SKY)
"""Fills of bets and raises, from the smallest on; black text is readable on each."""
HELD = "held"


@dataclass(frozen=True)
class Held(Range):
    """A range on the square, and what is done with it: `hands` has how likely each class is held."""

    share: np.ndarray
    """(c,) float64, how much of each class is there, the whole of it being 1."""
    by_hand: tuple
    """A text about the hands of each class."""

    def filled(self, c):
        return float(self.share[c])

    def spoken_choice(self, k, words):
        return f"{super().spoken_choice(k, words)}; {self.by_hand[k]}" if self.hands[k] > 0 else "not held"

    def look(self, action):
        if action in ("c", "f"):
            return super().look(action)
        k = list(self.strategy).index(action) - len(self.strategy.keys() & {"c", "f"})
        return Look(SIZES[k % len(SIZES)], HATCHES[k % len(HATCHES)])


@drawing
def range_grid(
    game: spot, player: int = 0, title: str | None = None, name: str | None = None, *, standalone: bool = True,
) -> Picture:  # fmt: skip
    """Draw the range of a player in a spot on the square of hands.

    `player` is 0, out of position, or 1. A cell is filled by the weight of its class in the range, relative to the hand
    of the highest weight.
    """
    check_game(game)
    typed("game", game, spot, "a spot, cfrlib.games.spot")
    one_of("player", player, (0, 1))
    hands = len(game.outcomes(player))
    held = _held(game, player, (), [game.removal(())[p][1] for p in (0, 1)], {HELD: np.ones(hands)})
    left = np.count_nonzero(~np.isin(game.deck.hands, game.board).any(axis=1))
    where, many = f"{_position(player)}, board {' '.join(game.shown)}", f"{hands:,} of {left:,} hands"
    look = {"called": "Range", "title": title, "name": name, "standalone": standalone}
    return on_square(held, {HELD: many}, where, desc=f"{where}: {many}.", **look)


@drawing
def spot_grid(
    profile: Profile, after: str = "", title: str | None = None, name: str | None = None, *, standalone: bool = True,
) -> Picture:  # fmt: skip
    """Draw what a player does with every hand at a decision of a spot, on the square of hands.

    `after` is the betting so far, as `spot.state` reads it. It is refused if the profile never plays it. A cell is
    filled as high as the player still holds its class, and split by the average strategy of its hands; its tip lists
    each of them. The legend has the share of each action over the range that is left.
    """
    game = getattr(profile, "game", None)
    if not isinstance(game, spot):
        raise ValueError(f"profile={said(profile)}: it takes a profile of a spot, cfrlib.games.spot")
    actions, public = game.state(after)
    node, reach = game.node(actions), [np.array(share) for _, share in game.removal(public)]
    for k, action in enumerate(actions):
        if action != CHANCE:
            reach[game.node(actions[:k]).player] *= _played(profile, game, actions[:k], public)[action]
    if not reach[0] @ (game.weights(public) > 0) @ reach[1] > 0:
        raise ValueError(f"after={after!r}: with this profile the betting never comes there")
    held, table = _held(game, node.player, public, reach, _played(profile, game, actions, public)), table_of(game)
    words = {action: table.phrase(actions, action) for action in node.actions}
    told = ", ".join(
        f"river {public[0]}" if action == CHANCE else table.phrase(actions[:k], action)
        for k, action in enumerate(actions)
    )
    where = f"{_position(node.player)}, board {' '.join(game.shown)}, {f'after {told}' if told else 'acts first'}"
    called = "River spot" if len(game.board) == RIVER else "Turn spot"
    look = {"called": called, "title": title, "name": name, "standalone": standalone}
    return on_square(held, words, where, desc=f"{where}: {held.spoken(words)}.", **look)


def _played(profile, game, actions, public):
    """Return {action: its probability with each hand} at a decision; 0 with what nobody can hold there."""
    node, public = game.node(actions), public[: actions.count(CHANCE)]
    text, possible = game.public_string(actions, public), game.weights(public).any(axis=1 - node.player)
    none = dict.fromkeys(node.actions, 0.0)
    hands = zip(game.outcomes(node.player), possible, strict=True)
    rows = [profile[hand, text] if held else none for hand, held in hands]
    return {action: np.array([row[action] for row in rows]) for action in node.actions}


def _held(game, player, public, reach, strategy):
    """Return the `Held` of a player, by what is left of the shares of both players' hands."""
    square, labels, own = HandSquare(game.deck), game.outcomes(player), reach[player]
    hand_class = preflop_table(game.deck).hand_class
    place = {game.deck.label(hand): c for hand, c in zip(game.deck.hands, hand_class.tolist(), strict=True)}
    classes, many = np.array([place[label] for label in labels]), len(square.names)
    board = [*game.board, *map(game.deck.names.index, public)]
    free = np.bincount(hand_class[~np.isin(game.deck.hands, board).any(axis=1)], minlength=many)
    met = game.weights(public) > 0
    mass = own * ((met @ reach[1]) if player == 0 else (reach[0] @ met))
    hands = np.bincount(classes, mass, minlength=many)
    mixed = {
        action: np.bincount(classes, mass * p, minlength=many) / np.where(hands > 0, hands, 1.0)
        for action, p in strategy.items()
    }
    share = np.bincount(classes, own / game.removal(public)[player][1].max(), minlength=many) / np.maximum(free, 1)
    texts = [[] for _ in square.names]
    for k, (label, c) in enumerate(zip(labels, classes.tolist(), strict=True)):
        texts[c].append(f"{label} " + " ".join(num(float(p[k]), 2) for p in strategy.values()))
    return Held(hands, mixed, square, share, tuple(map(", ".join, texts)))


def _position(player):
    return f"Player {player + 1}, {('out of position', 'in position')[player]}"
