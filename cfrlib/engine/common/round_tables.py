"""A solver's tables for limit hold'em, in two parts, of the early rounds and of the last one; and what its walks share,
with all cards and under buckets.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.memory import check_memory, zeros
from cfrlib.engine.bids.engine import KEPT, NOTHING


class RoundTables(NamedTuple):
    """What a solver knows: of early rounds in float64, of the last one in its own dtype; see
    `cfrlib.engine.two_rounds.layout` and `cfrlib.engine.buckets.layout`."""

    early_regret: np.ndarray
    early_sums: np.ndarray
    early_basis: np.ndarray
    """What strategies are matched to, if that is not the regrets; else empty."""
    regret: np.ndarray
    sums: np.ndarray
    basis: np.ndarray
    early_seen: np.ndarray
    """int64: when a row, a class or a sequence of buckets was updated last, as the walks need it; else empty."""
    seen: np.ndarray
    order: np.ndarray
    """(2, flops) int64: see `cfrlib.engine.common.draws.Urn`; else empty."""
    early_passed: np.ndarray
    passed: np.ndarray
    """(decisions * lanes * classes,) float64, in either part: what `cfrlib.engine.common.single_skipped` has already
    added to
    the average; else empty."""


def bytes_of(layout, dtype):
    """Return the bytes of a number for each entry: early rounds are in float64."""
    early, last = layout.sizes
    return 8 * early + np.dtype(dtype).itemsize * last


class RoundTableWalks:
    """Base of the walks with these tables, and the profiles that come out of them."""

    def __init__(self, solver):
        if solver.baseline.kind != "none":
            raise ValueError(f"baseline={str(solver.baseline)!r}: for {solver.game} it takes 'none'")
        layout, dtype = solver.tree, solver.dtype
        self._read_rule(solver)
        self.discounts, self.simultaneous = solver.regret.name == "discounted", solver.updates == "simultaneous"
        self.opponents_average = solver.average_in == "opponent"
        check_memory(solver.game, self._bytes(solver, dtype), [("dtype='float32'", self._bytes(solver, "float32"))])
        early, last = layout.sizes
        solver._tables = RoundTables(
            *(zeros(size, "float64") for size in (early, early, early * self.apart)),
            *(zeros(size, dtype) for size in (last, last, last * self.apart)),
            *(np.zeros(shape, dtype=np.int64) for shape in self._noted(solver)),
            *(zeros(size, "float64") for size in self._skipped(solver)),
        )

    def _read_rule(self, solver):
        """Set the rule, and whether what strategies are matched to is kept apart from regrets."""
        self.rule, self.apart = KEPT[solver.regret.name], solver.regret.name == "predictive"

    def _noted(self, solver):
        """Return the shapes of the integers that are kept: early_seen, seen and order."""
        raise NotImplementedError

    def _skipped(self, solver):
        """Return the sizes of early_passed and passed."""
        return 0, 0

    def _extra(self, solver, dtype):
        """Return how many bytes are needed beside the tables."""
        return 0

    def _summed(self, solver):
        """Return how many hands, or pairs of hands, a value is summed over, at most; rounding grows with them."""
        return 1

    def _bytes(self, solver, dtype):
        tables = bytes_of(solver.tree, dtype) * (2 + self.apart)
        others = sum(int(np.prod(shape)) for shape in self._noted(solver)) + sum(self._skipped(solver))
        return tables + 8 * others + self._extra(solver, dtype)

    def nothing(self, solver):
        """Return up to where a sum of positive regrets counts as none, in early rounds and in the last one.

        In float64 that is what rounding leaves, which grows with the numbers that are added: here stakes are thousands,
        and walks on vectors sum over many hands.
        """
        most = max(float(part.betting.stakes.max(initial=0)) for part in solver.tree.rounds)
        return tuple(
            NOTHING[dtype] * (most * self._summed(solver) if dtype == "float64" else 1)
            for dtype in ("float64", solver.dtype)
        )

    def _bases(self, solver):
        tables = solver._tables
        return (tables.early_basis, tables.basis) if self.apart else (tables.early_regret, tables.regret)

    def sums(self, solver):
        """Return what the average strategy is made of."""
        return solver._tables.early_sums, solver._tables.sums

    def average_profile(self, solver):
        """Return the average profile, a view of the tables."""
        return solver.tree.average(self.sums(solver))

    def current_profile(self, solver):
        """Return the current profile, a view of the tables."""
        return solver.tree.average(self._bases(solver), self.nothing(solver))

    def exploitability(self, solver):
        """Return the exploitability of the average profile; under buckets, in the abstract game."""
        return solver.tree.exploitability(self.sums(solver))
