"""What learners make of samples: the table the weighted mean, the network something near it in the same measure."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games

from cfrlib.deep import DeepCFR, InfoSets, Perceptron, Reservoir, Table
from cfrlib.games import kuhn, leduc

pytestmark = pytest.mark.slow

KUHN, LEDUC = InfoSets(kuhn()), InfoSets(leduc(suits_matter=False))
some = settings(deadline=None, derandomize=True, max_examples=12)


def holding(*samples):
    """Return a memory of samples (place, values, time)."""
    memory = Reservoir(len(samples[0][1]))
    for place, values, time in samples:
        memory.add([place], [values], time)
    return memory


def random_memory(infosets, seed, size=500, noise=1.0, times=20):
    """Return samples around a mean for each information set and action; later iterations tell of other means."""
    rng = np.random.default_rng(seed)
    means, drift = rng.normal(size=(2, *infosets.legal.shape)) * infosets.legal
    memory = Reservoir(means.shape[1])
    for time in range(1, times + 1):
        places = rng.integers(len(infosets), size=size // times)
        off = noise * rng.normal(size=(len(places), means.shape[1])) * infosets.legal[places]
        memory.add(places, means[places] + drift[places] * time / times + off, time)
    return memory


def loss(memory, predicted):
    """Return the mean of the squares of what is predicted wrong, each sample counted as often as its iteration says."""
    squares = ((predicted[memory.places] - memory.values) ** 2).sum(axis=1)
    return np.average(squares, weights=memory.times)


def means(infosets, memory):
    table = Table(infosets)
    table.fit(memory, None)
    return table.predict()


def seed(*key):
    return np.random.SeedSequence(7, spawn_key=key)


def test_the_table_is_the_weighted_mean_by_hand():
    table = Table(KUHN)
    assert table.fit(holding((4, [1.0, -8.0], 1), (4, [5.0, 0.0], 3), (7, [2.0, 6.0], 5)), None) == 0
    expected = np.zeros((12, 2))
    expected[4], expected[7] = [(1 * 1 + 3 * 5) / 4, -8 / 4], [2, 6]
    assert table.predict().tolist() == expected.tolist()


def test_the_table_forgets_what_it_was_shown_before():
    assert not means(KUHN, Reservoir(2)).any()
    table = Table(KUHN)
    table.fit(holding((4, [1.0, 2.0], 1), (5, [1.0, 1.0], 1)), None)
    for fresh in (True, False):
        table.fit(holding((4, [3.0, -1.0], 2)), None, fresh=fresh)
        assert table.predict()[4].tolist() == [3.0, -1.0]
        assert not table.predict()[5].any()


@some
@given(random_games(), st.integers(0, 99), st.integers(1, 200))
def test_the_table_is_the_least_squares_fit(game, number, size):
    # By np.linalg.lstsq on square roots of the weights: one unknown for each information set.
    infosets = InfoSets(game)
    memory = random_memory(infosets, number, size + 20)
    sampled = np.unique(memory.places)
    root = np.sqrt(memory.times)[:, None]
    matrix = root * (memory.places[:, None] == np.arange(len(infosets)))
    expected, *_ = np.linalg.lstsq(matrix, root * memory.values, rcond=None)
    table = means(infosets, memory)
    assert table[sampled] == pytest.approx(expected[sampled], abs=1e-9)
    assert not np.delete(table, sampled, axis=0).any()


def trained(infosets, memory, steps, number=0, **switches):
    network = Perceptron(infosets, **switches)
    assert network.fit(memory, seed(number), steps) == steps
    return network


@pytest.mark.parametrize("game, part", [(kuhn(), 0.95), (leduc(suits_matter=False), 0.3)], ids=["kuhn", "leduc"])
def test_the_loss_falls_below_that_of_zero_towards_that_of_the_table(game, part):
    # On sampled advantages, which are the same at information sets that differ in what does not matter.
    deep = DeepCFR(game, walks=100, learner="table", seed=1)
    deep.run(5)
    memory = deep.memories[0]
    predicted = trained(deep.infosets, memory, 100, hidden=(32,), rate=1e-2).predict()
    assert predicted.shape == deep.infosets.legal.shape
    assert predicted.dtype == np.float64
    zero, least = loss(memory, np.zeros(predicted.shape)), loss(memory, means(deep.infosets, memory))
    assert least < loss(memory, predicted) < part * least + (1 - part) * zero


def test_with_enough_steps_it_predicts_the_means():
    # What is sampled without noise is learnt exactly, wherever in the memory it stands.
    rng = np.random.default_rng(1)
    memory = holding(*((k % 12, v, 1) for k, v in enumerate(np.resize(rng.normal(size=(12, 2)), (96, 2)))))
    predicted = trained(KUHN, memory, 1500, hidden=(32,), batch=48, rate=1e-2).predict()
    assert predicted == pytest.approx(means(KUHN, memory), abs=0.02)


@pytest.mark.parametrize("late", [1, 9, 99])
def test_weights_matter(late):
    # +1 in iteration 1 and -1 in a later one: towards the weighted mean, (1 - late) / (1 + late).
    memory = holding((3, [1.0, 0.0], 1), (3, [-1.0, 0.0], late))
    predicted = trained(KUHN, memory, 400, hidden=(8,), rate=1e-2).predict()[3]
    assert predicted == pytest.approx([(1 - late) / (1 + late), 0], abs=0.05)


def test_fresh_weights_and_those_that_are_there():
    # At such a rate nothing is learnt: what is expected is what the first weights say.
    memory, other = random_memory(KUHN, 1), random_memory(KUHN, 2)
    network = trained(KUHN, memory, 3, hidden=(16,), rate=1e-9)
    before = network.predict()
    assert network.fit(other, seed(1), 3, fresh=False) == 3
    assert network.predict() == pytest.approx(before, abs=1e-5)
    assert network.fit(other, seed(1), 3) == 3
    assert np.abs(network.predict() - before).max() > 0.1


def test_a_step_is_a_batch():
    # Ten steps of one batch are ten times one step: Adam moves no weight much further than its rate in a step.
    memory = random_memory(KUHN, 1)
    for steps in (1, 10):
        network, start = (Perceptron(KUHN, hidden=(16,), batch=32, rate=rate) for rate in (1e-3, 1e-12))
        network.fit(memory, seed(0), steps)
        start.fit(memory, seed(0), steps)
        moved = max(np.abs(network.parts()[name] - part).max() for name, part in start.parts().items())
        assert 0.5e-3 * steps < moved < 1.5e-3 * steps


def test_one_seed_the_same_bits():
    # It decides on the first weights, and on which samples are drawn; what is everybody's is not touched.
    memory, state = random_memory(LEDUC, 1), np.random.get_state()[1].tolist()  # noqa: NPY002
    one, two, other = (trained(LEDUC, memory, 5, number, hidden=(16, 8)) for number in (1, 1, 2))
    assert np.array_equal(one.predict(), two.predict())
    assert not np.array_equal(one.predict(), other.predict())
    one.fit(memory, seed(3), 5, fresh=False)
    two.fit(memory, seed(4), 5, fresh=False)
    assert not np.array_equal(one.predict(), two.predict())
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


def test_predictions_have_the_scale_of_the_payoffs():
    # Powers of two, so to the last bit; going on keeps the scale.
    memory, predicted = random_memory(KUHN, 1), []
    for scale in (1.0, 2.0**20, 2.0**-30):
        scaled = Reservoir(2)
        for place, values, time in zip(memory.places, memory.values, memory.times, strict=True):
            scaled.add([place], [scale * values], time)
        network = trained(KUHN, scaled, 20, hidden=(16,))
        first = network.predict() / scale
        network.fit(scaled, seed(1), 5, fresh=False)
        predicted.append((first, network.predict() / scale))
    assert all(np.array_equal(a, b) for pair in predicted[1:] for a, b in zip(predicted[0], pair, strict=True))
    assert not np.array_equal(*predicted[0])


def test_nothing_but_zeros_and_a_game_with_a_single_action():
    network = trained(KUHN, holding((0, [0.0, 0.0], 1), (5, [0.0, 0.0], 2)), 300, hidden=(8,), rate=1e-2)
    assert network.predict()[[0, 5]] == pytest.approx(0, abs=0.01)
    infosets = InfoSets(RandomGame(5))
    assert infosets.names == ("a",)
    network = trained(infosets, holding((0, [2.0], 1)), 300, hidden=(8,), rate=1e-2)
    assert network.predict().shape == (1, 1)
    assert network.predict() == pytest.approx(2, abs=0.02)


@pytest.mark.parametrize("make", [Table, lambda infosets: Perceptron(infosets, hidden=(8, 4))])
def test_parts_are_all_there_is(make):
    one, two = make(LEDUC), make(LEDUC)
    assert one.predict().tolist() == np.zeros(LEDUC.legal.shape).tolist()
    one.fit(random_memory(LEDUC, 1), seed(0), 5)
    parts = {name: part.copy() for name, part in one.parts().items()}
    assert all(isinstance(part, np.ndarray) for part in parts.values())
    two.restore(parts)
    assert np.array_equal(one.predict(), two.predict())
    for learner in (one, two):  # and to go on with
        learner.fit(random_memory(LEDUC, 2), seed(1), 5, fresh=False)
    assert np.array_equal(one.predict(), two.predict())
