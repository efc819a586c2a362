"""The algorithms to be read: worked examples, the theorems of 2007, exact values.

That iterates are OpenSpiel's is in `engine/test_solver.py`: the engine's are the textbook's, and theirs.
"""

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from random_games import games as random_games
from random_games import matrices

import cfrlib
from cfrlib.games import kuhn, matrix
from cfrlib.textbook import CFR, match_regrets, regret_matching
from cfrlib.tree import TERMINAL, unroll

pytestmark = pytest.mark.slow

fast = settings(deadline=None, derandomize=True, max_examples=25)
few = settings(fast, max_examples=8)
RPS = matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], rows=["R", "P", "S"])
UPDATES = ["alternating", "simultaneous"]


# -- regret matching ------------------------------------------------------------------


@pytest.mark.parametrize("regrets, strategy", [
    ([1, 3], [0.25, 0.75]), ([-1, 3, 1], [0, 0.75, 0.25]), ([5], [1]),
    ([-1, -2], [0.5, 0.5]),  # no positive regret: uniform
    ([1e-9, 0], [1, 0]),  # small, but a regret
    ([1e-13, 0], [0.5, 0.5]),  # what rounding may leave: no reason to prefer an action
])  # fmt: skip
def test_match_regrets_worked_out(regrets, strategy):
    assert match_regrets(np.array(regrets)).tolist() == strategy


@fast
@given(arrays(float, st.integers(1, 6), elements=st.floats(-1e6, 1e6)))
def test_match_regrets_gives_probabilities_in_proportion(regrets):
    before = regrets.copy()
    strategy = match_regrets(regrets)
    assert (regrets == before).all()  # the table is left alone
    assert strategy.sum() == pytest.approx(1, abs=1e-12)
    positive = np.maximum(regrets, 0)
    if positive.sum() > 1e-12:
        np.testing.assert_allclose(strategy * positive.sum(), positive, rtol=1e-12, atol=0)
    else:
        assert set(strategy) == {1 / len(regrets)}


def test_three_rounds_of_rock_paper_scissors_worked_out():
    # Player 0 starts with a regret for rock; all else follows by hand, and a round that is kept stays as it was.
    first, second, third, *_ = rounds = list(regret_matching(RPS, rounds=9, start=([1, 0, 0], [0, 0, 0])))
    assert [r.t for r in rounds] == list(range(1, 10))
    assert first.strategies[0].tolist() == [1, 0, 0]
    assert first.values[0].tolist() == [0, 0, 0]  # against the uniform strategy nothing is better
    assert first.values[1].tolist() == [0, 1, -1]  # against rock
    np.testing.assert_allclose(first.totals[1], [0, 1, -1], atol=1e-15)
    assert second.strategies[1].tolist() == [0, 1, 0]  # paper
    assert second.regrets[0].tolist() == [0, 1, 2]  # rock loses to paper: paper would save 1, scissors 2
    assert second.regrets[1].tolist() == [-1, 0, -2]
    assert second.totals[0].tolist() == [1, 1, 2]
    assert third.strategies[0].tolist() == [0.25, 0.25, 0.5]
    np.testing.assert_allclose(third.averages[0], np.array([2.25, 0.25, 0.5]) / 3, rtol=1e-15)
    np.testing.assert_allclose(third.averages[1], [1 / 9, 7 / 9, 1 / 9], rtol=1e-15)


@fast
@given(matrices(), st.integers(1, 200))
def test_regrets_are_what_they_are_called_and_stay_below_their_bound(game, count):
    # Totals are sums of regrets; averages are means of strategies; regrets weighted by the strategy cancel. Blackwell:
    # the length of the positive regrets after T rounds is at most D sqrt(A T), D the range of payoffs.
    *_, last = rounds = list(regret_matching(game, rounds=count))
    for i, actions in enumerate(game.payoffs.shape):
        np.testing.assert_allclose(last.totals[i], sum(r.regrets[i] for r in rounds), atol=1e-9)
        np.testing.assert_allclose(last.averages[i], sum(r.strategies[i] for r in rounds) / count, atol=1e-12)
        assert max(abs(r.strategies[i] @ r.regrets[i]) for r in rounds) < 1e-11
        length = np.linalg.norm(np.maximum(last.totals[i], 0))
        assert length <= float(np.ptp(game.payoffs)) * math.sqrt(actions * count) + 1e-9


def test_average_play_converges_to_the_value():
    game = matrix([[2, -1], [-1, 1]])  # worth 1/5, both play the first action with probability 2/5
    *_, last = regret_matching(game, rounds=2000, start=([1, 0], [0, 0]))
    assert last.averages[0] == pytest.approx([0.4, 0.6], abs=0.02)
    assert last.averages[1] == pytest.approx([0.4, 0.6], abs=0.02)


def test_regret_matching_is_endless_unless_told():
    assert [r.t for r in itertools.islice(regret_matching(RPS), 100)] == list(range(1, 101))
    assert list(regret_matching(RPS, rounds=0)) == []


def test_a_start_of_the_wrong_size_is_refused():
    for start in (([1, 0], [0, 0, 0]), ([1, 0, 0], [0, 0])):
        with pytest.raises(ValueError, match="^start=.*3 and 3"):
            next(regret_matching(RPS, start=start))


# -- CFR by hand ----------------------------------------------------------------------


BY_HAND = [
    # The numbers of the AI Poker Tutorial on the deal Queen, King; it updates both players in one go.
    ("simultaneous", 1, {
        "Q": ([-0.375, 0.375], [0.5, 0.5]), "Kp": ([-0.125, 0.125], [0.5, 0.5]),
        "Qpb": ([0.25, -0.25], [0.25, 0.25]), "Kb": ([-0.75, 0.75], [0.5, 0.5]),
    }),
    # Now Q bets, K bets and calls, Qpb passes, each for sure. At Qpb betting loses 1 more than passing (reach of the
    # opponent 1); at Kp both actions win 1, and player 0 does not get there; at Kb passing gives up 3; at Q passing
    # (-1) is better by 1 than betting (-2). Qpb is not reached by its player, so its sums stay.
    ("simultaneous", 2, {
        "Q": ([0.625, 0.375], [0.5, 1.5]), "Kp": ([-0.125, 0.125], [0.5, 1.5]),
        "Qpb": ([0.25, -1.25], [0.25, 0.25]), "Kb": ([-3.75, 0.75], [0.5, 1.5]),
    }),
    # Player 0 has already moved to betting his Queen when player 1 walks: Kb counts in full, Kp not.
    ("alternating", 1, {
        "Q": ([-0.375, 0.375], [0.5, 0.5]), "Kp": ([0, 0], [0.5, 0.5]),
        "Qpb": ([0.25, -0.25], [0.25, 0.25]), "Kb": ([-1.5, 1.5], [0.5, 0.5]),
    }),
]  # fmt: skip
"""Updates, iterations, {information set: (regrets, strategy sums)}."""


@pytest.mark.parametrize("updates, iterations, expected", BY_HAND, ids=["first", "second", "alternating"])
def test_iterations_by_hand(updates, iterations, expected):
    cfr = CFR(unroll(kuhn()).given("Q", "K"), updates=updates)
    cfr.run(iterations)
    names = ["".join(infoset.key) for infoset in cfr.tree.infosets]
    rows = [(regret.tolist(), sums.tolist()) for regret, sums in zip(cfr.regret, cfr.strategy_sum, strict=True)]
    assert dict(zip(names, rows, strict=True)) == expected


# -- steps ------------------------------------------------------------------------------


@pytest.mark.parametrize("updates", UPDATES)
@few
@given(random_games(), st.integers(0, 4))
def test_steps_tell_the_whole_story(updates, game, warm):
    cfr = CFR(game, updates=updates)
    tree = cfr.tree
    cfr.run(warm)
    before = [r.copy() for r in cfr.regret], [s.copy() for s in cfr.strategy_sum]
    steps = list(cfr.steps())
    assert {s.iteration for s in steps} == {warm + 1} == {cfr.iterations}
    inner = [n.index for n in tree.nodes if n.player != TERMINAL]
    for player in (0, 1):
        mine = {kind: [s for s in steps if s.kind == kind and s.player == player] for kind in KINDS}
        # Every history is visited once, parents first, and left with a value.
        assert sorted(s.node for s in mine["visit"]) == inner
        assert sorted(s.node for s in mine["value"]) == inner
        assert sorted(s.node for s in mine["terminal"]) == [z.index for z in tree.terminals]
        # Reaches are probabilities that all plays together have: they sum to 1 over terminals.
        assert sum(math.prod(s.reach) for s in mine["terminal"]) == pytest.approx(1, abs=1e-12)
        # Only the player who walks gets regrets, once a history; the strategy moves once an information set.
        assert sorted(s.node for s in mine["regret"]) == [n.index for n in tree.nodes if n.player == player]
        assert [s.infoset for s in mine["strategy"]] == [i.index for i in tree.infosets if i.player == player]
        for s in mine["value"]:
            assert s.value == pytest.approx(s.strategy @ s.action_values, abs=1e-12)
        for s in mine["regret"]:
            opponent, chance = s.reach[1 - player], s.reach[2]
            np.testing.assert_allclose(s.regret, opponent * chance * (s.action_values - s.value), atol=1e-12)
            assert s.weight == pytest.approx(s.reach[player] * chance, abs=1e-15)
            assert chance == pytest.approx(tree.chance_reach[s.node], abs=1e-15)
    for infoset in tree.infosets:
        # What the steps add is what the tables gain, and the last step shows the table.
        mine = [s for s in steps if s.kind == "regret" and s.infoset == infoset.index]
        gained = sum(s.regret for s in mine), sum(s.weight * s.strategy for s in mine)
        np.testing.assert_allclose(cfr.regret[infoset.index] - before[0][infoset.index], gained[0], atol=1e-12)
        np.testing.assert_allclose(cfr.strategy_sum[infoset.index] - before[1][infoset.index], gained[1], atol=1e-12)
        assert (mine[-1].totals == cfr.regret[infoset.index]).all()
        assert (mine[-1].sums == cfr.strategy_sum[infoset.index]).all()


KINDS = ("visit", "terminal", "value", "regret", "strategy")


def test_steps_come_in_the_order_of_the_walk():
    # The first few steps on the deal Queen, King: down to the first terminal, back up to the first regret.
    cfr = CFR(unroll(kuhn()).given("Q", "K"))
    shown = [(s.kind, cfr.tree.label(cfr.tree.nodes[s.node])) for s in itertools.islice(cfr.steps(), 10)]
    assert shown == [
        ("visit", ""), ("visit", "Q"), ("visit", "QK"), ("visit", "QKp"), ("terminal", "QKpp"),
        ("visit", "QKpb"), ("terminal", "QKpbp"), ("terminal", "QKpbb"),
        ("value", "QKpb"), ("regret", "QKpb"),
    ]  # fmt: skip


def test_a_step_is_a_snapshot():
    # The stepper goes back in time: kept steps must not change under later iterations.
    cfr = CFR(kuhn())
    steps = list(cfr.steps())
    kept = [None if s.totals is None else (s.totals.copy(), s.sums.copy()) for s in steps]
    cfr.run(5)
    for s, copies in zip(steps, kept, strict=True):
        if copies is not None:
            assert (s.totals == copies[0]).all()
            assert (s.sums == copies[1]).all()


def test_exploitability_is_that_of_the_average_as_of_the_engine():
    book, engine = CFR(kuhn()), cfrlib.CFR(kuhn())
    for solver in (book, engine):
        solver.run(20)
    assert book.exploitability() == cfrlib.exploitability(kuhn(), book.average_strategy())
    assert book.exploitability() == pytest.approx(engine.exploitability(), rel=1e-9)


# -- theorems -----------------------------------------------------------------------------


def assert_theorems_hold(game, iterations):
    """Run with simultaneous updates; check Theorems 2, 3, 4 of Zinkevich et al. 2007 after every iteration.

    The overall regret is computed exactly: what a best response to the opponent's average strategy earns,
    less what was earned on average.
    """
    cfr = CFR(game, updates="simultaneous")
    tree, earned = cfr.tree, 0.0
    spread = np.ptp([z.payoff for z in tree.terminals])
    for T in range(1, iterations + 1):
        earned += cfrlib.expected_value(game, cfr.current_strategy())
        cfr.run(1)
        best = cfrlib.best_response_values(game, cfr.average_strategy())
        overall = best[0] - earned / T, best[1] + earned / T
        for player in (0, 1):
            mine = [i for i in tree.infosets if i.player == player]
            immediate = [max(cfr.regret[i.index].max(), 0) / T for i in mine]
            most_actions = max((len(i.actions) for i in mine), default=1)
            # Theorem 3: regret of the whole is at most the sum over information sets.
            assert overall[player] <= sum(immediate) + 1e-10
            # Theorem 4: which regret matching keeps below its bound.
            bound = spread * math.sqrt(most_actions / T)
            assert all(r <= bound + 1e-10 for r in immediate)
            assert overall[player] <= bound * len(mine) + 1e-10
        # Theorem 2: if neither regrets more than eps, nobody gains more than 2 eps by leaving the average.
        eps = max(overall)
        value = cfrlib.expected_value(game, cfr.average_strategy())
        assert best[0] - value <= 2 * eps + 1e-10
        assert best[1] + value <= 2 * eps + 1e-10
        # And the two regrets add up to NashConv exactly.
        assert sum(overall) == pytest.approx(sum(best), abs=1e-10)


@few
@given(random_games())
@example(kuhn())
def test_theorems_of_2007(game):
    assert_theorems_hold(game, 60 if game == kuhn() else 25)


# -- convergence --------------------------------------------------------------------------


def test_cfr_converges_to_the_value():
    # A fiftieth of the exploitability of uniform play is left, and the value is nearer than that says.
    game = kuhn(cards=4)
    cfr, uniform = CFR(game), cfrlib.Profile.uniform(game)
    assert cfr.average_strategy() == cfr.current_strategy() == uniform
    cfr.run(100)
    average = cfr.average_strategy()
    exploitability = cfrlib.exploitability(game, average)
    assert exploitability < 0.02 * cfrlib.exploitability(game, uniform)
    assert cfrlib.expected_value(game, average) == pytest.approx(cfrlib.equilibrium(game)[0], abs=0.005)


def test_cfr_on_a_matrix_game_is_regret_matching():
    # Under simultaneous updates a one-shot game leaves nothing but regret matching: the same averages,
    # exactly.
    game = matrix([[2, -1, 0], [-1, 1, 0.5]])
    cfr = CFR(game, updates="simultaneous")
    for r in regret_matching(game, rounds=30):
        cfr.run(1)
        np.testing.assert_allclose(cfr.average_strategy().probabilities, np.concatenate(r.averages), atol=1e-12)
