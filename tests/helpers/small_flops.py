"""Small decks of two-round hold'em, random profiles of it, and what walks add to the tables of such a profile."""

import numpy as np

import cfrlib
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import IDLE
from cfrlib.games.holdem import holdem

GAMES = [holdem((1, 1), (4, 2)), holdem((2, 1), (7, 1)), holdem((0, 1), (3, 3))]


def random_profile(game, seed):
    """Return a profile in which a probability is zero or not small: what hardly ever happens no sample would show."""
    layout, rng = layout_of(game), np.random.default_rng(seed)
    return TableProfile(layout, tuple((0.2 + rng.random(size)) * (rng.random(size) < 0.8) for size in layout.sizes))


def frozen(solver, seed):
    """Put a random profile, with zeros, where a solver's strategies are matched; return it."""
    profile = random_profile(solver.game, seed)
    for table, values in zip(solver.engine.matched_tables(), profile.tables, strict=True):
        table[...] = values
    return profile


class Frozen:
    """A solver whose walks of one player all start from a random profile."""

    def __init__(self, game, row, seed, me, **switches):
        self.solver = cfrlib.CFR(game, row, **switches)
        self.start = *frozen(self.solver, seed).tables, 0, 0
        self.engine = self.solver.engine
        self.walks = self.engine.early[me], self.engine.late[me]
        for walk in self.walks:
            set_time(walk, IDLE, 1, 0)
        names = "early_regret", "regret", "early_sums", "sums"
        self.tables = [getattr(self.engine.tables, name) for name in names]

    def added(self):
        """Return what the last walk has added to the regrets and the sums of both rounds, and start again."""
        difference = [table - start for table, start in zip(self.tables, self.start, strict=True)]
        for table, start in zip(self.tables, self.start, strict=True):
            table[...] = start
        return difference


def exact_gains(game, seed, me):
    """Return what a full walk adds to the regrets of both rounds."""
    full = Frozen(game, "vanilla", seed, me)
    full.engine.workspace.walk(*full.walks)
    return full.added()[:2]
