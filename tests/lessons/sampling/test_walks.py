"""Sampled walks of a few lines: right on average, and what the wrong ones do."""

from functools import partial

import numpy as np
import pytest

from cfrlib.games import kuhn
from cfrlib.lessons.sampling import walks
from cfrlib.textbook import small_games
from cfrlib.tree import unroll

KUHN = unroll(kuhn())


def test_an_outcome_walk_is_right_on_average():
    once, rng = walks.regret_of_a_walk(KUHN, "Kpb", "b", walks.outcome), np.random.default_rng(1)
    regrets = [once(rng) for _ in range(4000)]
    assert set(regrets) == {0, 2, 4}
    assert np.mean(regrets) == pytest.approx(0.25, abs=4 * np.std(regrets) / 4000**0.5)


def test_it_learns_only_if_it_divides_and_explores():
    guests = small_games.guests()
    last = {}
    for label, how in {"right": {}, "undivided": {"divide": False}, "no exploration": {"exploration": 0.0}}.items():
        marks, gaps = walks.learn(guests, partial(walks.outcome, **how), [10, 2000])
        assert marks == [10, 2000]
        last[label] = gaps[-1]
    assert last["right"] < 0.2 < 0.7 < min(last["undivided"], last["no exploration"])


@pytest.mark.parametrize("where, name", [(("Xpb", "b"), "infoset"), (("Kpb", "x"), "action")])
def test_wrong_places_are_named(where, name):
    with pytest.raises(ValueError, match=name):
        walks.regret_of_a_walk(KUHN, *where, walks.outcome)
