"""Limit Texas hold'em under percentile buckets: four rounds of betting, on which a board of five cards is turned.

Bets and raises are one big blind before the flop and on it, two on turn and river; the big blind is the first of four
bets before the flop. Without buckets the game has 3.2e14 information sets; with b in every round, and perfect recall,
8 b + 70 b^2 + 630 b^3 + 5670 b^4 (Zinkevich et al. 2007, section 4.1; Johanson et al. 2012, Fig. 3).
"""

from __future__ import annotations

from cfrlib.cards.deck import FLOP
from cfrlib.games.limit_base import LimitHoldem


class texas(LimitHoldem):
    """Limit Texas hold'em under percentile buckets of E[HS^2]. Values are in thousandths of a big blind a game.

    Constructing it computes nothing: buckets are cut when they are first needed. Solve it by ``sampling="pcs"``, or
    another row that draws boards: the default of `cfrlib.CFR`, "vanilla", takes a table over all boards, which is made
    once, in minutes to hours.

    Parameters
    ----------
    buckets : int or four int
        In every betting round, or before the flop, on flop, turn and river.
    raises : four int
        In each round, the bets and raises at most; the big blind is none.
    deck : pair of int
        Ranks (2 to 13) and suits (1 to 4).
    recall : {"perfect", "imperfect"}
        Whether each round is cut within the buckets of the rounds before, which players then remember, or as a whole.

    Raises
    ------
    ValueError
        If an argument is wrong, the deck is too small, or there are more than a million sequences of buckets.

    References
    ----------
    M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete
    Information* (2007), section 4.
    M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling, *Efficient Nash Equilibrium Approximation through Monte
    Carlo Counterfactual Regret Minimization* (2012), section 4.

    Examples
    --------
    >>> b = 5
    >>> texas(buckets=b).num_infosets == 8 * b + 70 * b**2 + 630 * b**3 + 5670 * b**4
    True
    """

    shows = (FLOP, 1, 1)
    bets = (1000.0, 1000.0, 2000.0, 2000.0)

    def __init__(
        self, buckets: int | tuple[int, int, int, int] = 5, raises: tuple[int, int, int, int] = (3, 4, 4, 4),
        deck: tuple[int, int] = (13, 4), recall: str = "perfect",
    ) -> None:  # fmt: skip
        if buckets is None:
            takes = "a whole number, or one for each round"
            raise ValueError(f"buckets=None: without buckets Texas hold'em is too large; it takes {takes}")
        super().__init__(raises, deck, buckets, recall)
