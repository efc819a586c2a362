"""Every engine on small games comes to the value of the linear program, by every kind of walk that it has."""

from functools import cache

import pytest
from every_engine import small_bids
from small_buckets import GAMES, of_sequences

import cfrlib
from cfrlib.engine.bids import engine as bids
from cfrlib.engine.buckets import engine as buckets
from cfrlib.engine.common.limit_holdem.tables import RoundsVectorWalks
from cfrlib.engine.common.single_histories.walks import DrawnWalks
from cfrlib.engine.explicit import engine as explicit
from cfrlib.engine.tree import engine as trees
from cfrlib.engine.two_rounds import engine as two_rounds
from cfrlib.games import holdem, kuhn
from cfrlib.sampling import HalfLife, Mixed, cs, pcs, robust
from cfrlib.tree import unroll


def on_bids():
    return small_bids(faces=3, rounds="one")


def four_rounds():
    return GAMES[0]


def two_bucketed():
    return GAMES[2]


def rounds():
    return holdem(deck=(7, 1))


def kuhn_tree():
    return unroll(kuhn())


@cache
def tree_of(make):
    """Return the explicit tree of a game, and its value by linear program."""
    tree = unroll(of_sequences(make()) if make in (two_bucketed, four_rounds) else make())
    return tree, cfrlib.equilibrium(tree)[0]


ENGINES = trees, bids, two_rounds, buckets, explicit
PLUS = {"regret": "rm+", "average": "linear"}
AT_ONCE, COARSE = {"updates": "simultaneous"}, {"dtype": "float32"}
CASES = [
    (kuhn, "vanilla", PLUS, trees.WholeWalks, 200, 0.001),
    (kuhn, "spcs", PLUS, trees.VectorWalks, 20_000, 0.01),
    (kuhn, "es", PLUS, trees.SingleWalks, 20_000, 0.01),
    (kuhn_tree, "vanilla", PLUS, explicit.SequenceWalks, 200, 0.001),
    (kuhn_tree, "os", {"average": "linear lazy"}, explicit.HistoryWalks, 50_000, 0.03),
    (on_bids, "vanilla", {**PLUS, **COARSE}, bids.BidsWalks, 200, 0.001),
    (on_bids, "es", PLUS, bids.BidsSingleWalks, 20_000, 0.03),
    (rounds, "vanilla", PLUS, two_rounds.TwoRoundsWholeWalks, 200, 1),
    (rounds, pcs("epochs"), PLUS, two_rounds.TwoRoundsFlopWalks, 20_000, 4),
    (rounds, "opcs", PLUS, two_rounds.TwoRoundsOneSidedWalks, 50_000, 20),
    (rounds, "es", {"regret": "linear", "average": "linear", **COARSE}, two_rounds.TwoRoundsSingleWalks, 200_000, 20),
    (rounds, "os", {"average": "linear lazy"}, two_rounds.TwoRoundsSingleWalks, 500_000, 60),
    (rounds, Mixed("cs", "os", HalfLife(10_000)), AT_ONCE, two_rounds.TwoRoundsSingleWalks, 500_000, 60),
    (two_bucketed, "vanilla", PLUS, buckets.BucketWholeWalks, 200, 0.001),
    (two_bucketed, "pcs", {**PLUS, **COARSE}, buckets.BucketBoardWalks, 2_000, 0.02),
    (two_bucketed, "opcs", {**PLUS, **COARSE}, buckets.BucketOneSidedWalks, 2_000, 0.02),
    (two_bucketed, "cs", {**PLUS, **COARSE}, buckets.BucketDealWalks, 100_000, 0.01),
    (two_bucketed, "es", PLUS, buckets.BucketSingleWalks, 100_000, 0.01),
    (four_rounds, "vanilla", {**PLUS, **COARSE}, buckets.BucketWholeWalks, 500, 5e-5),
    (four_rounds, "pcs", {**AT_ONCE, **COARSE}, buckets.BucketBoardWalks, 1000, 1e-2),
    (four_rounds, cs("sequences"), COARSE, buckets.BucketDealWalks, 100_000, 2.5e-3),
    (four_rounds, "os", {"average": "linear lazy"}, buckets.BucketSingleWalks, 300_000, 0.02),
    (four_rounds, Mixed("es", robust(1), 0.5), {"regret": "rm+"}, buckets.BucketSingleWalks, 200_000, 1e-2),
]
"""A game, a row of switches, others, the engine that they lead to, iterations, and what a best response may gain then:
in units of the game, or of the largest stake under buckets."""


def assert_at_the_value(make, profile, within):
    """The value lies between what best responses leave, and these close together."""
    tree, value = tree_of(make)
    copied = cfrlib.Profile.from_flat(tree, [profile[i.key][action] for i in tree.infosets for action in i.actions])
    b1, b2 = cfrlib.best_response_values(tree, copied)
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert b1 + b2 < 2 * within


def test_every_engine_is_here():
    walks = {kind for engine in ENGINES for name, kind in vars(engine).items() if name.endswith("Walks")}
    bases = {DrawnWalks, RoundsVectorWalks, two_rounds.TwoRoundsVectorWalks, buckets.BucketWalks}
    assert walks - bases == {case[3] for case in CASES}


@pytest.mark.parametrize(
    "game, row, switches, engine, iterations, within", CASES, ids=lambda x: getattr(x, "__name__", str(x))
)
def test_it_comes_to_the_value_of_the_linear_program(game, row, switches, engine, iterations, within):
    solver = cfrlib.CFR(game(), row, seed=3, **switches)
    assert type(solver.engine) is engine
    solver.run(iterations)
    assert_at_the_value(game, solver.average_strategy(), within)
