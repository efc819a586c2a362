"""Profiles of engines whose tables are large: snapshots or views, in files and tables, and what counts as nothing."""

import numpy as np
import pytest
from every_engine import small_bids
from small_buckets import GAMES, of_sequences

import cfrlib
from cfrlib.engine.common import table_profile
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.games import bluff, holdem
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow


BIDS, ROUNDS = small_bids((2, 2), 2, "one"), holdem(deck=(4, 2))


@pytest.mark.parametrize("game", [BIDS, ROUNDS, *GAMES[:2]], ids=repr)
def test_a_profile_is_a_snapshot_a_file_and_a_table(game, tmp_path):
    solver = cfrlib.CFR(game, "pcs", dtype="float32")
    for row in solver.average_strategy().values():
        assert set(row.values()) == {1 / len(row)}
    solver.run(50)
    profile = solver.average_strategy()
    solver.run(50)
    assert profile != solver.average_strategy()
    if game is not BIDS:  # whose game is one of our own
        profile.save(tmp_path / "profile")
        again = cfrlib.Profile.load(tmp_path / "profile")
        assert again == profile
        assert again.game == game
    table, tree = profile.table(digits=12), unroll(of_sequences(game) if game in GAMES else game)
    players = {infoset.key: infoset.player for infoset in tree.infosets}  # of what occurs
    assert len(players.keys() & set(profile)) > len(profile) / 2
    assert [place[1:] for place in table.index] == list(profile)
    assert all(place[0] == players.get(place[1:], place[0] - 1) + 1 for place in table.index)
    for place, key in list(zip(table.index, profile, strict=True))[::7]:
        assert table.loc[place].dropna().to_dict() == pytest.approx(profile[key], abs=1e-12)


@pytest.mark.parametrize("game", [BIDS, ROUNDS, *GAMES], ids=repr)
def test_a_profile_written_down_is_evaluated_like_a_view(game):
    solver = cfrlib.CFR(game)
    solver.run(5)
    view = solver.average_strategy()
    keys = list(view)
    numbers = [p for key in keys for p in view[key].values()]
    written = cfrlib.Profile(keys, [0] * len(keys), [tuple(view[key]) for key in keys], numbers, game)
    for evaluate in (cfrlib.best_response_values, cfrlib.expected_value):
        assert evaluate(game, written) == pytest.approx(evaluate(game, view), abs=1e-9)


@pytest.mark.parametrize("game", [small_bids((2, 1), 3, "one"), ROUNDS, GAMES[1]], ids=repr)
def test_the_profile_of_a_large_game_is_a_view_that_can_be_copied(game, monkeypatch):
    solver = cfrlib.CFR(game, "pcs", dtype="float32")
    monkeypatch.setattr(table_profile, "VIEWED", game.num_infoset_actions - 1)
    solver.run(5)
    view, copy = solver.average_strategy(), solver.average_strategy().copy()
    assert isinstance(view, TableProfile)
    assert view == copy
    solver.run(5)
    assert view == solver.average_strategy() != copy


def test_a_view_with_other_strategies_is_another_profile():
    solver = cfrlib.CFR(ROUNDS, dtype="float32")
    solver.run(5)
    for profile in (solver.average_strategy(), solver.current_strategy()):
        changes, before = {}, profile.copy()
        for key in list(profile)[3::25]:
            names, n = list(profile[key]), len(profile[key])
            changes[key] = dict(zip(names, np.random.default_rng(len(changes)).dirichlet(np.ones(n)), strict=True))
        new = profile.replace(changes)
        for key in list(profile)[3::5]:
            assert new[key] == pytest.approx(changes.get(key, profile[key]), abs=1e-6)
        assert profile == before
        with pytest.raises(KeyError, match="keys look like"):
            profile.replace({("xx", ""): {}})
        with pytest.raises(TypeError, match="changes"):
            profile.replace(3)
        with pytest.raises(ValueError, match="changes: at"):
            profile.replace({key: {"x": 1}})


def test_a_view_refuses_to_split_a_row():
    profile = cfrlib.CFR(small_bids(faces=4, rounds="one")).average_strategy()
    with pytest.raises(ValueError, match="changes: .* share a row .* it takes both, with one strategy"):
        profile.replace({("1", "2-3"): {"call": 1}})


def test_a_view_has_all_keys_and_any_spelling_of_them(tmp_path):
    solver = cfrlib.CFR(bluff((2, 1), 6, "one"), dtype="float32")
    solver.average_strategy().save(tmp_path / "profile")
    view = cfrlib.Profile.load(tmp_path / "profile")
    assert all(map(np.array_equal, view.tables, solver.average_strategy().tables))
    assert set(view["2*", ""].values()) == {1 / 18}
    assert view["*2", "1-3 2-5"] == view["2*", "1-3 2-5"]
    assert next(iter(view.items()))[0] == ("11", "")
    assert len(view) == view.game.num_infosets
    with pytest.raises(ValueError, match="table: 3,538,944 rows"):
        view.table()
    for wrong in [("2*", "2-5 1-3"), ("7*", ""), ("2", "1-3 2-5"), "2*", ("2*", "9-9")]:
        assert wrong not in view
        with pytest.raises(KeyError, match="keys look like"):
            view[wrong]


@pytest.mark.parametrize("game, row, dtype", [
    (ROUNDS, "vanilla", "float64"), (ROUNDS, "cs", "float32"), (GAMES[0], "vanilla", "float32"),
    (GAMES[0], "pcs", "float32"), (GAMES[0], "cs", "float32"),
], ids=str)  # fmt: skip
def test_what_rounding_leaves_is_no_regret(tmp_path, game, row, dtype):
    """A sum of positive regrets far below the stakes makes no strategy, for walks and for who looks at it."""
    solver = cfrlib.CFR(game, row, dtype=dtype)
    value = cfrlib.expected_value(game, solver.average_strategy())
    uniform = cfrlib.exploitability(game, solver.average_strategy())
    pairs = zip(solver.engine.matched_tables(), solver.engine.tolerance(), strict=True)
    for part, (matched, tolerance) in enumerate(pairs):
        key, names, (_, entry, stride) = next(
            infoset for infoset in solver.layout.information_sets() if infoset[2][0] == part and len(infoset[1]) > 1
        )
        matched[entry + stride] = tolerance / 2
        solver.current_strategy().save(tmp_path / "profile")
        for profile in (solver.current_strategy(), cfrlib.Profile.load(tmp_path / "profile")):
            assert set(profile[key].values()) == {1 / len(names)}
            assert cfrlib.exploitability(game, profile) == uniform
        matched[entry + stride] = 4 * tolerance
        assert solver.current_strategy()[key][names[1]] == 1
        assert cfrlib.expected_value(game, solver.current_strategy()) != pytest.approx(value, rel=1e-6)
        matched[entry + stride] = tolerance / 2
    twin = cfrlib.CFR(game, row, dtype=dtype)
    for one in (solver, twin):
        one.run(1)
    for one, other in zip(solver.engine.sums(solver.iterations), twin.engine.sums(twin.iterations), strict=True):
        np.testing.assert_array_equal(one, other)
