"""Every way to deal a small deck, one by one: an oracle for buckets, joint tables and the games that are made of them.

Nothing here knows of suits that are alike. Strengths are those of `cfrlib.cards.ranks`, and means are fractions.
"""

from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from cfrlib.cards.deck import FLOP, Deck, number
from cfrlib.cards.ranks import strength
from cfrlib.game import Comparison, Game


class EveryDeal:
    """All hands with all boards of a deck of (ranks, suits): a flop in rising order, with five cards turn and river.

    Deals that begin alike stand together, `alike` of them in each betting round; the mean of HS^power sorts hands.
    """

    def __init__(self, shape, last, power=2):
        self.deck, self.last, self.power = Deck(*shape), last, power
        cards, deals = range(self.deck.cards), []
        for held in self.deck.hands.tolist():
            for flop in combinations([c for c in cards if c not in held], FLOP):
                rest = [c for c in cards if c not in {*held, *flop}]
                runouts = [()] if last == FLOP else [(c, d) for c in rest for d in rest if c != d]
                deals.extend((*held, *flop, *more) for more in runouts)
        deals, left = np.array(deals), self.deck.cards - 2 - FLOP
        self.hands, self.boards = number(deals[:, :2]), deals[:, 2:]
        of_a_hand = len(deals) // len(self.deck.hands)
        self.alike = (of_a_hand, 1) if last == FLOP else (of_a_hand, left * (left - 1), left - 1, 1)

    @cached_property
    def made(self):
        """How strong each set of the cards of a hand and a last board is: {frozenset: int}."""
        sets = np.array(list(combinations(range(self.deck.cards), 2 + self.last)))
        best = np.max([strength(sets[:, five], self.deck) for five in combinations(range(2 + self.last), 5)], axis=0)
        return {frozenset(cards): int(level) for cards, level in zip(sets.tolist(), best, strict=True)}

    def hand_strength(self, held, board):
        """Return HS on a last board, against each hand of what is left."""
        left = [c for c in range(self.deck.cards) if c not in board and c not in held]
        mine = self.made[held | board]
        others = [self.made[frozenset(other) | board] for other in combinations(left, 2)]
        return Fraction(sum(1 + (mine > other) - (mine < other) for other in others), 2 * len(others))

    def expected(self, power):
        """Return E[HS^power] by hand and by the set of cards that are shown: {(hand, frozenset): Fraction}."""
        means = {}
        for hand, held in enumerate(map(frozenset, self.deck.hands.tolist())):
            left = [c for c in range(self.deck.cards) if c not in held]
            for board in map(frozenset, combinations(left, self.last)):
                means[hand, board] = self.hand_strength(held, board) ** power
            for size in range(self.last - 1, FLOP - 1, -1):
                for board in map(frozenset, combinations(left, size)):
                    more = [means[hand, board | {c}] for c in left if c not in board]
                    means[hand, board] = sum(more) / len(more)
            flops = [means[hand, frozenset(flop)] for flop in combinations(left, FLOP)]
            means[hand, frozenset()] = sum(flops) / len(flops)
        return means

    @cached_property
    def values(self):
        """For each round, E[HS^power] of all that deals begin with, as a place among those there are, and these."""
        means, result = self.expected(self.power), []
        for k, alike in enumerate(self.alike):
            shown = k + 2 if k else 0
            begun = zip(self.hands[::alike].tolist(), self.boards[::alike, :shown].tolist(), strict=True)
            values = [means[hand, frozenset(board)] for hand, board in begun]
            distinct = sorted(set(values))
            place = {value: k for k, value in enumerate(distinct)}
            result.append((np.array([place[value] for value in values]), distinct))
        return result

    @cache  # noqa: B019 (a few objects, kept for good)
    def sequences(self, counts, nested=True):
        """Return the sequence of buckets of each deal in each round, (deals, rounds)."""
        before, sequences = np.zeros(len(self.hands), dtype=int), []
        for (value, _), alike, count in zip(self.values, self.alike, counts, strict=True):
            row = before[::alike] if nested else np.zeros(len(value), dtype=int)
            bucket = np.zeros(len(value), dtype=int)
            for one in np.unique(row):
                bucket[row == one] = buckets_of(value[row == one], count)
            before = np.repeat(row * count + bucket, alike)
            sequences.append(before)
        return np.column_stack(sequences)

    @cached_property
    def by_board(self):
        """For each board the places of its deals, which pairs of them share no card, and which hand of a pair is ahead:
        1, 0 or -1."""
        order, hands, boards = np.lexsort(self.boards.T), self.deck.hands[self.hands], []
        for deals in np.split(order, np.flatnonzero(np.diff(self.boards[order], axis=0).any(axis=1)) + 1):
            board, cards = frozenset(self.boards[deals[0]].tolist()), hands[deals]
            level = np.array([self.made[board | set(held)] for held in cards.tolist()])
            apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
            boards.append((deals, apart, np.sign(level[:, None] - level)))
        return boards

    def count_pairs(self, kind, kinds):
        """Return how often two players hold deals of two kinds, (kinds, kinds), and in how many of these the first one
        wins, and loses."""
        tables = np.zeros((3, kinds * kinds), dtype=np.int64)
        for deals, apart, ahead in self.by_board:
            pair = kind[deals][:, None] * kinds + kind[deals]
            for table, counted in zip(tables, (apart, apart & (ahead > 0), apart & (ahead < 0)), strict=True):
                table += np.bincount(pair[counted], minlength=kinds * kinds)
        return tables.reshape(3, kinds, kinds)

    @cache  # noqa: B019
    def joint(self, counts, k=-1):
        """Return `count_pairs` of the sequences of a round, the last one by default."""
        upto = counts[: k + 1] if k >= 0 else counts
        return self.count_pairs(self.sequences(counts)[:, k], int(np.prod(upto)))

    @cache  # noqa: B019
    def kinds(self, counts, nested=True):
        """Return the sequences that deals have in all rounds together, (kinds, rounds), how many deals have them, and
        `count_pairs`."""
        sequences = self.sequences(counts, nested)
        rows, kind, often = np.unique(sequences, axis=0, return_inverse=True, return_counts=True)
        return rows, often, self.count_pairs(kind.ravel(), len(rows))


every_deal = cache(EveryDeal)


def deals_of(game):
    """Return all deals of a game, the same object for the same cards."""
    return every_deal((game.deck.ranks, game.deck.suits), sum(game.shows))


def buckets_of(values, count):
    """Return the bucket of each value: equally many in each, but a tie goes where its middle falls, on a boundary to
    what is above."""
    _, which, often = np.unique(values, return_inverse=True, return_counts=True)
    middle = 2 * np.cumsum(often) - often
    return (middle * count // (2 * len(values)))[which]


def name_of(game, k, sequence):
    """Return the private part of a key of a round."""
    if game.recall != "perfect":
        return str(sequence + 1)
    names = []
    for count in game.buckets[k::-1]:
        sequence, bucket = divmod(sequence, count)
        names.insert(0, str(bucket + 1))
    return ".".join(names)


def largest_stake(game):
    """Return the most that a game can cost a player."""
    return max(max(game.stakes(actions)[0]) for actions, _ in game.action_sequences())


def on_the_tree(game):
    """Return a game under buckets, those of brute force, as a public tree of all real cards.

    Payoffs are in units of the largest stake, so that what counts as no regret at all is the same share of it.
    """

    class Tree(type(game)):
        layout = "tree"

        def __init__(self):
            super().__init__(**game.parameters)
            deals, self.most = deals_of(game), largest_stake(game)
            rows, names, self._private = deals.sequences(self.buckets, self.recall == "perfect"), self.deck.names, {}
            for hand, board, row in zip(deals.hands.tolist(), deals.boards.tolist(), rows.tolist(), strict=True):
                public = self.deck.label(board[:FLOP]), *(names[card] for card in board[FLOP:])
                for k, sequence in enumerate(row):
                    self._private[hand, public[:k]] = name_of(game, k, sequence)
            self.weights, self._strength = cache(self.weights), cache(self._strength)

        def key(self, player, actions, public, outcome):
            return self._private[outcome, public], "".join(actions)

        def payoff(self, actions, public):
            payoff = super().payoff(actions, public)
            if isinstance(payoff, Comparison):
                return Comparison(payoff.strength, payoff.win / self.most, payoff.lose / self.most)
            return payoff / self.most

    return Tree()


class OfSequences(Game):
    """The abstract game itself: chance deals two players what their cards look like under buckets, in all rounds.

    Both are dealt as often as real cards of their kinds, and a showdown pays the mean over these. Payoffs are in units
    of the largest stake.
    """

    def __init__(self, game):
        super().__init__(game=repr(game))
        self.rules, self.most = game, largest_stake(game)
        self.rows, _, (pairs, wins, losses) = deals_of(game).kinds(game.buckets, game.recall == "perfect")
        self._weights = pairs / pairs.sum()
        self._lead = (wins - losses) / np.maximum(pairs, 1)

    def outcomes(self, player):
        return tuple(map(str, range(len(self.rows))))

    def public_outcomes(self, public):
        return ("shown",)

    def weights(self, public):
        return self._weights

    def node(self, actions):
        return self.rules.node(actions)

    def payoff(self, actions, public):
        stakes, player, _, _ = self.rules.stakes(actions)
        if actions[-1] == "f":
            return (stakes[1] if player == 0 else -stakes[0]) / self.most
        return stakes[0] / self.most * self._lead

    def key(self, player, actions, public, outcome):
        return name_of(self.rules, len(public), int(self.rows[outcome, len(public)])), "".join(actions)
