"""Kuhn poker with a few more cards, sorted into buckets: what an abstract equilibrium loses to a player who sees cards.

The deck is cut in one or more places, for both players alike, and what lies between two cuts is a bucket. Player 1 sees
a bucket and passes or bets, Player 2 sees a bucket and answers. Everything is exact, by linear programs over cards.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

from cfrlib._util.arguments import said
from cfrlib.games import kuhn

CARDS, BET = 7, 2
"""The deck, 8 to A, and what a bet costs beside the ante of 1."""
FIRST = np.array([(1, 0, 0), (1, 1, 0), (1, 0, 1)])
"""Player 1's plans for a card: pass and fold, bet, pass and call; entries are 1, bet, pass and then call."""
SECOND = np.array([(1, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 1)])
"""Player 2's: entries are 1, call a bet, bet after a pass."""
TERMINALS = ("bb", "bp", "pp", "pbp", "pbb")
ROUNDING = 1e-9


class Solved(NamedTuple):
    """An equilibrium of the game in which both players see buckets; strategies are (buckets,) arrays."""

    cuts: tuple
    """After how many cards the deck is cut."""
    value: float
    """What the abstract game promises Player 1, in chips."""
    bets: NDArray
    """How often Player 1 bets."""
    calls: NDArray
    """How often Player 1 passes and then calls a bet."""
    answers: NDArray
    """How often Player 2 calls a bet."""
    raises: NDArray
    """How often Player 2 bets after a pass."""

    def gap(self, eyes=range(1, CARDS)) -> float:
        """Return the exploitability of these strategies in chips, by best responses that see the cuts `eyes`."""
        mine, theirs = buckets(self.cuts), buckets(eyes)
        one = np.stack([np.ones(len(self.bets)), self.bets, self.calls], axis=1)
        other = np.stack([np.ones(len(self.answers)), self.answers, self.raises], axis=1)
        low = (np.einsum("ia,ijab->jb", one, _payoffs(mine, theirs)) @ SECOND.T).min(axis=1).sum()
        high = (np.einsum("jb,ijab->ia", other, _payoffs(theirs, mine)) @ FIRST.T).max(axis=1).sum()
        return (float(high) - float(low)) / 2

    def worth(self) -> NDArray:
        """Return what each card earns Player 2 over all deals, in chips: (after a bet or a pass, answer, card)."""
        bb, bp, pp, pbp, pbb = np.round(CARDS * (CARDS - 1) * _tables(), 9)
        b, c = (part.round(6)[list(buckets(self.cuts))] for part in (self.bets, self.calls))
        return 0 - np.array([[b @ bp, b @ bb], [(1 - b) @ pp, (1 - b - c) @ pbp + c @ pbb]])


def buckets(cuts):
    """Return the bucket of each card, from 0."""
    if any(cut not in range(1, CARDS) for cut in cuts) or len(set(cuts)) < len(cuts):
        raise ValueError(f"cuts={said(cuts)}: it takes different whole numbers from 1 to {CARDS - 1}")
    return tuple(sum(cut <= card for cut in cuts) for card in range(CARDS))


def solve(cuts):
    """Return, as `Solved`, of the abstract game's many equilibria the one that loses least: so games compare fairly."""
    buckets(cuts)
    return _solve(tuple(sorted(cuts)))


@cache
def _solve(cuts):
    mine, cards = buckets(cuts), tuple(range(CARDS))
    among, outside = _payoffs(mine, mine), _payoffs(mine, cards)
    value, _ = _best(among, SECOND)
    _, one = _best(among, SECOND, outside, value)
    # Player 2 is a Player 1 of the game turned round
    turned, out = -among.transpose(1, 0, 3, 2), -_payoffs(cards, mine).transpose(1, 0, 3, 2)
    _, other = _best(turned, FIRST, out, -value)
    return Solved(cuts, value, one[:, 0], one[:, 1], other[:, 0], other[:, 1])


def _tables():
    """Return what Player 1 wins at each end, by both cards, times the probability of the deal."""
    game = kuhn(CARDS, bet=BET)
    return np.array([game.weights(()) * game.payoff_table(tuple(end), ()) for end in TERMINALS])


@cache
def _payoffs(mine, theirs):
    """Return what Player 1 wins, by both buckets and by entries of their plans, times the probability of the deal."""
    payoffs = np.zeros((max(mine) + 1, max(theirs) + 1, 3, 3))
    bb, bp, pp, pbp, pbb = _tables()
    entries = {(0, 0): pp, (1, 0): bp - pp, (1, 1): bb - bp, (0, 2): pbp - pp, (1, 2): pp - pbp, (2, 2): pbb - pbp}
    for i, k in enumerate(mine):
        for j, m in enumerate(theirs):
            for (a, b), table in entries.items():
                payoffs[k, m, a, b] += table[i, j]
    return payoffs


def _best(payoffs, answers, real=None, value=None):
    """Return what a plan guarantees, and the plan by buckets: under `real`, if it still has `value` under `payoffs`."""
    many = len(payoffs)
    blocks = [payoffs] if real is None else [payoffs, real]
    size = 2 * many + sum(block.shape[1] for block in blocks)
    above, at_most, start, goal = [], [], 2 * many, np.zeros(size)
    for block in blocks:
        for j, answer in product(range(block.shape[1]), answers):
            worth = block[:, j] @ answer
            row = np.zeros(size)
            row[: 2 * many], row[start + j] = -worth[:, 1:].ravel(), 1
            above.append(row)
            at_most.append(worth[:, 0].sum())
        goal[:] = 0
        goal[start : start + block.shape[1]] = -1
        if real is not None and block is payoffs:
            above.append(goal.copy())
            at_most.append(ROUNDING - value)
        start += block.shape[1]
    if len(answers) == len(SECOND):  # Player 1 passes at most as often as they do not bet
        above += [np.bincount([2 * k, 2 * k + 1], minlength=size) for k in range(many)]
        at_most += [1] * many
    bounds = [(0, 1)] * (2 * many) + [(None, None)] * (size - 2 * many)
    solved = linprog(goal, A_ub=np.array(above), b_ub=at_most, bounds=bounds)
    return -solved.fun, solved.x[: 2 * many].reshape(many, 2)
