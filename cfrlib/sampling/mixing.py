"""Mixed sampling (Meyer 2021): two schemes that take turns by iteration, by node or by place in the tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cfrlib._util.arguments import GREATEST, flag, is_number, numbers, one_of, pair, positive, said
from cfrlib.sampling.schemes import SCHEMES, Scheme, os, row

if TYPE_CHECKING:
    import numpy as np


class _Coin:
    """Two schemes, `first` and `second`, and a probability of the first."""

    samples_actions = samples_something = True

    @property
    def name(self) -> str:
        """What a repr calls it."""
        return f"mixed({self.first}, {self.second})"

    @property
    def samples_opponent(self) -> bool:
        """Whether some walks leave out actions of the opponent."""
        return self.first.samples_opponent or self.second.samples_opponent

    @property
    def average_at(self) -> str:
        """The player whose strategy a walk adds to the average; see `Scheme.average_at`."""
        return "opponent" if self.samples_opponent else "own"

    def __str__(self):
        return self.name

    def probabilities(self, t: int, iterations: int) -> np.ndarray:
        """Return the probabilities of `first` in so many iterations from `t` on: (iterations,) float64 from 0 to 1."""
        chance = self.probability if callable(self.probability) else lambda _: self.probability
        takes = "what is, or gives, numbers from 0 to 1"
        values = numbers("probability", [chance(s) for s in range(t, t + iterations)], takes)
        if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
            raise ValueError(f"probability={said(self.probability)}: it takes {takes}")
        return values


@dataclass(frozen=True)
class Mixed(_Coin):
    """Mixed sampling (Meyer 2021): a coin for each walk decides between two schemes that sample all chance.

    Parameters
    ----------
    first, second : str or Scheme
        Of cs, es, robust and os, with whatever parameters.
    probability : float or callable
        Of `first`: fixed, or a function of the iteration (from 1).
    per_node : bool
        Whether the coin is thrown anew at every decision instead.
    scale : {"one", "published"}
        How much each scheme adds to the average. By default the one weight rule holds for both, so that it does not
        matter which of them came along. "published" is for external and outcome sampling, each as its papers and
        OpenSpiel have it, and probably the thesis: outcome sampling divides by the whole probability of its path, that
        of the deal included, so its part counts one over that probability times as much (on Leduc 30 in the first round
        and 120 in the second); and each keeps its part where that is customary, external sampling at the opponent's
        nodes, outcome sampling at its own.

    Raises
    ------
    ValueError
        If a scheme does not sample all chance, or has no published scale; or the probability is not from 0 to 1.

    Examples
    --------
    >>> str(Mixed("es", "os", 0.1))
    'mixed(es, os(epsilon=0.6))'
    """

    first: str | Scheme
    second: str | Scheme
    probability: float | Callable[[int], float]
    per_node: bool = False
    scale: str = "one"

    def __post_init__(self):
        for part in ("first", "second"):
            try:
                scheme = row(getattr(self, part))
            except ValueError as error:
                raise ValueError(f"{error} ({part})") from None
            object.__setattr__(self, part, scheme)
            if "all" in scheme.chance:
                raise ValueError(f"{part}={scheme}: mixing takes schemes that sample all chance: cs es robust os")
            if scheme.draws != "independent":
                raise ValueError(f"{part}={scheme}: mixing takes schemes that draw cards: cs es robust os")
        if not callable(self.probability):
            self.probabilities(1, 1)
        flag("per_node", self.per_node)
        one_of("scale", self.scale, ("one", "published"))
        parts = {(part.own_actions, part.opponent_actions) for part in (self.first, self.second)}
        if self.scale == "published" and parts != {("all", "one"), ("one", "one")}:
            takes = "external and outcome sampling, whose customary scales are known"
            raise ValueError(f"scale='published' with {self.first} and {self.second}: it takes {takes}")

    @property
    def name(self) -> str:
        """What a repr calls it."""
        return super().name[:-1] + (", published scale)" if self.scale == "published" else ")")

    @property
    def average_at(self) -> str:
        """The player whose strategy a walk adds to the average; "custom" if that depends on the scheme."""
        return "custom" if self.scale == "published" else super().average_at


@dataclass(frozen=True)
class _Falling:
    """A probability that falls with the iterations, from 1 on."""

    iterations: float

    def __post_init__(self):
        positive("iterations", self.iterations)


class Linear(_Falling):
    """A probability that falls in a straight line from 1, in the first iteration, to 0 after so many."""

    def __call__(self, t: int) -> float:
        return max(0.0, 1 - (t - 1) / self.iterations)


class HalfLife(_Falling):
    """A probability that is 1 in the first iteration and halves every so many iterations."""

    def __call__(self, t: int) -> float:
        return 0.5 ** ((t - 1) / self.iterations)


@dataclass(frozen=True)
class Confidence:
    """When the average at an information set is trusted: a rule of `after`, `half_life` or `visits`."""

    rule: str
    number: float

    def __post_init__(self):
        one_of("rule", self.rule, ("after", "half_life", "visits"))
        if self.rule == "half_life":
            positive("iterations", self.number)
        elif not is_number(self.number) or not (0 <= self.number <= GREATEST or self.number == math.inf):
            argument = {"after": "iteration", "visits": "number"}[self.rule]
            raise ValueError(f"{self.rule}({said(self.number)}): {argument} takes a number from 0")

    def __str__(self):
        return f"{self.rule}({self.number:g})"

    def doubt(self, t: int) -> float:
        """Return the probability that nothing is trusted in iteration t."""
        if self.rule == "half_life":
            return 2 ** (-t / self.number)
        return float(self.rule == "after" and t <= self.number)

    @property
    def visits(self) -> float:
        """How often an information set must have been visited before."""
        return self.number if self.rule == "visits" else 0


def after(iteration: float) -> Confidence:
    """Return the rule for `ByPlace` that trusts no average up to this iteration, and all of them afterwards."""
    return Confidence("after", iteration)


def half_life(iterations: float) -> Confidence:
    """Return the rule for `ByPlace` that trusts no average in iteration t with probability 2^(-t / iterations).

    It decides for whole iterations: in the others all averages are trusted.
    """
    return Confidence("half_life", iterations)


def visits(number: float) -> Confidence:
    """Return the rule for `ByPlace` that trusts the average at an information set after more visits than `number`."""
    return Confidence("visits", number)


@dataclass(frozen=True)
class ByPlace(_Coin):
    """External sampling that tries a single action where the average strategy seems clear (Meyer 2021, section 5.3).

    Parameters
    ----------
    confident : Confidence
        When to trust the average: `after`, `half_life` or `visits`.
    cutoff : pair of float
        Parameters of the beta distribution from which each visit draws what probability of an action is clear.
    epsilon : float
        A single action is drawn from ``epsilon * uniform + (1 - epsilon) * strategy``.

    Examples
    --------
    >>> str(ByPlace(visits(100)))
    'by place(visits(100))'
    """

    confident: Confidence
    cutoff: tuple[float, float] = (60, 10)
    epsilon: float = 0.6

    first = SCHEMES["es"]

    def __post_init__(self):
        if not isinstance(self.confident, Confidence):
            raise ValueError(f"confident={said(self.confident)}: it takes after(n), half_life(n) or visits(n)")
        both = pair("cutoff", self.cutoff, "the two parameters of a beta distribution")
        object.__setattr__(self, "cutoff", tuple(positive("cutoff", parameter) for parameter in both))
        os(self.epsilon)

    @property
    def second(self) -> Scheme:
        """The scheme of clear places."""
        return os(self.epsilon)

    @property
    def name(self) -> str:
        """What a repr calls it."""
        return f"by place({self.confident})"

    @property
    def probability(self) -> Callable[[int], float]:
        """The probability of `first` at every place, as a function of the iteration."""
        return self.confident.doubt
