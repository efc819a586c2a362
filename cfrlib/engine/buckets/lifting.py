"""From the abstract two-round game to the real one: what a strategy of buckets is worth against all that can be done.

A strategy of buckets is a strategy of the real game: look up the bucket of the hand. There best responses see the
cards, and over all flops they are found exactly.
"""

from functools import lru_cache

import numpy as np

from cfrlib.cards.boards import find
from cfrlib.cards.flops import representatives
from cfrlib.engine.buckets import lifting_kernels as kernel
from cfrlib.engine.buckets.lifting_kernels import Lift
from cfrlib.engine.contract import layout_of
from cfrlib.games.holdem import holdem


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
    """Return the tables of the real game that play as those of the abstract game: (before the flop, on it).

    They are `out`, filled in, or new ones.
    """
    if out is None:
        sizes = layout_of(real_game(game)).sizes
        out = tuple(np.empty(size, dtype=table.dtype) for size, table in zip(sizes, sums, strict=True))
    for table, part, real in zip(sums, lift_of(game), out, strict=True):
        kernel.lift(table, part, real)
    return out


def lifted_profile(profile):
    """Return a profile of abstract two-round hold'em as one of the real game.

    Parameters
    ----------
    profile : Profile
        Of ``games.holdem(..., buckets=...)``, as a solver returns it.

    Returns
    -------
    Profile
        Of the game without buckets: ``cfrlib.exploitability(cfrlib.games.holdem(), lifted_profile(p))`` is what the
        strategy of buckets really loses to best play.

    Raises
    ------
    ValueError
        If it is no profile of two-round hold'em with buckets, or a written-out one.
    """
    game = getattr(getattr(profile, "layout", None), "game", None)
    if not isinstance(game, holdem):
        raise ValueError(f"profile={profile!r}: it takes a profile of two-round hold'em with buckets")
    return layout_of(real_game(game)).average(lifted(game, profile.writeable), profile.tolerance)
