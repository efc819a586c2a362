"""What becomes of an information set's regrets after a walk: see `cfrlib.regret`, where the rules are data."""

import numpy as np


def after_adding(rule, regret, instantaneous, t):
    """Return the regrets after adding the instantaneous ones of iteration t, and what regret matching looks at."""
    try:
        instantaneous = t**rule.gain * instantaneous
    except OverflowError:
        takes = "it takes a smaller power of t"
        raise ValueError(f"regret={str(rule)!r}: in iteration {t:,} no number can hold a gain; {takes}") from None
    regret = regret + instantaneous
    if rule.floor is not None:
        regret = np.maximum(regret, rule.floor)
    if rule.prediction == 0:
        return regret, regret
    kept = discounted(rule, regret, t, t + 1) if rule.after else regret
    return regret, kept + rule.prediction * instantaneous


def discounted(rule, regret, updated, t):
    """Return the regrets in iteration t with the discounts of all iterations since they were updated (0: never)."""
    if not rule.discounts or t <= max(updated, 1):
        return regret
    positive, negative = rule.factors(max(updated, 1), t - 1).prod(axis=1)
    return np.where(regret > 0, regret * positive, regret * negative)
