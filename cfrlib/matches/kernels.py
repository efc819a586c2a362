"""Hands of limit hold'em between two players: cards dealt, actions drawn from tables, until a fold or a showdown.

The tables of a player may be of any layout: the entry of an action is ``base + row * stride + lane``, and the layout
says which base and stride a deal has on each betting round.
"""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit, njit
from cfrlib.cards.rank_kernels import level
from cfrlib.engine.buckets.deals import draw_board
from cfrlib.engine.common.limit_holdem.draws import draw_card, number
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN


class Player(NamedTuple):
    """One of the two in a match."""

    early: np.ndarray
    last: np.ndarray
    """Tables of summed strategies, of the betting rounds but the last one, and of that."""
    tolerance: tuple
    """What sum counts as none, in each table; see `cfrlib.engine.common.table_profile.TableProfile`."""
    base: np.ndarray
    """(2, deals, rounds) int64: with the first hand of each deal, and with the second."""
    stride: np.ndarray
    """(2, deals, rounds) int64"""
    gives_up: bool
    """Whether he folds at once, whatever he may do."""


@njit
def deal(tables, cards, boards, hands, wins, rng):
    """Deal: `boards` (deals, cards shown) int8, `hands` (2, deals), `wins` (deals,): 1, 0 or -1, of the first hand."""
    words = tables.words
    for d in range(len(boards)):
        board = boards[d]
        out = draw_board(cards, rng, board)
        word = ranks = 0
        for k in range(len(board)):
            word += words[board[k], 0]
            ranks += words[board[k], 1]
        before = np.int64(0)
        for player in range(2):
            first = draw_card(cards, rng, out)
            out |= 1 << first
            second = draw_card(cards, rng, out)
            out |= 1 << second
            hands[player, d] = number(first, second)
            now = np.int64(level(
                tables, word + words[first, 0] + words[second, 0], ranks + words[first, 1] + words[second, 1],
                len(board) + 2,
            ))  # fmt: skip
            wins[d] = (before > now) * 1.0 - (before < now) * 1.0
            before = now


@inner_njit(forceinline=True)
def draw_action(table, tolerance, entry, stride, actions, rng):
    """Return the number of an action, in proportion to what a table holds; any, if that is up to `tolerance`."""
    total = 0.0
    for a in range(actions):
        total += max(np.float64(table[np.uintp(entry + a * stride)]), 0.0)
    left = rng.random()
    if total <= tolerance:
        return np.int64(left * actions)
    left *= total
    for a in range(actions - 1):
        left -= max(np.float64(table[np.uintp(entry + a * stride)]), 0.0)
        if left < 0:
            return a
    return actions - 1


@inner_njit(forceinline=True)
def decide(player, d, hand, round_, rounds, row, lane, actions, rng):
    """Return the number of the action that a player draws with the first or the second hand of a deal."""
    stride = player.stride[hand, d, round_]
    entry = player.base[hand, d, round_] + row * stride + lane
    if round_ == rounds - 1:
        return draw_action(player.last, player.tolerance[1], entry, stride, actions, rng)
    return draw_action(player.early, player.tolerance[0], entry, stride, actions, rng)


@njit
def play(bettings, ways, blinds, one, other, wins, duplicate, results, rng):
    """Play each deal, and under `duplicate` once more with seats exchanged: `results` (2, deals) are what `one` got.

    `one` sits in seat 0 with the first hand, then in seat 1 with the second. `ways` (rounds,) says in how many ways
    each betting round can go on to the next, from one start.
    """
    rounds = one.base.shape[2]
    for d in range(len(wins)):
        for seat in range(2 if duplicate else 1):
            round_ = node = lane = 0
            paid = 0.0  # to seat 0
            while True:
                b = bettings[round_]
                kind = b.kind[node]
                if kind == FOLD:
                    paid = b.stakes[b.end[node], lane]
                    break
                if kind == SHOWDOWN:
                    paid = wins[d] * b.stakes[b.end[node], lane]
                    break
                if kind == NEXT:
                    lane = lane * ways[round_] + b.end[node] - b.folds - b.shows
                    round_, node = round_ + 1, 0
                    continue
                first, actions = b.edges[node], b.edges[node + 1] - b.edges[node]
                mine = kind == seat
                if one.gives_up if mine else other.gives_up:
                    paid = -blinds[0] if kind == 0 else blinds[1]
                    break
                if mine:
                    a = decide(one, d, kind, round_, rounds, b.row[node], lane, actions, rng)
                else:
                    a = decide(other, d, kind, round_, rounds, b.row[node], lane, actions, rng)
                node = b.child[first + a]
            results[seat, d] = paid if seat == 0 else -paid
