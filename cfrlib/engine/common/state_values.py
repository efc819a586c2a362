"""What a person may expect at every public state of a game, by what they know: what the engines have in common.

What these values are says `cfrlib.playing.values`. Each engine finds them in its ``values.py``.
"""

from abc import ABC, abstractmethod

import numpy as np

from cfrlib.engine.contract import engine_module, layout_of

MOST_INFOSETS = 500_000
"""Information sets of a tree whose states are all valued at once: about 20 seconds for no-limit Leduc."""


class States(ABC):
    """The values of all public states to one player, the person in `seat`, against the machine's part of a profile.

    The person goes on by a best response (`best`), or by the profile. A subclass, ``States(game, profile, seat,
    best)``, raises ValueError if the game is too large or an information set is missing.
    """

    def __init__(self, game, seat, best):
        self.game, self.layout = game, layout_of(game)
        self.seat, self.machine, self.best = seat, 1 - seat, best

    @abstractmethod
    def vectors(self, actions, public):
        """Return weight and counterfactual value of a state, by private outcome; KeyError if there is no such state."""

    def alike(self, actions, public, outcome):
        """Return the (public outcomes, private outcome) that the person cannot tell from these: none but itself."""
        return [(public, outcome)]


def states_of(game, profile, seat, best):
    """Return the `States` of a game, as its engine finds them."""
    return getattr(engine_module(game, "values"), "STATES", refuse)(game, profile, seat, best)


def decided(below, strategy=None):
    """Return the values of decisions from those after each action: of the best action, or of a strategy."""
    if strategy is None:
        return np.maximum.reduce(below)
    return sum(share * part for share, part in zip(strategy, below, strict=True))


def refuse(game, *_):
    """Raise the ValueError that says in which games states are valued."""
    raise ValueError(
        f"game={game!r}: its {game.num_infosets:,} information sets lie in memory as {game.layout!r}; values take a "
        f"'tree' of at most {MOST_INFOSETS:,}, 'bids', or 'two_rounds', which is limit hold'em in two rounds without "
        "buckets"
    )
