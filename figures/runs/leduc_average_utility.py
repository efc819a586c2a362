"""Average utility of Player 1 while CFR learns Leduc poker, one random deal an iteration."""

import numba
import numpy as np
import pandas as pd

from cfrlib._util.arguments import one_of
from cfrlib._util.compile_cache import keep
from cfrlib.game import CHANCE, Decision
from cfrlib.lessons.your_own_game.house_rules import house_rules

from .action_tree import action_tree

RULES = {
    "without re-raise": {"bets": "doubling", "raises": 1},
    "with re-raise": {"bets": (2, 4), "raises": 2},
}
SUSPECT = {
    "suspect without re-raise": {"bets": "doubling", "raises": 1, "board": "hidden"},
    "suspect with re-raise": {"bets": "doubling", "raises": 2, "board": "hidden"},
}
"""The pair of changes that comes nearest to both reported numbers at once."""
MISTAKES = {
    "none": {},
    "regrets not weighted": {"weights": "none"},
    "regrets weighted by own reach": {"weights": "own"},
}
WEIGHTS = ("none", "opponent", "own")
MARKS, EVERY = 40, 10_000
"""Points of every run, evenly spaced on a logarithmic axis; how far apart those of the paper's figures are."""


def run_task(task, checkpoint=None):
    """Return the points of one run, in chips.

    The stated rules without a mistake have the points of the paper's figures, too: 1, 10,000, 20,000 and so on.
    """
    last = task["iterations"]
    marks = np.geomspace(100, last, MARKS).astype(int)
    if task["rules"] in RULES and task["mistake"] == "none":
        marks = np.concatenate([[1], marks, np.arange(EVERY, last + 1, EVERY)])
    game, marks = house_rules(**(RULES | SUSPECT)[task["rules"]]), np.unique(marks)
    means = average_utility(game, marks, task["seed"], **MISTAKES[task["mistake"]])
    return pd.DataFrame({**task, "iterations": marks, "average_utility": means})


def average_utility(game, marks, seed=0, weights="opponent"):
    """Return the mean utility of player 0, in chips, over the first t iterations, for each t in the rising `marks`.

    `weights` says whose reach a regret is multiplied by; it must be the opponent's.
    """
    chosen = WEIGHTS.index(one_of("weights", weights, WEIGHTS))
    return _run(np.asarray(marks), seed, chosen, *betting_tree(game))


def betting_tree(game):
    """Return the tree of actions as arrays; chance is dealt before, so that it is the same for every deal.

    deals (d, 3): card of player 0, of player 1, public card; chances (d,): their running sum of probabilities; child
    (n, a): next node; player (n,): who moves, -1 at a terminal; entry (n, cards, cards): where the actions of an
    information set start in a table, by own card and public card; payoff (n, cards, cards, cards): to player 0.
    """
    cards = game.outcomes(0)
    size, (sequences, nodes, child) = len(cards), action_tree(game)
    player = np.array([node.player if isinstance(node, Decision) else -1 for node in nodes])
    entry, known = np.zeros((len(nodes), size, size), dtype=int), {}
    payoff = np.zeros((len(nodes), size, size, size))
    for k, actions in enumerate(sequences):
        for b, board in enumerate(cards):
            if player[k] < 0:
                payoff[k, :, :, b] = game.payoff_table(actions, (board,))
                continue
            for own in range(size):
                key = game.key(player[k], actions, (board,) if CHANCE in actions else (), own)
                entry[k, own, b] = known.setdefault(key, child.shape[1] * len(known))
    weights = np.stack([game.weights((board,)) for board in cards], axis=2)
    deals = np.argwhere(weights > 0)
    chances = np.cumsum(weights[tuple(deals.T)])
    return deals, chances, child, player, entry, payoff


@keep
@numba.njit
def _run(marks, seed, weights, deals, chances, child, player, entry, payoff):
    np.random.seed(seed)  # noqa: NPY002 (inside numba this is numba's own generator)
    n, most = child.shape
    regret = np.zeros(entry.max() + most)
    sigma, reach, value = np.zeros((n, most)), np.zeros((n, 2)), np.zeros(n)
    means, total, k = np.empty(len(marks)), 0.0, 0
    for t in range(1, marks[-1] + 1):
        deal = deals[min(np.searchsorted(chances, np.random.random()), len(deals) - 1)]  # noqa: NPY002
        reach[0] = 1.0
        for node in range(n):
            who = player[node]
            if who < 0:
                continue
            e = entry[node, deal[who], deal[2]]
            positive, actions = 0.0, 0
            for a in range(most):
                if child[node, a] >= 0:
                    positive += max(regret[e + a], 0.0)
                    actions += 1
            for a in range(actions):
                sigma[node, a] = max(regret[e + a], 0.0) / positive if positive > 0 else 1 / actions
                to = child[node, a]
                reach[to] = reach[node]
                reach[to, who] *= sigma[node, a]
        for node in range(n - 1, -1, -1):
            who = player[node]
            if who < 0:
                value[node] = payoff[node, deal[0], deal[1], deal[2]]
                continue
            value[node] = 0.0
            for a in range(most):
                if child[node, a] >= 0:
                    value[node] += sigma[node, a] * value[child[node, a]]
            weight = 1.0 if who == 0 else -1.0
            if weights > 0:
                weight *= reach[node, 1 - who if weights == 1 else who]
            for a in range(most):
                if child[node, a] >= 0:
                    regret[entry[node, deal[who], deal[2]] + a] += weight * (value[child[node, a]] - value[node])
        total += value[0]
        if t == marks[k]:
            means[k] = total / t
            k += 1
    return means
