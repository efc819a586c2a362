"""Walks of limit hold'em on a single deal: from the switches to `cfrlib.engine.common.limit_holdem.single_walk`."""

from abc import abstractmethod
from math import comb

from cfrlib.engine.common.limit_holdem import single_lazy_averages as hand_skipped
from cfrlib.engine.common.limit_holdem import single_walk as hand_walk
from cfrlib.engine.common.limit_holdem.draws import make_deal
from cfrlib.engine.common.limit_holdem.rounds import Part, make_betting_tree, make_workspace
from cfrlib.engine.common.limit_holdem.tables import RoundsEngine, bytes_of
from cfrlib.engine.common.single_histories import lazy_averages as skipped
from cfrlib.engine.common.single_histories.actions import make_switches, probabilities


class SingleDealWalks(RoundsEngine):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node."""

    def __init__(self, setup):
        self.chosen = make_switches(setup)
        super().__init__(setup)
        self.cards, self.hand = None, make_betting_tree(self.layout)
        self.workspace = make_workspace(self.hand, _deals(self.setup.game), self.simultaneous)
        self.deals = tuple(make_deal(self.layout) for _ in range(2))
        tables, matched = self.tables, self.matched_tables()
        early = tables.early_regret, matched[0], tables.early_sums, tables.early_last_update, tables.early_accounted
        last = tables.regret, matched[1], tables.sums, tables.last_update, tables.accounted
        tolerance = self.tolerance()
        self.parts = Part(*early, tables.early_memory, tolerance[0]), Part(*last, tables.memory, tolerance[1])

    def _noted(self):
        return *((size * self.discounts,) for size in self.layout.sizes), (0,)

    def _skipped(self):
        if self.chosen.average == skipped.STOCHASTIC:
            return 0, 0
        sizes = [
            int((part.betting.kind < 2).sum()) * lanes * many
            for part, lanes, many in zip(self.layout.rounds, *self._classes(), strict=True)
        ]
        return sum(sizes[:-1]), sizes[-1]

    @abstractmethod
    def _cards(self):
        """Return what is dealt from."""

    @abstractmethod
    def _classes(self):
        """Return how many lanes each round has, and how many classes."""

    def _extra(self, dtype):
        """Return the bytes of the copies that `sums` makes."""
        if self.chosen.average != skipped.LAZY:
            return 0
        return bytes_of(self.layout, dtype) + 8 * sum(self._skipped())

    def prepare(self):
        """Make tables of cards, and compile, so that the clock does not count it."""
        if self.cards is None:
            self.cards = self._cards()
        super().prepare()

    def _switches(self, t, iterations):
        return self.chosen._replace(probability=probabilities(self.setup.sampling, t, iterations))

    def iterate(self, rule, rng, t, iterations):
        switches = self._switches(t, iterations)
        nodes = hand_walk.iterate(
            self.hand, self.cards, switches, self.workspace, self.deals, self.parts, rule, rng, t, iterations
        )
        return nodes, nodes + 4 * iterations

    def sums(self, iterations):
        """Return the sums; lazy averaging first pushes down, in copies, what is still on its way."""
        if self.chosen.average != skipped.LAZY:
            return super().sums(iterations)
        self.prepare()
        parts = [part._replace(sums=part.sums.copy(), accounted=part.accounted.copy()) for part in self.parts]
        hand_skipped.push_down(self.hand, *self._apart(), *parts, self.setup.average.power, iterations)
        return tuple(part.sums for part in parts)

    def _apart(self):
        """Return cards, a workspace and a deal in which nothing is written by a walk that another thread is doing."""
        workspace = make_workspace(self.hand, _deals(self.setup.game), self.simultaneous)
        return self.cards, workspace, make_deal(self.layout)


def _deals(game):
    """Return how many deals there are up to each round."""
    cards = game.deck.cards
    deals, left = [comb(cards, 2) * comb(cards - 2, 2)], cards - 4
    for shown in game.shows:
        deals.append(deals[-1] * comb(left, shown))
        left -= shown
    return deals
