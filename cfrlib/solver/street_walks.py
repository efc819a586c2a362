"""Walks of two-round hold'em that carry all hands and try every action: over all flops, or over one that is drawn."""

from typing import NamedTuple

import numpy as np

from cfrlib.kernels.ladder import PLAIN, REGRETS
from cfrlib.kernels.street_room import StreetRoom
from cfrlib.kernels.update import DISCOUNTED, LINEAR
from cfrlib.memory import check_memory
from cfrlib.sampling import SCHEMES, pcs
from cfrlib.solver.ladder_walks import KEPT, NOTHING


class StreetTables(NamedTuple):
    """What a solver knows: before the flop in float64, on it in its own dtype; see `cfrlib.layout.streets`."""

    first_regret: np.ndarray
    first_sums: np.ndarray
    first_basis: np.ndarray
    """What strategies are matched to, if that is not the regrets; else empty."""
    regret: np.ndarray
    sums: np.ndarray
    basis: np.ndarray
    seen: np.ndarray
    """(2, flops) int64: when a player's walk came to a flop last."""
    order: np.ndarray
    """(2, flops) int64: the flops of this epoch, for the walks of either player; else empty."""


class StreetWalks:
    """The rows vanilla (all flops) and pcs (one flop, drawn by how often it comes, or in shuffled epochs)."""

    def __init__(self, solver):
        layout, row = solver.tree, solver.sampling
        if row not in (SCHEMES["vanilla"], pcs(), pcs("epochs")):
            raise ValueError(
                f"sampling={str(row)!r}: for {solver.game} it takes vanilla pcs opcs spcs cs es os robust, or a mix of "
                "the last four"
            )
        if solver.baseline.kind != "none":
            raise ValueError(f"baseline={str(solver.baseline)!r}: for {solver.game} it takes 'none'")
        if solver.updates == "simultaneous":
            raise ValueError(f"updates='simultaneous': for {solver.game} it takes 'alternating'")
        self.all_flops, self.epochs = row.public == "all", row.draws == "epochs"
        self.flops = len(layout.flops.weight)
        self.rule, self.predicts = KEPT[solver.regret.name], solver.regret.name == "predictive"
        check_memory(solver.game, self._bytes(layout, solver.dtype), [
            (f"dtype={dtype!r}", self._bytes(layout, dtype)) for dtype in ("float32",)
        ])  # fmt: skip
        first, second = layout.sizes
        kept = first * self.predicts, second * self.predicts
        solver._tables = StreetTables(
            np.zeros(first), np.zeros(first), np.zeros(kept[0]), np.zeros(second, dtype=solver.dtype),
            np.zeros(second, dtype=solver.dtype), np.zeros(kept[1], dtype=solver.dtype),
            np.zeros((2, self.flops), dtype=np.int64), np.zeros((2, self.flops * self.epochs), dtype=np.int64),
        )  # fmt: skip
        self.room = StreetRoom(layout, solver.dtype)
        self.running = np.cumsum(layout.flops.weight)
        self.nodes = len(layout.first.nodes), len(layout.second.nodes) * layout.lanes

    def _bytes(self, layout, dtype):
        return sum(layout.sizes) * np.dtype(dtype).itemsize * (3 if self.predicts else 2)

    def prepare(self, solver):
        """Compile with a walk over no flop at all, so that the clock does not count it."""
        empty = [tuple(np.zeros(size, dtype=dtype) for _ in range(4)) + (np.ones(2),)
                 for size, dtype in ((solver.tree.num_first, float), (0, solver.dtype))]  # fmt: skip
        none = np.zeros(0, dtype=np.int64)
        self.room.walk(0, REGRETS, PLAIN, 0, *empty, self.room.numbers, none, 1.0)

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        nodes = histories = 0
        for now in range(t, t + iterations):
            for me in (0, 1):
                flops, probability = self._draw(solver, now, me)
                self._walk(solver, rule, now, me, flops, probability)
                hands, pairs, boards = self._carried(solver.tree, flops)
                nodes += self.nodes[0] * hands[0] + self.nodes[1] * hands[1]
                histories += 1 + hands[0] + self.nodes[0] * pairs[0] + self.nodes[1] * pairs[1]
        return nodes, histories

    def _carried(self, layout, flops):
        """Return how many hands, and pairs of hands, a walk carries before the flop and on all its flops; and how many
        flops of the deck."""
        cards = layout.game.deck.cards
        boards = 1 if flops is not None else int(self.running[-1])
        before, after = cards * (cards - 1) // 2, (cards - 3) * (cards - 4) // 2
        others = [(n - 2) * (n - 3) // 2 for n in (cards, cards - 3)]
        return (before, after * boards), (before * others[0], after * others[1] * boards), boards

    def _draw(self, solver, t, me):
        """Return the flop that is drawn, in an array, and how likely it and its like are; None where all are walked."""
        if self.all_flops:
            return None, None
        if self.epochs:
            order, place = solver._tables.order[me], (t - 1) % self.flops
            if place == 0:
                order[:] = solver._rng.permutation(self.flops)
            return order[place : place + 1], 1 / self.flops
        flop = int(np.searchsorted(self.running, solver._rng.random() * self.running[-1], side="right"))
        return np.array([flop]), solver.tree.flops.weight[flop] / self.running[-1]

    def _walk(self, solver, rule, t, me, flops, probability):
        tables, gain = solver._tables, t if rule.kind == LINEAR else 1
        averaged = 1 - me if solver.average_in == "opponent" else me

        def numbers(dtype):
            return self.room.numbers(dtype, float(t) ** rule.power, gain, NOTHING[np.dtype(dtype).name])

        bases = self._bases(solver)
        first = (bases[0], bases[0], tables.first_regret, tables.first_sums, self._fade(rule, t, t - 1))
        since = t - 1 if flops is None else tables.seen[me, flops[0]]
        second = (bases[1], bases[1], tables.regret, tables.sums, self._fade(rule, t, since))
        self.room.walk(me, REGRETS, self.rule, averaged, first, second, numbers, flops, probability)
        tables.seen[me, slice(None) if flops is None else flops] = t

    def _fade(self, rule, t, since):
        """Return what positive and negative regrets are multiplied by, at a board that was walked in iteration
        `since`."""
        if rule.kind != DISCOUNTED or since <= 0:
            return np.ones(2)
        return np.exp(rule.fading[:, t - 1] - rule.fading[:, since - 1])

    # -- what comes out ------------------------------------------------------------------

    def _bases(self, solver):
        tables = solver._tables
        return (tables.first_basis, tables.basis) if self.predicts else (tables.first_regret, tables.regret)

    def sums(self, solver):
        """Return what the average strategy is made of."""
        return solver._tables.first_sums, solver._tables.sums

    def average_profile(self, solver):
        """Return the average profile, a view of the tables."""
        return solver.tree.average(self.sums(solver))

    def current_profile(self, solver):
        """Return the current profile, a view of the tables."""
        return solver.tree.average(self._bases(solver))

    def exploitability(self, solver):
        """Return the exploitability of the average profile."""
        return solver.tree.exploitability(self.sums(solver))
