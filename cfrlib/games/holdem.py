"""Limit hold'em in two rounds: hole cards, betting, a flop, betting, a showdown (M. Johanson, N. Bard, M. Lanctot, R.
Gibson, M. Bowling, *Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual Regret Minimization*,
2012, section 2). Bets and raises are one big blind before the flop and two on it. The paper's [2-1] is ``raises=(1,
1)``, its [2-4] ``raises=(3, 4)``: there the big blind counts as the first of four bets before the flop.
"""

from __future__ import annotations

from cfrlib.games.limit_base import LimitHoldem


class holdem(LimitHoldem):
    """Two-round limit hold'em. Values are in thousandths of a big blind a game.

    Parameters
    ----------
    raises : pair of int
        Raises over the blind before the flop, and bets and raises on the flop, at most.
    deck : pair of int
        Ranks (2 to 13) and suits (1 to 4).
    buckets : int or pair of int, optional
        Percentile buckets of E[HS^2] before the flop and on it; by default no hands are joined but those that differ
        in the names of the suits only.
    recall : {"perfect", "imperfect"}
        Whether players remember their bucket before the flop.

    Raises
    ------
    ValueError
        If an argument is wrong, the deck is too small, or there are more than a million sequences of buckets.

    Examples
    --------
    >>> holdem(deck=(4, 2)).node(("r",)).actions
    ('f', 'c')
    """

    def __init__(
        self, raises: tuple[int, int] = (1, 1), deck: tuple[int, int] = (13, 4),
        buckets: int | tuple[int, int] | None = None, recall: str = "perfect",
    ) -> None:  # fmt: skip
        super().__init__(raises, deck, buckets, recall)
