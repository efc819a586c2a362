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
the right rules. (Checked once against the page's own program with stacks of 5: after 10,000 iterations it measures
0.42 and 0.43 chips in two runs, the restatement 0.40 to 0.47 in six.)
"""

import lazy_loader as lazy
import numba
import numpy as np

from cfrlib import exploitability
from cfrlib._util.compile_cache import keep
from cfrlib.course.curves import stored_runs
from cfrlib.course.draw import convergence
from cfrlib.game import CHANCE, Decision, PublicChance
from cfrlib.games import leduc_no_limit
from cfrlib.profile import Profile
from cfrlib.tree import unroll

pd = lazy.load("pandas")


BUGS = ("pot", "fold", "actor")
PROGRAMS = {
    "as published": BUGS,
    "only the pot": ("pot",),
    "only the fold": ("fold",),
    "only the actor": ("actor",),
    "all three repaired": (),
}
SCALES = {"quick": (30_000, 2), "paper": (1_000_000, 5)}
"""Iterations and seeds."""
STACK, POINTS = 5, 16


def tasks(scale):
    """Return the parts: a program and a seed each."""
    iterations, seeds = SCALES[scale]
    return [{"program": p, "seed": s, "iterations": iterations} for p in PROGRAMS for s in range(seeds)]


def run_task(task, checkpoint=None):
    """Return the points of one run: program, seed, iterations, exploitability (chips, in the right game)."""
    game = leduc_no_limit(stack=STACK)
    marks = np.unique(np.geomspace(100, task["iterations"], POINTS).astype(int))
    profiles = learn(game, PROGRAMS[task["program"]], marks, task["seed"])
    gaps = [exploitability(game, profile) for profile in profiles]
    return pd.DataFrame({"program": task["program"], "seed": task["seed"], "iterations": marks, "exploitability": gaps})


def draw(table, name="no_limit_bugs"):
    """Return the picture: median and range over the seeds."""
    return convergence(stored_runs(table, "program"), ylabel="exploitability (chips)", name=name)


def learn(game, bugs, marks, seed=0):
    """Return the average profiles that the program with these bugs has after so many iterations.

    Parameters
    ----------
    game : leduc_no_limit
    bugs : collection of str
        Of `BUGS`.
    marks : sequence of int
        Rising numbers of iterations.
    seed : int
    """
    tree, program = unroll(game), restated(game, bugs)
    arrays = [program[name] for name in ("child", "actor", "later", "block", "shown", "folded")]
    most = arrays[0].shape[1]
    rows = {i.key: program["rows"][i.key] + np.arange(len(i.actions)) for i in tree.infosets}
    entries = np.concatenate([rows[i.key] for i in tree.infosets])
    counts = np.array([len(i.actions) for i in tree.infosets])
    starts = np.cumsum(counts) - counts
    sums = _run(np.asarray(marks), seed, *arrays, program["size"] + most)
    profiles = []
    for s in sums[:, entries]:
        totals = np.repeat(np.add.reduceat(s, starts), counts)
        profiles.append(
            Profile.from_flat(
                tree, np.where(totals > 0, s / np.where(totals > 0, totals, 1), 1 / np.repeat(counts, counts))
            )
        )
    return profiles


def restated(game, bugs):
    """Return the program's game as arrays, one row for each action sequence, parents first.

    Returns
    -------
    dict
        child (n, a): next row, -1 for none; actor (n,): who acts, -1 at the end; later (n,): whether in round 2;
        block (n,): where the table of a row starts, one row of `a` entries for each own rank (and public rank);
        shown (n, 2): what a showdown wins, as the walk for player 0 or 1 sees it, 0 elsewhere; folded (n,): to
        player 0 if somebody folded; rows: {key: first entry}; size: of the table.
    """
    nodes = [actions for actions, node in game.action_sequences() if not isinstance(node, PublicChance)]
    index = {actions: k for k, actions in enumerate(nodes)}
    index |= {actions[:-1]: k for actions, k in index.items() if actions and actions[-1] == CHANCE}
    decisions = [game.node(actions) for actions in nodes]
    most = max(len(d.actions) for d in decisions if isinstance(d, Decision))
    child, actor = np.full((len(nodes), most), -1), np.full(len(nodes), -1)
    pot, shown, folded = np.full((len(nodes), 2), 2.0), np.zeros((len(nodes), 2)), np.zeros(len(nodes))
    for k, (actions, decision) in enumerate(zip(nodes, decisions, strict=True)):
        rounds = [[]]
        for a in actions:
            rounds.append([]) if a == CHANCE else rounds[-1].append(int(a))
        if isinstance(decision, Decision):
            actor[k] = decision.player
            if "actor" in bugs and len(rounds) == 2 and not rounds[1]:
                actor[k] = len(rounds[0]) % 2
            grown = 0
            for a, amount in enumerate(map(int, decision.actions)):
                child[k, a] = to = index[(*actions, str(amount))]
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
    later = np.array([int(CHANCE in actions) for actions in nodes])
    sizes = np.where(actor < 0, 0, 3 ** (1 + later)) * most
    block = np.cumsum(sizes) - sizes
    rows = {}
    for k, actions in enumerate(nodes):
        if actor[k] >= 0:
            for own in range(3):
                for board in range(3 if later[k] else 1):
                    public = (game.outcomes(0)[board],) if later[k] else ()
                    key = game.key(decisions[k].player, actions, public, own)
                    rows[key] = int(block[k]) + (own * 3 + board if later[k] else own) * most
    return {"child": child, "actor": actor, "later": later, "block": block, "shown": shown, "folded": folded,
            "rows": rows, "size": int(sizes.sum())}  # fmt: skip


# No recursion: parents stand before their children, so a loop forward goes down and a loop back brings values up.
@keep
@numba.njit
def _run(marks, seed, child, actor, later, block, shown, folded, size):
    np.random.seed(seed)  # noqa: NPY002 (inside numba this is numba's own generator)
    n, most = child.shape
    regret, sums, sigma = np.zeros(size), np.zeros(size), np.zeros((n, most))
    kept = np.zeros((len(marks), size))
    visited, value, went = np.zeros(n, dtype=np.bool_), np.zeros(n), np.zeros(n, dtype=np.int64)
    cards, m = np.array([0, 0, 1, 1, 2, 2]), 0
    for t in range(1, marks[-1] + 1):
        for player in range(2):
            for k in range(3):  # the first three cards of a shuffled deck
                j = k + np.random.randint(6 - k)  # noqa: NPY002
                cards[k], cards[j] = cards[j], cards[k]
            visited[0] = True
            for node in range(n):
                who = actor[node]
                if not visited[node] or who < 0:
                    continue
                e = block[node] + (cards[who] * 3 + cards[2] if later[node] else cards[who]) * most
                actions, total = 0, 0.0
                while actions < most and child[node, actions] >= 0:
                    total += max(regret[e + actions], 0.0)
                    actions += 1
                draw, drawn = np.random.random() if who != player else 2.0, -1  # noqa: NPY002
                for a in range(actions):
                    p = max(regret[e + a], 0.0) / total if total > 0 else 1 / actions
                    sigma[node, a] = p
                    if who == player:
                        visited[child[node, a]] = True
                    else:
                        sums[e + a] += p
                        if draw >= 0 and p > 0:
                            draw, drawn = draw - p, a
                if who != player:
                    went[node] = child[node, drawn]
                    visited[went[node]] = True
            for node in range(n - 1, -1, -1):
                if not visited[node]:
                    continue
                visited[node], who = False, actor[node]
                value[node] = 0.0
                if who < 0:
                    won = 0.0
                    if cards[0] == cards[2] or (cards[0] > cards[1] and cards[1] != cards[2]):
                        won = 1.0
                    elif cards[0] != cards[1]:
                        won = -1.0
                    gain = folded[node] + won * shown[node, player]
                    value[node] = gain if player == 0 else -gain
                elif who != player:
                    value[node] = value[went[node]]
                else:
                    e = block[node] + (cards[who] * 3 + cards[2] if later[node] else cards[who]) * most
                    for a in range(most):
                        if child[node, a] >= 0:
                            value[node] += sigma[node, a] * value[child[node, a]]
                    for a in range(most):
                        if child[node, a] >= 0:
                            regret[e + a] += value[child[node, a]] - value[node]
        if t == marks[m]:
            kept[m] = sums
            m += 1
    return kept
