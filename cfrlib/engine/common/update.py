"""From the gains of a walk to the next strategy: how regrets are kept (see `cfrlib.regret`)."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import njit

RM, RM_PLUS, LINEAR, DISCOUNTED, PREDICTIVE = range(5)
RULES = ("rm", "rm+", "linear", "discounted", "predictive")
"""Their names: what kernels have of `cfrlib.regret`."""
NOTHING = 1e-12
"""Of the stakes of a game, if they are small: see `Rule.nothing`."""


class Rule(NamedTuple):
    """How a table is updated; numbers only, see `cfrlib.regret`."""

    kind: int
    power: float
    """Iteration t counts t ** power in the average."""
    fading: np.ndarray
    """(2, iterations + 1) float64: logarithm of the product of all discounts up to t: of regrets > 0, and < 0."""
    exponent: float = 0.0
    """Weights and sums of the average are divided by 2 ** exponent; see `cfrlib.regret.Averaging.exponent`."""
    nothing: float = NOTHING
    """A sum of positive regrets up to here counts as none: what rounding leaves of actions that are worth the same is
    no reason to prefer one."""


IDLE = Rule(RM, 0.0, np.zeros((2, 1)))
"""For no iteration at all: to compile."""


def compile_iterate(engine):
    """Compile an engine's iterations by doing none."""
    engine.iterate(IDLE, np.random.Generator(np.random.PCG64(0)), 1, 0)


class Tables(NamedTuple):
    """What a solver knows; entries as in `cfrlib.engine.tree.layout`, float64 or float32."""

    regret: np.ndarray
    sums: np.ndarray
    """What the average strategy is made of."""
    strategy: np.ndarray
    """The current strategy."""
    gain: np.ndarray
    """Regrets of the walk that is under way; 0 between walks."""
    seen: np.ndarray
    """(num_rows,) int64: the iteration in which a row was updated last; scalar walks note it for discounts only."""
    passed: np.ndarray
    """(num_rows,) float64: what `cfrlib.engine.common.skipped` has already added to the average; else empty."""
    visits: np.ndarray
    """(num_rows,) int64: how often walks of its own player came to a row, where sampling goes by place; else empty."""
    guess: np.ndarray
    """(slots,) float64: the guesses of a baseline, values to player 0; else empty."""


@njit
def weight_of(power, exponent, t):
    """Return what iteration t counts in the average: t ** power / 2 ** exponent."""
    if exponent == 0:
        return float(t) ** power
    return 2.0 ** (power * np.log2(float(t)) - exponent)


@njit
def update_rows(rule, t, tables, first, classes, actions, length, since, scratch):
    """Move the gains of neighbouring rows into their regrets, and match the next strategy to them.

    Parameters
    ----------
    t : int
        The iteration.
    first : int
        Entry of the first action of the first row.
    classes, actions : int
        Of the block.
    length : int
        Number of rows.
    since : int
        Iteration of their last update: later discounts are still to be applied.
    scratch : (2 * length or more,) float64
    """
    regret, gain, strategy = tables.regret, tables.gain, tables.strategy
    length, half = np.uintp(length), np.uintp(len(scratch) // 2)
    for l in range(length):
        scratch[l] = 0.0
    up = down = 1.0
    if rule.kind == DISCOUNTED and since > 0:
        up = np.exp(rule.fading[0, t - 1] - rule.fading[0, since - 1])
        down = np.exp(rule.fading[1, t - 1] - rule.fading[1, since - 1])
    for a in range(actions):
        e = np.uintp(first + a * classes)
        if rule.kind == RM:
            for l in range(length):
                regret[e + l] += gain[e + l]
        elif rule.kind == LINEAR:
            for l in range(length):
                regret[e + l] += t * gain[e + l]
        elif rule.kind == DISCOUNTED:
            for l in range(length):
                r = regret[e + l]
                regret[e + l] = r * (up if r > 0 else down) + gain[e + l]
        else:
            for l in range(length):
                r = regret[e + l] + gain[e + l]
                regret[e + l] = r if r > 0 else 0.0
        guess = 1.0 if rule.kind == PREDICTIVE else 0.0
        for l in range(length):
            r = regret[e + l] + guess * gain[e + l]
            r = r if r > 0 else 0.0
            strategy[e + l] = r
            scratch[l] += r
            gain[e + l] = 0.0
    normalise(strategy, first, classes, actions, length, scratch, half, rule.nothing)


@njit
def normalise(strategy, first, classes, actions, length, total, half, nothing):
    """Divide the actions of each row by their sum, `total`; make rows up to `nothing` uniform."""
    for l in range(length):
        none = total[l] <= nothing
        total[half + l] = 1.0 / actions if none else 0.0
        total[l] = 0.0 if none else 1.0 / total[l]
    for a in range(actions):
        e = np.uintp(first + a * classes)
        for l in range(length):
            strategy[e + l] = strategy[e + l] * total[l] + total[half + l]


@njit(forceinline=True)
def update_listed(rule, t, tables, visited, count):
    """Do what `update_rows` does, for the rows that a walk has listed."""
    regret, gain, strategy, seen = tables.regret, tables.gain, tables.strategy, tables.seen
    kind = rule.kind
    for v in range(count):
        entry, classes, actions, row = visited[v, 0], visited[v, 1], visited[v, 2], visited[v, 3]
        up = down = 1.0
        if kind == DISCOUNTED:
            if seen[row] > 0:
                up = np.exp(rule.fading[0, t - 1] - rule.fading[0, seen[row] - 1])
                down = np.exp(rule.fading[1, t - 1] - rule.fading[1, seen[row] - 1])
            seen[row] = t
        total = 0.0
        for a in range(actions):
            e = np.uintp(entry + a * classes)
            r, d = regret[e], gain[e]
            gain[e] = 0.0
            if kind == RM:
                r += d
            elif kind == DISCOUNTED:
                r = r * (up if r > 0 else down) + d
            elif kind in (RM_PLUS, PREDICTIVE):
                r += d
                r = r if r > 0 else 0.0
            else:
                r += t * d
            regret[e] = r
            if kind == PREDICTIVE:
                r += d
            r = r if r > 0 else 0.0
            strategy[e] = r
            total += r
        for a in range(actions):
            e = np.uintp(entry + a * classes)
            strategy[e] = strategy[e] / total if total > rule.nothing else 1.0 / actions
