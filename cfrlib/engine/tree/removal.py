"""Terminals between hands of two cards: O(n) for n hands, card removal included, where a `cfrlib.Comparison` decides.

Chance deals hand i to us and j to the opponent with the weight a(i) b(j), or never if they have a card in common
(`Game.removal`). So of all hands that the opponent may have we take those with our first card away, and those with our
second, and put our own hand back, which was taken away twice (Johanson et al. 2012, section 3.2). With sums of b(j)
times reach over hands that share no card with ours, L of the weaker ones, N of those that are not stronger, and A of
all,

.. math:: v(i) = a(i) (L(i) (win - tie) + N(i) (tie - lose) + A(i) \\, lose).

One sweep in order of strength adds up the sums of all hands, and of those with each card. They begin at
lose / (win - lose) times what they are at the end, and not at 0: that is the last summand. After a fold all hands are
equally strong, and v = a N payoff. Eight terminals are swept together.

With our hand As Kd and their hands from weak to strong, each is added to the sum of all and to those of its two cards::

    their hands    Qs Jd   As 2c   Kd 2h | As Kd   Ah Kc | Qc Qh
                  |------ weaker --------|--- equal -----|
    all hands        +       +       +   |   +       +   |
    with the As              +           |   +           |  taken away
    with the Kd                      +   |   +           |  taken away
    As Kd                                |   +           |  put back, as it was taken away twice
    left: L = Qs Jd, N = Qs Jd + Ah Kc

A *record* of a player is as in `sweeps`, with `REMOVAL` in place of the number of partners; n hands are ours, m the
other's, both in order of strength::

    places   order (m)    which hand of the other stands where in order
             weaker (n)   how many of the other's hands are weaker than ours
             not_stronger (n), ours (n): which hand, same (n): where the other has the same hand (m: nowhere)
             cards (2 m, 2 n)   where the sums of the first and of the second card stand, of their hands and of ours
    numbers  factors (3)  win - tie, tie - lose, lose
             a (n), b (m), back (n): what the same hand counts where it is put back
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.common import vector_loops as loops
from cfrlib.engine.common.vector_loops import EIGHT, P1, P2, P3, P4, P5, P6, P7, load, minus, plus, store, times
from cfrlib.game import CARDS, Comparison

REMOVAL = -1
FEWEST = 48
"""With fewer private outcomes a matrix is faster."""
ONE, WIDE, ALL, REACH = np.uintp(1), np.uintp(EIGHT), np.uintp(CARDS * EIGHT), np.uintp((CARDS + 1) * EIGHT)
"""In the scratch stand the sums of each card, from `ALL` on those of all hands, from `REACH` on what each hand adds."""


def scratch_for(n, m):
    """Return how many numbers a sweep keeps: the sums, what m hands add and what none does, and results of n hands."""
    return int(REACH) + (m + 1 + n) * EIGHT


def hands_dealt(game, publics):
    """Return what `Game.removal` says after each of some public outcomes; [] if nothing, or a matrix is faster."""
    dealt = [game.removal(public) for public in publics]
    few = min(len(game.outcomes(player)) for player in (0, 1)) < FEWEST
    return [] if few or any(hands is None for hands in dealt) else dealt


def ranked(payoffs, dealt):
    """Return the (order, hands dealt) that decide terminals; [] if not all are decided by a sweep.

    Where win and lose are equal, but not the tie, a matrix is needed: a sweep begins at lose / (win - lose).
    """
    pairs = [_ordered(payoff, hands) for payoff, hands in zip(payoffs, dealt, strict=True)]
    swept = (isinstance(x, Comparison) and (x.win != x.lose or x.win == x.tie) for x, _ in pairs)
    return pairs if all(swept) else []


def _ordered(payoff, dealt):
    """Return the order that decides a terminal, and the deal.

    A payoff that depends on one player's hand is 1 here, and the weights of that player's hands are times the payoff.
    """
    if isinstance(payoff, Comparison):
        return payoff, dealt
    if not np.ndim(payoff):
        return Comparison((0, 0), payoff, payoff, payoff), dealt
    paid = np.atleast_2d(payoff)
    if 1 not in paid.shape:
        return payoff, dealt
    factors = (1.0, paid[0]) if len(paid) == 1 else (paid[:, 0], 1.0)
    scaled = tuple((cards, shares * factor) for (cards, shares), factor in zip(dealt, factors, strict=True))
    return Comparison((0, 0), 1.0, 1.0, 1.0), scaled


def identity_of(order, dealt, factor):
    """Return what an order shares with another exactly if their records are the same."""
    ranks = (np.asarray(part, dtype=float).tobytes() for part in (*order.strength, *(shares for _, shares in dealt)))
    return order.win / factor, order.lose / factor, order.tie / factor, *ranks


def removal_records(order, dealt, factor):
    """Return the records of an order's payoffs over `factor`, for either player; `dealt` is of `Game.removal`."""
    win, lose, tie = (x / factor for x in (order.win, order.lose, order.tie))
    sides = zip(order.strength, dealt, strict=True)
    mine, theirs = (np.broadcast_to(strength if win != lose else 0, len(a)) for strength, (_, a) in sides)
    return _record(mine, theirs, (win, lose, tie), *dealt), _record(theirs, mine, (-lose, -win, -tie), *dealt[::-1])


def _record(mine, theirs, stakes, own, other):
    """Return the record of one player."""
    (win, lose, tie), (cards, a), (others, b) = stakes, own, other
    order, ours = np.argsort(theirs, kind="stable"), np.argsort(mine, kind="stable")
    weaker, not_stronger = (np.searchsorted(theirs[order], mine[ours], side) for side in ("left", "right"))
    place = {frozenset(hand): k for k, hand in enumerate(others[order].tolist())}
    same = np.array([place.get(frozenset(hand), len(order)) for hand in cards[ours].tolist()])
    sums = [EIGHT * hands.T.ravel() for hands in (others[order], cards[ours])]
    factors = (win - tie, tie - lose, lose) if win != lose else (0.0, lose, 0.0)
    back = factors[0] * (same < weaker) + factors[1] * (same < not_stronger) + factors[2]
    places = np.concatenate([order, weaker, not_stronger, ours, same, *sums])
    return places, np.concatenate([factors, a, b, back]), REMOVAL


@inner_njit(forceinline=True)
def eight_places(start, stride, count):
    """Return where eight vectors begin; beyond the last of `count`, that one again."""
    s, p, last = np.uintp(start), np.uintp(stride), np.uintp(count - 1)
    return (
        s, s + min(P1, last) * p, s + min(P2, last) * p, s + min(P3, last) * p, s + min(P4, last) * p,
        s + min(P5, last) * p, s + min(P6, last) * p, s + min(P7, last) * p,
    )  # fmt: skip


@inner_njit(forceinline=True)
def gather(x, at, j):
    """Return place j of eight vectors."""
    return (
        x[at[0] + j], x[at[1] + j], x[at[2] + j], x[at[3] + j], x[at[4] + j], x[at[5] + j], x[at[6] + j], x[at[7] + j]
    )  # fmt: skip


@inner_njit(forceinline=True)
def scatter(x, at, j, factor, scale, a):
    """Write factor scale a to place j of eight vectors; where two are the same, so is what is written."""
    x[at[0] + j], x[at[1] + j] = factor * (scale[0] * a[0]), factor * (scale[1] * a[1])
    x[at[2] + j], x[at[3] + j] = factor * (scale[2] * a[2]), factor * (scale[3] * a[3])
    x[at[4] + j], x[at[5] + j] = factor * (scale[4] * a[4]), factor * (scale[5] * a[5])
    x[at[6] + j], x[at[7] + j] = factor * (scale[6] * a[6]), factor * (scale[7] * a[7])


@inner_njit(forceinline=True)
def add_hands(cards, k, end, m, scratch):
    """Add hands k, k + 1, ... before `end` to the sums of all and to those of their cards; return what comes next."""
    while k < end:
        hand, first, second = load(scratch, REACH + k * WIDE), np.uintp(cards[k]), np.uintp(cards[m + k])
        store(scratch, ALL, plus(load(scratch, ALL), hand))
        store(scratch, first, plus(load(scratch, first), hand))
        store(scratch, second, plus(load(scratch, second), hand))
        k += ONE
    return k


@inner_njit(forceinline=True)
def without(cards, i, n, scratch):
    """Return the sums of all hands, less those of the two cards of hand i."""
    first, second = load(scratch, np.uintp(cards[i])), load(scratch, np.uintp(cards[n + i]))
    return minus(minus(load(scratch, ALL), first), second)


@inner_njit
def sweep_removal(place, number, value, v, theirs, r, scale, n, m, scratch):
    """Fill the values of up to eight terminals by their record, which is all of `place` and `number`.

    `v`, `r` and `scale` say of each of the eight where values and reach begin, and what its payoffs are multiplied by.
    """
    weaker, not_stronger, ours, same = place[m:], place[m + n :], place[m + 2 * n :], place[m + 3 * n :]
    their_cards, our_cards = place[m + 4 * n :], place[3 * m + 4 * n :]
    first, second, last = number[0], number[1], number[2]
    a, b, back = number[3:], number[3 + n :], number[3 + n + m :]
    n, m = np.uintp(n), np.uintp(m)
    results = REACH + (m + ONE) * WIDE
    for j in range(m):
        hand = np.uintp(place[j])
        store(scratch, REACH + j * WIDE, times(b[hand], gather(theirs, r, hand)))
    loops.fill(scratch, results - WIDE, 0.0, WIDE)
    loops.fill(scratch, 0, 0.0, REACH)
    if last != 0.0:
        add_hands(their_cards, np.uintp(0), m, m, scratch)
        for l in range(REACH):
            scratch[l] *= last / (first + second)
    i = end = k = np.uintp(0)
    while i < n:
        # Hands of equal strength: `end` runs ahead of them to read L, then the other's equal hands are added, and `i`
        # goes through ours to read N.
        below, upto = weaker[i], not_stronger[i]
        k = add_hands(their_cards, k, np.uintp(below), m, scratch)
        while end < n and weaker[end] == below and not_stronger[end] == upto:
            store(scratch, results + end * WIDE, times(first, without(our_cards, end, n, scratch)))
            end += ONE
        k = add_hands(their_cards, k, np.uintp(upto), m, scratch)
        while i < end:
            own, hand = load(scratch, REACH + np.uintp(same[i]) * WIDE), np.uintp(ours[i])
            total = plus(times(second, without(our_cards, i, n, scratch)), times(back[i], own))
            scatter(value, v, hand, a[hand], scale, plus(load(scratch, results + i * WIDE), total))
            i += ONE
