"""Limit hold'em in two rounds: hole cards, betting, a flop, betting, a showdown (Johanson et al. 2012, section 2).

Player 0 posts the small blind of half a big blind and acts first before the flop, second after it. Bets and raises are
one big blind before the flop and two on it. The paper's [2-1] is ``raises=(1, 1)``, its [2-4] ``raises=(3, 4)``: there
the big blind counts as the first of four bets before the flop.
"""

from functools import cached_property

import numpy as np

from cfrlib.arguments import whole
from cfrlib.cards import isomorphism
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.ranks import strength
from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal

BLINDS = (500.0, 1000.0)
BETS = (1000.0, 2000.0)
"""Thousandths of a big blind; the second on the flop."""


class holdem(Game):
    """Two-round limit hold'em. Values are in thousandths of a big blind a game.

    Information sets that differ in the names of the suits only are one.

    Parameters
    ----------
    raises : pair of int
        Raises over the blind before the flop, and bets and raises on the flop, at most.
    deck : pair of int
        Ranks (2 to 13) and suits (1 to 4).
    """

    unit = "mbb/g"
    layout = "streets"

    def __init__(self, raises=(1, 1), deck=(13, 4)):
        if not isinstance(raises, tuple | list) or len(raises) != 2:
            raise ValueError(f"raises={raises!r}: it takes a pair, for before the flop and on it")
        self.raises = tuple(whole("raises", n, 0, 10) for n in raises)
        self.deck = Deck.of(deck)
        super().__init__(raises=self.raises, deck=(self.deck.ranks, self.deck.suits))

    # -- cards -----------------------------------------------------------------------

    @cached_property
    def _hands(self):
        return tuple(map(self.deck.label, self.deck.hands))

    @cached_property
    def _flops(self):
        return tuple(map(self.deck.label, self.deck.flops))

    @cached_property
    def _apart(self):
        """Which pairs of hands have no card in common: (hands, hands) bool."""
        return (self.deck.hands[:, None, :, None] != self.deck.hands[None, :, None, :]).all(axis=(2, 3))

    def _cards_of(self, flop):
        return self.deck.parse(flop, 3)

    def outcomes(self, player):
        return self._hands

    def public_outcomes(self, public):
        return self._flops

    def weights(self, public):
        apart = self._apart / self._apart.sum()
        if not public:
            return apart
        clear = ~np.isin(self.deck.hands, self._cards_of(public[0])).any(axis=1)
        left = self.deck.cards - 4
        return apart * np.outer(clear, clear) / (left * (left - 1) * (left - 2) / 6)

    # -- betting ---------------------------------------------------------------------

    def stakes(self, actions):
        """Replay the betting: the stakes of both players, who is to move, raises and actions in this round."""
        stakes, player, raises, acted, later = list(BLINDS), 0, 0, 0, False
        for action in actions:
            if action == CHANCE:
                player, raises, acted, later = 1, 0, 0, True
                continue
            if action != "f":
                stakes[player] = stakes[1 - player] + (BETS[later] if action == "r" else 0)
                raises += action == "r"
            acted += 1
            player = 1 - player
        return stakes, player, raises, acted

    def node(self, actions):
        stakes, player, raises, acted = self.stakes(actions)
        if actions and actions[-1] == "f":
            return Terminal()
        if acted >= 2 and stakes[0] == stakes[1]:
            return Terminal() if CHANCE in actions else PublicChance()
        fold = ("f",) if stakes[player] < stakes[1 - player] else ()
        more = ("r",) if raises < self.raises[CHANCE in actions] else ()
        return Decision(player, (*fold, "c", *more))

    def payoff(self, actions, public):
        stakes, player, _, _ = self.stakes(actions)
        if actions[-1] == "f":
            return stakes[1] if player == 0 else -stakes[0]
        board = self._cards_of(public[0])
        five = np.concatenate([self.deck.hands, np.tile(board, (len(self.deck.hands), 1))], axis=1)
        found = strength(five, self.deck)
        return Comparison((found, found), win=stakes[0], lose=-stakes[0])

    # -- names -----------------------------------------------------------------------

    @cached_property
    def _suits(self):
        return isomorphism.suit_permutations(self.deck)

    @cached_property
    def _canonical_flops(self):
        return isomorphism.canonical_flops(self.deck, self._suits)

    def _same(self, hand, flop):
        """Return the numbers of the hand and flop that stand for all that differ in the names of suits only."""
        if flop is None:
            return int(self._suits.hands[:, hand].min()), None
        found, place = self._canonical_flops, number(flop)
        turned = self._suits.hands[found.permutation[place], hand]
        index = int(found.canonical[place])
        return int(self._suits.hands[found.keeps[index], turned].min()), index

    def key(self, player, actions, public, outcome):
        hand, flop = self._same(outcome, self._cards_of(public[0]) if public else None)
        shown = () if flop is None else (self.deck.label(self._canonical_flops.cards[flop]),)
        return self._hands[hand], self.public_string(actions, shown)

    def canonical(self, key):
        private, public = key
        betting, slash, rest = public.partition("/")
        shown, colon, after = rest.partition(":")
        hand, flop = self._same(int(number(self.deck.parse(private, 2))), self.deck.parse(shown, 3) if slash else None)
        if flop is not None:
            shown = self.deck.label(self._canonical_flops.cards[flop])
        return self._hands[hand], betting + slash + shown + colon + after

    # -- counts ----------------------------------------------------------------------

    def num_keys(self, actions):
        return isomorphism.num_classes(self.deck, shown=3 if CHANCE in actions else 0)
