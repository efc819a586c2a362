"""Luck and mistakes add up to what was paid, in every hand, and the staircase of a hand is that of the table."""

import numpy as np
import pytest

import cfrlib
from cfrlib.games import kuhn, leduc
from cfrlib.lessons.play import ledger
from cfrlib.lessons.play.staircases import as_fraction
from cfrlib.matches import expected
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
    table = ledger.split(MACHINE, hands)
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
    for hand, row in zip(hands, ledger.split(machine, hands, game).itertuples(), strict=True):
        steps = ledger.steps(machine, hand)
        assert sum(s.after - s.before for s in steps if not s.own) == pytest.approx(row.luck)
    assert any(s.what.startswith("card: ") for hand in hands for s in ledger.steps(machine, hand))


def test_the_staircase_says_its_numbers():
    called = ledger.hand(kuhn(), "QJ", "pbb")
    assert called.paid == 2
    text = ledger.hand_picture(MACHINE, called).text
    assert "dealt Q: luck −5/18, now −1/3. you: check: mistake 0" in text
    assert text.endswith("it: bet: luck −2/3, now −1. you: call: mistake 0, now −1. shown J: luck +3, now 2.")
    bluffed = ledger.hand(kuhn(), "KJ", "bp", seat=1)
    assert (bluffed.paid, bluffed.rounds[0].seat) == (-1, 1)
    assert "you: fold: mistake 0" in ledger.hand_picture(MACHINE, bluffed).text


def test_what_costs_most_is_said_in_words():
    stages = {"": "opening", "p": "after a check", "b": "facing a bet", "pb": "check, then a bet"}
    hands = [ledger.hand(kuhn(), deal, moves, seat) for deal, moves, seat in (("QJ", "bp", 0), ("KJ", "bb", 1))]
    table = ledger.costs(MACHINE, hands, stages)
    assert table.iloc[0].tolist() == ["P2", "J", "facing a bet", "call", "fold", 1, 1.0, 1.0]
    assert table.iloc[1].tolist()[:6] == ["P1", "Q", "opening", "bet", "check", 1]
    assert table["lost"].tolist() == pytest.approx([1, 1 / 6])
    assert ledger.costs(MACHINE, [ledger.hand(kuhn(), "QJ", "pbb")], stages).empty


def test_the_picture_of_a_session_ends_at_its_sums():
    table = ledger.split(MACHINE, ledger.scripted(COINS, MACHINE, 20, seed=1).hands)
    text = ledger.session_picture(table).text
    assert f"score ends at {table['paid'].sum():g}".replace("-", "−") in text


@pytest.mark.parametrize(
    "value, sign, said", [(-5 / 18, False, "−5/18"), (1.5, True, "+3/2"), (0, True, "0"), (0.12345, False, "0.123")]
)
def test_simple_numbers_are_said_as_fractions(value, sign, said):
    assert as_fraction(value, sign) == said
