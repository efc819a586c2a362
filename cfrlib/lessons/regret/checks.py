"""Checks of notebook 01: regrets of either player, regret matching, forgetting, the value of a game by self-play."""

from itertools import product

import numpy as np

from cfrlib.exact.linear_program import equilibrium
from cfrlib.games import matrix
from cfrlib.lessons.verdict import Case, Wrong, call, check, compare, returned, tried_on
from cfrlib.textbook import match_regrets
from cfrlib.textbook.small_games import DOUBLE_ROCK

RPS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
MOVES = ("Rock", "Paper", "Scissors")
ONLY_MINE = np.array([[0, -1, 2], [1, 0, -1], [-1, 1, 0]])
TWO_BY_THREE = np.array([[2, 0, -1], [-3, 1, 4]])
UNEQUAL_PENNIES = np.array([[2, -1], [-1, 1]])


@tried_on({
    "Rock against Paper": (RPS, 0, 1),
    "Scissors against Paper": (RPS, 2, 1),
    "Scissors against Rock": (RPS, 2, 0),
    "Rock against Scissors, where Rock pays double": (DOUBLE_ROCK, 0, 2),
    "a game with three columns, first row against last column": (TWO_BY_THREE, 0, 2),
    "a game with three columns, second row against first column": (TWO_BY_THREE, 1, 0),
})
def check_regrets_of_player_2(payoffs, one, two):
    """Check a function (payoffs to Player 1, action of Player 1, of Player 2) to the regrets of Player 2."""
    paid = payoffs[one, two]
    right = paid - payoffs[one]
    yield Case(right, "What would each column have earned Player 2 in this row, and what did they earn?")
    yield -right, "The sign is turned round: Player 2 earns the opposite of what the table says."
    yield payoffs[:, two] - paid, "These are Player 1's regrets. Keep the row, and change the column."
    yield paid - payoffs[:, two], "Player 2 chooses the column. Keep the row, and change the column."
    yield -payoffs[one], "These are the values of the actions. Subtract what Player 2 has earned."
    yield np.maximum(right, 0), "Keep the negative regrets: they must be able to cancel later ones."
    return "The same idea from the other side of the table."


@tried_on([
    ([0, 1, 2],), ([-1, 2, 2],), ([3, -1],), ([-1, -5, 0],), ([-2, -3],), ([0, 0, 0, 0],), ([5],), ([-4, 0.5, 1.5, 0],),
], "the regrets {}".format)
def check_next_strategy(R):
    """Check a function from a list of cumulative regrets to the probabilities that regret matching plays."""
    positive, lowest = np.maximum(R, 0), np.subtract(R, min(R))
    hint = "Negative regrets count as 0. If a regret is positive, divide by the sum; if none is, play all equally."
    yield Case(match_regrets(R), hint)
    if positive.sum() == 0:
        yield positive, "No regret is positive: then all actions are played equally often."
    yield positive, "Divide by the sum, so that the probabilities add up to 1."
    if sum(R) != 0:
        yield np.divide(R, sum(R)), "Leave out the negative regrets: no probability is below 0."
    if lowest.sum() > 0:
        yield lowest / lowest.sum(), "Do not shift the regrets: a negative one counts as 0."
    return "In proportion to positive regrets, and all alike if there are none."


@tried_on({f"{MOVES[one]} against {MOVES[two]}": (RPS, one, two) for one, two in product(range(3), repeat=2)})
def check_forgetful(payoffs, mine, theirs):
    """Check a function (my payoffs, my action, theirs) to the next strategy of somebody who knows only this round."""
    regrets = payoffs[:, theirs] - payoffs[mine, theirs]
    hint = "Take the regrets of this round, and match them: positive ones in proportion, all alike if none is."
    yield Case(match_regrets(regrets), hint)
    yield regrets, "These are the regrets. What does regret matching make of them?"
    yield np.eye(3)[regrets.argmax()], "Only the best answer? Every action with a positive regret has a share."
    return "After a loss it mixes two actions; after a tie it plays a single one."


@check
def check_value_between(value_between):
    """Check a function (payoffs, width) to what is guaranteed and conceded, less than `width` apart."""
    for where, (payoffs, width) in {
        "rock-paper-scissors, width 0.1": (RPS, 0.1),
        "Rock pays double for both, width 0.05": (DOUBLE_ROCK, 0.05),
        "Rock pays double for Player 1 only, width 0.02": (ONLY_MINE, 0.02),
        "unequal pennies [[2, -1], [-1, 1]], width 0.05": (UNEQUAL_PENNIES, 0.05),
        "a game with three columns, width 0.1": (TWO_BY_THREE, 0.1),
    }.items():
        hint = "Return a pair (guaranteed, conceded), as `bracket` does."
        answer = returned(call(value_between, where, payoffs.astype(float), width), where, hint)
        compare(np.shape(answer), (2,), f"{where}, shape of the answer", hint)
        low, high = map(float, answer)
        value = equilibrium(matrix(payoffs))[0]
        if not low - 1e-9 <= value <= high + 1e-9:
            turned = " Guaranteed comes first, then conceded." if low > high else ""
            raise Wrong(f"At {where}: the value {value:.4f} is not between {low:.4f} and {high:.4f}.{turned}")
        if high - low >= width:
            raise Wrong(f"At {where}: the bracket is {high - low:.4f} wide. Play on until it is narrower than {width}.")
    return "The value of any table, without solving an equation. If only Player 1's Rock pays double, it is 1/12."
