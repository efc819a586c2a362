"""The checks of lesson 17 accept the right answer and say where a wrong one is wrong."""

import numpy as np
import pytest
from hands_played import played
from verdicts import right_answers

from cfrlib.lessons.play import checks
from cfrlib.playing.losses import losses
from cfrlib.playing.luck import breakdown, corrected
from cfrlib.playing.values import StateValues
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium


def luck(values, chances, k):
    return values[k] - chances @ values


def score(paid, luck):
    left = paid - luck.sum(axis=0)
    return left.mean(), 1.96 * left.std(ddof=1) / len(left) ** 0.5


def lost(values, action):
    return max(values.values()) - values[action]


def showdown(dealt, acted, paid, k):
    likely = dealt * acted
    return paid[k] - likely @ paid / likely.sum()


RIGHT = [
    (checks.check_luck, luck),
    (checks.check_corrected, score),
    (checks.check_lost, lost),
    (checks.check_showdown, showdown),
]
test_right_answers_pass = right_answers(RIGHT)


def test_the_exercises_are_what_the_library_does():
    game = kuhn_equilibrium(0.2).game
    machine, hands = kuhn_equilibrium(0.2), list(played(game, kuhn_equilibrium(0), kuhn_equilibrium(0.2), 200))
    found = breakdown(game, machine, hands)
    kinds = found[["deal", "chance", "machine", "showdown"]].to_numpy().T
    left = corrected(game, machine, hands)
    assert score(found["paid"].to_numpy(), kinds)[0] == pytest.approx(left.mean(), abs=1e-12)
    values = StateValues(game, machine, 0, "mean")
    deals = np.array([values.value((), (), i) for i in range(3)])
    for hand, here in zip(hands, found["deal"], strict=True):
        assert here == pytest.approx(luck(deals, np.full(3, 1 / 3), hand.rounds[0].deal[0]), abs=1e-12)
    best = StateValues(game, machine, 0, "best")
    for row in losses(game, machine, hands[:50]).itertuples():
        actions, deal = tuple(row.public), hands[row.hand].rounds[0].deal[0]
        assert row.lost == pytest.approx(lost(best.action_values(actions, (), deal), row.action), abs=1e-12)
