"""Bluff, also called Liar's Dice or Dudo, in rounds (Johanson et al. 2012, section 2).

Both players roll their dice in secret. In turn they bid "at least q of all dice show face f", each bid higher than the
last (by quantity, then by face), or call the last bid a bluff. The highest face is the star: it is wild, so it counts
for every bid, while a bid on stars counts stars only. If the bid holds the caller loses the round, else the bidder
does. The loser takes away a die, the winner opens the next round, and whoever has no dice left has lost the game.

The end of a round stands for the rounds that may follow, a *later game* with a die less: it is worth what the solution
of the later game says (`cfrlib.engine.following`), found when it is first asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import flag, number, one_of, pair, said, whole
from cfrlib._util.built import derived
from cfrlib._util.imports import lazy_import
from cfrlib.game import Comparison, Decision, Game, Terminal
from cfrlib.games.at_table import Table
from cfrlib.games.overrides import counted_anew, own_rules

WORDS = {
    "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "*": "star",
}  # fmt: skip
"""What faces, and quantities, are called."""
FINEST = 1e-8
"""What the solution of a later game can be asked for; rounding errors are far below it."""
BIDS_FROM = 100_000
"""Information sets from which a game lies in memory as "bids"."""


class Leaf(NamedTuple):
    """What the end of a round is worth."""

    value: float
    """What player 0 gets when both follow the solution of what comes next."""
    best: tuple
    """What player 0, and player 1, can get by best responses to that solution; each to themselves."""


class BluffTable(Table):
    """Bluff at a table. Who wins is told by the dice alone: what the next round is worth need not be known for that."""

    shown, holds, by_heart = 0, "dice", True

    @cached_property
    def grid(self):
        bids, faces = self.game.bids, self.game.faces
        return ("call",), *(bids[k : k + faces] for k in range(0, len(bids), faces))

    def paid(self, actions, public, deal):
        return self.game.leaf(self.winner(actions, public, deal)).value

    def winner(self, actions, public, deal):
        count, needed = self.dice(actions, deal)
        bidder = len(actions) % 2
        return bidder if count >= needed else 1 - bidder

    def dice(self, actions, deal):
        """Return how many dice count for the bid that was called, and how many it said."""
        bid = self.game.bids.index(actions[-2])
        count = sum(self.game.roll_counts(player)[deal[player], bid] for player in (0, 1))
        return int(count), int(self.game.quantities[bid])

    def showdown(self, actions, public):
        return True

    def phrase(self, before, action):
        if action == "call":
            return "call the bluff"
        quantity, face = action.split("-")
        many = "" if quantity == "1" else "es" if face == "6" else "s"
        return f"bid {WORDS[quantity]} {WORDS[face]}{many}"

    def amount(self, paid):
        return "the round" if self.game.rounds == "one" else "the game"

    def verdict(self, actions, deal):
        count, needed = self.dice(actions, deal)
        return f"{count} of {sum(self.game.dice)} dice count", "the bid holds" if count >= needed else "it was a bluff"

    def counting(self, player, actions, outcome):
        if actions[-1:] != ("call",):
            return ()
        face = actions[-2].split("-")[1]
        return [die in (face, "*") for die in self.game.outcomes(player)[outcome]]


class bluff(Game):
    """Bluff(D1, D2): the first round, and its later games for what comes after it.

    Parameters
    ----------
    dice : pair of int
        Dice of player 0, who opens, and of player 1; 1 or 2 each.
    faces : int
        Faces of a die, 2 to 10 with one die each, else 2 to 6. The highest is the star.
    rounds : {"all", "one"}
        Play until a player has no dice left, or one round for +-1. The same with one die each.
    merged : bool
        Whether a solver's table joins the rolls that no bid still possible can tell apart; players see them all.
    leaf_tolerance : float
        How exploitable the solution of a later game may be, in wins; 1e-8 to 1. Bluff(2,1) takes 10 seconds at 1e-4.

    Raises
    ------
    ValueError
        If an argument is wrong.

    References
    ----------
    M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling, *Efficient Nash Equilibrium Approximation through Monte
    Carlo Counterfactual Regret Minimization* (2012), section 2.

    Examples
    --------
    >>> game = bluff(faces=2)
    >>> game.bids
    ('1-1', '1-*', '2-1', '2-*')
    >>> game.node(("1-*",)).actions
    ('2-1', '2-*', 'call')
    """

    unit = "wins"
    separator = " "
    table = BluffTable

    def __init__(
        self, dice: tuple[int, int] = (1, 1), faces: int = 6, rounds: str = "all", merged: bool = True,
        leaf_tolerance: float = 1e-4,
    ) -> None:  # fmt: skip
        self.dice = _pair_of_dice(dice)
        self.faces = whole("faces", faces, 2, 10 if self.dice == (1, 1) else 6)
        self.rounds = one_of("rounds", rounds, ("all", "one"))
        self.merged = flag("merged", merged)
        takes = f"a number from {FINEST:g} to 1"
        self.leaf_tolerance = number("leaf_tolerance", leaf_tolerance, takes, FINEST, 1)
        self._fixed = None
        super().__init__(
            dice=self.dice, faces=self.faces, rounds=rounds, merged=self.merged, leaf_tolerance=self.leaf_tolerance
        )

    @cached_property
    def _faces(self):
        return (*(str(f + 1) for f in range(self.faces - 1)), "*")

    @cached_property
    def _rolls(self):
        """For each player the faces of each roll, rising: which die shows which does not matter."""
        return tuple(tuple(combinations_with_replacement(range(self.faces), n)) for n in self.dice)

    @cached_property
    def _labels(self):
        return tuple(tuple("".join(self._faces[f] for f in roll) for roll in rolls) for rolls in self._rolls)

    def outcomes(self, player: int) -> tuple[str, ...]:
        return self._labels[player]

    def roll_weights(self, player: int) -> np.ndarray:
        """Return the probability of each roll of a player, in the order of `outcomes`."""
        orders = [factorial(len(roll)) / prod(map(factorial, Counter(roll).values())) for roll in self._rolls[player]]
        return np.array(orders) / self.faces ** self.dice[player]

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        return np.outer(self.roll_weights(0), self.roll_weights(1))

    @cached_property
    def bids(self) -> tuple[str, ...]:
        """All bids from low to high, such as ``"1-3"`` (one three) or ``"2-*"`` (two stars)."""
        return tuple(f"{quantity + 1}-{face}" for quantity in range(sum(self.dice)) for face in self._faces)

    @cached_property
    def quantities(self) -> np.ndarray:
        """How many dice each bid needs: (bids,) int64."""
        return np.repeat(np.arange(1, sum(self.dice) + 1), self.faces)

    @cached_property
    def _counts(self):
        star, every = self.faces - 1, np.arange(self.faces)
        by_face = [[sum((every == face) | (face == star) for face in roll) for roll in rolls] for rolls in self._rolls]
        return tuple(np.tile(np.array(counts, dtype=np.int64), sum(self.dice)) for counts in by_face)

    def roll_counts(self, player: int) -> np.ndarray:
        """Return how many dice of each roll of a player count for each bid, stars for all: (rolls, bids) int64."""
        return self._counts[player]

    @cached_property
    def _needed(self):
        """For each player and roll: how many dice of the opponent each bid needs; one too many if it cannot hold."""
        return tuple(
            [tuple(row) for row in np.clip(self.quantities - counts, 0, self.dice[1 - player] + 1).tolist()]
            for player, counts in enumerate(self._counts)
        )

    @cached_property
    def _after(self):
        """What may be done after each bid."""
        return {bid: (*self.bids[k + 1 :], "call") for k, bid in enumerate(self.bids)}

    def node(self, actions: tuple[str, ...]) -> Decision | Terminal:
        if not actions:
            return Decision(0, self.bids)
        if actions[-1] == "call":
            return Terminal()
        return Decision(len(actions) % 2, self._after[actions[-1]])

    @cached_property
    def _place(self):
        return {bid: k for k, bid in enumerate(self.bids)}

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        return self._called(len(actions) % 2, self._place[actions[-2]], None)

    def best_payoff(self, player: int, actions: tuple[str, ...], public: tuple[str, ...]) -> Comparison | None:
        if self.following(0) is None and self.following(1) is None:
            return None
        return self._called(len(actions) % 2, self._place[actions[-2]], player)

    @derived
    def _called(self, bidder, bid, best):
        """Return the comparison that decides a round: the bidder wins if the dice that count are enough."""
        mine, theirs = self._counts[0][:, bid], self._counts[1][:, bid]
        leaves = self.leaf(bidder), self.leaf(1 - bidder)
        payoffs = (leaf.value if best is None else leaf.best[best] for leaf in leaves)
        return Comparison((mine, self.quantities[bid] - 0.5 - theirs), *payoffs)

    def following(self, winner: int) -> bluff | None:
        left = self.dice[winner], self.dice[1 - winner] - 1
        if self.rounds == "one" or left[1] == 0:
            return None
        return self._round(left)

    @derived
    def _round(self, dice):
        return bluff(dice, self.faces, "all", self.merged, self.leaf_tolerance)

    @property
    def tolerance(self) -> float:
        """How exploitable the solution may be if this is a later game: less in the last rounds, solved in no time."""
        return self.leaf_tolerance / (4 if self.dice == (1, 1) else 1)

    def leaf(self, winner: int) -> Leaf:
        """Return the value, in wins, of the end of a round that `winner` wins, and what best responses earn there.

        The later game is solved when it is first asked for.
        """
        return self._leaf(winner) if self._fixed is None else self._fixed[winner]

    @derived
    def _leaf(self, winner):
        later = self.following(winner)
        if later is None:
            sign = 1.0 if winner == 0 else -1.0
            return Leaf(sign, (sign, -sign))
        solution = lazy_import("solution")(later)
        own, other = solution.best
        return (Leaf(solution.value, (own, other)), Leaf(-solution.value, (other, own)))[winner]

    def fix_leaves(self, leaves: Sequence[Sequence[float]]) -> None:
        """Set the values of the ends of the round, instead of solving later games.

        `leaves` has a row if player 0, and one if player 1, wins the round: its value to player 0, and what best
        responses of player 0 and of player 1 earn, in wins.
        """
        self._forget()
        self._fixed = tuple(Leaf(value, tuple(best)) for value, *best in leaves)

    def row(self, player: int, actions: tuple[str, ...], public: tuple[str, ...], outcome: int) -> Hashable:
        if not self.merged:
            return super().row(player, actions, public, outcome)
        return self._needed[player][outcome][self._place[actions[-1]] if actions else 0 :], actions

    def canonical(self, key: tuple[str, str]) -> tuple[str, str]:
        roll, bids = key  # "*2" is "2*"
        if all(face in self._faces for face in roll):
            roll = "".join(sorted(roll, key=self._faces.index))
        return roll, bids

    def num_keys(self, actions: tuple[str, ...]) -> int:
        return super().num_keys(actions) if counted_anew(self) else len(self._rolls[len(actions) % 2])

    def _sum_over_histories(self, count):
        """Sum ``count(player, k)`` over all decisions of the round, k the place of the last bid; at the start -1.

        A history is a set of bids in rising order. Below bid k > 0 as many sets are of even as of odd size.
        """
        later = sum(2 ** (k - 1) * count(player, k) for k in range(1, len(self.bids)) for player in (0, 1))
        return count(0, -1) + count(1, 0) + later

    @cached_property
    def _sizes(self):
        """Histories times rolls; and their sum, each times the higher bids that are left and the call."""
        if counted_anew(self):
            return super()._sizes
        B, rolls = len(self.bids), [len(rolls) for rolls in self._rolls]
        sets = self._sum_over_histories(lambda player, _: rolls[player])
        return sets, self._sum_over_histories(lambda player, k: rolls[player] * (B - max(k, 0)))

    @property
    def layout(self) -> str:
        """The engine of bids if the game is large and no rule is of one's own; see `Game.layout`."""
        return "tree" if own_rules(self) or self.num_infosets <= BIDS_FROM else "bids"

    @property
    def num_classes(self) -> int:
        """Information sets that something still possible tells apart: the entries of a solver's table if `merged`."""
        return self._sum_over_histories(lambda player, k: len({needs[max(k, 0) :] for needs in self._needed[player]}))


def _pair_of_dice(dice):
    """Return `dice` as a pair of 1 or 2, else raise ValueError."""
    takes = "a pair of 1 or 2, such as (2, 1)"
    try:
        return tuple(whole("dice", n, 1, 2) for n in pair("dice", list(dice) if np.ndim(dice) == 1 else dice, takes))
    except ValueError:
        raise ValueError(f"dice={said(dice)}: it takes {takes}") from None
