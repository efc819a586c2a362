r"""How much variance a learned baseline takes from counterfactual values on Leduc poker, as it is learned (M13).

Runs of outcome sampling with the readable `cfrlib.textbook.baselines`; at some iterations strategy and baseline are
frozen and variances computed exactly, by the recursion of `second_moments`. Three readings of "variance of the
counterfactual values" (Schmid et al. 2019 draw other trajectories through each information set visited):

history
    of the value of an action, from the history that the walk has come to; mean over visits and actions,
infoset
    the same from the information set: which of its histories the walk comes to counts, too,
whole
    of what a walk adds to an information set, its weight and whether it comes there included; mean over all sets.
"""

import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib.games import leduc
from cfrlib.textbook.baselines import BaselineCFR, history_values
from cfrlib.tree import CHANCE, TERMINAL

REGRETS = ("rm", "rm+")
BASELINES = ("none", "learned")
READINGS = ("history", "infoset", "whole")


def run_task(task, checkpoint):
    """Return the rows of a run: the three variances at each point (chips squared)."""
    cfr = BaselineCFR(leduc(), "os", regret=task["regret"], baseline=task["baseline"], seed=task["seed"])
    named, rows = {name: task[name] for name in ("regret", "baseline", "seed")}, []
    for point in task["points"]:
        cfr.run(point - cfr.iterations)
        rows.append(named | {"iterations": point} | variances(cfr))
    return pd.DataFrame(rows)


def variances(cfr):
    """Return the three variances of a `BaselineCFR` as it stands, over the walks of both players."""
    both = [_of_player(cfr, player) for player in (0, 1)]
    return {name: float(np.mean([part[name] for part in both])) for name in READINGS}


def second_moments(cfr, player):
    """Return mean and mean square of what a walk for a player returns from each history, by the index of the history.

    At a history with values u(a) below, weights w(a), chances xi(a) to be drawn and baseline values b(a), the walk that
    draws a returns B + k (u(a) - b(a)), where B is the sum of all w b, and k = w(a) / xi(a).
    """
    tree = cfr.tree
    mean, square = [0.0] * tree.num_histories, [0.0] * tree.num_histories
    for node in reversed(tree.nodes):
        if node.player == TERMINAL:
            value = node.payoff if player == 0 else -node.payoff
            mean[node.index], square[node.index] = value, value * value
            continue
        w, xi, b = _switches(cfr, node, player)
        known, first, second = sum(x * y for x, y in zip(w, b, strict=True)), 0.0, 0.0
        for p, x, baseline, child in zip(w, xi, b, node.children, strict=True):
            if x > 0:
                k = p / x
                rest = known - k * baseline
                first += p * mean[child]
                second += x * (rest * rest + 2 * rest * k * mean[child] + k * k * square[child])
        mean[node.index], square[node.index] = first, second
    return mean, square


def _switches(cfr, node, player):
    """Return the weights of the actions of a history, how likely the walk draws each, and the baseline values."""
    w = node.probabilities if node.player == CHANCE else cfr.strategy[node.infoset].tolist()
    xi, n = w, len(w)
    if node.player == player:
        xi = [cfr.scheme.epsilon / n + (1 - cfr.scheme.epsilon) * p for p in w]
    return w, xi, cfr._baseline_values(node, player).tolist()


def _of_player(cfr, player):
    """Return the three variances of the walks of one player."""
    tree, (mean, square) = cfr.tree, second_moments(cfr, player)
    q, others = [0.0] * tree.num_histories, [0.0] * tree.num_histories
    q[tree.root.index] = others[tree.root.index] = 1.0
    visits, history, whole = 0.0, 0.0, []
    sets = {}  # of an infoset: chance of a visit, and by action the means and squares, weighted and not
    for node in tree.nodes:
        if node.player == TERMINAL:
            continue
        w, xi, b = _switches(cfr, node, player)
        visited, own = q[node.index], node.player == player
        for p, x, child in zip(w, xi, node.children, strict=True):
            q[child] = visited * x
            others[child] = others[node.index] * (1.0 if own else p)
        if not own or visited == 0:
            continue
        m = np.array([mean[child] for child in node.children])
        s = np.array([square[child] for child in node.children])
        x, b = np.array(xi), np.array(b)
        off = b * (1 - 1 / x)
        each = (1 - x) * b * b + x * (off * off + 2 * off * m / x + s / x**2)  # E of (b + [a drawn] / xi (u - b))^2
        weight = others[node.index] / visited
        visits, history = visits + visited, history + visited * float((each - m * m).mean())
        known = sets.setdefault(node.infoset, [0.0, *(np.zeros(len(m)) for _ in range(4))])
        moments = visited * m, visited * each, visited * weight * m, visited * weight**2 * each
        for k, more in enumerate((visited, *moments)):
            known[k] = known[k] + more
    infoset = sum(n * float((s / n - (m / n) ** 2).mean()) for n, m, s, _, _ in sets.values()) / visits
    whole = np.concatenate([s - m**2 for _, _, _, m, s in sets.values()])
    return {"history": history / visits, "infoset": infoset, "whole": float(whole.mean())}


def taught(game, profile, baseline):
    """Return a `BaselineCFR` that stands at a profile, without a baseline or with the best that one can learn.

    That is, for each action at an information set, the mean of its values over the histories of the set, as likely as
    the others come there; for each outcome of chance its value at that history.
    """
    cfr = BaselineCFR(game, "os", baseline=baseline)
    cfr.strategy = [np.array(list(profile[I.key].values())) for I in cfr.tree.infosets]
    if baseline == "none":
        return cfr
    values, tree = history_values(cfr.tree, cfr.strategy), cfr.tree
    reach, sums, weights = {tree.root.index: (1.0, 1.0)}, {}, {}
    for node in tree.nodes:
        if node.player == TERMINAL:
            continue
        below, others = values[list(node.children)], reach[node.index]
        if node.player == CHANCE:
            cfr._learned[cfr._place(node)] = below
        else:
            I, weight = node.infoset, others[node.player]
            sums[I] = sums.get(I, 0.0) + weight * below
            weights[I] = weights.get(I, 0.0) + weight
        sigma = node.probabilities if node.player == CHANCE else cfr.strategy[node.infoset]
        for p, child in zip(sigma, node.children, strict=True):
            reach[child] = tuple(x * (1.0 if node.player == i else p) for i, x in enumerate(others))
    for I, weight in weights.items():
        if weight > 0:
            cfr._learned[I] = sums[I] / weight
    return cfr


def variance_ratios(table):
    """Return how many times smaller the variance is with a baseline: indexed by regret and iterations, the readings."""
    mean = table.groupby(["baseline", "regret", "iterations"])[list(READINGS)].mean()
    return mean.loc["none"] / mean.loc["learned"]


def draw(table, name):
    """Return the picture: how many times smaller the variance is, against iterations."""
    ratios = variance_ratios(table)
    curves = {
        f"{regret}, {reading}": (ratios.loc[regret].index.to_numpy(), ratios.loc[regret][reading].to_numpy())
        for regret in REGRETS
        for reading in READINGS
    }
    label = "variance without over variance with a baseline"
    return drawing.convergence(curves, ylabel=label, target={"100": 100}, name=name)
