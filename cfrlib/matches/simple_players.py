"""Simple players of limit hold'em: opponents that everybody can name, to measure a strategy against.

They are profiles of very coarse abstractions, so they play wherever profiles do.
"""

from __future__ import annotations

import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.engine.contract import layout_of
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.profile import Profile

BASELINES = ("fold", "call", "raise", "uniform", "rule")
DECILES = 10
"""Buckets of the rule player in every betting round, without memory of the one before."""
FOLDS, BETS, RAISES = 4, 7, 8
"""The rule player gives way to a bet with a hand among the weakest so many tenths, bets one above so many, and raises
one above so many."""


def baseline(game: LimitHoldem, name: str) -> Profile:
    """Return a simple player of limit hold'em: the profile of a coarse abstraction of the game.

    "fold" gives up at once, as small blind and as big blind, even where he could check: 750 thousandths of a big blind
    a game go to whoever does not fold to him. "call" and "raise" always do that, where they may. "uniform" takes any
    action equally often. "rule" looks at how strong his hand is among all hands in this betting round, by E[HS^2] in
    ten buckets: with the weakest four tenths he gives way to a bet, with the strongest three he bets, with the
    strongest two he raises.
    """
    if not isinstance(game, LimitHoldem) or game.layout == "tree":
        raise ValueError(f"game={game!r}: it takes limit hold'em (cfrlib.games.holdem or texas)")
    one_of("name", name, BASELINES)
    coarse = {"buckets": DECILES, "recall": "imperfect"} if name == "rule" else {"buckets": 1}
    layout = layout_of(type(game)(raises=game.raises, deck=(game.deck.ranks, game.deck.suits), **coarse))
    sums = tuple(np.zeros(size) for size in layout.sizes)
    for (private, _), names, (table, entry, stride) in layout.information_sets():
        if name != "uniform":
            action = _rule(names, int(private)) if name == "rule" else _always(names, name[0])
            sums[table][entry + names.index(action) * stride] = 1
    profile = layout.average(sums)
    profile.gives_up = name == "fold"
    return profile


def _always(names, action):
    """Return an action, or what is nearest to it: to check where nothing is to be folded to, else to call."""
    return action if action in names else "c"


def _rule(names, tenth):
    """Return what the rule player does with a hand among this tenth of all, the strongest being the tenth."""
    facing = "f" in names
    if facing and tenth <= FOLDS:
        return "f"
    return "r" if "r" in names and tenth > (RAISES if facing else BETS) else "c"
