"""Explicit trees: hidden actions, sets met at several depths, players who forget, matrix games.

That their walks are the textbook's is in `test_single_walks.py`; here is what is saved, changed or refused.
"""

from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import matrices, regrown, untied, untied_trees

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, matrix
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

some = settings(deadline=None, derandomize=True, max_examples=30)


@some
@given(st.one_of(untied_trees(), matrices()))
def test_it_comes_to_the_value_of_the_linear_program(game):
    solver = cfrlib.CFR.plus(game)
    solver.run(1000)
    value, profile = cfrlib.equilibrium(game)[0], solver.average_strategy()
    b1, b2 = cfrlib.best_response_values(game, profile)
    assert -b2 <= value + 1e-9 <= b1 + 2e-9
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(game, profile), abs=1e-12)
    assert solver.exploitability() < 0.02


def test_a_tree_of_a_game_is_solved_as_the_game_is():
    game = leduc(ranks=2, suits_matter=False, ante=1.37)
    one, other = cfrlib.CFR.plus(game), cfrlib.CFR.plus(unroll(game))
    for solver in (one, other):
        solver.run(30)
    assert other.histories_touched == one.histories_touched == other.nodes_touched == 60 * unroll(game).num_histories
    assert other.exploitability() == pytest.approx(one.exploitability(), rel=1e-9)
    assert other.label == one.label


def test_what_may_follow_a_terminal_is_played_best():
    tree = unroll(bluff((2, 1), 2))
    solver = cfrlib.CFR.plus(tree)
    solver.run(5)
    assert solver.exploitability() == pytest.approx(cfrlib.exploitability(tree, solver.average_strategy()), rel=1e-9)


def coins():
    """A coin is hidden, and guessed: actions that are not seen."""
    tree = cfrlib.tree.Tree()
    hider = tree.add(player=0, actions=("heads", "tails"), key=("hider", ""))
    for hidden in hider.actions:
        guesser = tree.add(hider, hidden, player=1, actions=("heads", "tails"), key=("guesser", ""))
        for guess in guesser.actions:
            tree.add(guesser, guess, player=cfrlib.tree.TERMINAL, payoff=-1 if guess == hidden else 1 + (hidden > "t"))
    return tree


def test_a_file_needs_the_tree_and_this_tree(tmp_path):
    solver = cfrlib.CFR(coins(), "os")
    solver.run(10)
    solver.save(tmp_path / "solver")
    same = cfrlib.CFR.load(tmp_path / "solver", coins())
    for one in (same, solver):
        one.run(10)
    assert same.average_strategy() == solver.average_strategy()
    with pytest.raises(ValueError, match="not in cfrlib.games; pass it"):
        cfrlib.CFR.load(tmp_path / "solver")
    for other in (unroll(kuhn()), regrown(coins(), stakes=2.0), kuhn()):
        with pytest.raises(ValueError, match="of another game"):
            cfrlib.CFR.load(tmp_path / "solver", other)
    solver = cfrlib.CFR(matrix([[1, 0], [0, 2]]))
    solver.save(tmp_path / "matrix")
    assert cfrlib.CFR.load(tmp_path / "matrix").game == solver.game


@pytest.mark.parametrize("change", [
    lambda tree: setattr(tree.terminals[0], "payoff", 5.0),
    lambda tree: setattr(tree.root, "probabilities", (0.5, 0.5)),
    lambda tree: setattr(tree.infosets[0], "actions", ("x", "y")),
])  # fmt: skip
def test_a_tree_that_was_changed_is_refused(change, tmp_path):
    tree = coins()
    solver = cfrlib.CFR(tree)
    change(tree)
    for use in (lambda: cfrlib.CFR(tree), lambda: solver.save(tmp_path / "solver")):
        with pytest.raises(ValueError, match="^game=.*has been changed since"):
            use()


def test_a_tree_that_is_not_complete_is_refused():
    tree = cfrlib.tree.Tree()
    for problem in ("no nodes yet", "nothing is added below some of"):
        with pytest.raises(ValueError, match=f"^game: .*{problem}"):
            cfrlib.CFR(tree)
        if not tree.nodes:
            tree.add(player=0, actions=("a", "b"), key=("me", ""))


def test_players_who_forget_are_a_heuristic_and_not_evaluated():
    tree = next(t for t in (untied(seed, 6, True) for seed in range(99)) if not t.perfect_recall)
    solver = cfrlib.CFR(tree)
    solver.run(5)
    assert solver.label == "heuristic (imperfect recall)"
    with pytest.raises(ValueError, match="perfect recall"):
        solver.exploitability()
    with pytest.raises(ValueError, match="^average='uniform lazy': .* rows of the table join different pasts"):
        cfrlib.CFR(tree, "es", average="lazy")


def test_a_match_is_played_without_duplicates():
    tree = coins()
    optimal = cfrlib.equilibrium(tree)[1]
    bad = cfrlib.Profile.from_flat(tree, [1, 0, 1, 0])
    result = cfrlib.match(tree, optimal, bad, hands=20_000)
    exact = [cfrlib.evaluate.value_between(tree, *pair) for pair in ((optimal, bad), (bad, optimal))]
    assert result.interval[0] < (exact[0] - exact[1]) / 2 < result.interval[1]
    with pytest.raises(ValueError, match="^duplicate=True: .*it takes duplicate=False"):
        cfrlib.match(tree, optimal, bad, hands=100, duplicate=True)
    with pytest.raises(ValueError, match="^q=.*: it takes a profile of"):
        cfrlib.match(unroll(kuhn()), cfrlib.Profile.uniform(kuhn()), cfrlib.Profile.uniform(leduc()), duplicate=False)


def test_curves_take_trees_also_in_other_processes():
    with ProcessPoolExecutor(1) as executor:
        there = cfrlib.curve(coins(), "es", points=[10, 100], seeds=2, executor=executor)
    here = cfrlib.curve(coins(), "es", points=[10, 100], seeds=2)
    assert there.drop(columns="seconds").equals(here.drop(columns="seconds"))
