"""The rows of the table of switches; see `cfrlib.sampling`."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

from cfrlib._util.arguments import number, one_of, said, text, whole


@dataclass(frozen=True)
class Scheme:
    """A row of the table.

    Parameters
    ----------
    name : str
        What a repr calls it.
    own_private, opponent_private, public : {"all", "one"}
        Chance: private outcomes of the walking player and of the opponent, public outcomes.
    own_actions : {"all", "one"} or int
        Of the walking player: all, one drawn from ``epsilon * uniform + (1 - epsilon) * strategy``, or so many drawn
        uniformly without replacement.
    opponent_actions : {"all", "one"}
        One is drawn from the opponent's strategy.
    epsilon : float
        Exploration, where one own action is sampled.
    draws : {"independent", "epochs", "stratified", "sequences"}
        How public outcomes are drawn, where nothing else is: each walk by itself, or in shuffled epochs, in which every
        one comes once, or in epochs that take one of each of so many equal strata. Where all chance is drawn, under
        buckets: cards, or sequences of buckets, which win as much as their cards do on average.

    Raises
    ------
    ValueError
        If a switch is unknown, actions are sampled for many private outcomes at once, or epochs draw more than public
        outcomes.

    Examples
    --------
    >>> mine = Scheme("mine", opponent_private="one", public="one")
    >>> mine.chance, mine.samples_actions
    (('all', 'one', 'one'), False)
    """

    name: str
    own_private: str = "all"
    opponent_private: str = "all"
    public: str = "all"
    own_actions: str | int = "all"
    opponent_actions: str = "all"
    epsilon: float = 0.6
    draws: str = "independent"

    def __post_init__(self):
        text("name", self.name)
        for switch in ("own_private", "opponent_private", "public", "opponent_actions"):
            one_of(switch, getattr(self, switch), ("all", "one"))
        if not isinstance(self.own_actions, str) or self.own_actions not in ("all", "one"):
            if not isinstance(self.own_actions, Integral):
                raise ValueError(f"own_actions={said(self.own_actions)}: it takes 'all', 'one' or a number of actions")
            whole("own_actions", self.own_actions, 1)
        takes = (
            "a number above 0 and up to 1; with 0 an action that the strategy avoids would never be tried again, and "
            "the regrets would be biased"
        )
        number("epsilon", self.epsilon, takes, 0, 1, above=True)
        one_of("draws", self.draws, ("independent", "epochs", "stratified", "sequences"))
        row, of = {"sequences": ("cs", ("one", "one", "one"))}.get(self.draws, ("pcs", ("all", "all", "one")))
        if self.draws != "independent" and (self.samples_actions or self.chance != of):
            what = "sequences of buckets are all of chance" if row == "cs" else "epochs are for public outcomes alone"
            raise ValueError(f"draws={self.draws!r} with sampling={self.name!r}: {what}: {row}")
        if self.samples_actions and "all" in self.chance:
            why = "which would need one public sampling policy for all of them"
            takes = "it takes 'one' for all three kinds of chance"
            raise ValueError(
                f"sampling={self.name!r}: it samples actions for many private outcomes at once, {why}; {takes}"
            )

    @property
    def chance(self) -> tuple[str, str, str]:
        """The first three switches."""
        return self.own_private, self.opponent_private, self.public

    @property
    def samples_actions(self) -> bool:
        """Whether walks leave actions out."""
        return self.own_actions != "all" or self.opponent_actions != "all"

    @property
    def samples_something(self) -> bool:
        """Whether any event is sampled."""
        return self.samples_actions or "one" in self.chance

    @property
    def samples_opponent(self) -> bool:
        """Whether walks leave out actions of the opponent, and so never come where his strategy avoids to go."""
        return self.opponent_actions == "one"

    @property
    def average_at(self) -> str:
        """The player whose strategy a walk adds to the average: the one whose information sets it does not miss.

        The walking player explores, so a walk comes to all that the opponent's own strategy reaches. Where the
        opponent's strategy avoids an action, no walk comes to the walking player's information sets behind it.
        """
        return "opponent" if self.samples_opponent else "own"

    def __str__(self):
        if self.own_actions == "one":
            return f"{self.name}(epsilon={self.epsilon:g})"
        if isinstance(self.own_actions, Integral):
            return f"{self.name}(k={self.own_actions})"
        if self.draws != "independent":
            return f"{self.name}({self.draws})"
        return self.name


def os(epsilon: float = 0.6) -> Scheme:
    """Return outcome sampling: one of everything, a single path (Lanctot et al. 2009).

    The walking player's action is drawn from ``epsilon * uniform + (1 - epsilon) * strategy``; epsilon is above 0, at
    most 1.
    """
    return Scheme("os", "one", "one", "one", "one", "one", epsilon)


def robust(k: int = 2) -> Scheme:
    """Return robust sampling: `k` own actions, one action of the opponent (Li et al. 2018).

    The own actions are drawn uniformly without replacement; where k is at least their number, this is external
    sampling.
    """
    return Scheme("robust", "one", "one", "one", whole("k", k, 1), "one")


def pcs(draws: str = "independent") -> Scheme:
    """Return public chance sampling (Johanson et al. 2012); "epochs" draws each flop once before any comes again.

    "stratified" draws as many flops an epoch, too, one of each of as many strata. Both are for two-round hold'em. Draws
    of an epoch depend on one another, so what is proved of independent draws does not cover them: of shuffled epochs
    only the sum over one in which no strategy changes is exact.
    """
    return Scheme("pcs", public="one", draws=draws)


def cs(draws: str = "independent") -> Scheme:
    """Return chance sampling (Zinkevich et al. 2007); under buckets, "sequences" draws buckets instead of cards."""
    return Scheme("cs", "one", "one", "one", draws=draws)


SCHEMES = {
    "vanilla": Scheme("vanilla"),
    "pcs": pcs(),
    "opcs": Scheme("opcs", opponent_private="one", public="one"),
    "spcs": Scheme("spcs", own_private="one", public="one"),
    "cs": cs(),
    "es": Scheme("es", "one", "one", "one", "all", "one"),
    "robust": robust(),
    "os": os(),
}


def row(value):
    """Return the scheme of this name, or the scheme itself."""
    return value if isinstance(value, Scheme) else SCHEMES[one_of("sampling", value, tuple(SCHEMES))]
