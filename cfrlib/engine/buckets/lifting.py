"""What a strategy of buckets is worth in the real two-round game, where best responses see the cards."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import njit
from cfrlib.cards.boards import find
from cfrlib.cards.flops import representatives
from cfrlib.engine.contract import layout_of
from cfrlib.games.holdem import holdem


class Lift(NamedTuple):
    """Which sequence of buckets each class of real hands of a round belongs to."""

    rows: int
    lanes: int
    sequence: np.ndarray  # (classes,) int64: of each class of each board
    start: np.ndarray  # (boards + 1,) int64: where the classes of a board start
    hands: np.ndarray  # (classes,) float64: how many hands a class has
    weight: np.ndarray  # (boards,) float64: how often each board comes


@njit
def lift(table, part, out):
    """Give each class the rows of its sequence of buckets: from [sequence][row][lane] to [board][row][class][lane]."""
    rows, lanes, sequence = part.rows, part.lanes, part.sequence
    for board in range(len(part.start) - 1):
        first, n = part.start[board], part.start[board + 1] - part.start[board]
        for row in range(rows):
            to = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                source = np.uintp((sequence[first + k] * rows + row) * lanes)
                for l in range(np.uintp(lanes)):
                    out[to + l] = table[source + l]
                to += np.uintp(lanes)


@njit
def gather(table, part, chosen, out):
    """Sum up what the hands of a sequence have in their classes, in the chosen rows: the transpose of `lift`."""
    rows, lanes, sequence = part.rows, part.lanes, part.sequence
    for board in range(len(part.start) - 1):
        first, n, weight = part.start[board], part.start[board + 1] - part.start[board], part.weight[board]
        for row in range(rows):
            if not chosen[row]:
                continue
            source = np.uintp((first * rows + row * n) * lanes)
            for k in range(n):
                to, factor = np.uintp((sequence[first + k] * rows + row) * lanes), weight * part.hands[first + k]
                for l in range(np.uintp(lanes)):
                    out[to + l] += factor * table[source + l]
                source += np.uintp(lanes)


def real_game(game):
    """Return the game that this one is an abstraction of: the same rules and cards without buckets."""
    if not isinstance(game, holdem) or game.layout != "buckets" or game.bets != holdem.bets:
        raise ValueError(f"game={game!r}: it takes two-round hold'em with buckets, such as games.holdem(buckets=5)")
    return _same_cards(game.raises, (game.deck.ranks, game.deck.suits))


@lru_cache(maxsize=4)
def _same_cards(raises, deck):
    """Return the game without buckets: the same object for all its abstractions, with all that is built for it."""
    return holdem(raises=raises, deck=deck)


@lru_cache(maxsize=4)
def lift_of(game):
    """Return the `Lift`s of an abstract game, before the flop and on it."""
    real = layout_of(real_game(game))
    flops, b = real.flops, game.percentiles.tables
    lowest = np.unique(real.preflop.hand_class, return_index=True)[1]
    after = np.empty(int(flops.start[-1]), dtype=np.int64)
    for flop, cards in enumerate(flops.cards):
        hands = representatives(flops, flop)
        place, moved = find(b.flops, np.broadcast_to(cards, (len(hands), len(cards))), hands)
        after[flops.start[flop] : flops.start[flop + 1]] = b.flop[place, moved]
    before, boards = b.preflop[lowest].astype(np.int64), real.boards
    return (
        Lift(real.first.betting.rows, 1, before, boards[0].start, boards[0].hands, np.ones(1)),
        Lift(real.second.betting.rows, real.lanes, after, boards[1].start, boards[1].hands, flops.weight.astype(float)),
    )


def lifted(game, sums, out=None):
    """Return the tables of the real game that play as those of the abstract game: `out`, filled in, or new ones."""
    if out is None:
        sizes = layout_of(real_game(game)).sizes
        out = tuple(np.empty(size, dtype=table.dtype) for size, table in zip(sizes, sums, strict=True))
    for table, part, real in zip(sums, lift_of(game), out, strict=True):
        lift(table, part, real)
    return out


def lifted_profile(profile):
    """Return a profile of abstract two-round hold'em, as a solver returns it, as one of the real game.

    ``cfrlib.exploitability(cfrlib.games.holdem(), lifted_profile(p))`` is what the strategy of buckets really loses to
    best play. ValueError if it is a profile of another game, or a written-out one.
    """
    game = getattr(getattr(profile, "layout", None), "game", None)
    if not isinstance(game, holdem):
        raise ValueError(f"profile={profile!r}: it takes a profile of two-round hold'em with buckets")
    return layout_of(real_game(game)).average(lifted(game, profile.writeable), profile.tolerance)
