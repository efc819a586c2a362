r"""The value of a terminal to each of n hands at once: by n^2 pairs, or in one sweep (Johanson et al. 2012, 3.2).

At a terminal the walk has the opponent's reach with each of their hands and wants the value of each of ours,

.. math:: v(i) = \sum_{j} \pi_{-i}(j) \, u(i, j),

over the hands j that they can hold beside our i. Taken pair by pair this is O(n^2). But u depends on j only through
*whether j is weaker, equal or stronger*, so three sums are enough; and as i rises in strength, hands of the opponent
only move from stronger to equal to weaker. Sort once, then sweep: O(n).

**Card removal.** Hands that share a card with ours do not count. Keep each running sum once more for every card; then

.. math:: \sum_{j \not\ni a, b} \pi(j) = \sum_j \pi(j) - \sum_{j \ni a} \pi(j) - \sum_{j \ni b} \pi(j) + \pi(ab),

for the hand ab itself was taken away twice (Johanson, Waugh, Bowling and Zinkevich 2011). Hands are tuples of card
numbers: () where nothing is removed (dice), one card, or two. All pairs that can occur have the same weight, which the
caller multiplies by.
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Showdown:
    """A terminal decided by strength, as one player sees it.

    `mine` (n,) and `theirs` (m,) are the strengths of our hands and of the opponent's, `reach` (m,) the probability
    that the opponent plays their part with each hand, and `win`, `lose`, `tie` the payoffs to us where we are stronger,
    weaker, equal. `hands` are the cards of each hand, the same list for both players; by default nothing is removed.
    `names` and `their_names` are what pictures call the hands.
    """

    mine: np.ndarray
    theirs: np.ndarray
    reach: np.ndarray
    win: float = 1.0
    lose: float = -1.0
    tie: float = 0.0
    hands: list | None = None
    names: tuple | None = None
    their_names: tuple | None = None

    def __post_init__(self):
        for name, strengths in (("names", self.mine), ("their_names", self.theirs)):
            if getattr(self, name) is None:
                by_number = tuple(str(k + 1) for k in range(len(strengths)))
                object.__setattr__(self, name, self.names if self.names and self.symmetric else by_number)
            if len(getattr(self, name)) != len(strengths):
                raise ValueError(f"{name}={getattr(self, name)!r}: it takes {len(strengths)} names")
        if len(self.reach) != len(self.theirs):
            raise ValueError(f"reach={self.reach!r}: it takes {len(self.theirs)} numbers, one for each of their hands")
        if self.hands is not None and not len(self.hands) == len(self.mine) == len(self.theirs):
            raise ValueError("hands: with card removal both players have the same hands, with their strengths")

    @property
    def symmetric(self):
        """Whether both players have the same hands with the same strengths."""
        return len(self.mine) == len(self.theirs) and np.array_equal(self.mine, self.theirs)

    @property
    def order(self):
        """The opponent's hands from weak to strong."""
        return np.argsort(self.theirs, kind="stable")

    @property
    def arguments(self):
        """What `every_pair` and `sweep` take."""
        return self.mine, self.theirs, self.reach, self.win, self.lose, self.tie, self.hands


@dataclass(frozen=True)
class SweepStep:
    """What a sweep knows when it values one hand.

    Of the opponent's hands, in their order, `passed` are weaker and `reached` weaker or equal. `weaker`, `equal` and
    `stronger` are their reach with such hands, those that share a card with ours left out. `below`, `up_to` and
    `altogether` say how it came about: (running sum, part of each of our cards, part of our own hand) of their weaker
    hands, of the weaker and equal ones, and of all.
    """

    hand: int
    passed: int
    reached: int
    weaker: float
    equal: float
    stronger: float
    below: tuple
    up_to: tuple
    altogether: tuple
    value: float


class RunningSum:
    """A sum of reach probabilities that also knows the part of each card and of each hand."""

    def __init__(self, hands):
        self.hands, self.total = hands, 0.0
        self.by_card = np.zeros(1 + max((card for hand in hands for card in hand), default=-1))
        self.by_hand = np.zeros(len(hands))

    def add(self, j, reach):
        """Add the reach of hand j."""
        self.total += reach
        self.by_hand[j] = reach
        for card in self.hands[j]:
            self.by_card[card] += reach

    def parts(self, i):
        """Return the terms of inclusion and exclusion: sum, part of each card of hand i, what they both took away."""
        hand = self.hands[i] if self.by_card.size else ()
        return self.total, tuple(float(self.by_card[c]) for c in hand), float(self.by_hand[i]) if len(hand) > 1 else 0.0


def left_over(parts):
    """Return the sum without the hands that share a card with ours."""
    total, by_card, twice = parts
    return total - sum(by_card) + twice


def every_pair(mine, theirs, reach, win, lose, tie=0.0, hands=None):
    """Return the values (n,) of a showdown, pair by pair: O(n^2); what it takes is what `Showdown` says."""
    order = np.sign(np.subtract.outer(np.asarray(mine, dtype=float), np.asarray(theirs, dtype=float)))
    payoff = np.select([order > 0, order < 0], [win, lose], tie)
    return (payoff * possible(hands, payoff.shape)) @ np.asarray(reach, dtype=float)


def possible(hands, shape):
    """Return which pairs of hands have no card in common, a (n, m) bool array."""
    if hands is None:
        return np.ones(shape, dtype=bool)
    return np.array([[not set(one) & set(other) for other in hands] for one in hands])


def sweep(mine, theirs, reach, win, lose, tie=0.0, hands=None):
    """Value every hand in one sweep from weak to strong, after sorting: O(n). Yield each `SweepStep`."""
    below, up_to, altogether = (RunningSum(hands or [()] * len(theirs)) for _ in range(3))
    for j, p in enumerate(reach):
        altogether.add(j, p)
    order = np.argsort(theirs, kind="stable")  # once for all terminals with the same public cards
    passed = reached = 0
    for i in np.argsort(mine, kind="stable"):
        while passed < len(order) and theirs[order[passed]] < mine[i]:
            below.add(order[passed], reach[order[passed]])
            passed += 1
        while reached < len(order) and theirs[order[reached]] <= mine[i]:
            up_to.add(order[reached], reach[order[reached]])
            reached += 1
        parts = below.parts(i), up_to.parts(i), altogether.parts(i)
        weaker, not_stronger, everything = map(left_over, parts)
        equal, stronger = not_stronger - weaker, everything - not_stronger
        value = win * weaker + tie * equal + lose * stronger
        yield SweepStep(int(i), passed, reached, weaker, equal, stronger, *parts, value)


def showdown(mine, theirs, reach, win, lose, tie=0.0, hands=None):
    """Return the values that `sweep` finds, in the order of the hands."""
    values = np.zeros(len(mine))
    for step in sweep(mine, theirs, reach, win, lose, tie, hands):
        values[step.hand] = step.value
    return values


def fold(reach, payoff, hands):
    """Return the values of a terminal where somebody folded, O(n): the payoff times the reach with hands that fit."""
    altogether = RunningSum(hands)
    for j, p in enumerate(reach):
        altogether.add(j, p)
    return payoff * np.array([left_over(altogether.parts(i)) for i in range(len(hands))])


def seen_by(comparison, player):
    """Return what `every_pair` and `sweep` take, from a game's `Comparison`: (mine, theirs) and payoffs by name."""
    c = comparison
    if player == 0:
        return c.strength, {"win": c.win, "lose": c.lose, "tie": c.tie}
    return c.strength[::-1], {"win": -c.lose, "lose": -c.win, "tie": -c.tie}
