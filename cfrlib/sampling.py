"""The table of switches: which events a walk enumerates, and which it samples.

Each published method is a row of five answers, "all" or "one" (or a number of the walking player's actions): for the
private chance of the walking player, that of the opponent, public chance, the walking player's actions and the
opponent's. One weight rule then makes all rows unbiased: an enumerated event multiplies reach by its probability, a
sampled one by probability over sampling probability. A new method is a new row::

    mine = Scheme("mine", own_private="all", opponent_private="one", public="all")
    cfrlib.CFR(game, sampling=mine)
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from numbers import Integral, Real

import numpy as np

from cfrlib.arguments import one_of, positive, whole


@dataclass(frozen=True)
class Scheme:
    """A row of the table.

    Parameters
    ----------
    name : str
    own_private, opponent_private, public : {"all", "one"}
        Chance: private outcomes of the walking player and of the opponent, public outcomes.
    own_actions : {"all", "one"} or int
        Of the walking player: all, one drawn from ``epsilon * uniform + (1 - epsilon) * strategy``, or so many drawn
        uniformly without replacement.
    opponent_actions : {"all", "one"}
        One is drawn from the opponent's strategy.
    epsilon : float
        Exploration, where one own action is sampled.

    Raises
    ------
    ValueError
        If a switch is unknown, or actions are sampled for many private outcomes at once.
    """

    name: str
    own_private: str = "all"
    opponent_private: str = "all"
    public: str = "all"
    own_actions: str | int = "all"
    opponent_actions: str = "all"
    epsilon: float = 0.6

    def __post_init__(self):
        for switch in ("own_private", "opponent_private", "public", "opponent_actions"):
            one_of(switch, getattr(self, switch), ("all", "one"))
        if self.own_actions not in ("all", "one"):
            if not isinstance(self.own_actions, Integral):
                raise ValueError(f"own_actions={self.own_actions!r}: it takes 'all', 'one' or a number of actions")
            whole("k", self.own_actions, 1)
        if isinstance(self.epsilon, bool) or not isinstance(self.epsilon, Real) or not 0 < self.epsilon <= 1:
            raise ValueError(
                f"epsilon={self.epsilon!r}: it takes a number above 0 and up to 1; with 0 an action that the "
                "strategy avoids would never be tried again, and the regrets would be biased"
            )
        if self.samples_actions and "all" in self.chance:
            raise ValueError(
                f"sampling={self.name!r}: it samples actions for many private outcomes at once, which would need one "
                "public sampling policy for all of them; it takes 'one' for all three kinds of chance"
            )

    @property
    def chance(self):
        """The first three switches."""
        return self.own_private, self.opponent_private, self.public

    @property
    def samples_actions(self):
        """Whether walks leave actions out."""
        return self.own_actions != "all" or self.opponent_actions != "all"

    @property
    def samples_something(self):
        """Whether any event is sampled."""
        return self.samples_actions or "one" in self.chance

    @property
    def average_in(self):
        """Whose strategy a walk adds to the average: as the papers do."""
        return "opponent" if self.opponent_actions == "one" and self.own_actions != "one" else "own"

    def __str__(self):
        if self.own_actions == "one":
            return f"{self.name}(epsilon={self.epsilon:g})"
        if isinstance(self.own_actions, Integral):
            return f"{self.name}(k={self.own_actions})"
        return self.name


def os(epsilon=0.6):
    """Return outcome sampling: one of everything, a single path (Lanctot et al. 2009)."""
    return Scheme("os", "one", "one", "one", "one", "one", epsilon)


def robust(k=2):
    """Return robust sampling: k own actions, one opponent's action (Li et al. 2018); all k is external sampling."""
    return Scheme("robust", "one", "one", "one", whole("k", k, 1), "one")


SCHEMES = {
    "vanilla": Scheme("vanilla"),
    "pcs": Scheme("pcs", public="one"),
    "opcs": Scheme("opcs", opponent_private="one", public="one"),
    "spcs": Scheme("spcs", own_private="one", public="one"),
    "cs": Scheme("cs", "one", "one", "one"),
    "es": Scheme("es", "one", "one", "one", "all", "one"),
    "robust": robust(),
    "os": os(),
}


@dataclass(frozen=True)
class Mixed:
    """Mixed sampling (Meyer 2021): a coin for each walk decides between two schemes that sample all chance.

    Parameters
    ----------
    first, second : str or Scheme
    probability : number or callable
        Of `first`: fixed, or a function of the iteration (from 1).
    per_node : bool
        Whether the coin is thrown anew at every decision instead.
    """

    first: Scheme
    second: Scheme
    probability: float | Callable
    per_node: bool = False

    def __post_init__(self):
        for part in ("first", "second"):
            object.__setattr__(self, part, scheme(getattr(self, part)))
            if isinstance(getattr(self, part), Mixed) or "all" in getattr(self, part).chance:
                raise ValueError(
                    f"{part}={getattr(self, part)}: mixing takes schemes that sample all chance: cs es robust os"
                )
        if not callable(self.probability):
            self.probabilities(1, 1)

    @property
    def name(self):
        """What a repr calls it."""
        return f"mixed({self.first}, {self.second})"

    average_in = "own"
    samples_actions = samples_something = True

    def __str__(self):
        return self.name

    def probabilities(self, t, iterations):
        """Return the probability of `first` in iterations t, t + 1, ..."""
        values = [
            self.probability(s) if callable(self.probability) else self.probability for s in range(t, t + iterations)
        ]
        values = np.array(values, dtype=float)
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError(f"probability={self.probability!r}: it takes, or gives, numbers from 0 to 1")
        return values


@dataclass(frozen=True)
class Linear:
    """A probability that goes from 1 to 0 in a straight line, in so many iterations."""

    iterations: float

    def __post_init__(self):
        positive("iterations", self.iterations)

    def __call__(self, t):
        return max(0.0, 1 - (t - 1) / self.iterations)


@dataclass(frozen=True)
class HalfLife:
    """A probability that starts at 1 and halves every so many iterations."""

    iterations: float

    def __post_init__(self):
        positive("iterations", self.iterations)

    def __call__(self, t):
        return 0.5 ** ((t - 1) / self.iterations)


def scheme(value):
    """Return the scheme of this name, or the scheme itself."""
    if isinstance(value, Scheme | Mixed):
        return value
    return SCHEMES[one_of("sampling", value, tuple(SCHEMES))]


def describe(value):
    """Return a scheme as JSON can hold it, or None for a mix by a function of one's own."""
    if isinstance(value, Mixed):
        chance = value.probability
        kind = type(chance).__name__
        if isinstance(chance, Linear | HalfLife):
            chance = [kind, chance.iterations]
        elif callable(chance):
            return None
        return {
            "first": describe(value.first),
            "second": describe(value.second),
            "p": chance,
            "per_node": value.per_node,
        }
    return {field.name: getattr(value, field.name) for field in fields(value)}


def from_description(text):
    """Return the scheme that `describe` wrote down."""
    if "first" not in text:
        return Scheme(**text)
    chance = text["p"]
    if isinstance(chance, list):
        chance = {"Linear": Linear, "HalfLife": HalfLife}[chance[0]](chance[1])
    return Mixed(from_description(text["first"]), from_description(text["second"]), chance, text["per_node"])


__all__ = ["SCHEMES", "HalfLife", "Linear", "Mixed", "Scheme", "os", "robust", "scheme"]
