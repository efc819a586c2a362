"""Exam questions of lesson 01: regrets of three rounds, and the bracket of two averages."""

from cfrlib.evaluate import best_response_values
from cfrlib.games import matrix
from cfrlib.lessons.regret.checks import MOVES, RPS
from cfrlib.profile import Profile
from cfrlib.textbook import match_regrets


def three_rounds(rng):
    """Ask what regret matching plays after three rounds of rock-paper-scissors."""
    rounds = [(rng.randrange(3), rng.randrange(3)) for _ in range(3)]
    each = [RPS[:, theirs] - RPS[mine, theirs] for mine, theirs in rounds]
    total = sum(each)
    if len(set(rounds)) < 3 or len(set(total[total > 0])) < 2:
        return None
    told = {f"round_{t}": f"{MOVES[mine]} against {MOVES[theirs]}" for t, (mine, theirs) in enumerate(rounds, start=1)}
    regrets = dict(zip(("first", "second", "third"), each, strict=True))
    numbers = {**told, **regrets, "rounds": rounds, "total": total, "positive": total[total > 0].sum()}
    return dict(zip(MOVES, match_regrets(total), strict=True)), numbers


def bracket(rng):
    """Ask between which numbers two averages enclose the value of a game."""
    a, b, c, d = payoffs = rng.sample(range(-4, 5), 4)
    up, left = rng.sample([0.25, 0.5, 0.75], 2)
    game = matrix([[a, b], [c, d]])
    rows = (("Player 1", ""), (up, 1 - up)), (("Player 2", ""), (left, 1 - left))
    profile = Profile.from_dict(game, {key: dict(zip("12", row, strict=True)) for key, row in rows})
    conceded, kept = best_response_values(game, profile)
    sums = {
        "against_left": [(up, a), (1 - up, c)], "against_right": [(up, b), (1 - up, d)],
        "of_up": [(left, a), (1 - left, b)], "of_down": [(left, c), (1 - left, d)],
    }  # fmt: skip
    numbers = {**dict(zip("abcd", payoffs, strict=True)), "up": up, "left": left, **sums}
    return ({"guaranteed": -kept, "conceded": conceded}, numbers) if -kept < conceded else None
