"""What lesson 14 has around its walk: numbers for histories, arrays that are shared, a profile."""

import numpy as np
import pytest

import cfrlib
from cfrlib.lessons.bluff import rising_bids as bids


def made(history):
    return tuple(bid for b, bid in enumerate(bids.GAME.bids) if history >> (bids.BIDS - 1 - b) & 1)


def test_the_zeros_of_a_number_are_the_bids_that_are_left():
    for history in range(2**bids.BIDS):
        node = bids.GAME.node(made(history))
        assert bids.higher(history) == len(node.actions) - (history > 0)
        assert bids.last_bid(history) == (bids.higher(history), node.player)


def test_counts_and_needs_decide_a_challenge():
    for b, bid in enumerate(bids.GAME.bids):
        k = bids.BIDS - 1 - b
        holds = bids.COUNT[k][None, :] >= bids.NEED[k][:, None]
        assert np.array_equal(bids.GAME.payoff_table((bid, "call"), ()), np.where(holds, 1, -1))


def test_tables_share_arrays():
    own, joined = bids.Table(), bids.Table(where=bids.last_bid)
    for table in own, joined:
        table[0b10000100] += 1
    assert own[0b01000100].sum() == 0
    assert joined[0b01000100].sum() == joined[0b10000100].sum() == 3 * 4


def test_the_average_is_a_profile_of_the_game():
    S = bids.Table()
    assert cfrlib.exploitability(bids.GAME, bids.average(S)) == pytest.approx(
        cfrlib.exploitability(bids.GAME, cfrlib.Profile.uniform(bids.GAME))
    )
    S[0] += np.eye(bids.BIDS)[:, :4]
    opening = dict(bids.average(S).items())["1", ""]
    assert opening["2-*"] == 1
