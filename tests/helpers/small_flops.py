"""Small decks of two-round hold'em, and random profiles of it."""

import numpy as np

from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.games.holdem import holdem

GAMES = [holdem((1, 1), (4, 2)), holdem((2, 1), (7, 1)), holdem((0, 1), (3, 3))]


def random_profile(game, seed):
    """Return a profile in which a probability is zero or not small: what hardly ever happens no sample would show."""
    layout, rng = layout_of(game), np.random.default_rng(seed)
    return TableProfile(layout, tuple((0.2 + rng.random(size)) * (rng.random(size) < 0.8) for size in layout.sizes))
