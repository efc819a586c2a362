"""What CFR did, kept so that one can look at any moment of it.

A `Recording` holds the steps of `cfrlib.textbook.CFR`, computed as they are needed. *Position* p is the moment after p
steps. Nothing is copied: a `Moment` looks up what the steps so far have left in the tables.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cfrlib.textbook import CFR, match_regrets, normalized
from cfrlib.tree import CHANCE


class Recording:
    """The steps of vanilla CFR on a small tree."""

    def __init__(self, game, updates="alternating"):
        self._cfr = CFR(game, updates=updates)
        self.tree, self.updates = self._cfr.tree, updates
        self.steps = []
        self._walks = []  # position of the first step of each walk
        self.regrets = [[] for _ in self.tree.infosets]  # positions after which the table of a set has changed
        self.strategies = [[] for _ in self.tree.infosets]
        self.per_iteration = self._record_iteration()

    def _record_iteration(self):
        """Do one iteration more; return the number of its steps (which is the same in each: nothing is pruned)."""
        before = len(self.steps)
        for step in self._cfr.steps():
            self.steps.append(step)
            position = len(self.steps)
            if step.kind == "visit" and step.node == 0:
                self._walks.append(position)
            elif step.kind == "regret":
                self.regrets[step.infoset].append(position)
            elif step.kind == "strategy":
                self.strategies[step.infoset].append(position)
        return len(self.steps) - before

    def step(self, position):
        """Return the step that leads to a position from 1 on, computing what is not there yet."""
        while len(self.steps) < position:
            self._record_iteration()
        return self.steps[position - 1]

    def at(self, position):
        """Return the `Moment` after so many steps."""
        return Moment(self, position)

    def last(self, positions, position):
        """Return the last step among `positions` that has been taken at `position`, or None."""
        k = bisect_right(positions, position)
        return self.steps[positions[k - 1] - 1] if k else None

    def walk(self, position):
        """Return the steps of the walk that is under way, or has just ended, at `position`."""
        k = bisect_right(self._walks, position)
        return self.steps[self._walks[k - 1] - 1 : position] if k else []


@dataclass(frozen=True)
class Table:
    """The rows that CFR keeps of one information set, at one moment; arrays have one entry for each action."""

    before: np.ndarray
    """Regrets when the iteration began."""
    parts: list
    """The steps in which the histories of the set have added to them in this iteration, so far."""
    regret: np.ndarray
    strategy: np.ndarray
    sum: np.ndarray

    @property
    def immediate(self):
        """Regret added in this iteration so far, or None if the walk has not been there."""
        return sum(step.regret for step in self.parts) if self.parts else None

    @property
    def average(self):
        """The average strategy, uniform where nothing has been added."""
        return normalized(self.sum)


class Moment:
    """Everything that can be seen of a recording at one position: the step just taken, its iteration (from 1), tables.

    `visits`, `values` and `regrets` are the steps of the present walk, by history; payoffs are among the values.
    """

    def __init__(self, recording, position):
        self.recording, self.tree, self.position = recording, recording.tree, position
        self.step = recording.step(position) if position else None
        self.iteration = self.step.iteration if self.step else 0
        self.visits, self.values, self.regrets = {}, {}, {}
        for step in recording.walk(position):
            if step.kind in ("visit", "terminal"):
                self.visits[step.node] = step
            if step.kind in ("value", "terminal"):
                self.values[step.node] = step
            elif step.kind == "regret":
                self.regrets[step.node] = step

    @cached_property
    def walker(self):
        """The player whose regrets the present walk updates; 0 before the first."""
        return self.visits[0].player if self.visits else 0

    @property
    def asks(self):
        """Whether the step has a number to predict: not where a walk enters chance, or chance has one outcome."""
        node = self.tree.nodes[self.step.node]
        return self.step.node < 0 or node.player != CHANCE or (self.step.kind == "value" and len(node.actions) > 1)

    def table(self, infoset):
        """Return the `Table` of an information set, given by its index."""
        recording, zero = self.recording, np.zeros(len(self.tree.infosets[infoset].actions))
        changes, began = recording.regrets[infoset], max(self.iteration - 1, 0) * recording.per_iteration
        old, new = recording.last(changes, began), recording.last(changes, self.position)
        parts = changes[bisect_right(changes, began) : bisect_right(changes, self.position)]
        chosen = recording.last(recording.strategies[infoset], self.position)
        return Table(
            before=zero if old is None else old.totals,
            parts=[recording.steps[position - 1] for position in parts],
            regret=zero if new is None else new.totals,
            strategy=match_regrets(zero) if chosen is None else chosen.strategy,
            sum=zero if new is None else new.sums,
        )

    def matched(self, infoset):
        """Return the regrets from which the current strategy of an information set was made."""
        chosen = self.recording.last(self.recording.strategies[infoset], self.position)
        return np.zeros(len(self.tree.infosets[infoset].actions)) if chosen is None else chosen.totals
