"""Ends of Kuhn poker without pairs, and tables by public state."""

import numpy as np
import pytest

import cfrlib
from cfrlib.lessons.public_chance_sampling import kuhn_vectors
from cfrlib.textbook import match_regrets

GAME, TEN = cfrlib.games.kuhn(), cfrlib.games.kuhn(cards=10)
TERMINALS = [actions for actions, node in GAME.action_sequences() if isinstance(node, cfrlib.Terminal)]


def every_pair(actions, i, theirs, game=GAME):
    u = game.weights(()) * game.payoff_table(actions, ())
    return u @ theirs if i == 0 else -(theirs @ u)


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("actions", TERMINALS)
def test_a_sweep_is_every_pair_and_only_folds_need_the_subtraction(actions, i):
    theirs = np.array([0.2, 0.4, 0.9])
    right = every_pair(actions, i, theirs)
    assert kuhn_vectors.by_sweep(actions, i, theirs) == pytest.approx(right)
    ten = np.arange(10) / 10
    assert kuhn_vectors.by_sweep(actions, i, ten) == pytest.approx(every_pair(actions, i, ten, TEN))
    fold = actions in {("b", "p"), ("p", "b", "p")}
    assert np.allclose(kuhn_vectors.without_subtracting(actions, i, theirs), right) != fold


def test_each_card_is_matched_by_itself_and_the_average_has_all_information_sets():
    R = kuhn_vectors.zeros()
    R["p",][:] = [[3, -1, 0], [1, 2, 0]]
    sigma = kuhn_vectors.matched(R)
    for c in range(3):
        assert sigma["p",][:, c].tolist() == match_regrets(R["p",][:, c]).tolist()
    average = kuhn_vectors.average({actions: probabilities * 2 for actions, probabilities in sigma.items()})
    assert len(list(average)) == 12
    assert average["J", "p"] == {"p": 0.75, "b": 0.25}
    assert average["K", "pb"] == {"p": 0.5, "b": 0.5}
