"""Walks of limit hold'em under buckets on a single deal: where actions are sampled, or updates simultaneous."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.engine.buckets.hands import ChanceSample, draw, make_drawn
from cfrlib.engine.common.limit_holdem.draws import dealt_from
from cfrlib.engine.common.limit_holdem.single_engine import SingleDealWalks


class Bucketing(NamedTuple):
    """What hold'em under buckets is dealt from; tables are those of `cfrlib.engine.buckets.layout`."""

    drawn: ChanceSample
    first: np.ndarray  # (rounds,) int64: where the table of a round starts
    block: np.ndarray  # (rounds,) int64: entries of a sequence
    first_noted: np.ndarray
    noted: np.ndarray  # (rounds,) int64: the same of what is kept for a decision as a whole


@inner_njit(forceinline=True)
def put_sequences(buckets, deal, player):
    """Write down where the tables have a player's sequences of buckets."""
    for k in range(len(buckets.first)):
        sequence = buckets.drawn.sequences[player, k]
        deal.base[player, k] = buckets.first[k] + sequence * buckets.block[k]
        deal.noted[player, k] = buckets.first_noted[k] + sequence * buckets.noted[k]


@inner_njit(forceinline=True)
def deal_buckets(cards, deal, rng):
    """Draw a board and two hands and look up their buckets, or draw these."""
    deal.wins[0] = draw(cards.drawn, rng)
    put_sequences(cards, deal, 0)
    put_sequences(cards, deal, 1)


@inner_njit
def put_sequence(cards, i, deal):
    """Deal sequence i of the last round to both players, with perfect recall; False if there is no sequence i."""
    counts, number, sequences = cards.drawn.buckets.counts, len(cards.first) - 1, cards.drawn.sequences
    for player in range(2):
        sequences[player, number] = i
        for k in range(number, 0, -1):
            sequences[player, k - 1] = sequences[player, k] // counts[k]
        if sequences[player, 0] >= counts[0]:
            return False
        put_sequences(cards, deal, player)
    return True


dealt_from(Bucketing, deal_buckets, put_sequence)


class BucketSingleWalks(SingleDealWalks):
    """Hold'em under buckets, where actions are sampled or updates simultaneous; else cs goes by vectors."""

    def _cards(self):
        layout, rounds = self.layout, range(len(self.layout.rounds))
        noted = [int((layout.rounds[k].betting.kind < 2).sum()) * layout.lanes[k] for k in rounds]
        starts = np.cumsum([0, *(n * many for n, many in zip(noted, layout.sequences, strict=True))])
        first, block = np.append(starts[:-2], 0), np.array([layout.block(k) for k in rounds])
        drawn = make_drawn(layout, getattr(self.setup.sampling, "draws", "independent"))
        return Bucketing(drawn, np.array(layout.first), block, first, np.array(noted))

    def _apart(self):
        cards, *others = super()._apart()
        drawn = cards.drawn._replace(sequences=np.zeros_like(cards.drawn.sequences))
        return cards._replace(drawn=drawn), *others

    def _classes(self):
        layout = self.layout
        return layout.lanes, layout.sequences
