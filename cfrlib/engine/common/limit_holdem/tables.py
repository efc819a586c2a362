"""A solver's tables for limit hold'em, of the early rounds and of the last one, and what all of its walks share."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.memory import check_memory, zeros
from cfrlib.engine.common.limit_holdem.betting_round import Walk
from cfrlib.engine.common.limit_holdem.rounds import MOST
from cfrlib.engine.common.table_layout import TableEvaluator
from cfrlib.engine.common.vector_walks import MATCHED, REGRETS, TOLERANCES, make_numbers, source_of
from cfrlib.engine.contract import Engine
from cfrlib.engine.step import constants_in, entries_remembered, memory_of


class RoundTables(NamedTuple):
    """What a solver knows: of early rounds in float64, of the last one in its own dtype; see the two layouts."""

    early_regret: np.ndarray
    early_sums: np.ndarray
    early_matched: np.ndarray  # what strategies are matched to, if not the regrets; else empty
    regret: np.ndarray
    sums: np.ndarray
    matched: np.ndarray
    early_last_update: np.ndarray  # int64: of a row, class or sequence, as walks need it
    last_update: np.ndarray
    order: np.ndarray  # (2, flops) int64: see `FlopSampler`; else empty
    early_accounted: np.ndarray
    accounted: np.ndarray  # (decisions * lanes * classes,): under lazy averages; else empty
    early_memory: np.ndarray  # (2, entries): of predictions that adapt, see `note`; else (2, 0)
    memory: np.ndarray


def bytes_of(layout, dtype):
    """Return the bytes of a number for each entry: early rounds are in float64."""
    early, last = layout.sizes
    return 8 * early + np.dtype(dtype).itemsize * last


class RoundsEngine(Engine):
    """Base of the walks with these tables."""

    def __init__(self, setup):
        super().__init__(setup)
        layout, dtype = self.layout, self.setup.dtype
        self._read_rule()
        self.discounts = setup.regret.discounts
        check_memory(self.setup.game, self._bytes(dtype), [("dtype='float32'", self._bytes("float32"))])
        early, last = layout.sizes
        self.tables = RoundTables(
            *(zeros(size, "float64") for size in (early, early, early * self.keeps_matched)),
            *(zeros(size, dtype) for size in (last, last, last * self.keeps_matched)),
            *(np.zeros(shape, dtype=np.int64) for shape in self._noted()),
            *(zeros(size, "float64") for size in self._skipped()),
            *(memory_of(setup.regret, *part) for part in ((early, "float64"), (last, dtype))),
        )

    def _read_rule(self):
        """Set what strategies are matched to, and whether that is kept apart from regrets."""
        self.source = source_of(self.setup.regret)
        self.keeps_matched = self.source != MATCHED

    def _noted(self):
        """Return the shapes of the integers that are kept: early_last_update, last_update and order."""
        return (0,), (0,), (0,)

    def _skipped(self):
        """Return the sizes of early_accounted and accounted."""
        return 0, 0

    def _extra(self, dtype):
        """Return how many bytes are needed beside the tables."""
        return 0

    def _summed(self):
        """Return how many hands, or pairs of hands, a value is summed over, at most; rounding grows with them."""
        return 1

    def _bytes(self, dtype):
        each = 2 + self.keeps_matched + entries_remembered(self.setup.regret)
        tables = bytes_of(self.layout, dtype) * each
        others = sum(int(np.prod(shape)) for shape in self._noted()) + sum(self._skipped())
        return tables + 8 * others + self._extra(dtype)

    def tolerance(self):
        """Return up to where a sum of positive regrets counts as none, in early rounds and in the last one.

        In float64 that is what rounding leaves, which grows with the numbers that are added: here stakes are thousands,
        and walks on vectors sum over many hands.
        """
        most = max(float(part.betting.stakes.max(initial=0)) for part in self.layout.rounds)
        return tuple(
            TOLERANCES[dtype] * (most * self._summed() if dtype == "float64" else 1)
            for dtype in ("float64", self.setup.dtype)
        )

    def matched_tables(self):
        tables = self.tables
        return (tables.early_matched, tables.matched) if self.keeps_matched else (tables.early_regret, tables.regret)

    def current(self):
        return self.layout.average(self.matched_tables(), self.tolerance())


class RoundsVectorWalks(RoundsEngine):
    """Base of the walks on vectors: `before` has what player 0's strategies were, under simultaneous updates."""

    def __init__(self, setup):
        super().__init__(setup)
        early, last = (size * self.simultaneous for size in self.layout.sizes)
        self.before = zeros(early, "float64"), zeros(last, setup.dtype)

    def _extra(self, dtype):
        return bytes_of(self.layout, dtype) * self.simultaneous


class RoundsEvaluator(TableEvaluator):
    """Base of the evaluators of hold'em."""

    def expected_value_of(self, first, second, tolerance=None):
        dtype = np.result_type(first[1], second[1])
        mine, theirs = ((early, late.astype(dtype, copy=False)) for early, late in (first, second))
        return super().expected_value_of(mine, theirs, tolerance)


def plain_walk(me, purpose, table, tolerance=0.0):
    """Return a walk whose tables are all the same."""
    numbers, memory = make_numbers(table.dtype, MOST, tolerance), memory_of(None, 0, table.dtype)
    return Walk(me, purpose, MATCHED, -1, numbers, constants_in(table.dtype), *(table,) * 4, memory)


def evaluating_walks(me, purpose, mine, theirs, tolerance):
    """Return the walks, of early rounds and of the last one, of a player's tables against the opponent's."""
    parts = zip(mine, theirs, tolerance, strict=True)
    return tuple(plain_walk(me, purpose, own, none)._replace(theirs=other) for own, other, none in parts)


def learning_walk(engine, me, part):
    """Return the walk of a player that updates an engine's tables: of early rounds (part 0), or of the last one."""
    tables, dtype = engine.tables, np.dtype((float, engine.setup.dtype)[part])
    early = tables.early_regret, tables.early_sums, tables.early_memory
    regret, sums, memory = (early, (tables.regret, tables.sums, tables.memory))[part]
    matched = engine.matched_tables()[part]
    theirs = engine.before[part] if me == 1 and engine.simultaneous else matched
    averaged = 1 - me if engine.opponents_average else me
    numbers = make_numbers(dtype, MOST, engine.tolerance()[part])
    own = constants_in(dtype), theirs, matched, regret, sums, memory
    return Walk(me, REGRETS, engine.source, averaged, numbers, *own)
