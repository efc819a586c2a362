"""What becomes of an information set's regrets after a walk: the rows of the table in `cfrlib.regret`."""

import numpy as np


def with_gain(rule, regret, gain, t):
    """Return the regrets after a gain, and what regret matching looks at.

    Parameters
    ----------
    rule : cfrlib.regret.RegretRule
    regret : array
        Cumulative regret of each action, already discounted.
    gain : array
        What the walk of iteration t has found.
    t : int
        From 1.
    """
    match rule.name:
        case "rm" | "discounted":
            regret = regret + gain
        case "linear":
            regret = regret + t * gain
        case "rm+":
            regret = np.maximum(regret + gain, 0.0)
        case "predictive":
            regret = np.maximum(regret + gain, 0.0)
            return regret, regret + gain
        case _:
            raise ValueError(f"regret={rule.name!r}: what it makes of a gain is not written down here")
    return regret, regret


def discounted(rule, regret, updated, t):
    """Return the regrets in iteration t with the discounts of all iterations since they were updated (0: never)."""
    if rule.name != "discounted":
        return regret
    s = np.arange(max(updated, 1), t, dtype=float)
    positive, negative = (np.prod(s**power / (s**power + 1)) for power in (rule.alpha, rule.beta))
    return np.where(regret > 0, regret * positive, regret * negative)
