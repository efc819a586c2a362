"""Percentile buckets against brute force over all deals of small decks, and against ties counted with 52 cards."""

import logging
from math import comb

import numpy as np
import pytest
from every_deal import buckets_of, every_deal
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib import cache
from cfrlib.abstraction import percentiles as module
from cfrlib.abstraction.percentiles import Percentiles, boundary
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import expected, hand_strength
from cfrlib.kernels.buckets import Count, add_flop, add_later

SMALL = [
    ((3, 3), (2, 3, 2, 4)), ((3, 3), (5, 5, 5, 5)), ((3, 3), (1, 1, 1, 1)), ((3, 3), (40, 3, 1, 2)), ((9, 1), (3, 2, 2, 2)),
    ((5, 2), (2, 2, 2, 2)), ((5, 2), (4, 1, 3, 2)), ((5, 2), (1, 7, 2, 3)), ((4, 3), (2, 3, 2, 4)), ((4, 3), (3, 3, 3, 3)),
    ((4, 2), (2, 2)), ((4, 2), (1, 5)), ((7, 1), (3, 4)), ((3, 3), (5, 5)), ((4, 3), (4, 3)), ((3, 4), (3, 6)),
]  # fmt: skip
"""Decks, and buckets on each street; two buckets stand for a game that shows three cards."""
small = pytest.mark.parametrize("shape, counts", SMALL, ids=str)
nested_or_not = pytest.mark.parametrize("nested", [True, False], ids=["nested", "apart"])


def last_of(counts):
    return 5 if len(counts) == 4 else 3


def cut_of(shape, counts, nested=True):
    """Return a new object, so nothing but the cache is known to it."""
    return Percentiles(Deck(*shape), last_of(counts), counts, nested)


def thresholds_of(cut):
    """Return what is kept of the thresholds: of each street (sequences before or 1, buckets - 1)."""
    assert cut.tables is not None
    rows = [cut.sequences[k - 1] if k and cut.nested else 1 for k in range(cut.streets)]
    return module._split(cache.load("percentiles", cut._name)[1], rows, cut.counts)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Give a test a cache of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    return tmp_path


# -- every deal of small decks -------------------------------------------------------------


@small
@nested_or_not
def test_all_deals_fall_where_brute_force_puts_them(shape, counts, nested):
    deals, cut, rng = every_deal(shape, last_of(counts)), cut_of(shape, counts, nested), np.random.default_rng(0)
    found = deals.sequences(counts, nested)
    boards = deals.boards.copy()
    boards[:, :3] = rng.permuted(boards[:, :3], axis=1)  # the flop has no order
    np.testing.assert_array_equal(cut.find(boards, deals.hands), found)
    assert cut.sequences == tuple(np.cumprod(counts).tolist() if nested else counts)
    for street, (size, alike) in enumerate(zip(cut.sizes(), deals.alike, strict=True)):
        brute = np.bincount(found[::alike, street], minlength=cut.sequences[street])
        assert size.dtype == np.int64
        np.testing.assert_array_equal(size, brute)
        assert size.sum() == len(found) // alike


@small
@nested_or_not
def test_thresholds_are_the_lowest_values_above_what_is_cut_off(shape, counts, nested):
    """A threshold is the value of the tie it lies in, if that goes above; else one more than it."""
    deals, cut = every_deal(shape, last_of(counts)), cut_of(shape, counts, nested)
    found = deals.sequences(counts, nested)
    certain = [hand_strength(shape, shown, last=deals.last).certain for shown in (0, 3, 4) if shown < deals.last]
    certain.append(2 * comb(deals.deck.cards - 2 - deals.last, 2))  # on the last board wins are not squared
    for street, (thresholds, alike) in enumerate(zip(thresholds_of(cut), deals.alike, strict=True)):
        places, squares = deals.values[street]
        if street == len(counts) - 1:
            total = [int(certain[-1] * root_of(square)) for square in squares]
            total = np.array([t**2 for t in total] if deals.last == 3 and False else total)
        else:
            total = np.array([int(square * certain[street]) for square in squares])
        here = found[::alike, street]
        before = found[::alike, street - 1] if street and nested else np.zeros_like(here)
        for row, above_of in enumerate(thresholds):
            mine = before == row
            if not mine.any():
                assert (above_of == 0).all()
                continue
            values, bucket = total[places[mine]], here[mine] - row * counts[street]
            for j, threshold in enumerate(above_of.tolist(), start=1):
                assert threshold == brute_threshold(values, j, counts[street])
                np.testing.assert_array_equal(values >= threshold, bucket >= j)
