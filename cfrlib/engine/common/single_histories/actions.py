"""Which actions a walk on single histories tries at a decision: the switches, as numbers for the kernels."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common.single_histories.baselines import NO_BASELINE, BaselineSlots
from cfrlib.regret import UNVISITED
from cfrlib.sampling import ByPlace, Mixed

ALL, ONE = 0, -1
"""How many of the walking player's actions: all, one by the exploring policy; k > 0 means k uniformly without
replacement."""
BY_WALK, BY_NODE, BY_PLACE = 0, 1, 2
"""When the coin between two schemes is thrown: for a walk, at each node, or for an iteration, in which the second
scheme is then used at clear places only."""
NOBODY = -1


class Switches(NamedTuple):
    """Two schemes (the same twice where nothing is mixed) and the coin between them."""

    own: tuple  # `ALL`, `ONE` or how many
    opponent: tuple  # `ALL` or `ONE`
    epsilon: tuple  # exploration
    coin: int  # `BY_WALK`, `BY_NODE` or `BY_PLACE`
    probability: np.ndarray  # (iterations,) float64: of the first scheme, in each iteration to do
    average: int  # how the average makes up for rows not visited; see `lazy_averages`
    parents: np.ndarray  # (num_rows,) int64: entry of the own action before; else empty
    cutoff: tuple  # (a, b, visits): of the beta distribution; visits of a clear place
    slots: BaselineSlots  # of the baseline
    by_deal: tuple  # whether the average is divided by the deal's probability
    custom: bool
    """Whether each scheme adds to the average where it is customary: a scheme that divides by the deal at the walking
    player's nodes, the other at the opponent's."""
    places: tuple | None  # `BidsLayout.places` and `places_of_rows`; None on a public tree
    opponents_average: bool  # whether a walk adds to the average of the other player
    more: tuple = (True,)
    """Empty if a walk has no baseline, throws no coin and leaves out nothing that an average makes up for: the compiler
    knows the length by the type, and such a walk does not pay for the rest."""


def make_switches(setup):
    """Return the `Switches` of a solver, but for what its engine adds: parents, slots and places."""
    mixed = setup.sampling if isinstance(setup.sampling, Mixed | ByPlace) else None
    rows = (mixed.first, mixed.second) if mixed else (setup.sampling,) * 2
    named = {"all": ALL, "one": ONE}
    published = getattr(mixed, "scale", "one") == "published"
    coin, cutoff = BY_NODE if getattr(mixed, "per_node", False) else BY_WALK, (1.0, 1.0, 0.0)
    if isinstance(mixed, ByPlace):
        coin, cutoff = BY_PLACE, (*map(float, mixed.cutoff), float(mixed.confident.visits))
    return Switches(
        own=tuple(named.get(row.own_actions, row.own_actions) for row in rows),
        opponent=tuple(named[row.opponent_actions] for row in rows),
        epsilon=tuple(float(row.epsilon) for row in rows),
        coin=coin, probability=np.zeros(0), average=UNVISITED.index(setup.average.unvisited),
        parents=np.zeros(0, np.int64), cutoff=cutoff, slots=NO_BASELINE,
        by_deal=tuple(published and row.own_actions == "one" for row in rows),
        custom=setup.average_at == "custom", places=None, opponents_average=setup.average_at == "opponent",
    )  # fmt: skip


def probabilities(sampling, first, count):
    """Return how likely the first scheme of a mix is, in each of `count` iterations from `first` on."""
    return sampling.probabilities(first, count) if isinstance(sampling, Mixed | ByPlace) else np.zeros(0)


class Turn(NamedTuple):
    """The player whose walk it is, and the iteration."""

    player: int
    averaged: int  # whose average grows, or `NOBODY`
    which: int  # which of the two schemes it begins with
    probability: float  # that of the first scheme
    power: float  # iteration t counts t ** power in the average
    t: int


@inner_njit(forceinline=True)
def next_turn(switches, power, player, k, t, coin, rng):
    """Return the `Turn` of a player in iteration t, the k-th that is done now; between walks a coin is thrown here."""
    probability = switches.probability[k] if len(switches.probability) else 1.0
    if switches.coin == BY_WALK and probability < 1:
        coin = rng.random()
    averaged = NOBODY if switches.custom else 1 - player if switches.opponents_average else player
    return Turn(player, averaged, 0 if coin < probability else 1, probability, power, t)


@inner_njit(forceinline=True)
def asked(switches, scheme, own):
    """Return how many actions a scheme tries, and how much it explores: at an own node, or at the opponent's."""
    return (switches.own[scheme], switches.epsilon[scheme]) if own else (switches.opponent[scheme], 0.0)


@inner_njit(forceinline=True)
def choose(strategy, entry, classes, actions, how, epsilon, rng, tried, start):
    """Choose the actions that are tried; return the first, the last, and the probability that one of them is.

    If not all are, each has this probability or 0 in `tried`, from `start` on. The row of a strategy is at `entry`; how
    many are tried is as in `Switches`.
    """
    if how == ALL or how >= actions:
        return 0, actions - 1, 1.0
    if how == ONE:
        u, one, explore = rng.random(), 0, epsilon / actions if epsilon > 0 else 0.0
        for a in range(actions):  # a sum, for the processor cannot guess
            u -= explore + (1 - epsilon) * strategy[np.uintp(entry + a * classes)]
            one += u >= 0
            tried[start + np.uintp(a)] = 0.0
        one = min(one, actions - 1)
        p = explore + (1 - epsilon) * strategy[np.uintp(entry + one * classes)]
        while p <= 0 and one > 0:  # where rounding has left some of u
            one -= 1
            p = explore + (1 - epsilon) * strategy[np.uintp(entry + one * classes)]
        p = p if p > 0 else 1.0  # one is tried, also where the row is no strategy
        tried[start + np.uintp(one)] = p
        return one, one, p
    left, first, last = how, -1, 0
    for a in range(actions):  # Knuth's selection sampling: each action with the chance that fits what is left
        tried[start + np.uintp(a)] = 0.0
        if rng.random() * (actions - a) < left:
            tried[start + np.uintp(a)] = how / actions
            left -= 1
            first, last = a if first < 0 else first, a
    return first, last, how / actions


@inner_njit
def clear(tables, cutoff, which, rng, entry, classes, actions, row):
    """Count a visit; return 1 where the average is trusted and takes one action more often than a drawn cutoff, or 0.

    In an iteration with `which` 0 nothing is trusted.
    """
    tables.visits[row] += 1
    if which == 0 or tables.visits[row] <= cutoff[2]:
        return 0
    total = largest = 0.0
    for a in range(actions):
        x = tables.sums[np.uintp(entry + a * classes)]
        total += x
        largest = max(largest, x)
    likeliest = largest / total if total > 0 else 1.0 / actions
    return 1 if likeliest > rng.beta(cutoff[0], cutoff[1]) else 0
