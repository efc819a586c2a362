"""The vector walk against two oracles that know nothing of it: `textbook.VanillaCFR` and a NumPy statement on explicit trees."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from restated import Restated

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.textbook import VanillaCFR

UPDATES = ["alternating", "simultaneous"]
GAMES = [kuhn(), kuhn(cards=4), leduc(), leduc(suits_matter=False), leduc_no_limit(stack=4), bluff(faces=3, merged=False)]
RULES = {"rm": 0, "rm+": 1, "linear": 1, "discounted": 2, "predictive": 2}
some = settings(deadline=None, derandomize=True, max_examples=40)


def assert_close(ours, theirs):
    for key, expected in theirs.items():
        expected = list(expected.values()) if isinstance(expected, dict) else expected
        assert list(ours[key].values()) == pytest.approx(list(expected), abs=1e-9), key


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("game", [*GAMES, bluff(faces=3)], ids=repr)
def test_vanilla_is_the_textbooks(game, updates):
    # 50 iterations: long enough for a wrong weight to show, short enough for rounding not to. Merged rolls of Bluff learn the
    # same because nothing that can still happen tells them apart.
    fast, slow = cfrlib.CFR(game, updates=updates), VanillaCFR(game, updates=updates)
    fast.run(50)
    slow.run(50)
    assert_close(fast.average_strategy(), slow.average_strategy())
    assert_close(fast.current_strategy(), slow.current_strategy())


@some
@given(random_games(), st.sampled_from(UPDATES))
def test_vanilla_is_the_textbooks_on_random_games(game, updates):
    # Classes that join outcomes and boards, several stages of chance, correlated outcomes, different numbers for the players.
    fast, slow = cfrlib.CFR(game, updates=updates), VanillaCFR(game, updates=updates)
    fast.run(50)
    slow.run(50)
    assert_close(fast.average_strategy(), slow.average_strategy())


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("game", [kuhn(), leduc(suits_matter=False), bluff(faces=2)], ids=repr)
def test_rules_are_the_restated_ones(game, rule, updates):
    fast = cfrlib.CFR(game, regret=rule, average=RULES[rule], updates=updates)
    slow = Restated(game, rule, RULES[rule], updates)
    for _ in range(50):
        fast.run(1)
        slow.iterate()
    assert_close(fast.average_strategy(), slow.average())


@some
@given(random_games(depth=2), st.sampled_from(sorted(RULES)))
def test_rules_are_the_restated_ones_on_random_games(game, rule):
    fast, slow = cfrlib.CFR(game, regret=rule, average=RULES[rule]), Restated(game, rule, RULES[rule])
    fast.run(20)
    for _ in range(20):
        slow.iterate()
    assert_close(fast.average_strategy(), slow.average())


def test_the_average_can_be_kept_on_the_opponents_walk():
    # It is not the same average: in player 1's walk player 0 has already moved on.
    game = kuhn()
    own, other = cfrlib.CFR(game, updates="simultaneous"), cfrlib.CFR(game, updates="simultaneous", average_in="opponent")
    own.run(20)
    other.run(20)
    assert_close(own.average_strategy(), dict(other.average_strategy()))  # simultaneous updates: the same after all
    own, other = cfrlib.CFR(game), cfrlib.CFR(game, average_in="opponent")
    own.run(20)
    other.run(20)
    assert own.average_strategy()["J", ""] != other.average_strategy()["J", ""]
    assert own.average_strategy()["Q", "b"] == other.average_strategy()["Q", "b"]


def test_float32_tables_follow_float64():
    one, two = (cfrlib.CFR.plus(leduc(), dtype=dtype) for dtype in ("float32", "float64"))
    one.run(100)
    two.run(100)
    assert one.exploitability() == pytest.approx(two.exploitability(), rel=1e-2)
    assert one._tables.regret.dtype == np.float32
