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

from cfrlib.draw.parts.colors import GREEN, text_on
from cfrlib.draw.parts.svg import LIGHT, element, text
from cfrlib.draw.picture import composed
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
TIED, DARKEST = "#BDBDBD", (76, 20, 90)
"""Fills of a rule that is tied with the best, and of one that is eight decades behind."""
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


def rivals(table):
    """Return how many decades each published rule is behind the best, and whether it may be the best.

    A row is a game. A rule may be the best if one of its copies is as good as the worst copy of the first.
    """
    middle = by_paper(table)
    own = table[table.average == table.rule.map(own_average)].groupby(["game", "rule"]).exploitability
    low, high = (getattr(own, most)().unstack().loc[middle.index, middle.columns] for most in ("min", "max"))
    worst = [high.at[game, rule] for game, rule in middle.idxmin(axis=1).items()]
    return np.log10(middle.div(middle.min(axis=1), axis=0)), low.le(worst, axis=0)


def draw(table, name):
    """Return the picture: a row for each game, and for each rule how many decades it is behind the best of the row."""
    decades, near = rivals(table)
    left, top, wide, high, parts = 190.0, 46.0, 62.0, 26.0, []
    for column, rule in enumerate(decades):
        words = rule.replace("Linear CFR", "Linear").split("-")
        for k, word in enumerate(words):
            y = top - 12 - 17 * (len(words) - 1 - k)
            parts.append(text(left + (column + 0.5) * wide, y, word + "-" * (k < len(words) - 1), 13, fill=LIGHT.ink))
    for row, game in enumerate(decades.index):
        y = top + row * high
        parts.append(text(left - 8, y + high / 2, game, 13, fill=LIGHT.ink, text_anchor="end"))
        for column, (behind, best) in enumerate(zip(decades.loc[game], near.loc[game], strict=True)):
            dark = min(behind / 8, 1)
            shade = "#{:02X}{:02X}{:02X}".format(*(round(255 + (tone - 255) * dark) for tone in DARKEST))
            fill = shade if not best else GREEN if near.loc[game].sum() == 1 else TIED
            box = {"x": left + column * wide, "y": y, "width": wide - 2, "height": high - 2}
            parts.append(element("rect", fill=fill, **box))
            says = "best" if fill == GREEN else "tie" if best else f"{behind:.1f}"
            middle = left + (column + 0.5) * wide - 1
            parts.append(text(middle, y + high / 2 - 1, says, 13, fill=text_on(fill)))
    size = left + decades.shape[1] * wide + 8, top + len(decades) * high + 8
    first = [f"{game}: {' or '.join(near.columns[row])}" for game, row in zip(near.index, near.to_numpy(), strict=True)]
    desc = f"Decades behind the best of each game. Best, or tied with it, are: {'; '.join(first)}."
    return composed(*size, *parts, called="Rules raced", desc=desc, kind="cfr-raced", name=name)


def own_average(rule):
    """Return the label of the average that a rule has in its paper."""
    own = RULES[rule][1]
    return next((label for label, power in AVERAGES.items() if own in (label, power)), "schedule")
