"""Runs that go on where they stopped, from a file too; files that are refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import HalfLife, Linear

pytestmark = pytest.mark.slow

some = settings(deadline=None, derandomize=True, max_examples=6)
same = np.array_equal
NETWORK = {"walks": 6, "steps": (4, 2, 4), "hidden": (4, 3), "batch": 8, "rate": 0.01}
TABLE = {"walks": 6, "learner": "table"}
COUNTERS = ("iterations", "trainings", "gradient_steps", "nodes_touched", "histories_touched")


def assert_the_same_run(one, two):
    """Compare all that a run goes on from, bit by bit, and what it has come to."""
    for a, b in zip((*one.memories, one.strategies), (*two.memories, two.strategies), strict=True):
        assert same(a.places, b.places)
        assert same(a.values, b.values)
        assert same(a.times, b.times)
        assert (a.seen, a.capacity, len(a)) == (b.seen, b.capacity, len(b))
        assert a._rng.bit_generator.state == b._rng.bit_generator.state
    assert same(one.strategy, two.strategy)
    assert one._coin.bit_generator.state == two._coin.bit_generator.state
    assert one._walker.rng.bit_generator.state == two._walker.rng.bit_generator.state
    assert [getattr(one, counter) for counter in COUNTERS] == [getattr(two, counter) for counter in COUNTERS]
    if one.iterations:
        for a, b in zip(one.learners, two.learners, strict=True):
            assert same(a.predict(), b.predict())
    for name in ("average_strategy", "current_strategy", "remembered_strategy"):
        assert getattr(one, name)() == getattr(two, name)()
    assert repr(one) == repr(two)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("deep") / "deep"


@some
@given(
    st.integers(0, 4), st.integers(0, 4), st.sampled_from([NETWORK, TABLE]), st.sampled_from(["keep", "adjust"]),
    st.sampled_from([1.0, 0.5, 0, HalfLife(2), Linear(4.5)]), st.sampled_from([None, 1, 50, 10_000]),
    st.sampled_from(["largest", "uniform"]), st.sampled_from([kuhn(), leduc(suits_matter=False), bluff(faces=2)]),
    st.integers(0, 2**70),
)  # fmt: skip
def test_going_on_is_the_same_bit_for_bit(place, n, m, switches, otherwise, retrain, capacity, no_positive, game, seed):
    # n + m iterations, n then m, and n, a file, m.
    switches = switches | {"otherwise": otherwise, "retrain": retrain, "capacity": capacity, "no_positive": no_positive}
    whole, parts = (DeepCFR(game, **switches, seed=seed) for _ in range(2))
    whole.run(n + m)
    parts.run(n)
    parts.save(place)
    stored = DeepCFR.load(place)
    assert_the_same_run(stored, parts)
    assert stored.seconds == parts.seconds
    for name in ("walks", "learner", "retrain", "otherwise", "no_positive", "seed", "steps"):
        assert getattr(stored, name) == getattr(parts, name)
    profile = parts.current_strategy()
    before = profile.probabilities.copy()
    for deep in (parts, stored):
        deep.run(m)
        assert_the_same_run(deep, whole)
    assert same(profile.probabilities, before)


@pytest.mark.parametrize("learner", ["network", "table"])
def test_no_iterations_are_uniform(learner):
    deep, uniform = DeepCFR(kuhn(), learner=learner), cfrlib.Profile.uniform(kuhn())
    deep.run(0)
    for profile in (deep.average_strategy(), deep.current_strategy(), deep.remembered_strategy()):
        assert dict(profile) == dict(uniform)
    assert (deep.iterations, deep.trainings, deep.gradient_steps, deep.nodes_touched) == (0, 0, 0, 0)


def test_looking_never_changes_the_run_and_seeds_do():
    looked, plain, other = (DeepCFR(kuhn(), **NETWORK, seed=seed) for seed in (1, 1, 2))
    for deep in (looked, plain, other):
        for _ in range(3):
            deep.run(2)
            if deep is looked:
                assert deep.average_strategy() == deep.average_strategy()
                deep.exploitability(), deep.remembered_strategy(), deep.current_strategy()
    assert looked.average_strategy() == plain.average_strategy() != other.average_strategy()
    assert same(looked.strategy, plain.strategy)


def saved(folder, game=None, iterations=3, **switches):
    deep = DeepCFR(game or kuhn(), **{"walks": 2, "learner": "table", "capacity": 10, **switches})
    deep.run(iterations)
    deep.save(folder / "deep")
    return folder / "deep"


def test_a_function_of_ones_own_cannot_be_saved(tmp_path):
    with pytest.raises(ValueError, match="^retrain="):
        saved(tmp_path, retrain=lambda t: 1 / t)
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_numpy_can_be_saved(tmp_path):
    of_numpy = {"hidden": (np.int64(4),), "batch": np.int64(8), "rate": np.float32(0.5), "retrain": np.int64(1)}
    switches = {**NETWORK, "learner": "network", **of_numpy}
    whole = DeepCFR(kuhn(), **switches, capacity=10)
    whole.run(5)
    stored = DeepCFR.load(saved(tmp_path, **switches))
    stored.run(2)
    assert_the_same_run(stored, whole)
