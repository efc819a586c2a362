"""Walks of limit hold'em under buckets on a single deal: where actions are sampled, or updates simultaneous."""

from typing import NamedTuple

import numpy as np

from cfrlib._util.jit import inner_njit
from cfrlib.abstraction.bucket_kernels import Buckets
from cfrlib.engine.buckets.deals import deal_hands, draw_sequences
from cfrlib.engine.buckets.joint_table import joint_to_draw
from cfrlib.engine.common.limit_holdem.single_deals import dealt_from
from cfrlib.engine.common.limit_holdem.single_engine import SingleDealWalks


class Bucketing(NamedTuple):
    """What hold'em under buckets is dealt from; tables are those of `cfrlib.engine.buckets.layout`."""

    tables: Buckets
    joint: tuple
    """To draw sequences of buckets from, see `draw_sequences`; empty to draw cards."""
    board: np.ndarray
    sequences: np.ndarray
    """(2, rounds) int64: of either player."""
    first: np.ndarray
    """(rounds,) int64: where the table of a round starts."""
    block: np.ndarray
    """(rounds,) int64: entries of a sequence."""
    first_noted: np.ndarray
    noted: np.ndarray
    """(rounds,) int64: the same in `Part.passed`."""


@inner_njit(forceinline=True)
def put_sequences(buckets, deal, player):
    """Say where the rows of a player stand who holds these sequences of buckets."""
    for k in range(len(buckets.first)):
        sequence = buckets.sequences[player, k]
        deal.base[player, k] = buckets.first[k] + sequence * buckets.block[k]
        deal.noted[player, k] = buckets.first_noted[k] + sequence * buckets.noted[k]


@inner_njit(forceinline=True)
def deal_buckets(cards, deal, rng):
    """Draw a board and two hands and find their buckets, or draw these."""
    running, wins, pairs = cards.joint
    if len(running):
        deal.wins[0] = draw_sequences(running, wins, pairs, cards.sequences, cards.tables.counts, rng)
    else:
        deal.wins[0] = deal_hands(cards.tables, cards.board, cards.sequences, rng)
    put_sequences(cards, deal, 0)
    put_sequences(cards, deal, 1)


@inner_njit
def put_sequence(cards, i, deal):
    """Say where the rows stand of both players, as if both held sequence i of the last round, with perfect recall."""
    counts, number = cards.tables.counts, len(cards.first) - 1
    for player in range(2):
        cards.sequences[player, number] = i
        for k in range(number, 0, -1):
            cards.sequences[player, k - 1] = cards.sequences[player, k] // counts[k]
        if cards.sequences[player, 0] >= counts[0]:
            return False
        put_sequences(cards, deal, player)
    return True


dealt_from(Bucketing, deal_buckets, put_sequence)


def make_bucketing(layout, joint):
    """Return the `Bucketing` of a layout (`cfrlib.engine.buckets.layout.BucketLayout`)."""
    rounds = range(len(layout.rounds))
    noted = [int((layout.rounds[k].betting.kind < 2).sum()) * layout.lanes[k] for k in rounds]
    ends = np.cumsum([0, *(n * many for n, many in zip(noted, layout.sequences, strict=True))])
    first = np.append(ends[:-2], 0)
    block = np.array([layout.block(k) for k in rounds])
    return Bucketing(
        layout.game.percentiles.tables, joint, np.zeros(sum(layout.game.shows), np.int8),
        np.zeros((2, len(rounds)), np.int64), np.array(layout.first), block, first, np.array(noted),
    )  # fmt: skip


class BucketSingleWalks(SingleDealWalks):
    """Hold'em under buckets, where actions are sampled or updates simultaneous; else cs goes by vectors, see
    `cfrlib.engine.buckets.engine`.

    With perfect recall a row has one past, so what it has missed can be made up for.
    """

    def _cards(self):
        drawn = getattr(self.setup.sampling, "draws", "independent")
        return make_bucketing(self.layout, joint_to_draw(self.layout, drawn))

    def _classes(self, layout):
        return layout.lanes, layout.sequences
