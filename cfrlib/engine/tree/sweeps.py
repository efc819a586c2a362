"""Terminals where an order decides (`cfrlib.Comparison`), valued without a matrix: O(n) for n private outcomes.

The value of our outcome i is a sum over the opponent's outcomes j of reach r(j), weight of chance w(i, j) and payoff.
Nearly always w(i, j) = a(i) b(j) but for a few pairs that share a card. Then it is

.. math:: v(i) = a(i) (L(i) \\, win + E(i) \\, tie + G(i) \\, lose) + \\sum_{j} r(j) (w(i, j) - a(i) b(j)) \\, u(i, j),

with sums of b(j) r(j) over the weaker, equal and stronger outcomes; the last sum is over the few pairs where w is not
the product. Outcomes are sorted once; a walk then adds up b(j) r(j) in this order, and every L, E and G is
a difference of two of these sums::

    their outcomes, in order     weaker ...... | equal ... | stronger ......
    running sums of b(j) r(j)    0             L         L + E         L + E + G
                                               ^           ^               ^
    read at                                  weaker   not stronger        all

    L win + E tie + G lose = L (win - tie) + (L + E) (tie - lose) + (L + E + G) lose

A terminal's *record* of either player: where it starts in `places` (the other's outcomes in order; how many of them are
weaker, and not stronger, than each of ours; the partners in shared pairs), and in `numbers` (win - tie, tie - lose,
lose; a; b; what each partner's reach counts); and the number of partners that each outcome has.
"""

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.game import Comparison

FEWEST, MOST_PARTNERS = 24, 3
"""With fewer private outcomes a matrix is faster; so it is if an outcome shares cards with more than so many."""


def sweep_pays(n, m):
    """Return whether a sweep over n and m private outcomes is at least as fast as a product with a matrix."""
    return 2 * n * m >= FEWEST * (n + m)


def order_of(payoff, weights):
    """Return the order that decides a terminal, a `Comparison`; None if it is no order, or a matrix is faster."""
    n, m = weights.shape
    if not sweep_pays(n, m):
        return None
    if isinstance(payoff, Comparison):
        return payoff
    return Comparison((np.zeros(n), np.zeros(m)), payoff, payoff, payoff) if np.ndim(payoff) == 0 else None


def product_of(weights):
    """Return (a, b, where the weights are not a(i) b(j)) for a matrix of weights."""
    reference = weights[(weights > 0).sum(axis=1).argmax()]
    a = np.zeros(len(weights))
    some = weights.any(axis=1)
    a[some] = np.median(weights[np.ix_(some, reference > 0)] / reference[reference > 0], axis=1)
    b = np.zeros(len(reference))
    if (a > 0).any():
        b = np.median(weights[a > 0] / a[a > 0, None], axis=0)
    product = np.outer(a, b)
    return a, b, np.abs(weights - product) > 1e-13 * np.maximum(weights, product)


def records(order, factor, weights):
    """Return (places, numbers, partners) of an order's payoffs over `factor`, for either player; None if many share."""
    a, b, apart = product_of(weights)
    if max(apart.sum(axis=0).max(), apart.sum(axis=1).max()) > MOST_PARTNERS:
        return None
    payoffs = np.where(weights > 0, order.table() / factor, 0.0)
    excess = weights * payoffs - np.outer(a, b) * (order.table() / factor)
    win, lose, tie = (x / factor for x in (order.win, order.lose, order.tie))
    mine, theirs = map(np.asarray, order.strength)
    return (
        _record(mine, theirs, (win, lose, tie), a, b, apart, excess),
        _record(theirs, mine, (-lose, -win, -tie), b, a, apart.T, -excess.T),
    )


def _record(mine, theirs, stakes, a, b, apart, excess):
    """Return the record of one player."""
    win, lose, tie = stakes
    order = np.argsort(theirs, kind="stable")
    weaker, not_stronger = (np.searchsorted(theirs[order], mine, side) for side in ("left", "right"))
    partners = int(apart.sum(axis=1).max())
    chosen = np.argsort(~apart, axis=1, kind="stable")[:, :partners]  # each outcome's partners first
    counts = np.where(np.take_along_axis(apart, chosen, 1), np.take_along_axis(excess, chosen, 1), 0.0)
    places = np.concatenate([order, weaker, not_stronger, chosen.T.ravel()])
    return places, np.concatenate([[win - tie, tie - lose, lose], a, b, counts.T.ravel()]), partners


@inner_njit
def add_in_order(place, b, reach, r, m, running):
    """Fill `running` with the sums of b times reach over the first 0, 1, ... outcomes in order; return the whole sum.

    By fours, so that each waits for one addition to the sum of those before.
    """
    total, k, one, two, three, four = 0.0, np.uintp(0), np.uintp(1), np.uintp(2), np.uintp(3), np.uintp(4)
    running[0] = 0.0
    while k + three < m:
        i, j = np.uintp(place[k]), np.uintp(place[k + one])
        p, q = np.uintp(place[k + two]), np.uintp(place[k + three])
        first, third = b[i] * reach[r + i], b[p] * reach[r + p]
        second, fourth = first + b[j] * reach[r + j], third + b[q] * reach[r + q]
        running[k + one], running[k + two] = total + first, total + second
        running[k + three], running[k + four] = total + (second + third), total + (second + fourth)
        total += second + fourth
        k += four
    while k < m:
        i = np.uintp(place[k])
        total += b[i] * reach[r + i]
        k += one
        running[k] = total
    return total


@inner_njit
def sweep(place, number, partners, value, v, reach, r, scale, n, m, running):
    """Fill the values of one terminal by its record, which is all of `place` and `number`."""
    first, second, last = scale * number[0], scale * number[1], scale * number[2]
    n, m, v, r, three = np.uintp(n), np.uintp(m), np.uintp(v), np.uintp(r), np.uintp(3)
    b = three + n
    total = add_in_order(place, number[b:], reach, r, m, running)
    last *= total
    if first == 0.0 and second == 0.0:
        for i in range(n):
            value[v + i] = number[three + i] * last
    else:
        for i in range(n):
            weaker, not_stronger = np.uintp(place[m + i]), np.uintp(place[m + n + i])
            value[v + i] = number[three + i] * (first * running[weaker] + second * running[not_stronger] + last)
    p, c = m + n + n, b + m
    for _ in range(partners):
        for i in range(n):
            value[v + i] += scale * number[c + i] * reach[r + np.uintp(place[p + i])]
        p, c = p + n, c + n
