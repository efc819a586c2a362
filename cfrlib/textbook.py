r"""The algorithms, to be read.

**Regret matching** (Hart and Mas-Colell 2000). After each round, ask of every action how much better it would have done
than what was played; add this *regret* to a running total; play the next round in proportion to the positive totals.

**Counterfactual regret minimisation** (Zinkevich, Johanson, Bowling and Piccione 2007). Do the same at every
information set of a game at once, with values that count how likely *chance and the opponent* make it to get there:

.. math::
    v_i(I, a) = \sum_{h \in I} \pi_{-i}(h) \, u_i(\sigma|_{I \to a}, h)
    \qquad
    r(I, a) = v_i(I, a) - \sum_b \sigma(b \mid I) \, v_i(I, b)

Both are generators: they yield each step they take, so whoever wants to draw, count or explain just listens.
"""

from dataclasses import dataclass

import numpy as np

from cfrlib.arguments import one_of, whole
from cfrlib.games.matrix import matrix
from cfrlib.strategy import Profile
from cfrlib.tree import CHANCE, TERMINAL, unroll


def match_regrets(regrets):
    """Return the strategy that regret matching plays: in proportion to positive regrets, uniform if there are none.

    Parameters
    ----------
    regrets : (n,) array

    Returns
    -------
    (n,) float64 array
        Probabilities of the actions.
    """
    return normalised(np.maximum(regrets, 0.0))


def normalised(weights):
    """Return non-negative weights divided by their sum; uniform if all are 0."""
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


# -- matrix games -------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """One round of regret matching in self-play; pairs are (player 0, player 1).

    Attributes
    ----------
    t : int
        Number of the round, from 1.
    strategies : pair of arrays
        What the players played, from the regrets before the round.
    played : pair of int or None
        The actions drawn, if the play was sampled.
    values : pair of arrays
        Of each action against what the other played.
    regrets : pair of arrays
        Of this round: value of the action minus value of what was played.
    totals : pair of arrays
        Regrets summed up, this round included.
    averages : pair of arrays
        Mean of all strategies so far.
    """

    t: int
    strategies: tuple
    played: tuple | None
    values: tuple
    regrets: tuple
    totals: tuple
    averages: tuple


def regret_matching(game, rounds=None, start=None, rng=None):
    """Play a matrix game against oneself by regret matching; yield each round.

    Parameters
    ----------
    game : matrix
        See `cfrlib.games.matrix`.
    rounds : int, optional
        How many; endless by default.
    start : pair of array_like, optional
        Regrets before the first round, 0 by default. (Where the uniform strategies are an equilibrium, as in
        rock-paper-scissors, nothing moves without a push.)
    rng : numpy.random.Generator, optional
        Draw the actions and let each player regret against the action drawn; by default the players face each other's
        whole strategy.

    Yields
    ------
    Round
    """
    if not isinstance(game, matrix):
        raise TypeError(f"game={game!r}: it takes a matrix game, such as cfrlib.games.matrix makes")
    payoffs = (game.payoffs, -game.payoffs.T)
    sizes = game.payoffs.shape
    totals = [np.zeros(n) for n in sizes] if start is None else [np.array(s, dtype=float) for s in start]
    if [len(total) for total in totals] != list(sizes):
        raise ValueError(f"start={start!r}: it takes one regret for each action, {sizes[0]} and {sizes[1]}")
    if rounds is not None:
        whole("rounds", rounds, 0)
    sums = [np.zeros(n) for n in sizes]
    t = 0
    while rounds is None or t < rounds:
        t += 1
        strategies = tuple(match_regrets(total) for total in totals)
        faced = strategies
        played = None
        if rng is not None:
            played = tuple(int(rng.choice(n, p=s)) for n, s in zip(sizes, strategies, strict=True))
            faced = tuple(np.eye(n)[a] for n, a in zip(sizes, played, strict=True))
        values = tuple(payoffs[i] @ faced[1 - i] for i in (0, 1))
        regrets = tuple(values[i] - faced[i] @ values[i] for i in (0, 1))
        for i in (0, 1):
            totals[i] = totals[i] + regrets[i]
            sums[i] = sums[i] + strategies[i]
        averages = tuple(s / t for s in sums)
        yield Round(t, strategies, played, values, regrets, tuple(totals), averages)


# -- CFR ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One step of CFR.

    Attributes
    ----------
    kind : {"visit", "terminal", "value", "regret", "strategy"}
        - visit: the walk enters a history; `reach` and `strategy` are what it brings.
        - terminal: the walk reads a payoff.
        - value: all actions of a history have been tried; `value` is the mean of `action_values`.
        - regret: what this adds to the tables of the information set, `regret` and `weight`.
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
        Expected payoff to `player` from the history on.
    action_values : array or None
        The same after each action.
    regret : array or None
        Counterfactual regret of each action at this history.
    weight : float or None
        What the strategy counts in the average: `player`'s own reach times chance's.
    totals, sums : array or None
        The table's regrets and strategy sums of the information set after this step.
    """

    kind: str
    iteration: int
    player: int
    node: int = -1
    infoset: int = -1
    reach: tuple = (1.0, 1.0, 1.0)
    strategy: np.ndarray | None = None
    value: float | None = None
    action_values: np.ndarray | None = None
    regret: np.ndarray | None = None
    weight: float | None = None
    totals: np.ndarray | None = None
    sums: np.ndarray | None = None


class VanillaCFR:
    """Counterfactual regret minimisation without sampling: every walk visits every history.

    Parameters
    ----------
    game : Game, matrix or Tree
    updates : {"alternating", "simultaneous"}
        Whether player 1's walk sees player 0's update of the same iteration, or both use the strategy before it.

    Attributes
    ----------
    regret : list of arrays
        Cumulative counterfactual regret of each action, by information set.
    strategy_sum : list of arrays
        What the average strategy is made of, by information set.
    strategy : list of arrays
        The current strategy, by information set.
    iteration : int
        How many are complete.

    Examples
    --------
    >>> import cfrlib
    >>> cfr = VanillaCFR(cfrlib.games.kuhn())
    >>> cfr.run(100)
    >>> round(cfrlib.expected_value(cfr.tree, cfr.average_strategy()), 2)
    -0.06
    """

    def __init__(self, game, updates="alternating"):
        self.tree = unroll(game)
        self.updates = one_of("updates", updates, ("alternating", "simultaneous"))
        sizes = [len(infoset.actions) for infoset in self.tree.infosets]
        self.regret = [np.zeros(n) for n in sizes]
        self.strategy_sum = [np.zeros(n) for n in sizes]
        self.strategy = [match_regrets(r) for r in self.regret]
        self.iteration = 0

    def run(self, iterations):
        """Do so many iterations without looking at the steps."""
        whole("iterations", iterations, 0)
        for _ in range(iterations):
            for _ in self.steps():
                pass

    def steps(self):
        """Do one iteration; yield each `Step` right after it has been taken.

        Go through all of them: who stops midway leaves half an iteration in the tables.
        """
        t = self.iteration + 1
        if self.updates == "alternating":
            for player in (0, 1):
                yield from self._walk(self.tree.root, player, (1.0, 1.0, 1.0), t)
                yield from self._new_strategies(player, t)
        else:
            for player in (0, 1):
                yield from self._walk(self.tree.root, player, (1.0, 1.0, 1.0), t)
            for player in (0, 1):
                yield from self._new_strategies(player, t)
        self.iteration = t

    def _walk(self, node, player, reach, t):
        """Visit `node` and all below it; return the expected payoff to `player` from there on."""
        if node.player == TERMINAL:
            value = node.payoff if player == 0 else -node.payoff
            yield Step("terminal", t, player, node.index, -1, reach, value=value)
            return value

        who = node.player
        sigma = np.array(node.probabilities) if who == CHANCE else self.strategy[node.infoset]
        yield Step("visit", t, player, node.index, node.infoset, reach, sigma)

        action_values = np.empty(len(node.actions))
        for a, (_, child) in enumerate(self.tree.children(node)):
            onward = tuple(p * float(sigma[a]) if i == who else p for i, p in zip((0, 1, CHANCE), reach, strict=True))
            action_values[a] = yield from self._walk(child, player, onward, t)
        value = float(sigma @ action_values)
        yield Step("value", t, player, node.index, node.infoset, reach, sigma, value, action_values)

        if who == player:
            own, opponent, chance = reach[player], reach[1 - player], reach[2]
            regret = opponent * chance * (action_values - value)
            weight = own * chance
            self.regret[node.infoset] = self.regret[node.infoset] + regret
            self.strategy_sum[node.infoset] = self.strategy_sum[node.infoset] + weight * sigma
            yield Step(
                "regret", t, player, node.index, node.infoset, reach, sigma, value, action_values, regret, weight,
                self.regret[node.infoset], self.strategy_sum[node.infoset],
            )  # fmt: skip
        return value

    def _new_strategies(self, player, t):
        """Regret matching at every information set of `player`."""
        for infoset in self.tree.infosets:
            if infoset.player == player:
                I = infoset.index
                self.strategy[I] = match_regrets(self.regret[I])
                yield Step(
                    "strategy", t, player, -1, I, strategy=self.strategy[I],
                    totals=self.regret[I], sums=self.strategy_sum[I],
                )  # fmt: skip

    def current_strategy(self):
        """Return the profile that the next iteration starts from."""
        return Profile.from_flat(self.tree, np.concatenate(self.strategy))

    def average_strategy(self):
        """Return the average profile, which converges to an equilibrium; uniform where nothing has been added yet."""
        return Profile.from_flat(self.tree, np.concatenate([normalised(s) for s in self.strategy_sum]))
