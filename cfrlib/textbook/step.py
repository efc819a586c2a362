"""What a solver that is to be read yields: each step it takes, with all the numbers of that step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import whole
from cfrlib._util.interrupts import alone, held
from cfrlib.profile import Profile


@dataclass(frozen=True, slots=True)
class Step:
    """One step of CFR, by its `kind`, in an `iteration` (from 1) and on the walk that updates the regrets of `player`.

    - visit: the walk enters a history; `reach` (player 0, player 1, chance) and `strategy` are what it brings.
    - terminal: the walk reads a payoff, the `value` to `player`.
    - value: all actions it follows have been tried; `value` is the mean of `action_values` (0 for others).
    - regret: what is added to the tables of the information set, instantaneous `regret` of each action and `weight`.
    - average: what is added to the opponent's strategy sum, `weight` (where the average is built at their nodes).
    - strategy: the walk is over; regret matching gives an information set its next `strategy`.

    `node` and `infoset` are indices in `Tree.nodes` and `Tree.infosets`, -1 where there is none. `weight` is own reach
    times chance's, divided by `visited`, the probability that the walk comes here (1 without sampling). `totals` and
    `sums` are the information set's regrets and strategy sums in the tables after this step.
    """

    kind: str
    iteration: int
    player: int
    node: int = -1
    infoset: int = -1
    reach: tuple[float, float, float] = (1.0, 1.0, 1.0)
    strategy: np.ndarray | None = None
    value: float | None = None
    action_values: np.ndarray | None = None
    regret: np.ndarray | None = None
    weight: float | None = None
    totals: np.ndarray | None = None
    sums: np.ndarray | None = None
    visited: float = 1.0


class Stepwise:
    """A solver to be read: `steps` do one iteration and yield each step; `_current` and `_average` are its profiles."""

    @alone
    def run(self, iterations: int) -> None:
        """Do so many iterations, added to those before, without looking at the steps.

        It is refused while another run of this solver has not ended.
        """
        for _ in range(whole("iterations", iterations, 0)):
            with held():
                for _ in self.steps():
                    pass

    def current_strategy(self) -> Profile:
        """Return a snapshot of the profile that the next iteration starts from."""
        return self._current()

    def average_strategy(self) -> Profile:
        """Return a snapshot of the average profile, which converges to an equilibrium.

        It is uniform where nothing has been added yet.
        """
        return self._average()
