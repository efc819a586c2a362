"""Zinkevich et al. 2007: regrets beside their bounds, sizes of abstractions, curves by size, cross tables."""

from itertools import count
from math import comb

import numpy as np
import pandas as pd

from ai_poker_tutorial import chain
from cfrlib import draw
from cfrlib.engine import layout_of
from cfrlib.evaluate import sequence_form
from cfrlib.games import texas
from cfrlib.runs import store
from cfrlib.runs.reading import at, below, last_rows
from claims import printed
from family import Walk


def regrets(game, marks, against="itself"):
    """Return average regrets of CFR, and what the theorems compare them with, by T (the marks) and player, in chips.

    It meets CFR for the other player, or a "best response" to its strategy of each iteration. Columns: regret (overall,
    average), sum (of positive immediate counterfactual regrets), bound (of Theorem 4), gain (of a best response over
    what the average earns). And "at sets", the largest immediate counterfactual regret over the bound with the number
    of actions at its set, which is the narrower.
    """
    if against == "itself":
        rows = pd.DataFrame(chain(game, _cfr(Walk(game)), marks))
    else:
        runs = {i + 1: chain(game, _exploited(game, i), marks) for i in (0, 1)}
        rows = pd.DataFrame([row for i, run in runs.items() for row in run if row["player"] == i])
    each = rows[["regret", "sum", "bound"]].div(rows["T"], axis=0)
    return rows.drop(columns="exploitability").assign(**each).set_index(["T", "player"]).sort_index()


def _cfr(W):
    """Yield (T, regrets, strategy sums, sum of Player 1's values) after each iteration, both players at once."""
    R, S, earned = np.zeros(W.size), np.zeros(W.size), 0.0
    for T in count(1):
        sigma = W.match(R)
        earned += W.value(sigma)
        R = R + W.regrets(0, sigma) + W.regrets(1, sigma)
        S = S + W.reach(sigma)
        yield T, R, S, earned


def _exploited(game, player):
    """Yield what `_cfr` does, but only `player` learns: the other best-responds to the strategy of each iteration."""
    W, form = Walk(game), sequence_form(game)
    R, S, earned = np.zeros(W.size), np.zeros(W.size), 0.0
    for T in count(1):
        sigma = W.match(R) * W.mine[player]
        _, values = form.best_response(1 - player, form.plans(sigma)[player])
        sigma[form.best_entries(1 - player, values)] = 1.0
        earned += W.value(sigma)
        R, S = R + W.regrets(player, sigma), S + W.reach(sigma)
        yield T, R, S, earned


def sizes(buckets, raises=(3, 4, 4, 4)):
    """Return the states, decisions and information sets of limit Texas hold'em: a row for each number of buckets.

    The rows "one sequence" and "all cards" have a single deal, and no buckets. A state is a node of the tree of all
    deals and actions, with the chance nodes between rounds, each once for each way of betting. Folding is always
    allowed, also where there is nothing to call; this gives the numbers of the paper, which does not say how it counts.
    A decision is a node at which a player acts.
    """
    ranges = {b: [b ** (k + 1) for k in range(4)] for b in buckets} | {"one sequence": [1] * 4}
    rows = {b: _counted([n**2 for n in each], each, raises) for b, each in ranges.items()}
    hands, deals = _dealt(lambda left: comb(left, 2)), _dealt(lambda left: comb(left, 2) * comb(left - 2, 2))
    rows["all cards"] = _counted(deals, hands, raises)
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("buckets")


def _counted(deals, hands, raises):
    """Return the row of `sizes`; a decision is counted as a set is, for deals instead of hands."""
    nodes, decisions, sets = _states(deals, raises), _sets(deals, raises), _sets(hands, raises)
    return {"states": nodes, "decisions": decisions, "information sets": sets}


def sets_by_round(buckets):
    """Return how many information sets each round of betting has, float64."""
    rounds = enumerate(_rounds((3, 4, 4, 4)))
    return np.array([n * _decisions(part) * buckets ** (k + 1.0) for k, (n, part) in rounds])


def _decisions(part):
    return sum(len(names) > 0 for names in part.names)


def _rounds(raises):
    layout = layout_of(texas(2, raises=raises))
    return list(zip(layout.lanes, layout.rounds, strict=True))


def _sets(hands, raises):
    return sum(n * _decisions(part) * h for (n, part), h in zip(_rounds(raises), hands, strict=True))


def _states(deals, raises):
    """Count all nodes; there are more folds, one before the flop, two in each later round."""
    return sum(
        n * (len(part.nodes) + folds) * d
        for (n, part), folds, d in zip(_rounds(raises), (1, 2, 2, 2), deals, strict=True)
    )


def _dealt(hands):
    """Return in how many ways cards may have been dealt on each street, if hands take all they can of 52 cards."""
    own = hands(52)
    taken = 2 if own == comb(52, 2) else 4
    ways = [1, comb(52 - taken, 3), 52 - taken - 3, 52 - taken - 4]
    return [own * int(np.prod(ways[: k + 1], dtype=object)) for k in range(4)]


def published_iterations(claim):
    """Return how many iterations a claim's budget names, "100,000,000 iterations, one processor": int."""
    return int(claim.budget.split()[0].replace(",", ""))


def speeds(race):
    """Return milliseconds an iteration of CS takes, by number of buckets: each seed's last row, list of float."""
    last = last_rows(race[race["curve"] == "CS"], ["buckets", "seed"])
    each = 1000 * last["cpu_seconds"] / last["iterations"]
    return each.groupby(last["buckets"]).apply(list).to_dict()


def longest(*tables):
    """Return of all runs of a number of buckets, a scheme and a seed the one with the most iterations, in one table."""
    race = pd.concat([table.assign(table=k) for k, table in enumerate(tables)], ignore_index=True)
    run = ["buckets", "curve", "seed"]
    return race.merge(last_rows(race, run)[[*run, "table"]]).drop(columns="table")


def by_size(race, sets, curve="CS"):
    """Return the runs of a scheme, {buckets: [(iterations, iterations / sets, exploitability)]}, a triple a seed."""
    runs = {}
    for (buckets, _), rows in race[race["curve"] == curve].sort_values("iterations").groupby(["buckets", "seed"]):
        x, y = rows["iterations"].to_numpy(), rows["exploitability"].to_numpy()
        runs.setdefault(int(buckets), []).append((x, x / sets[buckets], y))
    return runs


def races():
    """Return the stored races under buckets of Texas hold'em: those of one machine, and the longest of all."""
    one_machine = [store.load(name)[0] for name in ("texas_race", "texas_large")]
    longer = [store.load(name)[0] for name in ("texas_five", "texas_sequences")]
    return one_machine, longest(*one_machine, *longer)


def figure_1b():
    """Return Fig. 1b from our runs of chance sampling, on logarithmic axes, which show all of them."""
    _, race = races()
    runs = by_size(race, {b: texas(int(b)).num_infosets for b in race.buckets.unique()})
    curves = {f"CFR{b}": [(x, y) for _, x, y in parts] for b, parts in runs.items()}
    words = {"xlabel": "iterations, divided by the number of information sets", "ylabel": "exploitability (mb/h)"}
    return draw.convergence(curves, **words, title="Fig. 1b, and what comes before it", name="zinkevich_1b_all")


def over_the_first(runs, start):
    """Return how exploitable other runs are over the first, at as many iterations an information set.

    At their own marks from `start` on, as far as the first goes: {label: list of ratios}. Several seeds of the first,
    with the same marks, are averaged (geometric mean).
    """
    first, *others = runs
    x, y = runs[first][0][1], np.exp(np.mean([np.log(gap) for _, _, gap in runs[first]], axis=0))
    ratios = {}
    for label in others:
        for _, marks, gap in runs[label]:
            part = (marks >= start) & (marks <= x[-1])
            ratios.setdefault(label, []).extend(gap[part] / at(marks[part], x, y))
    return ratios


def iterations_for(runs, level):
    """Return the iterations after which the curves are below a level for good, {buckets: geometric mean of seeds}.

    Buckets with a curve that does not come there are left out.
    """
    by_buckets = {}
    for buckets, parts in runs.items():
        each = [below(level, x, y) for x, _, y in parts]
        if None not in each:
            by_buckets[buckets] = float(np.exp(np.mean(np.log(each))))
    return by_buckets


def exponents(effort, sets):
    """Return the k of effort ~ sets^k, from the smallest abstraction to each of the others: list of float."""
    first, *others = sorted(effort)
    return [float(np.log(effort[b] / effort[first]) / np.log(sets[b] / sets[first])) for b in others]


def table_1():
    """Return the cross table: what the row wins from the column, mb/h, and the column Average."""
    return printed("zinkevich_table_1").set_index("row")


def beside(means, widths, names):
    """Return the cross table of some players beside the published one, "ours ± half width (published)".

    `means` and `widths` are those of `square` of the run "texas_matches". `names` says who of ours stands for whom; if
    for all players, the column Average is there, too (it counts the 0).
    """
    theirs = table_1()

    def cell(a, b):
        if a == b:
            return "0"
        ours = f"{means.loc[names[a], names[b]]:+.1f} ± {widths.loc[names[a], names[b]]:.1f}"
        return f"{ours} ({theirs.loc[a, b]:+d})".replace("-", "−")

    table = pd.DataFrame({b: {a: cell(a, b) for a in names} for b in names})
    if set(names) == set(theirs.index):
        ours = {a: means.loc[names[a], list(names.values())].mean() for a in names}
        table["Average"] = [f"{mean:+.1f} ({theirs.Average[a]:+d})".replace("-", "−") for a, mean in ours.items()]
    return table


def interval(means, widths, a, b):
    """Return the 95 % interval of what one player wins from another."""
    return means.loc[a, b] - widths.loc[a, b], means.loc[a, b] + widths.loc[a, b]
