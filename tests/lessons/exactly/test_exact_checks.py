"""The checks of notebook 06 accept the right answer and say where a wrong one is wrong."""

from itertools import product

import numpy as np
import pytest
from verdicts import right_answers, wrong_answers

import cfrlib
from cfrlib.lessons.exactly import checks, exactly


def split(actions, before):
    return dict.fromkeys(actions, 1) | ({before: -1} if before else {}), 0 if before else 1


def columns_of(payoffs):
    game = cfrlib.games.matrix(payoffs)
    return np.array(list(cfrlib.equilibrium(game)[1]["Player 2", ""].values()))


WRONG = [
    (checks.check_split, lambda a, b: (dict.fromkeys(a, 1), 1), "What goes in must go on"),
    (checks.check_split, lambda a, b: (split(a, b)[0], 1), "It need not be 1"),
    (checks.check_split, lambda a, b: split(a, b)[0], "a pair"),
    (checks.check_columns_of, lambda u: columns_of(-u), "Turn the signs around"),
    (checks.check_columns_of, lambda u: np.eye(u.shape[1])[0], "a line for each row"),
    (checks.check_columns_of, lambda u: np.ones(u.shape[1]), "no probabilities"),
    (checks.check_columns_of, lambda u: u[:, 0][:1], "a probability for each of"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)
test_signs_may_be_turned_around = right_answers(
    [(checks.check_split, lambda a, b: ({k: -f for k, f in split(a, b)[0].items()}, -split(a, b)[1]))]
)


@pytest.mark.parametrize("player", [0, 1])
def test_lines_are_what_a_strategy_earns_against_each_plan(player):
    tree = cfrlib.tree.unroll(cfrlib.games.kuhn())
    program = exactly.program(tree, player)
    profile = cfrlib.Profile.uniform(tree)
    weights = [(0.5 if len(name.split()[0]) > 2 else 1) * 0.5 for name in program.names]
    assert np.allclose(program.splits @ weights, program.sums)
    worst = -cfrlib.best_response_values(tree, profile)[1 - player]
    assert min(program.lines @ weights) == pytest.approx(worst)


def test_a_line_is_the_sum_of_a_piece_for_each_decision():
    tree = cfrlib.tree.unroll(cfrlib.games.kuhn())
    table, one = exactly.pieces(tree), exactly.program(tree, 0)
    names = exactly.program(tree, 1).names
    assert (tuple(table.columns), tuple(table.index)) == (one.names, names)
    plans = product(*(names[k : k + 2] for k in range(0, 12, 2)))
    assert np.allclose(one.lines, [table.loc[list(plan)].sum() for plan in plans])


NEVER, THIRD = (0, 0), (1 / 3, 1 / 3)
FAMILY = (
    (0, {"J b": 1}, (0, 1 / 3)), (0, {"K b": 1, "J b": -3}, NEVER), (0, {"Qpb b": 1, "J b": -1}, THIRD),
    (0, {"Q b": 1}, NEVER), (0, {"Jpb b": 1}, NEVER), (0, {"Kpb p": 1}, NEVER),
    (1, {"Jp b": 1}, THIRD), (1, {"Qb b": 1}, THIRD),
    (1, {"Qp b": 1}, NEVER), (1, {"Kp p": 1}, NEVER), (1, {"Jb b": 1}, NEVER), (1, {"Kb p": 1}, NEVER),
)  # fmt: skip
"""(player, weights, their limits): where a player does not let himself get to, anything may be played."""


@pytest.mark.parametrize("player, factors, limits", FAMILY)
def test_kuhn_has_no_equilibria_but_its_family(player, factors, limits):
    assert exactly.extremes(cfrlib.games.kuhn(), player, factors) == pytest.approx(limits, abs=1e-8)
