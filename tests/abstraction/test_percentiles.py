"""Percentile buckets against brute force over all deals of small decks, and against ties counted with 32 cards."""

import logging
from fractions import Fraction
from math import comb, isqrt

import numpy as np
import pytest
from every_deal import EveryDeal, buckets_of, every_deal
from hand_strengths import expected, renamed
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib._util import cache
from cfrlib.abstraction import percentiles as module
from cfrlib.abstraction.bucket_kernels import Count, add_flop, add_later
from cfrlib.abstraction.percentiles import Percentiles, boundary
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import hand_strength

pytestmark = pytest.mark.slow

SMALL = [
    ((3, 3), (2, 3, 2, 4)), ((3, 3), (40, 3, 1, 2)), ((9, 1), (3, 2, 2, 2)), ((5, 2), (1, 7, 2, 3)),
    ((4, 2), (1, 5)), ((7, 1), (3, 4)), ((3, 4), (3, 6)),
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
    rows = [cut.sequences[k - 1] if k and cut.nested else 1 for k in range(cut.rounds)]
    return cut._kept(cache.load("percentiles", cut.name)[1], rows, [np.inf] * 4)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Give a test a cache of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    return tmp_path


@small
@nested_or_not
def test_all_deals_fall_where_brute_force_puts_them(shape, counts, nested):
    deals, cut, rng = every_deal(shape, last_of(counts)), cut_of(shape, counts, nested), np.random.default_rng(0)
    sequences = deals.sequences(counts, nested)
    boards = deals.boards.copy()
    boards[:, :3] = rng.permuted(boards[:, :3], axis=1)  # the flop has no order
    np.testing.assert_array_equal(cut.find(boards, deals.hands), sequences)
    assert cut.sequences == tuple(np.cumprod(counts).tolist() if nested else counts)
    for stage, (size, alike) in enumerate(zip(cut.sizes(), deals.alike, strict=True)):
        brute = np.bincount(sequences[::alike, stage], minlength=cut.sequences[stage])
        assert size.dtype == np.int64
        np.testing.assert_array_equal(size, brute)
        assert size.sum() == len(sequences) // alike


@pytest.mark.parametrize("shape, counts", [((3, 3), (3, 3, 2, 3)), ((4, 3), (4, 3)), ((3, 4), (3, 6))], ids=str)
def test_buckets_of_the_mean(shape, counts):
    """E[HS] instead of E[HS^2]: on small decks some deals fall elsewhere."""
    deals, cut = EveryDeal(shape, last_of(counts), power=1), Percentiles(Deck(*shape), last_of(counts), counts, power=1)
    sequences = cut.find(deals.boards, deals.hands)
    np.testing.assert_array_equal(sequences, deals.sequences(counts))
    assert cut.name != cut_of(shape, counts).name
    assert (sequences != every_deal(shape, last_of(counts)).sequences(counts)).any()


@small
@nested_or_not
def test_thresholds_are_where_ties_are_cut(shape, counts, nested):
    """A threshold is the value of the tie that it is in, where that goes above, or one more than it."""
    deals, cut = every_deal(shape, last_of(counts)), cut_of(shape, counts, nested)
    sequences = deals.sequences(counts, nested)
    for stage, (kept, alike) in enumerate(zip(thresholds_of(cut), deals.alike, strict=True)):
        now = sequences[::alike, stage]
        before = sequences[::alike, stage - 1] if stage and nested else np.zeros_like(now)
        values = whole_values(deals, stage)
        for row, thresholds in enumerate(kept.tolist()):
            mine = before == row
            bucket = now[mine] - row * counts[stage]
            for j, threshold in enumerate(thresholds, start=1):
                below, above = values[mine][bucket < j], values[mine][bucket >= j]
                if not mine.any():
                    assert threshold == 0
                    continue
                assert below.max(initial=-1) < threshold <= above.min(initial=10**18)
                assert threshold in (above.min(initial=10**18), below.max(initial=-1) + 1)


def whole_values(deals, stage):
    """Return what all that deals begin with is worth on a street, in the whole numbers of `hand_strength`."""
    places, squares = deals.values[stage]
    shape = deals.deck.ranks, deals.deck.suits
    if stage == len(deals.alike) - 1:  # doubled wins, not squared
        certain = 2 * comb(deals.deck.cards - 2 - deals.last, 2)
        squares = [Fraction(isqrt(x.numerator), isqrt(x.denominator)) for x in squares]
    else:
        certain = hand_strength(shape, (0, 3, 4)[stage], last=deals.last).certain
    whole = [x * certain for x in squares]
    assert all(x.denominator == 1 for x in whole)
    return np.array([int(x) for x in whole])[places]


@nested_or_not
@pytest.mark.parametrize("bits", [3, 6])
def test_values_may_be_counted_in_two_steps(place, monkeypatch, nested, bits):
    """As with 52 cards: by their first bits, and near boundaries by all of them."""
    shape, counts = (5, 2), (3, 4, 3, 5)
    whole = thresholds_of(cut_of(shape, counts, nested))
    for file in place.glob("percentiles-*"):
        file.unlink()
    monkeypatch.setattr(module, "BITS", bits)
    for one, other in zip(thresholds_of(cut_of(shape, counts, nested)), whole, strict=True):
        np.testing.assert_array_equal(one, other)


@settings(max_examples=200, deadline=None)
@given(
    weights=st.lists(st.integers(1, 9), min_size=1, max_size=12),
    hidden=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    buckets=st.integers(1, 9),
)
def test_a_tie_goes_where_its_middle_falls(weights, hidden, buckets):
    """Also where only those near the boundary are looked at."""
    values = 10 * np.arange(1, len(weights) + 1)
    expected_buckets = buckets_of(np.repeat(values, weights), buckets)
    upto = np.cumsum(weights)
    for j in range(1, buckets):
        at = int(np.searchsorted(upto * buckets, j * upto[-1]))
        first, last = max(at - hidden[0], 0), at + 1 + hidden[1]
        part = slice(first, last)
        below = int(upto[first - 1]) if first else 0
        threshold = boundary(values[part], np.array(weights[part]), below, int(upto[-1]), j, buckets)
        np.testing.assert_array_equal(np.repeat(values, weights) >= threshold, expected_buckets >= j)


@small
@nested_or_not
def test_a_sequence_is_split_into_its_buckets(shape, counts, nested):
    cut = cut_of(shape, counts, nested)
    for stage, many in enumerate(cut.sequences):
        for sequence in range(many):
            parts = cut.split(stage, sequence)
            if not nested:
                assert parts == (sequence,)
                continue
            assert len(parts) == stage + 1
            assert np.ravel_multi_index(parts, counts[: stage + 1]) == sequence


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_names_of_suits_and_the_order_of_the_flop_do_not_matter(data):
    shape, counts = data.draw(st.sampled_from([case for case in SMALL if case[0][1] > 1]))
    cut = known(shape, counts, data.draw(st.booleans()))
    size = cut.last + 2
    cards = data.draw(st.lists(st.integers(0, cut.deck.cards - 1), min_size=size, max_size=size, unique=True))
    other = renamed(cards, cut.deck, data.draw(st.permutations(range(cut.deck.suits))))
    other[2:5] = data.draw(st.permutations(other[2:5]))
    deals = np.array([cards, other])
    one, again = cut.find(deals[:, 2:], number(deals[:, :2]))
    np.testing.assert_array_equal(one, again)


_known = {}


def known(shape, counts, nested):
    """Return an object whose tables are there already, if they have been asked for."""
    return _known.setdefault((shape, counts, nested), cut_of(shape, counts, nested))


LARGE = Deck(8, 4)
"""So many cards that values are counted in two steps."""


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Five buckets on each of four streets, how many deals fall into them, and the thresholds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(tmp_path_factory.mktemp("large")))
        cut = Percentiles(LARGE, 5, (5, 5, 5, 5))
        yield cut, cut.sizes(), thresholds_of(cut)


def test_all_deals_of_a_large_deck_are_counted(large):
    _, sizes, _ = large
    deals, ways = len(LARGE.hands), (comb(30, 3), 27, 26)
    for size, many, more in zip(sizes, (5, 25, 125, 625), (1, *ways), strict=True):
        deals *= more
        assert size.shape == (many,)
        assert size.sum() == deals
    for before, size, more in zip(sizes, sizes[1:], ways, strict=False):
        np.testing.assert_array_equal(size.reshape(len(before), -1).sum(axis=1), before * more)


def test_buckets_of_a_large_deck_are_equal_but_for_the_ties_at_their_ends(large):
    """Up to the turn. At each threshold all of what is worth as much as it, or one less, is counted again: the tie that
    the boundary is in reaches from one side of it to the other, with its middle on the right side. So a bucket is of
    equal size up to half the two ties at its ends."""
    cut, sizes, kept = large
    for stage in range(3):
        size, thresholds = sizes[stage].reshape(-1, 5), kept[stage]
        at, below = ties(cut, stage, thresholds)
        lower, fair = size.cumsum(axis=1)[:, :-1], size.sum(axis=1, keepdims=True) * np.arange(1, 5) / 5
        above = at > 0  # the tie has the threshold's own value, so it went above
        went_above = (lower < fair) & (fair <= lower + at) & (lower + at / 2 >= fair)
        went_below = (lower - below < fair) & (fair <= lower) & (lower - below / 2 < fair)
        assert (went_above | went_below).all()
        assert (above | (below > 0)).all()
        tie = np.where(went_above, at, below)
        assert (np.abs(lower - fair) <= tie / 2).all()
        half = np.pad(tie / 2, ((0, 0), (1, 1)))
        assert (np.abs(size - size.mean(axis=1, keepdims=True)) <= half[:, :-1] + half[:, 1:]).all()


def ties(cut, stage, thresholds):
    """Return how many deals are worth as much as each threshold, and one less."""
    sought = np.hstack([thresholds, thresholds - 1])
    b, counts = cut.tables, np.zeros((*sought.shape, 1), dtype=np.int64)
    count = Count(0, np.zeros((0, 0), dtype=np.int64), sought, counts)
    values = hand_strength(cut.deck, (0, 3, 4)[stage]).total
    if stage == 0:
        counts[0, :, 0] = (values == sought[0][:, None]).sum(axis=1)
    for flop in range(len(b.flops.cards) if stage else 0):
        if stage == 1:
            add_flop(b, flop, values, count, False)
        else:
            workspace = np.zeros((2, 24), dtype=np.int64), np.zeros(len(b.hands), dtype=np.int64)
            add_later(b, flop, stage, count, False, np.zeros(5, dtype=np.int8), *workspace)
    return np.split(counts[:, :, 0], 2, axis=1)


def test_deals_of_a_large_deck_are_looked_up_by_their_values(large):
    cut, _, kept = large
    cards = np.random.default_rng(0).random((20_000, LARGE.cards)).argsort(axis=1)[:, :7]
    boards, hands = cards[:, 2:], number(cards[:, :2])
    tables = [hand_strength(LARGE, shown) for shown in (0, 3, 4)] + [module.final_table(LARGE, 5)]
    row, sequences = np.zeros(len(cards), dtype=int), cut.find(boards, hands)
    for stage, (table, thresholds, shown) in enumerate(zip(tables, kept, (0, 3, 4, 5), strict=True)):
        value = expected(table, boards[:, :shown], hands)
        row = 5 * row + (value[:, None] >= thresholds[row] / table.certain).sum(axis=1)
        np.testing.assert_array_equal(sequences[:, stage], row)
    assert len(np.unique(row)) > 400


def test_nothing_is_computed_before_it_is_needed(place):
    cut = Percentiles(Deck(), 5, (5, 5, 5, 5))
    assert cut.sequences == (5, 25, 125, 625)
    assert cut.split(3, 624) == (4, 4, 4, 4)
    assert cut.rounds == 4
    assert list(place.iterdir()) == []


@nested_or_not
@pytest.mark.parametrize("counts", [(2, 3, 2, 4), (1, 1, 1, 1), (3, 2)], ids=str)
def test_thresholds_are_kept_and_read_again(place, caplog, counts, nested):
    with caplog.at_level(logging.INFO, "cfrlib"):
        first = thresholds_of(cut_of((3, 3), counts, nested))
        told = [record.getMessage() for record in caplog.records if "buckets" in record.getMessage()]
        assert len(told) == 2
        assert all("Deck(ranks=3, suits=3)" in line and str(counts) in line for line in told)
        caplog.clear()
        cut = cut_of((3, 3), counts, nested)
        for one, other in zip(thresholds_of(cut), first, strict=True):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == np.int64
        assert not [record for record in caplog.records if "buckets" in record.getMessage()]
    deals = every_deal((3, 3), last_of(counts))
    np.testing.assert_array_equal(cut.find(deals.boards, deals.hands), deals.sequences(counts, nested))


@pytest.mark.parametrize("boards, hands, takes", [
    ([[0, 1]], [20], "boards: its shape is .* 3 cards for each hand"), ([0, 1, 2], [20], "boards: its shape"),
    ([[0, 1, 2]], [20, 21], "boards: its shape"), ([[0, 1, 2]], [28], "hands: .* 0 to 27"),
    ([[0, 1, 8]], [20], "boards: .* 0 to 7"), ([[0, 1, -1]], [20], "boards: .* 0 to 7"),
    ([[0, 1, 2.0]], [20], "boards: .* whole numbers"), ([[0, 1, 2]], [True], "hands: .* whole numbers"),
    ([[0, 1, 1]], [20], "a card is there twice"), ([[0, 1, 2]], [0], "a card is there twice"),
], ids=str)  # fmt: skip
def test_what_is_no_deal_is_not_looked_up(boards, hands, takes):
    with pytest.raises(ValueError, match=takes):
        cut_of((4, 2), (2, 2)).find(boards, hands)


@pytest.mark.parametrize("last, counts, takes", [
    (4, (2, 2), "last=4: it takes 3 or 5"), (3, (2, 2, 2, 2), "counts=.*2 whole numbers"),
    (5, (2, 2), "counts=.*4 whole numbers"),
    (3, 5, "counts=5"), (3, (2, 0), "counts=0"), (3, (2, 1.5), "counts=1.5"),
], ids=str)  # fmt: skip
def test_what_cannot_be_cut_is_refused(last, counts, takes):
    with pytest.raises(ValueError, match=takes):
        Percentiles(Deck(4, 2), last, counts)
