"""What walks the bids of Bluff: vectors where every action is tried, in chance sampling over prefixes.

Best responses and expected values are the same walk, with the strategies of a table of sums.
"""


import numpy as np

from cfrlib._util.memory import check_memory
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.bids.single import BidsSingleWalks
from cfrlib.engine.bids.vector import Walk
from cfrlib.engine.bids.workspace import BidsWorkspace, side_of_roll, smaller, whole_side
from cfrlib.engine.combinations import ALL_CHANCE, SINGLE
from cfrlib.engine.common import vector_walks as words
from cfrlib.engine.common.flat_tree import Tables
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.common.table_layout import PerThread, TableEvaluator
from cfrlib.engine.common.vector_walks import MATCHED, MEAN, make_numbers
from cfrlib.engine.contract import Engine
from cfrlib.engine.step import constants_in, entries_remembered, memory_of
from cfrlib.games import bluff


class BidsWalks(Engine):
    """The vector rows (vanilla, pcs, opcs, spcs, cs) over bids; regrets of a class lack its rolls' probability."""

    def __init__(self, setup):
        super().__init__(setup)
        row, layout = self.setup.sampling, self.layout
        self.source = words.source_of(self.setup.regret)
        self.predicts = self.source == words.PREDICTED
        check_memory(self.setup.game, self._bytes(layout, self.setup.dtype), smaller(self.setup.game, self._bytes))
        size = layout.num_entries
        self.before = np.zeros(layout.split if self.simultaneous else 0, dtype=self.setup.dtype)
        self.workspace = BidsWorkspace(layout, self.setup.dtype, self.setup.threads)
        regret, sums = np.zeros(size, dtype=self.setup.dtype), np.zeros(size, dtype=self.setup.dtype)
        matched = np.zeros(size if self.predicts else 0, dtype=self.setup.dtype)
        most = int(layout.classes.max())
        last_update, none = np.zeros((2, layout.places.bids + 1, most), dtype=np.int64), np.zeros(0, dtype=np.int64)
        memory = memory_of(self.setup.regret, size, self.setup.dtype)
        self.tables = Tables(regret, sums, matched, np.zeros(0), last_update, np.zeros(0), none, np.zeros(0), memory)
        self.own_all, self.opponent_all, _ = (switch == "all" for switch in row.chance)
        self.whole = tuple(whole_side(layout, player) for player in (0, 1))
        self.running = [np.cumsum(weights) for weights in layout.weights]
        self.worth = None

    def _bytes(self, layout, dtype):
        each = 2 + self.predicts + entries_remembered(self.setup.regret)
        tables = layout.num_entries * each + self.simultaneous * layout.split
        return tables * np.dtype(dtype).itemsize

    def prepare(self):
        """Solve the later games and compile, so that the clock does not count it."""
        if self.worth is None:
            first, second = (self.setup.game.leaf(winner).value for winner in (0, 1))
            self._compile()
            self.worth = (first, second), (-second, -first)

    def _compile(self):
        """Do one walk of the smallest game there is."""
        small = BidsLayout(bluff(faces=2))
        workspace, sides = BidsWorkspace(small, self.setup.dtype), [whole_side(small, p) for p in (0, 1)]
        table = np.zeros(small.num_entries, dtype=self.setup.dtype)
        discounts = np.ones((*sides[0].row.shape, 2), dtype=self.setup.dtype)
        numbers = words.make_numbers(self.setup.dtype, small.places.bids + 1), constants_in(self.setup.dtype)
        tables, none = (table,) * 4, memory_of(None, 0, self.setup.dtype)
        workspace.walk(Walk(0, words.REGRETS, words.MATCHED, 0, *sides, *numbers, discounts, *tables, none))

    def iterate(self, rule, rng, t, iterations):
        nodes = histories = 0
        for now in range(t, t + iterations):
            matched = self.matched_table()
            self.before[:] = matched[: len(self.before)]
            for me in (0, 1):
                rolls = self._draw(me, rng)
                sides = [
                    self.whole[player] if roll is None else side_of_roll(self.layout, player, roll)
                    for player, roll in enumerate(rolls)
                ]
                theirs = self.before if me == 1 and self.simultaneous else matched
                self._walk(rule, now, me, sides, theirs)
                carried = [len(self.layout.weights[p]) if roll is None else 1 for p, roll in enumerate(rolls)]
                nodes += self.layout.num_nodes * carried[me]
                histories += self.layout.num_nodes * carried[0] * carried[1] + 1 + carried[0]
        return nodes, histories

    def _draw(self, me, rng):
        """Return the roll of each player that is drawn for a walk; None where all are carried."""
        carried = (self.own_all, self.opponent_all) if me == 0 else (self.opponent_all, self.own_all)
        if not any(carried):  # both by one number, as other walks on single histories do
            return divmod(_pick(self.layout.running_deals, rng.random() * (1 - 2e-16)), len(self.running[1]))
        return [
            None if everything else _pick(running, rng.random())
            for everything, running in zip(carried, self.running, strict=True)
        ]

    def _walk(self, rule, t, me, sides, theirs):
        tables, matched, own, setup = self.tables, self.matched_table(), sides[me], self.setup
        averaged = 1 - me if self.opponents_average else me
        most, constants = self.layout.places.bids + 1, constants_in(setup.dtype)
        numbers = words.make_numbers(setup.dtype, most, words.TOLERANCES[setup.dtype], 0.0, *self.worth[me])
        walk = Walk(
            me, words.REGRETS, self.source, averaged, own, sides[1 - me], numbers, constants,
            self._discounts(tables.last_update[me], own, rule, t), theirs, matched, tables.regret, tables.sums,
            tables.memory,
        )  # fmt: skip
        set_time(walk, rule, t, t)  # discounts are those of each class
        self.workspace.walk(walk)

    def _discounts(self, last_update, own, rule, t):
        """Return what regrets are multiplied by since the carried classes were carried last, and note the time."""
        k, classes = np.arange(len(last_update))[:, None], np.minimum(own.row, last_update.shape[1] - 1)
        since, result = last_update[k, classes], np.ones((*own.row.shape, 2))
        if rule.discounts:
            products = np.exp(rule.logarithms[:, t - 1][:, None, None] - rule.logarithms[:, np.maximum(since - 1, 0)])
            result[...] = np.where(since > 0, products, 1.0).transpose(1, 2, 0)
        last_update[k, classes] = t
        return result.astype(self.workspace.dtype)

    def matched_table(self):
        return self.tables.strategy if self.predicts else self.tables.regret

    def current(self):
        return self.layout.average(self.matched_table(), (words.TOLERANCES[self.setup.dtype],))


def _pick(running, x):
    """Return the place that a number from 0 to 1 falls into, among weights summed up."""
    return min(int(np.searchsorted(running, x * running[-1], side="right")), len(running) - 1)


class BidsEvaluator(TableEvaluator):
    """Evaluates the profiles of a game whose layout is a `BidsLayout`."""

    def __init__(self, layout):
        super().__init__(layout)
        self.sides = tuple(whole_side(layout, player) for player in (0, 1))
        self.discounts = np.ones((layout.places.bids + 1, int(layout.classes.max()), 2))
        self.workspaces = PerThread(lambda dtype: BidsWorkspace(layout, dtype))

    def _value(self, purpose, me, sums, theirs, tolerance):
        if sums.dtype != theirs.dtype:
            raise ValueError(f"second: its dtype is {theirs.dtype}; it takes that of first, {sums.dtype}")
        leaves = self.layout.game.leaf(me), self.layout.game.leaf(1 - me)
        win, lose = (leaf.value if purpose == MEAN else leaf.best[me] for leaf in leaves)
        workspace, discounts = self.workspaces.of(sums.dtype), self.discounts.astype(sums.dtype)
        own, their = self.sides[me], self.sides[1 - me]
        numbers = make_numbers(sums.dtype, self.layout.places.bids + 1, tolerance[0], win=win, lose=lose)
        none, constants = memory_of(None, 0, sums.dtype), constants_in(sums.dtype)
        walk = Walk(me, purpose, MATCHED, -1, own, their, numbers, constants, discounts, theirs, sums, sums, sums, none)
        return float(workspace.walk(walk))


EVALUATOR = BidsEvaluator


ROWS = {**dict.fromkeys(SINGLE, BidsSingleWalks), **dict.fromkeys(ALL_CHANCE, BidsWalks)}
