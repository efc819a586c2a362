r"""Exact equilibria by linear programming (Koller, Megiddo and von Stengel 1996, see `cfrlib.evaluate`).

With realization plans x and y, the payoff is bilinear: x' A y. Player 0 looks for

.. math:: \max_{x, v} \; v_0 \quad \text{such that} \quad E x = e, \; F' v \le A' x, \; x \ge 0

where the rows of E x = e say that a plan splits at each information set of player 0 (and starts with 1), and v holds,
for each information set of player 1, what a best response makes of it. The dual variables are player 1's plan.
"""

from __future__ import annotations

import logging

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from cfrlib.evaluate import sequence_form
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.profile import Profile
from cfrlib.tree import Tree

log = logging.getLogger("cfrlib")
CERTIFIED = 1e-9
LARGE = 30_000
"""Payoffs of pairs of sequences, above which it is said that it takes long: the solver says nothing before its end."""


def equilibrium(game: Game | matrix | Tree) -> tuple[float, Profile]:
    """Return the value of a small game and an equilibrium, exact by linear programming.

    A terminal that stands for a further game is worth its payoff (see `Game.best_payoff`).

    Parameters
    ----------
    game : Game, matrix or Tree
        With perfect recall and at most some tens of thousands of information sets.

    Returns
    -------
    value : float
        To player 0, in the game's unit.
    profile : Profile
        An equilibrium (there may be others). Where its player never gets to, a strategy is uniform.

    Raises
    ------
    TypeError
        If `game` is no game.
    ValueError
        If the game is too large, without perfect recall, or a tree that is not complete.
    RuntimeError
        If the solver does not reach an exploitability of 1e-9 times the largest payoff.

    Examples
    --------
    >>> import cfrlib
    >>> value, profile = cfrlib.equilibrium(cfrlib.games.kuhn())
    >>> round(18 * value, 6)
    -1.0
    """
    form = sequence_form(game)
    largest = max(abs(node.payoff) for node in form.tree.terminals)
    unit = int(np.frexp(np.abs(form.payoff).max())[1])
    for exponent in dict.fromkeys((0, unit)):  # the solver takes 1e-9 for 0, which at tiny stakes is a payoff
        profile = Profile.from_flat(form.tree, _behavior(form, _solve(form, np.ldexp(form.payoff, -exponent))))
        x, y = form.plans(profile.probabilities)
        b1, b2 = form.best_response(0, y, form.payoff)[0], form.best_response(1, x, -form.payoff)[0]
        if b1 + b2 <= CERTIFIED * largest:
            return (b1 - b2) / 2, profile
    raise RuntimeError(f"equilibrium: the linear program left an exploitability of {(b1 + b2) / 2:g}")


def _splits(form, player):
    """Return the constraints of a plan, (1 + infosets, 1 + sequences), and the flat index of each column."""
    mine = [i for i in form.tree.infosets if i.player == player]
    columns = np.concatenate([[-1], *(np.arange(i.offset, i.entries.stop) for i in mine)]).astype(int)
    position = {flat: k for k, flat in enumerate(columns.tolist())}
    rows, cols, data = [0], [0], [1.0]
    for r, infoset in enumerate(mine, start=1):
        into = position[int(form.parents[infoset.index])]
        outs = [position[f] for f in range(infoset.offset, infoset.entries.stop)]
        rows += [r] * (1 + len(outs))
        cols += [into, *outs]
        data += [-1.0] + [1.0] * len(outs)
    return csr_array((data, (rows, cols)), shape=(1 + len(mine), len(columns))), columns


def _solve(form, payoff):
    """Return the realization plans of an equilibrium, as flat arrays with the empty sequence last.

    `payoff` is that of the form, in any unit. Without a solution the plans are zeros.
    """
    size = form.tree.num_infoset_actions + 1
    (E, own), (F, other) = _splits(form, 0), _splits(form, 1)
    place = np.zeros((2, size), dtype=int)
    place[0, own], place[1, other] = np.arange(len(own)), np.arange(len(other))
    A = csr_array((payoff, (place[0, form.last[0]], place[1, form.last[1]])), shape=(len(own), len(other)))
    A.sum_duplicates()
    m, n = E.shape[1], F.shape[0]
    if A.nnz > LARGE:
        log.warning("equilibrium: a linear program with %s payoffs, which can take minutes", f"{A.nnz:,}")
    result = linprog(
        c=np.concatenate([np.zeros(m), [-1.0], np.zeros(n - 1)]),
        A_ub=hstack([-A.T, F.T]),
        b_ub=np.zeros(len(other)),
        A_eq=hstack([E, csr_array((E.shape[0], n))]),
        b_eq=np.concatenate([[1.0], np.zeros(E.shape[0] - 1)]),
        bounds=[(0, None)] * m + [(None, None)] * n,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    plans = np.zeros((2, size))
    if not result.success:
        log.info("equilibrium: %s", result.message)
        return plans
    plans[0, own], plans[1, other] = result.x[:m], -result.ineqlin.marginals
    return np.maximum(plans, 0)


def _behavior(form, plans):
    """Return the probabilities that realize the plans; uniform where a plan never gets to."""
    flat = np.empty(form.tree.num_infoset_actions)
    for infoset in form.tree.infosets:
        part = plans[infoset.player, infoset.entries]
        total = part.sum()
        flat[infoset.entries] = part / total if total > 1e-12 else 1 / len(part)
    return flat
