"""Sessions that are kept: they go on as if they had not been left, and what does not fit is refused."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame, coarse_tree, random_profile
from sessions import CHAIN, FLOP, KUHN, LEDUC, at_random, profile_of, sit, steps, uniform

from cfrlib.game import CHANCE
from cfrlib.games import kuhn, leduc_no_limit, matrix
from cfrlib.playing import saving
from cfrlib.playing.session import Session
from cfrlib.profile import Profile

pytestmark = pytest.mark.slow

KEPT = [KUHN, LEDUC, leduc_no_limit(4), CHAIN, FLOP]


def same(one, other):
    """Whether two sessions stand alike."""

    def stand(session):
        return session.hands, session.round, session.rounds, session.over, session.seats, session.seed, session.game

    return stand(one) == stand(other)


@settings(max_examples=12, deadline=None)
@given(
    game=st.sampled_from(KEPT), seat=st.sampled_from(["alternate", 0, 1]), seed=st.integers(0, 2**70),
    before=st.integers(0, 25), after=st.integers(1, 25),
)  # fmt: skip
def test_a_session_goes_on_as_if_it_had_not_been_left(game, seat, seed, before, after, tmp_path_factory):
    """Saved and loaded after any number of steps, a step being an action or the next hand."""
    path = tmp_path_factory.mktemp("kept") / "session"
    left, stayed = (steps(sit(game, seed, seat=seat), before, at_random(seed)) for _ in range(2))
    Session.save(left, path)
    taken = Session.load(path)
    assert same(taken, left)
    assert taken.profile == left.profile
    steps(taken, after, at_random(after))
    assert same(taken, steps(stayed, after, at_random(after)))


@pytest.mark.parametrize("game", KEPT, ids=repr)
def test_nothing_is_lost_when_a_kernel_dies(game, tmp_path, monkeypatch):
    """A session that keeps itself is made again after every step, with its profile or without."""
    stayed, path = sit(game), tmp_path / "session"
    sit(game, path=str(path))
    monkeypatch.setattr("cfrlib.playing.session.solved", lambda *_: pytest.fail("the profile is there"))
    for step in range(12):
        kept = sit(game, path=path) if step % 2 else sit(game, path=path, profile=None)
        assert same(kept, stayed)
        steps(kept, 1, at_random(step))
        steps(stayed, 1, at_random(step))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["session", "session.profile"]


def test_loading_writes_nothing(tmp_path):
    path = tmp_path / "session"
    Session.save(steps(sit(KUHN), 7, at_random(0)), path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    steps(Session.load(path), 5, at_random(0))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name, other", [("game", kuhn(4)), ("seat", 0), ("seed", 1), ("profile", uniform(KUHN))])
def test_another_session_is_not_taken_up(name, other, tmp_path):
    path = tmp_path / "session"
    steps(sit(KUHN, path=path), 6, at_random(0))
    before = path.read_bytes()
    given = {"game": KUHN, "profile": None, name: other}
    says = "was played against another one" if name == "profile" else f"is a session with {name}="
    with pytest.raises(ValueError, match=f"^{name}={re.escape(repr(other))}: .*in path='.*session' {says}"):
        Session(**given, path=path)
    assert path.read_bytes() == before
    if name == "profile":
        with pytest.raises(ValueError, match="^profile=.*path='.*against another one"):
            Session.load(path, other)


def test_a_large_profile_is_passed_again(tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "LARGE", KUHN.num_infoset_actions - 1)
    path, profile = tmp_path / "session", profile_of(KUHN)
    with pytest.raises(ValueError, match="^profile=None: one of 24 entries is not kept with a session; it takes one"):
        Session(KUHN, path=path)
    session = steps(sit(KUHN, path=path), 9, at_random(0))
    assert [file.name for file in tmp_path.iterdir()] == ["session"]
    assert same(Session.load(path, profile), session)
    assert same(sit(KUHN, path=path), session)
    for again in (lambda: Session.load(path), lambda: Session(KUHN, path=path)):
        with pytest.raises(ValueError, match="^profile=None: the one of .*session' is too large.*must be passed"):
            again()
    monkeypatch.setattr(saving, "LARGE", KUHN.num_infoset_actions)
    with pytest.raises(ValueError, match="^profile=None: the one of .* is not in '.*session.profile'"):
        Session.load(path)


OWN = [RandomGame(0), coarse_tree(3), matrix([[1, -1], [-1, 1]])]


@pytest.mark.parametrize("game", OWN, ids=["game", "tree", "matrix"])
@pytest.mark.parametrize("steps_before", [0, 1, 7, 12])
def test_a_game_of_ones_own_goes_on_as_if_it_had_not_been_left(game, steps_before, tmp_path):
    path = tmp_path / "session"
    profile = random_profile(game, 0)
    left, stayed = (steps(Session(game, profile, seed=5), steps_before, at_random(1)) for _ in range(2))
    left.save(path)
    taken = Session.load(path, game=game)
    assert same(taken, stayed)
    again = steps(Session(game, seed=5, path=path), 9, at_random(2))
    assert same(steps(taken, 9, at_random(2)), steps(stayed, 9, at_random(2)))
    assert same(again, stayed)
    for game in (RandomGame(1), KUHN, coarse_tree(8), 3):
        with pytest.raises(ValueError, match="^game=.*path='.*session' is a session with game=|^game=3: it takes"):
            Session.load(path, game=game)
    assert same(Session.load(path, profile, stayed.game), stayed)


def test_a_game_of_ones_own_is_passed_again(tmp_path):
    path = tmp_path / "session"
    Session(OWN[0], Profile.uniform(OWN[0])).save(path)
    with pytest.raises(ValueError, match="^game=None: the session in path='.*session' is of one .*; pass it"):
        Session.load(path)
    Session(KUHN, Profile.uniform(KUHN)).save(path)
    assert Session.load(path, game=kuhn()).game == KUHN


def changed(path, change):
    """Change what is in a file, whose checksum is right again."""
    kept = json.loads(path.read_bytes())
    del kept["checksum"]
    change(kept)
    path.write_text(json.dumps(kept | {"checksum": saving._checksum(kept)}))


@pytest.fixture(scope="module")
def files_of_a_chain(tmp_path_factory):
    """Return the files of a session of Bluff that has finished hands of two rounds and is in a second round."""
    path = tmp_path_factory.mktemp("chain") / "session"
    session, choose = sit(CHAIN, seed=1), at_random(0)
    while not (len(session.hands) > 4 and len(session.rounds) == 1 and not session.over and session.round.actions):
        steps(session, 1, choose)
    assert {len(hand.rounds) for hand in session.hands} == {1, 2}
    Session.save(session, path)
    return {file.name: file.read_bytes() for file in path.parent.iterdir()}


@pytest.fixture
def kept_chain(files_of_a_chain, tmp_path):
    for name, data in files_of_a_chain.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path / "session"


def test_every_part_of_a_file_is_needed(kept_chain, tmp_path):
    path = kept_chain
    whole = path.read_bytes()
    for end in [0, 1, 10, len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session"):
            Session.load(path)
    for name in json.loads(whole):
        path.write_text(json.dumps({key: value for key, value in json.loads(whole).items() if key != name}))
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session"):
            Session.load(path)
    for name in json.loads(whole).keys() - {"checksum"}:
        path.write_bytes(whole)
        changed(path, lambda kept, name=name: kept.pop(name))
        with pytest.raises(ValueError, match=f"^path='.*session': not a complete saved session .KeyError.'{name}'"):
            Session.load(path)
    for other in (b"\xff\xfe", b"[]", b"null", b"3", b"[" * 10**5, whole.replace(b"session 2", b"session 0")):
        path.write_bytes(other)
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session"):
            Session.load(path)
    with pytest.raises(FileNotFoundError):
        Session.load(tmp_path / "nothing")


def test_whatever_changes_in_a_file_is_noticed(kept_chain):
    """Also what would be a session by the rules: another seed, another hand, fewer hands; and any flipped bit."""
    path = kept_chain
    whole = path.read_bytes()
    kept = json.loads(whole)
    for change in ({"seed": 7}, {"seat": 0}, {"hands": kept["hands"][:1]}, {"now": None}, {"profile": "0" * 64}):
        path.write_text(json.dumps(kept | change))
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session .*checksum"):
            Session.load(path)
    for at in range(0, len(whole), 197):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 7]) + whole[at + 1 :])
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session"):
            Session.load(path)


def hand_of(kept, rounds):
    return next(hand for hand in kept["hands"] if len(hand["rounds"]) == rounds)


BROKEN = {
    "paid otherwise": lambda kept: kept["hands"][0].update(paid=-kept["hands"][0]["paid"]),
    "unknown roll": lambda kept: kept["hands"][0]["rounds"][0].update(deal=["12", "7"]),
    "one roll": lambda kept: kept["hands"][0]["rounds"][0].update(deal=["12"]),
    "a roll too many": lambda kept: kept["hands"][0]["rounds"][0].update(deal=["12", "1", "1"]),
    "a board": lambda kept: kept["hands"][0]["rounds"][0].update(public=["1"]),
    "illegal bid": lambda kept: kept["hands"][0]["rounds"][0]["actions"].insert(0, "3-*"),
    "unknown bid": lambda kept: kept["hands"][0]["rounds"][0]["actions"].insert(0, "4-1"),
    "called twice": lambda kept: kept["hands"][0]["rounds"][0]["actions"].append("call"),
    "not called": lambda kept: kept["hands"][0]["rounds"][0]["actions"].pop(),
    "a mark of chance": lambda kept: kept["hands"][0]["rounds"][0]["actions"].append(CHANCE),
    "no rounds": lambda kept: kept["hands"][0].update(rounds=[]),
    "a round too few": lambda kept: hand_of(kept, 2)["rounds"].pop(),
    "a round too many": lambda kept: hand_of(kept, 1)["rounds"].append(kept["now"][1]),
    "no list": lambda kept: kept.update(hands=3),
    "a dictionary, which is empty": lambda kept: kept.update(hands={}),
    "paid a truth": lambda kept: kept["hands"][0].update(paid=True),
    "a deal that is no list": lambda kept: kept["hands"][0]["rounds"][0].update(deal=dict.fromkeys(["12", "1"])),
    "a text for hands": lambda kept: kept.update(hands=""),
    "a text for a hand in progress": lambda kept: kept.update(now=""),
    "over and in progress": lambda kept: kept.update(now=kept["hands"][0]["rounds"]),
    "nothing in progress": lambda kept: kept.update(now=[]),
    "not over": lambda kept: kept["hands"].append({"rounds": kept["now"], "paid": None}),
}


@pytest.mark.parametrize("how", BROKEN)
def test_hands_that_do_not_follow_the_rules_are_refused(how, kept_chain):
    path = kept_chain
    changed(path, BROKEN[how])
    before = path.read_bytes()
    for again in (lambda: Session.load(path), lambda: sit(CHAIN, seed=1, path=path)):
        with pytest.raises(ValueError, match="^path='.*session': its hands do not follow the rules"):
            again()
    assert path.read_bytes() == before


@pytest.mark.parametrize("game, deal, public", [
    (KUHN, ["K", "K"], []), (LEDUC, ["Ks", "Kh"], ["Kh"]), (LEDUC, ["Ks", "Kh"], []), (LEDUC, ["Ks", "Kh"], ["Ts"]),
    (FLOP, ["AdAc", "AdKd"], ["JcQcKc"]), (FLOP, ["AdAc", "KdQd"], ["JcQcKd"]), (FLOP, ["AdAc", "KdQd"], ["QcJcKc"]),
])  # fmt: skip
def test_a_deal_that_cannot_be_is_refused(game, deal, public, tmp_path):
    """Cards that are there twice, no board, one of another deck, and one in another order."""
    path = tmp_path / "session"
    Session.save(sit(game), path)
    changed(path, lambda kept: kept["now"][0].update(deal=deal, public=public, actions=[]))
    with pytest.raises(ValueError, match="its hands do not follow the rules .*cannot be dealt"):
        Session.load(path)


@pytest.mark.parametrize("game", [KUHN, FLOP], ids=repr)
def test_a_damaged_profile_is_refused(game, tmp_path):
    path = tmp_path / "session"
    Session.save(sit(game), path)
    beside = tmp_path / "session.profile"
    beside.write_bytes(beside.read_bytes()[:-30])
    with pytest.raises(ValueError, match="^path='.*session.profile': not a complete saved profile"):
        Session.load(path)
    assert same(Session.load(path, profile_of(game)), sit(game))
    uniform(game).save(beside)
    with pytest.raises(ValueError, match="^profile=<Profile of .*session' was played against another one"):
        Session.load(path)
