"""Average utility of Player 1 while CFR learns Kuhn poker, 1 to 5 million iterations (Ni and Lamb, Fig. 5)."""

import numba
import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib._util.compile_cache import keep
from cfrlib.games import kuhn
from cfrlib.tree import CHANCE, TERMINAL, unroll

EVERY = 10_000


def tasks(sizes):
    """Return one task for each method and seed: "one deal" or "all deals" in one go, or "new run" to each point."""
    iterations, seeds = sizes["iterations"], sizes["seeds"]
    runs = [("all deals", 0, iterations), *(("one deal", seed, iterations) for seed in range(seeds))]
    points = [1, *range(EVERY, iterations + 1, EVERY)]
    runs += [("new run", seed, point) for seed, point in enumerate(points, seeds)]
    return [{"method": method, "seed": seed, "iterations": length} for method, seed, length in runs]


def run_task(task, checkpoint=None):
    """Return the tidy table of a task, in chips."""
    last = task["iterations"]
    marks = np.unique(np.concatenate([np.geomspace(1, EVERY, 60).astype(int), np.arange(EVERY, last + 1, EVERY)]))
    if task["method"] == "new run":
        marks = np.array([last])
    means = average_utility(marks, sampled=task["method"] != "all deals", seed=task["seed"])
    return pd.DataFrame({**task, "iterations": marks, "average_utility": means})


def draw(table, name):
    """Return the picture: running mean of the utility against iterations."""
    seeded = ", seed " + table["seed"].astype(str)
    labels = table["method"] + seeded.where(table["method"] == "one deal", "")
    curves = {
        label: (part["iterations"].to_numpy(), part["average_utility"].to_numpy())
        for label, part in table.groupby(labels)
    }
    return drawing.lines(curves, xlabel="iterations", ylabel="average utility of Player 1 (chips)", name=name)


def average_utility(marks, sampled, seed=0):
    """Return the mean utility of player 0, in chips, over the first t iterations, for each t in the rising `marks`.

    With `sampled` an iteration deals one hand at random instead of all.
    """
    tree = unroll(kuhn())
    size = max(len(node.actions) for node in tree.nodes)
    child = np.full((tree.num_histories, size), -1)
    chance = np.zeros((tree.num_histories, size))
    for node in tree.nodes:
        child[node.index, : len(node.children)] = node.children
        chance[node.index, : len(node.probabilities)] = node.probabilities
    player = np.array([node.player for node in tree.nodes])
    offset = np.array([tree.infosets[n.infoset].offset if n.infoset >= 0 else -1 for n in tree.nodes])
    payoff = np.array([node.payoff for node in tree.nodes])
    return _run(np.asarray(marks), sampled, seed, child, chance, player, offset, payoff, tree.num_infoset_actions)


# No recursion: numba's cached recursive functions crash when they are loaded again (numba issue 6061). Parents stand
# before their children, so one loop forward carries the reach down and one loop back carries the values up.
@keep
@numba.njit
def _run(marks, sampled, seed, child, chance, player, offset, payoff, entries):
    np.random.seed(seed)  # noqa: NPY002 (inside numba this is numba's own generator)
    regret, sigma = np.zeros(entries), np.full(entries, 0.5)
    reach, value = np.zeros((len(player), 3)), np.zeros(len(player))  # reach of player 0, player 1 and chance
    means, total, k = np.empty(len(marks)), 0.0, 0
    for t in range(1, marks[-1] + 1):
        _reach_down(reach, sampled, sigma, child, chance, player, offset)
        _values_up(value, regret, reach, sampled, sigma, child, chance, player, offset, payoff)
        total += value[0]
        for e in range(0, entries, 2):  # every decision of Kuhn poker has two actions
            a, b = max(regret[e], 0.0), max(regret[e + 1], 0.0)
            sigma[e] = a / (a + b) if a + b > 0 else 0.5
            sigma[e + 1] = 1 - sigma[e]
        if t == marks[k]:
            means[k] = total / t
            k += 1
    return means


@keep
@numba.njit
def _reach_down(reach, sampled, sigma, child, chance, player, offset):
    """Fill `reach`; what chance does not deal in this iteration gets reach 0 of chance."""
    reach[0] = 1.0
    for node in range(len(player)):
        who = player[node]
        if who == TERMINAL:
            continue
        drawn = -1
        if who == CHANCE and sampled and reach[node, 2] > 0:
            draw, drawn = np.random.random(), 0  # noqa: NPY002
            while draw >= chance[node, drawn] and drawn + 1 < chance.shape[1] and chance[node, drawn + 1] > 0:
                draw -= chance[node, drawn]
                drawn += 1
        for a in range(child.shape[1]):
            to = child[node, a]
            if to >= 0:
                reach[to] = reach[node]
                if who == CHANCE:
                    reach[to, 2] *= (1.0 if a == drawn else 0.0) if sampled else chance[node, a]
                else:
                    reach[to, who] *= sigma[offset[node] + a]


@keep
@numba.njit
def _values_up(value, regret, reach, sampled, sigma, child, chance, player, offset, payoff):
    """Fill `value` (to player 0, of what has been dealt) and add both players' counterfactual regrets to `regret`."""
    for node in range(len(player) - 1, -1, -1):
        who, e = player[node], offset[node]
        if who == TERMINAL:
            value[node] = payoff[node]
            continue
        value[node] = 0.0
        for a in range(child.shape[1]):
            to = child[node, a]
            if to >= 0:
                if who == CHANCE:
                    p = (1.0 if reach[to, 2] > 0 else 0.0) if sampled else chance[node, a]
                else:
                    p = sigma[e + a]
                value[node] += p * value[to]
        if who >= 0:
            weight = reach[node, 2] * (reach[node, 1] if who == 0 else -reach[node, 0])
            for a in range(2):
                regret[e + a] += weight * (value[child[node, a]] - value[node])
