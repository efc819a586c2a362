"""Information sets as rows: their features, their columns, and that tables and rows name the same things."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games

from cfrlib.deep import DeepCFR, InfoSets
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.games.matrix import matrix
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

some = settings(deadline=None, derandomize=True, max_examples=12)
GAMES = [
    kuhn(), leduc(), leduc(suits_matter=False), leduc_no_limit(stack=5), bluff(faces=3), bluff(faces=3, merged=False),
    RandomGame(12),
]  # fmt: skip


def shown(infosets, key):
    """Return what the features say of an information set."""
    features = infosets.features[infosets.keys.index(key)]
    assert set(features.tolist()) <= {0.0, 1.0}
    return {meaning for meaning, feature in zip(infosets.meanings, features, strict=True) if feature}


def assert_told_apart(infosets):
    features = infosets.features
    assert features.dtype == np.float32
    assert len(np.unique(features, axis=0)) == len(infosets) == len(infosets.keys)
    assert len(set(infosets.meanings)) == len(infosets.meanings) == features.shape[1]
    assert (features.any(axis=0)).all()  # every feature is somewhere


BY_HAND = [
    (kuhn(), ("K", "pb"), {("private", 0, "K"), ("round", 0, "p", 1), ("round", 0, "b", 1)}),
    (leduc(), ("Ks", "crc/Qh:rr"), {
        ("private", 0, "K"), ("private", 1, "s"), ("public", 1, 0, "Q"), ("public", 1, 1, "h"), ("round", 0, "c", 1),
        ("round", 0, "c", 2), ("round", 0, "r", 1), ("round", 1, "r", 1), ("round", 1, "r", 2),
    }),
    (bluff(faces=3, merged=False), ("2", "1-1 1-*"),
     {("private", 0, "2"), ("round", 0, "1-1", 1), ("round", 0, "1-*", 1)}),
    (leduc_no_limit(stack=7), ("J", "0 0/Q:1 6"), {  # 1, 2 and 2, 1 have the same counts: places count
        ("private", 0, "J"), ("public", 1, 0, "Q"), ("round", 0, "0", 1), ("round", 0, "0", 2), ("round", 1, "1", 1),
        ("round", 1, "6", 1), ("place", 0, 0, "0"), ("place", 0, 1, "0"), ("place", 1, 0, "1"), ("place", 1, 1, "6"),
    }),
]  # fmt: skip


@pytest.mark.parametrize("game, key, expected", BY_HAND, ids=[str(case[0]) for case in BY_HAND])
def test_what_features_say_by_hand(game, key, expected):
    assert shown(InfoSets(game), key) == expected


def test_places_are_told_only_where_counts_do_not_tell_apart():
    # In random games the same player may move after "ab" and after "ba"; in poker and Bluff nobody has to count.
    for game in GAMES[:-1]:
        assert {meaning[0] for meaning in InfoSets(game).meanings} <= {"private", "public", "round"}
    drawn = [InfoSets(RandomGame(seed)) for seed in range(15)]
    placed = [infosets for infosets in drawn if any(meaning[0] == "place" for meaning in infosets.meanings)]
    assert 0 < len(placed) < len(drawn)
    for infosets in placed:
        for key in infosets.keys:
            said = shown(infosets, key)
            rounds = key[1].split("/")
            assert {m for m in said if m[0] == "place"} == {
                ("place", number, k, action) for number, part in enumerate(rounds) for k, action in enumerate(part)
            }
            without = infosets.features[:, [m[0] != "place" for m in infosets.meanings]]
            assert len(np.unique(without, axis=0)) < len(infosets)


def assert_rows_are_the_games(infosets, game):
    sets = {i.key: i for i in unroll(game).infosets}
    assert infosets.game == game
    assert set(infosets.keys) <= set(sets)
    assert infosets.players.tolist() == [sets[key].player for key in infosets.keys]
    names = [tuple(infosets.names[c] for c in columns) for columns in infosets.columns]
    assert names == [sets[key].actions for key in infosets.keys]
    assert set(infosets.names) == {action for i in sets.values() for action in i.actions}
    for row, columns in enumerate(infosets.columns):
        assert np.flatnonzero(infosets.legal[row]).tolist() == sorted(columns.tolist())
    assert np.array_equal(infosets.legal, infosets.entries >= 0)


def assert_rows_are_the_tables(game, seed=0):
    """A profile made of a row for each row of the table has it at every information set that uses it."""
    deep, rng = DeepCFR(game, learner="table"), np.random.default_rng(seed)
    infosets, names = deep.infosets, layout_of(game).profile_map
    deep.strategy = rng.random(infosets.legal.shape) * infosets.legal
    deep.strategy /= deep.strategy.sum(axis=1, keepdims=True)
    profile = deep.current_strategy()
    first = names.entries[names.starts]
    rows = infosets.of(first)
    assert set(rows.tolist()) == set(range(len(infosets)))
    assert {key: row for key, row in zip(names.keys, rows, strict=True) if key in infosets.keys} == {
        key: row for row, key in enumerate(infosets.keys)
    }
    for key, row in zip(names.keys, rows, strict=True):
        expected = [deep.strategy[row, infosets.names.index(action)] for action in profile[key]]
        assert list(profile[key].values()) == pytest.approx(expected, abs=1e-15)
    # A table has each value at its entry, and nothing elsewhere.
    values = rng.random(infosets.legal.shape) + 1
    table = infosets.table(values, size := int(infosets.entries.max()) + 5)
    assert len(table) == size
    assert (table > 0).sum() == infosets.legal.sum() == len(set(infosets.entries[infosets.legal].tolist()))
    assert np.array_equal(table[infosets.entries[infosets.legal]], values[infosets.legal])


def assert_fit(game, seed=0):
    infosets = InfoSets(game)
    assert_told_apart(infosets)
    assert_rows_are_the_games(infosets, game)
    assert_rows_are_the_tables(game, seed)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_features_tell_apart_the_rows_which_are_those_of_the_game_and_of_its_tables(game):
    assert_fit(game)


@some
@given(random_games(depth=4), st.integers(0, 99))
def test_so_they_do_in_random_games(game, seed):
    assert_fit(game, seed)


def test_merged_information_sets_share_a_row():
    merged, whole = InfoSets(bluff(faces=3)), InfoSets(bluff(faces=3, merged=False))
    assert len(merged) < len(whole)
    assert set(merged.keys) < set(whole.keys)


def test_gains_go_into_the_columns_of_their_actions():
    # In Leduc one checks or raises, folds, calls or raises, and folds or calls: f stands first, but is no first column.
    infosets = InfoSets(leduc(suits_matter=False))
    rows = [infosets.keys.index(("K", public)) for public in ("", "r", "rr")]
    assert [tuple(infosets.names[c] for c in infosets.columns[row]) for row in rows] == [
        ("c", "r"), ("f", "c", "r"), ("f", "c"),
    ]  # fmt: skip
    stale = 99.0  # what an earlier, wider row has left behind
    gains = np.array([[1.0, 2.0, stale], [3.0, 4.0, 5.0], [6.0, 7.0, stale]])
    spread = [dict(zip(infosets.names, row, strict=True)) for row in infosets.spread(np.array(rows), gains).tolist()]
    assert spread == [{"c": 1, "r": 2, "f": 0}, {"f": 3, "c": 4, "r": 5}, {"f": 6, "c": 7, "r": 0}]
    assert infosets.spread(np.zeros(0, int), np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize("make", [InfoSets, DeepCFR])
@pytest.mark.parametrize(
    "game",
    [holdem(), bluff((2, 2)), bluff((2, 1)), texas(), matrix([[0, 1], [1, 0]]), unroll(kuhn()), "kuhn", None, kuhn],
    ids=lambda game: repr(game)[:20],
)
def test_games_that_cannot_be_listed_are_refused(game, make):
    with pytest.raises(ValueError, match="^game="):
        make(game)


def test_what_is_for_networks_is_refused_with_a_table_and_wrong_runs():
    for argument in ("hidden", "batch", "rate"):
        with pytest.raises(ValueError, match=f"^{argument}.*learner='network'"):
            DeepCFR(kuhn(), learner="table", **{argument: 8})
    for wrong in (-1, 1.5, None):
        with pytest.raises(ValueError, match="^iterations="):
            DeepCFR(kuhn()).run(wrong)
