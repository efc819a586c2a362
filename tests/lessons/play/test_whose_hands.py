"""The switch of lesson 17: stored hands or the reader's own, and each hand that was played as a staircase."""

import pytest

import cfrlib
from cfrlib.lessons.play import ledger
from cfrlib.playing.aivat import split
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.widgets import whose_hands

MACHINE = kuhn_equilibrium(0.2)
COINS = cfrlib.Profile.uniform(MACHINE.game)


@pytest.fixture
def made():
    table = cfrlib.play(MACHINE.game, MACHINE, seed=1)
    return whose_hands(table, ledger.scripted(COINS, MACHINE, 60, seed=5).hands, "coins")


def test_each_hand_has_one_staircase_the_costliest_first(made):
    lost = dict(zip(made.hands, split(MACHINE, made.hands)["mistakes"], strict=True))
    assert made.slider.max == len(lost)
    costs = [cost for _, cost, _ in made._kinds]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == pytest.approx(max(lost.values()))
    assert sum(times for *_, times in made._kinds) == 60
    first = made.picture().text
    made.press("ArrowRight")
    assert made.at == 2
    assert made.picture().text != first
    assert made.words.startswith("coins: 60 hands.")


def test_the_readers_own_hands_take_ten(made):
    made.player = "mine"
    assert "Play 10 hands" in made.says.value
    with pytest.raises(ValueError, match="Play 10 hands"):
        _ = made.hands
    session = made.table.session
    while len(session.hands) < 10:
        if session.over:
            session.next_hand()
        session.act("b")
    made.player = "coins"
    made.player = "mine"
    assert made.hands == session.hands
    assert "mine: 10 hands." in made.says.value
    assert made.at == 1
