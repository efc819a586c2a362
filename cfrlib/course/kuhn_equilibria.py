"""Kuhn poker's equilibria as a family with one parameter (Kuhn 1950; Hoehn, Southey, Holte and Bulitko 2005).

Player 1 bluffs with the Jack with probability alpha, and everything else he does follows: he bets the King with
probability 3 alpha and calls with the Queen with probability alpha + 1/3. Every alpha from 0 to 1/3 gives an
equilibrium; Player 2's strategy is the same in all of them.
"""

from numbers import Real

from cfrlib.games import kuhn
from cfrlib.profile import Profile

LARGEST_ALPHA = 1 / 3
ROUNDING = 1e-12
"""How far beyond 1/3 an alpha still counts as 1/3."""


def kuhn_equilibrium(alpha):
    """Return the equilibrium of three-card Kuhn poker in which Player 1 bets the Jack with probability `alpha`.

    Parameters
    ----------
    alpha : float
        From 0 to 1/3.

    Raises
    ------
    ValueError
        Outside of this interval: there the profile would be no equilibrium; see `kuhn_profile`.

    Examples
    --------
    >>> kuhn_equilibrium(0.2)["Q", "pb"]["b"]
    0.5333333333333333
    """
    if not _is_number(alpha) or not 0 <= alpha <= LARGEST_ALPHA + ROUNDING:
        raise ValueError(f"alpha={alpha!r}: an equilibrium of Kuhn poker takes a number from 0 to 1/3")
    return kuhn_profile(min(alpha, LARGEST_ALPHA))


def kuhn_profile(alpha):
    """Return the profile that the family's formulas give, also where it is no equilibrium any more.

    Beyond 1/3 the King would have to bet more often than always, so its probability stays at 1. Then too many of Player
    1's bets are bluffs and his Queen calls too often: Player 2 gains by calling with every Queen and by never bluffing.

    Parameters
    ----------
    alpha : float
        From 0 to 1/2.

    Raises
    ------
    ValueError
        Outside of this interval.
    """
    if not _is_number(alpha) or not 0 <= alpha <= 1 / 2:
        raise ValueError(f"alpha={alpha!r}: it takes a number from 0 to 1/2")
    bets = {
        ("J", ""): alpha,
        ("Q", ""): 0,
        ("K", ""): min(3 * alpha, 1),
        ("J", "pb"): 0,
        ("Q", "pb"): alpha + 1 / 3,
        ("K", "pb"): 1,
        ("J", "p"): 1 / 3,
        ("Q", "p"): 0,
        ("K", "p"): 1,
        ("J", "b"): 0,
        ("Q", "b"): 1 / 3,
        ("K", "b"): 1,
    }
    return Profile.from_dict(kuhn(), {key: {"p": 1 - b, "b": b} for key, b in bets.items()})


def _is_number(value):
    return isinstance(value, Real) and not isinstance(value, bool)
