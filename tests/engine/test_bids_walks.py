"""The walks of bids do what the walks of a public tree do, from the same tables and the same draws."""

import numpy as np
import pytest

import cfrlib
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.games import bluff
from cfrlib.games.bluff import Leaf
from cfrlib.regret import Power, RegretRule

pytestmark = pytest.mark.slow


class Loaded(bluff):
    """Bluff with dice that are loaded, and rounds that are worth something else to either player: nothing is tied."""

    def roll_weights(self, player):
        weights = np.random.default_rng(player).random(len(self.outcomes(player))) + 0.2
        return weights / weights.sum()

    def leaf(self, winner):
        return (Leaf(0.8, (0.8, -0.8)), Leaf(-0.4, (-0.4, 0.4)))[winner]


ALL_OF_IT = RegretRule("all of it", (0.5, 0.8, 0.9), 0.3, after=True, prediction=0.5, gain=0.5)
SHAPES = [((1, 1), 3), ((2, 1), 2), ((1, 2), 3), ((2, 2), 2), ((2, 2), 3)]
ROWS = [
    {},
    {"regret": "rm+", "average": "linear"},
    {"regret": "linear", "average": "quadratic"},
    {"regret": "discounted", "average": 2.0},
    {"regret": "predictive", "average": "quadratic"},
    {"regret": RegretRule("dcfr+", positive=Power(1.5), floor=0), "average": 4.0},
    {"regret": ALL_OF_IT},
    {"regret": ALL_OF_IT, "sampling": "spcs", "average_at": "opponent"},
    {"updates": "simultaneous"},
    {"updates": "simultaneous", "regret": "rm+", "average_at": "opponent"},
    {"average_at": "opponent", "average": "linear"},
    {"sampling": "pcs"},
    {"sampling": "opcs", "regret": "discounted"},
    {"sampling": "spcs", "regret": "linear"},
    {"sampling": "spcs", "regret": "discounted", "average_at": "opponent"},
    {"sampling": "cs"},
    {"sampling": "cs", "regret": "discounted", "updates": "simultaneous"},
]


def twins(dice, faces, merged, **switches):
    """Return the same solver over bids and on a public tree, with the same random regrets to begin with."""
    games = [Loaded(dice, faces, "one", merged) for _ in range(2)]
    games[0]._layout, games[1]._layout = BidsLayout(games[0]), PublicTree(games[1])
    bids, tree = (cfrlib.CFR(game, seed=3, **switches) for game in games)
    fill(bids, tree)
    return bids, tree


def fill(bids, tree):
    """Give both the same regrets, random and without ties; where they are clipped at 0, they stay away from it."""
    clipped = bids.regret.floor == 0
    rng, names = np.random.default_rng(7), tree.layout.profile_map
    ends = names.starts + [len(here) for here in names.actions]
    places = dict(zip(names.keys, zip(names.starts, ends, strict=True), strict=True))
    for key, actions, mask, player, roll in bids.layout.masks_and_rolls():
        place, here = bids.layout.place(mask, player, roll), names.entries[slice(*places[key])]
        if place is None:
            continue
        entries = place[0] + place[1] * np.arange(place[2])
        if not bids.engine.tables.regret[entries].any():
            regrets = rng.random(len(actions)) * 5 + 5 if clipped else rng.normal(size=len(actions)) + 0.3
            k = bids.layout.lowest(mask)
            alike = bids.layout.class_of[player][k] == bids.layout.class_of[player][k, roll]
            chance = bids.layout.weights[player][alike].sum() if bids.sampling.own_private == "all" else 1
            bids.engine.tables.regret[entries], tree.engine.tables.regret[here] = regrets, regrets * chance
            if bids.regret.prediction:
                bids.engine.tables.strategy[entries] = regrets
            positive = np.maximum(regrets, 0)
            total = positive.sum()
            tree.engine.tables.strategy[here] = positive / total if total > 0 else 1 / len(actions)


def largest_difference(p, q):
    pairs = ((p[key], here) for key, here in q.items())
    return max(abs(there[action] - x) for there, here in pairs for action, x in here.items())


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_walks_are_equal(row, merged):
    for dice, faces in SHAPES[:4]:
        bids, tree = twins(dice, faces, merged, **row)
        for iterations in (2, 4):
            bids.run(iterations)
            tree.run(iterations)
            assert largest_difference(bids.current_strategy(), tree.current_strategy()) < 1e-9
            assert largest_difference(bids.average_strategy(), tree.average_strategy()) < 1e-9
            assert bids.exploitability() == pytest.approx(tree.exploitability(), abs=1e-12)
        assert (bids.nodes_touched, bids.histories_touched) == (tree.nodes_touched, tree.histories_touched)
