"""Exam questions of lesson 03: the best answer of a Queen, and what two strategies can lose."""

from cfrlib.evaluate import best_response_values, exploitability
from cfrlib.profile import Profile
from cfrlib.textbook.small_games import the_queen


def _played(bluffs, calls):
    """Return the numbers of a Jack that bluffs and a Queen that calls so often, and their profile."""
    bets = {"J": bluffs, "K": 1.0, "Qb": calls}
    numbers = {"bluffs": bluffs, "jack": bluffs / 2, "passed": (1 - bluffs) / 2}
    numbers |= {"fold": -(1 + bluffs) / 2, "call": bluffs - 1}
    return numbers, Profile.from_dict(the_queen(), {(name, ""): {"p": 1 - b, "b": b} for name, b in bets.items()})


def queen(rng):
    """Ask for Player 2's best answer to a bet, and what it earns in the whole game."""
    numbers, profile = _played(rng.randint(1, 19) / 20, 0.5)
    answers = {"fold": numbers["fold"], "call": numbers["call"], "best": best_response_values(the_queen(), profile)[1]}
    return answers, {**numbers, "better": "calling" if answers["call"] > answers["fold"] else "folding"}


def how_far(rng):
    """Ask for what best responses to both players earn, and the exploitability."""
    bluffs, calls = rng.sample(range(1, 10), 2)
    numbers, profile = _played(bluffs / 10, calls / 10)
    one, two = best_response_values(the_queen(), profile)
    bluff, king, folds = 1 - 0.3 * calls, 1 + calls / 10, 1 - calls / 10
    numbers |= {"calls": calls / 10, "folds": folds, "bluff": bluff, "taken": max(bluff, -1), "king": king}
    return {"one": one, "two": two, "exploitability": exploitability(the_queen(), profile)}, numbers
