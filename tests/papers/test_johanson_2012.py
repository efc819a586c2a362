"""What the replication of Johanson et al. computes, against what is known otherwise."""

from math import comb

import johanson_2012 as johanson
import numpy as np
import pandas as pd
import public_chance_exactly as exactly
import pytest
from random_games import random_profile

import cfrlib
from cfrlib.lessons.holdem_in_two_rounds import texas_sizes

pytestmark = pytest.mark.slow

DICE = cfrlib.games.bluff((1, 1), faces=2, merged=False)


@pytest.mark.parametrize("row, game", [("pcs", cfrlib.games.leduc()), ("cs", cfrlib.games.leduc()), ("opcs", DICE),
                                       ("spcs", DICE)], ids=str)  # fmt: skip
def test_algorithm_1_is_the_engines(game, row):
    assert max(johanson.differences(game, row, 3, seed=5)) < 1e-9


def test_printed_weights_are_right_for_dice_only():
    """Of cards, blocks have more than probability 1 together, and a pair of hands excludes boards."""
    leduc = cfrlib.games.leduc()
    assert johanson.two_vectors(DICE) == pytest.approx(1)
    assert johanson.two_vectors(leduc) == pytest.approx(5 / 6)
    assert johanson.two_vectors(leduc, ("Ks",)) == pytest.approx(4 / 5)
    assert johanson.sum_over_blocks(leduc, list(leduc.public_sequences(1))) == pytest.approx(6 / 4)
    assert johanson.sum_over_blocks(DICE, [()]) == pytest.approx(1)
    assert johanson.never_drawn(leduc, ("Ks",)) == pytest.approx(2 / 6)
    assert johanson.never_drawn(DICE, ()) == pytest.approx(0)
    hold_em = cfrlib.games.holdem(deck=(4, 2))  # 8 cards, 4 of them in two hands
    board = next(hold_em.public_sequences(1))
    assert johanson.never_drawn(hold_em, board) == pytest.approx(1 - comb(4, 3) / comb(8, 3))


def test_updates_of_kuhn_by_hand_and_with_a_board():
    """Only a queen does not know who wins. Facing a bet, its regret of a call is 3/4 against the jack, -1/4 against
    the king, and that of a fold the opposite: (1 / 6)^2 for each of 2 sets and 2 actions. Before, they agree."""
    kuhn = cfrlib.games.kuhn()
    rows = exactly.updates(kuhn, cfrlib.Profile.uniform(kuhn))
    assert rows.variance.to_dict() == pytest.approx({"pcs": 0, "opcs": 4 / 36, "spcs": 0, "cs": 4 / 36})
    assert rows.states.to_dict() == pytest.approx({"pcs": 2 * 9 * 3, "opcs": 2 * 9 * 3, "spcs": 2 * 9, "cs": 2 * 9})
    assert rows.updated.to_dict() == pytest.approx({"pcs": 12, "opcs": 12 * 2 / 3, "spcs": 12 / 3, "cs": 12 / 3})
    assert (rows.bias < 1e-15).all()
    game = cfrlib.games.leduc(ranks=4, suits=1, raises=1)
    assert (exactly.updates(game, random_profile(game, 3)).bias < 1e-12).all()


def test_a_call_by_three_passes():
    reach = np.array([0.1, 0.2, 0.3])  # 1, 2, star; one more three is needed, or two
    assert johanson.called("1-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.1 - 0.5, -0.6, -0.6])
    assert johanson.called("2-2", ["1", "2", "*"], ["1", "2", "*"], reach) == pytest.approx([0.6, -0.4, -0.4])


def test_y_is_at_most_1_with_printed_weights():
    leduc = cfrlib.games.leduc()
    pure = exactly.pure_profile(leduc, 0)
    assert {tuple(sorted(row.values()))[-2:] for _, row in pure.items()} == {(0.0, 1.0)}
    largest = exactly.largest_y(leduc, "spcs", pure)
    assert largest["printed"] <= 1 + 1e-12 < largest["drawn"] <= 1.44 + 1e-12
    kuhn = cfrlib.games.kuhn()
    uniform = exactly.largest_y(kuhn, "pcs", cfrlib.Profile.uniform(kuhn))
    assert uniform == pytest.approx({"printed": 1 / 3, "drawn": 1 / 3})  # 3 cards, a third each


def test_sizes_of_hold_em():
    table = johanson.readings()
    assert table.loc["[2-1], raises over the blind", "all names of suits"] == cfrlib.games.holdem().num_infosets
    assert table.loc["[2-4], the blind is the first raise", "all names of suits"] == 90_076_792
    sets, entries = texas_sizes.texas_holdem()
    assert 3.19e14 < sets < 3.20e14 < entries


def test_a_bound_counts_where_it_could_fail():
    kuhn = cfrlib.games.kuhn()
    facts = johanson.theorem_1({"Kuhn": kuhn})
    assert facts["T, p = 1"].tolist() == [216, 108]
    table = pd.DataFrame({"game": "Kuhn", "iterations": [50, 150, 216], "regret_0": 4.0, "regret_1": 0.0})
    assert johanson.over_the_bound(table, {"Kuhn": kuhn}) == pytest.approx([1, 0, 0])
