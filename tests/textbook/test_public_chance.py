"""The textbook's vector walks: the engine's, step by step, with the same draws; and what they refuse.

That they are unbiased is held in `test_variance.py`.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import games as random_games
from small_buckets import of_engine

import cfrlib
from cfrlib import textbook
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import Scheme
from cfrlib.textbook.public_chance import PublicChanceCFR

pytestmark = pytest.mark.slow

ROWS = ["vanilla", "pcs", "opcs", "spcs", "cs", Scheme("own alone", own_private="one"),
        Scheme("both private", own_private="one", opponent_private="one")]  # fmt: skip
GAMES = [leduc(suits_matter=False), bluff(faces=3), kuhn(), leduc(ranks=2), bluff(faces=3, merged=False)]
some = settings(deadline=None, derandomize=True, max_examples=12)


def assert_every_step_is_the_engines(game, row, updates, iterations, seed=0):
    """Give the textbook the engine's strategies before each walk, and compare what both make of them.

    One step at a time nothing is amplified, and by induction the runs are the same.
    """
    fast = cfrlib.CFR(game, row, updates=updates, seed=seed)
    slow = PublicChanceCFR(game, row, updates=updates, seed=seed)
    nodes = 0
    for _ in range(iterations):
        before = of_engine(fast, fast.engine.tables.strategy)
        fast.run(1)
        after = of_engine(fast, fast.engine.tables.strategy)
        for key, _, row in slow.tables.by_key(slow.tables.strategy):
            row[:] = before[key]
        for player in (0, 1):
            deal = slow.deals.draw(player, slow.rng)
            nodes += sum(len(step.carried[player]) for step in slow.walk(player, deal))
            if updates == "alternating":
                slow.tables.update(player)
                for key, node, sigma in slow.tables.by_key(slow.tables.strategy):
                    if node.player == player:
                        sigma[:] = after[key]
        if updates == "simultaneous":
            slow.tables.update(0)
            slow.tables.update(1)
        for name in ("regret", "sums"):
            theirs = of_engine(fast, getattr(fast.engine.tables, name))
            for key, _, mine in slow.tables.by_key(getattr(slow.tables, name)):
                assert mine == pytest.approx(theirs[key], abs=1e-9), key
    assert nodes == fast.nodes_touched


@pytest.mark.parametrize("k", range(len(ROWS)), ids=lambda k: str(ROWS[k]))
def test_every_step_is_the_engines(k):
    assert_every_step_is_the_engines(GAMES[k % len(GAMES)], ROWS[k], ("alternating", "simultaneous")[k % 2], 5, seed=3)


def test_rows_that_sample_actions_are_refused():
    for row in ("es", cfrlib.sampling.Mixed("es", "os", 0.5)):
        with pytest.raises(ValueError, match="^sampling="):
            PublicChanceCFR(leduc(), row)


@some
@given(random_games(), st.sampled_from(ROWS), st.sampled_from(["alternating", "simultaneous"]), st.integers(0, 99))
def test_every_step_is_the_engines_on_random_games(game, row, updates, seed):
    assert_every_step_is_the_engines(game, row, updates, 8, seed)


def test_masks_on_leduc():
    sizes = {"vanilla": (6, 6), "pcs": (6, 6), "opcs": (6, 1), "spcs": (1, 6), "cs": (1, 1)}
    for row, (own, opponent) in sizes.items():
        cfr = PublicChanceCFR(leduc(), row, seed=1)
        for player in (0, 1):
            deal = cfr.deals.draw(player, cfr.rng)
            assert (len(deal.carried[player]), len(deal.carried[1 - player])) == (own, opponent)
            assert (deal.board is None) == (row == "vanilla")


def test_a_terminal_by_hand():
    # Public card Ks, both check to the end: a King wins 1 against everything that is left. With Ks shown five cards are
    # left, so a pair of hands has probability 1/20 given the draw; the uniform opponent plays here with 1/2 twice.
    cfr, game = PublicChanceCFR(leduc(), "pcs"), leduc()
    deal = next(deal for deal in cfr.deals.all(0) if deal.board == ("Ks",))
    ends = {step.actions: step for step in cfr.walk(0, deal) if step.kind == "terminal"}
    value = dict(zip(game.outcomes(0), ends["c", "c", "/", "c", "c"].value, strict=True))
    assert value["Kh"] == pytest.approx(4 / 20 / 4)
    assert value["Ks"] == 0
    assert value["Js"] == value["Jh"] == pytest.approx(-3 / 20 / 4)


def test_freezing():
    cfr = PublicChanceCFR(leduc(ranks=2), "pcs")
    profile = textbook.CFR(leduc(ranks=2), "es", seed=2)
    profile.run(20)
    cfr.tables.freeze(profile.current_strategy())
    assert dict(cfr.current_strategy()) == dict(profile.current_strategy())
    # Once 2-3 is bid, only threes and stars can still count: rolls of 1 and 2 share a row.
    game = bluff(faces=4)
    merged, uniform = PublicChanceCFR(game, "pcs"), cfrlib.Profile.uniform(game)
    with pytest.raises(ValueError, match="^profile: at .*'2-3'.* shares its row"):
        merged.tables.freeze(uniform.replace({("1", "2-3"): {"2-*": 1.0, "call": 0.0}}))
