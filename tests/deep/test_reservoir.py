"""The reservoir: its bound, what it holds, that every sample has the same chance to be in it; how runs fill theirs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from scipy.stats import chi2

from cfrlib.deep import DeepCFR, Reservoir
from cfrlib.games import kuhn, leduc

pytestmark = pytest.mark.slow

some = settings(deadline=None, derandomize=True, max_examples=25)
batches = st.lists(st.integers(0, 30), max_size=12)
capacities = st.none() | st.integers(1, 60)


def stream(sizes, width=2, start=0):
    """Yield batches (places, values, time) in which everything tells which sample of the stream it belongs to."""
    for time, size in enumerate(sizes, 1):
        number = np.arange(start, start + size)
        yield 7 * number, number[:, None] + np.arange(width) / 8, time
        start += size


def filled(sizes, capacity=None, seed=0, width=2):
    memory = Reservoir(width, capacity, seed)
    for batch in stream(sizes, width):
        memory.add(*batch)
    return memory


def state(memory):
    return [*map(np.ndarray.tolist, (memory.places, memory.values, memory.times)), len(memory), memory.seen]


@some
@given(batches, capacities, st.integers(1, 3), st.integers(0, 9))
def test_it_never_grows_beyond_its_bound_and_what_belongs_together_comes_once(sizes, capacity, width, seed):
    memory, total, bound = Reservoir(width, capacity, seed), 0, np.inf if capacity is None else capacity
    for places, values, time in stream(sizes, width):
        memory.add(places, values, time)
        total += len(places)
        assert memory.seen == total
        assert len(memory) == min(total, bound)
        assert memory.places.shape == memory.times.shape == (len(memory),)
        assert memory.values.shape == (len(memory), width)
        assert all(len(part) <= bound for part in memory._samples)  # nor does it ask for more than it may fill
    number = memory.places // 7
    assert len(set(number.tolist())) == len(memory)
    assert total > bound or number.tolist() == list(range(total))  # all of them, in their order
    assert memory.places.tolist() == (7 * number).tolist()
    assert memory.values.tolist() == (number[:, None] + np.arange(width) / 8).tolist()
    assert memory.times.tolist() == np.repeat(np.arange(1, len(sizes) + 1), sizes)[number].tolist()


def test_it_keeps_copies_and_samples_of_any_number_type_exactly():
    for capacity in (None, 100, 3):
        memory, places, values = Reservoir(2, capacity), np.arange(5), np.ones((5, 2))
        memory.add(places, values, 1)
        before = state(memory)
        places[:], values[:] = -1, np.nan
        assert state(memory) == before
    memory = Reservoir(2)
    memory.add(np.array([3], np.int32), np.array([[0.1, -1e300]]), 2**40)
    memory.add([4], [[1, 2]], np.int32(5))
    assert state(memory) == [[3, 4], [[0.1, -1e300], [1.0, 2.0]], [2**40, 5], 2, 2]
    assert (memory.places.dtype, memory.values.dtype, memory.times.dtype) == (np.int64, np.float64, np.int64)


@some
@given(batches, st.integers(1, 60), st.integers(0, 9), st.data())
def test_how_a_stream_is_cut_does_not_matter(sizes, capacity, seed, data):
    total = sum(sizes)
    cuts = sorted(data.draw(st.lists(st.integers(0, total), max_size=8)))
    places, values, times = 7 * np.arange(total), np.arange(total)[:, None] + np.arange(2) / 8, 3
    one, two = Reservoir(2, capacity, seed), Reservoir(2, capacity, seed)
    one.add(places, values, times)
    for low, high in zip([0, *cuts], [*cuts, total], strict=True):
        two.add(places[low:high], values[low:high], times)
    assert state(one) == state(two)
    assert one._rng.bit_generator.state == two._rng.bit_generator.state


def test_every_set_of_samples_is_as_likely():
    # Not only one by one: all ways to take 3 of 6.
    seeds, counts = 2000, dict.fromkeys(combinations(range(6), 3), 0)
    for seed in range(seeds):
        counts[tuple(sorted((filled([2, 1, 3], 3, seed).places // 7).tolist()))] += 1
    often, expected = np.array(list(counts.values())), seeds / len(counts)
    assert 1e-5 < chi2.sf(((often - expected) ** 2).sum() / expected, len(counts) - 1) < 1 - 1e-5


@some
@given(batches, batches, capacities)
def test_one_that_takes_over_goes_on_alike(before, after, capacity):
    one = filled(before, capacity, 3)
    two = Reservoir(2, capacity)
    two.fill(one.places, one.values, one.times, one.seen)
    two._rng.bit_generator.state = one._rng.bit_generator.state
    assert state(one) == state(two)
    kept, held = state(one), state(two)
    for batch in stream(after, start=sum(before)):
        two.add(*batch)
    assert state(one) == kept  # they do not share their arrays
    for batch in stream(after, start=sum(before)):
        one.add(*batch)
    assert state(one) == state(two)
    assert held == kept


@pytest.mark.parametrize(
    "places, values, times, seen",
    [(3, (3, 3), 3, 3), (3, (2, 2), 3, 3), (2, (3, 2), 3, 3), (3, (3, 2), 2, 3), (3, (3, 2), 3, 2), (5, (5, 2), 5, 5)],
)
def test_parts_that_do_not_fit_are_refused(places, values, times, seen):
    memory = filled([2], capacity=4)
    before = state(memory)
    with pytest.raises(ValueError, match="^memory: "):
        memory.fill(np.zeros(places, np.int64), np.zeros(values), np.zeros(times, np.int64), seen)
    assert state(memory) == before


@pytest.mark.parametrize("game, capacity", [(kuhn(), 100), (leduc(), None)], ids=repr)
def test_how_much_is_listed_at_a_time_does_not_matter(game, capacity, monkeypatch):
    one, two = (DeepCFR(game, 30, capacity, "table", seed=1) for _ in range(2))
    one.run(5)
    monkeypatch.setattr("cfrlib.deep.solver.BATCH", 1)  # little more than a walk at a time
    two.run(5)
    assert len(two._sampled[0]) < len(one._sampled[0])
    memories = (*one.memories, one.strategies)
    assert list(map(state, memories)) == list(map(state, (*two.memories, two.strategies)))
    if capacity:
        assert all(len(memory) == capacity < memory.seen for memory in memories)


def test_memories_forget_independently_of_each_other_and_of_the_walks():
    deep = DeepCFR(kuhn(), learner="table", seed=5)
    rngs = [memory._rng for memory in (*deep.memories, deep.strategies)] + [deep._coin, deep._walker.rng]
    assert len({rng.random() for rng in rngs}) == 5


@pytest.mark.parametrize("learner", [{"hidden": (4,), "batch": 4}, {"learner": "table"}])
def test_a_player_who_has_not_moved_yet(learner, tmp_path):
    # The first walk does not come to player 0; he is trained as soon as there is something to learn, and then no more.
    deep = DeepCFR(RandomGame(28), 1, steps=(2, 2, 2), retrain=0, seed=28, **learner)
    deep.run(1)
    assert (len(deep.memories[0]), deep.trained, deep.trainings) == (0, [False, True], 1)
    assert dict(deep.average_strategy()).keys() == dict(deep.current_strategy()).keys()
    mine, uniform = deep.infosets.players == 0, DeepCFR(RandomGame(28)).strategy
    assert np.array_equal(deep.strategy[mine], uniform[mine])
    deep.save(tmp_path / "deep")
    for goes_on in (deep, DeepCFR.load(tmp_path / "deep", RandomGame(28))):
        goes_on.run(3)
        assert (goes_on.trained, goes_on.trainings) == ([True, True], 2)
        assert np.array_equal(goes_on.strategy, deep.strategy)
        assert not np.array_equal(goes_on.strategy[mine], uniform[mine])
