r"""How far is the regret of CS, OPCS, SPCS and PCS below the bound of Theorem 1 of Johanson et al. (2012)?

Leduc without suits, simultaneous updates, so that both players' walks see the same strategies. The average overall
regret is exact: from the strategies that were played, never from sampled regrets,

.. math:: R_i^T = b_i(\bar\sigma_{-i}^T) - \frac1T \sum_t u_i(\sigma^t),

with the exact average of the realisation plans. With probability at least 1 - p it is at most
:math:`(1 + 2/\sqrt p) \, \Delta_{u,i} M_i \sqrt{A_i} / \sqrt T`.
"""

from math import sqrt

import lazy_loader as lazy
import numpy as np

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.evaluate import sequence_form
from cfrlib.games import leduc
from cfrlib.runs.curves import stored_runs
from cfrlib.tree import TERMINAL, unroll

pd = lazy.load("pandas")


ROWS = ("pcs", "opcs", "spcs", "cs")
PER_DECADE = 6


def run_task(task, checkpoint=None):
    """Return the points of one run: row, seed, iterations, regret of player 0 and of player 1 (chips)."""
    last = task["iterations"]
    marks = {round(10 ** (k / PER_DECADE)) for k in range(int(np.log10(last) * PER_DECADE) + 1)} | {last}
    points = [
        (task["row"], task["seed"], t, *regrets)
        for t, regrets in overall_regrets(leduc(suits_matter=False), task["row"], task["seed"], last)
        if t in marks
    ]
    return pd.DataFrame(points, columns=["row", "seed", "iterations", "regret_0", "regret_1"])


def overall_regrets(game, row, seed, iterations):
    """Yield (T, exact average overall regrets of both players) after each iteration of a run.

    Parameters
    ----------
    game : Game
    row : str or Scheme
    seed, iterations : int
    """
    solver, form = CFR(game, row, updates="simultaneous", seed=seed), sequence_form(game)
    places = _places(solver.current_strategy(), form.tree)
    sums, earned = [0.0, 0.0], 0.0
    for t in range(1, iterations + 1):
        x, y = form.plans(solver.current_strategy().probabilities[places])
        earned += float(np.sum(form.payoff * x[form.last[0]] * y[form.last[1]]))
        sums = [sums[0] + x, sums[1] + y]
        solver.run(1)
        yield t, _Regrets(form, sums, earned, t)


class _Regrets:
    """Overall regrets, computed when they are asked for: most iterations are only summed up."""

    def __init__(self, form, sums, earned, t):
        self.form, self.sums, self.earned, self.t = form, sums, earned, t

    def __iter__(self):
        for player, sign in ((0, 1), (1, -1)):
            best, _ = self.form.best_response(player, self.sums[1 - player] / self.t)
            yield best - sign * self.earned / self.t


def _places(profile, tree):
    """Return where the entries of a tree's flat arrays stand in a profile of the engine."""
    starts = dict(zip(profile, profile.offsets, strict=False))
    return np.concatenate([starts[i.key] + np.arange(len(i.actions)) for i in tree.infosets])


def bound(T, p, delta, M, A):
    """Return the right side of Theorem 1."""
    return (1 + 2 / sqrt(p)) * delta * M * sqrt(A) / sqrt(T)


def sizes(game, player):
    """Return what the bound asks of a game, by the paper's names: a dict of delta, M, A and infosets.

    M is the sum, over all sequences of own actions, of the square root of how many information sets have this past
    (Lanctot, Waugh, Zinkevich and Bowling 2009).
    """
    tree, pasts = unroll(game), {}
    for infoset in tree.infosets:
        if infoset.player == player:
            past = own_actions(tree, tree.nodes[infoset.nodes[0]], player)
            pasts[past] = pasts.get(past, 0) + 1
    payoffs = [node.payoff for node in tree.nodes if node.player == TERMINAL]
    return {
        "delta": max(payoffs) - min(payoffs),
        "M": sum(sqrt(count) for count in pasts.values()),
        "A": max(len(i.actions) for i in tree.infosets if i.player == player),
        "infosets": sum(pasts.values()),
    }


def own_actions(tree, node, player):
    """Return the actions of a player on the way to a node."""
    taken = []
    while node.parent >= 0:
        above = tree.nodes[node.parent]
        if above.player == player:
            taken.append(above.actions[above.children.index(node.index)])
        node = above
    return tuple(reversed(taken))


def medians(table):
    """Return the median over seeds of the larger of both regrets, by row and iterations."""
    return larger(table).groupby(["row", "iterations"]).regret.median()


def larger(table):
    """Return the table with one more column, `regret`: the larger of both."""
    return table.assign(regret=table[["regret_0", "regret_1"]].max(axis=1))


def pace(T, delta, A):
    """Return what the bound is without its bracket and without M; from A iterations on it is at most delta."""
    return delta * np.sqrt(A / np.asarray(T))


def draw(table, name="regret_bounds"):
    """Return the picture: the larger of the two regrets by row, all seeds, and above them the larger bounds."""
    game = leduc(suits_matter=False)
    facts = [sizes(game, player) for player in (0, 1)]
    largest = {key: max(f[key] for f in facts) for key in ("delta", "M", "A")}
    runs = stored_runs(larger(table), "row", y="regret")
    curves = {row if row == "vanilla" else row.upper(): part for row, part in runs.items()}
    return convergence(
        curves, ylabel="larger average overall regret (chips)",
        reference={f"Theorem 1, p = {p:g}": lambda T, p=p: bound(T, p, **largest) for p in (0.05, 1)}
        | {"Δ √(A / T)": lambda T: pace(T, largest["delta"], largest["A"])},
        target={f"Δ = {largest['delta']:g}": largest["delta"]}, name=name,
    )  # fmt: skip
