"""Regret matching (Hart and Mas-Colell 2000), and matrix games played by it.

After each round, ask of every action how much better it would have done than what was played; add this *regret* to a
running total; play the next round in proportion to the positive totals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import numbers, pair, said, typed, whole
from cfrlib.games import matrix

ZERO_TOLERANCE = 1e-12
"""A sum of positive regrets up to here counts as none: what rounding leaves of actions that are worth the same is no
reason to prefer one. Where the stakes of a game are below 1, it is this part of them."""


def match_regrets(regrets: ArrayLike, tolerance: float = ZERO_TOLERANCE) -> np.ndarray:
    """Return the strategy that regret matching plays: in proportion to positive regrets, uniform if there are none.

    A sum of positive regrets up to `tolerance` counts as none. Example: of the regrets -1, 1, 3 it makes the strategy
    0, 1/4, 3/4 (Hart and Mas-Colell 2000).
    """
    return matched(_row("regrets", regrets), tolerance)


def matched(regrets, tolerance=ZERO_TOLERANCE):
    """Return the strategies of regret matching for an array (..., actions): each row as `match_regrets` does."""
    positive = np.maximum(regrets, 0.0)
    total = positive.sum(axis=-1, keepdims=True)
    return np.divide(positive, total, out=np.full_like(positive, 1 / positive.shape[-1]), where=total > tolerance)


def after_step(constants, regret, instantaneous, memory):
    """Return the regrets after a step by `cfrlib.regret.Constants`, and what regret matching looks at.

    `memory` is changed: see `weight_of_prediction`.
    """
    added = constants.weight * instantaneous
    after = np.maximum(_discounted(regret, constants.up, constants.down) + added, constants.floor)
    weight = weight_of_prediction(constants, added, after - regret, memory)
    return after, _discounted(after, constants.next_up, constants.next_down) + weight * added


def _discounted(regret, up, down):
    return np.where(regret > 0, regret * up, regret * down)


def weight_of_prediction(constants, added, move, memory):
    """Return what a prediction counts; `memory` is the last one, and sums of squares: of errors, of regrets' moves."""
    if constants.asymmetry == 0:
        return constants.prediction
    last, errors, moves = memory
    errors, moves = errors + ((added - last) ** 2).sum(), moves + (move**2).sum()
    memory[:] = added, errors, moves
    worst = constants.asymmetry
    return constants.prediction / (1 + (min(np.sqrt(errors / moves), worst) if moves > 0 else worst))


def next_strategy(rule, matched, t, tolerance):
    """Return the strategy that a rule plays after iteration t: regret matching, or a local update of its own."""
    if rule.local is None:
        return match_regrets(matched, tolerance)
    row = matched.copy()
    rule.local(row, t, np.array(rule.parameters))
    return row


def normalized(weights: ArrayLike) -> np.ndarray:
    """Return non-negative weights divided by their sum; uniform if all are 0."""
    return matched(_row("weights", weights, 0.0), 0.0)


def _row(name, values, low=-np.inf):
    """Return a row of finite numbers as an array, or raise the ValueError that names the argument."""
    takes = "a row of finite numbers" + (f" from {low:g}" if low > -np.inf else "")
    row = numbers(name, values, takes)
    if row.ndim != 1 or not row.size or not (np.isfinite(row) & (row >= low)).all():
        raise ValueError(f"{name}={said(values)}: it takes {takes}")
    return row


@dataclass(frozen=True)
class Round:
    """One round of regret matching in self-play; pairs are (player 0, player 1), and rounds `t` count from 1.

    `strategies` come from the regrets before the round. `values` are those of each action against what the other
    played, in the game's unit, and `regrets` these minus the value of what was played. `totals` sums up all regrets and
    `averages` is the mean of all strategies, this round included.
    """

    t: int
    strategies: tuple[np.ndarray, np.ndarray]
    values: tuple[np.ndarray, np.ndarray]
    regrets: tuple[np.ndarray, np.ndarray]
    totals: tuple[np.ndarray, np.ndarray]
    averages: tuple[np.ndarray, np.ndarray]


def regret_matching(
    game: matrix, rounds: int | None = None, start: tuple[ArrayLike, ArrayLike] | None = None
) -> Iterator[Round]:
    """Play a matrix game against oneself by regret matching (Hart and Mas-Colell 2000); yield each `Round`.

    Without `rounds` it is endless. `start` are the regrets before the first round, 0 by default: where the uniform
    strategies are an equilibrium, as in rock-paper-scissors, nothing moves without a push. The players face each
    other's whole strategy. Wrong arguments raise their error when the first round is asked for.
    """
    typed("game", game, matrix, "a matrix game, such as cfrlib.games.matrix makes")
    payoffs, sizes = (game.payoffs, -game.payoffs.T), game.payoffs.shape
    sums = [np.zeros(n) for n in sizes]
    takes = f"one regret for each action, {sizes[0]} and {sizes[1]}"
    totals = [_row("start", regrets) for regrets in (sums if start is None else pair("start", start, takes))]
    if tuple(map(len, totals)) != sizes:
        raise ValueError(f"start={said(start)}: it takes {takes}")
    for t in count(1) if rounds is None else range(1, whole("rounds", rounds, 0) + 1):
        strategies = tuple(match_regrets(total) for total in totals)
        values = tuple(payoffs[i] @ strategies[1 - i] for i in (0, 1))
        regrets = tuple(values[i] - strategies[i] @ values[i] for i in (0, 1))
        for i in (0, 1):
            totals[i] = totals[i] + regrets[i]
            sums[i] = sums[i] + strategies[i]
        yield Round(t, strategies, values, regrets, tuple(totals), tuple(s / t for s in sums))
