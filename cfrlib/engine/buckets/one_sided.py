"""Deals under buckets of a board with all hands of one player and a single one of the other: opcs and spcs.

The hands of the player who has all of them are steps, as in `cfrlib.engine.buckets.deals`; the drawn one is a path of
one step a street. What was a matrix there is one column or row here, counted in one go through the hands.
"""

from cfrlib._util.jit import inner_njit, njit
from cfrlib.engine.buckets.deals import draw_board, fill_levels, see_board, shares


@inner_njit
def hold_beside(b, table, hand, n, m, sign):
    """Count the hands of each step of the last street that share no card with one hand: how many they are, and how many
    of them are weaker less those that are stronger, times a sign.

    Parameters
    ----------
    hand : int
    n, m : int
        Hands on the board, and steps of the last street.
    sign : int
        1 if the one hand is the walking player's, else -1.
    """
    table.pairs[:m] = 0
    table.wins[:m] = 0
    for i in range(n):
        other = table.order[0, i]
        if shares(b.hands, hand, other):
            continue
        place = table.place[b.streets - 1, other]
        table.pairs[place] += 1
        lead = (table.level[other] < table.level[hand]) * 1 - (table.level[other] > table.level[hand]) * 1
        table.wins[place] += sign * lead


@njit
def deal_side(b, table, steps, alone, sizes, early_pairs, own_all, rng):
    """Draw a board and one hand on it, and find what the others are worth against it.

    The results for the last street are in the first entries of ``table.pairs`` and ``table.wins``, those of the early
    ones in `early_pairs`.

    Parameters
    ----------
    steps, alone : Steps
        Of the player with all hands, and of the other.
    sizes : (streets,) int64
        How many sequences there are on each street.
    own_all : bool
        Whether it is the walking player who has all of them.
    """
    draw_board(len(b.tables.words), rng, table.board)
    n = see_board(b, table, steps, sizes)
    fill_levels(b, table, n)
    hand = table.order[0, int(rng.random() * n)]
    for k in range(b.streets):
        alone.sequence[k] = table.sequences[k, hand]
    m = steps.count[b.streets]
    hold_beside(b, table, hand, n, m, -1 if own_all else 1)
    for k in range(b.streets - 1, 0, -1):
        fewer = steps.count[k]
        early_pairs[k - 1][:fewer] = 0
        for i in range(m):
            pairs = table.pairs[i] if k == b.streets - 1 else early_pairs[k][i]
            early_pairs[k - 1][table.above[k, i]] += pairs
        m = fewer
