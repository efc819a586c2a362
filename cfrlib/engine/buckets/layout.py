"""Rounds of betting under buckets: how an abstract game of limit hold'em lies in memory.

After every way to bet before it, a round is the same small tree, so all of these are *lanes* side by side: in limit
Texas hold'em 1, 7, 63 and 567 of them. What a player knows of the cards is a sequence of buckets. The table of a round
is [sequence][row][lane], a row being an action at a decision: all of a sequence lies together. Lanes have those of the
round before first, and the ways to go on from there last. All rounds but the last share a table in float64.
"""

from functools import cached_property

import numpy as np

from cfrlib.engine.common.limit_holdem.rounds import Round, betting_parts
from cfrlib.engine.common.table_layout import TableLayout
from cfrlib.game import CHANCE


class BucketLayout(TableLayout):
    """The public tree and the tables of limit hold'em under buckets; its tuples have a place for each round."""

    def __init__(self, game):
        super().__init__(game)
        starts, self.rounds = [()], []
        for _ in game.bets:
            self.rounds.append(Round(game, starts))
            starts = [(*actions, CHANCE) for actions in self.rounds[-1].nexts]
        self.sequences = game.percentiles.sequences
        self.lanes = tuple(part.betting.stakes.shape[1] for part in self.rounds)
        bounds = np.cumsum([0, *(self._size(k) for k in range(len(self.rounds) - 1))]).tolist()
        self.first = (*bounds[:-1], 0)
        self.sizes = bounds[-1], self._size(len(self.rounds) - 1)

    def _size(self, k):
        """Return the number of entries of a round."""
        return self.sequences[k] * self.block(k)

    def block(self, k):
        """Return the number of entries of a sequence."""
        return self.rounds[k].betting.rows * self.lanes[k]

    @property
    def imperfect_recall(self):
        return self.game.recall != "perfect"

    @property
    def last(self):
        """The number of the last round."""
        return len(self.rounds) - 1

    def find(self, key):
        try:
            private, public = self.game.canonical(key)
            sequence = self._sequence(private, public.count("/"))
            return self._place(sequence, public)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None

    def player_of(self, key):
        part = self.rounds[key[1].count(CHANCE)]
        return int(part.betting.kind[part.nodes.index(tuple(key[1][key[1].rfind(CHANCE) + 1 :]))])

    def _sequence(self, private, k):
        """Return the number of a sequence of buckets named as in a key."""
        buckets = [int(text) - 1 for text in private.split(".")]
        counts = self.game.buckets[: k + 1]
        counts = counts if self.game.recall == "perfect" else counts[-1:]
        if len(buckets) != len(counts) or not all(0 <= k < n for k, n in zip(buckets, counts, strict=True)):
            raise KeyError(private)
        sequence = 0
        for bucket, count in zip(buckets, counts, strict=True):
            sequence = sequence * count + bucket
        return sequence

    @cached_property
    def _lane(self):
        """The lane of each betting before a round."""
        starts = [[""], *(["".join(actions) + CHANCE for actions in part.nexts] for part in self.rounds[:-1])]
        return [{betting: lane for lane, betting in enumerate(before)} for before in starts]

    def _place(self, sequence, public):
        k = public.count(CHANCE)
        cut = public.rfind(CHANCE) + 1
        part = self.rounds[k]
        node = part.nodes.index(tuple(public[cut:]))
        return self._at(k, sequence, node, self._lane[k][public[:cut]])

    def _at(self, k, sequence, node, lane):
        part = self.rounds[k]
        if not part.names[node]:
            return None
        row = sequence * part.betting.rows + int(part.betting.row[node])
        entry = self.first[k] + row * self.lanes[k] + lane
        return part.names[node], (int(k == self.last), entry, self.lanes[k])

    def information_sets(self):
        for k, part in enumerate(self.rounds):
            for sequence in range(self.sequences[k]):
                private = self.game.bucket_name(k, sequence)
                for before, lane in self._lane[k].items():
                    for node, actions in enumerate(part.nodes):
                        if part.names[node]:
                            yield (private, before + "".join(actions)), *self._at(k, sequence, node, lane)

    def places(self, boards, hands):
        """Return (base, stride) of deals, (2, deals, rounds): an action's entry is ``base + row * stride + lane``."""
        blocks = [self.block(k) for k in range(len(self.rounds))]
        base = self.game.percentiles.sequences_of(boards, hands) * blocks + self.first
        return base, np.broadcast_to(np.array(self.lanes), base.shape).copy()

    def parts(self):
        b = self.game.percentiles.tables
        cards = {"preflop": b.preflop, "flop": b.flop, "turn": b.turn_thresholds, "river": b.river_thresholds}
        return {"counts": b.counts, **cards, **betting_parts(range(len(self.rounds)), self.rounds)}


LAYOUT = BucketLayout
