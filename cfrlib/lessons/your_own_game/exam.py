"""An exam question of lesson 07: bluffs and calls at another price."""

from itertools import permutations

from cfrlib.exact.linear_program import equilibrium
from cfrlib.textbook.small_games import Choice, grown
from cfrlib.tree import CHANCE


def price(rng):
    """Ask for the bluffs of a 1 and the calls of a 2 where a called double has another price."""
    cost, deals = rng.choice([n for n in range(11, 30) if n != 20]) / 10, {}
    for own, other in permutations("123", 2):
        sign = 1 if own > other else -1
        answer = Choice(1, f"{other} doubled", {"fold": 1, "call": sign * cost})
        deals[own + other] = Choice(0, own, {"check": sign, "double": answer})
    profile = equilibrium(grown(Choice(CHANCE, "deal", deals)))[1]
    answers = {"bluffs": profile["1", ""]["double"], "calls": profile["2 doubled", ""]["call"]}
    return answers, {"price": cost, "less": cost - 1, "more": cost + 1, "rest": 3 - cost}
