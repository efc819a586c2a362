"""Percentile buckets against brute force over all deals of small decks, and against values looked up with 24 cards."""

import numpy as np
import pytest
from every_deal import EveryDeal, buckets_of, every_deal
from hand_strengths import expected, renamed
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib._util import cache
from cfrlib.abstraction import percentiles as module
from cfrlib.abstraction.percentiles import Percentiles, boundary
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.hand_strength import hand_strength

pytestmark = pytest.mark.slow

SMALL = [
    ((3, 3), (2, 3, 2, 4)), ((3, 3), (40, 3, 1, 2)), ((5, 2), (1, 7, 2, 3)), ((7, 1), (3, 4)), ((3, 4), (3, 6)),
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


@pytest.mark.parametrize("shape, counts", [((3, 3), (3, 3, 2, 3)), ((3, 4), (3, 6))], ids=str)
def test_buckets_of_the_mean(shape, counts):
    """E[HS] instead of E[HS^2]: on small decks some deals fall elsewhere."""
    deals, cut = EveryDeal(shape, last_of(counts), power=1), Percentiles(Deck(*shape), last_of(counts), counts, power=1)
    sequences = cut.find(deals.boards, deals.hands)
    np.testing.assert_array_equal(sequences, deals.sequences(counts))
    assert cut.name != cut_of(shape, counts).name
    assert (sequences != every_deal(shape, last_of(counts)).sequences(counts)).any()


@pytest.mark.parametrize("nested, bits", [(True, 3), (False, 6)])
def test_values_may_be_counted_in_two_steps(place, monkeypatch, nested, bits):
    """As with 52 cards: by their first bits, and near boundaries by all of them."""
    shape, counts = (5, 2), (3, 4, 3, 5)
    whole = thresholds_of(cut_of(shape, counts, nested))
    for file in place.glob("percentiles-*"):
        file.unlink()
    monkeypatch.setattr(module, "BITS", bits)
    for one, other in zip(thresholds_of(cut_of(shape, counts, nested)), whole, strict=True):
        np.testing.assert_array_equal(one, other)


@settings(max_examples=60, deadline=None)
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


@settings(max_examples=50, deadline=None)
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


LARGE = Deck(6, 4)
"""So many cards that values are counted in two steps."""


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Five buckets on each of four streets, and the thresholds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CFRLIB_CACHE", str(tmp_path_factory.mktemp("large")))
        cut = Percentiles(LARGE, 5, (5, 5, 5, 5))
        yield cut, thresholds_of(cut)


def test_deals_of_a_large_deck_are_looked_up_by_their_values(large):
    cut, kept = large
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
