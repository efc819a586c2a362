"""The switches of walks on single histories, as numbers for the kernels."""

import numpy as np

from cfrlib.engine.common.single_histories import actions as choosing
from cfrlib.regret import UNVISITED
from cfrlib.sampling import ByPlace, Mixed


class SingleSwitches:
    """What a row tries at a decision, and whose turn it is in a mix: what `Switches` tell the kernels."""

    def __init__(self, setup):
        self.mixed = setup.sampling if isinstance(setup.sampling, Mixed | ByPlace) else None
        rows = (self.mixed.first, self.mixed.second) if self.mixed else (setup.sampling,) * 2
        named = {"all": choosing.ALL, "one": choosing.ONE}
        self.own = np.array([named.get(row.own_actions, row.own_actions) for row in rows], dtype=np.int64)
        self.opponent = np.array([named[row.opponent_actions] for row in rows], dtype=np.int64)
        self.epsilon = np.array([row.epsilon for row in rows], dtype=float)
        published = getattr(self.mixed, "scale", "one") == "published"
        self.by_deal = np.array([published and row.own_actions == "one" for row in rows])
        self.coin, self.cutoff = choosing.BY_WALK, (1.0, 1.0, 0.0)
        if isinstance(self.mixed, ByPlace):
            self.coin = choosing.BY_PLACE
            self.cutoff = (*map(float, self.mixed.cutoff), float(self.mixed.confident.visits))
        elif self.mixed and self.mixed.per_node:
            self.coin = choosing.BY_NODE
        self.unvisited, self.average_at = UNVISITED.index(setup.average.unvisited), setup.average_at

    def probabilities(self, first, count):
        """Return how likely the first scheme of a mix is, in each of `count` iterations from `first` on."""
        return self.mixed.probabilities(first, count) if self.mixed else np.zeros(0)

    def for_kernels(self, probability, parents, running_deals, slots, places):
        """Return the `Switches` of iterations with these probabilities."""
        return choosing.Switches(
            self.own, self.opponent, self.epsilon, self.coin, probability, self.unvisited, parents, running_deals,
            self.cutoff, slots, self.by_deal, self.average_at == "custom", places, self.average_at == "opponent",
        )  # fmt: skip
