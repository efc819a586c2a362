"""What solves explicit trees: the sequence form where nothing is drawn, else walks over single histories."""


import numpy as np

from cfrlib._util.jit import Bound
from cfrlib.engine.combinations import SINGLE, VANILLA
from cfrlib.engine.common.flat_tree import empty_tables
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import make_switches
from cfrlib.engine.common.single_histories.lazy_averages import LAZY
from cfrlib.engine.common.single_histories.nodes import Deal
from cfrlib.engine.common.single_histories.walks import DrawnWalks
from cfrlib.engine.contract import Engine
from cfrlib.engine.explicit import vanilla
from cfrlib.engine.explicit.evaluator import Evaluator


class ExplicitEngine(Engine):
    """Base of both: tables have the entries of the tree's flat arrays, and a row for each information set."""

    def __init__(self, setup):
        super().__init__(setup)
        self.sizes = np.array([len(infoset.actions) for infoset in self.layout.game.infosets], np.int64)
        self.tables = empty_tables(setup, np.repeat(1 / self.sizes, self.sizes).astype(setup.dtype))

    def check(self):
        """Raise ValueError if strategies that were read do not sum to 1."""
        if len(self.sizes):
            totals = np.add.reduceat(self.tables.strategy.astype(float), np.cumsum(self.sizes) - self.sizes)
            if (np.abs(totals - 1) > 1e-4).any():
                raise ValueError("strategy: its probabilities do not sum to 1")


class SequenceWalks(ExplicitEngine):
    """Iterations that look at every history. Locked rows are not among those that they update."""

    holds = True

    def __init__(self, setup):
        super().__init__(setup)
        self.locked = setup.locks.parts[0][0].tolist() if setup.locks else []
        kept = set(self.locked)
        infosets = [infoset for infoset in self.layout.game.infosets if infoset.offset not in kept]
        rows = np.array([(i.offset, 1, len(i.actions), i.index) for i in infosets], np.int64).reshape(-1, 4)
        self.rows = tuple(rows[[i.player == player for i in infosets]] for player in (0, 1))
        plans = [[np.zeros(form.first[-1]) for form in self.layout.forms] for _ in range(2)]
        self.plans, self.values = map(tuple, plans)
        self.walk = Bound(vanilla.iterate)

    def iterate(self, rule, rng, t, iterations):
        self.walk(
            self.layout.forms, self.plans, self.values, self.rows, rule, self.opponents_average, self.simultaneous,
            self.tables, t, iterations,
        )  # fmt: skip
        self.tables.instantaneous[self.locked] = 0
        histories = 2 * iterations * self.layout.game.num_histories
        return histories, histories

    def sums(self, iterations):
        """Return the sums; of locked rows what is locked, as they gather rounding."""
        sums = super().sums(iterations)
        return self.setup.locks.replaced(sums) if self.setup.locks else sums


class HistoryWalks(DrawnWalks, ExplicitEngine):
    """Walks that draw chance, and actions."""

    def __init__(self, setup):
        super().__init__(setup)
        tree, self.tree = self.layout.game, self.layout.nodes
        self.chosen, self.walk = make_switches(setup), Bound(scalar.iterate)
        if self.chosen.average == LAZY:
            self.chosen = self.chosen._replace(parents=self.layout.row_parents)
        depth, actions = 1 + max(node.depth for node in tree.nodes), int(self.sizes.max(initial=1))
        rows, places = len(self.sizes), 1 + max(self.tree.draws.after.max(initial=0), 0)
        self.frames = scalar.make_frames(depth, actions, rows + 1, 0, rows)
        self.deal = Deal(np.zeros(2, np.int64), np.zeros(1, np.int64), np.ones(places), np.zeros(places))

    def iterate(self, *more):
        nodes, _ = super().iterate(*more)
        return nodes, nodes


ROWS = {VANILLA: SequenceWalks, **dict.fromkeys(SINGLE, HistoryWalks)}
EVALUATOR = Evaluator
