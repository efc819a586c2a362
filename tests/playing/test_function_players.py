"""Players that are functions, with a memory or without, in sessions, files, AIVAT and re-solving."""

from functools import cache, partial
from itertools import product
from math import sqrt

import numpy as np
import pytest
from every_hand import RANDOM, all_hands
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import random_profile
from sessions import CHAIN, KUHN, LEDUC, at_random, profile_of, steps

import cfrlib
from cfrlib.engine.following import solution
from cfrlib.games import bluff, kuhn, leduc, spot
from cfrlib.matches import expected
from cfrlib.playing.aivat import EVENTS, breakdown, summary
from cfrlib.playing.losses import losses
from cfrlib.playing.session import Session
from cfrlib.profile import Profile

RIVER = spot("Ks8s5d9cTd", ("AhAd,KcQc,7c6c,3h2h", "KdQd,Ac4c,JhJd"), pot=2, stack=2, bets=[0.5], raises=[])
SMALL = leduc(suits_matter=False)


def says(game, profile):
    """Return a function that says what a profile does, and in later games their solutions."""
    return lambda played, key, actions, rng: (profile if played == game else solution(played).profile())[key]


class Grudge:
    """It bets more and more often, the more bets it has seen; drawn by the generator that it is given."""

    def __init__(self):
        self.seen = 0

    def __call__(self, game, key, actions, rng):
        self.seen += key[1].count("b") + key[1].count("r")
        return actions[-1] if rng.random() < self.seen / (self.seen + 20) else actions[0]


class Tired:
    """It plays by the equilibrium, but does anything each third time that it is asked."""

    def __init__(self, game):
        self.equilibrium, self.asked = cfrlib.equilibrium(game)[1], 0

    def __call__(self, game, key, actions, rng):
        self.asked += 1
        return self.equilibrium[key] if self.asked % 3 else dict.fromkeys(actions, 1 / len(actions))


def moody(game, key, actions, rng):
    """Another one, without a memory."""
    chances = np.random.default_rng([*map(ord, "".join(key))]).dirichlet(np.ones(len(actions)))
    return dict(zip(actions, chances.tolist(), strict=True))


@pytest.mark.parametrize("game", [KUHN, LEDUC, CHAIN, RANDOM[0], RIVER], ids=str)
def test_a_function_plays_as_the_profile_that_it_says(game):
    table = profile_of(game)
    one, other = Session(game, table, seed=3), Session(game, says(game, table), seed=3)
    one.play_by(says(game, table), 30)
    other.play_by(table, 30)
    assert one.hands == other.hands
    assert len({hand.paid for hand in one.hands}) > 1
    assert one.hands != Session(game, moody, seed=3).hands


@pytest.mark.parametrize("game", [kuhn(4), SMALL, RIVER], ids=str)
def test_a_match_and_a_session_agree_with_the_value_of_tables(game):
    first, second = Profile.from_function(game, moody), random_profile(game, 1)
    exact = expected(game, first, second)
    found = cfrlib.match(game, moody, says(game, second), hands=4000, seed=1)
    assert abs(found.mean - exact) < 1.5 * found.half_width
    session = Session(game, says(game, second), seed=1)
    session.play_by(moody, 2000)
    mean, half = session.interval
    assert abs(mean - exact) < 1.5 * half


# -- AIVAT ---------------------------------------------------------------------------


@pytest.mark.parametrize("game, seat", [*product([kuhn(4), SMALL, *RANDOM, bluff(faces=2)], (0, 1))], ids=str)
def test_luck_has_mean_zero_whatever_functions_do(game, seat):
    machine, person = random_profile(game, 1), random_profile(game, 2)
    chances, hands = all_hands(game, person, machine, seat)
    found = breakdown(game, says(game, machine), hands)
    for event in EVENTS:
        assert chances @ found[event] == pytest.approx(0, abs=1e-12)
    assert not found[["machine", "showdown"]].any(axis=None)
    assert found["deal"].std() > 0


def test_luck_has_mean_zero_over_all_rounds_of_a_chain():
    game = bluff(dice=(2, 1), faces=2)
    machine, person = (cache(partial(random_profile, seed=k)) for k in (1, 2))
    chances, hands = all_hands(game, person, machine, 1)
    found = breakdown(game, moody, hands)
    assert chances @ found["corrected"] == pytest.approx(chances @ found["paid"], abs=1e-12)


@pytest.mark.parametrize("machine, person, fewer", [(Tired(SMALL), Tired(SMALL), 1.4), (Tired(SMALL), Grudge(), 0)])
def test_players_that_remember_are_corrected_without_bias(machine, person, fewer):
    session = Session(SMALL, machine, seed=2)
    session.play_by(person, 1000)
    found = breakdown(SMALL, machine, session.hands)
    luck = found["paid"] - found["corrected"]
    assert 0 < abs(luck.mean()) < 3 * luck.std() / sqrt(len(luck))
    assert summary(SMALL, machine, session.hands).fewer > fewer


def test_what_needs_a_table_says_so():
    session = Session(KUHN, moody, seat=0)
    session.play_by(moody, 3)
    for call in (losses, lambda *of: breakdown(*of, kind="best")):
        with pytest.raises((TypeError, ValueError), match="it takes"):
            call(KUHN, moody, session.hands)
    session.next_hand()
    with pytest.raises(ValueError, match="^profile=.*it takes a Profile"):
        session.strategy_of(0)


# -- files ---------------------------------------------------------------------------


@settings(max_examples=10, deadline=None)
@given(game=st.sampled_from([KUHN, SMALL, CHAIN]), seed=st.integers(0, 99), before=st.integers(0, 30))
def test_a_player_that_remembers_goes_on_as_if_it_had_not_been_left(game, seed, before, tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "session"
    left, stayed = (steps(Session(game, Grudge(), seed=seed), before, at_random(seed)) for _ in range(2))
    left.save(path)
    assert [file.name for file in path.parent.iterdir()] == ["session"]
    taken = Session.load(path, Grudge())
    assert taken.profile.seen == stayed.profile.seen
    again = Session(game, Grudge(), seed=seed, path=path)
    for session in (taken, again, stayed):
        steps(session, 20, at_random(before))
    assert taken.hands == again.hands == stayed.hands
    assert taken.round == again.round == stayed.round


def test_another_function_is_not_taken_for_the_one_that_played(tmp_path):
    path = tmp_path / "session"
    session = Session(KUHN, lambda game, key, actions, rng: actions[0])
    session.play_by(moody, 4)
    session.save(path)
    with pytest.raises(ValueError, match="the function that is passed takes 'b', not 'p'"):
        Session.load(path, lambda game, key, actions, rng: actions[1])
    with pytest.raises(ValueError, match="it was a function, which is not saved and must be passed"):
        Session.load(path)
    with pytest.raises(ValueError, match="was played against another one"):
        Session.load(path, Profile.uniform(KUHN))


# -- re-solving ----------------------------------------------------------------------


def test_a_function_is_a_blueprint():
    one, other = (cfrlib.Resolving(SMALL, who) for who in (moody, Profile.from_function(SMALL, moody)))
    assert one.blueprint == other.blueprint
    assert one["Q", "cc/K:"] == other["Q", "cc/K:"]
    with pytest.raises(TypeError, match="^profile=3: it takes a Profile.* or a function"):
        cfrlib.Resolving(SMALL, 3)
