"""The AI Poker Tutorial: its walk-through, and measures for what it says about averages, bounds and time."""

from itertools import islice

import lazy_loader as lazy
import numpy as np
from scipy.stats import binom, ttest_ind

from cfrlib.course.claims import printed
from cfrlib.textbook import CFR
from cfrlib.textbook.averages import Averages
from cfrlib.textbook.family import Walk
from cfrlib.tree import TERMINAL, unroll

pd = lazy.load("pandas")


def page(iteration):
    """Return what the page says in an iteration of its walk-through, as `walkthrough.side_by_side` takes it."""
    table = printed("tutorial_iterations")
    rows = table[table.iteration == iteration]
    return [(x, y) if pair else x for x, y, pair in zip(rows.first, rows.second, rows.pair == "yes", strict=True)]


def averaging_errors(game, iterations, seeds):
    """Return how far the sums of each averaging rule are from the exact ones, over runs of outcome sampling.

    Returns
    -------
    dict of str to (seeds, entries) float64 array
        "stochastic", "lazy", "optimistic" and the same with a "final iteration": a visit to every information set,
        which counts what has been missed since its last. Sums are divided by the number of iterations.
    """
    found = {rule: [] for rule in ("stochastic", "lazy", "optimistic", "final iteration")}
    for seed in range(seeds):
        averages = Averages(CFR(game, "os", updates="simultaneous", average_at="opponent", seed=seed))
        averages.run(iterations)
        averages.finish()
        averages.sums["final iteration"] = averages.sums["optimistic"] + _missed(averages)
        for rule, errors in found.items():
            errors.append((averages.sums[rule] - averages.sums["exact"]) / iterations)
    return {rule: np.array(errors) for rule, errors in found.items()}


def _missed(averages):
    """Return what a visit to every information set adds under the optimistic rule."""
    sigma, added, reach = averages.cfr.strategy, np.zeros(len(averages.sums["exact"])), {None: 1.0}
    for I in averages.tree.infosets:  # in the order of the tree: sets above come first
        above = averages.above[I.index]
        reach[I.index] = reach[above]
        if above is not None:
            J = averages.tree.infosets[above]
            reach[I.index] *= sigma[above][averages.tree.parent_sequence[I.index] - J.offset]
        missed = averages.cfr.iterations - averages.last[I.index]
        added[I.entries] = missed * reach[I.index] * averages.chance[I.index] * sigma[I.index]
    return added


def biased(errors):
    """Return how many entries have a mean error of more than three standard errors."""
    error = errors.std(axis=0, ddof=1) / len(errors) ** 0.5
    return int((np.abs(errors.mean(axis=0)) > 3 * error + 1e-9).sum())


def median_interval(numbers, level=0.95):
    """Return the interval between two of the numbers that holds the median of their distribution with this confidence.

    How many numbers lie below the median is binomial, whatever they are distributed like.
    """
    low = int(binom.ppf((1 - level) / 2, len(numbers), 0.5))
    ordered = np.sort(numbers)
    return float(ordered[max(low - 1, 0)]), float(ordered[min(len(numbers) - low, len(numbers) - 1)])


def ratio_interval(a, b, level=0.95):
    """Return the interval of the ratio of two geometric means with this confidence (Welch, on logarithms)."""
    logs = np.log(a), np.log(b)
    off = ttest_ind(*logs, equal_var=False).confidence_interval(level)
    return float(np.exp(off.low)), float(np.exp(off.high))


def chain(game, run, marks):
    """Yield the links of the page's chain of inequalities, a dict for each player at each mark.

    Parameters
    ----------
    game : Game
    run : iterator of (T, regrets, strategy sums, sum of Player 1's values), after each iteration
    marks : sequence of int

    Yields
    ------
    dict
        T; player, 1 or 2; "regret", overall and not divided by T; "sum", of the largest regret at each of their sets;
        "bound", sets times Δ √(A T); at sets, the largest regret at a set over its own Δ √(A T); gain, of a best
        response over what the average earns; exploitability.
    """
    W, size = Walk(game), constants(game)
    for T, R, S, earned in islice(run, max(marks)):
        if T not in marks:
            continue
        average = W.match(S)
        b = [W.best_response_value(i, average) for i in (0, 1)]
        for i, sign in ((0, 1), (1, -1)):
            of = size.loc[i + 1]
            mine = [(R[I.entries].max(), len(I.actions)) for I in W.infosets if I.player == i]
            yield {
                "T": T, "player": i + 1, "regret": T * b[i] - sign * earned, "sum": sum(max(r, 0) for r, _ in mine),
                "bound": of["sets"] * of["Δ"] * (of["A"] * T) ** 0.5,
                "at sets": max(r / (of["Δ"] * (A * T) ** 0.5) for r, A in mine),
                "gain": b[i] - sign * W.value(average), "exploitability": sum(b) / 2,
            }  # fmt: skip


def constants(game):
    """Return what the page's bounds ask of a game: for players 1 and 2 the number of sets, A and Δ."""
    tree = unroll(game)
    payoffs = [h.payoff for h in tree.nodes if h.player == TERMINAL]
    widths = {i: [len(I.actions) for I in tree.infosets if I.player == i - 1] for i in (1, 2)}
    rows = {i: {"sets": len(n), "A": max(n), "Δ": max(payoffs) - min(payoffs)} for i, n in widths.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("player")


def can_fail_from(game):
    """Return from which T on the page's bounds exclude anything, for players 1 and 2.

    A regret at a set is at most T Δ times the probability with which the others reach it, and that is at most chance's
    part. Before T = A / (chance's part)² this is below Δ √(A T), and before the like for the sum over all sets it is
    below sets times Δ √(A T).

    Returns
    -------
    DataFrame
        By player: "at a set" (the one that chance reaches most) and "sum".
    """
    tree, rows = unroll(game), {}
    for player in (1, 2):
        mine = [I for I in tree.infosets if I.player == player - 1]
        chance = np.array([min(tree.chance_reach[I.nodes].sum(), 1.0) for I in mine])
        widths = np.array([len(I.actions) for I in mine])
        rows[player] = {
            "at a set": (widths / chance**2).min(), "sum": len(mine) ** 2 * widths.max() / chance.sum() ** 2
        }  # fmt: skip
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("player")


def mirror_prox(W, eta, factor=0.0):
    """Yield the average strategy; start anew from it when its exploitability has fallen by `factor`, if given."""
    start = W.uniform()
    while True:
        sigma, S, goal = start, np.zeros(W.size), factor * W.exploitability(start)
        while goal == 0 or W.exploitability(start) > goal:
            step = [W.prox(i, sigma, sigma, eta) for i in (0, 1)]
            ahead = np.where(W.mine[0], *step)
            step = [W.prox(i, sigma, ahead, eta) for i in (0, 1)]
            sigma, S = np.where(W.mine[0], *step), S + W.reach(ahead)
            start = W.match(S)
            yield start


# -- two passages of the page's Leduc program, restated -----------------------------------


def stack_in_the_program(starting_stack):
    """Return what Player 1 has left to open with: the argument is stored, and no later line reads it."""
    bet_options = starting_stack  # noqa: F841 (as there)
    put_in = 0
    return 19 - put_in


def count_in_the_program(nodes, touched=0):
    """Return what the caller's counter holds after a walk along a line of so many nodes.

    The program hands an integer down and adds 1 to it at each node. An integer is handed by value, and nothing is
    handed back.
    """
    below = touched + 1
    if nodes > 1:
        count_in_the_program(nodes - 1, below)
    return touched
