"""What a profile is worth to every engine, and what best responses to it are, equals the sequence form on the explicit
tree, which shares no code with it: every real deal is played out there, and suits are told apart by nobody."""

from functools import cache

import pytest
from every_deal import OfSequences, largest_stake, on_the_tree
from every_engine import small_bids
from small_buckets import GAMES as BUCKETS
from small_buckets import random_tables
from small_flops import GAMES as FLOPS

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

TREES = [kuhn(), leduc(), leduc(suits_matter=False), leduc_no_limit(stack=5), bluff(faces=3)]
BIDS = [small_bids((2, 1), 2, "one"), small_bids((1, 2), 3, "one", False)]
GAMES = [(game, unroll) for game in (*TREES, *BIDS, *FLOPS)] + [
    (holdem((1, 1), (4, 2), (2, 3)), on_the_tree), (BUCKETS[0], OfSequences),
    (texas((2, 1, 2, 1), (1, 1, 1, 0), (3, 3)), OfSequences), (BUCKETS[2], OfSequences),
]  # fmt: skip
tree_for = cache(lambda game, make: unroll(make(game)))


@pytest.mark.parametrize("game, make", GAMES, ids=lambda part: getattr(part, "__name__", repr(part)))
@pytest.mark.parametrize("seed", [0, 1])
def test_values_are_those_of_the_explicit_tree(game, make, seed):
    layout, tree, tables = layout_of(game), tree_for(game, make), random_tables(game, seed)
    profile = layout.average(tables if len(tables) > 1 else tables[0])
    copied = cfrlib.Profile.from_dict(tree, {infoset.key: profile[infoset.key] for infoset in tree.infosets})
    most = largest_stake(game) if hasattr(game, "buckets") else 1.0
    scale, close = most if make is not unroll else 1.0, 1e-12 * most
    assert scale != 1 or len(profile) == game.num_infosets == len(tree.infosets)
    earned, best = cfrlib.expected_value(game, profile), cfrlib.best_response_values(game, profile)
    assert earned == pytest.approx(scale * cfrlib.expected_value(tree, copied), abs=close)
    assert best == pytest.approx([scale * value for value in cfrlib.best_response_values(tree, copied)], abs=close)
    assert cfrlib.exploitability(game, profile) == pytest.approx(sum(best) / 2, abs=close)
