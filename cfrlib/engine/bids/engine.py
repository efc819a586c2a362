"""Walks over a ladder (`cfrlib.engine.bids.layout`) that carry vectors and try every action."""

import numpy as np

from cfrlib._util.memory import check_memory
from cfrlib.engine.bids.layout import Ladder
from cfrlib.engine.bids.vector import PLAIN, PLUS, PREDICTIVE, REGRETS, Walk
from cfrlib.engine.bids.workspace import TINY, LadderRoom, side_of_roll, whole_side
from cfrlib.engine.common.update import DISCOUNTED, LINEAR, Tables
from cfrlib.games import bluff

KEPT = {"rm": PLAIN, "rm+": PLUS, "linear": PLAIN, "discounted": PLAIN, "predictive": PREDICTIVE}
NOTHING = {"float64": 1e-12, "float32": TINY}
"""A sum of positive regrets up to here counts as none: many actions of Bluff are worth exactly the same, and what the
rounding of their values leaves is no reason to prefer one. In float32 rounding is not to be told from regrets."""


class LadderWalks:
    """The vector rows (vanilla, pcs, opcs, spcs, cs) on a ladder.

    Beside regrets and sums nothing of their size is kept; predictive regret matching keeps what strategies are matched
    to, and simultaneous updates that of player 0 before an iteration.

    Regrets of a class lack the probability of its rolls: a factor that regret matching does not see.
    """

    def __init__(self, solver):
        row, layout = solver.sampling, solver.tree
        self.rule, self.predicts = KEPT[solver.regret.name], solver.regret.name == "predictive"
        self.simultaneous = solver.updates == "simultaneous"
        check_memory(solver.game, self._bytes(layout, solver.dtype), self._smaller(solver))
        size = layout.num_entries
        self.before = np.zeros(layout.split if self.simultaneous else 0, dtype=solver.dtype)
        self.room = LadderRoom(layout, solver.dtype, solver.threads)
        regret, sums = np.zeros(size, dtype=solver.dtype), np.zeros(size, dtype=solver.dtype)
        basis = np.zeros(size if self.predicts else 0, dtype=solver.dtype)
        most = int(layout.classes.max())
        seen, none = np.zeros((2, layout.rungs.bids + 1, most), dtype=np.int64), np.zeros(0, dtype=np.int64)
        solver._tables = Tables(regret, sums, basis, np.zeros(0), seen, np.zeros(0), none, np.zeros(0))
        self.own_all, self.opponent_all, _ = (switch == "all" for switch in row.chance)
        self.whole = tuple(whole_side(layout, player) for player in (0, 1))
        self.running = [np.cumsum(weights) for weights in layout.weights]
        self.running_pairs = np.outer(*layout.weights).ravel().cumsum()
        self.worth = None

    def _bytes(self, layout, dtype):
        tables = layout.num_entries * (3 if self.predicts else 2) + self.simultaneous * layout.split
        return tables * np.dtype(dtype).itemsize

    def _smaller(self, solver):
        """Return modes of the same game that need less memory, and their bytes."""
        game, modes = solver.game, []
        for merged, dtype in ((game.merged, "float32"), (True, "float64"), (True, "float32")):
            layout = Ladder(bluff(**{**game.parameters, "merged": merged}))
            modes.append((f"merged={merged}, dtype={dtype!r}", self._bytes(layout, dtype)))
        return modes

    # -- iterations ----------------------------------------------------------------------

    def prepare(self, solver):
        """Solve the sub-games and compile, so that the clock does not count it."""
        if self.worth is None:
            first, second = (solver.game.leaf(winner).value for winner in (0, 1))
            self._compile(solver)
            self.worth = (first, second), (-second, -first)

    def _compile(self, solver):
        """Do one walk of the smallest game there is."""
        small = Ladder(bluff(faces=2))
        room, sides = LadderRoom(small, solver.dtype), [whole_side(small, p) for p in (0, 1)]
        table = np.zeros(small.num_entries, dtype=solver.dtype)
        fade = np.ones((*sides[0].row.shape, 2), dtype=solver.dtype)
        room.walk(Walk(0, REGRETS, PLAIN, 0, *sides, room.numbers(1, -1), fade, table, table, table, table))

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        nodes = histories = 0
        for now in range(t, t + iterations):
            basis = self._basis(solver)
            self.before[:] = basis[: len(self.before)]
            for me in (0, 1):
                rolls = self._draw(solver, me)
                sides = [
                    self.whole[player] if roll is None else side_of_roll(solver.tree, player, roll)
                    for player, roll in enumerate(rolls)
                ]
                theirs = self.before if me == 1 and self.simultaneous else basis
                self._walk(solver, rule, now, me, sides, theirs)
                carried = [len(solver.tree.weights[p]) if roll is None else 1 for p, roll in enumerate(rolls)]
                nodes += solver.tree.num_nodes * carried[me]
                histories += solver.tree.num_nodes * carried[0] * carried[1] + 1 + carried[0]
        return nodes, histories

    def _draw(self, solver, me):
        """Return the roll of each player that is drawn for a walk; None where all are carried."""
        carried = (self.own_all, self.opponent_all) if me == 0 else (self.opponent_all, self.own_all)
        if not any(carried):  # both by one number, as other walks on single histories do
            return divmod(_pick(self.running_pairs, solver._rng.random() * (1 - 2e-16)), len(self.running[1]))
        return [
            None if everything else _pick(running, solver._rng.random())
            for everything, running in zip(carried, self.running, strict=True)
        ]

    def _walk(self, solver, rule, t, me, sides, theirs):
        tables, basis, own = solver._tables, self._basis(solver), sides[me]
        gain = t if rule.kind == LINEAR else 1
        win, lose = self.worth[me]
        averaged = 1 - me if solver.average_in == "opponent" else me
        weight = solver.average.weight(t, solver.dtype)
        numbers = self.room.numbers(win, lose, weight, gain, NOTHING[solver.dtype])
        walk = Walk(
            me, REGRETS, self.rule, averaged, own, sides[1 - me], numbers, self._fade(tables.seen[me], own, rule, t),
            theirs, basis, tables.regret, tables.sums,
        )  # fmt: skip
        self.room.walk(walk)

    def _fade(self, seen, own, rule, t):
        """Return what regrets are multiplied by since the classes that a walk carries were carried last; note the
        time."""
        k, here = np.arange(len(seen))[:, None], np.minimum(own.row, seen.shape[1] - 1)
        since, result = seen[k, here], np.ones((*own.row.shape, 2))
        if rule.kind == DISCOUNTED:
            products = np.exp(rule.fading[:, t - 1][:, None, None] - rule.fading[:, np.maximum(since - 1, 0)])
            result[...] = np.where(since > 0, products, 1.0).transpose(1, 2, 0)
        seen[k, here] = t
        return result.astype(self.room.dtype)

    # -- what comes out ------------------------------------------------------------------

    def _basis(self, solver):
        return solver._tables.strategy if self.predicts else solver._tables.regret

    def average_profile(self, solver):
        """Return the average profile, a view of the table."""
        return solver.tree.average(solver._tables.sums)

    def current_profile(self, solver):
        """Return the current profile, a view of the table."""
        return solver.tree.average(self._basis(solver), (NOTHING[solver.dtype],))

    def exploitability(self, solver):
        """Return the exploitability of the average profile."""
        return solver.tree.exploitability(solver._tables.sums)


def _pick(running, x):
    """Return the place that a number from 0 to 1 falls into, among weights summed up."""
    return int(np.searchsorted(running, x * running[-1], side="right"))
