"""Draws for two-round hold'em: a flop first, by how often it comes, then hands that share no card with what is out.

A canonical flop stands for all that differ from it in the names of suits: hands are drawn on it directly. Where nothing
but a flop is drawn, walks may take their flops in *epochs* of as many walks as there are canonical flops. Shuffled
epochs take each one once, and make up for how often it comes by a weight. Stratified ones cut all flops, as often as
they come, into as many equal strata, and take one of each: a flop comes as often as is fair, to a whole number up or
down.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from cfrlib._util.jit import inner_njit, njit

INDEPENDENT, EPOCHS, STRATIFIED = range(3)  # how flops are drawn


class FlopSampler(NamedTuple):
    """The flops that walks take."""

    kind: int
    running: np.ndarray  # (flops,) float64: flops that each canonical one stands for, summed up
    weight: np.ndarray  # (flops,) float64: how often it and its like come over how likely it is drawn
    order: np.ndarray  # (2, flops) int64: this epoch's flops or strata, by player; else empty


def flop_sampler(layout, draws, order):
    """Return the `FlopSampler` of a layout; `draws` and `order` as in `Scheme.draws` and `FlopSampler.order`."""
    weights = layout.flops.weight.astype(float)
    kind = ("independent", "epochs", "stratified").index(draws)
    weight = weights * len(weights) if kind == EPOCHS else np.full(len(weights), weights.sum())
    return FlopSampler(kind, np.cumsum(weights), weight, order)


@njit
def next_flop(sampler, me, t, rng):
    """Return the canonical flop that the walk of a player takes in iteration t."""
    flops = len(sampler.running)
    if sampler.kind == INDEPENDENT:
        return place_of(sampler.running, rng.random())
    order, place = sampler.order[me], (t - 1) % flops
    if place == 0:
        for i in range(flops):
            order[i] = i
        for i in range(flops - 1, 0, -1):
            j = int(rng.random() * (i + 1))
            order[i], order[j] = order[j], order[i]
    if sampler.kind == EPOCHS:
        return order[place]
    return place_of(sampler.running, (order[place] + rng.random()) / flops)


@inner_njit
def place_of(running, share):
    """Return the place up to which weights, summed up, come to more than so large a share of all."""
    low, high, sought = 0, len(running) - 1, share * running[-1]
    while low < high:
        middle = (low + high) // 2
        if running[middle] > sought:
            high = middle
        else:
            low = middle + 1
    return low


class Dealer(NamedTuple):
    """What is needed to deal; see `cfrlib.cards.flops.Flops`."""

    cards: int  # in the deck, at most 52
    canonical: np.ndarray  # (flops,) int16: the canonical flop of each flop
    shown: np.ndarray  # (canonical flops,) int64: its cards, as bits
    hand_class: np.ndarray  # (canonical flops, hands) int16
    before: np.ndarray  # (hands,) int16: the class of a hand before the flop


def dealer(layout):
    """Return the `Dealer` of a layout (`cfrlib.engine.two_rounds.layout.TwoRoundsLayout`)."""
    flops = layout.flops
    shown = (1 << flops.cards.astype(np.int64)).sum(axis=1)
    return Dealer(layout.game.deck.cards, flops.canonical, shown, flops.hand_class, layout.preflop.hand_class)


@inner_njit(forceinline=True)
def draw_flop(dealer, rng):
    """Return a canonical flop."""
    return np.int64(dealer.canonical[int(rng.random() * len(dealer.canonical))])


@inner_njit(forceinline=True)
def draw_card(cards, rng, out):
    """Return one of so many cards that is not among those `out`, which are bits."""
    while True:
        card = int(rng.random() * cards)
        if (out >> card) & 1 == 0:
            return card


@inner_njit(forceinline=True)
def draw_hand(dealer, rng, out):
    """Return two cards that are not among those `out`."""
    first = draw_card(dealer.cards, rng, out)
    return first, draw_card(dealer.cards, rng, out | (1 << first))


@njit(forceinline=True)
def number(first, second):
    """Return the number of a hand; see `cfrlib.cards.deck.number`."""
    low, high = min(first, second), max(first, second)
    return low + high * (high - 1) // 2


@inner_njit(forceinline=True)
def hold_against(dealer, flop, first, second, hands, start, n, counts):
    """Count the hands of each class on a flop (-1: before it) that share no card with the hand (first, second)."""
    for k in range(n):
        counts[k] = hands[start + k]
    for card in range(dealer.cards):
        for held in (first, second):
            if card == held or (held == second and card == first):
                continue
            hand = number(card, held)
            c = dealer.before[hand] if flop < 0 else dealer.hand_class[flop, hand]
            if c >= 0:
                counts[c] -= 1.0


class Deal(NamedTuple):
    """Two hands and a board."""

    base: np.ndarray  # (2, rounds) int64: of either player
    noted: np.ndarray  # (2, rounds) int64
    stride: np.ndarray  # (rounds,) int64
    wins: np.ndarray  # (1,) float64: 1, 0, -1: does player 0 win a showdown; of buckets a mean


def make_deal(layout):
    """Return an empty `Deal` of a layout."""
    rounds = len(layout.rounds)
    stride = np.array(layout.lanes) if np.ndim(layout.lanes) else np.array([layout.classes, 0])
    return Deal(np.zeros((2, rounds), np.int64), np.zeros((2, rounds), np.int64), stride, np.zeros(1))


DRAW, EACH = {}, {}


def dealt_from(cards, draw, each):
    """Let kernels deal from a class of named tuples.

    ``draw(cards, deal, rng)`` draws a deal; ``each(cards, i, deal)`` deals class i of the last round to both players,
    and returns False if there are no more.
    """
    DRAW[cards], EACH[cards] = draw, each


def _by_kind(kernels):
    """Return a kernel that is one of several, by the class of its first argument."""

    def plain(kind):
        return getattr(kernels[kind], "py_func", kernels[kind])  # with NUMBA_DISABLE_JIT it is a function of Python

    def kernel(cards, *others):
        return plain(type(cards))(cards, *others)

    @overload(kernel, inline="always", strict=False)
    def _(cards, *others):
        return plain(cards.instance_class)

    return kernel


draw_deal, deal_each = _by_kind(DRAW), _by_kind(EACH)
