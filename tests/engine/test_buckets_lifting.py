"""Strategies of buckets in the real game: the same probabilities for every hand, the same value, and more to lose."""

import numpy as np
import pytest

from cfrlib import CFR, best_response_values, expected_value, exploitability
from cfrlib.engine.buckets import lifting as kernel
from cfrlib.engine.buckets.lifting import lift_of, lifted, lifted_profile, real_game
from cfrlib.engine.contract import layout_of
from cfrlib.games import holdem

pytestmark = pytest.mark.slow

GAMES = [
    holdem(deck=(4, 2), buckets=2), holdem((1, 2), (4, 2), buckets=(3, 1)), holdem((2, 1), (4, 2), buckets=(1, 4)),
    holdem(deck=(3, 3), buckets=(2, 3)),
]  # fmt: skip
FORGETFUL = [holdem(deck=deck, buckets=(2, 3), recall="imperfect") for deck in ((4, 2), (3, 3))]
SMALL = 1e-9


def mixed(game, seed=0, dtype=float):
    """Return a profile at random, of a few rows without anything in them (these are uniform)."""
    rng, layout = np.random.default_rng(seed), layout_of(game)
    early, late = ((rng.random(size) ** 2 * (rng.random(size) < 0.8)) for size in layout.sizes)
    return layout.average((early, late.astype(dtype)))


def short(game):
    return " ".join(map(str, (*game.raises, game.deck.ranks, game.deck.suits, game.buckets, game.recall)))


@pytest.mark.parametrize("game, dtype", [(GAMES[0], "float32"), (GAMES[1], "float64"), (FORGETFUL[1], "float64")])
def test_every_hand_plays_as_its_buckets(game, dtype):
    """At every information set of the real game, looked up by its cards in both profiles."""
    profile = mixed(game, dtype=dtype)
    real = lifted_profile(profile)
    assert [table.dtype for table in real.tables] == [np.float64, dtype]
    assert real.game == real_game(game)
    assert real.game.buckets is None
    abstract = set()
    for key, row in real.items():
        assert row == profile[key], key
        abstract.add(game.canonical(key))
    assert len(real) == real.game.num_infosets > len(abstract)
    assert abstract <= set(profile)
    nobody = set(profile) - abstract  # sequences of buckets that no cards lead to
    sizes = game.percentiles.sizes()
    empty = {game.bucket_name(k, s) for k, size in enumerate(sizes) for s in np.flatnonzero(size == 0)}
    assert {private for private, _ in nobody} <= empty


def test_a_lifted_profile_does_not_change_with_the_solver():
    solver = CFR.plus(GAMES[0])
    solver.run(3)
    real = lifted_profile(solver.average_strategy())
    before = dict(real.items())
    solver.run(20)
    assert dict(real.items()) == before
    assert dict(lifted_profile(solver.average_strategy()).items()) != before


@pytest.mark.parametrize("game", GAMES, ids=short)
def test_values_are_the_same_and_best_responses_earn_more(game):
    for seed in range(2):
        profile = mixed(game, seed)
        real = lifted_profile(profile)
        assert expected_value(real.game, real) == pytest.approx(expected_value(game, profile), rel=SMALL)
        buckets, cards = best_response_values(game, profile), best_response_values(real.game, real)
        for less, more in zip(buckets, cards, strict=True):
            assert less <= more + SMALL * abs(more)
        assert exploitability(game, profile) < exploitability(real.game, real)


@pytest.mark.parametrize("game, which", [
    (GAMES[1], "some rows"), (GAMES[2], "all rows"), (GAMES[3], "some rows"), (FORGETFUL[0], "some rows"),
], ids=str)  # fmt: skip
def test_gather_is_the_transpose_of_lift(game, which):
    """Summed over all hands of the real game, lift(x) y is x gather(y), for all x and y."""
    rng, real = np.random.default_rng(0), layout_of(real_game(game))
    x = tuple(rng.normal(size=size) for size in layout_of(game).sizes)
    tables = lifted(game, x)
    for part, lift in enumerate(lift_of(game)):
        rows, lanes, start = lift.rows, lift.lanes, lift.start
        chosen = np.ones(rows, dtype=bool) if which == "all rows" else rng.random(rows) < 0.5
        y, out = rng.normal(size=real.sizes[part]), np.zeros(len(x[part]))
        kernel.gather(y, lift, chosen, out)
        total = 0.0
        for board, many in enumerate(np.diff(start)):
            on_board = slice(start[board] * rows * lanes, start[board + 1] * rows * lanes)
            one, other = (table[on_board].reshape(rows, many, lanes) for table in (tables[part], y))
            alike = lift.weight[board] * lift.hands[start[board] : start[board + 1]]
            total += np.einsum("rcl,rcl,c,r->", one, other, alike, chosen)
        assert x[part] @ out == pytest.approx(total, rel=SMALL)
        untouched = out.reshape(-1, rows, lanes)[:, ~chosen]
        assert not untouched.any()
        again = out.copy()
        kernel.gather(y, lift, chosen, again)
        np.testing.assert_allclose(again, 2 * out, rtol=SMALL)  # it adds to what is there


@pytest.mark.parametrize("game", GAMES, ids=short)
def test_hands_of_all_classes_add_up_to_the_sizes_of_buckets(game):
    for lift, size in zip(lift_of(game), game.percentiles.sizes(), strict=True):
        block = lift.rows * lift.lanes
        ones, out = np.ones(block * len(lift.sequence)), np.zeros(block * len(size))
        kernel.gather(ones, lift, np.ones(lift.rows, dtype=bool), out)
        np.testing.assert_array_equal(out.reshape(len(size), -1), size[:, None] * np.ones(block))
