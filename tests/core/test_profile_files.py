"""Profiles in files: saved whole or not at all, refused when damaged."""

import json
import math
import os
import pickle
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame, random_profile

import cfrlib
from cfrlib._util.files import write_atomically
from cfrlib.game import Decision, Game, Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.profile import Profile
from cfrlib.tree import from_openspiel

fast = settings(deadline=None, derandomize=True, max_examples=25)
GAMES = [
    kuhn(cards=5, ante=0.5, bet=np.float64(2)), leduc(ranks=2, suits_matter=False, bets="doubling"),
    leduc(bets=(np.int64(2), 4.5), raises=1), leduc_no_limit(stack=4), bluff(faces=3, rounds="one", merged=False),
    matrix([[0.1, -1], [1, 1 / 3]], rows=["é", "b"]),
]  # fmt: skip


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


@pytest.mark.parametrize("game", [*GAMES, RandomGame(3)], ids=repr)
def test_tables_and_csv_files_give_the_same_profile(game, tmp_path):
    p = random_profile(game, 4)
    p.to_csv(tmp_path / "p.csv")
    assert Profile.from_table(game, p.table()) == Profile.from_table(game, tmp_path / "p.csv") == p


NAMES = [
    "player", "private", "public", "", "\r", "\n", "\r\n", " ", " x", "x ", "\t", "\0", "NA", "nan", "None", "null",
    "True", "1", "1.0", "1.10", "007", "1e-3", "-0", "inf", "a,b", '"', '"quoted"', 'a"b', "'", ";", "#", "=1+1", "é",
    "e\u0301", "\u2028", "\x85", "\ufeff", "🂡", "Unnamed: 3", "player.1",
]  # fmt: skip


class Named(Game):
    """Each player is dealt one of all names, and sees another one on the table."""

    def outcomes(self, player):
        return tuple(NAMES)

    def weights(self, public):
        return np.eye(len(NAMES)) / len(NAMES)

    def node(self, actions):
        return Decision(len(actions), ("call", "fold")) if len(actions) < 2 else Terminal()

    def payoff(self, actions, public):
        return 1.0 if actions[0] == actions[1] else -1.0

    def key(self, player, actions, public, outcome):
        return NAMES[outcome], NAMES[outcome - 1] + (actions[0] if actions else "")


ODD = [Named(), matrix(np.eye(len(NAMES)), rows=NAMES), *(matrix(np.eye(2), rows=two) for two in pairwise(NAMES))]


@pytest.mark.parametrize("game", ODD, ids=lambda game: game.name)
def test_any_names_of_actions_and_information_sets_come_back(game, tmp_path):
    p, path = random_profile(game, 1), tmp_path / "p.csv"
    p.to_csv(path)
    for again in (Profile.from_table(game, path), Profile.from_table(game, p.table())):
        assert list(again.items()) == list(p.items())
    p.save(path)
    assert list(Profile.load(path).items()) == list(p.items())


@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"), lambda text: text.replace("\n", "\r"), lambda text: "\ufeff" + text,
    lambda text: text.replace("\n", ",,\n"), lambda text: text.rstrip("\n"), lambda text: text.replace("\n", "\n\n"),
    lambda text: "".join(",".join(line.split(",")[::-1]) + "\n" for line in text.splitlines()),
])  # fmt: skip
def test_a_table_may_be_written_as_other_programs_do(change, tmp_path):
    p, path = random_profile(kuhn(), 1), tmp_path / "p.csv"
    p.to_csv(path)
    path.write_bytes(change(path.read_text(encoding="utf-8")).encode("utf-8"))
    assert Profile.from_table(kuhn(), path) == p


@pytest.mark.parametrize("text, says", [
    ("player,private,public,p,b\n1,J,,1,0\n", "information set .* is missing"),
    ("player,private,public,p,p\n1,J,,1,0\n", "two have one name"),
    ("player,private,public,p,b\n1,J,,1,0\n2,J,,0,1\n", r"\('J', ''\) is there twice"),
    ("player,private,public,p,b\n1,J,,1,0,1\n", "6 cells, more than the 5 columns"),
    ("player,private,p,b\n1,J,1,0\n", "no column 'public'"), ("", "No columns"),
    ("player,private,public,p,b\n1,J,,much,0\n", "much"), ("player,private,public,p,b\n1,J,,.5,.6\n", "sum to 1.1"),
])  # fmt: skip
def test_other_tables_are_refused(text, says, tmp_path):
    (tmp_path / "p.csv").write_text(text)
    with pytest.raises(ValueError, match=says):
        Profile.from_table(kuhn(), tmp_path / "p.csv")


@pytest.mark.parametrize("digits", range(1, 17))
def test_rounded_tables_are_divided_by_their_sums(digits):
    for game in (leduc(suits_matter=False), matrix(np.eye(3), rows="abc"), matrix(np.eye(7)), matrix(np.eye(8))):
        for p in (Profile.uniform(game), random_profile(game, 7)):
            rounded = p.table(digits)
            again = Profile.from_table(game, rounded).table()[rounded.columns].to_numpy()
            sums = rounded.sum(axis=1).to_numpy()
            assert again == pytest.approx(rounded.div(sums, axis=0).to_numpy(), abs=1e-12, nan_ok=True)
            exact = abs(sums - 1) < 1e-13  # such a row stays as it is, bit for bit
            assert np.array_equal(again[exact], rounded.to_numpy()[exact], equal_nan=True)


@pytest.mark.parametrize("row, given", [
    ([0.333, 0.333, 0.333], [1 / 3] * 3), ([0.3, 0.3, 0.3], [1 / 3] * 3), ([0.17, 0.17, 0.67], [0.17 / 1.01] * 2),
    ([0.33, 0.67, 0], [0.33, 0.67, 0.0]), ([1.0000001, 0, 0], [1.0, 0.0, 0.0]), ([-0.0, 1, 0], [0.0, 1.0, 0.0]),
    (np.float32([0.333, 0.333, 0.333]), [1 / 3] * 3),
    ([0.333, 0.333, 0.332], "sum to 0.998;"), ([0.3333333, 0.3333333, 0.333331], "sum to 0.9999976;"),
    ([0.34, 0.34, 0.34], "sum to 1.02;"), ([0.5, 0.5, 0.5], "sum to 1.5;"),
    ([1, 1, 0], "sum to 2;"), ([0, 0, 0], "sum to 0;"),
    ([0.51, 0.51, -0.01], "must be >= 0"), ([0.5, math.inf, 0], "sum to inf"), ([0.5, 0.5, True], "a number for each"),
])  # fmt: skip
def test_a_rounded_row_sums_to_1_within_what_its_digits_hide(row, given, tmp_path):
    game = matrix(np.eye(3))
    table = Profile.uniform(game).table().astype(object if True in row[2:] else np.asarray(row).dtype)
    table.iloc[0] = row
    if isinstance(given, str):
        with pytest.raises(ValueError, match=rf"^table: at .*\('Player 1', ''\).*{given}"):
            Profile.from_table(game, table)
        return
    strategy = list(Profile.from_table(game, table)["Player 1", ""].values())
    assert strategy[: len(given)] == pytest.approx(given, abs=1e-15)
    assert not np.signbit(strategy).any()
    assert math.fsum(strategy) == pytest.approx(1, abs=1e-15)


def test_what_is_written_down_in_python_is_exact():
    game = matrix(np.eye(3))
    p = Profile.uniform(game)
    for make in (p.replace, lambda rows: Profile.from_dict(game, {**p, **rows})):
        assert make({("Player 1", ""): dict.fromkeys("123", 0.3333333)})["Player 1", ""]["1"] == pytest.approx(1 / 3)
        with pytest.raises(ValueError, match="sum to 0.999996;"):
            make({("Player 1", ""): dict.fromkeys("123", 0.333332)})


def test_what_is_no_table_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        Profile.from_table(kuhn(), tmp_path / "gone.csv")
    with pytest.raises(TypeError, match="table="):
        Profile.from_table(kuhn(), 3)
    with pytest.raises(ValueError, match="levels"):
        Profile.from_table(kuhn(), random_profile(kuhn(), 1).table().reset_index())


@pytest.mark.parametrize("game, theirs", [
    (kuhn(), "kuhn_poker"), (leduc(), "leduc_poker"), (from_openspiel("kuhn_poker"), None),
    (from_openspiel("goofspiel(imp_info=True,num_cards=3,points_order=descending)"), None),
], ids=["Kuhn", "Leduc", "their Kuhn", "Goofspiel"])  # fmt: skip
def test_policies_go_to_openspiel_and_come_back(game, theirs):
    p = random_profile(game, 5)
    policy = p.to_openspiel(theirs)
    assert Profile.from_openspiel(game, policy, theirs) == p


def test_the_trees_must_be_alike():
    with pytest.raises(ValueError, match="openspiel=leduc_poker.*kuhn"):
        random_profile(kuhn(), 1).to_openspiel("leduc_poker")
    with pytest.raises(ValueError, match="openspiel='chess960x': OpenSpiel has no game of this name"):
        random_profile(kuhn(), 1).to_openspiel("chess960x")
    with pytest.raises(TypeError, match="openspiel="):
        random_profile(kuhn(), 1).to_openspiel()


def test_a_profile_of_no_information_sets_can_be_kept(tmp_path):
    Profile([], [], [], []).save(tmp_path / "p")
    assert len(Profile.load(tmp_path / "p")) == 0


def test_a_loaded_profile_takes_every_spelling(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    random_profile(leduc(suits_matter=False), 0).save("p")
    assert Profile.load("p")["Qs", "rc/Kh:r"] == Profile.load(tmp_path / "p")["Q", "rc/K:r"]
    assert os.listdir(tmp_path) == ["p"]


@pytest.mark.parametrize("game", [RandomGame(3), from_openspiel("kuhn_poker")], ids=["random", "OpenSpiel"])
def test_a_game_that_is_not_ours_stays_behind(game, tmp_path):
    # The file holds names and numbers; it cannot build somebody else's game.
    p = random_profile(game, 1)
    p.save(tmp_path / "p")
    again = Profile.load(tmp_path / "p")
    assert again == p
    assert again.game is None
    assert cfrlib.exploitability(game, again) == cfrlib.exploitability(game, p)


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


def test_a_cut_file_is_refused_wherever_it_is_cut(tmp_path):
    path = tmp_path / "cut"
    random_profile(kuhn(), 3).save(path)
    whole = path.read_bytes()
    for end in range(0, len(whole), 11):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="^path=.*cut"):
            Profile.load(path)


@fast
@given(st.binary(max_size=200), st.integers(0, 4000), st.booleans())
def test_any_bytes_are_refused(tmp_path_factory, junk, at, inside):
    p, path = random_profile(kuhn(), 3), tmp_path_factory.mktemp("junk") / "junk"
    p.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:at] + junk + whole[at + len(junk) :] if inside else junk)
    try:
        again = Profile.load(path)
    except ValueError as error:
        again = str(error)
    assert again == p or again.startswith("path=")


SPOILED = {
    "format": [None, "cfrlib profile 2"],
    "keys": [None, [], 7, "x" * 12, [["J", ""]] * 12, [["J"]] * 12, [[1, k] for k in range(12)]],
    "players": [None, [], [0] * 11, [2] * 12, ["0"] * 12],
    "actions": [None, [], [["p", "b"]] * 11, [[]] * 12, [[1, 2]] * 12],
    "game": [[], 7, "kuhn", {"name": "kuhn"}, {"name": "bluff", "parameters": {"faces": 99}}]
    + [{"name": name, "parameters": {}} for name in ("no_such_game", "__loader__")],
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


def test_others_may_read_what_was_saved(tmp_path):
    # The file gets the rights of any new file, not those of a secret temporary one.
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_atomically(tmp_path / "atomic", lambda file: file.write(b"x"))
    assert (tmp_path / "atomic").stat().st_mode == plain.stat().st_mode
