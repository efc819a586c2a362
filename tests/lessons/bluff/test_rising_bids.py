"""What lesson 14 has around its walk: numbers for histories, rows that are shared, rolls that are alike."""

import numpy as np
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.games import bluff
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


def test_rolls_are_alike_as_in_the_engine():
    classes = BidsLayout(bluff((1, 1), faces=4)).classes[0]
    assert [len(set(bids.by_all_bids(k))) for k in range(bids.BIDS)] == classes[: bids.BIDS].tolist()
    assert all(len(set(bids.by_last_bid(k))) <= classes[k] for k in range(bids.BIDS))
    assert len(set(bids.by_last_bid(bids.BIDS))) == len(bids.ROLLS)


def test_tables_share_rows_and_columns():
    own, joined = bids.Table(), bids.Table(where=bids.last_bid)
    for table in own, joined:
        table[0b10000100] += 1
    assert own[0b01000100].sum() == 0
    assert joined[0b01000100].sum() == joined[0b10000100].sum() == 3 * 4
    alike = bids.Table(alike=bids.by_all_bids)
    alike[0b00000001] += np.array([[1.0, 2.0, 6.0, 5.0]])
    assert alike[0b00000001] == pytest.approx(np.array([[3, 3, 3, 5]]), abs=1e-12)


def test_the_average_is_a_profile_of_the_game():
    S = bids.Table()
    assert cfrlib.exploitability(bids.GAME, bids.average(S)) == pytest.approx(
        cfrlib.exploitability(bids.GAME, cfrlib.Profile.uniform(bids.GAME))
    )
    S[0] += np.eye(bids.BIDS)[:, :4]
    opening = dict(bids.average(S).items())["1", ""]
    assert opening["2-*"] == 1
