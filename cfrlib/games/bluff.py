"""Bluff, also called Liar's Dice or Dudo, with one die each.

Both players roll in secret. In turn they bid "at least q dice show face f", each bid higher than the last (by quantity,
then by face), or call the last bid a bluff. The highest face is the star: it is wild, so it counts for every bid, while
a bid on stars counts stars only. If the bid holds the caller loses the round, else the bidder does; with one die each,
a lost round is a lost game.
"""

from functools import cached_property

import numpy as np

from cfrlib.arguments import one_of, whole
from cfrlib.game import Comparison, Decision, Game, Terminal


class bluff(Game):
    """Bluff(1,1). A loss of the only round is a loss of the game.

    Parameters
    ----------
    dice : pair of int
        Dice of each player; (1, 1).
    faces : int
        Faces of a die, 2 to 10. The highest is the star.
    rounds : {"all", "one"}
        Play until a player has no dice left, or one round for +-1. The same with one die each.
    merged : bool
        Whether a solver's table joins the rolls that no bid still possible can tell apart. What the players see is the
        same.
    """

    unit = "wins"
    separator = " "

    def __init__(self, dice=(1, 1), faces=6, rounds="all", merged=True):
        if not isinstance(dice, tuple | list) or [(type(d), d) for d in dice] != [(int, 1)] * 2:
            raise ValueError(f"dice={dice!r}: it takes (1, 1)")
        self.faces = whole("faces", faces, 2, 10)
        self.rounds = one_of("rounds", rounds, ("all", "one"))
        if not isinstance(merged, bool):
            raise ValueError(f"merged={merged!r}: it takes True or False")
        self.merged = merged
        super().__init__(dice=tuple(dice), faces=self.faces, rounds=rounds, merged=merged)

    @cached_property
    def _faces(self):
        return (*(str(f + 1) for f in range(self.faces - 1)), "*")

    @cached_property
    def bids(self):
        """All bids from low to high, such as "1-3" (one three) or "2-*" (two stars)."""
        return tuple(f"{quantity}-{face}" for quantity in (1, 2) for face in self._faces)

    @cached_property
    def _matches(self):
        """How many dice of each roll count for a bid on each face: (faces, rolls) array of 0 and 1."""
        matches = np.eye(self.faces, dtype=int)
        matches[:, -1] = 1
        return matches

    def outcomes(self, player):
        return self._faces

    def weights(self, public):
        return np.full((self.faces, self.faces), 1 / self.faces**2)

    def node(self, actions):
        if not actions:
            return Decision(0, self.bids)
        if actions[-1] == "call":
            return Terminal()
        higher = self.bids[self.bids.index(actions[-1]) + 1 :]
        return Decision(len(actions) % 2, (*higher, "call"))

    def payoff(self, actions, public):
        bidder = len(actions) % 2
        quantity, face = divmod(self.bids.index(actions[-2]), self.faces)
        mine, needed = self._matches[face], quantity + 0.5 - self._matches[face]
        sign = 1 if bidder == 0 else -1
        return Comparison((mine, needed), win=sign, lose=-sign)

    def row(self, player, actions, public, outcome):
        if not self.merged:
            return super().row(player, actions, public, outcome)
        alive = range(self.bids.index(actions[-1]) if actions else 0, len(self.bids))
        return tuple(int(self._matches[bid % self.faces][outcome]) for bid in alive), actions

    def num_keys(self, actions):
        return self.faces

    @property
    def num_infosets(self):
        """Every set of bids in rising order is a history, so there are faces x 2^(number of bids)."""
        return self.faces * 2 ** len(self.bids)

    @property
    def num_infoset_actions(self):
        """The sum over those histories of the higher bids that are left and the call (none at the start)."""
        return self.faces * (2 ** (len(self.bids) + 1) - 2)
