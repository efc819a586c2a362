"""Limit hold'em between two players, of any number of rounds: what the two-round games and Texas hold'em share.

Player 0 posts the small blind of half a big blind, player 1 the big blind. Player 0 acts first before the flop, player
1 in all later rounds. Bets and raises of a round are all of one size.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import comb, prod
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from cfrlib._util.arguments import said, whole
from cfrlib.cards import isomorphism
from cfrlib.cards.deck import FLOP, HOLE, Deck, apart, number
from cfrlib.cards.ranks import strength
from cfrlib.game import CHANCE, Comparison
from cfrlib.games.fixed_limit import BettingTable, FixedLimit
from cfrlib.games.overrides import counted_anew, own_rules

if TYPE_CHECKING:
    from cfrlib.abstraction.percentiles import Percentiles

BLINDS = (500.0, 1000.0)
"""Thousandths of a big blind."""
MOST_SEQUENCES = 10**6
"""The most sequences of buckets in a betting round."""


class LimitTable(BettingTable):
    """Limit hold'em at a table, where arrays of all pairs of hands would be large."""

    blinds, by_heart = True, True
    key_note = "Suits are renamed where it makes no difference: Kc3d is a king and a three of two suits."

    @property
    def matches(self):
        """See `Table`: compiled code knows the engines of limit hold'em."""
        return "any_game" if self.game.layout == "tree" else "holdem"

    def deal(self, rng):
        deck, edges = self.game.deck, np.cumsum([2 * HOLE, *self.game.shows]).tolist()
        cards = rng.permutation(deck.cards)[: edges[-1]].tolist()
        hands = int(number(cards[:HOLE])), int(number(cards[HOLE : 2 * HOLE]))
        return hands, tuple(deck.label(cards[begin:end]) for begin, end in pairwise(edges))

    def weight(self, deal, public):
        deck, shown = self.game.deck, self.game._cards(public)
        ways = comb(deck.cards, HOLE) * comb(deck.cards - HOLE, HOLE) * self.game._num_boards(len(public))
        return (len({*deck.hands[list(deal)].flat, *shown}) == 2 * HOLE + len(shown)) / ways


class LimitHoldem(FixedLimit):
    """Limit hold'em, in thousandths of a big blind a game; `holdem` and `texas` say what the arguments mean.

    Without buckets, information sets that differ in the names of the suits only are one. With buckets, all that differ
    in cards of the same buckets are (`cfrlib.abstraction`).
    """

    unit = "mbb/g"
    shows = (FLOP,)
    isomorphic = True
    bets: tuple[float, ...] = (1000.0, 2000.0)
    """The bet of each round, in thousandths of a big blind."""
    table = LimitTable

    def __init__(
        self, raises: Sequence[int], deck: tuple[int, int], buckets: int | Sequence[int] | None = None,
        recall: str = "perfect",
    ) -> None:  # fmt: skip
        rounds = len(self.bets)
        if not isinstance(raises, tuple | list) or len(raises) != rounds:
            raise ValueError(f"raises={said(raises)}: it takes {rounds} numbers, one for each round")
        self.raises = tuple(whole("raises", n, 0, 10) for n in raises)
        self.deck = Deck.of(deck)
        needed = 2 * HOLE + sum(self.shows)
        if self.deck.cards < needed:
            raise ValueError(f"deck={deck!r}: it takes at least {needed} cards, for two hands and the board")
        self.buckets, self.recall = _checked(buckets, recall, rounds)
        parameters = {"raises": self.raises, "deck": (self.deck.ranks, self.deck.suits)}
        if self.buckets is not None:
            same = len(set(self.buckets)) == 1
            parameters["buckets"] = self.buckets[0] if same else self.buckets
            if recall != "perfect":
                parameters["recall"] = recall
        super().__init__(**parameters)

    @property
    def layout(self) -> str:
        """The engine of these rules, or that of all games if some are of one's own; see `Game.layout`."""
        return "tree" if own_rules(self) else "buckets" if self.abstract else "two_rounds"

    @property
    def abstract(self) -> bool:
        return self.buckets is not None

    @property
    def small(self) -> bool:
        """Never: few information sets stand for many hands."""
        return False

    @cached_property
    def _hands(self):
        return tuple(map(self.deck.label, self.deck.hands))

    @cached_property
    def _flops(self):
        return tuple(map(self.deck.label, self.deck.flops))

    @cached_property
    def _apart(self):
        """Which pairs of hands have no card in common: (hands, hands) bool."""
        return apart(self.deck.hands, self.deck.hands)

    def _cards(self, public):
        """Return the cards that are shown, in their order."""
        return [card for shown, count in zip(public, self.shows, strict=False)
                for card in self.deck.parse(shown, count)]  # fmt: skip

    def outcomes(self, player: int) -> tuple[str, ...]:
        return self._hands

    def public_outcomes(self, public: tuple[str, ...]) -> tuple[str, ...]:
        if not public:
            return self._flops
        shown = self._cards(public)
        return tuple(name for card, name in enumerate(self.deck.names) if card not in shown)

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        apart = self._apart / self._apart.sum()
        clear = ~np.isin(self.deck.hands, self._cards(public)).any(axis=1)
        return apart * np.outer(clear, clear) / self._num_boards(len(public))

    def removal(self, public: tuple[str, ...]) -> tuple[tuple[np.ndarray, np.ndarray], ...] | None:
        if own_rules(self):
            return None
        clear = ~np.isin(self.deck.hands, self._cards(public)).any(axis=1)
        share = 1 / (self._apart.sum() * self._num_boards(len(public)))
        return (self.deck.hands, clear * share), (self.deck.hands, clear.astype(float))

    def _num_boards(self, times):
        """Return in how many ways cards can be turned so many times when both hands are dealt."""
        left, ways = self.deck.cards - 2 * HOLE, 1
        for count in self.shows[:times]:
            ways *= comb(left, count)
            left -= count
        return ways

    def _posted(self):
        return BLINDS

    def _opener(self, player):
        return 1

    def _limit(self, later):
        return self.raises[later]

    def showdown(self, public: tuple[str, ...], stake: float) -> Comparison:
        strength = self._strength(tuple(self._cards(public)))
        return Comparison((strength, strength), win=stake, lose=-stake)

    def _strength(self, board):
        """Return how strong each hand is on a board of all its cards."""
        hands = np.column_stack([self.deck.hands, np.tile(board, (len(self.deck.hands), 1))])
        if len(board) == FLOP:
            return strength(hands, self.deck)
        # Compiled code takes a while to import, and the rules need none.
        from cfrlib.cards.best_five import levels_of

        free = ~np.isin(self.deck.hands, board).any(axis=1)
        levels = np.full(len(hands), -1)
        levels[free] = levels_of(hands[free], self.deck)
        return levels

    @cached_property
    def percentiles(self) -> Percentiles:
        """The buckets; their tables are built when first used."""
        # Compiled code takes a while to import, and the rules need none.
        from cfrlib.abstraction.percentiles import Percentiles

        return Percentiles(self.deck, sum(self.shows), self.buckets, self.recall == "perfect")

    def bucket_name(self, betting_round: int, sequence: int) -> str:
        """Return the private part of a key, from 1 for the weakest bucket: "5.3", or "3" under imperfect recall.

        `betting_round` counts from 0, and `sequence` is the number of a sequence of buckets in `percentiles`.
        """
        return ".".join(str(bucket + 1) for bucket in self.percentiles.split(betting_round, sequence))

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
        flops, place = self._canonical_flops, number(flop)
        renamed, index = self._suits.hands[flops.permutation[place], hand], int(flops.canonical[place])
        return int(self._suits.hands[flops.keeps[index], renamed].min()), index

    def key(self, player: int, actions: tuple[str, ...], public: tuple[str, ...], outcome: int) -> tuple[str, str]:
        if self.buckets is not None:
            return self.bucket_name(len(public), self._sequence(outcome, self._cards(public))), "".join(actions)
        hand, flop = self._same(outcome, self._cards(public) if public else None)
        shown = () if flop is None else (self.deck.label(self._canonical_flops.cards[flop]),)
        return self._hands[hand], self.public_string(actions, shown)

    def _sequence(self, hand, shown):
        """Return the sequence of buckets of a hand on the cards shown so far."""
        rest = [card for card in range(self.deck.cards) if card not in {*shown, *self.deck.hands[hand].tolist()}]
        board = [*shown, *rest][: sum(self.shows)]  # what is still to come does not matter
        betting_round = len(shown) - FLOP + 1 if len(shown) else 0
        return int(self.percentiles.find([board], [hand])[0, betting_round])

    def canonical(self, key: tuple[str, str]) -> tuple[str, str]:
        private, public = key
        if self.buckets is not None:
            return self._canonical_buckets(private, public)
        before, slash, rest = public.partition("/")
        shown, colon, after = rest.partition(":")
        cards = self.deck.parse(shown, FLOP) if slash else None
        hand, flop = self._same(int(number(self.deck.parse(private, HOLE))), cards)
        if flop is not None:
            shown = self.deck.label(self._canonical_flops.cards[flop])
        return self._hands[hand], before + slash + shown + colon + after

    def _canonical_buckets(self, private, public):
        """Return the key of buckets that cards belong to, or the key as it is if it names none."""
        if private.replace(".", "").isdigit():
            return private, public
        hand = int(number(self.deck.parse(private, HOLE)))
        first, *later = public.split("/")
        shown = [part.partition(":")[0] for part in later]
        after = [part.partition(":")[2] for part in later]
        cards = self._cards(shown)
        if len({*cards, *self.deck.hands[hand].tolist()}) < len(cards) + HOLE:
            raise ValueError(f"key={(private, public)!r}: a card is named twice")
        return self.bucket_name(len(later), self._sequence(hand, cards)), "/".join([first, *after])

    def num_keys(self, actions: tuple[str, ...]) -> int:
        if counted_anew(self):
            return super().num_keys(actions)
        later = actions.count(CHANCE)
        if self.buckets is not None:
            return prod(self.buckets[: later + 1]) if self.recall == "perfect" else self.buckets[later]
        return isomorphism.num_classes(self.deck, shown=FLOP if later else 0)


def _checked(buckets, recall, rounds):
    """Return the buckets of all rounds, None without, and what players remember."""
    if not isinstance(recall, str) or recall not in ("perfect", "imperfect"):
        raise ValueError(f"recall={said(recall)}: it takes 'perfect' or 'imperfect'")
    if buckets is None:
        if recall != "perfect":
            raise ValueError(f"recall={recall!r} without buckets: all cards are remembered")
        return None, recall
    if isinstance(buckets, Integral) and not isinstance(buckets, bool):
        buckets = (buckets,) * rounds
    if not isinstance(buckets, tuple | list) or len(buckets) != rounds:
        raise ValueError(f"buckets={said(buckets)}: it takes a whole number, or {rounds} of them, one for each round")
    counts = tuple(whole("buckets", n, 1, MOST_SEQUENCES) for n in buckets)
    sequences = prod(counts) if recall == "perfect" else max(counts)
    if sequences > MOST_SEQUENCES:
        takes = f"it takes at most {MOST_SEQUENCES:,}"
        raise ValueError(f"buckets={buckets!r}: {sequences:,} sequences of them in the last round; {takes}")
    return counts, recall
