"""Regret rules raced on many games, averages apart from rules: exploitability after so many iterations.

Where regrets tie, rounding decides between pure strategies, and single runs of one algorithm differ by a third. So each
is run on ten games that differ by almost nothing: the payoffs of the explicit tree by about 10^-9 of the largest, and
where there is no such tree (buckets), the regrets of the first iteration.
"""

from functools import lru_cache, partial
from itertools import product
from math import inf

import numpy as np
import pandas as pd

from cfrlib.engine import CFR
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.regret import Ramp, discounted
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

SHAKE = 1e-9
"""By how much games differ, as a part of their largest payoff."""


def goofspiel(cards=4):
    """Return the tree of Goofspiel: prizes come in any order, both bid a card unseen, the higher one has the prize."""
    tree, each = Tree(), tuple(range(1, cards + 1))

    def turn(parent, action, prizes, bids, lead):
        left = [[card for card in each if card not in hand] for hand in bids]
        if not left[0]:
            tree.add(parent, action, player=TERMINAL, payoff=np.sign(lead))
            return
        coming = [prize for prize in each if prize not in prizes]
        chance = tree.add(
            parent, action, player=CHANCE, actions=list(map(str, coming)), probabilities=[1 / len(coming)] * len(coming)
        )
        for prize in coming:
            seen = f"{(*prizes, prize)} {bids}"
            first = tree.add(chance, str(prize), player=0, actions=list(map(str, left[0])), key=("0", seen))
            for mine in left[0]:
                second = tree.add(first, str(mine), player=1, actions=list(map(str, left[1])), key=("1", seen))
                for theirs in left[1]:
                    won = prize * int(np.sign(mine - theirs))
                    turn(second, str(theirs), (*prizes, prize), ((*bids[0], mine), (*bids[1], theirs)), lead + won)

    turn(None, None, (), ((), ()), 0)
    return tree


def random_game(types, moves, branching, seed=1):
    """Return a random tree: each player is dealt one of his types, then they move in turns; payoffs are normal."""
    tree, rng = Tree(), np.random.default_rng([seed, *types, moves, branching])
    weights = rng.dirichlet(np.ones(types[0] * types[1])).reshape(types)
    names = [[f"t{k}" for k in range(n)] for n in types]
    root = tree.add(player=CHANCE, actions=names[0], probabilities=weights.sum(axis=1))

    def move(parent, action, deal, taken):
        if len(taken) == moves:
            tree.add(parent, action, player=TERMINAL, payoff=rng.normal())
            return
        who = len(taken) % 2
        actions = list("abcdefghij"[:branching])
        node = tree.add(parent, action, player=who, actions=actions, key=(f"{who}{deal[who]}", taken))
        for one in actions:
            move(node, one, deal, taken + one)

    for i, first in enumerate(names[0]):
        node = tree.add(root, first, player=CHANCE, actions=names[1], probabilities=weights[i] / weights[i].sum())
        for j, second in enumerate(names[1]):
            move(node, second, (i, j), "")
    return tree


GAMES = {
    "Kuhn, 3 cards": kuhn,
    "Kuhn, 13 cards": partial(kuhn, 13),
    "Leduc": partial(leduc, suits_matter=False),
    "no-limit Leduc, 6 chips": partial(leduc_no_limit, 6),
    "Bluff(1,1), 5 faces": partial(bluff, faces=5, rounds="one"),
    "Bluff(2,1), 3 faces": partial(bluff, (2, 1), 3, rounds="one"),
    "Goofspiel, 4 cards": goofspiel,
    "[2-1], 5 buckets": partial(holdem, (1, 1), buckets=5),
    "random matrix, 20 × 20": lambda: matrix(np.random.default_rng(1).normal(size=(20, 20))),
    "random, deep": partial(random_game, (2, 2), 8, 2),
    "random, wide": partial(random_game, (3, 3), 3, 6),
    "random, many types": partial(random_game, (12, 12), 4, 2),
    "random, one informed": partial(random_game, (10, 1), 5, 3),
}
PLANNED = 1000
RULES = {
    "CFR": ("rm", "uniform"), "CFR+": ("rm+", "linear"), "Linear CFR": ("linear", "linear"),
    "DCFR": ("discounted", "quadratic"), "DCFR+": ("dcfr+", 4), "PCFR+": ("pcfr+", "quadratic"),
    "APCFR+": ("apcfr+", "quadratic"), "SAPCFR+": ("sapcfr+", "quadratic"), "PDCFR+": ("pdcfr+", 5),
    "HS-DCFR": (discounted(Ramp(1, 4, PLANNED), Ramp(-1, -3, PLANNED)), Ramp(30, 25, PLANNED)),
    "HS-PCFR+": ("pcfr+", Ramp(30, 25, PLANNED)),
    "DCFR(1, 0)": (discounted(1, 0), "quadratic"), "DCFR(2.3, 0)": (discounted(2.3, 0), "quadratic"),
    "DCFR(1.5, −∞)": (discounted(1.5, -inf), "quadratic"),
}  # fmt: skip
"""Each rule, and the average of its paper; the last three are Discounted CFR with other parameters.

Schedules (HS) know how many iterations are planned, and are their papers' with these.
"""
MARKS = {"uniform": "o", "linear": "s", "quadratic": "^", "t⁴": "<", "t⁵": "D", "t¹⁰": "v", "t³⁰": "P", "schedule": "X"}
AVERAGES = {"uniform": 0, "linear": 1, "quadratic": 2, "t⁴": 4, "t⁵": 5, "t¹⁰": 10, "t³⁰": 30}


@lru_cache(maxsize=10 * len(GAMES))
def shaken(name, seed):
    """Return a game by its name, as a tree where it has one, its payoffs shaken by a seed."""
    game = GAMES[name]()
    if getattr(game, "buckets", None):
        return game
    tree, rng = unroll(game), np.random.default_rng(seed)
    most = max(abs(node.payoff) for node in tree.terminals)
    for node in tree.terminals:
        node.payoff += SHAKE * most * rng.normal()
    return tree


def started(game, rule, average, seed):
    """Return a solver after its first iteration; without a tree its regrets are shaken instead."""
    solver = CFR(game, regret=rule, average=average)
    solver.run(1)
    if not isinstance(game, Tree):
        rng = np.random.default_rng(seed)
        for table in solver.engine.regret_tables():
            table *= 1 + SHAKE * rng.normal(size=table.shape)
    return solver


def tasks(sizes):
    """Return one task for each game and rule."""
    names = {"rule": RULES, "game": GAMES}
    return [
        {"game": game, "rule": rule, "seeds": sizes["seeds"], "iterations": sizes["iterations"]}
        for rule, game in product(*(sizes.get(which, names[which]) for which in names))
    ]


def run_task(task, checkpoint=None):
    """Return a row for each average and seed: the exploitability at the end."""
    name, rule, rows = task["game"], task["rule"], []
    regret, own = RULES[rule]
    averages = AVERAGES | ({} if own in {*AVERAGES, *AVERAGES.values()} else {"schedule": own})
    for (average, power), seed in product(averages.items(), range(task["seeds"])):
        solver = started(shaken(name, seed), regret, power, seed)
        solver.run(task["iterations"] - 1)
        rows.append((name, rule, average, seed, solver.iterations, solver.exploitability()))
    return pd.DataFrame(rows, columns=["game", "rule", "average", "seed", "iterations", "exploitability"])


def medians(table):
    """Return the median over seeds: a row for each game and rule, a column for each average."""
    wide = table.pivot_table(index=["game", "rule"], columns="average", values="exploitability", aggfunc="median")
    kept = [list(dict.fromkeys(table[column])) for column in ("game", "rule", "average")]
    return wide.reindex(index=[pair for pair in product(*kept[:2]) if pair in wide.index], columns=kept[2])


def by_paper(table):
    """Return the medians of published rules, with the averages of their papers: a row a game, a column a rule."""
    middle = medians(table).unstack("game").stack("average", future_stack=True)
    rules = [rule for rule in RULES if "(" not in rule and rule in middle.index]
    wide = pd.DataFrame({rule: middle.loc[(rule, own_average(rule))] for rule in rules})
    return wide.loc[list(dict.fromkeys(table.game))]


def draw(table, name):
    """Return the picture: a panel for each game, a line for each rule from its best average to its worst one."""
    # Who only runs it needs no Matplotlib.
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import LogLocator, NullLocator

    from cfrlib.draw.parts.colors import INK
    from cfrlib.draw.parts.stable import STYLE, plotted

    middle = medians(table)
    games, said = list(dict.fromkeys(table.game)), []
    columns = min(2, len(games))
    with matplotlib.rc_context(STYLE):
        rows, rules = -(-len(games) // columns), table.rule.nunique()
        figure = Figure(figsize=(7.6, (0.25 * rules + 0.6) * rows + 1.1), layout="constrained", facecolor="white")
        panels = figure.subplots(rows, columns, sharey=True, squeeze=False)
        for axes in panels.flat[len(games) :]:
            axes.set_axis_off()
        for axes, game in zip(panels.flat, games, strict=False):
            part, runs = middle.loc[game], table[table.game == game].groupby(["rule", "average"]).exploitability
            places, own = np.arange(len(part)), np.array([own_average(rule) for rule in part.index])
            low, high = (getattr(runs, most)()[list(zip(part.index, own, strict=True))] for most in ("min", "max"))
            axes.hlines(places, part.min(axis=1), part.max(axis=1), color="#AAAAAA", linewidth=1.4)
            axes.hlines(places, low, high, color=INK, linewidth=4.5)
            for average, x in part.items():
                for which, face in ((own != average, "white"), (own == average, INK)):
                    axes.plot(x[which], places[which], MARKS[average], color=INK, markerfacecolor=face)
            axes.set(xscale="log", title=game, ylim=(len(part) - 0.5, -0.5), yticks=range(len(part)))
            axes.set_yticklabels(part.index)
            axes.xaxis.set_major_locator(LogLocator(numticks=6))
            axes.xaxis.set_minor_locator(NullLocator())
            axes.grid(axis="x", color="#DDDDDD", linewidth=0.7)
            axes.spines[["top", "right"]].set_visible(False)
            said.append(f"{game}: {' with '.join(part.stack().idxmin())}")
        handles = [Line2D([], [], marker=MARKS[label], color=INK, markerfacecolor="white", linestyle="", label=label)
                   for label in middle.columns]  # fmt: skip
        handles += [Line2D([], [], color=INK, linewidth=4.5, marker="o", label="its paper’s average, ten copies")]
        figure.legend(handles=handles, loc="outside upper center", ncols=4, frameon=False)
        figure.supxlabel(f"exploitability after {table.iterations.iloc[0]:,} iterations, in the unit of each game")
        return plotted(figure, "Rules raced", f"the lowest exploitability has, on {'; '.join(said)}.", name)


def own_average(rule):
    """Return the label of the average that a rule has in its paper."""
    own = RULES[rule][1]
    return next((label for label, power in AVERAGES.items() if own in (label, power)), "schedule")
