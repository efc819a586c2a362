r"""How regrets become the next strategy, and how strategies are averaged.

A walk of iteration t finds gains g(I, a), estimates of the counterfactual regret. The table R then changes like this:

=============  ====================================================  =============================================
rule           table                                                 source
=============  ====================================================  =============================================
rm             R + g                                                 Zinkevich et al. 2007
rm+            max(R + g, 0)                                         Tammelin 2014
linear         R + t g                                               Brown and Sandholm 2019
discounted     R d + g, d = s^a / (s^a + 1) with s = t - 1,          Brown and Sandholm 2019
               a = alpha where R > 0, else beta
predictive     max(R + g, 0), and the strategy is matched to         Farina, Kroer and Sandholm 2021
               max(R + g + g, 0): the next gain is guessed to be
               the last one
=============  ====================================================  =============================================

The next strategy is in proportion to the positive part of R (regret matching). Under sampling only visited rows change;
discounts and weights count iterations, so what a row has missed is made up when it is visited.

In the average, the strategy of iteration t counts t^power: uniform 0, linear 1, quadratic 2. (Discounted CFR's gamma is
this power.)
"""

import math
from dataclasses import dataclass

import numpy as np

from cfrlib._util.arguments import is_number, number, one_of, said

NAMES = ("rm", "rm+", "linear", "discounted", "predictive")
POWERS = {"uniform": 0.0, "linear": 1.0, "quadratic": 2.0}
UNVISITED = ("stochastic", "lazy", "optimistic")
HIGHEST = 1000
"""Power of t in the average."""
STEPS = {"float64": 512, "float32": 64}
"""Powers of two by which weights of the average grow before they are divided; half of what the numbers hold."""


@dataclass(frozen=True)
class RegretRule:
    """One row of the table above; `alpha` and `beta` belong to "discounted"."""

    name: str
    alpha: float = 1.5
    beta: float = 0.0

    def __post_init__(self):
        one_of("regret", self.name, NAMES)
        for parameter in ("alpha", "beta"):
            value = number(parameter, getattr(self, parameter), "a number; infinity is one", -np.inf, np.inf)
            object.__setattr__(self, parameter, value)

    def __str__(self):
        return f"discounted({self.alpha:g}, {self.beta:g})" if self.name == "discounted" else self.name

    def fading(self, iterations):
        """Return the logarithms of the products of all discounts up to each iteration: (2, iterations + 1) float64."""
        if self.name != "discounted":
            return np.zeros((2, 1))
        s = np.arange(1, iterations + 1, dtype=float)
        result = np.zeros((2, iterations + 1))
        for row, exponent in zip(result, (self.alpha, self.beta), strict=True):
            with np.errstate(over="ignore", divide="ignore"):
                discounts = -np.log1p(s**-exponent)
            np.cumsum(np.maximum(discounts, -700.0), out=row[1:])
        return result


def discounted(alpha=1.5, beta=0.0):
    """Return the rule that discounts positive regrets by t^alpha / (t^alpha + 1), negative ones with beta."""
    return RegretRule("discounted", alpha, beta)


def regret_rule(value):
    """Return the rule of this name, or the rule itself."""
    if isinstance(value, RegretRule):
        return value
    return RegretRule(one_of("regret", value, NAMES))


@dataclass(frozen=True)
class Averaging:
    """How strategies are averaged.

    Parameters
    ----------
    power : float
        Iteration t counts t^power.
    unvisited : {"stochastic", "lazy", "optimistic"}
        What makes up for information sets that a sampled walk does not visit: dividing by the probability of the visit;
        pushing the missed weights down exactly when a walk comes by (Lanctot et al. 2009); or taking the strategy of
        the visit for all iterations since the last.
    """

    power: float = 0.0
    unvisited: str = "stochastic"

    def __post_init__(self):
        object.__setattr__(self, "power", power_of_t("power", self.power))
        one_of("unvisited", self.unvisited, UNVISITED)

    def weight(self, t, dtype="float64"):
        """Return what iteration t counts: t^power / 2^exponent."""
        exponent = self.exponent(t, dtype)
        return float(t) ** self.power if exponent == 0 else 2.0 ** (self.power * math.log2(t) - exponent)

    def exponent(self, t, dtype="float64"):
        """Return the power of two that weights and sums are divided by in iteration t, so that they stay finite.

        It grows by steps, with t alone: t^power / 2^exponent is always from 1 to `STEPS`. Dividing by a power of two is
        exact, and no probability sees it. Powers up to 2 never need it.
        """
        if self.power <= 2 or t <= 1:
            return 0
        return int(self.power * math.log2(t) // STEPS[dtype]) * STEPS[dtype]

    def rescale(self, sums, done, t, dtype="float64"):
        """Divide, in place, arrays that sum up strategies to iteration `done`, as the weight of iteration t is."""
        growth = self.exponent(t, dtype) - self.exponent(done, dtype)
        for array in sums if growth else ():
            np.ldexp(array, -growth, out=array)

    def stretch(self, first, last, dtype="float64"):
        """Return the last iteration, at most `last`, up to which the exponent is that of iteration `first`."""
        exponent = self.exponent(first, dtype)
        if self.exponent(last, dtype) == exponent:
            return last
        low, high = first, last  # the exponents of these differ
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.exponent(middle, dtype) == exponent else (low, middle)
        return low

    def __str__(self):
        names = {power: name for name, power in POWERS.items()}
        weight = names.get(self.power, f"t^{self.power:g}")
        return weight if self.unvisited == "stochastic" else f"{weight} {self.unvisited}"


def power_of_t(name, value):
    """Return `value` as a float if it is a power of t that an average can have, else raise ValueError."""
    return number(name, value, f"a power of t, from 0 to {HIGHEST}", 0, HIGHEST)


def averaging(value):
    """Return the averaging of this description: a weight, a way with unvisited sets, or both, such as "linear lazy".

    A number is a power of t.
    """
    if isinstance(value, Averaging):
        return value
    if is_number(value) and 0 <= value <= HIGHEST:
        return Averaging(float(value))
    words = value.split() if isinstance(value, str) else []
    weights = [w for w in words if w in POWERS]
    ways = [w for w in words if w in UNVISITED]
    if not words or len(weights) + len(ways) < len(words) or len(weights) > 1 or len(ways) > 1:
        raise ValueError(
            f"average={said(value)}: it takes one of {', '.join(map(repr, POWERS))}, under sampling one of "
            f"{', '.join(map(repr, UNVISITED))} or both ('linear lazy'), or the power of t as a number from 0 to "
            f"{HIGHEST}"
        )
    return Averaging(POWERS[weights[0]] if weights else 0.0, ways[0] if ways else "stochastic")
