"""The AI Poker Tutorial: its walk-through, and measures for what it says about averages and about time."""

import numpy as np
from scipy.stats import binom

from cfrlib.course.claims import printed
from cfrlib.textbook import CFR
from cfrlib.textbook.averages import Averages


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
