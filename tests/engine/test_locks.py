"""Locked information sets: the game in which chance plays there, in the textbook and in every engine.

That they are saved, and runs go on with them, is in `test_contract.py`.
"""

import re
from functools import cache

import every_engine
import pytest
from every_engine import BUCKETS, small_bids, some_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame, best_response_value, games, random_profile

import cfrlib
from cfrlib.engine.saving import saved_bytes
from cfrlib.games import bluff, holdem, kuhn, leduc, matrix
from cfrlib.sampling import Mixed
from cfrlib.tree import CHANCE, Tree, unroll

pytestmark = pytest.mark.slow
few = settings(deadline=None, derandomize=True, max_examples=15)


GAMES = every_engine.GAMES | {
    "bids": small_bids(faces=3, rounds="one", merged=False), "two_rounds": holdem((1, 1), (4, 2)),
    "buckets": holdem((1, 1), (4, 2), (2, 3)), "joined": RandomGame(7),
}  # fmt: skip
EVALUATED = [*every_engine.EVALUATED, "joined"]
UNROLLED = ("tree", "bids", "two_rounds", "explicit", "joined")
HONEST = {("J", ""): {"p": 1}, ("J", "p"): {"p": 1}}


LOCKED = {name: some_of(cfrlib.CFR(game, "es").average_strategy(), seed=3) for name, game in GAMES.items()}


def with_chance(tree, locked):
    """Return a tree in which what is locked is a chance node."""
    made, again = Tree(), []
    for node in tree.nodes:
        key = tree.infosets[node.infoset].key if node.infoset >= 0 else None
        if key in locked:
            row = [locked[key].get(action, 0.0) for action in node.actions]
            own = {"player": CHANCE, "probabilities": row}
        else:
            own = {"player": node.player, "probabilities": node.probabilities, "key": key, "payoff": node.payoff}
        above = again[node.parent] if node.parent >= 0 else None
        again.append(made.add(above, node.action, actions=node.actions, **own))
    return made


def distance(profile, other, keys=None):
    """Return the largest difference between two profiles, or to a dict of rows, with 0 for what is left out."""
    rows = ((key, profile[key]) for key in (other if keys is None else keys))
    return max((abs(p - other[key].get(a, 0.0)) for key, row in rows for a, p in row.items()), default=0.0)


def test_kuhn_without_bluffs_worked_out():
    """If a Jack never bets unforced, no bet of the other is a bluff, and Queens fold: by the linear program, 0."""
    game, value = kuhn(), cfrlib.equilibrium(with_chance(unroll(kuhn()), HONEST))[0]
    for solver in (cfrlib.CFR.plus(game, locked=HONEST), cfrlib.textbook.CFR(game, locked=HONEST)):
        solver.run(300)
        average = solver.average_strategy()
        assert average["J", ""] == average["J", "p"] == {"p": 1.0, "b": 0.0}
        assert average["Q", "b"]["p"] > 0.99
        assert solver.exploitability() < 6e-3 < cfrlib.exploitability(game, average)
        assert cfrlib.expected_value(game, average) == pytest.approx(value, abs=1.2e-2)
        assert cfrlib.best_response(game, average, locked=HONEST)["J", "p"] == {"p": 1.0, "b": 0.0}
    assert "2 information sets locked" in repr(cfrlib.CFR(game, locked=HONEST))
    assert value == pytest.approx(0, abs=1e-9)


@few
@given(games(depth=3, branching=3, stages=1), st.integers(0, 2**32 - 1))
def test_locks_are_chance_of_a_random_game(game, seed):
    """What best responses earn against a random profile, and the value, are those of the tree with chance there."""
    tree, profile = unroll(game), random_profile(game, seed)
    locked = some_of(profile, seed)
    chance = with_chance(tree, locked)
    earned = cfrlib.best_response_values(game, profile, locked=locked)
    assert earned == pytest.approx(cfrlib.best_response_values(chance, profile), abs=1e-12)
    for player in (0, 1):
        row = [[*profile[infoset.key].values()] for infoset in chance.infosets]
        other = best_response_value(chance, player, lambda infoset, k, row=row: row[infoset.index][k])
        assert earned[player] == pytest.approx(other, abs=1e-12)
    response = cfrlib.best_response(game, profile, locked=locked)
    assert distance(response, locked) < 1e-12
    kept = profile.replace(locked) if locked else profile
    assert cfrlib.evaluate.value_between(game, response, kept) == pytest.approx(earned[0], abs=1e-12)
    solver = cfrlib.CFR.plus(game, locked=locked)
    solver.run(300)
    value, left = cfrlib.equilibrium(chance)[0], solver.exploitability()
    assert cfrlib.expected_value(game, solver.average_strategy()) == pytest.approx(value, abs=2 * left + 1e-9)
    assert left == pytest.approx(cfrlib.exploitability(chance, solver.average_strategy()), abs=1e-12)


RULES = [
    {}, {"regret": "rm+", "average": "linear"}, {"regret": "predictive", "average": "quadratic"}, {"regret": "apcfr+"},
    {"regret": "discounted", "updates": "simultaneous", "average_at": "opponent"},
]  # fmt: skip


@settings(few, max_examples=12)
@given(games(depth=3, branching=3, stages=1), st.integers(0, 2**32 - 1), st.sampled_from(RULES))
def test_textbook_and_engines_are_equal_step_by_step(game, seed, rule):
    tree = unroll(game)
    locked = some_of(random_profile(game, seed), seed, part=0.4)
    book = cfrlib.textbook.CFR(tree, locked=locked, **rule)
    engines = [cfrlib.CFR(of, locked=locked, **rule) for of in (game, tree)]
    for _ in range(8):
        book.run(1)
        for solver in engines:
            solver.run(1)
            assert distance(solver.average_strategy(), book.average_strategy()) < 1e-9
            assert distance(solver.current_strategy(), book.current_strategy()) < 1e-9


@pytest.mark.parametrize("rule", [{}, {"regret": "dcfr+", "average": "linear"}], ids=str)
@pytest.mark.parametrize("name", ["bids", "two_rounds", "buckets"])
def test_large_games_go_as_their_trees(name, rule):
    """Their engines are held to the explicit one, which is held to the textbook. Regrets at 0 tie: a few steps."""
    game, locked = GAMES[name], LOCKED[name]
    one, other = (cfrlib.CFR(of, locked=locked, **rule) for of in (game, unroll(game)))
    for _ in range(3):
        one.run(1)
        other.run(1)
        assert distance(one.current_strategy(), other.current_strategy()) < 1e-7


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_locked_tree_does_not_leave_the_kernel(rule, dtype, tmp_path):
    """However often it is left, and wherever it is saved, the numbers are the same to the last bit."""
    tree = GAMES["explicit"]
    locked = {key: {a: 1 / (k + 3) for k, a in enumerate(tree.infoset(key).actions)} for key in LOCKED["explicit"]}
    locked = {key: {a: p / sum(row.values()) for a, p in row.items()} for key, row in locked.items()}
    one, other = (cfrlib.CFR(tree, locked=locked, dtype=dtype, **rule) for _ in range(2))
    stretches, iterate = [], one.engine.iterate
    one.engine.iterate = lambda *args: (stretches.append(args[-1]), iterate(*args))[1]
    one.run(0)
    one._chunk = 1000
    one.run(1000)
    assert [count for count in stretches if count] == [1000]
    for k in range(40):
        other.run(25)
        if k == 20:
            other.save(tmp_path / "solver")
            other = cfrlib.CFR.load(tmp_path / "solver", tree)
    for table, same in zip(one.engine.tables, other.engine.tables, strict=True):
        assert table.tobytes() == same.tobytes()
    assert distance(one.average_strategy(), locked) < 1e-15 + 1e-7 * (dtype == "float32")
    assert distance(one.current_strategy(), locked) < 1e-15 + 1e-7 * (dtype == "float32")


@cache
def by_chance(name):
    return with_chance(unroll(GAMES[name]), LOCKED[name])


ROWS = ["vanilla", "pcs", "opcs", "spcs", "cs", "es", "os", Mixed("es", "os", 0.5)]
SWITCHES = [
    {"regret": "rm+", "average": "linear"}, {"regret": "discounted", "average": "quadratic"},
    {"regret": "apcfr+", "updates": "simultaneous"}, {"average": "lazy"}, {"average": "linear optimistic"},
]  # fmt: skip


REFUSED = {("imperfect recall", row) for row in ("vanilla", "spcs", "es")}
REFUSED |= {("explicit", row) for row in ("pcs", "opcs", "spcs")}
REFUSED |= {(name, str(ROWS[-1])) for name in ("bids", "four streets", "joined")}
"""With the switches that are their turn, and without locks, too."""


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_locked_is_played_whatever_walks(name, row):
    game, locked, k = GAMES[name], LOCKED[name], ROWS.index(row) + list(GAMES).index(name)
    switches = SWITCHES[3 + k % 2] if row in ("es", "os") and k % 3 else SWITCHES[k % 3]
    together = name != "explicit" and row == "vanilla" or name in BUCKETS and row in ROWS[1:5]
    if together and (row != "cs" or "updates" not in switches):
        switches = {**switches, "dtype": "float32"}
    if (name, str(row)) in REFUSED:
        for more in ({}, {"locked": locked}):
            with pytest.raises(ValueError, match="^(sampling|regret|average)="):
                cfrlib.CFR(game, row, **switches, **more)
        return
    solver = cfrlib.CFR(game, row, locked=locked, **switches)
    close = 1e-6 if "dtype" in switches else 1e-12
    for iterations in (0, 1, 20):
        solver.run(iterations)
        for profile in (solver.average_strategy(), solver.current_strategy()):
            assert distance(profile, locked) < close
    if name in EVALUATED:
        profile, left = solver.average_strategy(), pytest.approx(solver.exploitability(), rel=1e-4, abs=1e-6)
        assert cfrlib.exploitability(game, profile, locked=locked) == left
        assert name not in UNROLLED or cfrlib.exploitability(by_chance(name), profile) == left


def test_what_is_locked_is_written_anew_before_each_iteration():
    """Sums that nobody adds to shrink with all others; a gain of an action never taken is no reason to take it."""
    locked = {("Q", ""): {"p": 0.0, "b": 1.0}, ("Q", "pb"): {"p": 0.25, "b": 0.75}}  # nobody comes to the second
    solver = cfrlib.CFR(kuhn(), average=1000, locked=locked)
    solver.run(50)
    assert distance(solver.average_strategy(), locked) < 1e-12
    game = matrix([[0, 0], [3e9, 1e9]])  # if Player 1 plays the first row, Player 2 has nothing to regret
    solver = cfrlib.CFR(game, dtype="float32", locked={("Player 1", ""): {"1": 1}})
    solver.run(3)
    assert solver.current_strategy()["Player 2", ""] == {"1": 0.5, "2": 0.5}


@pytest.mark.parametrize("name", EVALUATED)
def test_a_solver_with_locks_converges(name):
    solver = cfrlib.CFR.plus(GAMES[name], locked=LOCKED[name])
    start = solver.exploitability()
    solver.run(2000, until=start / 100)
    assert solver.exploitability() <= start / 100
    assert cfrlib.exploitability(GAMES[name], solver.average_strategy()) > start / 50


def test_a_responder_may_lack_the_locks_of_a_profile():
    """Both play what is locked, whatever the profile says."""
    game, uniform = kuhn(), cfrlib.Profile.uniform(kuhn())
    without, kept = (cfrlib.exploitability(game, p, locked=HONEST) for p in (uniform, uniform.replace(HONEST)))
    assert without == kept != cfrlib.exploitability(game, uniform)
    for name in ("tree", "bids", "two_rounds"):
        profile = cfrlib.CFR(GAMES[name], "es", regret="rm+").average_strategy()
        earned = cfrlib.best_response_values(GAMES[name], profile, locked=LOCKED[name])
        assert earned == pytest.approx(cfrlib.best_response_values(by_chance(name), profile), rel=1e-9)


def test_nothing_locked_is_no_lock_and_files_do_not_say_it():
    plain, empty = cfrlib.CFR(kuhn()), cfrlib.CFR(kuhn(), locked={})
    for solver in (plain, empty):
        solver.run(3)
        solver.seconds = 0.0
    assert saved_bytes(plain) == saved_bytes(empty)
    assert b"locked" not in saved_bytes(plain)
    assert b"locked" in saved_bytes(cfrlib.CFR(kuhn(), locked=HONEST))
    assert cfrlib.exploitability(kuhn(), plain.average_strategy(), locked={}) == pytest.approx(plain.exploitability())
    assert plain.locked == empty.locked == {}


def test_a_game_keeps_apart_what_locks_tell_apart():
    """Suits decide nothing in Leduc, so its engine merges them; a lock of one suit is none of the other."""
    locked = {("Ks", ""): {"c": 1.0}}
    solver = cfrlib.CFR.plus(leduc(), locked=locked)
    solver.run(300)
    average = solver.average_strategy()
    assert average["Ks", ""] == {"c": 1.0, "r": 0.0} != average["Kh", ""]
    assert solver.exploitability() < 0.02


@pytest.mark.parametrize("game, locked, message", [
    (kuhn(), {("J", "x"): {"p": 1}}, r"^locked: \('J', 'x'\) is no information set of kuhn"),
    (kuhn(), {"J": {"p": 1}}, "^locked: 'J' is no information set"),
    (kuhn(), {("J", ""): {"c": 1}}, r"^locked: at \('J', ''\) the actions are \('p', 'b'\), not 'c'"),
    (kuhn(), {("J", ""): {"p": 0.5}}, r"^locked: .* sum to 0\.5; they must be >= 0 and sum to 1"),
    (kuhn(), {("J", ""): {"p": 2, "b": -1}}, "^locked: .* they must be >= 0"),
    (kuhn(), {("J", ""): "p"}, "^locked: .* takes {action: probability}"),
    (bluff(), {("2*", ""): {"call": 1}}, "^locked: .*2.* is no information set"),
    (leduc(suits_matter=False), {("Ks", ""): {"c": 1}, ("K", ""): {"c": 1}}, "^locked: .* is there twice, also as"),
    (small_bids(faces=4, rounds="one"), {("1", "2-3"): {"call": 1}},
     r"^locked: \('1', '2-3'\) and \('2', '2-3'\) share a row .* it takes both, with one strategy"),
    (bluff(faces=4), {("1", "2-3"): {"call": 1}}, "^locked: .* share a row"),
    (holdem(deck=(4, 2)), {("AsKd", "cr"): {"x": 1}}, "^locked"),
    (unroll(kuhn()), {("J", "", ""): {"p": 1}}, "^locked: .* is no information set"),
], ids=lambda what: str(what)[:40])  # fmt: skip
def test_wrong_locks_are_refused(game, locked, message):
    with pytest.raises(ValueError, match=message):
        cfrlib.CFR(game, locked=locked)


def test_rows_that_are_shared_are_locked_alike():
    locked = {(die, "2-3"): {"2-*": 0.25, "call": 0.75} for die in "12"}
    solver = cfrlib.CFR(small_bids(faces=4, rounds="one"), locked=locked)
    solver.run(5)
    assert distance(solver.current_strategy(), locked) < 1e-12


def test_every_spelling_of_a_hand_is_a_key():
    solver = cfrlib.CFR(holdem(deck=(4, 2)), locked={("JdKd", ""): {"c": 1}})
    solver.run(3)
    assert solver.current_strategy()["KcJc", ""]["c"] == 1.0
    assert re.fullmatch(r"\{\('KcJc', ''\): \{'f': 0.0, 'c': 1.0, 'r': 0.0\}\}", str(solver.locked))
