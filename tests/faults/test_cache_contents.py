"""A file of the cache whose checksum is right and whose content is wrong counts as missing, whoever reads it."""

import hashlib
import json
import logging
from io import BytesIO

import numpy as np
import pytest

from cfrlib._util import archive, cache
from cfrlib.abstraction import percentiles
from cfrlib.cards import hand_strength, tables
from cfrlib.cards.deck import Deck
from cfrlib.engine import following
from cfrlib.engine.buckets import joint_table as joint
from cfrlib.games import bluff, texas


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Give each test a cache, and a memory, of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    return tmp_path


def flops():
    tables._loaded.clear()
    return tables.flop_tables((4, 2))


def strength():
    hand_strength._loaded.clear()
    return [hand_strength.hand_strength((4, 2), 0, last=3).total]


def thresholds():
    """Return the thresholds of buckets; the tables under them are in the cache, too, and stay as they are."""
    hand_strength._loaded.clear()
    b = percentiles.Percentiles(Deck(4, 2), 3, (3, 3)).tables
    return [b.preflop, b.flop]


def pairs():
    table = joint.joint_table(texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)))
    return [table.pairs, table.wins]


def solution():
    found = following.solution(bluff((1, 1), 2))
    return [np.array([found.value, *found.best]), found.profile().probabilities]


READERS = {"flops": flops, "hand-strength": strength, "percentiles": thresholds, "joint": pairs, "subgame": solution}
SLOW = "hand-strength", "joint", "subgame"


def parts(kind, header, body):
    """Return the arrays that are kept, by name."""
    kinds = {
        "flops": header.get("arrays"), "hand-strength": [["total", header.get("dtype"), [-1]]],
        "percentiles": [["thresholds", "<i8", [len(body) // 8]]],
        "joint": [[name, "<f8", [len(body) // 16]] for name in ("pairs", "wins")],
    }.get(kind, [])  # fmt: skip
    at, found = 0, {}
    for name, dtype, shape in kinds:
        found[name] = np.frombuffer(body, dtype, max(int(np.prod(shape)), -1), at)
        at += found[name].nbytes
    return found


def poisoned(kind, header, body):
    """Yield bytes with wrong numbers in one array: out of range, and, where all of it is checked, within."""
    arrays = parts(kind, header, body)
    for name, array in arrays.items():
        if array.dtype.kind == "f":
            wrong = np.nan, np.inf, -1.0, 1e300
        else:
            wrong = -2, np.iinfo(array.dtype).max
        for number in wrong:
            for place in (slice(None), slice(1), slice(-1, None)):
                other = array.copy()
                other[place] = number
                yield b"".join({**arrays, name: other}[n].tobytes() for n in arrays)
        for other in (np.zeros_like(array), np.roll(array, 1)):
            if not np.array_equal(other, array) and (kind in ("flops", "percentiles") or name == "pairs"):
                yield b"".join({**arrays, name: other}[n].tobytes() for n in arrays)
    if kind == "subgame":
        with archive.reading(BytesIO(body), "solver") as stored:
            tables = {name: stored.take(name, None, ("float64",)) for name in ("regret", "sums", "strategy")}
            ours = {k: v for k, v in stored.header.items() if k != "checksums"}
            yield archive.packed(ours, tables | {"sums": 0 * tables["sums"]})
            yield archive.packed(ours, tables | {"sums": tables["sums"][::-1].copy()})


def contents(kind, header, body):
    """Yield (header, body) that are wrong in one place."""
    yield from ((header, other) for other in poisoned(kind, header, body))
    yield [], body
    yield None, body
    for key, value in header.items():
        if key != "name":
            yield {k: v for k, v in header.items() if k != key}, body
            more = [value + 1, value + 0.01] if isinstance(value, float) else []
            for wrong in (None, "x", -1, {}, [], [value], True, *more):
                yield header | {key: wrong}, body
            if key == "best":
                yield header | {"value": 0.9, "best": [0.9, -0.9]}, body
    for wrong in (b"", body[:-8], body + bytes(8)):
        yield header, wrong


@pytest.mark.parametrize("kind", [pytest.param(k, marks=pytest.mark.slow_fault if k in SLOW else ()) for k in READERS])
def test_wrong_content_with_a_right_checksum_is_made_again(kind, place, caplog):
    read = READERS[kind]
    right = read()
    (path,) = place.glob(f"{kind}-*.cache")
    whole = path.read_bytes()
    head, _, body = whole.partition(b"\n")[2].partition(b"\n")
    for header, other in contents(kind, json.loads(head), body):
        content = json.dumps(header).encode() + b"\n" + other
        path.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        for ours, theirs in zip(read(), right, strict=True):
            np.testing.assert_array_equal(ours, theirs)
        again = path.read_bytes()
        assert again == whole or (kind == "subgame" and again != content)  # how long solving takes differs
    path.write_bytes(whole)
    with caplog.at_level(logging.INFO, "cfrlib"):
        read()
    assert not caplog.records  # what is right is taken


def test_a_reader_says_what_it_does_not_take():
    bytes_of_x = 0, 2**63
    cache.store("table", "mine", {"a": 1}, b"x" * 16)
    assert cache.load("table", "mine", lambda header, body: cache.arrays(body, [("u8", (2, 1), 0, 9)])) is None
    assert cache.load("table", "mine", lambda header, body: header["b"]) is None
    assert cache.load("table", "mine", lambda header, body: cache.arrays(body, [("u8", (3,), *bytes_of_x)])) is None
    assert cache.load("table", "mine", lambda header, body: cache.arrays(body, [("u8", (1,), *bytes_of_x)])) is None
    (array,) = cache.load("table", "mine", lambda header, body: cache.arrays(body, [("u8", (2, 1), *bytes_of_x)]))
    assert array.shape == (2, 1)
    assert array.tobytes() == b"x" * 16
