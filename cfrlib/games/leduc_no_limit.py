"""Leduc hold'em without limit, played with stacks (the AI Poker Tutorial's betting, with correct payoffs).

An action is the number of chips put in, written as a number: 0 is a check, or a fold when there is a bet to call. At
most four actions a round; Player 1 opens both rounds; nobody bets once both are all-in. Ranks only: suits never
matter.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache

import numpy as np

from cfrlib._util.arguments import whole
from cfrlib.game import CHANCE, Comparison, Decision, PublicChance, Terminal
from cfrlib.games.at_table import Table
from cfrlib.games.leduc import leduc
from cfrlib.games.overrides import counted_anew


class NoLimitTable(Table):
    """No-limit Leduc hold'em at a table."""

    shown = 1

    @property
    def stack(self):
        return self.game.stack

    def staked(self, actions):
        return _played(tuple(actions))[0]

    def phrase(self, before, action):
        (totals, acted), chips = _played(tuple(before)), int(action)
        player = acted % 2
        call = totals[1 - player] - totals[player]
        if chips == 0:
            return "fold" if call else "check"
        named = "call" if chips == call else f"raise by {chips - call}" if call else f"bet {chips}"
        return f"{named}, all-in" if chips == self.game.stack - totals[player] else named


@lru_cache(1 << 14)  # of the sequences that were looked at before, the next ones continue one
def _played(actions):
    """Return the chips that each player has put in, antes included, and how often somebody acted in this round."""
    if not actions:
        return (1, 1), 0
    (first, second), acted = _played(actions[:-1])
    if actions[-1] == CHANCE:
        return (first, second), 0
    put = int(actions[-1])
    return ((first, second + put) if acted % 2 else (first + put, second)), acted + 1


class leduc_no_limit(leduc):
    """No-limit Leduc hold'em, three ranks of two suits.

    Parameters
    ----------
    stack : int
        Chips of each player at the start, the ante of 1 included; 2 to 200.

    Raises
    ------
    ValueError
        If `stack` is no such number.

    Examples
    --------
    >>> leduc_no_limit(stack=5).node(("2",)).actions
    ('0', '2', '4')
    """

    separator = " "
    table = NoLimitTable

    def __init__(self, stack: int = 20) -> None:
        super().__init__(suits_matter=False)
        self.stack = whole("stack", stack, 2, 200)
        self.parameters = {"stack": self.stack}

    def node(self, actions: tuple[str, ...]) -> Decision | PublicChance | Terminal:
        totals, acted = _played(tuple(actions))
        if acted >= 2 or totals[0] == self.stack == totals[1]:
            if totals[0] == totals[1]:
                return Terminal() if CHANCE in actions else PublicChance()
            if int(actions[-1]) == 0:
                return Terminal()
        player = acted % 2
        amounts = self._amounts(acted, abs(totals[0] - totals[1]), self.stack - totals[player])
        return Decision(player, tuple(map(str, amounts)))

    @staticmethod
    def _amounts(acted, call, left):
        """Return what a player with `left` chips and `call` to pay may put in after `acted` actions of this round."""
        if acted == 3:
            return (0, call)
        if call == 0:
            return range(left + 1)
        if 2 * call <= left:
            return (0, call, *range(2 * call, left + 1))
        return (0, call) if call == left else (0, call, left)

    @cached_property
    def _sizes(self):
        """Information sets and table entries, by recursion over what the rest of the game depends on."""
        if counted_anew(self):
            return super()._sizes

        @cache
        def below(later, acted, call, left):
            amounts = self._amounts(acted, call, left)
            keys = self.ranks**2 if later else self.ranks
            sizes = np.array([keys, keys * len(amounts)], dtype=object)
            for amount in amounts:
                if amount == call and acted > 0:  # a call, or a check that ends the round
                    if not later and left > amount:
                        sizes += below(True, 0, 0, left - amount)
                elif amount >= call:  # not a fold: a first check, a bet or a raise
                    sizes += below(later, acted + 1, amount - call, left - call)
            return sizes

        return tuple(below(False, 0, 0, self.stack - 1))

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        totals, _ = _played(tuple(actions))
        if totals[0] == totals[1]:
            return self.showdown(public, totals[0])
        return totals[1] if totals[1] < totals[0] else -totals[0]
