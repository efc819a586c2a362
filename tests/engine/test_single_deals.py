"""Averages that make up for rows passed by, and walks of limit hold'em on a single deal with vectors and without.

What such averages should be is summed up in every iteration over the explicit tree, in which every real deal is played.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from every_deal import OfSequences, largest_stake
from every_engine import ALL_OF_IT
from random_games import untied

import cfrlib
from cfrlib.engine.buckets import engine, hands
from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games import holdem, kuhn, leduc, texas
from cfrlib.sampling import Mixed, Scheme, cs, robust

pytestmark = pytest.mark.slow

SMALL = holdem(deck=(4, 2))
BUCKETS = [holdem((1, 2), (4, 2), (2, 3)), texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3))]
FORGETFUL = texas((3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect")
KUHN, LEDUC, TREE = kuhn(), leduc(suits_matter=False), untied(52, 7, False)
DECKS = [holdem((1, 1), (4, 2)), holdem((2, 1), (7, 1)), holdem((0, 1), (3, 3))]


ALIKE = [(BUCKETS[0], "cs", ALL_OF_IT), (BUCKETS[1], cs("sequences"), ALL_OF_IT), (FORGETFUL, "cs", ALL_OF_IT)]
ALIKE += [(BUCKETS[k % 2], "cs", regret) for k, regret in enumerate(("rm", "linear", "discounted", "dcfr+"))]


@pytest.mark.parametrize("game, row, regret", ALIKE, ids=str)
def test_single_deals_are_walked_alike_with_vectors_and_without(game, row, regret, monkeypatch):
    """Both kernels get the same draws. That of vectors in double precision is not worth compiling for this."""
    plain = getattr(hands.iterate, "py_func", hands.iterate)
    monkeypatch.setattr(engine, "hands", SimpleNamespace(make_drawn=hands.make_drawn, iterate=plain))
    vectors, single = (cfrlib.CFR(game, row, regret=regret, average="linear", seed=8) for _ in range(2))
    single.engine = BucketSingleWalks(single.engine.setup)
    names, parts = ("early_regret", "regret", "early_sums", "sums"), ("early_sums", "sums")
    for solver in (vectors, single):
        solver.run(30)
    for name in names:
        one, other = (getattr(solver.engine.tables, name) for solver in (vectors, single))
        close = 1e-9 if isinstance(regret, str) else 1e-7  # differences of rounding add up under predictions
        np.testing.assert_allclose(one, other, rtol=close, atol=close * largest_stake(game))
    assert all(getattr(single.engine.tables, name).any() for name in parts)
    assert vectors.nodes_touched == single.nodes_touched
    assert vectors.histories_touched == single.histories_touched


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
        """Return one or two tables in the order of the tree."""
        result = np.zeros(len(self.table))
        for k, table in enumerate(tables if isinstance(tables, tuple | list) else [tables]):
            result[self.table == k] = table[self.entry[self.table == k]]
        return result

    def normalized(self, values):
        totals = np.repeat(np.add.reduceat(values, self.start), self.actions)
        return np.where(totals > 0, values / np.where(totals > 0, totals, 1), 1 / np.repeat(self.actions, self.actions))

    def probabilities(self, profile):
        """Return those of a profile; of a view of large tables without a look at each row."""
        if not hasattr(profile, "tables"):
            return flat(self.form.tree, profile)
        return self.normalized(np.maximum(self.read(profile.tables), 0))

    def strategy(self, solver):
        return self.probabilities(solver.current_strategy())

    def plan(self, strategy):
        """Return own reach times strategy."""
        return sum(plan[:-1] for plan in self.form.plans(strategy))


@cache
def explicit(game):
    return Explicit(OfSequences(game) if getattr(game, "buckets", None) else game, cfrlib.CFR(game).layout)


ONE_OWN = Scheme("all of the opponent", "one", "one", "one", "one", "all")


@pytest.mark.parametrize("updates, weights, row, games", [
    ("alternating", "uniform", {"sampling": "es"}, DECKS[:1]),
    ("simultaneous", "linear", {"sampling": "os", "regret": "discounted"}, [DECKS[1], *BUCKETS]),
    ("alternating", "quadratic", {"sampling": robust(1), "regret": "predictive"}, DECKS[:1]),
    ("simultaneous", "uniform", {"sampling": ONE_OWN, "regret": "rm+"}, DECKS[2:]),
    ("alternating", "linear", {"sampling": Mixed("es", "os", 0.5, per_node=True), "regret": "linear"}, BUCKETS),
    ("simultaneous", "quadratic", {"sampling": "es"}, DECKS[:1]),
    ("simultaneous", "linear", {"sampling": "es"}, [KUHN, LEDUC, TREE]),
    ("simultaneous", "uniform", {"sampling": "os"}, [KUHN, LEDUC, TREE]),
    ("alternating", "quadratic", {"sampling": robust(1), "regret": "rm+"}, [KUHN, LEDUC, TREE]),
], ids=str)  # fmt: skip
def test_lazy_averaging_is_the_exact_average(updates, weights, row, games):
    """The sum of weight times own reach times the strategy that each iteration starts from."""
    for game in games:
        tree = explicit(game)
        solver = cfrlib.CFR(game, average=f"{weights} lazy", updates=updates, seed=4, **row)
        total = np.zeros(len(tree.table))
        for t in range(1, 61):
            total += t**solver.average.power * tree.plan(tree.strategy(solver))
            solver.run(1)
            if t in (1, 7, 60):
                sums = tree.read(solver.engine.sums(solver.iterations))
                np.testing.assert_allclose(sums, total, rtol=1e-9, atol=1e-9)
        average = tree.probabilities(solver.average_strategy())
        np.testing.assert_allclose(average, tree.normalized(total), atol=1e-9)
        assert (tree.read(solver.engine.sum_tables()) < total - 1e-6).any()


@pytest.mark.parametrize("updates, weights, row, games", [
    ("alternating", "linear", {"sampling": "es"}, [DECKS[0], *BUCKETS]),
    ("simultaneous", "quadratic", {"sampling": "os", "regret": "rm+"}, DECKS[:1]),
    ("alternating", "uniform", {"sampling": Mixed("es", "os", 0.5)}, DECKS[2:]),
    ("simultaneous", "linear", {"sampling": "es"}, [*BUCKETS, KUHN, LEDUC]),
    ("alternating", "quadratic", {"sampling": "os"}, [LEDUC, TREE]),
], ids=str)  # fmt: skip
def test_optimistic_averaging_takes_a_visit_for_all_iterations_since_the_last(updates, weights, row, games):
    """A stochastic average with the same draws says where walks have been. A player's strategy is added in the walk of
    the other: that of player 0, with alternating updates, when it has just been updated."""
    for game in games:
        tree = explicit(game)
        switches = {"updates": updates, "seed": 5, **row}
        solver, twin = (cfrlib.CFR(game, average=f"{weights}{how}", **switches) for how in (" optimistic", ""))
        assert solver.average_at == "opponent"
        total, counted, weight = np.zeros(len(tree.table)), np.zeros(len(tree.start)), 0.0
        for t in range(1, 61):
            weight += t**solver.average.power
            before, sums = (
                tree.plan(tree.strategy(solver)),
                tree.read(twin.engine.sums(twin.iterations)),
            )
            solver.run(1)
            twin.run(1)
            after = tree.plan(tree.strategy(solver))
            played = np.where((tree.player == 0) & (updates == "alternating"), after, before)
            visited = np.add.reduceat(tree.read(twin.engine.sums(twin.iterations)) != sums, tree.start) > 0
            total += np.repeat(np.where(visited, weight - counted, 0), tree.actions) * played
            counted[visited] = weight
        sums = tree.read(solver.engine.sums(solver.iterations))
        np.testing.assert_allclose(sums, total, rtol=1e-9, atol=1e-9)
        assert sums.any()


def test_optimistic_averaging_in_own_walks():
    """All own actions are tried: rows without reach are visited, too, and what they have missed is lost. Which are
    visited is noted for discounts."""
    game, tree = DECKS[0], explicit(DECKS[0])
    solver = cfrlib.CFR(game, "es", regret="discounted", average="linear optimistic", average_at="own", seed=6)
    total, last_update = np.zeros(len(tree.table)), np.zeros(len(tree.start))
    for t in range(1, 101):
        played = tree.plan(tree.strategy(solver))
        solver.run(1)
        visited = tree.read((solver.engine.tables.early_last_update, solver.engine.tables.last_update))[tree.start] == t
        total += np.repeat(np.where(visited, t * (t + 1) / 2 - last_update, 0), tree.actions) * played
        last_update[visited] = t * (t + 1) / 2
    np.testing.assert_allclose(tree.read(solver.engine.sums(solver.iterations)), total, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("game, row, average", [
    (SMALL, {}, "lazy"), (SMALL, {"regret": "predictive"}, "optimistic"), (BUCKETS[0], {"dtype": "float32"}, "lazy"),
    (BUCKETS[0], {"regret": "discounted"}, "uniform"), (BUCKETS[1], {"regret": "predictive"}, "lazy"),
], ids=str)  # fmt: skip
def test_memory_is_counted(game, row, average):
    """One number for each information set; lazy averaging is looked at in copies."""
    solver = cfrlib.CFR(game, "es", average=average, **row)
    tables, walks = solver.engine.tables, solver.engine
    kept = [tables.early_accounted, tables.accounted]
    assert sum(map(len, kept)) == (game.num_infosets if average != "uniform" else 0)
    copied = [tables.early_sums, tables.sums, *kept] if average == "lazy" else []
    assert walks._bytes(solver.dtype) == sum(array.nbytes for array in (*tables, *copied))
