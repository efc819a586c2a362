r"""Public chance sampling and its relatives, one walk with four masks (Johanson et al. 2012, Algorithm 1).

What the players do is public, so a walk over the *public* tree can carry all their hidden cards at once. Down go two
vectors: the probability that each player plays their part of the way, with each of their private outcomes. Back up
comes one: the counterfactual value of each private outcome of the walking player. A scheme is a *mask*: whether the
vectors of either player hold all private outcomes, or one that was drawn.

Let W(i, j) be the joint weight of the private outcomes i and j and of the public ones seen so far, and q the
probability of what was drawn, which is the weight of all that is carried. A terminal returns

.. math:: v(i) = \sum_{j \text{ carried}} \frac{W(i, j)}{q} \, u(i, j) \, \pi_{-i}(j),

where W / q is the probability of the pair given what was drawn. This is line 7 of the paper; there it is a product of
two vectors, which is right for dice, but a card that one player holds the other cannot have. A strategy counts
:math:`\pi_i(i) \sum_j W(i, j) / q` in the average. Line 38 leaves the sum out: a constant factor, unless an information
set joins outcomes of different weight.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import checked_seed, one_of
from cfrlib.game import CHANCE, Game, PublicChance, Terminal
from cfrlib.games.checks import check_game
from cfrlib.sampling import ByPlace, Mixed, Scheme, scheme
from cfrlib.textbook.deals import Deal, Deals
from cfrlib.textbook.public_tables import PublicTables
from cfrlib.textbook.regret_matching import matched
from cfrlib.textbook.step import Stepwise


@dataclass(frozen=True, slots=True)
class PublicStep:
    """What a walk has found at a node of the public tree, on its way back up; vectors are over the carried outcomes.

    `kind` is "terminal", "chance", or "own" or "opponent" for a decision, as seen from `player`, who walks. `actions`
    and `public` are the public state. `carried` and `reach` are pairs, of player 0 and of player 1: the private
    outcomes that are carried, and the probability that their player plays their part. `value` is the counterfactual
    value to `player`, in the game's unit, and `values` that of each action; after an opponent's action their reach is
    already in it. `strategy` has a row for each outcome of who moves; `weight` is what it counts in the average.
    """

    kind: str
    iteration: int
    player: int
    actions: tuple[str, ...]
    public: tuple[str, ...]
    carried: tuple[np.ndarray, np.ndarray]
    reach: tuple[np.ndarray, np.ndarray]
    value: np.ndarray
    strategy: np.ndarray | None = None
    values: np.ndarray | None = None
    weight: np.ndarray | None = None


class PublicChanceCFR(Stepwise):
    """CFR by vector walks: vanilla, PCS, OPCS, SPCS, CS, and any other row that takes all actions.

    The game has to be small enough to be walked in Python; explicit trees and matrix games are refused. `updates` is
    "alternating" or "simultaneous", as in `cfrlib.CFR`, and the draws of a seed are the same as there. `tables` holds
    regrets and strategies, `deals` what chance can deal, `iterations` how many are complete (Johanson et al. 2012,
    Algorithm 1).
    """

    def __init__(
        self, game: Game, sampling: str | Scheme = "pcs", *, updates: str = "alternating", seed: int = 0
    ) -> None:
        check_game(game)
        self.game, self.scheme = game, scheme(sampling)
        if isinstance(self.scheme, ByPlace | Mixed) or self.scheme.samples_actions:
            raise ValueError(
                f"sampling={str(self.scheme)!r}: it takes rows that sample nothing but chance: vanilla pcs opcs spcs cs"
            )
        self.updates = one_of("updates", updates, ("alternating", "simultaneous"))
        self.rng = np.random.Generator(np.random.PCG64(checked_seed(seed)))
        self.tables, self.deals, self.iterations = PublicTables(game), Deals(game, self.scheme), 0

    def steps(self) -> Iterator[PublicStep]:
        """Do one iteration, a walk for each player; yield each step right after it has been taken.

        Take all of them: who stops midway leaves half an iteration in the tables.
        """
        for player in (0, 1):
            yield from self.walk(player, self.deals.draw(player, self.rng))
            if self.updates == "alternating":
                self.tables.update(player)
        if self.updates == "simultaneous":
            self.tables.update(0)
            self.tables.update(1)
        self.iterations += 1

    def walk(self, player: int, deal: Deal) -> Generator[PublicStep, None, np.ndarray]:
        """Walk for a player with what chance has dealt, such as ``deals.draw(player, rng)``; yield each step.

        The walk adds to ``tables.instantaneous`` and ``tables.sums``; the strategy stays until it is over. The
        generator returns the counterfactual value of each private outcome of `player` that is carried, in the game's
        unit.
        """
        reach = tuple(np.ones(len(outcomes)) for outcomes in deal.carried)
        return self._walk(player, deal, (), (), reach)

    def _walk(self, i, deal, actions, public, reach):
        """Yield the steps at and below a public state; return the counterfactual values to player i."""
        node, tables = self.game.node(actions), self.tables
        place = (self.iterations + 1, i, actions, public, deal.carried, reach)
        if isinstance(node, Terminal):  # lines 6 to 8
            payoffs = self.game.payoff_table(actions, public)[np.ix_(*deal.carried)]
            to_first = self.deals.chance(deal, public) * payoffs
            value = to_first @ reach[1] if i == 0 else -(reach[0] @ to_first)
            yield PublicStep("terminal", *place, value)
            return value

        if isinstance(node, PublicChance):  # lines 9 to 18; private chance has no nodes, it is in the vectors
            shown = self.game.public_outcomes(public) if deal.board is None else [deal.board[len(public)]]
            value = np.zeros(len(deal.carried[i]))
            for outcome in shown:
                then = (*public, outcome)
                if self.game.weights(then).any():
                    value = value + (yield from self._walk(i, deal, (*actions, CHANCE), then, reach))
            yield PublicStep("chance", *place, value)
            return value

        who = node.player  # lines 19 to 42
        rows = tables.rows[actions, public][deal.carried[who]]
        sigma = tables.strategy[actions][rows]
        values = np.zeros((len(deal.carried[i]), len(node.actions)))
        for a, action in enumerate(node.actions):
            onward = tuple(r * sigma[:, a] if p == who else r for p, r in enumerate(reach))
            values[:, a] = yield from self._walk(i, deal, (*actions, action), public, onward)
        if who != i:
            value = values.sum(axis=1)  # line 31: their strategy is in their reach
            yield PublicStep("opponent", *place, value, sigma, values)
            return value
        value = (sigma * values).sum(axis=1)
        weight = reach[i] * self.deals.chance(deal, public).sum(axis=1 - i)
        np.add.at(tables.instantaneous[actions], rows, values - value[:, None])  # line 37
        np.add.at(tables.sums[actions], rows, weight[:, None] * sigma)  # line 38
        yield PublicStep("own", *place, value, sigma, values, weight)
        return value

    def _current(self):
        return self.tables.profile(self.tables.strategy)

    def _average(self):
        sums = self.tables.sums
        return self.tables.profile({actions: matched(table, tolerance=0.0) for actions, table in sums.items()})
