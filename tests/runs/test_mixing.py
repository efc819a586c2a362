"""Two samplers on one table: each alone is the solver it is made of; curves of several seeds share their axis."""

import numpy as np
import pytest

from cfrlib.engine import CFR
from cfrlib.games import kuhn, leduc
from cfrlib.runs import code_of
from cfrlib.sampling import Mixed

pytestmark = pytest.mark.slow

mixing = code_of("mixing")
Mix, at, on_one_axis, spread = mixing.Mix, mixing.at, mixing.on_one_axis, mixing.spread


@pytest.mark.parametrize(("probability", "scheme"), [(1.0, "es"), (0.0, "os")])
def test_a_mix_of_one_scheme_is_that_scheme(probability, scheme):
    mix, alone = Mix(leduc(), lambda t: probability, seed=3), CFR(leduc(), scheme, seed=3)
    mix.run(50)
    alone.run(50)
    assert mix.exploitability() == alone.exploitability()
    assert mix.nodes_touched == alone.nodes_touched


def test_a_mix_is_the_mix_of_the_engine():
    # With the coin of the engine's walks, which is thrown where a scheme is not certain, the draws are the same.
    turns = np.random.default_rng(1).random(300) < 0.4
    mix = Mix(leduc(), lambda t: turns[t - 1], seed=3, second=Mixed("es", "os", 0.0))
    engine = CFR(leduc(), Mixed("es", "os", lambda t: float(turns[t - 1])), seed=3)
    mix.run(300)
    engine.run(300)
    assert mix.turns == [turns.sum(), 300 - turns.sum()]
    assert mix.nodes_touched == engine.nodes_touched
    assert mix.exploitability() == engine.exploitability()


def test_turns_and_charges_add_up():
    mix = Mix(kuhn(), lambda t: 0.5, seed=1)
    mix.run(100)
    one, two = (solver.nodes_touched for solver in mix.solvers)
    assert sum(mix.turns) == mix.iterations == 100
    assert min(mix.turns) > 0
    assert mix.charged(10, 1) == 10 * one + two


def test_a_mix_converges_on_one_scale():
    mix = Mix(kuhn(), lambda t: 0.5, seed=1)
    mix.run(20_000)
    assert mix.exploitability() < 0.03


def test_curves_come_to_one_axis():
    y = np.array([4.0, 2.0, 1.0])
    runs = [(np.array([1.0, 10.0, 100.0]), y), (np.array([2.0, 20.0, 200.0]), y)]
    (x, y), (x2, _) = on_one_axis(runs)
    assert np.array_equal(x, x2)
    assert (x[0], x[-1], y[-1]) == pytest.approx((2, 100, 1))
    assert on_one_axis(runs, start=10)[0][0][0] == pytest.approx(10)
    assert at(runs, 10) == pytest.approx([2, 4 * 0.5 ** np.log10(5)])


def test_spread_reads_as_a_median_with_its_range():
    assert spread([3, 1, 2]) == "2.00 (1.00 to 3.00)"
