"""Checks of notebook 01: regret, exploitability, learning by regret matching, the value of a small game."""

import numpy as np

from cfrlib.course.exercises.verdict import call, check, compare, likely, try_out
from cfrlib.textbook import match_regrets

RPS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
HEAVY_ROCK = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
TWO_BY_THREE = np.array([[2, 0, -1], [-3, 1, 4]])
PENNIES = np.array([[1, -1], [-1, 1]])
UNEQUAL = np.array([[3, 1], [0, 2]])


@check
def check_round_regrets(round_regrets):
    """Check a function (payoffs to me, my action, the other's action) to my regret for each of my actions."""
    cases = {
        "rock against paper": (RPS, 0, 1),
        "paper against paper": (RPS, 1, 1),
        "scissors against paper": (RPS, 2, 1),
        "the first row of a game with three columns, against the last column": (TWO_BY_THREE, 0, 2),
        "the second row of a game with three columns, against the first column": (TWO_BY_THREE, 1, 0),
    }
    for where, (payoffs, mine, other) in cases.items():
        values = payoffs[:, other]
        expected = values - values[mine]
        slips = [
            (-expected, "The sign is turned round: an action that would have earned more has a positive regret."),
            (values, "These are the values of the actions. Subtract what the action played has earned."),
            (payoffs[mine] - payoffs[mine, other], "You changed the other's action. Keep it, and change your own."),
            (np.maximum(expected, 0), "Keep the negative regrets: they must be able to cancel later ones."),
        ]
        hint = "What would each action have earned against the same action of the other, and what did mine earn?"
        try_out(round_regrets, where, payoffs.copy(), mine, other, right=expected, slips=slips, hint=hint)
    return "Values against what the other did, minus what was earned: that is regret."


@check
def check_exploitability(exploitability):
    """Check a function (payoffs to Player 1, the strategies of Player 1 and of Player 2) to (b1 + b2) / 2."""
    third, even, seldom, often = np.full(3, 1 / 3), np.full(2, 0.5), np.array([0.25, 0.75]), np.array([0.75, 0.25])
    cases = {
        "rock-paper-scissors, both uniform": (RPS, third, third),
        "rock-paper-scissors, both play rock": (RPS, np.eye(3)[0], np.eye(3)[0]),
        "the game [[3, 1], [0, 2]], (1/4, 3/4) against (3/4, 1/4)": (UNEQUAL, seldom, often),
        "rock-paper-scissors, rock against (0, 1/2, 1/2)": (RPS, np.eye(3)[0], np.array([0, 0.5, 0.5])),
        "the game in which rock pays double, both uniform": (HEAVY_ROCK, third, third),
        "a game with two rows and three columns, both uniform": (TWO_BY_THREE, even, third),
        "matching pennies, (3/4, 1/4) against (1/4, 3/4)": (PENNIES, often, seldom),
    }
    for where, (payoffs, x, y) in cases.items():
        b1, b2 = np.max(payoffs @ y), np.max(-(x @ payoffs))
        sides = "x weighs the rows of payoffs (x @ payoffs), y its columns (payoffs @ y)."
        found = call(exploitability, where, payoffs.copy(), x.copy(), y.copy(), hint=sides)
        slips = [
            (b1 + b2, "This is b1 + b2; exploitability is the mean of the two."),
            ((b1 - b2) / 2, "You subtracted: b2 must be what Player 2 earns, which is minus the payoff."),
            ((b1 + np.max(x @ payoffs)) / 2, "Which column is best for Player 2, who earns minus the payoff?"),
        ]
        if payoffs.shape[0] == payoffs.shape[1]:
            slips += [
                ((b1 + np.max(-payoffs @ x)) / 2, f"For b2 you weighed the columns with x, but {sides}"),
                ((b1 + np.max(-y @ payoffs)) / 2, "Both of yours face y. Player 2's best response is to x."),
                ((np.max(payoffs @ x) + b2) / 2, "Both of yours face x. Player 1's best response is to y."),
                ((np.max(payoffs @ x) + np.max(-y @ payoffs)) / 2, f"x and y have changed places: {sides}"),
            ]
        slips += [
            (b1, "This is b1 alone. Player 2 has a best response too."),
            (b2, "This is b2 alone. Player 1 has a best response too."),
        ]
        hint = "b1 is the largest value of a row against y, b2 what Player 2 earns with the best column against x."
        compare(found, (b1 + b2) / 2, where, likely(found, slips, hint))
    return "0 in equilibrium, more elsewhere."


@check
def check_learn_against(learn_against):
    """Check a function (my payoffs, the other's fixed strategy, rounds) to the average strategy of regret matching."""
    games = {
        "rock-paper-scissors against (1/2, 1/4, 1/4)": (RPS, np.array([0.5, 0.25, 0.25])),
        "the game in which rock pays double, against uniform": (HEAVY_ROCK, np.full(3, 1 / 3)),
        "a game with two rows and three columns, against (1/2, 1/2, 0)": (TWO_BY_THREE, np.array([0.5, 0.5, 0.0])),
        "rock-paper-scissors against (0.4, 0.35, 0.25)": (RPS, np.array([0.4, 0.35, 0.25])),
        "the game [[3, 1], [1, 2]] against (1/2, 1/2)": (np.array([[3, 1], [1, 2]]), np.array([0.5, 0.5])),
        "the game [[0], [2], [3]] against its only column": (np.array([[0], [2], [3]]), np.array([1.0])),
    }
    for name, (payoffs, other) in games.items():
        for rounds in (1, 2, 3, 10, 100):
            where = f"{name}, {_rounds(rounds)}"
            played, after = _learn(payoffs, other, rounds)
            slips = [
                (played[-1], "This is the strategy of the last round. Return the average over all rounds."),
                (
                    after[-1],
                    "This is the strategy after the last update. Sum up what each round plays, before its update.",
                ),
                (after.mean(axis=0), "Play first, then add the regrets: the first round is played uniformly."),
                (played.sum(axis=0), "This is the sum of the strategies. Divide it by the number of rounds."),
            ]
            slips += [(_learn(payoffs, other, rounds, up)[0].mean(axis=0), hint) for up, hint in OTHER_UPDATES]
            hint = "Each round: strategy from the totals, add it to a sum, values against the other, add the regrets."
            try_out(learn_against, where, payoffs.copy(), other.copy(), rounds, right=played.mean(axis=0), slips=slips,
                    hint=hint)  # fmt: skip
    return "Against somebody who never changes, regret matching finds a best response, not the equilibrium."


def _rounds(number):
    return "1 round" if number == 1 else f"{number} rounds"


def _learn(payoffs, other, rounds, update=lambda total, values, mean: total + values - mean):
    """Return the strategies played, and those after each round's update: two arrays, one row a round."""
    values, total, played, after = payoffs @ other, np.zeros(len(payoffs)), [], []
    for _ in range(rounds):
        played.append(match_regrets(total))
        total = update(total, values, played[-1] @ values)
        after.append(match_regrets(total))
    return np.array(played), np.array(after)


OTHER_UPDATES = (
    (
        lambda total, values, mean: values - mean,
        "Add the regrets up over the rounds; do not replace the old ones.",
    ),
    (
        lambda total, values, mean: total + values,
        "You added the values. Regret is value minus what your strategy earned on average: subtract sigma @ v.",
    ),
    (
        lambda total, values, mean: total + np.maximum(values - mean, 0),
        "Add the negative regrets too: they must cancel earlier ones. Only `match` leaves them out.",
    ),
    (
        lambda total, values, mean: total + mean - values,
        "The sign is turned round: an action that earns more than your strategy has a positive regret.",
    ),
)
"""Wrong ways to update the totals, and what to say about each."""


@check
def check_value_2x2(value_2x2):
    """Check a function from a game with two rows and two columns to its value to Player 1."""
    games = (
        [[1, -1], [-1, 1]],
        [[2, -1], [-1, 1]],
        [[4, -2], [1, 3]],
        [[3, 1], [2, 0]],
        [[1, 2], [0, 3]],
        [[0, 0], [0, 0]],
        [[-1, 5], [-2, 7]],
        [[2, 0], [0, 3]],
    )
    for payoffs in games:
        (a, b), (c, d) = payoffs
        safe, limit = max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
        mixed = (a * d - b * c) / (a + d - b - c) if a + d != b + c else None
        expected = safe if safe == limit else mixed
        pure = f"Nobody needs to mix: Player 1 can make sure of {safe}, and Player 2 can allow no more than {limit}."
        slips = [] if mixed is None else [(mixed, pure)]
        slips += [
            (-expected, "The sign is turned round: the value to Player 1 is asked."),
            (safe, "This is what a single row makes sure of. A mixture of the rows makes sure of more."),
            (limit, "This is what a single column holds Player 1 to. A mixture of the columns does better."),
        ]
        hint = "Is there a saddle point? If not, mix the rows so that both columns give the same."
        try_out(value_2x2, f"the game {payoffs}", np.array(payoffs, dtype=float), right=expected, slips=slips,
                hint=hint)  # fmt: skip
    return "With a saddle point or without, you know the value."
