r"""How far is the regret of CS, OPCS, SPCS and PCS below the bound of Theorem 1 of Johanson et al. (2012)?

Leduc without suits, simultaneous updates, so that both players' walks see the same strategies. The average overall
regret is exact: from the strategies that were played, never from sampled regrets,

.. math:: R_i^T = b_i(\bar\sigma_{-i}^T) - \frac1T \sum_t u_i(\sigma^t),

with the exact average of the realization plans. With probability at least 1 - p it is at most
:math:`(1 + 2/\sqrt p) \, \Delta_{u,i} M_i \sqrt{A_i} / \sqrt T`.
"""

from math import sqrt

import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.evaluate import sequence_form
from cfrlib.games import kuhn, leduc
from cfrlib.runs.curves import stored_runs
from cfrlib.tree import TERMINAL, unroll

ROWS = ("pcs", "opcs", "spcs", "cs")
GAMES = {"kuhn": kuhn(), "leduc": leduc(suits_matter=False)}
PER_DECADE = 6


def run_task(task, checkpoint=None):
    """Return the points of one run: row, seed, iterations, regret of player 0 and of player 1 (chips)."""
    last = task["iterations"]
    marks = {round(10 ** (k / PER_DECADE)) for k in range(int(np.log10(last) * PER_DECADE) + 1)} | {last}
    return points(task | {"game": "leduc", "seeds": [task["seed"]], "marks": marks}).drop(columns="game")


def points(task):
    """Return the table of some runs of one row on a game: the regrets of both players at the marks."""
    rows = [
        (task["game"], task["row"], seed, t, *regrets)
        for seed in task["seeds"]
        for t, regrets in overall_regrets(GAMES[task["game"]], task["row"], seed, sorted(task["marks"]))
    ]
    return pd.DataFrame(rows, columns=["game", "row", "seed", "iterations", "regret_0", "regret_1"])


def overall_regrets(game, row, seed, marks):
    """Yield (T, exact average overall regrets of both players) of a run at rising numbers of iterations."""
    solver, form = CFR(game, row, updates="simultaneous", seed=seed), sequence_form(game)
    places = _places(solver.current_strategy(), form.tree)
    sums, earned = [0.0, 0.0], 0.0
    for mark in marks:
        while solver.iterations < mark:
            x, y = form.plans(solver.current_strategy().probabilities[places])
            earned += float(np.sum(form.payoff * x[form.last[0]] * y[form.last[1]]))
            sums = [sums[0] + x, sums[1] + y]
            solver.run(1)
        best = [form.best_response(player, sums[1 - player] / mark)[0] for player in (0, 1)]
        yield mark, [best[0] - earned / mark, best[1] + earned / mark]


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
    own = [infoset for infoset in tree.infosets if infoset.player == player]
    for infoset in own:
        past = own_actions(tree, tree.nodes[infoset.nodes[0]], player)
        pasts[past] = pasts.get(past, 0) + 1
    payoffs = [node.payoff for node in tree.nodes if node.player == TERMINAL]
    return {
        "delta": max(payoffs) - min(payoffs), "M": sum(map(sqrt, pasts.values())),
        "A": max(len(infoset.actions) for infoset in own), "infosets": len(own),
    }  # fmt: skip


def own_actions(tree, node, player):
    """Return the actions of a player on the way to a node, the last one first."""
    taken = []
    while node.parent >= 0:
        above = tree.nodes[node.parent]
        if above.player == player:
            taken.append(above.actions[above.children.index(node.index)])
        node = above
    return tuple(taken)


def medians(table):
    """Return the median over seeds of the larger of both regrets, by row and iterations."""
    return larger(table).groupby(["row", "iterations"]).regret.median()


def larger(table):
    """Return the table with one more column, `regret`: the larger of both."""
    return table.assign(regret=table[["regret_0", "regret_1"]].max(axis=1))


def draw(table, name, pace=True):
    """Return the picture of Leduc poker: the larger of the two regrets by row, all seeds, and the larger bounds.

    `pace` is what the bound is without its bracket and without M; from A iterations on it is at most delta.
    """
    facts = [sizes(GAMES["leduc"], player) for player in (0, 1)]
    delta, M, A = (max(part[key] for part in facts) for key in ("delta", "M", "A"))
    runs = stored_runs(larger(table), "row", y="regret")
    lines = {f"Theorem 1, p = {p:g}": lambda T, p=p: bound(T, p, delta, M, A) for p in (0.05, 1)}
    if pace:
        lines["Δ √(A / T)"] = lambda T: delta * np.sqrt(A / np.asarray(T))
    return drawing.convergence(
        {row if row == "vanilla" else row.upper(): part for row, part in runs.items()},
        ylabel="larger average overall regret (chips)", reference=lines, target={f"Δ = {delta:g}": delta}, name=name,
    )  # fmt: skip
