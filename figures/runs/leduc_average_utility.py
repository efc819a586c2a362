"""Average utility of Player 1 while CFR learns Leduc poker, one random deal an iteration."""

import lazy_loader as lazy
import numba
import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib._util.compile_cache import keep
from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.lessons.your_own_game.house_rules import house_rules

pd = lazy.load("pandas")


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
    """Return the points of one run: rules, mistake, seed, iterations, average_utility (chips).

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
    """Return the mean utility of player 0 over the first t iterations, for each t in `marks`.

    Parameters
    ----------
    game : leduc or house_rules
    marks : (k,) int array
        Rising numbers of iterations.
    seed : int
    weights : {"opponent", "none", "own"}
        Whose reach a regret is multiplied by; it must be the opponent's.

    Returns
    -------
    (k,) float64 array, in chips
    """
    chosen = WEIGHTS.index(one_of("weights", weights, WEIGHTS))
    return _run(np.asarray(marks), seed, chosen, *betting_tree(game))


def _nodes(game):
    """Return the action sequences of a game without those at which chance moves, parents first."""
    return [actions for actions, node in game.action_sequences() if not isinstance(node, PublicChance)]


def betting_tree(game):
    """Return the tree of actions as arrays; chance is dealt before, so that it is the same for every deal.

    Returns
    -------
    deals : (d, 3) int array
        Card of player 0, of player 1, public card.
    chances : (d,) float array
        Their running sum of probabilities.
    child : (n, a) int array
        Next node, -1 where there is no such action; parents first. After the first round play goes on at once.
    player : (n,) int array
        Who moves, -1 at a terminal.
    entry : (n, cards, cards) int array
        Where the actions of an information set start in a table, by own card and public card.
    payoff : (n, cards, cards, cards) array
        To player 0, by the three cards of a deal.
    """
    cards = game.outcomes(0)
    size, nodes = len(cards), _nodes(game)
    index = {actions: k for k, actions in enumerate(nodes)}
    index |= {actions[:-1]: k for actions, k in index.items() if actions and actions[-1] == CHANCE}
    decisions = [game.node(actions) for actions in nodes]
    children = [
        [index[(*actions, a)] for a in d.actions] if isinstance(d, Decision) else []
        for actions, d in zip(nodes, decisions, strict=True)
    ]
    most = max(map(len, children))
    child = np.array([row + [-1] * (most - len(row)) for row in children])
    player = np.array([d.player if isinstance(d, Decision) else -1 for d in decisions])
    entry, known = np.zeros((len(nodes), size, size), dtype=int), {}
    for k, actions in enumerate(nodes):
        for b, board in enumerate(cards):
            for own in range(size) if player[k] >= 0 else ():
                key = game.key(player[k], actions, (board,) if CHANCE in actions else (), own)
                entry[k, own, b] = known.setdefault(key, most * len(known))
    payoff = np.zeros((len(nodes), size, size, size))
    for k, actions in enumerate(nodes):
        for b, board in enumerate(cards):
            if player[k] < 0:
                payoff[k, :, :, b] = game.payoff_table(actions, (board,))
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
