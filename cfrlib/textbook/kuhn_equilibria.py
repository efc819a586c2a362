"""Kuhn poker's equilibria as a family with one parameter (Kuhn 1950; Hoehn, Southey, Holte and Bulitko 2005).

Player 1 bluffs with the Jack with probability alpha, and everything else he does follows: he bets the King with
probability 3 alpha and calls with the Queen with probability alpha + 1/3. Every alpha from 0 to 1/3 gives an
equilibrium; Player 2's strategy is the same in all of them.
"""

from functools import cache, lru_cache

from cfrlib._util.arguments import number
from cfrlib.games import kuhn
from cfrlib.profile import Profile
from cfrlib.tree import unroll

LARGEST_ALPHA = 1 / 3
ROUNDING = 1e-12
"""How far beyond 1/3 an alpha still counts as 1/3."""


def kuhn_equilibrium(alpha):
    """Return the equilibrium of three-card Kuhn poker in which Player 1 bets the Jack with probability `alpha`.

    >>> kuhn_equilibrium(0.2)["Q", "pb"]["b"]
    0.5333333333333333
    """
    takes = "a number from 0 to 1/3, for an equilibrium of Kuhn poker"
    alpha = min(number("alpha", alpha, takes, 0, LARGEST_ALPHA + ROUNDING), LARGEST_ALPHA)
    first = {"J": alpha, "K": min(3 * alpha, 1), "Qpb": alpha + 1 / 3, "Kpb": 1}
    return profile_of_bets({**first, "Jp": 1 / 3, "Kp": 1, "Qb": 1 / 3, "Kb": 1})


def profile_of_bets(bets):
    """Return the profile of Kuhn poker that bets and calls so often; information sets that are missing always pass.

    >>> profile_of_bets({"K": 1, "Qpb": 0.25})["Q", "pb"]
    {'p': 0.75, 'b': 0.25}
    """
    keys = _keys()
    for name, bet in bets.items():
        if name not in keys:
            raise ValueError(f"bets={bets!r}: there is no information set {name!r}; it takes some of {list(keys)}")
        number("bets", bet, f"a probability at {name!r}", 0, 1)
    return _profile(tuple((key, float(bets.get(name, 0))) for name, key in keys.items()))


@cache
def _keys():
    return {"".join(infoset.key): infoset.key for infoset in unroll(kuhn()).infosets}


@lru_cache
def _profile(often):
    """Return the profile of (key, how often it bets) of each information set; a slider asks for the same ones again."""
    return Profile.from_dict(kuhn(), {key: {"p": 1 - b, "b": b} for key, b in often})
