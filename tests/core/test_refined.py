"""Refined equilibria: nothing dominates them, and they go on well from every mistake. Linear programs say so."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from random_games import coarse_trees, matrices, normal_form, pure_strategies, regrown, tiny_games
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

import cfrlib
from cfrlib.games import kuhn, leduc, leduc_no_limit, matrix
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

pytestmark = pytest.mark.slow

fast = settings(deadline=None, derandomize=True, max_examples=25)


def refined(game, stakes=1.0):
    """Return the refined equilibrium of a game, after a look at its value and exploitability."""
    value, profile = cfrlib.equilibrium(game, refine=True)
    assert value == pytest.approx(cfrlib.equilibrium(game)[0], abs=1e-9 * stakes)
    assert cfrlib.expected_value(game, profile) == pytest.approx(value, abs=1e-9 * stakes)
    assert cfrlib.exploitability(game, profile) <= 1e-9 * stakes
    return profile


def gained(payoffs, mixed):
    """Return how much more, over all columns, a mix of rows earns that earns nowhere less than `mixed`."""
    most = linprog(
        -payoffs.sum(axis=1), A_ub=-payoffs.T, b_ub=1e-12 - mixed @ payoffs, A_eq=np.ones((1, len(mixed))), b_eq=[1]
    )
    return -most.fun - (mixed @ payoffs).sum()


def sequences_gained(tree, profile, player):
    """Return what a plan of `player` earns more against uniform play that against nothing earns less: by sequences."""
    size = tree.num_infoset_actions
    splits, terminals = [], tree.terminals
    for who in (0, 1):
        matrix_ = np.zeros((1, size + 1))
        matrix_[0, -1] = 1
        for infoset in (i for i in tree.infosets if i.player == who):
            row = np.zeros(size + 1)
            row[infoset.entries] = 1
            row[tree.parent_sequence[infoset.index]] -= 1
            matrix_ = np.vstack([matrix_, row])
        splits.append(csr_array(matrix_))
    last = tree.sequences[:, [z.index for z in terminals]] % (size + 1)
    pay = [(1, -1)[player] * z.payoff * tree.chance_reach[z.index] for z in terminals]
    A = csr_array((pay, (last[player], last[1 - player])), shape=(size + 1, size + 1))

    def plan(probabilities):
        made = np.ones(size + 1)
        for infoset in tree.infosets:
            made[infoset.entries] = made[tree.parent_sequence[infoset.index]] * probabilities[infoset.entries]
        return made

    uniform, now = (plan(p.probabilities) for p in (cfrlib.Profile.uniform(tree), profile))
    E, F = splits[player], splits[1 - player]
    start = np.zeros(E.shape[0])
    start[0] = 1
    rows = np.flatnonzero(abs(F).sum(axis=0))
    most = linprog(
        np.concatenate([-(A @ uniform), np.zeros(F.shape[0])]),
        A_ub=hstack([-A.T, F.T]).tocsr()[rows], b_ub=-(A.T @ now)[rows] + 1e-12,
        A_eq=hstack([E, csr_array((E.shape[0], F.shape[0]))]), b_eq=start,
        bounds=[(0, None)] * (size + 1) + [(0, None)] + [(None, None)] * (F.shape[0] - 1),
    )  # fmt: skip
    return -most.fun - now @ (A @ uniform)


def folded_pairs(profile):
    """Return where in Leduc poker a pair, which nothing beats, is folded."""
    return [
        (private, public)
        for (private, public), row in profile.items()
        if private[0] == public.partition("/")[2][:1] and row.get("f", 0) > 1e-9
    ]


def test_nobody_folds_a_pair():
    game = leduc()
    assert folded_pairs(cfrlib.equilibrium(game)[1])
    assert not folded_pairs(refined(game))


@pytest.mark.parametrize("game", [kuhn(), kuhn(cards=5), leduc(), leduc_no_limit(stack=4)], ids=repr)
def test_no_plan_dominates_a_refined_one(game):
    profile = refined(game)
    for player in (0, 1):
        assert sequences_gained(unroll(game), profile, player) <= 1e-7


def test_the_program_of_dominance_finds_what_dominates():
    """Of the equilibria that are not refined there are some that fold pairs: something dominates one of their plans."""
    tree, profile = unroll(leduc()), cfrlib.equilibrium(leduc())[1]
    assert max(sequences_gained(tree, profile, player) for player in (0, 1)) > 1e-4


def test_kings_call_where_their_own_plan_never_comes():
    """In the refined equilibrium of Kuhn poker all is decided but how often Player 1 bluffs, everywhere."""
    profile = refined(kuhn())
    alpha = profile["J", ""]["b"]
    assert {key: row["b"] for key, row in profile.items()} == pytest.approx(
        {
            ("J", ""): alpha, ("Q", ""): 0, ("K", ""): 3 * alpha, ("J", "pb"): 0, ("Q", "pb"): alpha + 1 / 3,
            ("K", "pb"): 1, ("J", "p"): 1 / 3, ("Q", "p"): 0, ("K", "p"): 1, ("J", "b"): 0, ("Q", "b"): 1 / 3,
            ("K", "b"): 1,
        },
        abs=1e-9,
    )  # fmt: skip


def test_a_dominated_row_worked_out():
    """Both rows are worth 0, the second is worth more after a slip; of the columns the first is."""
    profile = refined(matrix([[0, 0], [0, 1]]))
    assert [list(profile[f"Player {n}", ""].values()) for n in (1, 2)] == [[0, 1], [1, 0]]


def twice_mistaken(taken, left):
    """Return a tree in which player 0 stays out for 1 or goes in, player 1 takes or leaves, and player 0, who does not
    see it if both lead on, chooses among what pays `taken` and `left`."""
    tree = Tree()
    root = tree.add(player=0, actions=("out", "in"), key=("first", ""))
    tree.add(root, "out", player=TERMINAL, payoff=1)
    asked = tree.add(root, "in", player=1, actions=("take", "leave"), key=("asked", ""))
    for action, payoffs in (("take", taken), ("leave", left)):
        if isinstance(payoffs, int):
            tree.add(asked, action, player=TERMINAL, payoff=payoffs)
            continue
        later = tree.add(asked, action, player=0, actions="abc"[: len(payoffs)], key=("second", ""))
        for name, payoff in zip("abc", payoffs, strict=False):
            tree.add(later, name, player=TERMINAL, payoff=payoff)
    return tree


@pytest.mark.parametrize("stakes", [1e-200, 1e-10, 1.0, 1e9])
@pytest.mark.parametrize("left", list(itertools.permutations((-1, 0, -3))))
def test_after_two_mistakes_both_go_on_well(left, stakes):
    """Nobody's plan comes to the second decision: player 0 has gone in, player 1 has not taken 5 from him."""
    profile = refined(regrown(twice_mistaken(-5, left), stakes=stakes), stakes)
    assert profile["asked", ""] == {"take": 1, "leave": 0}
    assert list(profile["second", ""].values()) == [payoff == 0 for payoff in left]


@pytest.mark.parametrize("player, better", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_after_two_mistakes_what_counts_is_what_is_earned_on_average(player, better):
    """The other player has one of two hands, and each action beats the other against one; one of them by more."""
    tree, hands, sign = Tree(), ("x", "y"), (1, -1)[player]
    root = tree.add(player=CHANCE, actions=hands, probabilities=(0.5, 0.5))
    for hand in hands:
        opening = tree.add(root, hand, player=player, actions=("out", "in"), key=("first", ""))
        tree.add(opening, "out", player=TERMINAL, payoff=sign)
        asked = tree.add(opening, "in", player=1 - player, actions=("take", "leave"), key=("asked", hand))
        tree.add(asked, "take", player=TERMINAL, payoff=-9 * sign)
        later = tree.add(asked, "leave", player=player, actions=("a", "b"), key=("second", ""))
        for k, action in enumerate("ab"):
            earned = (3 if k == better else 1) if hands[k] == hand else 0
            tree.add(later, action, player=TERMINAL, payoff=sign * earned)
    assert list(refined(tree)["second", ""].values()) == [k == better for k in (0, 1)]


@pytest.mark.parametrize("left", [0, 99])
def test_after_a_mistake_of_ones_own_the_other_is_expected_to_make_none(left):
    """However much the second action earned if player 1 erred, it loses against his plan, which is to take."""
    profile = refined(twice_mistaken((-1, -2), (0, left)))
    assert profile["asked", ""] == {"take": 1, "leave": 0}
    assert profile["second", ""] == {"a": 1, "b": 0}


@settings(fast, max_examples=40)
@given(matrices())
def test_no_mix_of_rows_dominates(game):
    tree, profile = unroll(game), refined(game)
    for player, payoffs in ((0, game.payoffs), (1, -game.payoffs.T)):
        assert gained(payoffs, profile.probabilities[tree.infosets[player].entries]) <= 1e-7


@fast
@given(tiny_games() | coarse_trees(most=150))
def test_from_each_decision_on_nothing_dominates_and_nothing_earns_more(game):
    """Pure strategies are listed, as in `normal_form`; those count that lead to the decision."""
    tree, profile = unroll(game), refined(game)
    payoffs = normal_form(tree)
    pure = [pure_strategies(tree, player) for player in (0, 1)]
    owner = {entry: (i.index, k) for i in tree.infosets for k, entry in enumerate(range(i.offset, i.entries.stop))}

    def mixed(player, forced):
        rows = {i.index: profile.probabilities[i.entries] for i in tree.infosets if i.player == player}
        rows |= {index: np.eye(len(rows[index]))[k] for index, k in forced.items()}
        return np.array([np.prod([rows[index][k] for index, k in s.items()]) for s in pure[player]])

    for infoset in tree.infosets:
        player, path, above = infoset.player, {}, int(tree.parent_sequence[infoset.index])
        while above >= 0:
            index, k = owner[above]
            path[index], above = k, int(tree.parent_sequence[index])
        rows = np.array([all(s[index] == k for index, k in path.items()) for s in pure[player]])
        earned = (payoffs if player == 0 else -payoffs.T)[rows]
        own, other = mixed(player, path)[rows], mixed(1 - player, {})
        assert gained(earned, own) <= 1e-7
        assert own @ earned @ other >= (earned @ other).max() - 1e-8
