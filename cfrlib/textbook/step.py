"""What a solver that is to be read yields: each step it takes, with all the numbers of that step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cfrlib._util.alone import alone
from cfrlib._util.arguments import whole
from cfrlib._util.interrupts import held
from cfrlib.profile import Profile


@dataclass(frozen=True, slots=True)
class Step:
    """One step of CFR.

    Parameters
    ----------
    kind : {"visit", "terminal", "value", "regret", "average", "strategy"}
        What has been done:

        - visit: the walk enters a history; `reach` and `strategy` are what it brings.
        - terminal: the walk reads a payoff.
        - value: all actions it follows have been tried; `value` is the mean of `action_values`.
        - regret: what this adds to the tables of the information set, `regret` and `weight`.
        - average: what this adds to the opponent's strategy sum, `weight` (only where the average is kept at
          their nodes).
        - strategy: the walk is over; regret matching gives an information set its next `strategy`.
    iteration : int
        From 1.
    player : int
        Whose regrets this walk updates.
    node : int
        Index of the history in `Tree.nodes`; -1 for "strategy".
    infoset : int
        Index in `Tree.infosets`; -1 at chance nodes and terminals.
    reach : tuple of 3 floats
        Probability that player 0, player 1 and chance play their part of the history.
    strategy : array or None
        Probabilities of the actions at the history.
    value : float or None
        Expected payoff to `player` from the history on, or an estimate of it.
    action_values : array or None
        The same after each action; 0 for an action that the walk does not follow.
    regret : array or None
        Instantaneous counterfactual regret of each action at this history.
    weight : float or None
        What the strategy counts in the average: own reach times chance's, divided by `visited`.
    totals, sums : array or None
        The table's regrets and strategy sums of the information set after this step.
    visited : float
        Probability that the walk comes here; 1 without sampling.
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
        """Do so many iterations without looking at the steps.

        Parameters
        ----------
        iterations : int
            How many, added to those before. Refused while another run of this solver has not ended.
        """
        for _ in range(whole("iterations", iterations, 0)):
            with held():
                for _ in self.steps():
                    pass

    def current_strategy(self) -> Profile:
        """Return the profile that the next iteration starts from.

        Returns
        -------
        Profile
            A snapshot.
        """
        return self._current()

    def average_strategy(self) -> Profile:
        """Return the average profile, which converges to an equilibrium; uniform where nothing has been added yet.

        Returns
        -------
        Profile
            A snapshot.
        """
        return self._average()
