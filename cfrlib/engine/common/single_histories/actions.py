"""Which actions a walk on single histories tries at a decision: the switches, as numbers for the kernels."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common.single_histories.baseline_kernels import NO_BASELINE, BaselineSlots
from cfrlib.regret import UNVISITED
from cfrlib.sampling import ByPlace, Mixed

ALL, ONE = 0, -1
"""How many of the walking player's actions: all, one by the exploring policy; k > 0 means k uniformly without
replacement."""
BY_WALK, BY_NODE, BY_PLACE = 0, 1, 2
"""When the coin between two schemes is thrown: for a walk, at each node, or for an iteration, in which the second
scheme is then used at clear places only."""
NOBODY = -1
BUNDLE, SEQUENCE, ENTRY, CLASSES, ACTIONS, NEXT, ROW, PLAYER, LAST = range(9)
"""Columns of `Frames.place`: bundle, sequence, first entry, classes, actions, action being tried, row, player, and the
last action to be tried."""


class Switches(NamedTuple):
    """Two schemes (the same twice where nothing is mixed) and the coin between them."""

    own: np.ndarray  # (2,) int64: `ALL`, `ONE` or how many
    opponent: np.ndarray  # (2,) int64: `ALL` or `ONE`
    epsilon: np.ndarray  # (2,) float64: exploration
    coin: int  # `BY_WALK`, `BY_NODE` or `BY_PLACE`
    probability: np.ndarray  # (iterations,) float64: of the first scheme, in each iteration to do
    average: int  # how the average makes up for rows not visited; see `lazy_averages`
    parents: np.ndarray  # (num_rows,) int64: entry of the own action before; else empty
    deals: np.ndarray  # see `PublicTree.running_deals`
    cutoff: tuple  # (a, b, visits): of the beta distribution; visits of a clear place
    slots: BaselineSlots  # of the baseline
    by_deal: np.ndarray  # (2,) bool: whether the average is divided by the deal's probability
    custom: bool
    """Whether each scheme adds to the average where it is customary: a scheme that divides by the deal at the walking
    player's nodes, the other at the opponent's."""
    places: tuple | None  # `BidsLayout.places` and `places_of_rows`; None on a public tree
    opponents_average: bool  # whether a walk adds to the average of the other player
    exponent: float = 0.0  # as in `cfrlib.engine.common.regret_matching.Rule`
    more: tuple = (True,)
    """Empty if a walk has no baseline, throws no coin and leaves out nothing that an average makes up for: the compiler
    knows the length by the type, and such a walk does not pay for the rest."""
    weights: np.ndarray = np.zeros(0)  # as there


def make_switches(setup):
    """Return the `Switches` of a solver, but for what its engine adds: parents, deals, slots and places."""
    mixed = setup.sampling if isinstance(setup.sampling, Mixed | ByPlace) else None
    rows = (mixed.first, mixed.second) if mixed else (setup.sampling,) * 2
    named = {"all": ALL, "one": ONE}
    published = getattr(mixed, "scale", "one") == "published"
    coin, cutoff = BY_NODE if getattr(mixed, "per_node", False) else BY_WALK, (1.0, 1.0, 0.0)
    if isinstance(mixed, ByPlace):
        coin, cutoff = BY_PLACE, (*map(float, mixed.cutoff), float(mixed.confident.visits))
    return Switches(
        own=np.array([named.get(row.own_actions, row.own_actions) for row in rows], dtype=np.int64),
        opponent=np.array([named[row.opponent_actions] for row in rows], dtype=np.int64),
        epsilon=np.array([row.epsilon for row in rows], dtype=float),
        coin=coin, probability=np.zeros(0), average=UNVISITED.index(setup.average.unvisited),
        parents=np.zeros(0, np.int64), deals=np.zeros(0), cutoff=cutoff, slots=NO_BASELINE,
        by_deal=np.array([published and row.own_actions == "one" for row in rows]),
        custom=setup.average_at == "custom", places=None, opponents_average=setup.average_at == "opponent",
    )  # fmt: skip


def probabilities(sampling, first, count):
    """Return how likely the first scheme of a mix is, in each of `count` iterations from `first` on."""
    return sampling.probabilities(first, count) if isinstance(sampling, Mixed | ByPlace) else np.zeros(0)


class Turn(NamedTuple):
    """Whose walk it is, and when."""

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
def choose(tables, switches, which, own, rng, place, tried):
    """Fill `tried` with the probability of each action that the walk tries, 0 for the others; return first and last."""
    strategy, entry, classes, actions = tables.strategy, place[ENTRY], place[CLASSES], place[ACTIONS]
    how = switches.own[which] if own else switches.opponent[which]
    if how == ALL or how >= actions:
        for a in range(np.uintp(actions)):
            tried[a] = 1.0
        return 0, actions - 1
    if how == ONE:
        epsilon = switches.epsilon[which] if own else 0.0
        u, one = rng.random(), 0
        for a in range(actions):  # a sum, for the processor cannot guess
            u -= epsilon / actions + (1 - epsilon) * strategy[np.uintp(entry + a * classes)]
            one += u >= 0
            tried[np.uintp(a)] = 0.0
        one = min(one, actions - 1)
        p = epsilon / actions + (1 - epsilon) * strategy[np.uintp(entry + one * classes)]
        while p <= 0 and one > 0:  # where rounding has left some of u
            one -= 1
            p = epsilon / actions + (1 - epsilon) * strategy[np.uintp(entry + one * classes)]
        tried[np.uintp(one)] = p if p > 0 else 1.0  # one is tried, also where the row is no strategy
        return one, one
    left, first, last = how, -1, 0
    for a in range(actions):  # Knuth's selection sampling: each action with the chance that fits what is left
        tried[a] = 0.0
        if rng.random() * (actions - a) < left:
            tried[a] = how / actions
            left -= 1
            first, last = a if first < 0 else first, a
    return first, last


@inner_njit
def clear(tables, cutoff, which, rng, place):
    """Count a visit; return 1 where the average is trusted and takes one action more often than a drawn cutoff, or 0.

    In an iteration with `which` 0 nothing is trusted.
    """
    row, entry, classes, actions = place[ROW], place[ENTRY], place[CLASSES], place[ACTIONS]
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
