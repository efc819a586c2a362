"""Every engine on one small game comes to the value of the linear program: what `make quick` has of each of them."""

import pytest
from small_buckets import GAMES, of_sequences

import cfrlib
from cfrlib import textbook
from cfrlib.engine.bids import engine as bids
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.buckets import engine as buckets
from cfrlib.engine.tree import engine as trees
from cfrlib.engine.two_rounds import engine as two_rounds
from cfrlib.games import bluff, holdem, kuhn
from cfrlib.tree import unroll


def on_ladder():
    """Return a round of Bluff that is small enough for a public tree, but on a ladder."""
    game = bluff(faces=3, rounds="one")
    game._layout = BidsLayout(game)
    return game


def bucketed():
    return GAMES[2]


def streets():
    return holdem(deck=(7, 1))


ENGINES = trees, bids, two_rounds, buckets
CASES = [
    (kuhn, "vanilla", trees.VectorWalks, 200, 0.001),
    (kuhn, "es", trees.SingleWalks, 20_000, 0.01),
    (on_ladder, "vanilla", bids.BidsWalks, 200, 0.001),
    (on_ladder, "es", bids.BidsSingleWalks, 20_000, 0.03),
    (streets, "vanilla", two_rounds.TwoRoundsWholeWalks, 200, 1),
    (streets, "pcs", two_rounds.TwoRoundsFlopWalks, 20_000, 20),
    (streets, "opcs", two_rounds.TwoRoundsOneSidedWalks, 50_000, 20),
    (streets, "es", two_rounds.TwoRoundsSingleWalks, 200_000, 20),
    (bucketed, "vanilla", buckets.BucketWholeWalks, 200, 0.001),
    (bucketed, "pcs", buckets.BucketBoardWalks, 5_000, 0.01),
    (bucketed, "opcs", buckets.BucketOneSidedWalks, 5_000, 0.01),
    (bucketed, "cs", buckets.BucketDealWalks, 100_000, 0.01),
    (bucketed, "es", buckets.BucketSingleWalks, 100_000, 0.01),
]
"""A game, a row of switches, the engine that they lead to, iterations, and what a best response may gain then: in
units of the game, or of the largest stake under buckets."""


def come_to_the_value(tree, profile, within):
    """Whether the value lies between what best responses leave, and these close together."""
    value, _ = cfrlib.equilibrium(tree)
    copied = cfrlib.Profile.from_flat(tree, [profile[i.key][action] for i in tree.infosets for action in i.actions])
    b1, b2 = cfrlib.best_response_values(tree, copied)
    assert -b2 <= value + 1e-6 <= b1 + 2e-6
    assert b1 + b2 < 2 * within


def test_every_engine_is_here():
    found = {kind for engine in ENGINES for name, kind in vars(engine).items() if name.endswith("Walks")}
    assert found == {engine for _, _, engine, _, _ in CASES}


@pytest.mark.parametrize("game, row, engine, iterations, within", CASES, ids=lambda x: getattr(x, "__name__", str(x)))
def test_it_comes_to_the_value_of_the_linear_program(game, row, engine, iterations, within):
    solver = cfrlib.CFR(game(), row, regret="rm+", average="linear", seed=1)
    assert type(solver.engine) is engine
    solver.run(iterations)
    tree = unroll(of_sequences(solver.game) if game is bucketed else solver.game)
    come_to_the_value(tree, solver.average_strategy(), within)


@pytest.mark.parametrize("row, iterations", [("vanilla", 200), ("es", 2_000)])
def test_so_does_the_textbook(row, iterations):
    solver = textbook.CFR(kuhn(), row, regret="rm+", average="linear", seed=1)
    solver.run(iterations)
    come_to_the_value(unroll(kuhn()), solver.average_strategy(), 0.03)
