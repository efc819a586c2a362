"""A game as a linear program that one can read: the unknowns are sequence weights, each plan of the other a line.

There is a line for every plan, so this is for small games; `cfrlib.equilibrium` manages with a number for each
information set.
"""

from itertools import product
from math import prod
from typing import NamedTuple

import lazy_loader as lazy
import numpy as np
from scipy.optimize import linprog

from cfrlib.evaluate import sequence_form
from cfrlib.exact.linear_program import equilibrium

pd = lazy.load("pandas")

MOST_PLANS = 100_000


class Program(NamedTuple):
    """What a player has to choose, and what they earn by it."""

    names: tuple[str, ...]
    """The sequences of the player, each named by its last information set and action: "Kpb b"."""
    lines: np.ndarray
    """(plans, sequences): what a unit of each weight adds to the player's payoff, for every plan of the other."""
    splits: np.ndarray
    """(infosets, sequences): a row for each information set: its weights, minus the weight that leads there."""
    sums: np.ndarray
    """(infosets,): what these rows come to: 1 where nothing of the player's own leads there, else 0."""


def program(game, player):
    """Return the linear program of a player who wants the largest guarantee in a small game with perfect recall.

    At each of its ends the player has moved; otherwise, or with too many plans, it raises a ValueError.
    """
    form = sequence_form(game)
    mine = [I for I in form.tree.infosets if I.player == player]
    names, columns = _sequences(form, player)
    splits = np.zeros((len(mine), form.tree.num_infoset_actions + 1))  # the last column is the empty sequence
    for row, I in zip(splits, mine, strict=True):
        row[I.entries], row[form.parents[I.index]] = 1, -1
    lines = plans(form, 1 - player) @ _payoffs(form, player)[columns].T
    return Program(names, lines, splits[:, columns], 0 - splits[:, -1])


def extremes(game, player, factors):
    """Return, to nine digits, the smallest and largest sum of a player's weights times `factors` in all equilibria.

    ``{"K b": 1, "J b": -3}`` are factors; weights left out do not count. The errors are those of `program`.
    """
    one, value = program(game, player), (1, -1)[player] * equilibrium(game)[0]
    for name in factors:
        if name not in one.names:
            raise ValueError(f"factors: there is no sequence {name!r}; they are {', '.join(one.names)}")
    wanted = np.array([factors.get(name, 0) for name in one.names])
    limits = []
    for sign in (1, -1):  # the largest is minus the smallest of minus the sum
        solved = linprog(sign * wanted, -one.lines, [-value] * len(one.lines), one.splits, one.sums)
        if solved.status != 0:
            raise RuntimeError(f"the solver stopped: {solved.message}")
        limits.append(round(float(sign * solved.fun), 9) + 0)
    return limits[0], limits[1]


def pieces(game, player=0, unit=1):
    """Return the payoffs of the sequence form: rows are the other player's sequences, columns the player's own.

    An entry is the payoff of the ends after both, times the probability of the deal, a whole number of `unit`.
    """
    form = sequence_form(game)
    (names, own), (others, theirs) = _sequences(form, player), _sequences(form, 1 - player)
    table = (_payoffs(form, player)[own][:, theirs] / unit).round().astype(int)
    return pd.DataFrame(table.T, index=list(others), columns=list(names))


def _sequences(form, player):
    """Return the names of a player's sequences and their entries, if each end of the game comes after one of them."""
    mine = [I for I in form.tree.infosets if I.player == player]
    entries = np.array([entry for I in mine for entry in range(I.offset, I.entries.stop)], dtype=int)
    if not np.isin(form.last[player], entries).all():
        raise ValueError(f"game: it has ends before player={player} has moved")
    return tuple(f"{''.join(I.key)} {action}" for I in mine for action in I.actions), entries


def _payoffs(form, player):
    """Return a player's payoffs, own sequences by the other's; the last row and column are the empty sequence."""
    size = form.tree.num_infoset_actions + 1
    payoffs = np.zeros((size, size))
    np.add.at(payoffs, (form.last[player], form.last[1 - player]), (1, -1)[player] * form.payoff)
    return payoffs


def plans(form, player):
    """Return the sequence weights of each plan of a player: an array (plans, sequences and the empty one)."""
    sets = [I for I in form.tree.infosets if I.player == player]
    many = number_of_plans(form.tree, player)
    if many > MOST_PLANS:
        raise ValueError(f"game: the other player has {many:g} plans; it takes at most {MOST_PLANS:,}")
    weights = []
    for choice in product(*(range(I.offset, I.entries.stop) for I in sets)):
        probabilities = np.zeros(form.tree.num_infoset_actions)
        probabilities[list(choice)] = 1
        weights.append(form.plans(probabilities)[player])
    return np.array(weights)


def number_of_plans(tree, player):
    """Return in how many ways a player can choose one action at each of their information sets."""
    return prod(len(I.actions) for I in tree.infosets if I.player == player)
