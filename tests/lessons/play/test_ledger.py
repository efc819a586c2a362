"""Luck and mistakes add up to what was paid, in every hand, and the staircase of a hand is that of the table."""

import numpy as np
import pytest

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.lessons.play import ledger
from cfrlib.matches import expected
from cfrlib.playing.aivat import split
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium

MACHINE = kuhn_equilibrium(0.2)
COINS = cfrlib.Profile.uniform(kuhn())


def test_a_script_plays_as_many_hands_as_it_is_told_and_the_same_ones_again():
    first, again = (ledger.scripted(COINS, MACHINE, 30, seed=5) for _ in range(2))
    assert first.hands == again.hands
    assert len(first.hands) == 30
    assert {hand.rounds[0].seat for hand in first.hands} == {0, 1}


def test_every_hand_splits_to_the_last_digit():
    hands = ledger.scripted(COINS, MACHINE, 300, seed=1).hands
    table = split(MACHINE, hands)
    assert np.allclose(table["paid"], table["seat"] + table["luck"] - table["mistakes"])
    assert table["paid"].tolist() == [hand.paid for hand in hands]
    assert table["seat"].to_numpy() == pytest.approx([(1 if hand.rounds[0].seat else -1) / 18 for hand in hands])
    assert table["mistakes"].min() >= 0
    assert table["mistakes"].mean() == pytest.approx(-expected(kuhn(), COINS, MACHINE), abs=0.04)
    for hand, row in zip(hands[:60], table.itertuples(), strict=False):
        steps = ledger.steps(MACHINE, hand)
        assert steps[0].before == pytest.approx(row.seat)
        assert steps[-1].after == pytest.approx(row.paid)
        assert sum(s.after - s.before for s in steps if not s.own) == pytest.approx(row.luck)
        assert sum(s.before - s.after for s in steps if s.own) == pytest.approx(row.mistakes)


def test_public_cards_are_luck_too():
    game = leduc(suits_matter=False)
    solver = cfrlib.CFR.discounted(game)
    solver.run(5)
    machine = solver.average_strategy()
    hands = ledger.scripted(cfrlib.Profile.uniform(game), machine, 30, seed=1).hands
    for hand, row in zip(hands, split(machine, hands, game).itertuples(), strict=True):
        steps = ledger.steps(machine, hand)
        assert sum(s.after - s.before for s in steps if not s.own) == pytest.approx(row.luck)
    assert any(s.what.startswith("card: ") for hand in hands for s in ledger.steps(machine, hand))


def test_a_hand_is_written_down_by_its_cards_and_moves():
    called, bluffed = ledger.hand(kuhn(), "QJ", "pbb"), ledger.hand(kuhn(), "KJ", "bp", seat=1)
    assert [called.paid, bluffed.paid, bluffed.rounds[0].seat] == [2, -1, 1]


def test_what_costs_most_is_said_in_words():
    stages = {"": "opening", "p": "after a check", "b": "facing a bet", "pb": "check, then a bet"}
    hands = [ledger.hand(kuhn(), deal, moves, seat) for deal, moves, seat in (("QJ", "bp", 0), ("KJ", "bb", 1))]
    table = ledger.costs(MACHINE, hands, stages)
    assert table.iloc[0].tolist() == ["P2", "J", "facing a bet", "call", "fold", 1, 1.0, 1.0]
    assert table.iloc[1].tolist()[:6] == ["P1", "Q", "opening", "bet", "check", 1]
    assert table["lost"].tolist() == pytest.approx([1, 1 / 6])
    assert ledger.costs(MACHINE, [ledger.hand(kuhn(), "QJ", "pbb")], stages).empty
