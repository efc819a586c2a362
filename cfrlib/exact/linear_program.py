r"""Exact equilibria by linear programming (Koller, Megiddo and von Stengel 1996, see `cfrlib.evaluate`).

With realization plans x and y, the payoff is bilinear: x' A y. Player 0 looks for

.. math:: \max_{x, v} \; v_0 \quad \text{such that} \quad E x = e, \; F' v \le A' x, \; x \ge 0

where the rows of E x = e say that a plan splits at each information set of player 0 (and starts with 1), and v holds,
for each information set of player 1, what a best response makes of it. The dual variables are player 1's plan.

Against a player who makes no mistake any solution will do. A *refined* one expects mistakes. Let f be a multiple of a
plan that gives each sequence more than what follows it takes. A player who trembles comes to each information set with
what is left there, :math:`w = f_0 e - F f > 0`, and goes on from there as well as he can. Of the plans that are worth
the value, player 0 takes one that earns the most from such an opponent, the largest w' v + f' A' x, and player 1
likewise. Such plans are limits of equilibria in which both tremble (Mills 1956), and best responses to small trembles:
the equilibrium is perfect in the normal form, and no strategy dominates a plan of it (van Damme 1991). Who is at an
information set that his plan excludes has made a mistake: his own w comes there, too. He takes best responses to the
other's plan, and among them an equilibrium of what two who have trembled earn: one more linear program.

It is plans that tremble, not decisions: who expects further mistakes of his own may choose what is dominated (Mertens
1995). In the quasi-perfect equilibria (van Damme 1984; Miltersen and Sorensen 2010) a second mistake is infinitely less
likely than a first one; here each decision after a mistake is another with probability 1/10 at most.

References
----------
H. Mills, *Marginal Values of Matrix Games and Linear Programs* (1956).
E. van Damme, *A Relation between Perfect Equilibria in Extensive Form Games and Proper Equilibria in Normal Form Games*
(1984); *Stability and Perfection of Nash Equilibria* (1991).
J.-F. Mertens, *Two Examples of Strategic Equilibrium* (1995).
P. B. Miltersen, T. B. Sorensen, *Computing a Quasi-Perfect Equilibrium of a Two-Player Game* (2010).
"""

from __future__ import annotations

import logging

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from cfrlib._util.arguments import flag
from cfrlib.evaluate import sequence_form
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.profile import Profile
from cfrlib.tree import Tree

log = logging.getLogger("cfrlib")
CERTIFIED = 1e-9
LARGE = 30_000
"""Payoffs of pairs of sequences, above which it is said that it takes long: the solver says nothing before its end."""
UNREACHED = 1e-12
"""Up to which probability a plan never gets to an information set: rounding of the solver."""
RARE = 10
"""A mistake is followed by another at the next decision at most once in so many times."""


def equilibrium(game: Game | matrix | Tree, *, refine: bool = False) -> tuple[float, Profile]:
    """Return the value of a small game and an equilibrium, exact by linear programming.

    A terminal that stands for a further game is worth its payoff (see `Game.best_payoff`).

    Parameters
    ----------
    game : Game, matrix or Tree
        With perfect recall and at most some tens of thousands of information sets.
    refine : bool
        Whether it is to stay sensible where somebody has made a mistake. Among the equilibria it is then one in which
        each plan is a best response to small trembles of the other (perfect in the normal form), so that no strategy
        dominates it; and where a player's own plan never comes, they go on with a best response to the other's plan,
        and to his trembles. That takes three more linear programs, and three to seven times as long: Leduc poker about
        a second instead of a quarter.

    Returns
    -------
    value : float
        To player 0, in the game's unit.
    profile : Profile
        An equilibrium (there may be others). Where its player never gets to, a strategy is uniform, unless it is
        refined.

    Raises
    ------
    TypeError
        If `game` is no game, or `refine` neither True nor False.
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

    A pair of Kings is never checked. A plan need not say what to do if it was, and the other raises:

    >>> game = cfrlib.games.leduc(suits_matter=False)
    >>> for refine in (False, True):
    ...     value, profile = cfrlib.equilibrium(game, refine=refine)
    ...     print({action: round(p, 3) for action, p in profile["K", "cc/K:cr"].items()})
    {'f': 0.333, 'c': 0.333, 'r': 0.333}
    {'f': 0.0, 'c': 0.0, 'r': 1.0}
    """
    form, refine = sequence_form(game), flag("refine", refine)
    largest = max(abs(node.payoff) for node in form.tree.terminals)
    unit = int(np.frexp(np.abs(form.payoff).max())[1])
    # The solver takes 1e-9 for 0, which at tiny stakes is a payoff.
    for exponent in dict.fromkeys((unit if refine else 0, unit)):
        programs = _Programs(form, np.ldexp(form.payoff, -exponent))
        profile = Profile.from_flat(form.tree, _behavior(form, *programs.plans(refine)))
        x, y = form.plans(profile.probabilities)
        b1, b2 = form.best_response(0, y, form.payoff)[0], form.best_response(1, x, -form.payoff)[0]
        if b1 + b2 <= CERTIFIED * largest:
            return (b1 - b2) / 2, profile
    raise RuntimeError(f"equilibrium: the linear program left an exploitability of {(b1 + b2) / 2:g}")


class _Programs:
    """The linear programs of a game; `payoff` is that of its sequence form, in any unit.

    Of each player there are `splits`, E and F; `columns`, the flat index of each sequence, the empty one first; and
    `A`, the payoffs to this player, (own sequences, the other's).
    """

    def __init__(self, form, payoff):
        self.size = form.tree.num_infoset_actions + 1
        self.splits, self.columns = zip(*(_splits(form, player) for player in (0, 1)), strict=True)
        place = np.zeros((2, self.size), dtype=int)
        for player, columns in enumerate(self.columns):
            place[player, columns] = np.arange(len(columns))
        A = csr_array((payoff, (place[0, form.last[0]], place[1, form.last[1]])), shape=tuple(map(len, self.columns)))
        A.sum_duplicates()
        self.A = A, -A.T
        if A.nnz > LARGE:
            log.warning("equilibrium: a linear program with %s payoffs, which can take minutes", f"{A.nnz:,}")

    def plans(self, refine):
        """Return the plans of an equilibrium; of a refined one those of players who go on from mistakes, too."""
        starts = list(map(_start, self.splits))
        x, y, _ = self._solve(0, *starts)
        if not refine:
            return (self._flat(x, y),)
        f = list(map(_trembles, self.splits))
        left = [f[p][0] * starts[p] - self.splits[p] @ f[p] for p in (0, 1)]
        value, plans, best = x @ (self.A[0] @ y), [None, None], [None, None]
        for p, q, least in ((0, 1, value), (1, 0, -value)):
            plans[p], _, loss = self._solve(p, starts[p], left[q], gain=self.A[p] @ f[q], least=least)
            best[q] = loss <= CERTIFIED
        return self._flat(*plans), self._flat(*self._solve(0, *left, self.A[0] @ f[1], forced=f[0], allowed=best)[:2])

    def _solve(self, player, e, w, gain=0, least=-np.inf, forced=0, allowed=None):
        """Return a plan x of `player`, one of the other, and what each of the other's sequences loses against x.

        They maximize gain' x + w' v, such that E x = e, F' v <= A' (x + forced), v_0 >= least; the other's plan is
        dual. Sequences that are not `allowed` (a mask for each player) are 0. Without a solution the plans are zeros.
        """
        (E, F), A = (self.splits[player], self.splits[1 - player]), self.A[player]
        (k, m), (n, size) = E.shape, F.shape
        own, other = (np.ones(m, bool), np.ones(size, bool)) if allowed is None else allowed
        result = linprog(
            c=-np.concatenate([np.broadcast_to(gain, m), w]),
            A_ub=hstack([-A.T, F.T]).tocsr()[other],
            b_ub=(A.T @ np.broadcast_to(forced, m))[other],
            A_eq=hstack([E, csr_array((k, n))]),
            b_eq=e,
            bounds=[(0, None if may else 0) for may in own] + [(least, None)] + [(None, None)] * (n - 1),
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if not result.success:
            log.info("equilibrium: %s", result.message)
            return np.zeros(m), np.zeros(size), np.zeros(size)
        plan = np.zeros(size)
        plan[other] = np.maximum(-result.ineqlin.marginals, 0)
        return np.maximum(result.x[:m], 0), plan, result.slack

    def _flat(self, *plans):
        """Return plans of both players in one array, the empty sequence last, as the form has them."""
        flat = np.zeros(self.size)
        for columns, plan in zip(self.columns, plans, strict=True):
            flat[columns] = plan
        return flat


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


def _start(split):
    """Return what the constraints of a plan are equal to: it starts with 1."""
    return np.eye(1, split.shape[0])[0]


def _trembles(split):
    """Return f: each sequence gets 1, and `RARE` times what those that follow it take."""
    f = np.ones(split.shape[1])
    for row in range(split.shape[0] - 1, 0, -1):  # sets are listed as they are met, so what follows comes first here
        start, stop = split.indptr[row : row + 2]
        into, *outs = split.indices[start:stop]
        f[into] = max(f[into], 1 + RARE * f[outs].sum())
    return f


def _behavior(form, plans, on=None):
    """Return the probabilities that realize the plans; where one never gets to, those of `on`, or uniform ones."""
    flat = np.empty(form.tree.num_infoset_actions)
    for infoset in form.tree.infosets:
        part = plans[infoset.entries]
        if on is not None and part.sum() <= UNREACHED:
            part = on[infoset.entries]
        total = part.sum()
        flat[infoset.entries] = part / total if total > UNREACHED else 1 / len(part)
    return flat
