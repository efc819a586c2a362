"""`check` says all that is wrong with a game at once, and whether it is worth the same however it is solved."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame

import cfrlib
from cfrlib.engine import preflight
from cfrlib.game import Decision, Game
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, texas


class Careless(kuhn):
    """Kuhn poker with a label that comes twice, and probabilities that do not sum to one."""

    def outcomes(self, player):
        return "J", "Q", "Q"

    def weights(self, public):
        return super().weights(public) * 2


class Endless(kuhn):
    def node(self, actions):
        return Decision(0, ("again",))


class Raising(kuhn):
    def payoff(self, actions, public):
        raise ZeroDivisionError("no chips")


@pytest.mark.parametrize("game, says", [
    (Careless(), ["outcomes(0) has 'Q' twice", "outcomes(1) has 'Q' twice", "sums to 2"]),
    (Endless(), ["never ends"]), (Raising(), ["ZeroDivisionError: no chips"]),
], ids=lambda what: type(what).__name__)  # fmt: skip
def test_everything_wrong_is_said(game, says):
    problems = cfrlib.check(game)
    assert len(problems) == len(says)
    assert all(words in problem for words, problem in zip(says, problems, strict=True))


@pytest.mark.parametrize("game", [kuhn(), leduc(suits_matter=False), leduc_no_limit(4), bluff(faces=3)], ids=repr)
def test_ours_are_right(game, caplog):
    assert cfrlib.check(game) == []
    assert caplog.records == []


@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_random_games_are_worth_the_same_in_all_ways(seed):
    assert cfrlib.check(RandomGame(seed)) == []


def test_what_is_too_large_to_compare_is_said(caplog):
    with caplog.at_level(logging.WARNING, "cfrlib"):
        assert cfrlib.check(texas(buckets=2)) == []
    assert "only its rules are checked" in caplog.text


def test_ways_that_disagree_are_said(monkeypatch):
    value, exact = cfrlib.equilibrium(kuhn())
    monkeypatch.setattr(preflight, "equilibrium", lambda game: (value + 1, cfrlib.Profile.uniform(game)))
    monkeypatch.setattr(cfrlib.CFR, "exploitability", lambda solver: 0.5)
    by_engine, by_program, program = cfrlib.check(kuhn())
    assert by_engine.startswith("the engine finds an exploitability of 0.5, its explicit tree 0.00")
    assert "finds the value 0.944444" in by_program
    assert program == f"the equilibrium of the linear program has an exploitability of {11 / 24:g}"


def test_only_games_are_taken():
    assert issubclass(kuhn, Game)
    with pytest.raises(ValueError, match="game=3: it takes a Game"):
        cfrlib.check(3)
