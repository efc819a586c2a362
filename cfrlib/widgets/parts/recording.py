"""What CFR did, kept so that one can look at any moment of it.

A `Recording` holds the steps of `cfrlib.textbook.CFR`, iteration by iteration as they are needed. *Position* p
is the moment after p steps; position 0 is before the first. Nothing is copied per position: a `Moment` looks up what
the steps so far have left in the tables, and what the present walk has seen.
"""

from bisect import bisect_left, bisect_right
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
        self._regrets = [[] for _ in self.tree.infosets]  # positions after which the table of a set has changed
        self._strategies = [[] for _ in self.tree.infosets]
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
                self._regrets[step.infoset].append(position)
            elif step.kind == "strategy":
                self._strategies[step.infoset].append(position)
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

    def regrets_since(self, infoset, first, position):
        """Return the regret steps of an information set after position `first` up to `position`."""
        where = self._regrets[infoset]
        return [self.steps[p - 1] for p in where[bisect_right(where, first) : bisect_left(where, position + 1)]]


@dataclass(frozen=True)
class Table:
    """The rows that CFR keeps of one information set, at one moment; arrays have one entry for each action.

    Attributes
    ----------
    before : array
        Regrets when the iteration began.
    parts : list of Step
        What the histories of the set have added to them in this iteration, so far.
    regret, strategy_sum : array
        Totals now.
    strategy : array
        The current strategy.
    """

    before: np.ndarray
    parts: list
    regret: np.ndarray
    strategy: np.ndarray
    strategy_sum: np.ndarray

    @property
    def immediate(self):
        """Regret added in this iteration so far, or None if the walk has not been there."""
        return sum(step.regret for step in self.parts) if self.parts else None

    @property
    def average(self):
        """The average strategy, uniform where nothing has been added."""
        return normalized(self.strategy_sum)


class Moment:
    """Everything that can be seen of a recording at one position.

    Attributes
    ----------
    step : Step or None
        The step just taken.
    iteration : int
        From 1; 0 before the first step.
    visits, values, regrets : dict
        The present walk's steps of each kind, by history; payoffs are among the values.
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
    def node(self):
        """The history that the last step is about: an index, -1 if it is about a whole information set."""
        return self.step.node if self.step else 0

    def table(self, infoset):
        """Return the `Table` of an information set, given by its index."""
        recording, n = self.recording, len(self.tree.infosets[infoset].actions)
        began = max(self.iteration - 1, 0) * recording.per_iteration
        old = recording.last(recording._regrets[infoset], began)
        new = recording.last(recording._regrets[infoset], self.position)
        chosen = recording.last(recording._strategies[infoset], self.position)
        zero = np.zeros(n)
        return Table(
            before=zero if old is None else old.totals,
            parts=recording.regrets_since(infoset, began, self.position),
            regret=zero if new is None else new.totals,
            strategy=match_regrets(zero) if chosen is None else chosen.strategy,
            strategy_sum=zero if new is None else new.sums,
        )

    def matched(self, infoset):
        """Return the regrets from which the current strategy of an information set was made."""
        recording = self.recording
        chosen = recording.last(recording._strategies[infoset], self.position)
        return np.zeros(len(self.tree.infosets[infoset].actions)) if chosen is None else chosen.totals


class Cursor:
    """A position in a recording that moves forward and back, with or without a guess before each step.

    In *predict* mode a step forward first stops with its numbers hidden (`hidden`), so that a class can say what they
    will be; the next step forward shows them."""

    def __init__(self, recording, iterations):
        self.recording, self.iterations = recording, iterations
        self.position, self.predict, self.hidden = 0, False, False

    @property
    def end(self):
        """The last position."""
        return self.iterations * self.recording.per_iteration

    @property
    def moment(self):
        """What can be seen now."""
        return self.recording.at(self.position)

    def go(self, position):
        """Go to a position; out of range it stops at the first or last."""
        self.position, self.hidden = min(max(position, 0), self.end), False

    def forward(self, n=1):
        """Take `n` steps forward; with hidden numbers the first only shows them."""
        for _ in range(n):
            if self.hidden:
                self.hidden = False
            elif self.position < self.end:
                self.position += 1
                self.hidden = self.predict and self._asks()

    def _asks(self):
        """Whether there is something to guess: not where a walk enters a chance node, or chance has no choice."""
        step = self.recording.step(self.position)
        node = self.recording.tree.nodes[step.node]
        return step.node < 0 or node.player != CHANCE or (step.kind == "value" and len(node.actions) > 1)

    def back(self, n=1):
        """Take `n` steps back."""
        if n:
            self.go(self.position - n)

    def next_infoset(self):
        """Go on to the next step that changes the table of an information set: its regrets or its strategy."""
        if self.hidden:
            self.hidden = False
            return
        for position in range(self.position + 1, self.end + 1):
            if self.recording.step(position).kind in ("regret", "strategy"):
                self.position, self.hidden = position, self.predict
                return
        self.go(self.end)

    def next_iteration(self):
        """Go on to the end of the iteration, or of the next one where this one is complete."""
        n = self.recording.per_iteration
        self.go((self.position // n + 1) * n)
