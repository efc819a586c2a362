"""CFR-BR against the least exploitable strategy of an abstraction, found by a linear program over all real cards."""

from functools import cache

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from cfrlib import CFR, best_response_values, equilibrium, exploitability
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.evaluate import sequence_form
from cfrlib.games import holdem, kuhn, texas

pytestmark = pytest.mark.slow

NARROW, WIDE = holdem((0, 1), (3, 3), buckets=(1, 2)), holdem((1, 1), (4, 2), buckets=(2, 2))
WITHIN = {NARROW: 6.5, WIDE: 20}
"""mbb/g above the least, of either player after 500 iterations."""
each = pytest.mark.parametrize("rule, average", [("rm+", "linear"), ("rm", "uniform")])


def splits(form, player, game=None):
    """Return the constraints of a player's plan, E x = (1, 0, ...), and the column of each flat entry.

    With a game of buckets, information sets of the same buckets are one, and so are their columns.
    """
    column, rows = np.zeros(form.tree.num_infoset_actions + 1, dtype=int), {}
    columns = 1
    for infoset in form.tree.infosets:
        if infoset.player != player:
            continue
        name = infoset.key if game is None else game.canonical(infoset.key)
        if name not in rows:
            rows[name] = columns + np.arange(len(infoset.actions)), []
            columns += len(infoset.actions)
        column[infoset.entries] = rows[name][0]
        rows[name][1].append(form.parents[infoset.index])
    E = np.zeros((1 + len(rows), columns))
    E[0, 0] = 1
    for row, (outs, parents) in zip(E[1:], rows.values(), strict=True):
        (before,) = set(column[parents].tolist())  # perfect recall of buckets
        row[before], row[outs] = -1, 1
    return csr_array(E), column


@cache
def most_against_best_play(game):
    """Return what each player's best strategy of buckets gets against best play with real cards: (player 0, player 1).

    Of a game without buckets, what his best strategy gets. Maximise v_0 such that E x = e, F' v <= A' x, x >= 0, with
    the payoffs A to this player, his plan x of buckets, and the values v of the information sets of the other one, who
    sees the cards.
    """
    joined, real = (None, game) if game.buckets is None else (game, real_game(game))
    form, most = sequence_form(real), []
    for me, sign in ((0, 1), (1, -1)):
        (E, mine), (F, theirs) = splits(form, me, joined), splits(form, 1 - me)
        A = csr_array((sign * form.payoff, (mine[form.last[me]], theirs[form.last[1 - me]])),
                      shape=(E.shape[1], F.shape[1]))  # fmt: skip
        plan, values = E.shape[1], F.shape[0]
        best = linprog(
            np.concatenate([np.zeros(plan), [-1], np.zeros(values - 1)]),
            A_ub=hstack([-A.T, F.T]), b_ub=np.zeros(F.shape[1]),
            A_eq=hstack([E, csr_array((E.shape[0], values))]), b_eq=np.eye(E.shape[0])[0],
            bounds=[(0, None)] * plan + [(None, None)] * values, method="highs",
        )  # fmt: skip
        assert best.success
        most.append(-best.fun)
    return tuple(most)


def above_least(game, profile):
    """Return how much more than needed each player's strategy of buckets loses to best play: (player 0, player 1)."""
    lost = best_response_values(real_game(game), lifted_profile(profile))[::-1]
    return [loss + most for loss, most in zip(lost, most_against_best_play(game), strict=True)]


def test_without_buckets_the_least_is_an_equilibrium():
    game = holdem((0, 1), (4, 2))
    value, _ = equilibrium(game)
    assert most_against_best_play(game) == pytest.approx((value, -value), abs=1e-6)


@each
def test_it_approaches_the_least_exploitability_of_the_buckets_and_self_play_does_not(rule, average):
    """Each player comes within 6.5 or 20 mbb/g of his least in 500 iterations, nearer from 50 to 500; never below.

    An equilibrium among the buckets is 10 or 100 mbb/g above it, the mean of both players: three times as far as
    CFR-BR, which among the buckets is the worse one.
    """
    game = NARROW
    solver, above = CFRBR(game, rule, average), []
    for iterations in (50, 450):
        solver.run(iterations)
        above.append(above_least(game, solver.average_strategy()))
    for early, late in zip(*above, strict=True):
        assert -1e-6 < late < WITHIN[game]
        assert late < early / 2
    alone = CFR.plus(game)
    alone.run(1000)
    assert exploitability(game, alone.average_strategy()) < 0.1
    assert exploitability(game, solver.average_strategy()) > 1
    of_buckets = np.mean(above_least(game, alone.average_strategy()))
    assert of_buckets > {NARROW: 10, WIDE: 100}[game]
    assert of_buckets > 3 * np.mean(above[1])


@pytest.mark.parametrize("game, rule, average", [(WIDE, "rm", "uniform"), (NARROW, "rm+", "quadratic")], ids=str)
def test_what_is_said_of_best_responses_is_what_they_earn(game, rule, average):
    """Against the strategy before each iteration, but for the rounding of single precision. And the average loses at
    most the mean of what its parts do."""
    solver, weights = CFRBR(game, rule, average), {"uniform": 0, "linear": 1, "quadratic": 2}
    for t in range(1, 13):
        before = exploitability(real_game(game), lifted_profile(solver.current_strategy()))
        solver.run(1)
        assert solver.against_best[-1] == pytest.approx(before, rel=1e-5)
        mean = np.average(solver.against_best, weights=np.arange(1, t + 1.0) ** weights[average])
        assert exploitability(real_game(game), lifted_profile(solver.average_strategy())) <= mean * (1 + 1e-5)
    assert solver.iterations == len(solver.against_best) == 12
    assert solver.seconds > 0


def test_the_first_average_is_uniform():
    """Nothing has been added, or one strategy."""
    solver = CFRBR(WIDE)
    assert len(solver.average_strategy()) == WIDE.num_infosets
    for _ in range(2):
        for row in solver.average_strategy().values():
            assert list(row.values()) == pytest.approx([1 / len(row)] * len(row), abs=1e-12)
        solver.run(1)
    assert dict(solver.current_strategy().items()) != dict(solver.average_strategy().items())


@each
def test_so_many_iterations_and_so_many_more_are_all_of_them(rule, average, capsys):
    one, other = CFRBR(WIDE, rule, average), CFRBR(WIDE, rule, average)
    one.run(13)
    for iterations in (4, 0, 9):
        other.run(iterations, progress=iterations == 9)
    assert "9/9" in capsys.readouterr().err
    assert one.iterations == other.iterations == 13
    assert one.against_best == other.against_best
    for table, same in zip((*one.regrets, *one.sums), (*other.regrets, *other.sums), strict=True):
        np.testing.assert_array_equal(table, same)
    assert one.average_strategy() == other.average_strategy()
    lowest = min(table.min() for table in one.regrets)
    assert lowest == 0 if rule == "rm+" else lowest < 0


WRONG = {
    "game=kuhn.*it takes two-round hold'em with buckets": {"game": kuhn()},
    "game=texas.*it takes two-round hold'em with buckets": {"game": texas(2, (0, 0, 0, 1), (3, 3))},
    "game=.*it takes recall='perfect'": {"game": holdem(deck=(4, 2), buckets=2, recall="imperfect")},
    "regret='linear': it takes 'rm' or 'rm.'": {"regret": "linear"},
    "regret='discounted': it takes 'rm' or 'rm.'": {"regret": "discounted"},
    "regret='cfr': it takes one of 'rm', 'rm.'": {"regret": "cfr"},
    "average='linear lazy': every entry is visited": {"average": "linear lazy"},
    "average='cubic': it takes one of 'uniform', 'linear', 'quadratic'": {"average": "cubic"},
}


@pytest.mark.parametrize("message", WRONG, ids=lambda message: message[:16])
def test_what_is_wrong_is_named(message):
    with pytest.raises(ValueError, match=f"^{message}"):
        CFRBR(**{"game": NARROW, **WRONG[message]})


def test_iterations_are_counted_in_whole_numbers():
    solver = CFRBR(NARROW)
    for wrong in (-1, True):
        with pytest.raises(ValueError, match=f"^iterations={wrong!r}: it takes a whole number of at least 0"):
            solver.run(wrong)
    assert solver.iterations == 0
