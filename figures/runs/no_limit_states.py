"""How large is no-limit Texas hold'em? It depends on the stacks, which are rarely quoted (Ni and Lamb).

What can follow once a player faces a raise depends on two numbers only: the chips that both have left after a call, and
the smallest raise. So decisions are counted from the last round back, in a table of these two, without walking through
any of them. Rules as in the competitions of programs: whole chips, a raise is at least the blind and the last raise, or
all-in.
"""

from math import comb

import numba
import numpy as np
import pandas as pd

from cfrlib._util.compile_cache import keep

DEALS = {
    "states": (comb(52, 2) * comb(50, 2), comb(48, 3), 45, 44),
    "information_sets": (comb(52, 2), comb(50, 3), 47, 46),
}
"""By how much each round multiplies the ways in which the cards may have been dealt."""


def run_task(task, checkpoint=None):
    """Return a row: chips (of each player), blind, states, information_sets."""
    counts = {name: decisions(task["chips"], task["blind"], factors) for name, factors in DEALS.items()}
    return pd.DataFrame([task | counts])


def decisions(stack, blind, factors):
    """Return how many decisions no-limit hold'em has, each counted as often as cards may have been dealt.

    `stack` is that of each player, `blind` the big blind, in chips; the small blind is half of it. `factors` say by how
    much each round multiplies the deals.
    """
    return float(_decisions(stack, blind, np.cumprod(np.array(factors, dtype=float))))


@keep
@numba.njit
def _decisions(stack, blind, deals):
    following = np.zeros(stack + 1)  # decisions from the next round on, by the chips left
    facing = np.zeros((stack + 1) * (stack + 2) // 2)  # and from a decision on, by them and the smallest raise
    bets = np.zeros(stack + 1)  # behind all bets that open a round or follow a check
    for r in range(len(deals) - 1, -1, -1):
        dealt = deals[r]
        for left in range(stack + 1):
            behind = 0.0
            for raised in range(left, blind - 1, -1):
                rest = left - raised
                if rest == 0:  # call or fold
                    behind += dealt
                elif raised > rest:  # or go all-in
                    behind += dealt + following[rest] + dealt
                else:
                    behind += facing[rest * (rest + 1) // 2 + raised]
                facing[left * (left + 1) // 2 + raised] = dealt + following[left] + behind
            bets[left] = behind if left >= blind else dealt if left > 0 else 0.0
        if r > 0:
            for left in range(1, stack + 1):
                following[left] += 2 * dealt + 2 * bets[left]
    left = stack - blind  # the small blind calls or raises; if it calls, the big blind may check or raise
    return 2 * deals[0] + 2 * bets[left] + following[left]
