r"""Counterfactual regret minimization, one walk for the whole family.

A walk for one player goes down the tree and carries values back up. At each node it asks its row of the table of
switches (`cfrlib.sampling`) which outcomes to follow: all of them, or some drawn at random. Let q(h) be the probability
that the walk comes to history h. An outcome that was drawn stands for those that were not, so what it returns is
divided by the probability with which it was drawn; and a history that is visited with probability q(h) counts 1/q(h)
times:

.. math::
    \tilde r(I, a) =
    \sum_{h \in I \text{ visited}} \frac{\pi_{-i}(h)}{q(h)} \left( \tilde u_i(h a) - \tilde u_i(h) \right)

Its mean is the counterfactual regret of Zinkevich et al. (2007), whichever row it is (Lanctot, Waugh, Zinkevich and
Bowling 2009). Without sampling q = 1, and this is vanilla CFR word for word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np

from cfrlib._util.arguments import checked_seed, one_of, refuse, typed
from cfrlib.evaluate import exploitability
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.profile import Profile, locked_entries
from cfrlib.regret import Averaging, Ramp, RegretRule, averaging, regret_rule
from cfrlib.sampling import ByPlace, Mixed, Scheme, scheme
from cfrlib.textbook.draws import pick, some
from cfrlib.textbook.regret_matching import (
    ZERO_TOLERANCE,
    after_step,
    match_regrets,
    next_strategy,
    normalized,
)
from cfrlib.textbook.step import Step, Stepwise
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll
from cfrlib.tree.checks import shallow


class CFR(Stepwise):
    """Counterfactual regret minimization on an explicit tree.

    Parameters
    ----------
    game : Game, matrix or Tree
        At most so large that `cfrlib.tree.unroll` takes it; histories have at most 400 actions.
    sampling : str or cfrlib.sampling.Scheme
        Of "vanilla" "cs" "es" "robust" "os": rows that sample all of chance or nothing.
    regret : str or cfrlib.regret.RegretRule
        Of the rules of `cfrlib.regret`, by name, or one's own.
    average : str, float, cfrlib.regret.Ramp, sequence of float or cfrlib.regret.Averaging
        Of "uniform" "linear" "quadratic": iteration t counts 1, t or t^2; another power of t, a ramp of powers, or a
        row of what iterations count. Lazy and optimistic averages are `cfrlib.CFR`'s; `cfrlib.textbook.averages`
        compares them.
    seed : int
        Of the random draws.
    updates : {"alternating", "simultaneous"}
        Whether player 1's walk sees player 0's update of the same iteration, or both use the strategy before it.
    average_at : {"own", "opponent"}, optional
        At whose nodes a walk adds to the average; by default at the opponent's where their actions are sampled (see
        `cfrlib.sampling.Scheme.average_at`), else at its own.
    locked : dict of pair of str to dict of str to float, optional
        What is played at some information sets at all times, {key: {action: probability}}: their regrets are never
        used, and the average is the same. Actions left out have probability 0.

    Attributes
    ----------
    regret : list of arrays
        Cumulative counterfactual regret of each action, by information set.
    strategy_sum : list of arrays
        What the average strategy is made of, by information set.
    strategy : list of arrays
        The current strategy, by information set.
    iterations : int
        How many are complete.
    tree : Tree
        Of the game.
    locked : dict of int to array
        What is locked, by information set.

    Raises
    ------
    TypeError
        If this is no game.
    ValueError
        If an argument is wrong, the game is too large, or it does not keep to what `cfrlib.Game` says.

    References
    ----------
    M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information*
    (2007).
    M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, *Monte Carlo Sampling for Regret Minimization in Extensive Games*
    (2009).

    Examples
    --------
    >>> import cfrlib
    >>> cfr = CFR(cfrlib.games.kuhn())
    >>> cfr.run(100)
    >>> round(cfrlib.expected_value(cfr.tree, cfr.average_strategy()), 2)
    -0.06
    """

    def __init__(
        self, game: Game | matrix | Tree, sampling: str | Scheme = "vanilla", *, regret: str | RegretRule = "rm",
        average: str | float | Ramp | Sequence[float] | Averaging = "uniform", seed: int = 0,
        updates: str = "alternating", average_at: str | None = None,
        locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None,
    ) -> None:  # fmt: skip
        self.tree = shallow(unroll(game))
        self.scheme = scheme(sampling)
        if isinstance(self.scheme, ByPlace | Mixed) or len(set(self.scheme.chance)) > 1:
            refuse("sampling", sampling, "rows that sample all of chance or nothing: vanilla cs es robust os", True)
        self.rule, self.average = regret_rule(regret), averaging(average)
        if self.average.unvisited != "stochastic":
            takes = "averages that count a visit by its probability; cfrlib.CFR has lazy and optimistic ones"
            refuse("average", average, takes, True)
        self.updates = one_of("updates", updates, ("alternating", "simultaneous"))
        default = self.scheme.average_at if average_at is None else average_at
        self.average_at = one_of("average_at", default, ("own", "opponent"))
        self.rng = np.random.default_rng(checked_seed(seed))
        sizes = [len(infoset.actions) for infoset in self.tree.infosets]
        self.regret = [np.zeros(n) for n in sizes]
        self.strategy_sum = [np.zeros(n) for n in sizes]
        self.tolerance = ZERO_TOLERANCE * min(1.0, max((abs(node.payoff) for node in self.tree.terminals), default=1.0))
        kept = locked_entries(locked, self.tree)
        rows = [] if kept is None else [i for i in self.tree.infosets if kept[i.offset] >= 0]
        self.locked = {i.index: kept[i.entries] for i in rows}
        self.strategy = [self.locked.get(I, match_regrets(r)) for I, r in enumerate(self.regret)]
        self.iterations = 0
        self._updated, self._memory = [0] * len(sizes), [[0.0, 0.0, 0.0] for _ in sizes]
        self._chance_before = {self.tree.root.index: ()}
        for node in self.tree.nodes:
            before = self._chance_before[node.index]
            for action, child in self.tree.children(node):
                self._chance_before[child.index] = (*before, action) if node.player == CHANCE else before

    def steps(self) -> Iterator[Step]:
        """Do one iteration; yield each step right after it has been taken.

        Take all of them: who stops midway leaves half an iteration in the tables.
        """
        t = self.iterations + 1
        growth = self.average.exponent(t) - self.average.exponent(self.iterations)
        if growth:
            self.strategy_sum = [np.ldexp(sums, -growth) for sums in self.strategy_sum]
        regrets = {}, {}
        for player in (0, 1):
            yield from self.walk(player, regrets[player])
            if self.updates == "alternating":
                yield from self._update(player, regrets[player], t)
        if self.updates == "simultaneous":
            for player in (0, 1):
                yield from self._update(player, regrets[player], t)
        self.iterations = t

    def walk(self, player: int, regrets: dict[int, Any] | None = None) -> Iterator[Step]:
        """Do one walk for a player; yield each step. Strategies and regrets stay as they are; averages are added to.

        The instantaneous regrets of the walk are added up in the dict `regrets`, by the index of the information set.
        """
        one_of("player", player, (0, 1))
        typed("regrets", regrets, dict | None, "a dict, which is added to")
        self._dealt = {}
        regrets = {} if regrets is None else regrets
        yield from self._walk(self.tree.root, player, (1.0, 1.0, 1.0), 1.0, regrets, self.iterations + 1)

    def _walk(self, node, player, reach, q, regrets, t):
        """Visit `node`, where the walk comes with probability q; return the payoff to `player` to expect from there."""
        if node.player == TERMINAL:
            value = node.payoff if player == 0 else -node.payoff
            yield Step("terminal", t, player, node.index, -1, reach, value=value, visited=q)
            return value

        who, I = node.player, node.infoset
        sigma = np.array(node.probabilities) if who == CHANCE else self.strategy[I]
        yield Step("visit", t, player, node.index, I, reach, sigma, visited=q)

        baseline = self._baseline_values(node, player)
        action_values = baseline.copy()
        for a, chosen in self._follow(node, player, sigma):
            onward = tuple(p * float(sigma[a]) if i == who else p for i, p in zip((0, 1, CHANCE), reach, strict=True))
            child = self.tree.nodes[node.children[a]]
            below = yield from self._walk(child, player, onward, q * chosen, regrets, t)
            action_values[a] = baseline[a] + (below - baseline[a]) / chosen
        value = float(sigma @ action_values)
        yield Step("value", t, player, node.index, I, reach, sigma, value, action_values, visited=q)

        own, opponent, chance = reach[player], reach[1 - player], reach[2]
        if who == player:
            regret = self.regret_weight(own, opponent, chance) / q * (action_values - value)
            regrets[I] = regrets.get(I, 0.0) + regret
            weight = None
            if self.average_at == "own":
                weight = self.average_weight(own, opponent, chance) / q
                self.strategy_sum[I] = self.strategy_sum[I] + self.average.weight(t) * weight * sigma
            yield Step(
                "regret", t, player, node.index, I, reach, sigma, value, action_values, regret, weight,
                self.regret[I] + regrets[I], self.strategy_sum[I], q,
            )  # fmt: skip
        elif who == 1 - player and self.average_at == "opponent":
            weight = self.average_weight(opponent, own, chance) / q
            self.strategy_sum[I] = self.strategy_sum[I] + self.average.weight(t) * weight * sigma
            yield Step(
                "average", t, player, node.index, I, reach, sigma, weight=weight, sums=self.strategy_sum[I], visited=q
            )
        return value

    def regret_weight(self, own: float, opponent: float, chance: float) -> float:
        """Return how much a regret counts at a history: the reach of the opponent times that of chance.

        `own` is the reach of the player who decides there. Override this method to see what another weight does.
        """
        return opponent * chance

    def average_weight(self, own: float, opponent: float, chance: float) -> float:
        """Return how much a strategy counts in the average: its player's own reach times that of chance.

        The reach of chance only scales the whole information set. Override this method to see what another weight does.
        """
        return own * chance

    def _baseline_values(self, node, player):
        """Return what stands for the values of actions that are not followed: 0 (see `cfrlib.textbook.baselines`)."""
        return np.zeros(len(node.actions))

    def _follow(self, node, player, sigma):
        """Return which outcomes of `node` the walk follows: pairs (index, probability that it was chosen)."""
        n = len(node.actions)
        if node.player == CHANCE:
            switch, policy = self.scheme.public, sigma
        elif node.player == player:
            switch, policy = self.scheme.own_actions, self.scheme.epsilon / n + (1 - self.scheme.epsilon) * sigma
        else:
            switch, policy = self.scheme.opponent_actions, sigma
        if switch == "all" or (isinstance(switch, Integral) and switch >= n):
            return [(a, 1.0) for a in range(n)]
        if isinstance(switch, Integral):
            return [(a, switch / n) for a in self._several(n, switch)]
        a = self._deal(node) if node.player == CHANCE else self._one(policy)
        return [(a, float(policy[a]))]

    def _one(self, policy):
        """Draw an action."""
        return pick(policy, self.rng.random())[0]

    def _several(self, n, k):
        """Draw k of n actions."""
        return some(n, k, self.rng)

    def _deal(self, node):
        """Draw chance once for a walk: what it shows does not change with the actions that lead there.

        One random number deals everything: what an outcome leaves of it chooses the next one.
        """
        before = self._chance_before[node.index]
        if not self._dealt:
            self._dealt[()] = self.rng.random()
        a, rest = pick(node.probabilities, self._dealt[before])
        self._dealt[*before, node.actions[a]] = rest
        return a

    def _update(self, player, regrets, t):
        """Give every information set of `player` that the walk visited its new regrets and its next strategy."""
        for infoset in self.tree.infosets:
            I = infoset.index
            if infoset.player == player and I in regrets and I not in self.locked:
                constants = self.rule.step(t, self._updated[I])
                self.regret[I], matched = after_step(constants, self.regret[I], regrets[I], self._memory[I])
                self._updated[I] = t
                self.strategy[I] = next_strategy(self.rule, matched, t, self.tolerance)
                yield Step(
                    "strategy", t, player, -1, I, strategy=self.strategy[I],
                    totals=self.regret[I], sums=self.strategy_sum[I],
                )  # fmt: skip

    def _current(self):
        return Profile.from_flat(self.tree, np.concatenate([*self.strategy, []]))

    def _average(self):
        rows = (self.locked.get(I, normalized(sums)) for I, sums in enumerate(self.strategy_sum))
        return Profile.from_flat(self.tree, np.concatenate([*rows, []]))

    def exploitability(self) -> float:
        """Return the exploitability of the average strategy, in the game's unit; 0 in equilibrium.

        Best responses play what is locked. A game in which players forget what they knew is refused.
        """
        average = self.average_strategy()
        locked = {self.tree.infosets[I].key: average[self.tree.infosets[I].key] for I in self.locked}
        return exploitability(self.tree, average, locked=locked)
