"""What a published program for no-limit Leduc learns, bug by bug (AI Poker Tutorial, external sampling).

The program's betting is `cfrlib.games.leduc_no_limit`. Three of its lines differ from the rules, each a switch here:

pot
    Where the walking player tries all actions, the pot grows inside the loop over them (``pot += a``), so a showdown
    below an action also counts the amounts of all actions tried before it.
fold
    Who folds in the second round pays the ante and their bets of that round; those of the first round are forgotten.
actor
    Who acts is worked out before the program notices that a round is over. After a first round of three actions it
    is Player 2 who makes the first decision of the second round, with their own card, and then the next one as well.

This is external sampling as the program does it: regrets at the nodes of the walking player, average strategy at
those of the other. Its strategy is looked up as its user would, by card and history, and measured in the game with
the right rules. Here both have 5 chips, which takes a minute; `no_limit_20` has the page's own stacks. (Checked once
against the page's own program with stacks of 5: after 10,000 iterations it measures 0.42 and 0.43 chips in two runs,
the restatement 0.40 to 0.47 in six.)
"""

from itertools import product

import numba
import numpy as np
import pandas as pd

from cfrlib import exploitability
from cfrlib._util.compile_cache import keep
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Decision
from cfrlib.games import leduc_no_limit
from cfrlib.profile import Profile
from cfrlib.runs.curves import geometric

from .action_tree import action_tree

BUGS = ("pot", "fold", "actor")
PROGRAMS = {
    "as published": BUGS,
    "only the pot": ("pot",),
    "only the fold": ("fold",),
    "only the actor": ("actor",),
    "all three repaired": (),
}
STACK, POINTS = 5, 16


def run_task(task, checkpoint=None):
    """Return the points of one run: exploitability in chips, in the right game."""
    game = leduc_no_limit(stack=task.get("stack", STACK))
    marks = geometric(POINTS, task["iterations"], first=100, rounded=np.floor)
    profiles = learn(game, PROGRAMS[task["program"]], marks, task["seed"])
    gaps = [exploitability(game, profile) for profile in profiles]
    return pd.DataFrame({"program": task["program"], "seed": task["seed"], "iterations": marks, "exploitability": gaps})


def learn(game, bugs, marks, seed=0):
    """Return the average profiles that the program with these `BUGS` has after so many iterations, rising `marks`."""
    names, program = layout_of(game).profile_map, restated(game, bugs)
    counts = np.array([len(actions) for actions in names.actions])
    first = np.array([program["rows"][key] for key in names.keys])
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    entries = np.repeat(first, counts) + np.arange(counts.sum()) - starts
    arrays = [program[name] for name in ("child", "actor", "later", "block", "width", "shown", "folded", "size")]
    return [
        Profile.of_known(names.keys, names.players, names.actions, _shares(sums, counts), game)
        for sums in _run(np.asarray(marks), seed, *arrays)[:, entries]
    ]


def _shares(sums, counts):
    """Divide the sums of each information set by their total; uniform where that is 0."""
    totals = np.repeat(np.add.reduceat(sums, np.cumsum(counts) - counts), counts)
    return np.divide(sums, totals, out=1 / np.repeat(counts, counts), where=totals > 0)


def restated(game, bugs):
    """Return the program's game as arrays, one row for each action sequence, parents first.

    child (n, a): next row, -1 for none; actor (n,): who acts, -1 at the end; later (n,): whether in round 2; block
    (n,): where the table of a row starts, one row of `width` entries for each own rank (and public rank); shown (n, 2):
    what a showdown wins, as the walk for player 0 or 1 sees it, 0 elsewhere; folded (n,): to player 0 if somebody
    folded; rows: {key: first entry}; size: of the table.
    """
    sequences, nodes, child = action_tree(game)
    n, actor = len(nodes), np.array([node.player if isinstance(node, Decision) else -1 for node in nodes])
    pot, shown, folded = np.full((n, 2), 2.0), np.zeros((n, 2)), np.zeros(n)
    for k, actions in enumerate(sequences):
        rounds = [[]]
        for a in actions:
            rounds.append([]) if a == CHANCE else rounds[-1].append(int(a))
        if actor[k] >= 0:
            if "actor" in bugs and len(rounds) == 2 and not rounds[1]:
                actor[k] = len(rounds[0]) % 2
            grown = 0
            for to, amount in zip(child[k], map(int, nodes[k].actions), strict=False):
                grown += amount
                pot[to] = pot[k] + amount
                if "pot" in bugs:
                    pot[to, actor[k]] = pot[k, actor[k]] + grown
            continue
        paid = [[sum(r[player::2]) for r in rounds] for player in (0, 1)]
        if sum(paid[0]) == sum(paid[1]):
            shown[k] = pot[k] / 2
        else:
            loser = 0 if sum(paid[0]) < sum(paid[1]) else 1
            lost = 1 + (paid[loser][-1] if "fold" in bugs else sum(paid[loser]))
            folded[k] = -lost if loser == 0 else lost
    later = np.array([int(CHANCE in actions) for actions in sequences])
    width = (child >= 0).sum(axis=1)
    sizes = 3 ** (1 + later) * width
    block = np.cumsum(sizes) - sizes
    rows = {}
    for k in np.flatnonzero(actor >= 0):
        boards = [(card,) for card in game.outcomes(0)[:3]] if later[k] else [()]
        for place, (own, public) in enumerate(product(range(3), boards)):
            key = game.key(nodes[k].player, sequences[k], public, own)
            rows[key] = int(block[k] + place * width[k])
    return {"child": child, "actor": actor, "later": later, "block": block, "width": width, "shown": shown,
            "folded": folded, "rows": rows, "size": int(sizes.sum())}  # fmt: skip


# No recursion: a stack of rows goes down, parents before their children, and a loop back brings the values up.
@keep
@numba.njit
def _run(marks, seed, child, actor, later, block, width, shown, folded, size):
    np.random.seed(seed)  # noqa: NPY002 (inside numba this is numba's own generator)
    n, most = child.shape
    regret, sums, sigma = np.zeros(size), np.zeros(size), np.zeros((n, most))
    kept = np.zeros((len(marks), size))
    stack, visited, value, went = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n), np.zeros(n, np.int64)
    cards, m = np.array([0, 0, 1, 1, 2, 2]), 0
    for t in range(1, marks[-1] + 1):
        for player in range(2):
            for k in range(3):  # the first three cards of a shuffled deck
                j = k + np.random.randint(6 - k)  # noqa: NPY002
                cards[k], cards[j] = cards[j], cards[k]
            stack[0], high, count = 0, 1, 0
            while high > 0:
                high -= 1
                node = stack[high]
                visited[count], count, who = node, count + 1, actor[node]
                if who < 0:
                    continue
                e = block[node] + (cards[who] * 3 + cards[2] if later[node] else cards[who]) * width[node]
                total = 0.0
                for a in range(width[node]):
                    total += max(regret[e + a], 0.0)
                draw, drawn = np.random.random() if who != player else 2.0, -1  # noqa: NPY002
                for a in range(width[node]):
                    p = max(regret[e + a], 0.0) / total if total > 0 else 1 / width[node]
                    sigma[node, a] = p
                    if who != player:
                        sums[e + a] += p
                        if draw >= 0 and p > 0:
                            draw, drawn = draw - p, a
                if who != player:
                    went[node] = child[node, drawn]
                    stack[high], high = went[node], high + 1
                else:
                    for a in range(width[node] - 1, -1, -1):
                        stack[high], high = child[node, a], high + 1
            for k in range(count - 1, -1, -1):
                node = visited[k]
                who = actor[node]
                value[node] = 0.0
                if who < 0:
                    won = 0.0
                    if cards[0] == cards[2] or (cards[0] > cards[1] and cards[1] != cards[2]):
                        won = 1.0
                    elif cards[0] != cards[1]:
                        won = -1.0
                    earned = folded[node] + won * shown[node, player]
                    value[node] = earned if player == 0 else -earned
                elif who != player:
                    value[node] = value[went[node]]
                else:
                    e = block[node] + (cards[who] * 3 + cards[2] if later[node] else cards[who]) * width[node]
                    for a in range(width[node]):
                        value[node] += sigma[node, a] * value[child[node, a]]
                    for a in range(width[node]):
                        regret[e + a] += value[child[node, a]] - value[node]
        if t == marks[m]:
            kept[m] = sums
            m += 1
    return kept
