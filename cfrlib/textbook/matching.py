"""Regret matching (Hart and Mas-Colell 2000), and matrix games played by it.

After each round, ask of every action how much better it would have done than what was played; add this *regret* to a
running total; play the next round in proportion to the positive totals.
"""

from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import numbers, pair, said, whole
from cfrlib.games import matrix

NOTHING = 1e-12
"""A sum of positive regrets up to here counts as none: what rounding leaves of actions that are worth the same is no
reason to prefer one. Where the stakes of a game are below 1, it is this part of them."""


def match_regrets(regrets, nothing=NOTHING):
    """Return the strategy that regret matching plays: in proportion to positive regrets, uniform if there are none.

    Parameters
    ----------
    regrets : (n,) array
    nothing : float
        A sum of positive regrets up to here counts as none.

    Returns
    -------
    (n,) float64 array
        Probabilities of the actions.
    """
    positive = np.maximum(_row("regrets", regrets), 0.0)
    return normalised(positive if positive.sum() > nothing else np.zeros(len(positive)))


def normalised(weights):
    """Return non-negative weights divided by their sum; uniform if all are 0."""
    weights = _row("weights", weights, 0.0)
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _row(name, values, low=-np.inf):
    """Return a row of finite numbers as an array, or raise the ValueError that names the argument."""
    takes = "a row of finite numbers" + (f" from {low:g}" if low > -np.inf else "")
    row = numbers(name, values, takes)
    if row.ndim != 1 or not row.size or not (np.isfinite(row) & (row >= low)).all():
        raise ValueError(f"{name}={said(values)}: it takes {takes}")
    return row


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
    takes = f"one regret for each action, {sizes[0]} and {sizes[1]}"
    given = [np.zeros(n) for n in sizes] if start is None else pair("start", start, takes)
    totals = [_row("start", regrets) for regrets in given]
    if [len(total) for total in totals] != list(sizes):
        raise ValueError(f"start={said(start)}: it takes {takes}")
    if not isinstance(rng, np.random.Generator | None):
        raise ValueError(f"rng={said(rng)}: it takes a generator, such as numpy.random.default_rng(0)")
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
