"""Walks of limit hold'em on a single deal: from the switches to `cfrlib.engine.common.single_holdem`."""

from math import comb

import numpy as np

from cfrlib.engine.common import single_holdem as hand_walk
from cfrlib.engine.common import single_skipped as hand_skipped
from cfrlib.engine.common import skipped
from cfrlib.engine.common.baseline import Guesses
from cfrlib.engine.common.betting_tree import Part, make_betting_tree, make_workspace
from cfrlib.engine.common.round_tables import RoundsEngine, bytes_of
from cfrlib.engine.common.single_deals import make_deal
from cfrlib.engine.common.single_switches import SingleSwitches


class SingleDealWalks(RoundsEngine):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node.

    A subclass says in `_cards` what is dealt from, and in `_classes` how many rows there are.
    """

    def __init__(self, setup):
        self.chosen = SingleSwitches(setup)
        if setup.baseline.kind != "none":
            raise ValueError(
                f"baseline={str(setup.baseline)!r}: a baseline is a guess of every action's value, and for "
                f"{setup.game} none are kept; it takes 'none'"
            )
        super().__init__(setup)
        self.cards, self.hand = None, make_betting_tree(self.layout)
        self.room = make_workspace(self.hand, _deals(self.setup.game), self.simultaneous)
        self.deals = tuple(make_deal(self.layout) for _ in range(2))
        tables, bases = self.tables, self._bases()
        early = tables.early_regret, bases[0], tables.early_sums, tables.early_seen, tables.early_passed
        last = tables.regret, bases[1], tables.sums, tables.seen, tables.passed
        nothing = self.nothing()
        self.parts = Part(*early, nothing[0]), Part(*last, nothing[1])

    def _noted(self):
        return *((size * self.discounts,) for size in self.layout.sizes), (0,)

    def _skipped(self):
        if self.chosen.unvisited == skipped.STOCHASTIC:
            return 0, 0
        sizes = [
            int((part.betting.kind < 2).sum()) * lanes * many
            for part, lanes, many in zip(self.layout.rounds, *self._classes(self.layout), strict=True)
        ]
        return sum(sizes[:-1]), sizes[-1]

    def _classes(self, layout):
        """Return how many lanes each round has, and how many classes."""
        raise NotImplementedError

    def _extra(self, dtype):
        """Return the bytes of the copies that `sums` makes."""
        if self.chosen.unvisited != skipped.LAZY:
            return 0
        return bytes_of(self.layout, dtype) + 8 * sum(self._skipped())

    def prepare(self):
        """Make tables of cards, and compile, so that the clock does not count it."""
        if self.cards is None:
            self.cards = self._cards()
        super().prepare()

    def _switches(self, t, iterations):
        none = np.zeros(0, dtype=np.int64)
        guesses = Guesses(none, none, 0.0, np.zeros(0))
        return self.chosen.for_kernels(self.chosen.probabilities(t, iterations), none, np.zeros(0), guesses, None)

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        nodes = hand_walk.iterate(
            self.hand, self.cards, self._switches(t, iterations), self.room, self.deals,
            *self.parts, rule, self.opponents_average, rng, t, iterations,
        )  # fmt: skip
        return nodes, nodes + 4 * iterations

    def sums(self, iterations):
        """Return what the average strategy is made of; lazy averaging first pushes down, in copies, what is still on
        its way."""
        if self.chosen.unvisited != skipped.LAZY:
            return super().sums(iterations)
        self.prepare()
        parts = [part._replace(sums=part.sums.copy(), passed=part.passed.copy()) for part in self.parts]
        hand_skipped.push_down(
            self.hand, self.cards, self.room, self.deals[0], *parts, self.setup.average.power, iterations
        )
        return tuple(part.sums for part in parts)


def _deals(game):
    """Return how many deals there are up to each round."""
    cards = game.deck.cards
    deals, left = [comb(cards, 2) * comb(cards - 2, 2)], cards - 4
    for shown in game.shows:
        deals.append(deals[-1] * comb(left, shown))
        left -= shown
    return deals
