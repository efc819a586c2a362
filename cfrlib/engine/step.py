"""One step of a rule, compiled: what becomes of regrets in an iteration, and what the next strategy is matched to.

`cfrlib.regret` has the formulas, and `cfrlib.regret.RegretRule.step` the numbers of an iteration, by which the textbook
plays. Here `constants_of` makes the same numbers in a kernel, and `step` does with them what every walk does. Nothing
else in an engine changes a regret, with one exception: buckets without perfect recall get their floor after the walk. A
number that a rule gets needs a line in `Rule`, in `make_rule`, and where `constants_of` or `step` takes it; one more of
the `Constants` also in `RegretRule.step` and in the functions here that list all of them. In this file c are the
`Constants` of an iteration, r is a regret, and g what the iteration adds: weight times instantaneous regret.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.regret import Constants

ZERO_TOLERANCE = 1e-12  # times the stakes of the game where those are below 1: see `Rule.tolerance`
EMPTY = np.zeros(0)
FLOOR = Constants._fields.index("floor")


class Rule(NamedTuple):
    """How a table is updated; the numbers of `cfrlib.regret.RegretRule` and `cfrlib.regret.Averaging`."""

    power: float  # iteration t counts t ** power in the average
    discounts: bool  # whether any regret is discounted
    logarithms: np.ndarray  # (2, iterations + 1): of the discounts up to t, of regrets > 0 and < 0
    after: bool  # whether the discount comes after adding, so that it changes a prediction
    gain: float  # instantaneous regrets of iteration t count (t * unit) ** gain
    floor: float  # regrets are raised to it; -infinity is none
    prediction: float  # what the prediction that the last one comes again counts in matching
    exponent: float = 0.0  # weights of the average are divided by 2 ** exponent
    tolerance: float = ZERO_TOLERANCE
    """A sum of positive regrets up to here counts as none: what rounding leaves of actions that are worth the same is
    no reason to prefer one."""
    unit: float = 1.0  # regrets are divided by a power of two, unit ** -gain; see `Setup.regret_weights`
    weights: np.ndarray = EMPTY
    """Logarithms, base 2, of what each iteration counts in the average, from 0 on; empty if that is t ** power."""
    local: int = 0  # address of a function that makes a strategy of a row of regrets; 0 is regret matching
    parameters: np.ndarray = EMPTY  # what that function is told beside the row and the iteration
    asymmetry: float = 0.0  # what predictions are divided by at most, less 1; see `note` and `predict_anew`


IDLE = Rule(0.0, False, np.zeros((2, 1)), False, 0.0, -np.inf, 0.0)  # to compile by doing nothing


def make_rule(
    regret, average, logarithms, exponent=0.0, tolerance=ZERO_TOLERANCE, gain_exponent=0.0, weights=EMPTY, local=0
):
    """Return the `Rule` of a regret rule and an averaging rule; `local` is the address of its local update."""
    floor = -np.inf if regret.floor is None else float(regret.floor)
    power = 0.0 if len(weights) else float(average.power)
    unit = 2.0 ** (-gain_exponent / regret.gain) if gain_exponent else 1.0
    parameters = np.array(regret.parameters) if regret.parameters else EMPTY
    kept = regret.discounts, logarithms, regret.after, regret.gain, floor, regret.prediction
    scaled = float(exponent), float(tolerance), unit, weights
    return Rule(power, *kept, *scaled, local, parameters, regret.asymmetry)


@inner_njit
def weight_of(power, exponent, t, weights):
    """Return what iteration t counts in the average: t ** power / 2 ** exponent, or its entry of a table of weights."""
    if len(weights) > 0:
        return 2.0 ** (weights[t] - exponent)
    if exponent == 0:
        return float(t) ** power
    return 2.0 ** (power * np.log2(float(t)) - exponent)


@inner_njit(forceinline=True)
def discount(rule, sign, since, t):
    """Return what regrets (`sign` 0: positive, 1: negative) are multiplied by in iteration t, before it adds its own.

    `since` is the iteration of their last update, 0 for none: its discount and all later ones are still to be applied.
    """
    if not rule.discounts or since <= 0 or since >= t:
        return 1.0
    return np.exp(rule.logarithms[sign, t - 1] - rule.logarithms[sign, since - 1])


@inner_njit(forceinline=True)
def constants_of(rule, t, since):
    """Return the `Constants` of iteration t for rows that were updated last in iteration `since`, 0 for never."""
    next_up, next_down = 1.0, 1.0
    if rule.after and (rule.prediction > 0 or rule.local != 0):
        next_up, next_down = discount(rule, 0, t, t + 1), discount(rule, 1, t, t + 1)
    weight, up, down = (float(t) * rule.unit) ** rule.gain, discount(rule, 0, since, t), discount(rule, 1, since, t)
    return Constants(weight, up, down, rule.floor, rule.prediction, next_up, next_down, rule.asymmetry)


@inner_njit(forceinline=True)
def with_discounts(c, up, down):
    """Return the same `Constants` for rows of which regrets above 0 are multiplied by `up`, and others by `down`."""
    return Constants(c.weight, up, down, c.floor, c.prediction, c.next_up, c.next_down, c.asymmetry)


@inner_njit(forceinline=True)
def typed(c, number):
    """Return a `Constants` in the type of a table: else regrets in float32 would be updated in float64."""
    return Constants(
        number(c.weight), number(c.up), number(c.down), number(c.floor), number(c.prediction), number(c.next_up),
        number(c.next_down), number(c.asymmetry),
    )  # fmt: skip


@inner_njit(forceinline=True)
def write_constants(array, c):
    """Write `Constants` down, in the type of an array, for a walk that is made once for many iterations."""
    array[0], array[1], array[2], array[3], array[4], array[5], array[6], array[7] = c


@inner_njit(forceinline=True)
def read_constants(array):
    """Return what `write_constants` wrote."""
    return Constants(array[0], array[1], array[2], array[3], array[4], array[5], array[6], array[7])


@inner_njit(forceinline=True)
def raised(r, floor):
    """Return a regret, raised to the floor."""
    return r if r > floor else floor


@inner_njit(forceinline=True)
def step(r, g, c):
    """Return a regret r after an iteration that adds g, weighted: discounted, added to, and raised to the floor."""
    return raised(r * (c.up if r > 0 else c.down) + g, c.floor)


@inner_njit(forceinline=True)
def undiscounted_step(r, g, c):
    """Return what `step` does if nothing is discounted. In rows one by one that is faster: to choose one of two equal
    factors by a sign takes time, as the processor often guesses the sign wrongly."""
    return raised(r + g, c.floor)


@inner_njit(forceinline=True)
def predicted(r, g, c):
    """Return what a strategy is matched to: a regret, discounted where that comes after adding, and a prediction."""
    return r * (c.next_up if r > 0 else c.next_down) + c.prediction * g


@inner_njit(forceinline=True)
def remembers(c):
    """Return whether a rule remembers more of a row than its regrets: then `step_row` does its steps."""
    return c.asymmetry > 0


@inner_njit(forceinline=True)
def positive(x):
    """Return the positive part of a number."""
    return x if x > 0 else 0.0


@inner_njit(forceinline=True)
def weight_in_matching(r, g, c):
    """Return the number of an action in regret matching, by its regret and what was added last.

    Without a prediction it is the regret: a later discount is a common factor of positive numbers, which cancels.
    """
    return positive(r if c.prediction == 0 else predicted(r, g, c))


# Tables that have no place for the values of actions do a step in two halves: the values come one by one, and their
# mean is known when all are there. R <- max(D(R) + w (v - mean), floor) becomes R' = D(R) + w v, then max(R' - w mean,
# floor).
@inner_njit(forceinline=True)
def add_action_value(r, value, c):
    """Return a regret after the first half of a step: discounted, and the weighted value of its action added."""
    return r * (c.up if r > 0 else c.down) + c.weight * value


@inner_njit(forceinline=True)
def subtract_mean_value(r, mean, c):
    """Return it after the second half: the weighted mean of all values is taken away."""
    return raised(r - c.weight * mean, c.floor)


def constants_in(dtype, up=1.0, down=1.0):
    """Return an array for `write_constants`; until then regrets are multiplied by `up` and `down`, and added to."""
    return np.array([1, up, down, -np.inf, 0, 1, 1, 0], dtype=dtype)


def entries_remembered(regret):
    """Return how many numbers a regret rule, or None, remembers for each entry of a table; see `note`."""
    return 2 if regret is not None and regret.asymmetry else 0


def memory_of(regret, size, dtype):
    """Return what a rule remembers in a table of so many entries; nothing if the rule, or None, asks for nothing."""
    return np.zeros((2, size if entries_remembered(regret) else 0), dtype=dtype)


# With asymmetry A, a prediction counts the less, the worse predictions of this row have been. With instantaneous
# regrets g_t (weighted), regrets R_t, and sums over a row's actions b and iterations i,
#
#     error  E = sqrt(sum_{i,b} (g_i(b) - g_{i-1}(b))^2),   move  M = sqrt(sum_{i,b} (R_i(b) - R_{i-1}(b))^2),
#     strategy proportional to [R_t + p / (1 + min(E / M, A)) g_t]^+ , where E / M counts as A if M is 0.
#
# E and M grow by one square at a time, as hypotenuses.
@inner_njit
def note(memory, first, stride, a, g, move):
    """Note the last instantaneous regret g of action a of a row, how wrongly it was predicted, and its regret's move.

    `memory`, (2, entries): its first part has the last g of each action; its second part has E at the row's first
    action and M at its second one, so the row needs two. Their squares might be too large or too small for float32.
    """
    second, e = np.uintp(first + stride), np.uintp(first + a * stride)
    first, error = np.uintp(first), float(g) - memory[0, e]
    memory[0, e] = g
    memory[1, first] = np.hypot(memory[1, first], error)
    memory[1, second] = np.hypot(memory[1, second], move)


@inner_njit
def predict_anew(memory, regret, matched, first, stride, actions, c):
    """Write to `matched` the positive parts of a row's regrets plus its prediction, damped by how bad those were."""
    errors, moves, most = memory[1, np.uintp(first)], memory[1, np.uintp(first + stride)], c.asymmetry
    prediction = c.prediction / (1.0 + (errors / moves if errors < most * moves else most))
    for a in range(actions):
        e = np.uintp(first + a * stride)
        matched[e] = positive(regret[e] * (c.next_up if regret[e] > 0 else c.next_down) + prediction * memory[0, e])


@inner_njit(forceinline=True)
def step_row(c, discounts, stored, tables, place, values, x, mean):
    """Do the step of one row, with instantaneous regrets x (values - mean); then all values are 0.

    `tables` are the regrets, the numbers that strategies are matched to, and the memory of `note`; `place` is the first
    entry, the stride to the next action, and the number of actions; `values` are an array, the place of the first
    action's, and the distance to the next. Where strategies are `stored`, `matched` is their table, to be normalized by
    the caller. Else they are matched on each read, and `matched` is written only where something is predicted.

    `values` may be `matched` at the same entries: each value is read and zeroed before `matched` is written there.
    """
    (regret, matched, memory), (entry, stride, actions), (values, first, distance) = tables, place, values
    adapts, plain = remembers(c) and actions > 1, c.prediction == 0 and c.next_up == 1 and c.next_down == 1
    for a in range(actions):
        e, v = np.uintp(entry + a * stride), np.uintp(first + a * distance)
        g = c.weight * regret.dtype.type(0.0 + x * (values[v] - mean))  # 0.0 + makes -0.0 positive
        values[v] = 0.0
        before = regret[e]
        regret[e] = step(before, g, c) if discounts else undiscounted_step(before, g, c)
        r = regret[e]  # as it is stored
        if adapts:
            note(memory, entry, stride, a, g, r - before)
        if stored:
            matched[e] = r if plain else predicted(r, g, c)
        elif not plain:
            matched[e] = positive(predicted(r, g, c))
    if adapts:
        predict_anew(memory, regret, matched, entry, stride, actions, c)


@inner_njit(forceinline=True)
def constants_since(rule, c, last_update, row, t):
    """Return the `Constants` of a row by when it was updated last, and note that it is now."""
    if not rule.discounts:
        return c
    since = last_update[row]
    last_update[row] = t
    return with_discounts(c, discount(rule, 0, since, t), discount(rule, 1, since, t))
