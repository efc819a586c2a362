"""A game as a linear program that one can read: the unknowns are sequence weights, each plan of the other a line.

There is a line for every plan, so this is for small games in which both players move before each end, such as Kuhn
poker; `cfrlib.equilibrium` manages with a number for each information set.
"""

from itertools import product
from typing import NamedTuple

import lazy_loader as lazy
import numpy as np
from scipy.optimize import linprog

from cfrlib.evaluate import sequence_form
from cfrlib.exact.linear_program import equilibrium

pd = lazy.load("pandas")


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
    """Return the linear program of a player who wants the largest guarantee in a small game with perfect recall."""
    form, own, table = sequence_form(game), _own(game, player), pieces(game, player)
    mine, others = ([I for I in form.tree.infosets if I.player == who] for who in (player, 1 - player))
    splits = np.zeros((len(mine), len(own) + 1))  # the last column is the empty sequence
    for row, I in zip(splits, mine, strict=True):
        row[I.entries], row[form.parents[I.index]] = 1, -1
    choices = product(*(range(I.offset, I.entries.stop) for I in others))
    plans = [form.plans(np.isin(range(len(own)), choice) * 1.0)[1 - player][:-1] for choice in choices]
    lines = np.array(plans)[:, ~own] @ table.to_numpy()
    return Program(tuple(table.columns), lines, splits[:, :-1][:, own], 0 - splits[:, -1])


def extremes(game, player, factors):
    """Return, to nine digits, the smallest and largest sum of a player's weights times `factors` in all equilibria.

    ``{"K b": 1, "J b": -3}`` are factors; weights left out do not count.
    """
    one, value = program(game, player), (1, -1)[player] * equilibrium(game)[0]
    wanted = np.array([factors.get(name, 0) for name in one.names])
    limits = []
    for sign in (1, -1):  # the largest is minus the smallest of minus the sum
        solved = linprog(sign * wanted, -one.lines, [-value] * len(one.lines), one.splits, one.sums)
        limits.append(round(float(sign * solved.fun), 9) + 0)
    return tuple(limits)


def pieces(game, player=0):
    """Return the payoffs of the sequence form: rows are the other player's sequences, columns the player's own.

    An entry is the payoff of the ends after both, times the probability of the deal.
    """
    form, own = sequence_form(game), _own(game, player)
    payoffs = np.zeros((len(own), len(own)))
    np.add.at(payoffs, (form.last[1 - player], form.last[player]), (1, -1)[player] * form.payoff)
    names = [f"{''.join(I.key)} {action}" for I in form.tree.infosets for action in I.actions]
    return pd.DataFrame(payoffs, names, names).loc[~own, own]


def _own(game, player):
    """Return whose entry each action of each information set is: True for the player's own."""
    return np.array([I.player == player for I in sequence_form(game).tree.infosets for _ in I.actions])
