"""Every rule that has a name comes to the value of random games; its numbers, and those of rules of no name."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy_cfr import Restated
from random_games import games as random_games
from same_steps import entries_of
from scipy.optimize import root

import cfrlib
from cfrlib.engine.step import constants_of, make_rule, step, weight_in_matching
from cfrlib.games import kuhn, matrix
from cfrlib.regret import NAMES, Averaging, Power, Ramp, RegretRule, discounted, mmd, regret_rule
from cfrlib.textbook import CFR
from cfrlib.textbook.regret_matching import after_step

pytestmark = pytest.mark.slow

AVERAGES = {"rm": 0, "rm+": 1, "linear": 1, "dcfr+": 4, "pdcfr+": 5, "hedge": 0, "mmd": 0}
"""Of their papers, where these are not quadratic."""
UPDATES = "alternating", "simultaneous"
LATE = {"positive": Power(1.5), "negative": 0.5, "after": True}
UNNAMED = {"late": LATE, "late, with a prediction and a gain": {**LATE, "floor": 0, "prediction": 0.5, "gain": 1.5}}
"""Rules of no name: discounts that come after adding, without and with a prediction that they change."""
some = settings(deadline=None, derandomize=True, max_examples=12)


@some
@given(random_games(), st.sampled_from([name for name in NAMES if name != "mmd"]), st.sampled_from(UPDATES))
def test_every_rule_comes_to_the_value(game, rule, updates):
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, regret=rule, average=AVERAGES.get(rule, 2), updates=updates)
    solver.run(1000)
    assert solver.exploitability() < 0.02, solver
    assert cfrlib.expected_value(game, solver.average_strategy()) == pytest.approx(value, abs=0.02)


@given(
    st.sampled_from([*NAMES, *UNNAMED]), st.integers(1, 60), st.integers(0, 60),
    st.lists(st.floats(-9, 9), min_size=2, max_size=4), st.lists(st.floats(-9, 9), min_size=4, max_size=4),
)  # fmt: skip
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_step_of_the_engine_is_the_one_of_the_rule(name, t, since, regrets, added):
    rule = RegretRule(name, **UNNAMED[name]) if name in UNNAMED else regret_rule(name)
    compiled = make_rule(rule, Averaging(), rule.logarithms(61), local=int(rule.local is not None))
    wanted, constants = rule.step(t, since), constants_of(compiled, t, since)
    assert constants == pytest.approx(wanted, rel=1e-12)
    if rule.local is None and not rule.asymmetry:
        for r, g in zip(np.array(regrets), wanted.weight * np.array(added), strict=False):
            after, matched = after_step(wanted, r, g / wanted.weight, None)
            assert step(r, g, constants) == pytest.approx(float(after), rel=1e-12)
            assert weight_in_matching(step(r, g, constants), g, constants) == pytest.approx(max(matched, 0), abs=1e-9)


def test_a_prediction_counts_less_the_worse_it_was():
    # Worked by hand, for player 0. Round 1, against (1/2, 1/2): values (1/2, 0), gains (1/4, -1/4), regrets (1/4, 0).
    # Round 2, against b: he plays a, values (-1, 1), gains (0, 2), regrets (1/4, 2). Errors: (1/4, -1/4) and
    # (-1/4, 9/4), squared 21/4 in all. Steps: (1/4, 0) and (0, 2), squared 65/16. Then a^2 = 84/65.
    game, first = matrix([[2, -1], [-1, 1]]), 0.25 / (0.25 + 2 + 2 / (1 + (84 / 65) ** 0.5))
    for kind in (cfrlib.CFR, CFR):
        solver = kind(game, regret="apcfr+", updates="simultaneous")
        solver.run(2)
        assert list(solver.current_strategy()["Player 1", ""].values()) == pytest.approx([first, 1 - first])
    wild = cfrlib.CFR(matrix([[1, 1], [0, 0]]), regret=RegretRule("wild", floor=0, prediction=1, asymmetry=0.25))
    wild.run(1)  # errors are larger than steps, which would be sqrt(2): it is 1/4 at most
    memory = wild.engine.tables.memory
    assert memory[:, :2].tolist() == [[0.5, -0.5], pytest.approx([0.5**0.5, 0.5])]
    assert not memory[:, 2:].any()  # nothing moves at an information set where all is worth the same


@pytest.mark.parametrize("wrong", [{"prediction": 0}, {"gain": 1}, {"asymmetry": -1}, {"local": "softmax"}])
def test_what_an_asymmetry_takes(wrong):
    with pytest.raises(ValueError, match=r"^asymmetry=.*: it takes"):
        RegretRule("mine", **{"floor": 0, "prediction": 1, "asymmetry": 2, **wrong})


def test_a_description_of_earlier_versions_is_read_but_for_a_pull():
    described = regret_rule("dcfr+").describe()
    assert RegretRule.from_description({**described, "pull": []}) == regret_rule("dcfr+")
    with pytest.raises(ValueError, match="^regret='rtcfr': a rule with a pull"):
        RegretRule.from_description({**described, "name": "rtcfr", "pull": [0.001, 1e-10, 100]})


def test_a_rule_of_other_numbers_takes_another_name():
    with pytest.raises(ValueError, match=r"^name='dcfr\+': this rule has other numbers"):
        cfrlib.regret.RegretRule("dcfr+", positive=cfrlib.regret.Power(2), floor=0)
    assert str(cfrlib.regret.regret_rule("pdcfr+")) == "pdcfr+"


# -- schedules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_schedule_is_that_of_its_paper(dtype):
    # Discounts and ratios of weights as the paper writes them, at the planned length and beyond; weights are divided
    # by powers of two on the way, in float32 several times.
    length = 40
    switches = {"regret": discounted(Ramp(1, 4, length), Ramp(-1, -3, length)), "average": Ramp(30, 25, length)}
    positive, negative = switches["regret"].factors(1, 60)
    average, logarithm = Averaging(switches["average"]), 0.0
    for t in range(1, 61):
        part = min(t / length, 1)
        alpha, beta, gamma = 1 + 3 * part, -1 - 2 * part, 30 - 5 * part
        assert positive[t - 1] == pytest.approx(t**alpha / (t**alpha + 1), rel=1e-12)
        assert negative[t - 1] == pytest.approx(t**beta / (t**beta + 1), rel=1e-12)
        logarithm += gamma * np.log2(t / (t - 1)) if t > 1 else 0.0
        assert np.log2(average.weight(t, dtype)) + average.exponent(t, dtype) == pytest.approx(logarithm, rel=1e-12)
    assert average.exponent(60, "float32") == 128
    fast, slow = cfrlib.CFR(kuhn(), dtype=dtype, **switches), CFR(kuhn(), **switches)
    fast.run(60), slow.run(60)
    for key, row in slow.average_strategy().items():
        assert fast.average_strategy()[key] == pytest.approx(row, abs=1e-9 if dtype == "float64" else 1e-4)
    assert np.exp(switches["regret"].logarithms(60)[:, 60]) == pytest.approx([positive.prod(), negative.prod()])


def test_a_row_of_weights_is_what_iterations_count():
    solver = cfrlib.CFR(kuhn(), average=(0, 0, 3), updates="simultaneous")
    solver.run(2)
    third = solver.current_strategy()
    solver.run(1)
    for card in "JQK":
        assert solver.average_strategy()[card, ""] == pytest.approx(third[card, ""])
    assert [Averaging((0, 4, 1)).weight(t) for t in (1, 2, 3, 4, 10**6)] == [0, 4, 1, 1, 1]


# -- local updates --------------------------------------------------------------------------------


def test_a_local_update_of_ones_own_is_not_saved(tmp_path):
    own = RegretRule("sharpened", floor=0, local=lambda row, t, parameters: None)
    with pytest.raises(ValueError, match=r"^regret=.*: a local update of one's own cannot be saved"):
        cfrlib.CFR(kuhn(), regret=own).save(tmp_path / "solver")
    assert "unknown (regret='sharpened' is a rule of your own)" in repr(cfrlib.CFR(kuhn(), regret=own))


@some
@given(st.integers(0, 999))
def test_magnetic_mirror_descent_steps_as_its_paper_and_rests_in_a_quantal_response_equilibrium(seed):
    rng, rate, c = np.random.default_rng(seed), 0.05, 0.5
    payoffs = rng.uniform(-1, 1, (3, 2))
    solver = cfrlib.CFR(matrix(payoffs), regret=mmd(rate, c), updates="simultaneous")
    strategies = np.split(solver.engine.tables.strategy, [3])
    x, y = np.ones(3) / 3, np.ones(2) / 2
    for t in range(700):
        if t < 20:
            assert strategies == [pytest.approx(x), pytest.approx(y)]
        x, y = (
            (p * np.exp(rate * q)) ** (1 / (1 + rate * c)) / ((p * np.exp(rate * q)) ** (1 / (1 + rate * c))).sum()
            for p, q in ((x, payoffs @ y), (y, -payoffs.T @ x))
        )
        solver.run(1)

    def lost(logits):
        p, q = (np.exp(part) / np.exp(part).sum() for part in np.split(logits, [3]))
        return logits - np.concatenate([payoffs @ q, -payoffs.T @ p]) / c

    logits = root(lost, np.zeros(5), tol=1e-12).x
    for strategy, part in zip(strategies, np.split(logits, [3]), strict=True):
        assert strategy == pytest.approx(np.exp(part) / np.exp(part).sum(), abs=1e-6)


def test_magnetic_mirror_descent_rests_where_agents_answer_with_error_and_not_in_an_equilibrium():
    c = 0.1
    solver, walk = cfrlib.CFR(kuhn(), regret=mmd(0.1, c)), Restated(kuhn(), "rm", 0)
    solver.run(4000)
    where = entries_of(solver, walk)
    walk.sigma = [solver.engine.tables.strategy[entries] for entries in where]
    walk.S = [np.zeros(len(row)) for row in walk.sigma]
    for player in (0, 1):
        for infoset, gains in zip(walk.tree.infosets, walk.walk(player), strict=True):
            if infoset.player == player:
                answer = np.exp(gains / c) / np.exp(gains / c).sum()
                assert walk.sigma[infoset.index] == pytest.approx(answer, abs=1e-9)
    assert "heuristic (mmd" in solver.label
    assert cfrlib.exploitability(kuhn(), solver.current_strategy()) > 0.1
    assert solver.exploitability() > 0.1
    assert str(regret_rule("mmd")) == str(mmd()) == "mmd(0.1, 0.1)"
