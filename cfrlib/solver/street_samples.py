"""Walks of two-round hold'em that draw hands: all of one player against one of the other, or a single deal."""

from math import comb
from typing import NamedTuple

import numpy as np

from cfrlib.kernels import skipped, street_hand, street_sides
from cfrlib.kernels.baseline import Guesses
from cfrlib.kernels.choosing import BY_PLACE, Switches
from cfrlib.kernels.ladder import REGRETS
from cfrlib.kernels.street import Walk
from cfrlib.kernels.street_draws import dealer
from cfrlib.kernels.street_room import StreetRoom
from cfrlib.kernels.update import Rule
from cfrlib.memory import check_memory
from cfrlib.solver.ladder_walks import KEPT, NOTHING
from cfrlib.solver.street_walks import StreetWalks
from cfrlib.solver.tree_walks import ScalarWalks


class SampledTables(NamedTuple):
    """What a solver knows: before the flop in float64, on it in its own dtype; see `cfrlib.layout.streets`."""

    first_regret: np.ndarray
    first_sums: np.ndarray
    first_basis: np.ndarray
    """What strategies are matched to, if that is not the regrets; else empty."""
    regret: np.ndarray
    sums: np.ndarray
    basis: np.ndarray
    first_seen: np.ndarray
    """int64: when a row, or class, was updated last; empty where nothing is discounted."""
    seen: np.ndarray


class _SampledStreets(StreetWalks):
    """What both kinds of walks share."""

    def __init__(self, solver):
        layout = solver.tree
        if solver.baseline.kind != "none":
            raise ValueError(f"baseline={str(solver.baseline)!r}: for {solver.game} it takes 'none'")
        if solver.updates == "simultaneous":
            raise ValueError(f"updates='simultaneous': for {solver.game} it takes 'alternating'")
        self.predicts, self.discounts = solver.regret.name == "predictive", solver.regret.name == "discounted"
        check_memory(solver.game, self._bytes(layout, solver.dtype), [
            ("dtype='float32'", self._bytes(layout, "float32"))
        ])  # fmt: skip
        first, second = layout.sizes
        seen = self._seen(layout)
        solver._tables = SampledTables(
            np.zeros(first), np.zeros(first), np.zeros(first * self.predicts), np.zeros(second, dtype=solver.dtype),
            np.zeros(second, dtype=solver.dtype), np.zeros(second * self.predicts, dtype=solver.dtype),
            *(np.zeros(shape, dtype=np.int64) for shape in seen),
        )  # fmt: skip
        self.dealer = dealer(layout)
        self.nodes = len(layout.first.nodes), len(layout.second.nodes) * layout.lanes

    def _bytes(self, layout, dtype):
        return super()._bytes(layout, dtype) + 8 * sum(int(np.prod(shape)) for shape in self._seen(layout))

    def prepare(self, solver):
        """Compile, so that the clock does not count it."""
        self.iterate(solver, Rule(solver.regret.kind, 0.0, np.zeros((2, 1))), 1, 0)


class StreetSideWalks(_SampledStreets):
    """The rows opcs and spcs: on one flop all hands of one player, and one of the other.

    Strategies of all hands on the flop are averaged, whether they share a card with the one that is drawn or not: that
    counts all of them alike.
    """

    def __init__(self, solver):
        super().__init__(solver)
        layout, dtype = solver.tree, solver.dtype
        self.own_all = solver.sampling.own_private == "all"
        self.room = StreetRoom(layout, dtype)
        classes, (widest, lanes) = layout.classes, (int(np.diff(layout.flops.start).max()), layout.lanes)
        self.held = tuple(
            street_sides.Held(
                np.zeros(n), *(np.zeros(k * many, dtype=kind) for k in (n, n, street_sides.TILE))
            )  # fmt: skip
            for n, many, kind in ((classes, 1, "float64"), (widest, lanes, dtype))
        )
        self.found = np.zeros(classes)
        cards = layout.game.deck.cards
        self.scale = comb(cards - 2, 3) / comb(cards - 4, 3)
        self.walks = tuple(tuple(self._walk_of(solver, me, part) for me in (0, 1)) for part in (0, 1))
        before, after = comb(cards, 2), comb(cards - 3, 2)
        pairs, others = comb(cards - 2, 2), comb(cards - 5, 2)
        carried = (before, after) if self.own_all else (1, 1)
        self.touched = (
            2 * (self.nodes[0] * carried[0] + self.nodes[1] * carried[1]),
            2 * (self.nodes[0] * pairs + self.nodes[1] * others) + 2 + before + 1,
        )

    def _seen(self, layout):
        discounts = 2 * self.discounts
        return (0,), (discounts, (layout.classes + int(layout.flops.start[-1])) * self.discounts)

    def _walk_of(self, solver, me, part):
        tables, dtype = solver._tables, (np.dtype(float), self.room.dtype)[part]
        regret, sums = ((tables.first_regret, tables.first_sums), (tables.regret, tables.sums))[part]
        basis = self._bases(solver)[part]
        averaged = 1 - me if solver.average_in == "opponent" else me
        numbers = self.room.numbers(dtype, nothing=NOTHING[dtype.name])
        rule, fade = KEPT[solver.regret.name], np.ones(2, dtype=dtype)
        return Walk(me, REGRETS, rule, averaged, numbers, fade, basis, basis, regret, sums)

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        layout, room = solver.tree, self.room
        street_sides.iterate(
            layout.first.betting, layout.second.betting, room.boards, self.dealer, *self.walks, room.before,
            room.below, self.held, self.own_all, self.scale, self.found, layout.lanes, solver._tables.seen, rule,
            solver._rng, t, iterations,
        )  # fmt: skip
        return self.touched[0] * iterations, self.touched[1] * iterations


class StreetHandWalks(_SampledStreets, ScalarWalks):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node."""

    def __init__(self, solver):
        self._read(solver)
        if self.coin == BY_PLACE:
            raise ValueError(f"sampling={str(solver.sampling)!r}: for {solver.game} a mix takes turns by walk or node")
        if self.average != skipped.STOCHASTIC:
            raise ValueError(
                f"average={str(solver.average)!r}: for {solver.game} it takes stochastic averaging (the default)"
            )
        super().__init__(solver)
        layout, cards = solver.tree, solver.tree.game.deck.cards
        self.hand = street_hand.make_hand(layout)
        pairs = comb(cards, 2) * comb(cards - 2, 2)
        self.room = street_hand.make_room(self.hand, (pairs, pairs * comb(cards - 4, 3)))
        tables, bases = solver._tables, self._bases(solver)
        self.parts = (
            street_hand.Part(tables.first_regret, bases[0], tables.first_sums, tables.first_seen, NOTHING["float64"]),
            street_hand.Part(tables.regret, bases[1], tables.sums, tables.seen, NOTHING[solver.dtype]),
        )

    def _seen(self, layout):
        return tuple((size * self.discounts,) for size in layout.sizes)

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
            solver.average_in == "opponent", solver._rng, t, iterations,
        )  # fmt: skip
        return nodes, nodes + 4 * iterations
