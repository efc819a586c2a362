"""Walks of two-round hold'em on a single deal: from the switches to `cfrlib.kernels.street_hand`."""

from math import comb

import numpy as np

from cfrlib.kernels import skipped, street_hand, street_skipped
from cfrlib.kernels.baseline import Guesses
from cfrlib.kernels.choosing import BY_PLACE, Switches
from cfrlib.kernels.street_draws import dealer
from cfrlib.kernels.street_hand_room import Part, make_hand, make_room
from cfrlib.solver.street_tables import StreetTableWalks
from cfrlib.solver.tree_walks import ScalarWalks


class StreetHandWalks(StreetTableWalks, ScalarWalks):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node."""

    def __init__(self, solver):
        self._read(solver)
        if self.coin == BY_PLACE:
            raise ValueError(
                f"sampling={str(solver.sampling)!r}: places are rows whose visits are counted, and for {solver.game} "
                "they are not; a mix takes turns by walk or node"
            )
        if solver.baseline.kind != "none":
            raise ValueError(
                f"baseline={str(solver.baseline)!r}: a baseline is a guess of every action's value, and for "
                f"{solver.game} none are kept; it takes 'none'"
            )
        StreetTableWalks.__init__(self, solver)
        self.dealer = dealer(solver.tree)
        layout, cards = solver.tree, solver.tree.game.deck.cards
        self.hand = make_hand(layout)
        pairs = comb(cards, 2) * comb(cards - 2, 2)
        self.room = make_room(self.hand, (pairs, pairs * comb(cards - 4, 3)), self.simultaneous)
        tables, bases = solver._tables, self._bases(solver)
        before = tables.first_regret, bases[0], tables.first_sums, tables.first_seen, tables.first_passed
        after = tables.regret, bases[1], tables.sums, tables.seen, tables.passed
        nothing = self.nothing(solver)
        self.parts = Part(*before, nothing[0]), Part(*after, nothing[1])

    def _hands(self, solver):
        return 1

    def _noted(self, solver):
        return *((size * self.discounts,) for size in solver.tree.sizes), (0,)

    def _skipped(self, solver):
        layout = solver.tree
        before, after = (int((part.betting.kind < 2).sum()) for part in (layout.first, layout.second))
        sizes = before * layout.classes, after * layout.lanes * int(layout.flops.start[-1])
        return tuple(size * (self.average != skipped.STOCHASTIC) for size in sizes)

    def _extra(self, solver, dtype):
        """Return the bytes of the copies that `sums` makes."""
        if self.average != skipped.LAZY:
            return 0
        return sum(solver.tree.sizes) * np.dtype(dtype).itemsize + 8 * sum(self._skipped(solver))

    def prepare(self, solver):
        """Compile, so that the clock does not count it."""
        self.iterate(solver, solver.rule(1), 1, 0)

    def _switches(self, solver, t, iterations):
        none = np.zeros(0, dtype=np.int64)
        probability = self.mixed.probabilities(t, iterations) if self.mixed else np.zeros(0)
        return Switches(
            self.own, self.opponent, self.epsilon, self.coin, probability, self.average, none, np.zeros(0),
            self.cutoff, Guesses(none, none, 0.0, np.zeros(0)), self.by_deal, solver.average_in == "custom", None,
        )  # fmt: skip

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        nodes = street_hand.iterate(
            self.hand, self.dealer, self._switches(solver, t, iterations), self.room, *self.parts, rule,
            self.opponents_average, solver._rng, t, iterations,
        )  # fmt: skip
        return nodes, nodes + 4 * iterations

    def sums(self, solver):
        """Return what the average strategy is made of; lazy averaging first pushes down, in copies, what is still on
        its way."""
        if self.average != skipped.LAZY:
            return super().sums(solver)
        parts = [part._replace(sums=part.sums.copy(), passed=part.passed.copy()) for part in self.parts]
        street_skipped.push_down(self.hand, self.room, *parts, solver.average.power, solver.iterations)
        return tuple(part.sums for part in parts)
