"""Games that are not what `Game` says are refused by every public callable, in the same words; ours are accepted."""

import copy
import inspect
import re
import sys
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from public_names import NAMES, members, named
from random_games import RandomGame

import cfrlib
from cfrlib.game import Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, spot, texas
from cfrlib.games import checks as game_checks

OURS = [
    kuhn(), kuhn(5, ante=2, bet=3), leduc(), leduc(bets="doubling", raises=1), leduc(4, 1, suits_matter=False),
    leduc_no_limit(5), bluff((1, 1), 3), bluff((1, 1), 3, merged=False), bluff((2, 1), 2, "one"),
    holdem((1, 1), (4, 2)), texas((2, 1, 1, 2), (0, 0, 0, 1), (3, 3)),
    spot("Td9d6hQc2s", ("TT+,AK", "JJ,KJs:0.5"), pot=20, stack=90),
    spot("TcJdQhKc", ("KQ,AhAd", "random"), pot=20, stack=90, bets=[0.5], deck=(5, 3)),
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


class Longer(Small):
    """There is always one after it."""

    def __init__(self, number):
        super().__init__(number=number)

    def following(self, winner):
        return Longer(self.parameters["number"] + 1)


def wrong(base=Small, **methods):
    return type("Wrong", (base,), {name: lambda self, *args, made=made: made(*args) for name, made in methods.items()})


def fails(*given):
    raise KeyError("card")


HALF = np.ma.array(np.full((2, 2), 0.25), mask=[[False, True], [False, False]])
WORTH = Comparison(([0, 1], [0, 1]), win=1, lose=-1)

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
    "followed .KeyError: 'card'": wrong(payoff=fails),
    "followed .NotImplementedError": wrong(node=Shown().node),
    "gives None; it takes a Decision": wrong(node=lambda actions: None if actions else Decision(0, ("b", "p"))),
    "never ends: .* 'bet', 'bet'": wrong(node=lambda actions: Decision(len(actions) % 2, ("bet", "pass"))),
    "never ends: .* '/', '/'": wrong(Shown, node=lambda actions: PublicChance()),
    "never ends: .* games": wrong(following=lambda winner: Longer(0)),
    r"weights.* it takes an array": wrong(weights=lambda public: [[0.25, 0.25], [0.25, 0.25]]),
    r"weights.* none of them masked": wrong(weights=lambda public: HALF),
    r"payoff.* none of them masked": wrong(payoff=lambda actions, public: HALF),
    r"payoff.* gives None; it takes numbers": wrong(payoff=lambda actions, public: None),
    r"payoff.* gives 1j; it takes numbers": wrong(payoff=lambda actions, public: 1j),
    r"payoff.* or more than 1e\+100": wrong(payoff=lambda actions, public: 2e100),
    r"payoff.* is not finite, or": wrong(payoff=lambda *at: Comparison(([0, np.nan], [0, 1]), win=1, lose=-1)),
    "best_payoff .* less than the payoff": wrong(
        payoff=lambda actions, public: WORTH, best_payoff=lambda player, actions, public: 0.5
    ),
}  # fmt: skip


UNIFORM = cfrlib.Profile.uniform(kuhn())
NEEDED = {
    "profile": UNIFORM, "p": UNIFORM, "q": UNIFORM, "players": {"one": UNIFORM, "other": UNIFORM}, "probabilities": {},
    "name": "call", "hand": "AsAd", "board": (), "drawn": (0, 0), "table": UNIFORM.table(), "policy": None,
    "player": 0, "actions": (), "share": 0.05, "hands": [],
}  # fmt: skip
"""What callables need beside a game."""
LEFT_OUT = (
    "cfrlib.Profile", "cfrlib.Profile.of_known", "cfrlib.Resolving.of_known", "cfrlib.tree.Tree",
    "cfrlib.tree.from_openspiel", "cfrlib.check", "cfrlib.widgets.switchboard", "cfrlib.widgets.switchboard.after",
)  # fmt: skip
"""A game is only what the first four say that they are of; one reads OpenSpiel's; one says, and refuses none; the last
two take names."""
OTHERS = {
    "cfrlib.textbook.regret_matching": "a matrix game",
    "cfrlib.widgets.regret_explorer": "a table of numbers", "cfrlib.matches.baseline": "limit hold'em",
    "cfrlib.draw.betting_rounds": "two-round hold'em",
    "cfrlib.draw.preflop_buckets": "hold'em with buckets",
}  # fmt: skip
"""What these take is no game that anybody writes."""


def takers():
    """Yield (name, what it is, its parameter, the others that it needs) of all public callables that take a game."""
    for name in NAMES:
        found = named(name)
        methods = [(f".{m}", getattr(found, m)) for _, m, _ in members(found)] if inspect.isclass(found) else []
        for more, function in [("", found), *methods]:
            if callable(function) and not more.endswith("__"):
                parameters = inspect.signature(function).parameters.values()
                needed = [p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
                for game in (p.name for p in parameters if p.name.startswith("game")):
                    yield name + more, function, game, [p for p in needed if p != game]


TAKERS = {name: found for name, *found in takers() if name not in LEFT_OUT}


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Files of solvers and of a session, by the class that loads them."""
    found = {"cfrlib.CFR": cfrlib.CFR(kuhn()), "cfrlib.deep.DeepCFR": cfrlib.deep.DeepCFR(kuhn())}
    found["cfrlib.playing.Session"] = cfrlib.playing.Session(kuhn(), UNIFORM)
    folder = tmp_path_factory.mktemp("saved")
    for name, solver in found.items():
        solver.save(folder / name)
    return {name: folder / name for name in found}


def said_by(name, game, saved):
    """Return what a callable says about a game, without the name of the argument."""
    function, parameter, needed = TAKERS[name]
    assert {*needed} <= {*NEEDED, "path"}, "tests/faults/test_wrong_games.py: NEEDED takes a right value of each"
    more = {p: saved[name.removesuffix(".load")] if p == "path" else NEEDED[p] for p in needed}
    with pytest.raises((TypeError, ValueError)) as raised:
        next(function(**{parameter: game, **more}))  # regret matching begins when it is first asked
    return str(raised.value).removeprefix(f"{parameter}: ").removeprefix("payoffs").removeprefix("game")


def test_all_games_of_ours_are_among_those_that_are_accepted():
    missing = set(cfrlib.games.__all__) - {type(game).__name__ for game in OURS} - {"matrix"}
    assert not missing, "tests/faults/test_wrong_games.py: OURS takes a small one of each"


@pytest.mark.parametrize("name", TAKERS)
def test_a_wrong_game_is_refused_with_the_reason_by_every_callable(name, saved):
    """All in the words of one check, which has all problems: each callable is asked a seventh of them."""
    for problem in list(WRONG)[list(TAKERS).index(name) % 7 :: 7]:
        expected = OTHERS.get(name, "both after" if problem == "names read alike" else problem)
        said = said_by(name, WRONG[problem](), saved)
        assert re.search(f"(?s)^=.*{expected}", said), f"{problem}: {said}"


@pytest.mark.parametrize("problem", WRONG)
def test_what_is_refused_is_said_by_check(problem):
    expected = "both after" if problem == "names read alike" else problem
    assert any(re.search(f"(?s){expected}", said) for said in cfrlib.check(WRONG[problem]()))


@pytest.mark.parametrize("name", [name for name in TAKERS if name not in OTHERS])
def test_what_takes_no_explicit_tree_says_what_does(name, saved):
    function, parameter, _ = TAKERS[name]
    takes = str(inspect.signature(function).parameters[parameter].annotation)
    for game in [] if "Tree" in takes else [cfrlib.tree.unroll(kuhn()), cfrlib.games.matrix([[1, 0], [0, 1]])]:
        assert re.search(r"it takes a Game .*cfrlib\.tree\.Tree.*cfrlib\.equilibrium", said_by(name, game, saved))


def test_sealed_bids_are_for_a_tree():
    sealed = wrong(key=lambda player, actions, public, outcome: (str(outcome), f"bid {player}"))
    with pytest.raises(ValueError, match=r"both after .* explicit tree \(cfrlib\.tree\.Tree\), which .*equilibrium"):
        cfrlib.CFR(sealed())


EXACT = [wrong(payoff=lambda actions, public, kind=kind: kind(actions.count("bet")))() for kind in (Fraction, Decimal)]


@pytest.mark.parametrize("game", [Small(), Shown(), *EXACT, *(RandomGame(seed) for seed in range(12))], ids=repr)
def test_a_right_game_is_solved(game):
    cfrlib.CFR(game)
    cfrlib.textbook.CFR(game)


DOORS = {
    "CFR": cfrlib.CFR, "estimate": cfrlib.estimate, "equilibrium": cfrlib.equilibrium, "unroll": cfrlib.tree.unroll,
    "textbook.CFR": cfrlib.textbook.CFR, "textbook.PublicChanceCFR": cfrlib.textbook.PublicChanceCFR,
    "exploitability": lambda game: cfrlib.exploitability(game, cfrlib.Profile.uniform(game)),
    "match": lambda game: cfrlib.match(game, *[cfrlib.Profile.uniform(game)] * 2, hands=4),
}  # fmt: skip
ASKED = game_checks.check_game, game_checks.problems, game_checks.is_ours.__wrapped__


def asked(door, game):
    """Return how often a door asks for the check of a game, looks at its rules, and finds out whether it is ours."""
    calls = Counter()
    sys.setprofile(lambda frame, event, _: event == "call" and calls.update([frame.f_code]))
    try:
        door(game)
    finally:
        sys.setprofile(None)
    return tuple(calls[function.__code__] for function in ASKED)


@pytest.mark.parametrize("name", DOORS)
def test_a_game_is_checked_once(name):
    door, game = DOORS[name], Small()
    assert asked(door, game)[1:] == (1, 1)
    assert asked(door, game)[1:] == (0, 0)
    assert game == copy.copy(game)
    assert "_derived" not in vars(copy.copy(game))
    payoff = game.payoff
    game.payoff = lambda actions, public: 2 * payoff(actions, public)
    assert asked(door, game)[1:] == (1, 1)
    assert game != Small()


class Early(Small):
    """It is solved while it is built."""

    def __init__(self):
        super().__init__()
        cfrlib.CFR(self)


def test_what_a_constructor_derives_is_no_part_of_a_game():
    assert "_derived" not in vars(copy.copy(Early()))


@pytest.mark.parametrize("game", [kuhn(), Small()], ids=repr)
def test_a_solver_asks_for_the_check_once(game):
    assert asked(cfrlib.CFR, game)[0] == 1


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_our_own_games_are_right(game, monkeypatch):
    monkeypatch.setattr(game_checks, "MOST_PAIRS", 10**5)  # the first public states of hold'em; all of most others
    assert list(game_checks.problems(game)) == []


def test_a_large_game_is_checked_in_part_and_says_so(monkeypatch, caplog):
    monkeypatch.setattr(game_checks, "MOST", 5)
    assert list(game_checks.problems(leduc())) == []
    assert "only the first 5" in caplog.text


def test_of_many_information_sets_a_sample_is_checked(monkeypatch, caplog):
    monkeypatch.setattr(game_checks, "MOST", 500)  # nodes fit, information sets do not
    assert list(game_checks.problems(leduc())) == []
    assert "only a sample" in caplog.text


class Short(Small):
    """Its table of payoffs is too short."""

    def payoff(self, actions, public):
        return (1.0, 2.0)[actions.count("pass")]


class Cut(Small):
    """Its payoff calls something else by the name of its argument."""

    def payoff(self, actions, public):
        actions = actions[1:]
        return {"bet": 1.0}[actions[0]]


def test_what_a_rule_raises_is_said_with_the_arguments_and_the_line():
    source, first = inspect.getsourcelines(Short.payoff)
    line = first + len(source) - 1
    words = (
        f"payoff(('pass', 'pass'), ()) raises IndexError: tuple index out of range (test_wrong_games.py, line {line})"
    )
    assert cfrlib.check(Short()) == [words]
    with pytest.raises(ValueError, match=re.escape(f"game=Short(): {words}")):
        cfrlib.CFR(Short())
    assert cfrlib.check(Cut())[0].startswith("payoff(..., ()) raises KeyError: 'pass' (test_wrong_games.py, line ")


def test_a_class_that_forgets_the_constructor_of_its_base_is_told_so():
    class Forgetful(Small):
        def __init__(self, number):
            self.number = number

    with pytest.raises(TypeError, match=r"Forgetful: its __init__ takes a call of super\(\).__init__"):
        Forgetful(3)


def test_equal_complaints_are_counted():
    (said,) = cfrlib.check(wrong(payoff=lambda actions, public: None)())
    assert said == "payoff(('bet', 'bet'), ()) gives None; it takes numbers, none of them masked, and 3 others alike"
    node = {"node": lambda actions: Terminal() if len(actions) == 2 else Decision(len(actions), ("bet", ""))}
    assert len(cfrlib.check(wrong(**node)())) == 2, "the root, and both of those after it, which are alike"


def test_the_remedy_for_names_that_read_alike_is_said_and_helps():
    Alike = WRONG["names read alike"]
    assert all('`separator = " "` in the class' in said for said in cfrlib.check(Alike()))
    assert cfrlib.check(type("Apart", (Alike,), {"separator": " "})()) == []


def test_imperfect_recall_is_said_with_two_histories():
    tree = cfrlib.tree.Tree()
    root = tree.add(player=cfrlib.tree.CHANCE, actions=("l", "r"), probabilities=(0.5, 0.5))
    for drawn, keys in (("l", "xy"), ("r", "xx")):
        first = tree.add(root, drawn, player=0, actions=("a", "b"), key=("first", ""))
        for action, key in zip("ab", keys, strict=True):
            second = tree.add(first, action, player=0, actions=("d",), key=("second", key))
            tree.add(second, "d", player=cfrlib.tree.TERMINAL, payoff=1.0)
    (said,) = cfrlib.check(tree)
    joined = "('second', 'x') joins ('l', 'a') and ('r', 'b'), before which its player did or knew different things"
    assert joined in said, "not ('r', 'a'), where the player has done the same"
