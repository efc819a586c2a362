"""Checks of lesson 08: averages and rules of the CFR family."""

import numpy as np

from cfrlib.engine import CFR
from cfrlib.games import kuhn, leduc
from cfrlib.lessons.verdict import Case, Wrong, as_numbers, call, check, compare, likely, returned, tried_on
from cfrlib.regret import RegretRule
from cfrlib.textbook import match_regrets

SIGMA = np.array([[1, 0], [0.5, 0.5], [0, 1], [0.25, 0.75]])


@tried_on({
    "uniform weights, always reached": (SIGMA, np.ones(4), 0),
    "linear weights, always reached": (SIGMA, np.ones(4), 1),
    "uniform weights, seldom reached at first": (SIGMA, [0.1, 0.5, 1, 1], 0),
    "quadratic weights, reached by turns": (SIGMA, [1, 0, 1, 0.5], 2),
    "never reached": (SIGMA, np.zeros(4), 1),
    "three actions, never reached": (np.eye(3), np.zeros(3), 0),
}, arrays=True)
def check_weighted_average(strategies, reach, power):
    """Check a function (strategies, reaches, power) to the average strategy at one information set."""
    t, actions = np.arange(1, len(reach) + 1), strategies.shape[1]
    weight, early = t**power * reach, (t - 1) ** power * reach
    formula = (
        "Sum t^power times reach times strategy over the iterations t = 1, 2, ...; divide by the sum of the weights."
    )
    if not weight.any():
        hint = "Where nothing was added the average is uniform; 0 divided by 0 is not."
        yield Case(np.full(actions, 1 / actions), hint, if_stopped=formula)
    else:
        yield Case(weight @ strategies / weight.sum(), formula, if_stopped=formula)
        missing = "an iteration in which the player does not get here says little about what to do here."
        yield t**power @ strategies / (t**power).sum(), f"The reach is missing: {missing}"
        yield early @ strategies / max(early.sum(), 1e-9), "You count from 0: the first iteration is t = 1."
        divide = "divide by the sum of the weights, so that the probabilities add up to 1."
        yield weight @ strategies, f"These are the sums; {divide}"
    return "Late iterations count more by the weight, and iterations that get here count more by the reach."


REGRETS = np.random.default_rng(5).integers(-8, 9, size=(6, 3)) / 2
"""Instantaneous regrets of some iterations at an information set with three actions."""


def _kept(R, s, alpha, beta):
    """Return what is left of stored regrets: s^alpha / (s^alpha + 1) of the positive ones, with beta of the others."""
    up, down = (s**power / (s**power + 1) if s > 0 else 0.0 for power in (alpha, beta))
    return np.where(R > 0, up, down) * R


@check
def check_discounted_rule(discounted_rule):
    """Check a function (alpha, beta) to a rule (R, r, t) to (stored, looked at)."""
    for name, (alpha, beta) in {
        "alpha 1.5, beta 0 (the usual ones)": (1.5, 0.0),
        "alpha 1, beta 1 (Linear CFR in other words)": (1.0, 1.0),
        "alpha 2, beta -1": (2.0, -1.0),
    }.items():
        rule, R = call(discounted_rule, name, alpha, beta), np.zeros(3)
        if not callable(rule):
            raise Wrong(f"At {name}: expected a rule(R, r, t), found {rule!r}. Define it inside and return it.")
        for t, r in enumerate(REGRETS, start=1):
            where, right = f"{name}, iteration {t}", _kept(R, t - 1, alpha, beta) + r
            first = "At t = 1 nothing is stored yet, so nothing is to be discounted." if t == 1 else ""
            answer = call(rule, where, R.copy(), r.copy(), t, hint=first)
            if not isinstance(answer, tuple | list) or len(answer) != 2:
                raise Wrong(f"At {where}: a rule returns a pair (stored, looked at), found {answer!r}.")
            slips = (
                (_kept(R, t, alpha, beta) + r,
                 "You discounted with t; the discount at iteration t is that of the iteration before, s = t - 1."),
                (_kept(R, t - 1, beta, alpha) + r, "alpha is for positive regrets, beta for the others; yours are "
                 "swapped."),
                (_kept(R + r, t, alpha, beta), "Discount what was stored before; the new regret comes in whole."),
            )  # fmt: skip
            hint = (
                "Multiply what is stored by s^alpha / (s^alpha + 1) where it is positive (beta else), s = t - 1; then "
                "add r."
            )
            compare(answer[0], right, f"{where}, what is stored", likely(answer[0], slips, hint))
            compare(answer[1], right, f"{where}, what is looked at", "This rule looks at what it stores.")
            R = right
    return "Good regrets fade slowly, bad ones quickly. With alpha = beta = 1 it plays exactly as Linear CFR does."


LENGTH, LESS = 20, 1.0
"""How many values show the bug, and how much less it must earn with them."""


def _earned(values, floored):
    """Return what a regret matcher earns whose next regrets are ``floored(R, r)``."""
    R, total = np.zeros(2), 0.0
    for v in values:
        sigma = match_regrets(R)
        total += sigma @ v
        R = floored(R, v - sigma @ v)
    return total


@check
def check_values_that_show_it(values_that_show_it):
    """Check a function without arguments to values on which a floor under each new regret earns less."""
    values = as_numbers(returned(values_that_show_it(), "your values"))
    if values is None:
        raise Wrong(f"Expected a list of {LENGTH} pairs of numbers.")
    if values.shape != (LENGTH, 2):
        raise Wrong(f"Expected {LENGTH} pairs, found an array of shape {values.shape}.")
    if not ((values >= 0) & (values <= 1)).all():
        raise Wrong("Each value is to be from 0 to 1.")
    right = _earned(values, lambda R, r: np.maximum(R + r, 0))
    wrong = _earned(values, lambda R, r: R + np.maximum(r, 0))
    if right - wrong < LESS:
        raise Wrong(
            f"With your values the floor earns {right:.2f}, and the program with the bug {wrong:.2f}. With the bug a "
            "regret never falls: let an action be good first, and then bad for long."
        )
    return f"The floor earns {right:.2f}, the bug only {wrong:.2f}: it never forgets that an action was good."


ITERATIONS, MARGIN = 1000, 0.1
"""After which rules are compared, and by which part a rule must come closer: less may be a matter of last digits."""


@check
def check_own_rule(own_rule):
    """Check a function without arguments to a rule and a power of t: on Leduc it beats Discounted CFR by a tenth."""
    answer = returned(own_rule(), "your rule")
    if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], RegretRule):
        raise Wrong(f'Expected a pair, such as (RegretRule("mine", floor=0), 2); found {answer!r}.')
    rule, power = answer
    game = leduc(suits_matter=False)
    try:
        mine = _after(CFR(game, regret=rule, average=power))
    except (TypeError, ValueError) as error:
        raise Wrong(f"At your rule: {error}") from None
    theirs = _after(CFR.discounted(game))
    if mine > (1 - MARGIN) * theirs:
        near = "A tie" if mine < (1 + MARGIN) * theirs else "Not yet"
        raise Wrong(
            f"{near}: after {ITERATIONS:,} iterations yours comes to {mine:.6f} chips, and Discounted CFR to "
            f"{theirs:.6f}. It takes at most {(1 - MARGIN) * theirs:.6f}. Start from its numbers, change one at a time."
        )
    on_kuhn, best = _after(CFR(kuhn(), regret=rule, average=power)), _after(CFR.predictive(kuhn()))
    times = f"{on_kuhn / best:,.0f} times as much as" if on_kuhn > best else "less than"
    return (
        f"It wins on Leduc: {mine:.6f} chips, and Discounted CFR {theirs:.6f}. On Kuhn poker it comes to "
        f"{on_kuhn:.1e}, {times} Predictive CFR+."
    )


def _after(solver):
    """Return the exploitability after `ITERATIONS`."""
    solver.run(ITERATIONS)
    return solver.exploitability()
