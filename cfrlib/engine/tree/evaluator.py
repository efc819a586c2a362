"""Best responses, expected value and averages by the flat list of operations, one walk over it for each.

A best response chooses at every infostate by itself, so this is exact where no information set joins infostates.
"""

import numpy as np

from cfrlib._util.jit import Bound
from cfrlib.engine.common.regret_matching import EMPTY
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.locks import Locks
from cfrlib.engine.tree import flat_walks
from cfrlib.engine.tree.continuation import responding
from cfrlib.engine.tree.flat import flatten


class Evaluator:
    """Evaluates the profiles of one game in which no information set joins infostates."""

    def __init__(self, tree):
        self.whole = np.zeros(tree.num_entries)
        self.tree, self.flat = tree, flatten(tree.by_infostate, tree.orders, tree.slots, tree.splits)
        self.averaging = flat_walks.averages(tree.flat, self.flat), tree.flat.class_of
        first, second = (self.flat if b is tree.by_infostate else flatten(b, {}, tree.slots) for b in responding(tree))
        between = first.between._replace(payoffs=(first.between.payoffs[0], second.between.payoffs[1]))
        self.responding = first._replace(up=(first.up[0], second.up[1]), between=between)
        self.best, self.expected = Bound(flat_walks.best_response_values), Bound(flat_walks.expected_value)
        self.best_to_average = Bound(flat_walks.best_responses_to_average)
        self.vectors = PerThread(
            lambda _: (np.zeros(tree.num_infostate_entries), flat_walks.make_flat_vectors(self.flat))
        )

    def read(self, profile, locked=None):
        """Return what the methods below take: probabilities by infostate of a profile, and of what it is to keep."""
        names = self.tree.profile_map
        flat, kept = names.flat(profile), Locks(self.tree, locked).kept(self.whole)[names.entries] if locked else None
        if kept is None:
            return (names.by_infostate(flat),)
        return names.by_infostate(np.where(kept < 0, flat, kept)), names.by_infostate(kept)

    def best_response_values(self, strategy, kept=EMPTY):
        """Return (b1, b2) against a strategy by infostate; responses keep what is `kept`, where that is no -1."""
        return self.best(self.responding, strategy, kept, self.vectors.of()[1])

    def best_responses_to_average(self, sums, locks=None):
        """Return (b1, b2) against the average strategy of a table of sums, by responses that keep what is locked."""
        kept = EMPTY
        if locks:
            names = self.tree.profile_map
            kept = names.by_infostate(locks.kept(self.whole)[names.entries])
        return self.best_to_average(self.averaging, self.responding, sums, kept, self.vectors.of())

    def expected_value(self, strategy):
        """Return the expected value to player 0 of a strategy by infostate."""
        return self.expected(self.flat, strategy, self.vectors.of()[1])

    def value_between(self, first, second):
        """Return the expected value to player 0, who follows one profile, where player 1 follows another."""
        names = self.tree.profile_map
        own = np.repeat(np.array(names.players) == 0, [len(actions) for actions in names.actions])
        return self.expected_value(names.by_infostate(np.where(own, names.flat(first), names.flat(second))))


EVALUATOR = Evaluator
