"""Solutions of later games: certified, kept on disk, and solved again where what is kept is not to be trusted."""

import logging
import os

import numpy as np
import pytest

import cfrlib
from cfrlib._util import cache
from cfrlib.engine import following
from cfrlib.engine.following import solution
from cfrlib.games import bluff, kuhn

VALUES = {2: 1 / 2, 3: 1 / 9}


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """Give each test a cache of its own."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path / "kept" / "here"))
    return tmp_path / "kept" / "here"


@pytest.fixture
def solved(monkeypatch):
    """Return the list of games that are solved from here on."""
    games, solve = [], following._solve
    monkeypatch.setattr(following, "_solve", lambda game, leaves: games.append(repr(game)) or solve(game, leaves))
    return games


def test_constructing_and_counting_solves_nothing(place, solved):
    for dice in [(1, 1), (2, 1), (1, 2), (2, 2)]:
        game = bluff(dice, 2)
        assert game.num_infosets * game.num_infoset_actions * game.num_classes > 0
        assert len({game, bluff(dice, 2)}) == 1
        assert game.following(0) is None or game.following(0).faces == 2
        assert game.keys(("1-1",))
        assert game.row(1, ("1-1",), (), 0)
    assert solved == []
    assert not place.exists()


@pytest.mark.parametrize("use", [
    lambda game: cfrlib.CFR(game).run(1),
    lambda game: cfrlib.exploitability(game, cfrlib.Profile.uniform(game)),
    lambda game: game.payoff(("1-1", "call"), ()),
])  # fmt: skip
def test_the_first_use_solves_what_is_below_once(place, solved, use):
    use(bluff((2, 2), 2, leaf_tolerance=0.01))
    names = [repr(bluff(dice, 2, leaf_tolerance=0.01)) for dice in [(2, 1), (1, 1)]]
    assert sorted(solved) == sorted(names)  # the chain from the top: each once, though both players may win
    assert len(list(place.iterdir())) == 2
    use(bluff((2, 2), 2, leaf_tolerance=0.01))  # another object: from the cache
    assert len(solved) == 2


@pytest.mark.parametrize("dice, faces", [((1, 1), 2), ((1, 1), 3), ((2, 1), 2), ((1, 2), 2)])
def test_bounds_are_those_of_the_profile(dice, faces):
    game = bluff(dice, faces)
    first = solution(game)
    assert solution(game) is first
    assert 0 < first.exploitability <= game.leaf_tolerance
    low, high = first.interval
    assert low <= first.value <= high
    if dice == (1, 1):
        assert low <= VALUES[faces] <= high
    again = solution(bluff(dice, faces))  # from the cache
    assert again is not first
    assert again == first
    profile = again.profile()
    assert profile == first.profile()
    assert cfrlib.best_response_values(game, profile) == pytest.approx(first.best, abs=1e-15)
    assert cfrlib.expected_value(game, profile) == pytest.approx(first.value, abs=1e-15)
    assert first.iterations > 0


@pytest.mark.parametrize("dice", [(1, 1), (2, 1)])
def test_wider_tolerances_give_wider_intervals(dice):
    finest = solution(bluff(dice, 2, leaf_tolerance=1e-6)).value
    widths = []
    for tolerance in (1e-1, 1e-2, 1e-3, 1e-4):
        low, high = solution(bluff(dice, 2, leaf_tolerance=tolerance)).interval
        assert low - 1e-6 <= finest <= high + 1e-6
        assert high - low <= 2 * tolerance
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > 100 * widths[-1]


def test_an_interval_includes_what_is_not_known_of_the_sub_game():
    # The round solved to the last digit: what is left is the later game, as often as it is reached.
    game = bluff((2, 1), 2)
    below = game.following(1)
    below._derived = {"_solution": following.Solution(below, 0.5, (0.6, -0.45), 0, 0.0, b"")}
    value, profile = cfrlib.equilibrium(game)
    b0, b1 = cfrlib.best_response_values(game, profile)
    del below._derived
    sharp = bluff((2, 1), 2)
    sharp.following(1)._derived = {"_solution": following.Solution(sharp.following(1), 0.5, (0.5, -0.5), 0, 0.0, b"")}
    c0, c1 = cfrlib.best_response_values(sharp, profile)
    assert c0 + c1 <= 1e-9
    assert cfrlib.expected_value(sharp, profile) == pytest.approx(value, abs=1e-12)
    assert b0 > c0 + 1e-3  # player 0 is player 1 of the later game: -0.45 rather than -0.5
    assert b1 > c1 + 1e-3
    assert -b1 <= -c1 <= c0 <= b0


def only_file(place):
    (path,) = place.iterdir()
    return path


def flip(data, k):
    return data[:k] + bytes([data[k] ^ 1]) + data[k + 1 :]


def test_a_damaged_file_is_solved_again(place, solved):
    first = solution(bluff((1, 1), 2))
    path = only_file(place)
    whole = path.read_bytes()
    in_the_header, in_a_table = flip(whole, 100), flip(whole, len(whole) - 200)
    for damaged in (b"", whole[:-1], whole + b"x", in_the_header, in_a_table, b"something else\nwith lines\n"):
        solved.clear()
        path.write_bytes(damaged)
        again = solution(bluff((1, 1), 2))
        assert (again.value, again.best) == (first.value, first.best)
        assert solution(bluff((1, 1), 2)) == again
        assert len(solved) == 1  # and kept again


def test_files_of_another_game_or_version_are_not_taken(place, solved, monkeypatch):
    solution(bluff((1, 1), 2))
    taken = only_file(place).read_bytes()
    cache.path_of("subgame", f"{following.FORMAT}: {bluff((1, 1), 3)!r}").write_bytes(taken)
    assert solution(bluff((1, 1), 3)).value == pytest.approx(1 / 9, abs=1e-3)
    assert len(solved) == 2
    monkeypatch.setattr(following, "FORMAT", "cfrlib sub-game 0")
    solution(bluff((1, 1), 2))
    assert len(solved) == 3


def test_a_chain_is_solved_again_if_its_leaves_have_changed(solved):
    # Bounds hold for the very profile of the later game they were found with.
    game = bluff((2, 1), 2)
    first = solution(game)
    changed = bluff((2, 1), 2)
    below, old = changed.following(1), solution(game.following(1))
    below._derived = {"_solution": following.Solution(below, old.value, (old.best[0] + 1e-3, old.best[1]), 0, 0.0, b"")}
    solved.clear()
    vars(changed)["leaf_tolerance"] = 1e-2  # the file's name stays: a game is named by what it was made with
    assert solution(changed).best[1] > first.best[1]
    assert len(solved) == 1


def test_a_directory_that_takes_nothing_is_no_error(tmp_path, monkeypatch, caplog):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path / "file" / "below"))
    assert solution(bluff((1, 1), 2)).exploitability <= 1e-4
    assert "nothing is kept" in caplog.text


def test_without_the_variable_it_is_the_users_cache(monkeypatch):
    monkeypatch.delenv("CFRLIB_CACHE")
    assert cache.directory().is_absolute()
    assert "cfrlib" in str(cache.directory())


def test_what_is_stored_comes_back(place):
    assert cache.load("table", "mine") is None
    cache.store("table", "mine", {"a": [1.5, "x"]}, b"\n\x00\n")
    assert cache.load("table", "mine") == ({"a": [1.5, "x"]}, b"\n\x00\n")
    assert cache.load("table", "yours") is None
    assert cache.load("other", "mine") is None
    assert os.listdir(place) == [cache.path_of("table", "mine").name]


def test_solving_says_so_in_the_log_and_prints_nothing(caplog, capfd):
    caplog.set_level(logging.INFO, logger="cfrlib")
    solution(bluff((1, 1), 2))
    assert "solving bluff" in caplog.text
    assert "solved bluff" in caplog.text
    out, err = capfd.readouterr()
    assert out == ""
    assert "bluff" not in err


def test_games_that_end_have_only_their_payoffs():
    game = kuhn()
    assert game.best_payoff(0, ("p", "p"), ()) is None
    table = game.payoff_table(("p", "p"), ())
    assert np.array_equal(game.best_payoff_table(0, ("p", "p"), ()), table)
    assert np.array_equal(game.best_payoff_table(1, ("p", "p"), ()), -table)
