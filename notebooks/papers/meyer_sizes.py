"""Meyer's counts of nodes, atoms and bytes, restated."""

from itertools import permutations
from math import comb

import numba
import numpy as np
from scipy import constants

from cfrlib.game import Decision
from cfrlib.textbook import CFR
from cfrlib.tree import CHANCE, TERMINAL, Tree


def classes():
    """Return how many hands and boards of each round of hold'em differ when suits may be renamed (Burnside's lemma)."""
    deals, cycles = (2, 3, 1, 1), [_cycles(renaming) for renaming in permutations(range(4))]
    return [sum(_left_alone(deals[:rounds], each) for each in cycles) // 24 for rounds in range(1, 5)]


def _cycles(renaming):
    """Return how many cards lie in cycles of lengths 1, 2 and 3 of a renaming of suits."""
    lengths = [0, 0, 0, 0, 0]
    left = set(range(4))
    while left:
        suit, length = left.pop(), 1
        while renaming[suit] in left:
            suit = renaming[suit]
            left.remove(suit)
            length += 1
        lengths[length] += 13
    return tuple(lengths[1:4])


def _left_alone(deals, cycles):
    """Return in how many ways such numbers of cards can be dealt that the renaming maps each of them to itself."""
    if not deals:
        return 1
    one, two, three = cycles
    total = 0
    for a in range(deals[0] + 1):
        for b in range((deals[0] - a) // 2 + 1):
            c, rest = divmod(deals[0] - a - 2 * b, 3)
            ways = comb(one, a) * comb(two, b) * comb(three, c)
            if not rest and ways:
                total += ways * _left_alone(deals[1:], (one - a, two - b, three - c))
    return total


def yottabytes(stack, blind, each=16):
    """Return the memory of vanilla CFR on no-limit hold'em: so many bytes for each action of each information set.

    Suits are merged; a yottabyte has 2^80 bytes. The recursion is that of `no_limit_states`, which counts decisions.
    """
    return float(_actions(stack, blind, np.array(classes(), dtype=float))) * each / 2**80


@numba.njit
def _actions(stack, blind, deals):
    following = np.zeros(stack + 1)  # actions from the next round on, by the chips left
    facing = np.zeros((stack + 1) * (stack + 2) // 2)  # and from a decision on, by them and the smallest raise
    behind, sizes = np.zeros(stack + 1), np.zeros(stack + 1)  # behind all bets that open a round; how many there are
    for r in range(len(deals) - 1, -1, -1):
        dealt = deals[r]
        for left in range(stack + 1):
            deeper, raises = 0.0, 0
            for raised in range(left, blind - 1, -1):
                rest, raises = left - raised, raises + 1
                if rest == 0:  # call or fold
                    deeper += 2 * dealt
                elif raised > rest:  # or go all-in
                    deeper += 3 * dealt + following[rest] + 2 * dealt
                else:
                    deeper += facing[rest * (rest + 1) // 2 + raised]
                facing[left * (left + 1) // 2 + raised] = dealt * (2 + raises) + following[left] + deeper
            behind[left] = deeper if left >= blind else 2 * dealt if left > 0 else 0.0
            sizes[left] = raises if left >= blind else 1 if left > 0 else 0
        if r > 0:
            for left in range(1, stack + 1):
                following[left] += 2 * dealt * (1 + sizes[left]) + 2 * behind[left]
    left = stack - blind
    return dealt * (2 + sizes[left]) + dealt * (1 + sizes[left]) + 2 * behind[left] + following[left]


EARTH = 5.97e24
"""Kilograms."""


def atoms(mass=EARTH):
    """Return how many atoms a mass has at least, if all were iron-56, and at most, if all were hydrogen."""
    return mass / (56 * constants.atomic_mass), mass / constants.atomic_mass


def levels(b, d, own="all", other="one", first=1):
    """Return the decision nodes of a walk on a tree of branching b and depth d, players in turn, level by level.

    `own` and `other` say how many actions a walk takes at nodes of the updating player, and of the other: "all", "one"
    or a number. `first` moves at the root: 0 the updating player, 1 the other.
    """
    takes = [b if n == "all" else 1 if n == "one" else min(n, b) for n in (own, other)]
    sizes = [1]
    for level in range(d - 1):
        sizes.append(sizes[-1] * takes[(level + first) % 2])
    return sizes


def nodes(b, d, own="all", other="one", first=1):
    """Return the sum of `levels`, an exact int."""
    return sum(levels(b, d, own, other, first))


def full_tree(branching, depth):
    """Return a game without chance: so many levels of decisions, players in turn, each decision an information set
    of its own."""
    tree = Tree()

    def grow(parent, action, level):
        if level == depth:
            tree.add(parent, action, player=TERMINAL)
            return
        key = (str(tree.num_histories), "")
        node = tree.add(parent, action, player=level % 2, actions=list(map(str, range(branching))), key=key)
        for a in node.actions:
            grow(node, a, level + 1)

    grow(None, None, 0)
    return tree


def decisions(branching, depth, sampling, player):
    """Count the decision nodes of one walk for a player through `full_tree`."""
    steps = CFR(full_tree(branching, depth), sampling=sampling).steps()
    return sum(step.kind == "visit" and step.player == player for step in steps)


def power(x, y):
    """Return the k of y ~ x^k, fitted on logarithms; y may be large integers."""
    logs = [np.log2(float(v)) if v < 2**1000 else float(v.bit_length()) for v in y]
    return float(np.polyfit(np.log2(np.array(x, dtype=float)), logs, 1)[0])


def shape(game):
    """Return mean and greatest depth over all ends, and mean and largest number of actions, all by histories.

    Private deals count as two steps. Deals are equally likely to come anywhere, so one of them stands for all.
    """
    depths, widths = [], []
    for taken, node in game.action_sequences():
        if isinstance(node, Decision):
            widths.append(len(node.actions))
        else:
            depths.append(2 + len(taken))
    return _means_and_most(depths, widths)


def tree_shape(tree):
    """Return the same of an explicit tree, chance nodes counted as steps, not as decisions."""
    depths = [len(node.history) for node in tree.terminals]
    widths = [len(node.actions) for node in tree.nodes if node.player not in (TERMINAL, CHANCE)]
    return _means_and_most(depths, widths)


def _means_and_most(depths, widths):
    return {"mean depth": np.mean(depths), "greatest depth": max(depths), "mean actions": np.mean(widths),
            "most actions": max(widths)}  # fmt: skip


def mixed_cost(b, d, iterations, half_life):
    """Return what a run of an exponential mix, and one of outcome sampling, visits on a tree: two walks an iteration.

    The expected number of iterations of external sampling is summed as a geometric series.
    """
    ratio = 2 ** (-1 / half_life)
    external = -ratio * np.expm1(iterations * np.log(ratio)) / (1 - ratio)
    walk = nodes(b, d, first=0) + nodes(b, d, first=1)
    return external * walk + (iterations - external) * 2 * d, iterations * 2 * d
