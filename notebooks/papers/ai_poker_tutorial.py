"""The AI Poker Tutorial: its walk-through, and measures for what it says about averages, bounds and time."""

from itertools import islice

import numpy as np
import pandas as pd

from cfrlib.games import kuhn
from cfrlib.textbook import CFR
from cfrlib.textbook.averages import Averages
from cfrlib.tree import TERMINAL, unroll
from claims import printed
from family import Walk

# The walk-through on the deal Queen, King of Kuhn poker: two iterations, simultaneous updates.
# Pairs of numbers are for pass and for bet. Information sets are named by card and history: Q, Kp, Kb, Qpb.


def page(iteration):
    """Return what the page says in an iteration of its walk-through, as `walkthrough.side_by_side` takes it."""
    table = printed("tutorial_iterations")
    rows = table[table.iteration == iteration]
    return [(x, y) if pair else x for x, y, pair in zip(rows.first, rows.second, rows.pair == "yes", strict=True)]


def statements(steps):
    """Return what the page states about an iteration, in its order, each with the number that is right, or two.

    `steps` are those of one iteration on ``unroll(kuhn()).given("Q", "K")``.
    """
    sets = unroll(kuhn()).given("Q", "K").infosets
    at = {sets[step.infoset].name: step for step in steps if step.kind == "regret"}
    Q, Kp, Kb, Qpb = at["Q"], at["Kp"], at["Kb"], at["Qpb"]
    return [
        ("Q plays p with", Q.strategy[0]),
        ("Kp plays p with", Kp.strategy[0]),
        ("Kp: passing is worth", Kp.action_values[0]),
        ("Kp plays b with", Kp.strategy[1]),
        ("Qpb plays", Qpb.strategy),
        ("Qpb: actions are worth", Qpb.action_values),
        ("Qpb is worth", Qpb.value),
        ("Qpb: regrets before weighting", Qpb.action_values - Qpb.value),
        ("Qpb: added to regrets", Qpb.regret),
        ("Qpb is worth, to Player 2", -Qpb.value),
        ("Kp: actions are worth", Kp.action_values),
        ("Kp is worth", Kp.value),
        ("Kp: regrets before weighting", Kp.action_values - Kp.value),
        ("Kp: added to regrets", Kp.regret),
        ("Kp is worth, to Player 1", -Kp.value),
        ("Q plays b with", Q.strategy[1]),
        ("Kb plays", Kb.strategy),
        ("Kb: actions are worth", Kb.action_values),
        ("Kb is worth", Kb.value),
        ("Kb: regrets before weighting", Kb.action_values - Kb.value),
        ("Kb: added to regrets", Kb.regret),
        ("Kb is worth, to Player 1", -Kb.value),
        ("Q is worth", Q.value),
        ("Q: regrets before weighting", Q.action_values - Q.value),
        ("Q: added to regrets", Q.regret),
        *((f"{name}: strategy sum afterwards", at[name].sums) for name in ("Q", "Kp", "Kb", "Qpb")),
    ]


def side_by_side(page, steps):
    """Return a table of the page's numbers, the right ones, and a verdict for each of the `statements`.

    `page` is nan where it says nothing. Verdicts are "holds", "unfinished" (what is said holds, a part is missing) and
    "wrong".
    """
    rows = []
    for theirs, (what, ours) in zip(page, statements(steps), strict=True):
        theirs, ours = np.atleast_1d(theirs).astype(float), np.atleast_1d(ours)
        said = ~np.isnan(theirs)
        holds = np.allclose(theirs[said], ours[said])
        verdict = "wrong" if not holds else "holds" if said.all() else "unfinished"
        rows.append((what, _written(theirs), _written(ours), verdict))
    return pd.DataFrame(rows, columns=["statement", "page", "right", "verdict"], index=range(1, len(rows) + 1))


def _written(numbers):
    return ", ".join("?" if np.isnan(x) else f"{x + 0.0:g}" for x in numbers)


def averaging_errors(game, iterations, seeds):
    """Return how far the sums of each averaging rule are from the exact ones, over runs of outcome sampling.

    {rule: (seeds, entries)}, divided by the number of iterations; "final iteration" is "optimistic" with a visit to
    every information set at last, which counts what has been missed since its last.
    """
    off = {rule: [] for rule in ("stochastic", "lazy", "optimistic", "final iteration")}
    for seed in range(seeds):
        averages = Averages(CFR(game, "os", updates="simultaneous", average_at="opponent", seed=seed))
        averages.run(iterations)
        averages.finish()
        averages.sums["final iteration"] = averages.sums["optimistic"] + _missed(averages)
        for rule, errors in off.items():
            errors.append((averages.sums[rule] - averages.sums["exact"]) / iterations)
    return {rule: np.array(errors) for rule, errors in off.items()}


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


def chain(game, run, marks):
    """Yield the links of the page's chain of inequalities, a dict for each player at each mark.

    `run` yields (T, regrets, strategy sums, sum of Player 1's values) after each iteration. In a dict are the player, 1
    or 2; "regret", overall and not divided by T; "sum", of the largest regret at each of their sets; "bound", sets
    times Δ √(A T); "at sets", the largest regret at a set over its own Δ √(A T); "gain", of a best response over what
    the average earns; "exploitability".
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
    below sets times Δ √(A T). "at a set" is of the one that chance reaches most.
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


def stack_in_the_program(starting_stack):
    """Return what Player 1 has left to open with in the page's Leduc program: no later line reads the argument."""
    bet_options = starting_stack  # noqa: F841 (as there)
    put_in = 0
    return 19 - put_in


def count_in_the_program(nodes, touched=0):
    """Return what the caller's counter holds in that program after a walk along a line of so many nodes.

    The program hands an integer down and adds 1 to it at each node. An integer is handed by value, and nothing is
    handed back.
    """
    below = touched + 1
    if nodes > 1:
        count_in_the_program(nodes - 1, below)
    return touched
