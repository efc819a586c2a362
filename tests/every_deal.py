"""Every way to deal a small deck, one by one: an oracle for buckets, joint tables and abstract games.

Nothing here knows of suits that are alike. Strengths are those of `cfrlib.cards.ranks`, means are fractions.
"""

from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from cfrlib.cards.deck import FLOP, Deck, number
from cfrlib.cards.ranks import strength
from cfrlib.game import CHANCE, Comparison


class EveryDeal:
    """All hands with all boards of a game that shows so many cards: a flop, and then one card after the other.

    Parameters
    ----------
    shape : pair of int
        Ranks and suits.
    last : {3, 5}

    Attributes
    ----------
    boards : (d, last) int array
        Of each deal: the flop in rising order, turn and river. Deals of a hand stand together, those of a flop, too.
    hands : (d,) int array
    """

    def __init__(self, shape, last):
        self.deck, self.last = Deck(*shape), last
        cards = range(self.deck.cards)
        found = []
        for a, b in self.deck.hands.tolist():
            for flop in combinations([c for c in cards if c not in (a, b)], FLOP):
                rest = [c for c in cards if c not in {a, b, *flop}]
                if last == FLOP:
                    found.append((a, b, *flop))
                else:
                    found.extend((a, b, *flop, turn, river) for turn in rest for river in rest if river != turn)
        deals = np.array(found)
        self.hands, self.boards = number(deals[:, :2]), deals[:, 2:]
        left = self.deck.cards - 2 - FLOP
        flops = len(deals) // len(self.deck.hands)
        self.apart = (flops, 1) if last == FLOP else (flops, left * (left - 1), left - 1, 1)
        """How many deals begin alike, street by street."""

    @cached_property
    def made(self):
        """How strong each set of the cards of a hand and a last board is: {frozenset: number}."""
        sets = np.array(list(combinations(range(self.deck.cards), 2 + self.last)))
        best = np.max([strength(sets[:, five], self.deck) for five in combinations(range(2 + self.last), 5)], axis=0)
        return {frozenset(cards): int(level) for cards, level in zip(sets.tolist(), best, strict=True)}

    def hand_strength(self, held, board):
        """Return HS, against each hand of what is left."""
        left = [c for c in range(self.deck.cards) if c not in board and c not in held]
        mine = self.made[frozenset(held) | board]
        others = [self.made[frozenset(other) | board] for other in combinations(left, 2)]
        return Fraction(sum(1 + (mine > other) - (mine < other) for other in others), 2 * len(others))

    @cached_property
    def squares(self):
        """E[HS^2] by hand and by the set of cards that are shown: {(hand, frozenset): Fraction}."""
        cards, found, size = range(self.deck.cards), {}, self.last
        held = [frozenset(hand) for hand in self.deck.hands.tolist()]
        for hand, mine in enumerate(held):
            left = [c for c in cards if c not in mine]
            for board in map(frozenset, combinations(left, self.last)):
                found[hand, board] = self.hand_strength(mine, board) ** 2
            for size in range(self.last - 1, 2, -1):
                for board in map(frozenset, combinations(left, size)):
                    more = [found[hand, board | {c}] for c in left if c not in board]
                    found[hand, board] = sum(more) / len(more)
            flops = [found[hand, frozenset(flop)] for flop in combinations(left, FLOP)]
            found[hand, frozenset()] = sum(flops) / len(flops)
        return found

    @cached_property
    def values(self):
        """E[HS^2] of each deal on each street: its place among all values of the street, and these values."""
        result = []
        for street, apart in enumerate(self.apart):
            shown = street and street + 2
            here = [
                self.squares[hand, frozenset(board[:shown])]
                for hand, board in zip(self.hands[::apart].tolist(), self.boards[::apart].tolist(), strict=True)
            ]
            distinct = sorted(set(here))
            place = {value: k for k, value in enumerate(distinct)}
            result.append((np.array([place[value] for value in here]), distinct))
        return result

    @cache  # noqa: B019  a few objects, kept for good
    def sequences(self, counts, nested):
        """Return the sequence of each deal on each street, (deals, streets)."""
        before, found = np.zeros(len(self.hands), dtype=int), []
        for (value, _), apart, count in zip(self.values, self.apart, counts, strict=True):
            begun = before[::apart] if nested else np.zeros(len(value), dtype=int)
            bucket = np.zeros(len(value), dtype=int)
            for row in np.unique(begun):
                bucket[begun == row] = cut(value[begun == row], count)
            before = np.repeat(begun * count + bucket, apart)
            found.append(before)
        return np.column_stack(found)

    def by_board(self):
        """Yield the places of the deals of each board."""
        order = np.lexsort(self.boards.T)
        changes = np.flatnonzero((np.diff(self.boards[order], axis=0) != 0).any(axis=1)) + 1
        yield from np.split(order, changes)

    @cache  # noqa: B019
    def joint(self, counts):
        """Return how often two players hold sequences of the last street, (n, n), and how often the row's hand wins,
        and loses."""
        n, last = int(np.prod(counts)), self.sequences(counts, True)[:, -1]
        found = np.zeros((3, n, n), dtype=np.int64)
        cards = self.deck.hands[self.hands]
        for here in self.by_board():
            board = frozenset(self.boards[here[0]].tolist())
            level = np.array([self.made[board | set(held)] for held in cards[here].tolist()])
            apart = (cards[here][:, None, :, None] != cards[here][None, :, None, :]).all(axis=(2, 3))
            pair = last[here][:, None] * n + last[here]
            for table, which in zip(found, (apart, apart & (level[:, None] > level), apart & (level[:, None] < level)),
                                    strict=True):  # fmt: skip
                table += np.bincount(pair[which], minlength=n * n).reshape(n, n)
        return found


def cut(values, count):
    """Return buckets of equally many, a tie where its middle falls; with the middle on a boundary, above it."""
    distinct, which, often = np.unique(values, return_inverse=True, return_counts=True)
    middle = 2 * np.cumsum(often) - often
    return (middle * count // (2 * len(values)))[which]


every_deal = cache(EveryDeal)
"""The same object for the same game."""


def on_the_tree(game):
    """Return a small game under buckets as the general engine has it: every deal is played out.

    Buckets are those of brute force, and payoffs are in units of the largest stake.
    """
    rules = type(game)

    class OnTheTree(rules):
        layout = "tree"

        def __init__(self):
            super().__init__(game.buckets, game.raises, (game.deck.ranks, game.deck.suits), game.recall) \
                if rules.__name__ == "texas" else super().__init__(
                    game.raises, (game.deck.ranks, game.deck.suits), game.buckets, game.recall)
            deals = every_deal((game.deck.ranks, game.deck.suits), sum(game.shows))
            found, names = deals.sequences(game.buckets, game.recall == "perfect"), game.deck.names
            self.found = {}
            for hand, board, row in zip(deals.hands.tolist(), deals.boards.tolist(), found.tolist(), strict=True):
                public = game.deck.label(board[:FLOP]), *(names[card] for card in board[FLOP:])
                for street, sequence in enumerate(row):
                    self.found[hand, public[:street]] = name_of(game, street, sequence)

        def key(self, player, actions, public, outcome):
            return self.found[outcome, public], "".join(actions)

        def payoff(self, actions, public):
            found, most = super().payoff(actions, public), largest_stake(game)
            if isinstance(found, Comparison):
                return Comparison(found.strength, found.win / most, found.lose / most)
            return found / most

    return OnTheTree()


def name_of(game, street, sequence):
    """Return the private part of the key of a sequence."""
    if game.recall != "perfect":
        return str(sequence + 1)
    found = []
    for count in game.buckets[street::-1]:
        sequence, bucket = divmod(sequence, count)
        found.insert(0, str(bucket + 1))
    return ".".join(found)


def largest_stake(game):
    """Return the most that a game can cost."""
    return max(max(game.stakes(actions)[0]) for actions, _ in game.action_sequences())
