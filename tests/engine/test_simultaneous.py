"""Simultaneous updates of limit hold'em: both walks of an iteration meet the strategies before it.

By hand, with alternating updates: player 1's walk gets a copy of all that strategies were matched to.
"""

from functools import cache

import numpy as np
import pytest
from small_buckets import FORGETFUL, GAMES, by_key, movers

import cfrlib
from cfrlib.engine.common.limit_holdem import draws as hand_draws
from cfrlib.engine.common.limit_holdem import single_walk as hand_walk
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.games import holdem
from cfrlib.sampling import HalfLife, Mixed, pcs, robust

pytestmark = pytest.mark.slow

SMALL, BUCKETS = holdem(deck=(4, 2)), [GAMES[1], GAMES[0]]
ROWS = [
    {"sampling": "cs"},
    {"sampling": "cs", "regret": "predictive"},
    {"sampling": "es", "regret": "discounted"},
    {"sampling": "es", "regret": "rm+", "dtype": "float32"},
    {"sampling": "os", "average_at": "own"},
    {"sampling": "robust", "regret": "predictive", "dtype": "float32"},
    {"sampling": Mixed("es", "os", 0.3), "regret": "linear"},
    {"sampling": Mixed("cs", robust(1), HalfLife(40), per_node=True)},
    {"sampling": "es", "average": "linear lazy", "regret": "rm+"},
    {"sampling": "os", "average": "optimistic"},
]


def each_walk(engine, walks=None):
    """Return the walks of player 0 and of player 1, each before the last round and in it, or put these there."""
    if hasattr(engine, "walks"):
        engine.walks = walks or engine.walks
        return engine.walks
    if walks:
        engine.early, engine.late = zip(*walks, strict=True)
    return tuple(zip(engine.early, engine.late, strict=True))


@pytest.mark.parametrize("game, row, regret", [
    (SMALL, "vanilla", "predictive"), (SMALL, pcs(), "rm"), (SMALL, pcs("epochs"), "discounted"),
    (SMALL, "opcs", "rm+"), (SMALL, "spcs", "predictive"),
    *((BUCKETS[0], row, "predictive") for row in ("vanilla", "spcs")),
    *((BUCKETS[1], row, "predictive") for row in ("pcs", "opcs")), (FORGETFUL[0], "pcs", "discounted"),
], ids=str)  # fmt: skip
def test_player_1_walks_against_the_strategies_before_the_iteration(game, row, regret):
    kernel, by_hand = (
        cfrlib.CFR(game, row, regret=regret, seed=6, updates=updates, dtype="float64" if game is SMALL else "float32")
        for updates in ("simultaneous", "alternating")
    )
    kernel.run(6)
    kernel.run(6)
    by_hand.prepare()
    walks = by_hand.engine
    matched_tables, pairs = walks.matched_tables(), each_walk(walks)
    for t in range(1, 13):
        before = [matched.copy() for matched in matched_tables]
        other = tuple(walk._replace(theirs=old) for walk, old in zip(pairs[1], before, strict=True))
        each_walk(walks, (pairs[0], other))
        walks.iterate(by_hand._rule(t), by_hand.rng, t, 1)
    for one, other in zip(kernel.engine.tables, by_hand.engine.tables, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("row", ["vanilla", "spcs"])
def test_a_run_that_is_stopped_in_an_iteration_can_go_on(row):
    """What strategies were before an iteration is up to date again."""
    solver = cfrlib.CFR(GAMES[0], row, updates="simultaneous", seed=2, dtype="float32")
    solver.run(5)
    walk, walked = solver.engine.workspace.walk, []

    def stop(*arguments):
        if walked:
            raise KeyboardInterrupt
        walked.append(walk(*arguments))

    solver.engine.workspace.walk = stop
    with pytest.raises(KeyboardInterrupt):
        solver.run(1)
    tables = solver.engine.before, solver.engine.matched_tables()
    kept, matched = (by_key(solver.layout, pair) for pair in tables)
    own = [key for key in kept if movers(GAMES[0])[key[1]] == 0]
    assert any(kept[key].any() for key in own)
    assert all(np.array_equal(kept[key], matched[key]) for key in own)


@cache
def owners(layout):
    """Return for each entry of both tables whose it is."""
    result = [np.zeros(size, dtype=int) for size in layout.sizes]
    for (_, public), names, (table, entry, stride) in layout.information_sets():
        before, shown, after = public.partition(":")
        actions = (*before.partition("/")[0], cfrlib.game.CHANCE, *after) if shown else tuple(before)
        result[table][entry : entry + stride * len(names) : stride] = layout.game.node(actions).player
    return result


def iterate(solver, t):
    """Do iteration t of a solver, a walk at a time: that of player 1 gets a copy of what strategies were matched to
    before the iteration."""
    solver.prepare()
    walks, rng = solver.engine, solver.rng
    switches, rule, matched_tables = walks._switches(t, 1), solver._rule(t), walks.matched_tables()
    probability = switches.probability[0] if len(switches.probability) else 1.0
    old = [matched.copy() for matched in matched_tables]
    for me in (0, 1):
        parts = walks.parts
        if me == 1:
            parts = [part._replace(matched=matched) for part, matched in zip(parts, old, strict=True)]
        hand_draws.draw_deal(walks.cards, walks.deals[me], rng)
        coin = rng.random() if walks.chosen.coin == 0 and probability < 1 else 0.0
        averaged = 1 - me if walks.opponents_average else me
        turn = Turn(me, averaged, int(coin >= probability), probability, rule.power, t)
        hand_walk.walk(walks.hand, switches, walks.workspace, walks.deals[me], tuple(parts), rule, turn, rng)
        if me == 1 and walks.keeps_matched:
            for matched, changed, owner in zip(matched_tables, old, owners(solver.layout), strict=True):
                matched[owner == 1] = changed[owner == 1]
    solver.iterations = t


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_on_single_deals_player_1_walks_against_the_strategies_before_the_iteration(row):
    kernel, by_hand = (cfrlib.CFR(SMALL, seed=3, updates="simultaneous", **row) for _ in range(2))
    kernel.run(40)
    for t in range(1, 41):
        iterate(by_hand, t)
    assert all(map(np.array_equal, kernel.engine.tables, by_hand.engine.tables))
