"""The checks of notebook 05 say where a wrong one is wrong."""

import numpy as np
from verdicts import wrong_answers

from cfrlib.lessons.the_whole_algorithm import checks
from cfrlib.textbook import CFR
from cfrlib.tree import CHANCE, TERMINAL


def second_iteration():
    return {"Q": (1, 0), "Kp": (0, 0), "Kb": (-3, 0), "Qpb": (0, -1)}


class OwnReachIn(CFR):
    def regret_weight(self, own, opponent, chance):
        return own * opponent * chance


class NoChance(CFR):
    def regret_weight(self, own, opponent, chance):
        return own * opponent


def walk(tree, node, reach, sigma, R, s, sign=1, own=False, skip=(), average="own", chance=True):
    """The right walk, or with other arguments a typical wrong one."""
    if node.player == TERMINAL:
        return node.payoff
    who = node.player
    p = np.array(node.probabilities) if who == CHANCE else sigma[node.infoset]
    v = np.empty(len(p))
    for a, (_, child) in enumerate(tree.children(node)):
        onward = list(reach)
        onward[who] *= p[a]
        v[a] = walk(tree, child, onward, sigma, R, s, sign, own, skip, average, chance)
    if who != CHANCE and who not in skip:
        weight = reach[who if own else 1 - who] * (reach[2] if chance else 1)
        R[node.infoset] = R[node.infoset] + (sign if who else 1) * -(2 * who - 1) * weight * (v - p @ v)
        s[node.infoset] = s[node.infoset] + {"own": reach[who], "plain": 1}[average] * reach[2] * p
    return float(p @ v)


def test_a_constant_factor_in_the_average_is_right():
    assert checks.check_add_to_average(lambda sums, sigma, reach, player: sums + reach[player] * sigma).ok


WRONG = [
    (checks.check_add_to_average, lambda s, sigma, reach, i: s + sigma, "three iterations of Qpb, iteration 2"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: s + reach[1 - i] * sigma, "iteration 2"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: s + reach[0] * sigma, "Player 2, two iterations of Kb"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: sigma, "iteration 2"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: reach[i] * sigma, "They never go down: add"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: reach[i] * reach[2] * sigma, "were [0.25, 0.25] and are"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: s, "expected something proportional"),
    (checks.check_add_to_average, lambda s, sigma, reach, i: s.sum(), "one sum for each action"),
    (checks.check_second_iteration, dict, "keys Q, Kp, Kb and Qpb"),
    (checks.check_second_iteration, lambda: second_iteration() | {"Qpb": (0.25, -0.25)}, "first iteration added"),
    (checks.check_second_iteration, lambda: second_iteration() | {"Qpb": (0, 0)}, "own reach stays out"),
    (checks.check_second_iteration, lambda: second_iteration() | {"Q": (-1, 0)}, "sign is turned around"),
    (checks.check_second_iteration, lambda: second_iteration() | {"Kb": (-3, 1)}, "iteration 2, Kb"),
    (checks.check_own_reach_in, CFR, "That is the right weight"),
    (checks.check_own_reach_in, NoChance, "Chance is missing"),
    (checks.check_single_walk, lambda *a: walk(*a, sign=-1), "Kp of Player 2"),
    (checks.check_single_walk, lambda *a: walk(*a, own=True), "Kp of Player 2"),
    (checks.check_single_walk, lambda *a: walk(*a, skip=(0, 1)), "Nothing has been added"),
    (checks.check_single_walk, lambda *a: walk(*a, skip=(1,)), "Kp of Player 2"),
    (checks.check_single_walk, lambda *a: walk(*a, chance=False), "all of Kuhn poker"),
    (checks.check_single_walk, lambda *a: walk(*a, average="plain"), "Qpb of Player 1, iteration 2"),
    (checks.check_single_walk, lambda *a: -walk(*a), "the root"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)


def test_the_game_of_the_guests_does_not_come_down_with_the_own_reach():
    assert "1.49" in checks.check_own_reach_in(OwnReachIn).message
