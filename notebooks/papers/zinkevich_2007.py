"""Zinkevich et al. 2007: regrets beside their bounds, sizes of abstractions, curves by size, cross tables."""

from itertools import count
from math import comb

import lazy_loader as lazy
import numpy as np

from ai_poker_tutorial import chain
from cfrlib.engine import layout_of
from cfrlib.evaluate import sequence_form
from cfrlib.games import texas
from cfrlib.textbook.family import Walk
from claims import printed

pd = lazy.load("pandas")


# -- sections 2 and 3: theorems -------------------------------------------------------------


def regrets(game, marks, against="itself"):
    """Return average regrets of CFR, and what the theorems compare them with.

    Parameters
    ----------
    game : Game
    marks : sequence of int
        Iterations.
    against : {"itself", "best response"}
        Whom it meets: CFR for the other player, or a best response to its strategy of each iteration.

    Returns
    -------
    pandas.DataFrame
        By T and player, chips: regret (overall, average), sum (of positive immediate counterfactual regrets), bound
        (of Theorem 4), gain (of a best response over what the average earns). And "at sets", the largest immediate
        counterfactual regret over the bound with the number of actions at its set, which is the narrower.
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
        _, choice = form.best_response(1 - player, form.plans(sigma)[player])
        sigma[[form.tree.infosets[k].offset + a for k, a in choice.items()]] = 1.0
        earned += W.value(sigma)
        R, S = R + W.regrets(player, sigma), S + W.reach(sigma)
        yield T, R, S, earned


# -- section 4: the size of Texas hold'em ----------------------------------------------------


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


def sets_by_street(buckets):
    """Return how many information sets each street has, float64."""
    layout = layout_of(texas(buckets))
    return np.array([n * _decisions(part) * buckets ** (k + 1.0) for k, (n, part) in
                     enumerate(zip(layout.lanes, layout.rounds, strict=True))])  # fmt: skip


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


# -- section 5: what iterations bring --------------------------------------------------------


def published_iterations(claim):
    """Return how many iterations a claim's budget names, "100,000,000 iterations, one processor": int."""
    return int(claim.budget.split()[0].replace(",", ""))


def speeds(race, curve="CS"):
    """Return milliseconds an iteration takes, by number of buckets: each seed's last row, list of float."""
    part = race[race["curve"] == curve]
    last = part.loc[part.groupby(["buckets", "seed"])["iterations"].idxmax()]
    each = 1000 * last["cpu_seconds"] / last["iterations"]
    return each.groupby(last["buckets"]).apply(list).to_dict()


def longest(*tables):
    """Return of all runs of a number of buckets, a scheme and a seed the one with the most iterations, in one table."""
    race = pd.concat([table.assign(table=k) for k, table in enumerate(tables)], ignore_index=True)
    run = ["buckets", "curve", "seed"]
    last = race.loc[race.groupby(run)["iterations"].idxmax(), [*run, "table"]]
    return race.merge(last).drop(columns="table")


def by_size(race, sets, curve="CS"):
    """Return the runs of a scheme, {buckets: [(iterations, iterations / sets, exploitability)]}, a triple a seed."""
    found = {}
    for (buckets, _), rows in race[race["curve"] == curve].sort_values("iterations").groupby(["buckets", "seed"]):
        x, y = rows["iterations"].to_numpy(), rows["exploitability"].to_numpy()
        found.setdefault(int(buckets), []).append((x, x / sets[buckets], y))
    return found


def over_the_first(runs, start):
    """Return how exploitable other runs are over the first, at as many iterations an information set.

    At their own marks from `start` on, as far as the first goes: {label: list of ratios}, with straight lines between
    its marks, both axes logarithmic. Several seeds of the first are averaged (geometric mean).
    """
    first = next(iter(runs))
    x, y = _typical(runs[first])
    found = {}
    for label, parts in runs.items():
        for _, at, gap in parts if label != first else ():
            here = (at >= start) & (at <= x[-1])
            there = np.exp(np.interp(np.log(at[here]), np.log(x), np.log(y)))
            found.setdefault(label, []).extend(gap[here] / there)
    return found


def iterations_for(runs, level):
    """Return the iterations after which the curves are below a level for good, {buckets: geometric mean of seeds}.

    Straight lines between the marks, both axes logarithmic. Buckets with a curve that does not come there are left out.
    """
    found = {}
    for buckets, parts in runs.items():
        each = [_first_below(x, y, level) for x, _, y in parts]
        if None not in each:
            found[buckets] = float(np.exp(np.mean(np.log(each))))
    return found


def exponents(effort, sets):
    """Return the k of effort ~ sets^k, from the smallest abstraction to each of the others: list of float."""
    first, *others = sorted(effort)
    return [float(np.log(effort[b] / effort[first]) / np.log(sets[b] / sets[first])) for b in others]


def _typical(parts):
    """Return (iterations / sets, exploitability): the geometric mean of seeds with the same marks."""
    return parts[0][1], np.exp(np.mean([np.log(y) for _, _, y in parts], axis=0))


def _first_below(x, y, level):
    above = np.flatnonzero(y > level)
    last = above[-1] if len(above) else -1
    if not 0 <= last < len(x) - 1:
        return None
    at = np.log([y[last + 1], y[last]]), np.log([float(x[last + 1]), float(x[last])])
    return float(np.exp(np.interp(np.log(level), *at)))


# -- section 5.2: matches -------------------------------------------------------------------


def table_1():
    """Return the cross table: what the row wins from the column, mb/h, and the column Average."""
    return printed("zinkevich_table_1").set_index("row")


def beside(means, widths, names):
    """Return the cross table of some players beside the published one, "ours ± half width (published)".

    Parameters
    ----------
    means, widths : pandas.DataFrame
        As `square` of the run "texas_matches" returns them.
    names : dict of str to str
        Who of ours stands for whom; if for all players, the column Average is there, too (it counts the 0).
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
