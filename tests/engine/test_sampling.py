"""Every row of the table of switches is unbiased: its regrets and its average have vanilla's mean, at any frozen
profile.

Chance is enumerated, so means are exact; where actions are drawn, one mean of many walks is compared at five standard
errors.
"""

import itertools

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games

import cfrlib
from cfrlib.engine.common.carried import deal, draw_probability
from cfrlib.engine.common.single_histories import walk as scalar
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.engine.tree import vector
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import SCHEMES, HalfLife, Linear, Mixed, Scheme, cs, robust

pytestmark = pytest.mark.slow

ROWS = {name: SCHEMES[name] for name in ("pcs", "opcs", "spcs", "cs")} | {
    "own private alone": Scheme("own private alone", own_private="one"),
    "opponent's private alone": Scheme("opponent's private alone", opponent_private="one"),
    "both private": Scheme("both private", own_private="one", opponent_private="one"),
}
WALKS = 100_000
some = settings(deadline=None, derandomize=True, max_examples=40)


def frozen_solver(game, sampling, seed, average_at=None, **switches):
    """Return a solver whose current strategy is a random one."""
    solver = cfrlib.CFR(game, sampling, average_at=average_at, **switches)
    b, rng = solver.layout.bundles, np.random.default_rng(seed)
    for g in np.flatnonzero(b.kind >= 0):
        actions, classes = int(b.edges[g + 1] - b.edges[g]), int(b.classes[g])
        rows = rng.dirichlet(np.full(actions, 2.0), classes).T * 0.9 + 0.1 / actions
        solver.engine.tables.strategy[b.block[g] : b.block[g] + rows.size] = rows.ravel()
    return solver


def one_walk(solver, player, drawn):
    """Return what a vector walk adds to regrets and average."""
    b, tables, walks = solver.layout.bundles, solver.engine.tables, solver.engine
    tables.instantaneous[:] = tables.sums[:] = 0
    view, averaged = walks.views[player], player if solver.average_at == "own" else 1 - player
    for p in (0, 1):
        vector.carry_reach(b, view, drawn, p, tables.strategy, walks.vectors.reach[p])
    vector.carry_values(b, view, drawn, player, averaged, 1.0, tables, walks.vectors)
    return np.concatenate([tables.instantaneous, tables.sums])


def exact_mean(game, sampling, seed, player, average_at="own"):
    """Return the mean, over all that chance may do, of what a walk adds."""
    solver = frozen_solver(game, sampling, seed, average_at)
    b, view = solver.layout.bundles, solver.engine.views[player]
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


@pytest.mark.parametrize("player, average_at", [(0, "own"), (1, "opponent")])
@pytest.mark.parametrize("row", [r for r in ROWS if r != "cs"])
@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2), bluff(faces=3)], ids=repr)
def test_vector_walks_have_vanillas_mean(game, row, player, average_at):
    # Both frozen profiles: that the average's constant is the same for A and B is what makes averages over iterations
    # right.
    for seed in (1, 2):
        expected = exact_mean(game, "vanilla", seed, player, average_at)
        assert exact_mean(game, ROWS[row], seed, player, average_at) == pytest.approx(expected, abs=1e-12)


@some
@given(random_games(), st.sampled_from([r for r in ROWS if r != "cs"]), st.integers(0, 1))
def test_vector_walks_have_vanillas_mean_on_random_games(game, row, player):
    # Correlated private outcomes and boards, impossible ones, chance in several stages, joined classes.
    expected = exact_mean(game, "vanilla", 3, player)
    assert exact_mean(game, ROWS[row], 3, player) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("game", [kuhn(), leduc(suits_matter=False), bluff(faces=3), RandomGame(7)], ids=repr)
def test_vanillas_increment_is_reach_times_strategy(game):
    # The constant c of a row is chance's weight: the increment over (reach times strategy) is the same for A and B.
    increments = []
    for seed in (1, 2):
        solver = frozen_solver(game, "vanilla", seed)
        b, tables = solver.layout.bundles, solver.engine.tables
        drawn = np.zeros(2 + len(b.boards), dtype=np.int64)
        added = sum(one_walk(solver, player, drawn)[len(tables.instantaneous) :].copy() for player in (0, 1))
        tree, names = cfrlib.tree.unroll(game), solver.layout.profile_map
        profile = solver.current_strategy()
        plans = sum(
            plan[:-1] for plan in cfrlib.evaluate.sequence_form(tree).plans(cfrlib.evaluate.flat(tree, profile))
        )
        reached = dict(zip([i.key for i in tree.infosets], [plans[i.entries] for i in tree.infosets], strict=True))
        by_key = np.concatenate([reached[key] for key in names.keys])
        # Several information sets may share a row: their reaches come together, weighted by chance.
        total = np.zeros(len(added))
        chance = {i.key: tree.chance_reach[i.nodes].sum() for i in tree.infosets}
        weights = np.concatenate([np.full(len(a), chance[k]) for k, a in zip(names.keys, names.actions, strict=True)])
        np.add.at(total, names.entries, by_key * weights)
        used = np.unique(names.entries)
        assert added[used] == pytest.approx(total[used], abs=1e-12)
        increments.append(added)
    assert np.abs(increments[0] - increments[1]).max() > 0.01


# -- sampled actions ------------------------------------------------------------------


@numba.njit
def moments(tree, switches, coin, rng, player, averaged, tables, frames, drawn, walks):
    """Return mean and mean square of what a scalar walk adds to regrets and average, zeroing the tables."""
    size = len(tables.instantaneous)
    mean, square = np.zeros(2 * size), np.zeros(2 * size)
    for _ in range(walks):
        deal(tree, switches.deals, rng, drawn)
        which = 0 if coin >= 1 or rng.random() < coin else 1
        turn = Turn(player, averaged, which, coin, 0.0, 1)
        scalar.walk(tree, switches, turn, rng, drawn, tables, frames)
        for k in range(size):
            for place, x in ((k, tables.instantaneous[k]), (size + k, tables.sums[k])):
                mean[place] += x
                square[place] += x * x
            tables.instantaneous[k] = tables.sums[k] = 0.0
    return mean / walks, square / walks


def scalar_mean(game, sampling, seed, player, average_at):
    """Return mean and standard error of what scalar walks add to regrets and average."""
    solver = frozen_solver(game, sampling, seed, average_at)
    walks, coin = solver.engine, sampling.probability
    switches = walks.chosen
    rng = np.random.Generator(np.random.PCG64(seed))
    averaged = player if average_at == "own" else 1 - player
    mean, square = moments(
        solver.layout.bundles, switches, coin, rng, player, averaged, solver.engine.tables, walks.frames, walks.drawn,
        WALKS,
    )  # fmt: skip
    return mean, np.sqrt(np.maximum(square - mean**2, 0) / WALKS)


def test_scalar_walks_have_vanillas_mean():
    # One mix for all: what else is drawn is enumerated in `textbook/test_textbook_sampling.py`, and the walks are the
    # textbook's, step by step (`engine/test_single_walks.py`).
    game, mix = RandomGame(12, depth=3, outcomes=(3, 2), stages=1), Mixed("es", "os", 0.3, per_node=True)
    for player in (0, 1):
        mean, error = scalar_mean(game, mix, 1, player, "opponent")
        expected = exact_mean(game, "vanilla", 1, player, "opponent")
        assert (np.abs(mean - expected) <= 5 * error + 1e-9).all()
        assert error.max() < 0.1


def test_public_chance_sampling_of_kuhn_is_vanilla():
    # A switch over an event that the game lacks has no effect.
    one, two = cfrlib.CFR(kuhn(), "pcs"), cfrlib.CFR(kuhn())
    one.run(50)
    two.run(50)
    assert one.average_strategy() == two.average_strategy()


# -- the table ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Scheme("x", own_private="all", own_actions="one"), "^sampling='x': .* public sampling policy"),
        (lambda: Mixed("es", "vanilla", 0.5), "^second="),
        (lambda: cfrlib.CFR(kuhn(), average="lazy"), "^average='uniform lazy'"),
        (lambda: cfrlib.CFR(kuhn()).run(), "^run: "),
        (lambda: Mixed(cs("sequences"), "es", 0.5), r"^first=cs\(sequences\): .* draw cards"),
    ],
)
def test_wrong_switches_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_mixing_by_iteration():
    assert Mixed("es", "os", Linear(10)).probabilities(1, 12).tolist() == pytest.approx(
        [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0, 0]
    )
    assert Mixed("es", "os", HalfLife(2)).probabilities(1, 5).tolist() == pytest.approx(
        [1, 0.5**0.5, 0.5, 0.5**1.5, 0.25]
    )
    assert Mixed("es", "os", lambda t: 1 / t).probabilities(4, 1).tolist() == [0.25]


def test_mixing_with_certainty_is_the_scheme():
    mixed, plain = (cfrlib.CFR(kuhn(), s, average_at="own", seed=1) for s in (Mixed("es", "os", 1.0), "es"))
    mixed.run(100)
    plain.run(100)
    assert mixed.average_strategy() == plain.average_strategy()


# -- averages that make up for skipped rows ------------------------------------------------


@pytest.mark.parametrize("weights", ["uniform", "linear", "quadratic"])
@pytest.mark.parametrize("sampling", ["es", "os", robust(1)], ids=str)
@pytest.mark.parametrize("game", [kuhn(), leduc(suits_matter=False)], ids=repr)
def test_lazy_averaging_is_the_exact_average(game, sampling, weights):
    # Of the strategies that were played, each with its own reach: computed here from every iterate.
    solver = cfrlib.CFR(game, sampling, average=f"{weights} lazy", updates="simultaneous", seed=4)
    tree, power = cfrlib.tree.unroll(game), solver.average.power
    total = np.zeros(tree.num_infoset_actions)
    for t in range(1, 60):
        flat = cfrlib.evaluate.flat(tree, solver.current_strategy())
        total += t**power * sum(plan[:-1] for plan in cfrlib.evaluate.sequence_form(tree).plans(flat))
        solver.run(1)
    average = solver.average_strategy()
    for infoset in tree.infosets:
        here = total[infoset.entries]
        if here.sum() > 0:
            assert list(average[infoset.key].values()) == pytest.approx((here / here.sum()).tolist(), abs=1e-9)


def test_lazy_averaging_of_merged_rolls_is_refused():
    with pytest.raises(ValueError, match="^average='uniform lazy'"):
        cfrlib.CFR(bluff(faces=3), "es", average="lazy")
    cfrlib.CFR(bluff(faces=3, merged=False), "es", average="lazy").run(3)
