"""Ni and Lamb: the strategies that they print, how far an average utility swings, and what a choice costs."""

from fractions import Fraction

import numpy as np
import pandas as pd

from cfrlib import draw
from cfrlib.game import Comparison, Decision
from cfrlib.games import kuhn
from cfrlib.playing.values import RoundValues
from cfrlib.profile import Profile
from cfrlib.runs import store
from cfrlib.tree import CHANCE, TERMINAL, unroll
from claims import printed
from family import Walk


def figure_2(alpha):
    """Return the printed equilibrium of Kuhn poker: {"Qpb": how likely it bets or calls}."""
    rows = printed("ni_lamb_figure_2").itertuples()
    return {row.infoset: float(Fraction(row.bet)) + float(row.bet_alpha) * alpha for row in rows}


def figure_4():
    """Return the printed strategy after five million iterations, indexed by information set: columns pass and bet."""
    return printed("ni_lamb_figure_4").set_index("infoset")


def profile(bets):
    """Return the profile of Kuhn poker in which each information set bets or calls with the probability in `bets`."""
    by_key = {I.key: bets["".join(I.key)] for I in unroll(kuhn()).infosets}
    return Profile.from_dict(kuhn(), {key: {"p": 1 - b, "b": b} for key, b in by_key.items()})


def bets(profile):
    """Return {"Qpb": how likely it bets or calls} of a profile of Kuhn poker."""
    return {"".join(key): row["b"] for key, row in profile.items()}


def kuhn_ends():
    """Return {"pbb": what the end is worth}: to Player 1 after a fold, "±2" where the showdown decides."""
    game, payoffs = kuhn(), {}
    for actions, node in game.action_sequences():
        if not isinstance(node, Decision):
            payoff = game.payoff(actions, ())
            payoffs["".join(actions)] = f"±{payoff.win:g}" if isinstance(payoff, Comparison) else f"{payoff:+g}"
    return payoffs


def largest_later(run, start, value):
    """Return the largest distance of a run's average utility from the value of the game, from `start` iterations on."""
    return float(np.abs(run.average_utility - value)[run.iterations >= start].max())


def judged(game, machine, hand):
    """Return a hand decision by decision: what the profile does there, what actions are worth, what the choice costs.

    `hand` is a `Round` against a machine that is over; what the machine does in the person's seat stands beside their
    choices. Only these have a worth: to the person, against this machine, if they play best from there on.
    """
    values, rows = RoundValues(game, machine, "best").of(hand), []
    for player, before, action in hand.decisions():
        key = hand.key(player, before)
        row = {
            "who": "person" if player == hand.seat else "machine", "set": "".join(key), "does": action,
            "profile": ", ".join(f"{a} {p:.3f}" for a, p in machine[key].items()),
        }  # fmt: skip
        if player == hand.seat:
            worth = values.action_values(before, hand.shown(before), hand.deal[player])
            row |= {
                "worth": ", ".join(f"{a} {x:.3f}" for a, x in worth.items()),
                "costs": max(worth.values()) - worth[action],
            }
        rows.append(row)
    return pd.DataFrame(rows)


def on_the_grid(run):
    """Return the points of a run that the report's figures have: 1 iteration, 10,000, 20,000 and so on."""
    return run[(run.iterations == 1) | (run.iterations % 10_000 == 0)].sort_values("iterations")


def curve(run):
    """Return the iterations and average utilities that a figure of the report has of a run."""
    grid = on_the_grid(run)
    return grid.iterations.to_numpy(), grid.average_utility.to_numpy()


def figure(curves, lines, name, title):
    """Return a picture on the report's axes, high enough for all that comes after the first point."""
    later = np.concatenate([*(y[1:] for _, y in curves.values()), list(lines.values())])
    return draw.convergence(curves, log=False, xlim=(0, 5_000_000), ylim=(later.min() - 0.002, later.max() + 0.002),
                            xlabel="training iterations", ylabel="average utility for Player 1 (chips a hand)",
                            target=lines, name=name, title=title)  # fmt: skip


def five(rules):
    """Return the five runs of Leduc by these rules, of the stored run `leduc_average_utility`."""
    runs, _ = store.load("leduc_average_utility")
    return [run for _, run in runs[(runs.rules == rules) & (runs.mistake == "none")].groupby("seed")]


def one_change(rules):
    """Return those of the rule sets of `leduc_house_rules` that differ by one change from the one without re-raise.

    Bets that double are no change to it.
    """
    return rules[rules.change_1.notna() & rules.change_2.isna() & (rules.change_1 != "bets doubling")]


WEIGHTS = {"opponent's reach": lambda reach, who: reach[1 - who], "none": lambda reach, who: 1.0,
           "own reach": lambda reach, who: reach[who]}  # fmt: skip
"""What a regret of `who` may be multiplied by: the first is right."""


def learned(weights, iterations, seed=None):
    """Run CFR on Kuhn poker with regrets weighted in one of the `WEIGHTS`; simultaneous updates.

    An iteration deals all hands, or with a seed one at random. Returned are the average utility of Player 1 over the
    iterations, value and exploitability of the average strategy.
    """
    walk, tree = Walk(kuhn()), unroll(kuhn())
    regret, played, total = np.zeros(walk.size), np.zeros(walk.size), 0.0
    rng = None if seed is None else np.random.default_rng(seed)

    def follow(index, reach, chance):
        node = tree.nodes[index]
        if node.player == TERMINAL:
            return node.payoff
        if node.player == CHANCE and rng is not None:
            return follow(node.children[rng.choice(len(node.children), p=node.probabilities)], reach, chance)
        if node.player == CHANCE:
            chances = zip(node.children, node.probabilities, strict=True)
            return sum(p * follow(child, reach, chance * p) for child, p in chances)
        first, values = tree.infosets[node.infoset].offset, []
        for a, child in enumerate(node.children):
            into = list(reach)
            into[node.player] *= sigma[first + a]
            values.append(follow(child, into, chance))
        mean = sum(sigma[first + a] * worth for a, worth in enumerate(values))
        weight = chance * WEIGHTS[weights](reach, node.player) * (1 - 2 * node.player)
        for a, worth in enumerate(values):
            new[first + a] += weight * (worth - mean)
        return mean

    for _ in range(iterations):
        sigma, new = walk.match(regret), np.zeros(walk.size)
        played += walk.reach(sigma)
        total += follow(0, [1.0, 1.0], 1.0)
        regret += new
    shares = walk.match(played)
    return float(total / iterations), walk.value(shares), walk.exploitability(shares)


def unequal(iteration):
    """Return how far the regrets of two actions that are both played are apart, at most, in an iteration of CFR.

    Kuhn poker, all deals, simultaneous updates; the regrets of that iteration.
    """
    walk = Walk(kuhn())
    regret = np.zeros(walk.size)
    for _ in range(iteration):
        sigma = walk.match(regret)
        new = walk.regrets(0, sigma) + walk.regrets(1, sigma)
        regret += new
    mixed = [infoset.entries for infoset in walk.infosets if sigma[infoset.entries].min() > 0]
    return max((float(np.ptp(new[entries])) for entries in mixed), default=0.0)
