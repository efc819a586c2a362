"""Checks of notebook 08: averages, bounds and rules of the CFR family."""

import numpy as np

from cfrlib.course.exercises.verdict import Wrong, call, check, compare, likely, try_out


def gains(count=6, seed=5):
    """Return regrets of some iterations at one information set with three actions: (count, 3) array."""
    return np.random.default_rng(seed).integers(-8, 9, size=(count, 3)) / 2


@check
def check_overall_regret(overall_regret):
    """Check a function (values, strategies) to the average overall regret at a single decision."""
    cases = {
        "two iterations of two actions": ([[1, 0], [0, 3]], [[0.5, 0.5], [1, 0]]),
        "a player who always took the best action": ([[2, 0], [4, 1]], [[1, 0], [1, 0]]),
        "a player who changed at the right time": ([[2, 0], [0, 2]], [[1, 0], [0, 1]]),
        "four iterations of three actions": (gains(4, 1), np.full((4, 3), 1 / 3)),
    }
    for name, (values, strategies) in cases.items():
        v, sigma = np.array(values, dtype=float), np.array(strategies, dtype=float)
        played = (v * sigma).sum(axis=1)
        right = v.mean(axis=0).max() - played.mean()
        hint = (
            "Average each action's value over time first, take the best action, then subtract the average of "
            "what was earned."
        )
        best = "You took the best action of each iteration; the comparison is with one action for all iterations."
        earned = "What was earned: multiply values and strategies iteration by iteration, and average afterwards."
        slips = (
            ((v.max(axis=1) - played).mean(), best),
            (v.sum(axis=0).max() - played.sum(), "That is the sum; average overall regret divides by the number of "
             "iterations."),
            (max(right, 0), "No clipping here: overall regret can be negative."),
            (v.mean(axis=0).max() - v.mean(axis=0) @ sigma.mean(axis=0), earned),
        )  # fmt: skip
        try_out(overall_regret, name, v.copy(), sigma.copy(), right=right, slips=slips, hint=hint)
    return (
        "One fixed action in hindsight against what was earned; whoever changes at the right time can have "
        "negative regret."
    )


@check
def check_iterations_needed(iterations_needed):
    """Check a function (delta, infosets, actions, epsilon) to the smallest T at which Theorem 4 guarantees epsilon."""
    cases = {
        "one decision of three actions, 0.3 chips": (2, 1, 3, 0.3),
        "one decision of four actions, where it comes out even": (2, 1, 4, 0.5),
        "Kuhn poker, 0.13 chips": (4, 6, 2, 0.13),
        "Leduc, 0.07 chips": (26, 144, 3, 0.07),
    }
    for name, case in cases.items():
        delta, infosets, actions, epsilon = case
        exact = (delta * infosets / epsilon) ** 2 * actions
        right = int(np.ceil(exact * (1 - 1e-12)))
        found = call(iterations_needed, name, *case)
        hint = "Set the bound equal to epsilon and solve for T: T = (delta |I| sqrt(|A|) / epsilon)^2, rounded up."
        whole, squared = "It takes a whole number of iterations: round up.", (delta * infosets * actions / epsilon) ** 2
        slips = (
            (squared, "The number of actions stands under a square root in the bound: it is not squared."),
            (np.floor(exact), whole),
            (exact, whole),
            (right + 1, "One too many: here the bound is epsilon exactly at the T before."),
        )
        near = isinstance(found, int | float) and abs(found - exact**0.5) < 1
        why = "The bound falls with the square root of T: square it." if near else likely(found, slips, hint)
        compare(found, right, name, why)
    return "Ten times the accuracy, a hundred times the iterations. The theorem promises; practice is far quicker."


@check
def check_weighted_average(weighted_average):
    """Check a function (strategies, reaches, power) to the average strategy at one information set."""
    sigma = np.array([[1, 0], [0.5, 0.5], [0, 1], [0.25, 0.75]])
    cases = {
        "uniform weights, always reached": (sigma, [1, 1, 1, 1], 0),
        "linear weights, always reached": (sigma, [1, 1, 1, 1], 1),
        "uniform weights, seldom reached at first": (sigma, [0.1, 0.5, 1, 1], 0),
        "quadratic weights, reached by turns": (sigma, [1, 0, 1, 0.5], 2),
        "never reached": (sigma, [0, 0, 0, 0], 1),
        "three actions, never reached": (np.eye(3), [0, 0, 0], 0),
    }
    for name, (strategies, reaches, power) in cases.items():
        reach, t = np.array(reaches, dtype=float), np.arange(1, len(reaches) + 1)
        weight = t**power * reach
        uniform = np.full(strategies.shape[1], 1 / strategies.shape[1])
        right = weight @ strategies / weight.sum() if weight.any() else uniform
        found = call(
            weighted_average, name, strategies.copy(), reach.copy(), power,
            hint="Sum t^power times reach times strategy over t = 1, 2, ...; divide by the sum of the weights.",
        )  # fmt: skip
        hint = (
            "Sum t^power times reach times strategy over the iterations t = 1, 2, ...; divide by the sum of "
            "the weights."
        )
        early = (t - 1) ** power * reach
        slips = (
            (t**power @ strategies / (t**power).sum(), "The reach is missing: an iteration in which the player does "
             "not get here says little about what to do here."),
            (early @ strategies / max(early.sum(), 1e-9), "You count from 0: the first iteration is t = 1."),
            (weight @ strategies, "These are the sums; divide by the sum of the weights, so that the probabilities "
             "add up to 1."),
        )  # fmt: skip
        nothing = "Where nothing was added the average is uniform; 0 divided by 0 is not."
        compare(found, right, name, likely(found, slips, hint) if weight.any() else nothing)
    return "Late iterations count more by the weight, and iterations that get here count more by the reach."


@check
def check_discounted_rule(discounted_rule):
    """Check a function (alpha, beta) to a rule (R, r, t) to (stored, looked at)."""
    cases = {
        "alpha 1.5, beta 0 (the usual ones)": (1.5, 0.0),
        "alpha 1, beta 1 (Linear CFR in other words)": (1.0, 1.0),
        "alpha 2, beta -1": (2.0, -1.0),
    }
    for name, (alpha, beta) in cases.items():
        rule, R, expected = call(discounted_rule, name, alpha, beta), np.zeros(3), np.zeros(3)
        if not callable(rule):
            raise Wrong(f"At {name}: expected a rule(R, r, t), found {rule!r}. Define it inside and return it.")
        for t, r in enumerate(gains(), start=1):
            where = f"{name}, iteration {t}"
            before = expected
            keep_up, keep_down = _keep(t - 1, alpha), _keep(t - 1, beta)
            expected = np.where(before > 0, keep_up, keep_down) * before + r
            found = call(
                rule, where, R.copy(), r.copy(), t,
                hint="At t = 1 nothing is stored yet, so nothing is to be discounted." if t == 1 else "",
            )  # fmt: skip
            if not isinstance(found, tuple | list) or len(found) != 2:
                raise Wrong(f"At {where}: a rule returns a pair (stored, looked at), found {found!r}.")
            hint = (
                "Multiply what is stored by s^alpha / (s^alpha + 1) where it is positive (beta else), s = t - "
                "1; then add r."
            )
            late = np.where(before > 0, _keep(t, alpha), _keep(t, beta)) * before + r
            swapped = np.where(before > 0, keep_down, keep_up) * before + r
            after = before + r
            after = np.where(after > 0, _keep(t, alpha), _keep(t, beta)) * after
            too_late = "You discounted with t; the discount at iteration t is that of the iteration before, s = t - 1."
            slips = (
                (late, too_late),
                (swapped, "alpha is for positive regrets, beta for the others; yours are swapped."),
                (after, "Discount what was stored before; the new regret comes in whole."),
            )
            compare(found[0], expected, f"{where}, what is stored", likely(found[0], slips, hint))
            compare(found[1], expected, f"{where}, what is looked at", "This rule looks at what it stores.")
            R = np.array(found[0], dtype=float)
    return "Good regrets fade slowly, bad ones quickly. With alpha = beta = 1 it plays exactly as Linear CFR does."


def _keep(s, power):
    """Return s^power / (s^power + 1), the part of a stored regret that is kept."""
    return s**power / (s**power + 1) if s > 0 else 0.0
