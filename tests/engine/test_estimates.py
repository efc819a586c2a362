"""Estimates: memory is what solvers hold, time is about right, and asking is cheap."""

import time
import tracemalloc

import psutil
import pytest

import cfrlib
from cfrlib.engine import estimates
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix, texas
from cfrlib.sampling import ByPlace, Mixed, visits
from cfrlib.tree import unroll

GAMES = [
    kuhn(), kuhn(13), leduc(), leduc(6), leduc_no_limit(5), leduc_no_limit(9), bluff(faces=3), bluff(),
    bluff((2, 1), 4), holdem((1, 1), (5, 3)), holdem((1, 1), (4, 2), 3), texas((3, 2, 2, 2), (1, 0, 0, 1), (3, 3)),
    unroll(leduc(suits_matter=False)), matrix([[1.0, 0.0], [0.0, 1.0]]),
]  # fmt: skip
SWITCHES = [
    {}, {"dtype": "float32"}, {"sampling": "es", "regret": "discounted"}, {"regret": "pcfr+", "sampling": "cs"},
    {"sampling": Mixed("es", "os", 0.5), "average": "linear optimistic"},
]  # fmt: skip


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_memory_is_what_a_solver_holds(game, switches):
    said = cfrlib.estimate(game, **switches)
    solver = cfrlib.CFR(game, **switches)
    held = sum(table.nbytes for table in solver.engine.tables)
    if getattr(game, "buckets", None) and "sampling" not in switches:
        held += solver.engine._extra(solver.dtype)  # the matrices between all sequences
    assert said.bytes == pytest.approx(held, rel=0.2)
    assert said.entries == pytest.approx(sum(table.size for table in solver.engine.regret_tables()), abs=1)
    assert said.infosets == getattr(game, "num_infosets", said.infosets)


@pytest.mark.parametrize("game", [leduc_no_limit(5), leduc(suits_matter=False), unroll(kuhn())], ids=repr)
def test_what_is_too_large_to_be_built_is_counted(game, monkeypatch):
    built = cfrlib.estimate(game)
    monkeypatch.setattr(estimates, "BUILT", 0)
    counted = cfrlib.estimate(game)
    assert (counted.infosets, counted.entries) == (built.infosets, built.entries)
    assert counted.bytes == pytest.approx(built.bytes, rel=0.2)
    assert "merge" in counted.source


@pytest.mark.parametrize("game, sampling", [
    (leduc(), "vanilla"), (leduc(), "es"), (leduc_no_limit(9), "vanilla"), (leduc_no_limit(9), "pcs"), (bluff(), "es"),
    (unroll(leduc()), "vanilla"), (unroll(leduc()), "os"),
], ids=str)  # fmt: skip
def test_time_is_about_right(game, sampling):
    """Within a factor of two where it was measured; six allow for another machine, and one at work."""
    assert 1 / 6 < cfrlib.estimate(game, sampling).seconds / taken(cfrlib.CFR(game, sampling)) < 6


def taken(solver):
    """Return the seconds of an iteration, where nothing came in between."""
    solver.run(5)
    before, times = time.process_time(), []
    solver.run(5)
    iterations = 5 if time.process_time() - before > 1e-3 else 1000  # else the call alone would count
    for _ in range(8):
        began = time.process_time()
        solver.run(iterations)
        times.append((time.process_time() - began) / iterations)
    return min(times)


LOCKED = {("J", ""): {"p": 1}}
COSTLY = [
    (game, {"sampling": row, "baseline": "exact"})
    for game in (kuhn(), leduc(), bluff(faces=4))
    for row in ("cs", "es", "os")
]
COSTLY += [
    (game, {"regret": rule}) for game in (leduc(), leduc_no_limit(5), unroll(leduc())) for rule in ("hedge", "mmd")
]
COSTLY += [(kuhn(), {"sampling": row, "locked": LOCKED}) for row in ("vanilla", "es")]
COSTLY += [
    (leduc(), {"sampling": row})
    for row in ("cs", "opcs", "spcs", "os", "robust", Mixed("es", "os", 0.5), ByPlace(visits(5)))
]
COSTLY += [(leduc(), {"sampling": "os", "baseline": "learned"}), (leduc(), {"sampling": "es", "average": "lazy"})]


@pytest.mark.parametrize("game, switches", COSTLY, ids=str)
def test_no_switch_is_said_to_take_much_less_or_more(game, switches):
    """What an iteration does beside its walk is more than the walk."""
    assert 1 / 6 < cfrlib.estimate(game, **switches).seconds / taken(cfrlib.CFR(game, **switches)) < 6


def test_what_is_not_known_is_said(monkeypatch):
    monkeypatch.setattr(estimates, "BUILT", 0)
    said = cfrlib.estimate(leduc(), "es", baseline="exact")
    assert said.seconds != said.seconds
    assert "its time is not known; from" in repr(said)
    assert cfrlib.estimate(leduc(), "es", baseline="learned").seconds < 1e-4


@pytest.mark.parametrize("game, switches, size", [
    (bluff((2, 2)), {"dtype": "float32", "threads": 2}, 1_018_953_392), (bluff((2, 2)), {"sampling": "es"}, 4.08e9),
    (leduc_no_limit(20), {}, 25_050_960), (texas(12), {"sampling": "es"}, 4.94e9), (leduc(13, 4), {}, 426_000),
], ids=str)  # fmt: skip
def test_asking_is_cheap_and_takes_no_memory_to_be_free(game, switches, size, monkeypatch):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: type("Memory", (), {"available": 5 * 10**7}))
    said = cfrlib.estimate(game, **switches)
    assert said.bytes == pytest.approx(size, rel=0.01)
    assert said.seconds > 0
    tracemalloc.start()
    try:
        assert cfrlib.estimate(type(game)(**game.parameters), **switches) == said
        assert tracemalloc.get_traced_memory()[1] < 1.2e8
    finally:
        tracemalloc.stop()
    began = time.process_time()
    cfrlib.estimate(type(game)(**game.parameters), **switches)
    assert time.process_time() - began < 2


def test_it_reads_well_and_does_not_change():
    said = cfrlib.estimate(kuhn())
    assert repr(said).startswith("<Estimate: 12 information sets, tables of 24 entries, 864 bytes, about ")
    assert "MB, about 0.0" in repr(cfrlib.estimate(bluff((2, 1))))
    with pytest.raises(AttributeError):
        said.bytes = 0
    locked = {("J", ""): {"p": 1}}
    assert cfrlib.estimate(kuhn(), locked=locked).bytes == said.bytes
    assert cfrlib.estimate(kuhn(), ByPlace(visits(3))).bytes > said.bytes


@pytest.mark.parametrize("game, switches", [
    (kuhn(), {"regret": "RM"}), (leduc_no_limit(20), {"regret": "RM"}), (bluff((2, 2)), {"regret": "hedge"}),
    (bluff((2, 2)), {"dtype": "int8"}), (holdem(deck=(5, 3)), {"baseline": "exact"}), (kuhn(), {"sampling": "ES"}),
    (unroll(kuhn()), {"sampling": "pcs"}), ("kuhn", {}), (kuhn(), {"locked": {("J", ""): {"x": 1}}}),
], ids=str)  # fmt: skip
def test_what_a_solver_refuses_is_refused_in_the_same_words(game, switches):
    said = []
    for of in (cfrlib.estimate, cfrlib.CFR) if game != leduc_no_limit(20) else (cfrlib.estimate,) * 2:
        with pytest.raises((TypeError, ValueError)) as raised:
            of(game, **switches)
        said.append(str(raised.value))
    assert said[0] == said[1]
