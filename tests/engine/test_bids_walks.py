"""The walks of bids do what the walks of a public tree do, from the same tables and the same draws; and their layout.

Rows that carry vectors, and rows on single histories.
"""

from functools import cache

import numpy as np
import pytest
from every_engine import ALL_OF_IT, PLUS

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.bids.single import most_met
from cfrlib.engine.bids.single_layout import uniform
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.games import bluff
from cfrlib.games.bluff import Leaf
from cfrlib.sampling import ByPlace, HalfLife, Mixed, after, half_life, os, robust, visits
from cfrlib.sampling.schemes import Scheme

pytestmark = pytest.mark.slow


class Loaded(bluff):
    """Bluff with dice that are loaded, and rounds that are worth something else to either player: nothing is tied."""

    def roll_weights(self, player):
        weights = np.random.default_rng(player).random(len(self.outcomes(player))) + 0.2
        return weights / weights.sum()

    def leaf(self, winner):
        return (Leaf(0.8, (0.8, -0.8)), Leaf(-0.4, (-0.4, 0.4)))[winner]


SHAPES = [((1, 1), 3), ((2, 1), 2), ((1, 2), 3), ((2, 2), 2)]
ONE_OWN = Scheme("one own, all opponent's", "one", "one", "one", "one", "all")
VECTORS = [
    {},
    {"regret": "rm+", "average": "linear"},
    {"regret": "linear", "average": "quadratic"},
    {"regret": "discounted", "average": 2.0},
    {"regret": "predictive", "average": "quadratic"},
    {"regret": PLUS, "average": 4.0},
    {"regret": "apcfr+", "updates": "simultaneous"},
    {"regret": ALL_OF_IT, "sampling": "spcs", "average_at": "opponent"},
    {"updates": "simultaneous", "regret": "rm+", "average_at": "opponent"},
    {"regret": ALL_OF_IT, "average_at": "opponent"},
    {"sampling": "pcs"},
    {"sampling": "opcs", "regret": "discounted"},
    {"sampling": "spcs", "regret": "linear"},
    {"sampling": "cs", "regret": "discounted", "updates": "simultaneous"},
]
SINGLE = [
    {"sampling": "es"},
    {"sampling": robust(1)},
    {"sampling": ONE_OWN},
    {"sampling": Mixed("es", os(0.3), 0.3)},
    {"sampling": Mixed("es", "os", HalfLife(50), scale="published")},
    {"sampling": Mixed("cs", robust(2), 0.2)},
    {"sampling": Mixed("es", "os", 0.5, per_node=True)},
    {"sampling": ByPlace(after(20), cutoff=(6, 4))},
    {"sampling": ByPlace(half_life(30), cutoff=(6, 4)), "average_at": "own"},
    {"sampling": ByPlace(visits(2), cutoff=(6, 4))},
    {"sampling": "os", "regret": "rm+", "average_at": "own"},
    {"sampling": "os", "regret": "linear", "average": "quadratic", "average_at": "opponent"},
    {"sampling": "es", "regret": "discounted", "average": 2.0},
    {"sampling": "os", "regret": "discounted", "updates": "simultaneous"},
    {"sampling": "es", "regret": "predictive", "average": "quadratic", "average_at": "own"},
    {"sampling": "es", "regret": "apcfr+", "updates": "simultaneous"},
    {"sampling": "robust", "regret": "linear", "updates": "simultaneous"},
    {"sampling": "es", "average": "linear optimistic"},
    {"sampling": "es", "baseline": "learned"},
    {"sampling": "os", "baseline": "learned", "regret": "rm+"},
    {"sampling": Mixed("cs", "os", 0.5, per_node=True), "baseline": "learned"},
]


@cache
def laid_out(dice, faces, merged, batch):
    """Return the same game twice: as bids, and as a public tree."""
    games = [Loaded(dice, faces, "one", merged) for _ in range(2)]
    for game, kind in zip(games, (BidsLayout, PublicTree), strict=True):
        game._derived = {"layout_of": kind(game)}
    return games


def twins(dice, faces, merged, **switches):
    """Return the same solver over bids and on a public tree, with the same random regrets to begin with."""
    games = laid_out(dice, faces, merged, cfrlib.engine.bids.layout.BATCH)
    bids, tree = (cfrlib.CFR(game, seed=3, **switches) for game in games)
    fill(bids, tree)
    return bids, tree


def fill(bids, tree):
    """Give both the same regrets, random and without ties; where they are clipped at 0, they stay away from it."""
    clipped, single = bids.regret.floor == 0, type(bids.engine).__name__ == "BidsSingleWalks"
    rng, names = np.random.default_rng(7), tree.layout.profile_map
    starts = dict(zip(names.keys, names.starts, strict=True))
    for key, actions, mask, player, roll in bids.layout.masks_and_rolls():
        place = bids.layout.place(mask, player, roll)
        of_tree = names.entries[starts[key] : starts[key] + len(actions)]
        if place is None:
            continue
        entries = place[0] + place[1] * np.arange(place[2])
        if not bids.engine.tables.regret[entries].any():
            regrets = rng.normal(0.3, 1, len(actions))
            if clipped:
                regrets = np.maximum(regrets, 0.1) if single else rng.random(len(actions)) * 5 + 5
            k = bids.layout.lowest(mask)
            alike = bids.layout.class_of[player][k] == bids.layout.class_of[player][k, roll]
            chance = 1 if single or bids.sampling.own_private == "one" else bids.layout.weights[player][alike].sum()
            bids.engine.tables.regret[entries], tree.engine.tables.regret[of_tree] = regrets, regrets * chance
            positive = np.maximum(regrets, 0)
            strategy = positive / positive.sum() if positive.any() else np.full(len(actions), 1 / len(actions))
            tree.engine.tables.strategy[of_tree] = strategy
            if single or bids.regret.prediction:  # on vectors strategies are matched to what is there
                bids.engine.tables.strategy[entries] = strategy if single else regrets


def largest_difference(p, q):
    return max(abs(p[key][action] - x) for key, row in q.items() for action, x in row.items())


def assert_equal_walks(bids, tree, iterations, close):
    bids.run(iterations)
    tree.run(iterations)
    assert largest_difference(bids.current_strategy(), tree.current_strategy()) < 1e-9
    assert largest_difference(bids.average_strategy(), tree.average_strategy()) < 1e-9
    assert bids.exploitability() == pytest.approx(tree.exploitability(), abs=close)
    assert (bids.nodes_touched, bids.histories_touched) == (tree.nodes_touched, tree.histories_touched)


def in_some_shape(k, switches):
    """Return twins of one shape; four cases in a row have all of them, eight have them merged and not."""
    return twins(*SHAPES[k % 4], k // 4 % 2 == 0, **switches)


@pytest.mark.parametrize("k", range(len(VECTORS)), ids=lambda k: str(VECTORS[k]))
def test_walks_on_vectors_are_equal(k):
    assert_equal_walks(*in_some_shape(k, VECTORS[k]), 6, 1e-12)


@pytest.mark.parametrize("k", range(len(SINGLE)), ids=lambda k: str(SINGLE[k]))
def test_walks_on_single_histories_are_equal(k):
    assert_equal_walks(*in_some_shape(k, SINGLE[k]), 100, 1e-9)


@pytest.mark.parametrize("row", [SINGLE[7], SINGLE[13]], ids=str)
def test_walks_are_equal_in_several_groups(row, monkeypatch):
    monkeypatch.setattr(cfrlib.engine.bids.layout, "BATCH", 2)
    bids, tree = twins((2, 2), 2, True, **row)
    assert bids.layout.places.groups == 4
    assert_equal_walks(bids, tree, 300, 1e-9)


def test_rounds_to_come_are_solved_when_a_run_begins():
    game = bluff((2, 1), 3)
    game._derived = {"layout_of": BidsLayout(game)}
    solver = cfrlib.CFR(game, "es", seed=2)
    assert not any("_leaf" in name for name in game._derived)
    solver.run(200)
    literal = bluff(dice=(2, 1), faces=3)
    assert isinstance(cfrlib.engine.contract.layout_of(literal), PublicTree)
    tree = cfrlib.CFR(literal, "es", seed=2)
    tree.run(200)
    assert largest_difference(solver.average_strategy(), tree.average_strategy()) < 1e-9


@pytest.mark.parametrize("dice, faces, merged, batch", [
    (*shape, k % 2 == 0, batch) for k, shape in enumerate(SHAPES) for batch in (2, 256)
])  # fmt: skip
def test_tables_start_uniform_and_rows_are_counted(dice, faces, merged, batch, monkeypatch):
    monkeypatch.setattr(cfrlib.engine.bids.layout, "BATCH", batch)
    layout = BidsLayout(bluff(dice, faces, "one", merged))
    table, met = uniform(layout, "float64"), np.zeros(layout.num_entries + 1, dtype=bool)
    for _, actions, mask, player, roll in layout.masks_and_rolls():
        place = layout.place(mask, player, roll)
        if place is not None:
            entries = place[0] + place[1] * np.arange(place[2])
            assert (table[entries] == 1 / len(actions)).all()
            met[entries] = True
    assert met[:-1].all()
    assert layout.num_rows == (layout.game.num_classes if merged else layout.game.num_infosets)


@pytest.mark.parametrize("all_of_opponent", [False, True])
@pytest.mark.parametrize("bids", [4, 7])
def test_a_workspace_is_enough_for_the_largest_walk(bids, all_of_opponent):
    """Worked out the long way: the opponent chooses so that as many rows, or nodes, are met as can be."""

    def most(mask, player, count_rows):
        k = bids if mask == 0 else (mask & -mask).bit_length() - 1
        own = mask.bit_count() % 2 == player
        itself = int(own) if count_rows else 1
        below = [most(mask + (1 << j), player, count_rows) for j in range(k)]
        below += [0 if count_rows else 1] * (mask > 0)
        return itself + (sum(below) if own or all_of_opponent else max(below))

    rows, nodes = most_met(bids, all_of_opponent)
    most_rows, most_nodes = (max(most(0, player, what) for player in (0, 1)) for what in (True, False))
    assert rows == most_rows
    assert most_nodes <= nodes <= most_nodes + 1
