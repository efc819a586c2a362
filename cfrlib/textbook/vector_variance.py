"""What one vector walk adds to the tables, over all that chance can deal: the microscope for rows that sample a part
of chance.

Vector walks try every action, so chance is all that is drawn, and there are few deals: each is walked, by
`cfrlib.textbook.public_chance`, and counts with its probability. Nothing is drawn here, so mean and variance are exact.
"""

import numpy as np

from cfrlib.textbook.public_chance import PublicChanceCFR
from cfrlib.textbook.public_tables import PublicTables


class VectorScope:
    """Vector walks from a frozen profile.

    Parameters
    ----------
    game : Game
    tree : Tree
        Its explicit tree, whose flat arrays name the entries.
    profile : Profile
    row : Scheme
    seed : int
        Of `sample`.
    """

    def __init__(self, game, tree, profile, row, seed=0):
        self.game, self.size = game, tree.num_infoset_actions
        self.cfr = PublicChanceCFR(game, row, updates="simultaneous", seed=seed)
        self.tables = self.cfr.tables = PublicTables(game, shared=False)
        self.tables.freeze(profile)
        entries = {infoset.key: infoset.entries for infoset in tree.infosets}
        self._gains, self._sums = (
            [(entries[key], row) for key, _, row in self.tables.by_key(table)]
            for table in (self.tables.instantaneous, self.tables.sums)
        )

    def moments(self):
        """Return means and mean squares of an iteration's gains, a (4, entries) array: mean and mean square in the
        regrets, then in the averages; expected histories and nodes touched."""
        found, histories, touched = np.zeros((4, self.size)), 0.0, 0.0
        for player in (0, 1):
            for deal in self.cfr.deals.all(player):
                gains, sums, pairs, outcomes = self._walk(player, deal)
                found += deal.probability * np.array([gains, gains**2, sums, sums**2])
                histories += deal.probability * (1 + len(deal.carried[0]) + pairs)
                touched += deal.probability * outcomes
        return found, histories, touched

    def sample(self, walks):
        """Return the gains in regret of so many iterations, as the textbook draws them: (walks, entries)."""
        found = np.zeros((walks, self.size))
        for gains in found:
            for player in (0, 1):
                gains += self._walk(player, self.cfr.deals.draw(player, self.cfr.rng))[0]
        return found

    def _walk(self, player, deal):
        """Return gains in regret and in the average, and how many histories and outcomes the walk came to."""
        for table in (self.tables.instantaneous, self.tables.sums):
            for rows in table.values():
                rows[:] = 0.0
        pairs = outcomes = 0
        for step in self.cfr.walk(player, deal):
            pairs += np.count_nonzero(self.game.weights(step.public)[np.ix_(*step.carried)])
            outcomes += len(step.carried[player])
        return self._flat(self._gains), self._flat(self._sums), pairs, outcomes

    def _flat(self, rows):
        flat = np.zeros(self.size)
        for entries, row in rows:
            flat[entries] = row
        return flat
