"""The tables are computed once, kept on disk, and computed again where what is kept is not to be trusted."""

import numpy as np
import pytest

from cfrlib.cards import flops, tables
from cfrlib.cards.tables import flop_tables


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Give each test a cache, and a memory, of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(tables, "_loaded", {})
    return tmp_path


@pytest.fixture
def built(monkeypatch):
    """Return the list of decks that are computed from here on."""
    decks, build = [], flops.build
    monkeypatch.setattr(flops, "build", lambda deck: decks.append((deck.ranks, deck.suits)) or build(deck))
    return decks


def test_the_same_tables_from_memory_and_from_disk(built, place):
    first = flop_tables((4, 3))
    assert flop_tables([4, 3]) is first
    tables._loaded.clear()
    second = flop_tables((4, 3))
    assert second is not first
    assert built == [(4, 3)]
    assert len(list(place.iterdir())) == 1
    for ours, theirs in zip(first, second, strict=True):
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype == theirs.dtype
        for array in (ours, theirs):  # so kernels see one type
            assert array.flags.aligned
            assert array.flags.c_contiguous
            assert not array.flags.writeable
    flop_tables((4, 2))
    assert built == [(4, 3), (4, 2)]


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:300] + b"?" + data[301:], lambda data: b""]
)
def test_what_is_damaged_is_computed_again(built, place, damage):
    first = flop_tables((4, 2))
    (path,) = place.iterdir()
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    tables._loaded.clear()
    second = flop_tables((4, 2))
    assert built == [(4, 2)] * 2
    assert path.read_bytes() == whole
    assert all((ours == theirs).all() for ours, theirs in zip(first, second, strict=True))
