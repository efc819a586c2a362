"""Profiles that solve a subgame when they are asked: as it is done by hand, in any order, and for whoever asks."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_games import Copied, RandomGame, copied_games, random_profile

import cfrlib
from cfrlib.game import CHANCE, Decision
from cfrlib.games import kuhn, leduc
from cfrlib.playing.session import Session

KUHN, LEDUC = kuhn(), leduc(suits_matter=False)
ROUNDS = [(actions, (card,)) for actions, _ in LEDUC.action_sequences() if actions[-1:] == (CHANCE,) for card in "JQK"]
SAFE = "gadget", "margin", "reach"
ASKED = (("p",), ()), (("p", "b"), ())


@cache
def blueprint(game):
    """Return what 100 iterations come to."""
    solver = cfrlib.CFR(game)
    solver.run(100)
    return solver.average_strategy()


def by_hand(game, profile, places, method):
    """Return the profile with all of these solved anew by both players."""
    new = profile
    for place in places:
        for resolver in (0, 1):
            new = new.stitch(cfrlib.resolve(game, profile, *place, resolver=resolver, method=method))
    return new


@pytest.fixture(scope="module")
def leduc_by_hand():
    return by_hand(LEDUC, blueprint(LEDUC), ROUNDS, "margin")


@pytest.mark.parametrize("trunk_only", [False, True])
def test_all_second_rounds_of_leduc_as_by_hand(leduc_by_hand, trunk_only):
    """What is thrown away of the blueprint changes nothing: what its trunk is worth is all that is needed."""
    profile = blueprint(LEDUC)
    found = cfrlib.Resolving(LEDUC, profile, trunk_only=trunk_only)
    assert found["Q", "cr"] == profile["Q", "cr"]
    assert found.solved == {}
    assert found["Q", "cc/K:"] == leduc_by_hand["Q", "cc/K:"]
    assert list(found.solved) == [(("c", "c", "/"), ("K",), 0)]
    assert found.copy() == leduc_by_hand
    assert len(found.solved) == 2 * len(ROUNDS)
    assert cfrlib.exploitability(LEDUC, found) == pytest.approx(0.0602, abs=1e-4)


@pytest.mark.parametrize("method", ["naive", "margin"])
def test_below_what_was_solved_it_is_solved_again_from_there(method):
    profile = random_profile(KUHN, 5)
    found = cfrlib.Resolving(KUHN, profile, method, where=[actions for actions, _ in ASKED])
    above = by_hand(KUHN, profile, ASKED[:1], method)
    expected = by_hand(KUHN, above, ASKED[1:], method)
    assert found["K", "pb"] == expected["K", "pb"]
    assert set(found.solved) == {(*ASKED[0], 0), (*ASKED[0], 1), (*ASKED[1], 0)}
    assert found.copy() == expected


@settings(deadline=None, derandomize=True, max_examples=8)
@given(copied_games(), st.integers(0, 2**32 - 1), st.sampled_from(SAFE), st.booleans(), st.data())
def test_safe_ones_never_lose_by_it_and_no_order_matters(game, seed, method, trunk_only, data):
    """Public states one below the other, too; in the whole game, against its best responses."""
    decisions = [actions for actions, node in game.action_sequences() if isinstance(node, Decision)]
    assume(decisions)
    where = data.draw(st.lists(st.sampled_from(decisions), min_size=1, max_size=3))
    if method == "reach":
        where = [one for one in where if not any(one != other and one[: len(other)] == other for other in where)]
    profile = random_profile(game, seed)
    new, again = (cfrlib.Resolving(game, profile, method, where=where, trunk_only=trunk_only) for _ in range(2))
    for before, after in zip(*(cfrlib.best_response_values(game, p) for p in (profile, new)), strict=True):
        assert after <= before + 1e-8
    for key in data.draw(st.permutations(list(profile))):
        assert again[key] == new[key]


def test_what_the_blueprint_never_holds_is_played_as_by_the_blueprint():
    """Player 1 never passes a jack first: after a bet there is no range to solve anything with."""
    profile = cfrlib.Profile.uniform(KUHN).replace({("J", ""): {"b": 1}, ("J", "pb"): {"p": 0.9, "b": 0.1}})
    found = cfrlib.Resolving(KUHN, profile, where=[("p",)])
    assert found["J", "pb"] == {"p": 0.9, "b": 0.1}
    assert found["Q", "pb"] != profile["Q", "pb"]
    passes = profile.replace({(card, ""): {"p": 1} for card in "JQK"})
    naive, safe = (cfrlib.Resolving(KUHN, passes, method, where=[("b",)]) for method in ("naive", "margin"))
    assert naive["K", "b"] == passes["K", "b"]  # nobody comes there
    assert naive.solved == {}
    assert safe["K", "b"] == {"p": 0, "b": 1}


def test_it_is_a_profile_like_any_other():
    profile = random_profile(KUHN, 3)
    found = cfrlib.Resolving(KUHN, profile, "naive", where=[("p",), ("b",)])
    assert (list(found), found.players, len(found)) == (list(profile), profile.players, 12)
    plain = found.copy()
    assert type(plain) is cfrlib.Profile
    assert plain == found
    assert found.replace({("J", ""): {"p": 1}})["Q", "b"] == found["Q", "b"]
    assert cfrlib.Resolving(KUHN, found, where=[("b",)])["J", ""] == found["J", ""]
    assert cfrlib.Resolving.uniform(KUHN)["J", ""] == {"p": 0.5, "b": 0.5}


def test_another_solver_may_be_asked():
    seen = []

    def solve(game):
        seen.append(game)
        return cfrlib.Profile.uniform(game)

    found = cfrlib.Resolving(KUHN, blueprint(KUHN), "gadget", solve, where=[("b",)])
    assert found["K", "b"] == {"p": 0.5, "b": 0.5}
    assert [game.resolver for game in seen] == [1]
    (solved,) = found.solved.values()
    assert solved.value == pytest.approx(-cfrlib.expected_value(seen[0], cfrlib.Profile.uniform(seen[0])))


# --- without a blueprint: CFR-D ---------------------------------------------------------------------------------------


def test_values_of_the_trunk_are_enough_in_leduc():
    """After 100 iterations another program, written before this one, has 0.0348. Where hands that never come have no
    average strategy below, 0.12 is lost."""
    found = cfrlib.Resolving.cfr_d(LEDUC, iterations=60, below=30)
    assert found.blueprint["K", "cc/Q:"] == {"c": 0.5, "r": 0.5}
    assert cfrlib.exploitability(LEDUC, found.blueprint) > 1
    assert cfrlib.exploitability(LEDUC, found) < 0.06
    with pytest.raises(ValueError, match="method='reach': it takes 'gadget', 'margin' or 'naive'"):
        cfrlib.Resolving.cfr_d(LEDUC, method="reach")


@pytest.mark.parametrize("game", [Copied(4), RandomGame(8, stages=1)], ids=["copied", "joined"])
def test_cfr_d_comes_near_an_equilibrium(game):
    where = [actions for actions, node in game.action_sequences() if isinstance(node, Decision) and len(actions) == 2]
    found = cfrlib.Resolving.cfr_d(game, iterations=30, below=20, where=where)
    assert cfrlib.exploitability(game, found.blueprint) > 0.2
    assert cfrlib.exploitability(game, found) < 0.02


# --- who asks ---------------------------------------------------------------------------------------------------------


def test_a_match_solves_what_it_comes_to(leduc_by_hand):
    uniform, found = cfrlib.Profile.uniform(LEDUC), cfrlib.Resolving(LEDUC, blueprint(LEDUC))
    short = cfrlib.match(LEDUC, found, uniform, hands=40, seed=1)
    assert 0 < len(found.solved) < 2 * len(ROUNDS)
    assert np.array_equal(short.won, cfrlib.match(LEDUC, leduc_by_hand, uniform, hands=40, seed=1).won)
    tree, even = cfrlib.tree.unroll(KUHN), cfrlib.Profile.uniform(KUHN)
    asked = cfrlib.Resolving(KUHN, even, where=[("b",)])
    one, other = (cfrlib.match(tree, p, even, hands=40, duplicate=False) for p in (asked, asked.copy()))
    assert np.array_equal(one.won, other.won)


def test_a_session_solves_what_it_comes_to_and_goes_on_where_it_was_left(leduc_by_hand, tmp_path):
    found = cfrlib.Resolving(LEDUC, blueprint(LEDUC))
    plain, asked = Session(LEDUC, leduc_by_hand, seed=1), Session(LEDUC, found, seed=1)
    kept = Session(LEDUC, found, seed=1, path=tmp_path / "session")
    for table in (plain, asked, kept):
        for _ in range(5):
            while not table.over:
                table.act("c")
            table.next_hand()
    again = Session(LEDUC, path=tmp_path / "session", seed=1)
    assert [table.hands for table in (asked, kept, again)] == [plain.hands] * 3
    assert again.profile == found
    assert Session(LEDUC, found, seed=1, path=tmp_path / "session").hands == plain.hands


def test_the_table_says_what_the_opponent_solved():
    found = cfrlib.Resolving(LEDUC, blueprint(LEDUC))
    table = cfrlib.play(LEDUC, found, seat=0, seed=3)
    assert (table.thinking, found.solved) == ("", {})
    while not table.session.shown:
        table.act("c")
    assert table.thinking == ""
    table.act("c")
    (solved,) = table.session.solved
    ((place, same),) = found.solved.items()
    assert same is solved
    assert table.session.round.actions[: len(place[0])] == place[0]
    assert place[1:] == (table.session.shown, 1)
    assert table.thinking == f"The opponent solved what follows anew: {solved}. "
    assert f"{solved.infosets} information sets, margin {solved.value:.2g}, " in table.says.value


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments, said", [
    ((LEDUC, cfrlib.Profile.uniform(KUHN)), "profile=.* it takes a profile of leduc"),
    ((KUHN, cfrlib.Profile.uniform(KUHN)), "where=None: it takes action sequences.* kuhn.* has no public chance"),
    ((KUHN, cfrlib.Profile.uniform(KUHN), "reach", None, [("p",), ("p", "b")]), "where=.* method='reach' .* continues"),
    ((leduc(13, 4), cfrlib.Profile([("A", "")], [0], [("c", "r")], [0.5, 0.5])), "game=leduc.* histories"),
])  # fmt: skip
def test_what_cannot_be_solved_when_asked_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        cfrlib.Resolving(*arguments)


@pytest.mark.parametrize("worth", [[0, 0], [0, np.nan, 0], "low"])
def test_what_states_are_worth_is_a_number_for_each_outcome(worth):
    with pytest.raises(ValueError, match="worth=.* 3 finite numbers"):
        cfrlib.resolve(KUHN, cfrlib.Profile.uniform(KUHN), ("b",), resolver=1, method="margin", worth=worth)


def test_in_hold_em_a_flop_stands_for_all_of_other_suits():
    game = cfrlib.games.holdem(deck=(4, 2))
    solver = cfrlib.CFR(game)
    solver.run(5)
    blueprint = solver.average_strategy()
    player = cfrlib.Resolving(game, blueprint)
    assert player["KcKd", "rc/JdQcQd:"] == player["KdKc", "rc/QcQdJc:"] != blueprint["KcKd", "rc/JdQcQd:"]
    assert [(actions, len(public), who) for actions, public, who in player.solved] == [(("r", "c", "/"), 1, 1)]
