"""Deals under buckets of a board with all hands of one player and a single one of the other: opcs and spcs.

All hands are steps, as in `cfrlib.engine.buckets.deals`; the drawn one is a path. Matrices become a column or a row.
"""

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.buckets.deals import draw_board, fill_levels, see_board, shares


@inner_njit
def hold_beside(b, table, hand, n, m, sign):
    """Count, by step of the last round, the hands beside one: all, and weaker less stronger ones, times a sign."""
    table.pairs[:m] = 0
    table.wins[:m] = 0
    for i in range(n):
        other = table.order[0, i]
        if shares(b.hands, hand, other):
            continue
        place = table.place[b.rounds - 1, other]
        table.pairs[place] += 1
        lead = (table.level[other] < table.level[hand]) * 1 - (table.level[other] > table.level[hand]) * 1
        table.wins[place] += sign * lead


@njit
def deal_side(b, table, steps, alone, sizes, early_pairs, own_all, rng):
    """Draw a board and one hand on it, and fill in what the others are worth against it.

    Results for the last round come first in ``table.pairs`` and ``table.wins``, early ones in `early_pairs`. The player
    with all hands, the walking one if `own_all`, has the `Steps` `steps`, the other one `alone`.
    """
    draw_board(len(b.tables.words), rng, table.board)
    n = see_board(b, table, steps, sizes)
    fill_levels(b, table, n)
    hand = table.order[0, int(rng.random() * n)]
    for k in range(b.rounds):
        alone.sequence[k] = table.sequences[k, hand]
    m = steps.count[b.rounds]
    hold_beside(b, table, hand, n, m, -1 if own_all else 1)
    for k in range(b.rounds - 1, 0, -1):
        fewer = steps.count[k]
        early_pairs[k - 1][:fewer] = 0
        for i in range(m):
            pairs = table.pairs[i] if k == b.rounds - 1 else early_pairs[k][i]
            early_pairs[k - 1][table.above[k, i]] += pairs
        m = fewer
