"""Checks of notebook 06: guarantees, sequence weights and the equations that they keep."""

import numpy as np

from cfrlib.exact.linear_program import equilibrium
from cfrlib.games import kuhn, matrix
from cfrlib.lessons.exactly.exactly import program
from cfrlib.lessons.verdict import Case, Wrong, call, check, compare, likely, tried_on
from cfrlib.textbook.small_games import DOUBLE_ROCK

GAMES = (
    ("the game with up and down", np.array([[3, 0], [1, 2]])),
    ("rock-paper-scissors, where Rock pays double", DOUBLE_ROCK),
    ("a table with two rows and three columns", np.array([[3, 1, 2], [2, 0, 3]])),
)
"""(name, payoffs to Player 1); Player 2 has one best mixture only."""


@tried_on({
    f"{name}, x = {x.round(3).tolist()}": (payoffs.tolist(), x.tolist()) for name, payoffs in GAMES
    for x in (np.eye(len(payoffs))[0], np.full(len(payoffs), 1 / len(payoffs)))
})
def check_guarantee(payoffs, x):
    """Check a function (payoffs, x) to the least that the mixture x of the rows earns."""
    against = np.dot(x, payoffs)
    yield Case(min(against), "Mix the rows with x: that gives one number for each column. Take the smallest.")
    yield max(against), "Player 2 does not help you: they choose the column that is worst for you."
    yield np.mean(against), "That is the mean over the columns. Player 2 may choose the worst one."
    yield np.min(payoffs), "That is the smallest payoff. First mix the rows, then look at the columns."
    yield np.dot(x, np.min(payoffs, axis=1)), "Player 2 does not see your action: mix first, then take the minimum."
    return "The smallest of the lines, at your x."


@tried_on([(1, [0.2, 0.8]), (0.5, [0, 0.5]), (0.4, [0.1, 0.3]), (0, [0, 0, 0])], "before = {}, weights = {}".format)
def check_probabilities(before, weights):
    """Check a function (weight before, weights) to the probabilities at an information set."""
    right = [w / before for w in weights] if before else [1 / len(weights)] * len(weights)
    yield Case(right, "Each weight divided by the weight before; if that is 0, all actions equally often.")
    yield weights, "Those are the weights. Divide by the weight that leads there."
    yield [before * w for w in weights], "Divide by the weight that leads there; do not multiply."
    return "CFR does the same with its strategy sums."


@check
def check_split(split):
    """Check a function (actions, before) to the equation of an information set: ({sequence: factor}, sum)."""
    cases = [(["J p", "J b"], None), (["Kpb p", "Kpb b"], "K p"), (["Qpb p", "Qpb b"], "Q p"), (["c", "d", "e"], "a")]
    for actions, before in cases:
        answer = call(split, f"{actions} after {before!r}", list(actions), before)
        if not isinstance(answer, tuple | list) or len(answer) != 2 or not isinstance(answer[0], dict):
            raise Wrong(f"At {actions}: it takes a pair ({{sequence: factor}}, sum), found {answer!r}.")
        factors = {name: factor for name, factor in answer[0].items() if factor}
        right, total = dict.fromkeys(actions, 1) | ({before: -1} if before else {}), 0 if before else 1
        if factors == {name: -factor for name, factor in right.items()} and answer[1] == -total:
            continue
        hint = "Nothing of the player's own comes before, so the weights add up to 1."
        if before:
            hint = f"What goes in must go on: the weights of the actions add up to the weight of {before!r}."
            if answer[1] == 1:
                hint += " It need not be 1."
        compare(factors, right, f"{actions} after {before!r}, the factors", hint)
        compare(answer[1], total, f"{actions} after {before!r}, the sum", hint)
    return f"With these {len(program(kuhn(), 0).splits)} equations Player 1 guarantees −1/18, and no more."


@check
def check_columns_of(columns_of):
    """Check a function from payoffs to Player 1 to Player 2's best mixture of the columns."""
    for name, payoffs in GAMES:
        answer, columns = call(columns_of, name, payoffs.astype(float)), payoffs.shape[1]
        if np.shape(answer) != (columns,):
            raise Wrong(f"At {name}: expected a probability for each of {columns} columns, found {answer!r}.")
        y = np.asarray(answer, dtype=float)
        if min(y) < -1e-9 or abs(sum(y) - 1) > 1e-9:
            raise Wrong(f"At {name}: {y.round(4).tolist()} are no probabilities. The columns' weights add up to 1.")
        best = _best_columns(payoffs)
        hint = likely(
            max(payoffs @ y),
            [(max(payoffs @ _best_columns(-payoffs)), "Those columns are best for Player 1. Turn the signs around.")],
            "There is a line for each row: what the columns pay Player 2 against it.",
        )
        compare(max(payoffs @ y), max(payoffs @ best), f"{name}, the most that Player 1 can earn", hint)
    return "The same program with the other sign: what one guarantees, the other cannot get past."


def _best_columns(payoffs):
    """Return Player 2's best mixture."""
    return np.array(list(equilibrium(matrix(payoffs))[1]["Player 2", ""].values()))
