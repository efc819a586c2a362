"""Explicit trees: hidden actions, sets met at several depths, players who forget, matrix games.

Every row is the textbook's step by step; what is saved, changed or refused comes after.
"""

from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mixed_cfr import Mixed as MixedTextbook
from random_games import coarse_tree, forgetful, matrices, regrown
from same_steps import assert_the_same_steps

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, matrix
from cfrlib.regret import Power, RegretRule
from cfrlib.sampling import ByPlace, Linear, Mixed, after, os, robust
from cfrlib.textbook import CFR, places
from cfrlib.textbook.averages import Averages
from cfrlib.tree import CHANCE, unroll

pytestmark = pytest.mark.slow

some = settings(deadline=None, derandomize=True, max_examples=30)
SEEDS = st.integers(0, 2**32 - 1)


def tree_of(seed, depth, forgets):
    """Return a random tree in which no two payoffs are equal, so that rounding decides between no actions."""
    tree = coarse_tree(seed, depth)
    tree, rng = forgetful(tree, seed) if forgets else tree, np.random.default_rng(seed)
    for node in tree.terminals:
        node.payoff += rng.random()
    return tree


TREES = st.builds(tree_of, SEEDS, st.integers(1, 7), st.just(False))
ANY = st.builds(tree_of, SEEDS, st.integers(1, 7), st.booleans())
ROWS = ["vanilla", "cs", "es", "robust", robust(1), "os", os(0.2)]
RULES = ["rm", "rm+", "linear", "discounted", RegretRule("half", 0.9, Power(0.5), gain=0.5)]
SWITCHES = st.fixed_dictionaries({
    "regret": st.sampled_from(RULES), "average": st.sampled_from(["uniform", "linear", 2.5]),
    "seed": st.integers(0, 99), "updates": st.sampled_from(["alternating", "simultaneous"]),
    "average_at": st.sampled_from(["own", "opponent"]),
})  # fmt: skip


@some
@given(ANY, st.sampled_from(ROWS), SWITCHES)
def test_every_step_is_the_textbooks(tree, row, switches):
    fast, slow = (solver(tree, row, **switches) for solver in (cfrlib.CFR, CFR))
    assert_the_same_steps(fast, slow, 12)


@some
@given(ANY, st.sampled_from([Mixed("es", "os", 0.4), Mixed("cs", robust(1), Linear(9), per_node=True),
                             Mixed("es", "os", 0.5, scale="published")]), st.integers(0, 99))  # fmt: skip
def test_mixes_are_the_textbooks(tree, mix, seed):
    if tree.root.player != CHANCE and not mix.per_node:
        return  # the readable one throws its coin at the first chance
    switches = {"updates": "simultaneous", "seed": seed}
    assert_the_same_steps(cfrlib.CFR(tree, mix, **switches), MixedTextbook(tree, mix, **switches), 12)


@some
@given(ANY, st.integers(0, 99))
def test_sampling_by_place_is_the_textbooks(tree, seed):
    fast = cfrlib.CFR(tree, ByPlace(after(5), cutoff=(6, 6)), seed=seed)
    slow = places.ByPlace(tree, places.after(5), cutoff=(6, 6), seed=seed)
    assert_the_same_steps(fast, slow, 12)
    assert fast.engine.tables.visits.tolist() == slow.visited.tolist()


PREDICTED = RegretRule("all of it", positive=(0.5, 0.8, 0.9), negative=0.3, after=True, prediction=0.5, gain=0.5)


@some
@given(ANY, st.sampled_from(["vanilla", "cs", "es"]), st.sampled_from([*RULES[:4], "predictive", PREDICTED]))
def test_whole_runs_are_the_textbooks(tree, row, rule):
    fast, slow = (solver(tree, row, regret=rule, average="linear", seed=5) for solver in (cfrlib.CFR, CFR))
    fast.run(8)
    slow.run(8)
    assert fast.engine.tables.regret == pytest.approx(np.concatenate([*slow.regret, []]), abs=1e-9)
    for ours, theirs in zip(*(s.average_strategy().items() for s in (fast, slow)), strict=True):
        assert ours[1] == pytest.approx(theirs[1], abs=1e-9)


@some
@given(TREES, st.sampled_from(["lazy", "optimistic"]), st.integers(0, 99))
def test_averages_that_make_up_for_what_was_missed_are_the_textbooks(tree, average, seed):
    switches = {"updates": "simultaneous", "seed": seed}
    fast, slow = cfrlib.CFR(tree, "es", average=average, **switches), Averages(CFR(tree, "es", **switches))
    fast.run(8)
    slow.run(8)
    slow.finish()
    if average == "optimistic":  # the readable one counts visits of the opponent's walk
        assert fast.average_at == "opponent"
    for infoset, (_, strategy) in zip(tree.infosets, fast.average_strategy().items(), strict=True):
        sums = slow.sums[average][infoset.entries]
        if sums.sum() > 1e-9:
            assert list(strategy.values()) == pytest.approx(sums / sums.sum(), abs=1e-9)


@some
@given(st.one_of(TREES, matrices()))
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
    tree = next(t for t in (tree_of(seed, 6, True) for seed in range(99)) if not t.perfect_recall)
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
