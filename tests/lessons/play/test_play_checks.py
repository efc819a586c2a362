"""What the exercises of lesson 17 ask for is what the library does."""

import numpy as np
import pytest
from hands_played import played
from verdicts import right_answers

from cfrlib.lessons.play import checks
from cfrlib.playing.aivat import breakdown
from cfrlib.playing.losses import losses
from cfrlib.playing.values import StateValues
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium


def luck(values, chances, k):
    return values[k] - chances @ values


def lost(values, action):
    return max(values.values()) - values[action]


test_right_answers_pass = right_answers([(checks.check_luck, luck), (checks.check_lost, lost)])


def test_luck_scores_and_mistakes():
    game = kuhn_equilibrium(0.2).game
    machine, hands = kuhn_equilibrium(0.2), list(played(game, kuhn_equilibrium(0), kuhn_equilibrium(0.2), 200))
    table = breakdown(game, machine, hands)
    values = StateValues(game, machine, 0, "mean")
    deals = np.array([values.value((), (), i) for i in range(3)])
    for hand, dealt in zip(hands, table["deal"], strict=True):
        assert dealt == pytest.approx(luck(deals, np.full(3, 1 / 3), hand.rounds[0].deal[0]), abs=1e-12)
    best = StateValues(game, machine, 0, "best")
    for row in losses(game, machine, hands[:50]).itertuples():
        actions, deal = tuple(row.public), hands[row.hand].rounds[0].deal[0]
        assert row.lost == pytest.approx(lost(best.action_values(actions, (), deal), row.action), abs=1e-12)
