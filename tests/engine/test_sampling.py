"""Every row of the table of switches is unbiased: its regrets and its average have vanilla's mean, at any frozen
profile.

Chance is enumerated, so means are exact. Where actions are drawn walks are the textbook's, step by step
(`engine/test_single_walks.py`), and all that those may draw is enumerated in `textbook/test_textbook_sampling.py`.
"""

import itertools

import numpy as np
import pytest
from frozen import frozen_solver
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games

from cfrlib.engine.step import IDLE
from cfrlib.engine.tree import drawn_walk
from cfrlib.engine.tree.carried import draw_probability
from cfrlib.engine.tree.engine import VectorWalks
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import SCHEMES, HalfLife, Linear, Mixed, Scheme

pytestmark = pytest.mark.slow

ROWS = {name: SCHEMES[name] for name in ("pcs", "opcs", "spcs")} | {
    "own private alone": Scheme("own private alone", own_private="one"),
    "opponent's private alone": Scheme("opponent's private alone", opponent_private="one"),
    "both private": Scheme("both private", own_private="one", opponent_private="one"),
}
some = settings(deadline=None, derandomize=True, max_examples=25)


def one_walk(solver, player, outcomes):
    """Return what a vector walk adds to regrets and average."""
    b, tables, walk = solver.layout.bundles, solver.engine.tables, solver.engine.walks[player]
    averaged, strategy = player if solver.average_at == "own" else 1 - player, tables.strategy.copy()
    tables.regret[:] = tables.sums[:] = tables.last_update[:] = 0
    walk.drawn.outcomes[:] = outcomes
    drawn_walk.begin(b, walk, player, averaged, 1.0, tables)
    drawn_walk.end(b, walk, player, averaged, IDLE, 1, tables)
    tables.strategy[:] = strategy
    return np.concatenate([tables.regret, tables.sums])


def exact_mean(game, sampling, seed, player, average_at="own"):
    """Return the mean, over all that chance may do, of what a walk adds."""
    solver = frozen_solver(game, sampling, seed, average_at)
    frozen, solver.engine = solver.engine.tables, VectorWalks(solver.engine.setup)  # vanilla, too, goes by vectors
    solver.engine.tables.strategy[:] = frozen.strategy
    b, view = solver.layout.bundles, solver.engine.walks[player].carried
    last, total, mass = len(b.boards) - 1, 0.0, 0.0
    for board, i, j in itertools.product(
        *(
            range(1) if carried == n else range(n)
            for carried, n in [(view.boards[last], b.boards[last]), *zip(view.private, b.outcomes, strict=True)]
        )
    ):
        drawn = np.zeros(2 + len(b.boards), dtype=np.int64)
        drawn[0], drawn[1], place = i, j, board
        for stage in range(last, 0, -1):
            drawn[2 + stage] = place
            place = b.parent[b.first_board[stage] + place]
        probability = draw_probability(b, view, drawn, last)
        if probability > 0:
            mass += probability
            total = total + probability * one_walk(solver, player, drawn)
    assert mass == pytest.approx(1, abs=1e-12)
    return total


@pytest.mark.parametrize("k", range(len(ROWS)), ids=lambda k: list(ROWS)[k])
@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2), bluff(faces=3)], ids=repr)
def test_vector_walks_have_vanillas_mean(game, k):
    # Both frozen profiles: that the average's constant is the same for A and B is what makes averages over iterations
    # right.
    player = (k + len(game.name)) % 2
    for seed, average_at in ((1, "own"), (2, "opponent")):
        expected = exact_mean(game, "vanilla", seed, player, average_at)
        row = list(ROWS.values())[k]
        assert exact_mean(game, row, seed, player, average_at) == pytest.approx(expected, abs=1e-12)


@some
@given(random_games(), st.sampled_from(list(ROWS)), st.integers(0, 1))
def test_vector_walks_have_vanillas_mean_on_random_games(game, row, player):
    # Correlated private outcomes and boards, impossible ones, chance in several stages, joined classes.
    expected = exact_mean(game, "vanilla", 3, player)
    assert exact_mean(game, ROWS[row], 3, player) == pytest.approx(expected, abs=1e-12)


def test_mixing_by_iteration():
    assert Mixed("es", "os", Linear(10)).probabilities(1, 12).tolist() == pytest.approx(
        [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, 0]
    )
    assert Mixed("es", "os", HalfLife(2)).probabilities(1, 5).tolist() == pytest.approx(
        [1, 0.5**0.5, 0.5, 0.5**1.5, 0.25]
    )
    assert Mixed("es", "os", lambda t: 1 / t).probabilities(4, 1).tolist() == [0.25]
