"""Walks of limit hold'em on a single deal, with all cards and under buckets: simultaneous updates, and averages that
make up for rows passed by.

What such averages should be is summed up in every iteration over the explicit tree, in which every real deal is played.
"""

from functools import cache

import numpy as np
import pytest
from every_deal import OfSequences, largest_stake

import cfrlib
from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.engine.common.limit_holdem import single_deals as hand_deals
from cfrlib.engine.common.limit_holdem import single_walk as hand_walk
from cfrlib.engine.common.single_histories.actions import Turn
from cfrlib.evaluate import sequence_form
from cfrlib.games import holdem, texas
from cfrlib.regret import RegretRule
from cfrlib.sampling import ByPlace, HalfLife, Mixed, Scheme, cs, robust, visits

pytestmark = pytest.mark.slow

SMALL = holdem(deck=(4, 2))
BUCKETS = [holdem((1, 2), (4, 2), (2, 3)), texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3))]
FORGETFUL = texas((3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect")
DECKS = [holdem((1, 1), (4, 2)), holdem((2, 1), (7, 1)), holdem((0, 2), (3, 3))]
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


def same(one, other):
    return all(map(np.array_equal, one.engine.tables, other.engine.tables))


@cache
def owners(layout):
    """Return for each entry of both tables whose it is."""
    result = [np.zeros(size, dtype=int) for size in layout.sizes]
    for (_, public), names, (table, entry, stride) in layout.information_sets():
        before, shown, after = public.partition(":")
        actions = (*before.partition("/")[0], cfrlib.game.CHANCE, *after) if shown else tuple(before)
        result[table][entry : entry + stride * len(names) : stride] = layout.game.node(actions).player
    return result


# -- simultaneous updates ------------------------------------------------------------------


def iterate(solver, t, frozen):
    """Do iteration t of a solver, a walk at a time.

    Frozen, the walk of player 1 gets a copy of what strategies were matched to before the iteration.
    """
    solver.prepare()
    walks, rng = solver.engine, solver.rng
    switches, rule, matched_tables = walks._switches(t, 1), solver._rule(t), walks.matched_tables()
    probability = switches.probability[0] if len(switches.probability) else 1.0
    old = [matched.copy() for matched in matched_tables]
    for me in (0, 1):
        parts = walks.parts
        if frozen and me == 1:
            parts = [part._replace(matched=matched) for part, matched in zip(parts, old, strict=True)]
        hand_deals.draw_deal(walks.cards, walks.deals[me], rng)
        coin = rng.random() if walks.chosen.coin == 0 and probability < 1 else 0.0
        averaged = 1 - me if walks.opponents_average else me
        turn = Turn(me, averaged, int(coin >= probability), probability, rule.power, t)
        hand_walk.walk(walks.hand, switches, walks.room, walks.deals[me], tuple(parts), rule, turn, rng)
        if frozen and me == 1 and walks.keeps_matched:
            for matched, changed, owner in zip(matched_tables, old, owners(solver.layout), strict=True):
                matched[owner == 1] = changed[owner == 1]
    solver.iterations = t


@pytest.mark.parametrize("row", ROWS, ids=str)
@pytest.mark.parametrize("game", [SMALL, *BUCKETS], ids=repr)
def test_player_1_walks_against_the_strategies_before_the_iteration(game, row):
    vectors = game in BUCKETS and row["sampling"] == "cs"  # with alternating updates
    for updates in ("simultaneous",) if vectors else ("alternating", "simultaneous"):
        kernel, by_hand = (cfrlib.CFR(game, seed=3, updates=updates, **row) for _ in range(2))
        kernel.run(150)
        for t in range(1, 151):
            iterate(by_hand, t, frozen=updates == "simultaneous")
        assert same(kernel, by_hand)


ALL_OF_IT = RegretRule("all of it", (0.5, 0.8, 0.9), 0.3, after=True, prediction=0.5, gain=0.5)


@pytest.mark.parametrize("regret", [*cfrlib.regret.NAMES, ALL_OF_IT], ids=str)
@pytest.mark.parametrize("row", ["cs", cs("sequences")], ids=str)
@pytest.mark.parametrize("game", [*BUCKETS, FORGETFUL], ids=repr)
def test_single_deals_are_walked_alike_with_vectors_and_without(game, row, regret):
    """Both kernels get the same draws."""
    row = "cs" if game is FORGETFUL else row
    vectors, single = (cfrlib.CFR(game, row, regret=regret, average="linear", seed=8) for _ in range(2))
    single.engine = BucketSingleWalks(single.engine.setup)
    names, parts = ("early_regret", "regret", "early_sums", "sums"), ("early_sums", "sums")
    for _ in range(3):
        for solver in (vectors, single):
            solver.run(40)
        for name in names:
            one, other = (getattr(solver.engine.tables, name) for solver in (vectors, single))
            close = 1e-9 if isinstance(regret, str) else 1e-7  # differences of rounding add up under predictions
            np.testing.assert_allclose(one, other, rtol=close, atol=close * largest_stake(game))
    assert all(getattr(single.engine.tables, name).any() for name in parts)
    assert vectors.nodes_touched == single.nodes_touched
    assert vectors.histories_touched == single.histories_touched


@pytest.mark.parametrize("row", ROWS[:8], ids=str)
def test_the_update_of_player_0_is_the_same_that_of_player_1_is_not(row):
    """In one iteration that begins alike: at least once in so many seeds its walk meets what has changed."""
    differ, names = 0, ("early_regret", "early_matched", "regret", "matched")
    for seed in range(300):
        both = [cfrlib.CFR(SMALL, seed=seed, updates=updates, **row) for updates in ("alternating", "simultaneous")]
        both[0].run(20)
        both[1].iterations, both[1].rng.bit_generator.state = 20, both[0].rng.bit_generator.state
        for table, begun in zip(both[1].engine.tables, both[0].engine.tables, strict=True):
            table[...] = begun
        for solver in both:
            solver.run(1)
        for name in names:
            one, other = (getattr(solver.engine.tables, name) for solver in both)
            owner = owners(both[0].layout)["early" not in name][: len(one)]
            assert np.array_equal(one[owner == 0], other[owner == 0])
            differ += not np.array_equal(one[owner == 1], other[owner == 1])
    assert differ


# -- averages ------------------------------------------------------------------------------


class Explicit:
    """The explicit tree of a game, and where its entries are in a solver's tables."""

    def __init__(self, game, layout):
        self.form = sequence_form(game)
        size = self.form.tree.num_infoset_actions
        self.table, self.entry = np.zeros((2, size), dtype=int)
        self.start = np.array([infoset.entries.start for infoset in self.form.tree.infosets])
        self.actions = np.diff([*self.start, size])
        for infoset in self.form.tree.infosets:
            names, (table, entry, stride) = layout.find(infoset.key)
            assert names == tuple(infoset.actions)
            self.table[infoset.entries] = table
            self.entry[infoset.entries] = entry + stride * np.arange(len(names))
        self.player = np.repeat([infoset.player for infoset in self.form.tree.infosets], self.actions)

    def read(self, tables):
        """Return tables in the order of the tree."""
        result = np.zeros(len(self.table))
        for k, table in enumerate(tables):
            result[self.table == k] = table[self.entry[self.table == k]]
        return result

    def normalised(self, values):
        totals = np.repeat(np.add.reduceat(values, self.start), self.actions)
        return np.where(totals > 0, values / np.where(totals > 0, totals, 1), 1 / np.repeat(self.actions, self.actions))

    def strategy(self, solver):
        """Return the current strategy."""
        return self.normalised(np.maximum(self.read(solver.current_strategy().tables), 0))

    def plan(self, strategy):
        """Return own reach times strategy."""
        return sum(plan[:-1] for plan in self.form.plans(strategy))


@cache
def explicit(game):
    return Explicit(OfSequences(game) if game.buckets else game, cfrlib.CFR(game).layout)


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("weights", ["uniform", "linear", "quadratic"])
@pytest.mark.parametrize(
    "row",
    [
        {"sampling": "es"},
        {"sampling": "os", "regret": "discounted"},
        {"sampling": robust(1), "regret": "predictive"},
        {"sampling": Scheme("all of the opponent", "one", "one", "one", "one", "all"), "regret": "rm+"},
        {"sampling": Mixed("es", "os", 0.5, per_node=True), "regret": "linear"},
    ],
    ids=str,
)
def test_lazy_averaging_is_the_exact_average(row, weights, updates):
    """The sum of weight times own reach times the strategy that each iteration starts from."""
    for game in [*DECKS, *(BUCKETS if weights == "linear" else ())]:
        tree = explicit(game)
        solver = cfrlib.CFR(game, average=f"{weights} lazy", updates=updates, seed=4, **row)
        total = np.zeros(len(tree.table))
        for t in range(1, 201):
            total += t**solver.average.power * tree.plan(tree.strategy(solver))
            solver.run(1)
            if t in (1, 7, 200):
                found = tree.read(solver.engine.sums(solver.iterations))
                np.testing.assert_allclose(found, total, rtol=1e-9, atol=1e-9)
        average = tree.normalised(tree.read(solver.average_strategy().tables))
        np.testing.assert_allclose(average, tree.normalised(total), atol=1e-9)
        assert (tree.read((solver.engine.tables.early_sums, solver.engine.tables.sums)) < total - 1e-6).any()


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("weights", ["uniform", "linear", "quadratic"])
@pytest.mark.parametrize(
    "row", [{"sampling": "es"}, {"sampling": "os", "regret": "rm+"}, {"sampling": Mixed("es", "os", 0.5)}], ids=str
)
def test_optimistic_averaging_takes_a_visit_for_all_iterations_since_the_last(row, weights, updates):
    """A stochastic average with the same draws says where walks have been. A player's strategy is added in the walk of
    the other: that of player 0, with alternating updates, when it has just been updated."""
    for game in [*DECKS, *(BUCKETS if weights == "linear" else ())]:
        tree = explicit(game)
        switches = {"updates": updates, "seed": 5, **row}
        solver, twin = (cfrlib.CFR(game, average=f"{weights}{how}", **switches) for how in (" optimistic", ""))
        assert solver.average_at == "opponent"
        total, counted, weight = np.zeros(len(tree.table)), np.zeros(len(tree.start)), 0.0
        for t in range(1, 201):
            weight += t**solver.average.power
            before, sums = tree.plan(tree.strategy(solver)), tree.read(twin.engine.sums(twin.iterations))
            solver.run(1)
            twin.run(1)
            after = tree.plan(tree.strategy(solver))
            played = np.where((tree.player == 0) & (updates == "alternating"), after, before)
            visited = np.add.reduceat(tree.read(twin.engine.sums(twin.iterations)) != sums, tree.start) > 0
            total += np.repeat(np.where(visited, weight - counted, 0), tree.actions) * played
            counted[visited] = weight
        found = tree.read(solver.engine.sums(solver.iterations))
        np.testing.assert_allclose(found, total, rtol=1e-9, atol=1e-9)
        assert found.any()


def test_optimistic_averaging_in_own_walks():
    """All own actions are tried: rows without reach are visited, too, and what they have missed is lost. Which are
    visited is noted for discounts."""
    game, tree = DECKS[0], explicit(DECKS[0])
    solver = cfrlib.CFR(game, "es", regret="discounted", average="linear optimistic", average_at="own", seed=6)
    total, last_update = np.zeros(len(tree.table)), np.zeros(len(tree.start))
    for t in range(1, 301):
        played = tree.plan(tree.strategy(solver))
        solver.run(1)
        visited = tree.read((solver.engine.tables.early_last_update, solver.engine.tables.last_update))[tree.start] == t
        total += np.repeat(np.where(visited, t * (t + 1) / 2 - last_update, 0), tree.actions) * played
        last_update[visited] = t * (t + 1) / 2
    np.testing.assert_allclose(tree.read(solver.engine.sums(solver.iterations)), total, rtol=1e-9, atol=1e-9)


# -- runs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row, iterations, within",
    [
        ({"sampling": "cs", "updates": "simultaneous"}, 400_000, 12),
        ({"sampling": "es", "updates": "simultaneous", "dtype": "float32"}, 400_000, 12),
        ({"sampling": "es", "average": "lazy"}, 400_000, 12),
        ({"sampling": "es", "average": "linear lazy", "regret": "rm+", "dtype": "float32"}, 400_000, 12),
        ({"sampling": "os", "average": "linear lazy"}, 1_000_000, 40),
        ({"sampling": "es", "average": "optimistic", "updates": "simultaneous"}, 400_000, 12),
        ({"sampling": "os", "average": "optimistic"}, 1_000_000, 40),
    ],
    ids=str,
)
def test_they_come_to_the_value_of_the_linear_program(row, iterations, within):
    game = holdem(deck=(7, 1))
    value, _ = cfrlib.equilibrium(game)
    solver = cfrlib.CFR(game, seed=3, **row)
    solver.run(iterations)
    b1, b2 = cfrlib.best_response_values(game, solver.average_strategy())
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert solver.exploitability() < within


@pytest.mark.parametrize("average", ["uniform", "lazy", "optimistic"])
@pytest.mark.parametrize("row", [{}, {"dtype": "float32"}, {"regret": "discounted"}, {"regret": "predictive"}], ids=str)
@pytest.mark.parametrize("game", [SMALL, *BUCKETS], ids=repr)
def test_memory_is_counted(game, row, average):
    """One number for each information set; lazy averaging is looked at in copies."""
    solver = cfrlib.CFR(game, "es", average=average, **row)
    tables, walks = solver.engine.tables, solver.engine
    kept = [tables.early_accounted, tables.accounted]
    assert sum(map(len, kept)) == (game.num_infosets if average != "uniform" else 0)
    copied = [tables.early_sums, tables.sums, *kept] if average == "lazy" else []
    assert walks._bytes(solver.dtype) == sum(array.nbytes for array in (*tables, *copied))


@pytest.mark.parametrize(
    "wrong, reason",
    [
        ({"sampling": ByPlace(visits(3))}, "^sampling='.*visits are counted"),
        ({"sampling": "es", "baseline": "learned"}, "^baseline='learned.*none are kept"),
        ({"sampling": "cs", "average": "lazy"}, "^average='uniform lazy' with sampling"),
        ({"sampling": "os", "average": "lazy", "average_at": "opponent"}, "^average_at='opponent'"),
    ],
    ids=str,
)
def test_what_is_refused(wrong, reason):
    for game in (SMALL, *BUCKETS):
        with pytest.raises(ValueError, match=reason):
            cfrlib.CFR(game, **wrong)
