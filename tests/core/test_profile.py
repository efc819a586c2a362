"""Profiles: found under any spelling, checked when made, saved whole or not at all, refused when damaged."""

import contextlib
import json
import math
import os
import pickle
import re
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame, random_profile
from random_games import games as random_games

import cfrlib
from cfrlib import profile as strategy
from cfrlib._util.files import write_atomically
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.profile import Profile
from cfrlib.tree import from_openspiel, unroll

fast = settings(deadline=None, derandomize=True, max_examples=60)
GAMES = [
    kuhn(),
    kuhn(cards=5, ante=0.5, bet=np.float64(2)),
    kuhn(cards=np.int64(4)),
    leduc(),
    leduc(ranks=2, suits_matter=False, bets="doubling"),
    leduc(bets=(np.int64(2), 4.5), raises=1),
    leduc_no_limit(stack=4),
    bluff(faces=3),
    bluff(faces=3, rounds="one", merged=False),
    matrix([[0.1, -1], [1, 1 / 3]], rows=["é", "b"]),
]


# -- looking up -------------------------------------------------------------------------


def test_lookups_of_the_contract():
    p = Profile.uniform(kuhn())
    assert p["Q", "pb"] == {"p": 0.5, "b": 0.5}
    assert Profile.uniform(leduc())["Qs", "rc/Ks:r"] == dict.fromkeys("fcr", 1 / 3)
    assert Profile.uniform(bluff(faces=5))["*", "1-3 2-4"] == dict.fromkeys(["2-*", "call"], 0.5)
    assert len(p) == 12
    assert ("Q", "pb") in p
    assert ("Q", "bb") not in p
    assert "Q" not in p
    assert 3 not in p


def test_any_suit_is_accepted_where_suits_do_not_matter():
    # Whoever thinks of a real card finds the row of its rank, on the hand and on the board.
    p = random_profile(leduc(suits_matter=False), 0)
    assert p["Qs", "rc/Kh:r"] == p["Q", "rc/K:r"] == p["Qd", "rc/Ks:r"]
    assert p["Qs", ""] == p["Q", ""]
    assert ("Qh", "cc/Qs:") in p
    assert random_profile(leduc_no_limit(stack=4), 0)["Qh", "0 2 2/Ks:0"] is not None


def test_suits_are_not_dropped_where_they_matter():
    p = Profile.uniform(leduc())
    with pytest.raises(KeyError, match="keys look like"):
        p["Q", ""]


@pytest.mark.parametrize(
    "key", ["Q", ("Q",), ("Q", "pb", ""), ("X", ""), ("Q", "x"), (1, 2), None, 3, ("Qs", "rc/Xs:r")]
)
def test_an_unknown_key_says_what_keys_look_like(key):
    for game in (kuhn(), leduc(suits_matter=False)):
        p = Profile.uniform(game)
        with pytest.raises(KeyError, match=r"key=.*keys look like \('J', ''\)"):
            p[key]
        assert key not in p


def test_items_come_in_a_stable_order():
    # The order of the tree: tables, files and pictures rely on it.
    p, tree = Profile.uniform(kuhn()), unroll(kuhn())
    assert [key for key, _ in p.items()] == list(p) == [i.key for i in tree.infosets]
    assert list(Profile.uniform(kuhn())) == list(p)
    assert all(list(here) == ["p", "b"] for _, here in p.items())


def test_a_profile_is_a_snapshot():
    flat = np.full(24, 0.5)
    p = Profile.from_flat(unroll(kuhn()), flat)
    flat[:] = 7
    assert p["J", ""] == {"p": 0.5, "b": 0.5}
    with pytest.raises(ValueError, match="read-only"):
        p.probabilities[0] = 1
    p["J", ""]["p"] = 9  # what was handed out is the reader's own
    assert p["J", ""]["p"] == 0.5
    copy = p.copy()
    assert copy == p
    assert copy is not p
    assert not np.shares_memory(copy.probabilities, p.probabilities)


def test_profiles_are_equal_if_they_play_the_same():
    assert Profile.uniform(kuhn()) == Profile.uniform(kuhn())
    assert Profile.uniform(kuhn()) != random_profile(kuhn(), 1)
    assert Profile.uniform(kuhn()) != Profile.uniform(kuhn(cards=4))
    assert Profile.uniform(kuhn()) != {}
    for game in (leduc(), bluff(faces=3), holdem((0, 1), (7, 1)), holdem((0, 1), (7, 1), 2)):
        solver = cfrlib.CFR(game)
        solver.run(2)
        p = solver.average_strategy()
        keys = list(p)[::-1]
        turned = [{action: p[key][action] for action in reversed(p[key])} for key in keys]
        for other in (
            Profile.from_dict(game, dict(p)),
            Profile(keys, [0] * len(keys), list(map(list, turned)), [x for here in turned for x in here.values()]),
        ):
            assert p == other
            assert other == p
            key = next(key for key in keys if len(p[key]) > 1)
            assert p != other.replace({key: {list(p[key])[0]: 1.0}})


def test_a_table_is_read_back_from_a_file(tmp_path):
    for game in (kuhn(), leduc_no_limit(3)):  # keys "", and texts of digits
        table = Profile.uniform(game).table()
        table.to_csv(tmp_path / "profile.csv")
        path = tmp_path / "profile.csv"
        said = re.search(r"``(pandas\.read_csv.*)``", " ".join(Profile.table.__doc__.split())).group(1)
        pd.testing.assert_frame_equal(eval(said, {"pandas": pd, "path": path}), table)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Profile.uniform(kuhn()))


def test_repr_says_how_large_it_is():
    assert repr(Profile.uniform(kuhn())) == "<Profile of kuhn(cards=3, ante=1, bet=1): 12 information sets>"


def test_table_has_a_row_for_each_information_set():
    p = Profile.uniform(kuhn()).replace({("Q", "pb"): {"p": 1 / 3, "b": 2 / 3}})
    table = p.table(digits=2)
    assert table.shape == (12, 2)
    assert table.index.names == ["player", "private", "public"]
    assert table.loc[1, "Q", "pb"].tolist() == [0.33, 0.67]
    assert table.loc[2, "K", "b"].tolist() == [0.5, 0.5]
    assert p.table().loc[1, "Q", "pb"]["p"] == 1 / 3


def test_table_leaves_illegal_actions_empty():
    # Leduc, because folding to nothing is not legal.
    table = Profile.uniform(leduc(suits_matter=False)).table()
    assert set(table.columns) == {"f", "c", "r"}
    assert math.isnan(table.loc[1, "Q", ""]["f"])
    assert (table.sum(axis=1) - 1).abs().max() < 1e-12
    assert isinstance(table.index, pd.MultiIndex)


def test_table_refuses_to_be_endless(monkeypatch):
    monkeypatch.setattr(strategy, "MAX_TABLE_ROWS", 11)
    with pytest.raises(ValueError, match=r"table: 12 rows.*items\(\)"):
        Profile.uniform(kuhn()).table()


# -- making -----------------------------------------------------------------------------


@fast
@given(random_games(), st.integers(0, 2**32 - 1))
def test_written_down_and_read_again(game, seed):
    p = random_profile(game, seed)
    assert Profile.from_dict(game, dict(p.items())) == p
    assert p.replace(dict(p.items())) == p
    assert all(sum(here.values()) == pytest.approx(1, abs=1e-12) for here in p.values())


def test_actions_left_out_have_probability_0():
    rps = matrix([[0, 1], [1, 0]])
    p = Profile.from_dict(rps, {("Player 1", ""): {"1": 1}, ("Player 2", ""): {"2": 1}})
    assert p["Player 1", ""] == {"1": 1, "2": 0}
    assert p.replace({("Player 1", ""): {"2": 1}})["Player 1", ""] == {"1": 0, "2": 1}


def test_from_dict_takes_other_spellings():
    game = leduc(suits_matter=False)
    written = {(key[0] + "s", key[1]): here for key, here in Profile.uniform(game).items()}
    assert Profile.from_dict(game, written) == Profile.uniform(game)
    changed = Profile.uniform(game).replace({("Qs", "rc/Kh:"): {"c": 1}})
    assert changed["Q", "rc/K:"] == {"c": 1, "r": 0}


def changed(key, here):
    """Return uniform Kuhn poker, written down, with something else at one information set."""
    return {**Profile.uniform(kuhn()), key: here}


WRONG = {
    "does not sum to 1": ({"p": 0.5, "b": 0.6}, "sum to 1.1"),
    "sums to less": ({"p": 0.5}, "sum to 0.5"),
    "nothing": ({}, "sum to 0"),
    "negative": ({"p": -0.5, "b": 1.5}, "must be >= 0"),
    "NaN": ({"p": math.nan, "b": 0.5}, "sum to nan"),
    "infinite": ({"p": math.inf, "b": 0.5}, "sum to inf"),
    "both infinities": ({"p": math.inf, "b": -math.inf}, "sum to nan"),
    "an unknown action": ({"p": 0.5, "call": 0.5}, "the actions are .* not 'call'"),
}


@pytest.mark.parametrize("here, why", WRONG.values(), ids=WRONG)
def test_wrong_probabilities_are_refused(here, why):
    # The message names the information set, so that the student knows which line to look at.
    with pytest.raises(ValueError, match=rf"\('Q', 'pb'\).*{why}"):
        Profile.from_dict(kuhn(), changed(("Q", "pb"), here))
    with pytest.raises(ValueError, match=rf"\('Q', 'pb'\).*{why}"):
        Profile.uniform(kuhn()).replace({("Q", "pb"): here})


def test_a_missing_information_set_is_named():
    written = dict(Profile.uniform(kuhn()))
    del written["K", "pb"]
    with pytest.raises(ValueError, match=r"^probabilities: information set \('K', 'pb'\) is missing"):
        Profile.from_dict(kuhn(), written)


@pytest.mark.parametrize("key", [("X", ""), ("Q", "bb"), "Q", 7, ("Q",)])
def test_an_unknown_information_set_is_named(key):
    for game in (kuhn(), leduc(suits_matter=False)):
        written = {**Profile.uniform(game), key: {"p": 1}}
        with pytest.raises(ValueError, match=rf"^probabilities: {re.escape(repr(key))} is no information set of"):
            Profile.from_dict(game, written)
    with pytest.raises(KeyError, match="^.key="):
        Profile.uniform(kuhn()).replace({key: {"p": 1}})


def test_one_information_set_under_two_spellings_is_refused():
    # Which of the two would count is nobody's guess.
    game = leduc(suits_matter=False)
    written = {**Profile.uniform(game), ("Qs", ""): {"c": 1}}
    with pytest.raises(ValueError, match=r"^probabilities: .*\('Q', ''\).*twice"):
        Profile.from_dict(game, written)


def test_rounded_probabilities_are_divided_by_their_sum():
    # Single precision and seven written digits are good enough; what is stored is a strategy.
    third = Profile.from_dict(kuhn(), changed(("Q", "pb"), {"p": 0.3333333, "b": 0.6666666}))["Q", "pb"]
    assert sum(third.values()) == pytest.approx(1, abs=1e-15)
    assert third["p"] == pytest.approx(1 / 3, abs=1e-7)
    with pytest.raises(ValueError, match="sum to 0.9999"):
        Profile.from_dict(kuhn(), changed(("Q", "pb"), {"p": 0.3333, "b": 0.6666}))


# -- saving and loading -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_saved_and_loaded(game, tmp_path):
    p = random_profile(game, 3)
    path = tmp_path / "profile without a suffix"
    p.save(path)
    assert os.listdir(tmp_path) == [path.name]  # exactly this path, no .npz behind it
    again = Profile.load(path)
    assert again == p
    assert (again.probabilities == p.probabilities).all()
    assert again.players == p.players
    assert list(again.items()) == list(p.items())
    assert again.game == game
    assert again.game.parameters == game.parameters
    assert cfrlib.best_response_values(again.game, again) == cfrlib.best_response_values(game, p)


def test_a_loaded_profile_takes_every_spelling(tmp_path):
    random_profile(leduc(suits_matter=False), 0).save(tmp_path / "p")
    assert Profile.load(str(tmp_path / "p"))["Qs", "rc/Kh:r"] == Profile.load(tmp_path / "p")["Q", "rc/K:r"]


@pytest.mark.parametrize("game", [RandomGame(3), from_openspiel("kuhn_poker")], ids=["random", "OpenSpiel"])
def test_a_game_that_is_not_ours_stays_behind(game, tmp_path):
    # The file holds names and numbers; it cannot build somebody else's game.
    p = random_profile(game, 1)
    p.save(tmp_path / "p")
    again = Profile.load(tmp_path / "p")
    assert again == p
    assert again.game is None
    assert cfrlib.exploitability(game, again) == cfrlib.exploitability(game, p)


def test_a_profile_of_no_information_sets_can_be_kept(tmp_path):
    Profile([], [], [], []).save(tmp_path / "p")
    assert len(Profile.load(tmp_path / "p")) == 0


def test_there_is_no_pickle_in_a_file(tmp_path):
    # A file from a stranger must not run code: it holds plain arrays, and object arrays are not even opened.
    path = tmp_path / "p"
    Profile.uniform(leduc()).save(path)
    with zipfile.ZipFile(path) as parts:
        for name in parts.namelist():
            with parts.open(name) as part:
                assert np.lib.format.read_magic(part) == (1, 0)
                _, _, dtype = np.lib.format.read_array_header_1_0(part)
                assert not dtype.hasobject


class Bomb:
    """Something that creates a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_pickle_is_not_opened(tmp_path):
    mark, path = tmp_path / "mark", tmp_path / "p"
    path.write_bytes(pickle.dumps(Bomb(mark)))
    with pytest.raises(ValueError, match="^path="):
        Profile.load(path)
    with open(path, "wb") as file:
        np.savez(file, names=np.array([Bomb(mark)], dtype=object), probabilities=np.array([Bomb(mark)], dtype=object))
    with pytest.raises(ValueError, match="^path="):
        Profile.load(path)
    assert not mark.exists()


def test_a_missing_file_is_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        Profile.load(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError):
        Profile.uniform(kuhn()).save(tmp_path / "nowhere" / "p")


def saved_bytes(game, tmp_path):
    """Return a saved profile of the game and the bytes of its file."""
    p = random_profile(game, 3)
    p.save(tmp_path / "whole")
    return p, (tmp_path / "whole").read_bytes()


def loaded_or_refused(path):
    """Return (profile, None), or (None, what the ValueError says)."""
    try:
        return Profile.load(path), None
    except ValueError as error:
        return None, str(error)


def test_a_cut_file_is_refused_wherever_it_is_cut(tmp_path):
    _, whole = saved_bytes(kuhn(), tmp_path)
    path = tmp_path / "cut"
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="^path=.*cut"):
            Profile.load(path)


@pytest.mark.filterwarnings("error")
def test_a_flipped_bit_is_refused_or_harmless(tmp_path):
    # A bit of any byte, and every bit of the headers of the zip format, one at a time: the profile that was
    # saved, or an error that names the file; never another profile and never another error.
    p, whole = saved_bytes(matrix([[0, 1], [1, 0]]), tmp_path)
    path = tmp_path / "flipped"
    headers = {match.start() + k for match in re.finditer(b"PK", whole) for k in range(46)}
    tried = refused = 0
    for place in range(len(whole)):
        for bit in range(8) if place in headers else [place % 8]:
            tried += 1
            damaged = bytearray(whole)
            damaged[place] ^= 1 << bit
            path.write_bytes(damaged)
            again, why = loaded_or_refused(path)
            if again is None:
                assert why.startswith("path=")
                assert "flipped" in why
                refused += 1
            else:
                assert again == p
                assert (again.game, again.players) == (p.game, p.players)
    assert refused > tried / 2  # most bits matter; dates and the like do not


@fast
@given(st.binary(max_size=200), st.integers(0, 4000), st.booleans())
def test_any_bytes_are_refused(tmp_path_factory, junk, at, inside):
    folder = tmp_path_factory.mktemp("junk")
    p, whole = saved_bytes(kuhn(), folder)
    data = whole[:at] + junk + whole[at + len(junk) :] if inside else junk
    path = folder / "junk"
    path.write_bytes(data)
    again, why = loaded_or_refused(path)
    assert again == p or why.startswith("path=")


SPOILED = {
    "format": [None, "cfrlib profile 2"],
    "keys": [None, [], 7, "x" * 12, [["J", ""]] * 12, [["J"]] * 12, [[1, k] for k in range(12)]],
    "players": [None, [], [0] * 11, [2] * 12, ["0"] * 12],
    "actions": [None, [], [["p", "b"]] * 11, [[]] * 12, [[1, 2]] * 12],
    "game": [
        [],
        7,
        "kuhn",
        {"name": "kuhn"},
        {"name": "bluff", "parameters": {"faces": 99}},
        {"name": "no_such_game", "parameters": {}},
        {"name": "__loader__", "parameters": {}},
    ],
    "probabilities": [np.full(23, 0.5), np.full(24, np.nan), np.full(24, 0.4), np.full(24, "x"), np.full((1, 24), 0.5)],
}


@pytest.mark.parametrize("part", SPOILED)
def test_a_file_with_a_wrong_part_is_refused(part, tmp_path):
    # Whole in the eyes of the zip format, and still no profile.
    path = tmp_path / "p"
    Profile.uniform(kuhn()).save(path)
    with np.load(path) as stored:
        names = json.loads(stored["names"].tobytes())
    for value in SPOILED[part]:
        bad, probabilities = ({**names, part: value}, np.full(24, 0.5)) if part in names else (names, value)
        with open(path, "wb") as file:
            text = np.frombuffer(json.dumps(bad).encode(), dtype=np.uint8)
            np.savez(file, names=text, probabilities=probabilities)
        with pytest.raises(ValueError, match="^path=.*not a complete saved profile"):
            Profile.load(path)


def test_a_file_with_a_part_missing_is_refused(tmp_path):
    path = tmp_path / "p"
    for parts in ({"names": np.zeros(3, np.uint8)}, {"probabilities": np.full(24, 0.5)}, {}):
        with open(path, "wb") as file:
            np.savez(file, **parts)
        with pytest.raises(ValueError, match="^path="):
            Profile.load(path)


# -- whole or not at all --------------------------------------------------------------------


@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt(), ValueError("x")], ids=repr)
def test_a_failure_while_writing_leaves_the_old_file(failure, tmp_path, monkeypatch):
    path = tmp_path / "p"
    old = Profile.uniform(kuhn())
    old.save(path)
    before = path.read_bytes()

    def fails_half_way(file, **arrays):
        file.write(b"half")
        raise failure

    monkeypatch.setattr(strategy.np, "savez", fails_half_way)
    with pytest.raises(type(failure)):
        random_profile(kuhn(), 1).save(path)
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["p"]  # nothing half-written lies about
    assert Profile.load(path) == old


def test_a_failure_while_moving_leaves_nothing(tmp_path):
    # The path is a folder, which cannot be replaced by a file.
    (tmp_path / "p").mkdir()
    with pytest.raises(OSError, match="p"):
        Profile.uniform(kuhn()).save(tmp_path / "p")
    assert os.listdir(tmp_path) == ["p"]
    assert list((tmp_path / "p").iterdir()) == []


def test_others_may_read_what_was_saved(tmp_path):
    # The file gets the rights of any new file, not those of a secret temporary one.
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_atomically(tmp_path / "atomic", lambda file: file.write(b"x"))
    assert (tmp_path / "atomic").stat().st_mode == plain.stat().st_mode


def test_saving_beside_in_the_working_folder(tmp_path):
    with contextlib.chdir(tmp_path):
        Profile.uniform(kuhn()).save("p")
        assert Profile.load("p") == Profile.uniform(kuhn())
    assert os.listdir(tmp_path) == ["p"]
