"""Walks of two-round hold'em on a single deal: from the switches to `cfrlib.kernels.street_hand`."""

from math import comb

import numpy as np

from cfrlib.kernels import skipped, street_hand
from cfrlib.kernels.baseline import Guesses
from cfrlib.kernels.choosing import BY_PLACE, Switches
from cfrlib.kernels.street_draws import dealer
from cfrlib.solver.ladder_walks import NOTHING
from cfrlib.solver.street_tables import StreetTableWalks
from cfrlib.solver.tree_walks import ScalarWalks


class StreetHandWalks(StreetTableWalks, ScalarWalks):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node."""

    def __init__(self, solver):
        self._read(solver)
        if self.coin == BY_PLACE:
            raise ValueError(f"sampling={str(solver.sampling)!r}: for {solver.game} a mix takes turns by walk or node")
        if self.average != skipped.STOCHASTIC:
            raise ValueError(
                f"average={str(solver.average)!r}: for {solver.game} it takes stochastic averaging (the default)"
            )
        StreetTableWalks.__init__(self, solver)
        if self.simultaneous:
            raise ValueError(f"updates='simultaneous': for {solver.game} it takes 'alternating'")
        self.dealer = dealer(solver.tree)
        layout, cards = solver.tree, solver.tree.game.deck.cards
        self.hand = street_hand.make_hand(layout)
        pairs = comb(cards, 2) * comb(cards - 2, 2)
        self.room = street_hand.make_room(self.hand, (pairs, pairs * comb(cards - 4, 3)))
        tables, bases = solver._tables, self._bases(solver)
        self.parts = (
            street_hand.Part(tables.first_regret, bases[0], tables.first_sums, tables.first_seen, NOTHING["float64"]),
            street_hand.Part(tables.regret, bases[1], tables.sums, tables.seen, NOTHING[solver.dtype]),
        )

    def _noted(self, solver):
        return *((size * self.discounts,) for size in solver.tree.sizes), (0,)

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
