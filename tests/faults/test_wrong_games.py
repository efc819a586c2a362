"""Games that are not what `Game` says are refused when a solver is built; all of our own are accepted."""

import numpy as np
import pytest
from random_games import RandomGame

import cfrlib
from cfrlib.game import Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.games import checks as game_checks

OURS = [
    kuhn(), kuhn(5, ante=2, bet=3), leduc(), leduc(bets="doubling", raises=1), leduc(4, 1, suits_matter=False),
    leduc_no_limit(5), bluff((1, 1), 3), bluff((1, 1), 3, merged=False), bluff((2, 1), 2, "one"),
    holdem((1, 1), (4, 2)), texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)),
]  # fmt: skip


class Small(Game):
    """A bets or passes, B answers; cards high and low."""

    def outcomes(self, player):
        return "high", "low"

    def weights(self, public):
        return np.full((2, 2), 0.25)

    def node(self, actions):
        return Terminal() if len(actions) == 2 else Decision(len(actions), ("bet", "pass"))

    def payoff(self, actions, public):
        return np.array([[0.0, 1.0], [-1.0, 0.0]]) * (1 + actions.count("bet"))


class Shown(Small):
    """The same with a public card before the answer."""

    def node(self, actions):
        if len(actions) == 1:
            return PublicChance()
        return Terminal() if len(actions) == 3 else Decision(min(len(actions), 1), ("bet", "pass"))

    def public_outcomes(self, public):
        return "x", "y"

    def weights(self, public):
        return np.full((2, 2), 0.25 / 2 ** len(public))


def wrong(base=Small, **methods):
    return type("Wrong", (base,), {name: lambda self, *args, made=made: made(*args) for name, made in methods.items()})


WRONG = {
    "key .* both after": wrong(key=lambda player, actions, public, outcome: (str(outcome), str(len(actions)))),
    "names read alike": wrong(
        node=lambda actions: Decision(0, ("b", "bb")) if not actions else
        Terminal() if len(actions) == 3 or actions[0] == "bb" and len(actions) == 2 else Decision(1, ("b", "p"))
    ),
    "'high' twice": wrong(outcomes=lambda player: ("high", "high")),
    "takes a tuple of strings": wrong(outcomes=lambda player: (1, 2)),
    "sums to 2": wrong(weights=lambda public: np.full((2, 2), 0.5)),
    "sums to 1.0000001": wrong(weights=lambda public: np.full((2, 2), 0.25 + 2.5e-8)),
    "negative or not finite": wrong(weights=lambda public: np.array([[1.5, -0.5], [0, 0]])),
    r"weights.* has shape \(3, 2\)": wrong(weights=lambda public: np.full((3, 2), 1 / 6)),
    "two players": wrong(node=lambda actions: Terminal() if len(actions) == 3 else Decision(len(actions), ("b", "p"))),
    "at least one": wrong(node=lambda actions: Terminal() if len(actions) == 2 else Decision(len(actions), ())),
    "name of its own": wrong(
        node=lambda actions: Terminal() if len(actions) == 2 else Decision(len(actions), ("b", "b"))
    ),
    "takes a Decision": wrong(node=lambda actions: "over"),
    "payoff.* is not finite": wrong(payoff=lambda actions, public: np.nan),
    "payoff.* fits no pair": wrong(payoff=lambda actions, public: np.zeros((3, 3))),
    "pair of strings": wrong(key=lambda player, actions, public, outcome: "".join(actions)),
    "weights of what can follow": wrong(Shown, weights=lambda public: np.full((2, 2), 0.25 / 3 ** len(public))),
    "strings that differ": wrong(Shown, public_outcomes=lambda public: ("x", "x")),
    "cannot be followed": wrong(outcomes=lambda player: None),
}  # fmt: skip


@pytest.mark.parametrize("problem", WRONG)
@pytest.mark.parametrize("build", [cfrlib.CFR, cfrlib.textbook.CFR], ids=["engine", "textbook"])
def test_a_wrong_game_is_refused_with_the_reason(problem, build):
    expected = "both after" if problem == "names read alike" else problem
    with pytest.raises(ValueError, match=f"^game=.*{expected}"):
        build(WRONG[problem]())


@pytest.mark.parametrize("game", [Small(), Shown(), *(RandomGame(seed) for seed in range(40))], ids=repr)
def test_a_right_game_is_solved(game):
    cfrlib.CFR(game)
    cfrlib.textbook.CFR(game)


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_our_own_games_are_right(game):
    assert list(game_checks.problems(game)) == []


def test_a_large_game_is_checked_in_part_and_says_so(monkeypatch, caplog):
    monkeypatch.setattr(game_checks, "MOST", 5)
    assert list(game_checks.problems(leduc())) == []
    assert "only the first 5" in caplog.text


def test_of_many_information_sets_a_sample_is_checked(monkeypatch, caplog):
    monkeypatch.setattr(game_checks, "MOST", 500)  # nodes fit, information sets do not
    assert list(game_checks.problems(leduc())) == []
    assert "only a sample" in caplog.text
