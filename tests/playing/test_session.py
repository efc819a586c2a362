"""Sessions against the rules replayed independently, against chance as the game says it, and against themselves."""

import json
import random
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame, games
from scipy.stats import chisquare, t

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Decision, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.games.at_table import table_of
from cfrlib.playing import machine, saving
from cfrlib.playing.record import Hand, Round
from cfrlib.playing.session import Session
from cfrlib.profile import Profile
from cfrlib.tree import unroll

KUHN, LEDUC, CHAIN, FLOP = kuhn(), leduc(), bluff((2, 1), 3), holdem(deck=(4, 2))
GAMES = [
    kuhn(5, ante=2, bet=3), leduc(bets="doubling", raises=1, suits_matter=False), leduc_no_limit(4), CHAIN,
    bluff((2, 2), 2), bluff((1, 2), 3, "one"), FLOP,
]  # fmt: skip
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
UNLIKELY = 1e-3
"""So often a test of chance says that what is right is wrong; seeds are fixed."""


@cache
def profile_of(game):
    """Return a profile that a few iterations find, so that most actions have some probability."""
    solver = cfrlib.CFR(game)
    solver.run(5)
    return solver.average_strategy()


def uniform(game):
    layout = layout_of(game)
    return Profile.uniform(game) if game.layout == "tree" else layout.average(tuple(map(np.zeros, layout.sizes)))


def sit(game, seed=0, **more):
    return Session(game, **{"profile": profile_of(game), "seed": seed, **more})


def play(session, hands, choose):
    """Play until so many hands are over; `choose` gets the session."""
    while len(session.hands) < hands or not session.over:
        if session.over:
            session.next_hand()
        else:
            session.act(choose(session))
    return session


def at_random(seed):
    rng = random.Random(seed)
    return lambda session: rng.choice(session.actions)


# -- a referee -------------------------------------------------------------------------------


def replay(round):
    """Follow a round by the rules of the game alone."""
    game, actions = round.game, ()
    for action in round.actions:
        node = game.node(actions)
        assert action in (node.actions if isinstance(node, Decision) else (CHANCE,) * isinstance(node, PublicChance))
        actions = (*actions, action)
    assert isinstance(game.node(actions), Terminal)
    assert len(round.public) == max(found.count(CHANCE) for found, _ in game.action_sequences())
    assert game.weights(round.public)[round.deal] > 0


def winner_of_dice(round):
    """Count the dice of a called bid by their faces."""
    quantity, face = round.actions[-2].split("-")
    dice = "".join(round.game.outcomes(player)[round.deal[player]] for player in (0, 1))
    held = sum(die in (face, "*") for die in dice) >= int(quantity)
    bidder = (len(round.actions) - 2) % 2
    return bidder if held else 1 - bidder


def refereed(hand, game, seat):
    """Return what the person is paid, all rounds replayed."""
    for round in hand.rounds:
        assert (round.game, round.seat) == (game, seat)
        replay(round)
        last = round is hand.rounds[-1]
        if not isinstance(game, bluff):
            assert last
            return game.payoff_table(round.actions, round.shown())[round.deal] * (1 if seat == 0 else -1)
        winner = winner_of_dice(round)
        game, seat = game.subgame(winner), 0 if winner == seat else 1
        assert last == (game is None)
    return 1 if seat == 0 else -1


@every_game
def test_scores_are_those_of_the_rules(game):
    """Two hundred hands of each game, over two thousand in all."""
    session = play(sit(game), 200, at_random(0))
    paid = [refereed(hand, game, k % 2) for k, hand in enumerate(session.hands)]
    assert [hand.paid for hand in session.hands] == paid
    assert session.score == pytest.approx(sum(paid), abs=1e-9)
    assert session.paid == paid[-1]
    assert len(set(paid)) > 1


def test_a_chain_has_rounds_of_all_kinds():
    """Of two dice each: two rounds, or three if the second goes to the other player, who then opens."""
    session, dice = play(sit(bluff((2, 2), 2)), 200, at_random(0)), Counter()
    for hand in session.hands:
        dice[tuple(round.game.dice for round in hand.rounds)] += 1
    assert set(dice) == {((2, 2), (2, 1)), ((2, 2), (2, 1), (1, 1))}
    seats = {tuple(round.seat for round in hand.rounds) for hand in session.hands}
    assert seats == {*product((0, 1), repeat=2), *((a, b, 1 - b) for a, b in product((0, 1), repeat=2))}


@settings(max_examples=60, deadline=None)
@given(game=games(), seed=st.integers(0, 100))
def test_any_game_is_played_and_paid_as_it_says(game, seed):
    """Every kind of payoff, public chance anywhere, moves in any order."""
    tree = unroll(game)
    session = play(Session(game, Profile.uniform(tree.game), seed=seed), 6, at_random(seed))
    for k, hand in enumerate(session.hands):
        (round,) = hand.rounds
        assert round.seat == k % 2
        replay(round)
        table = game.payoff_table(round.actions, round.shown())
        assert hand.paid == table[round.deal] * (1 if round.seat == 0 else -1)
        assert round.table.paid(round.actions, round.shown(), round.deal) == table[round.deal]


# -- what can be done ------------------------------------------------------------------------


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_legal_sequence_is_reached(game, seat):
    """The machine mixes evenly; the person does what has been done least."""
    nodes, done, reached = dict(game.action_sequences()), Counter(), set()

    def choose(session):
        actions = session.round.actions
        assert session.actions == nodes[actions].actions
        assert nodes[actions].player == seat == session.seat
        action = min(session.actions, key=lambda name: done[(*actions, name)])
        done[(*actions, action)] += 1
        return action

    session = play(sit(game, profile=uniform(game), seat=seat), 1500, choose)
    for hand in session.hands:
        (round,) = hand.rounds
        reached |= {round.actions[:k] for k in range(len(round.actions) + 1)}
    assert reached == set(nodes)


@every_game
def test_what_is_illegal_is_refused_and_changes_nothing(game):
    session, choose = sit(game), at_random(1)
    for _ in range(40):
        before = session.round, session.rounds, list(session.hands)
        known = {action for actions, node in [((), game.node(()))] for action in node.actions} | {"f", "call", "0"}
        for wrong in [*(known - set(session.actions)), CHANCE, "", "nonsense", None, 0, ("p",), ["p"]]:
            with pytest.raises(ValueError) as error:
                session.act(wrong)
            listed = ", ".join(map(repr, session.actions))
            says = "the hand is over" if session.over else f"it takes one of {listed}"
            assert str(error.value) == f"action={wrong!r}: {says}"
        assert (session.round, session.rounds, session.hands) == before
        if session.over:
            session.next_hand()
        else:
            with pytest.raises(ValueError, match="^next_hand: this one is not over; it takes one of '"):
                session.next_hand()
            session.act(choose(session))


# -- chance ----------------------------------------------------------------------------------

DEALT = [KUHN, LEDUC, leduc(2, 2, suits_matter=False), leduc_no_limit(3), CHAIN, FLOP, RandomGame(3, outcomes=(3, 2))]


@pytest.mark.parametrize("game", DEALT, ids=repr)
def test_chance_deals_as_the_game_says(game):
    """Of 20,000 deals."""
    table, rng, wanted = table_of(game), np.random.default_rng(0), {}
    found = Counter(table.deal(rng) for _ in range(20_000))
    for public in game.public_sequences(table.shown):
        for deal, weight in np.ndenumerate(game.weights(public)):
            assert table.possible(deal, public) == (weight > 0)
            if weight:
                wanted[deal, public] = weight
    assert set(found) <= set(wanted)
    assert chisquare([found[deal] for deal in wanted], 20_000 * np.array(list(wanted.values()))).pvalue > UNLIKELY


def test_all_cards_of_a_full_deck_come_equally_often(monkeypatch):
    """In two hands and on the flop; no table of all pairs of hands is made for that, so it takes no time."""
    game = holdem()
    monkeypatch.setattr(holdem, "weights", lambda *_: pytest.fail("a table of all pairs of hands"))
    table, rng, counts = table_of(game), np.random.default_rng(0), np.zeros((3, 52))
    for _ in range(8000):
        deal, public = table.deal(rng)
        assert table.possible(deal, public)
        for k, cards in enumerate([*game.deck.hands[list(deal)], game.deck.parse(public[0], 3)]):
            counts[k, cards] += 1
    assert counts.sum(axis=1).tolist() == [16_000, 16_000, 24_000]
    assert all(chisquare(place).pvalue > UNLIKELY for place in counts)
    for public in ((), ("2c2d",), ("2c2d2c",), ("2d2c2h",), ("2c2d2h", "3c")):
        assert not table.possible((1000, 1001), public)
    for deal in ((1000, 1000), (int(np.flatnonzero((game.deck.hands == [0, 51]).all(axis=1))[0]), 1000)):
        assert not table.possible(deal, ("2c2d2h",))


def test_a_showdown_of_a_full_deck_is_paid_by_the_better_five():
    game = holdem()
    names = game.outcomes(0)
    for hands, paid in ((("AsAh", "KsKh"), 3000), (("QsJs", "AsKh"), -3000), (("8c7c", "8d7d"), 0)):
        round = Round(game, 0, tuple(map(names.index, hands)), ("2c3dAd",), (*"cc", CHANCE, *"rc"))
        assert round.pay() == paid
        assert round.winner == {3000: 0, -3000: 1, 0: None}[paid]


def test_hands_of_a_session_are_dealt_independently():
    """Every hand has random numbers of its own. A machine that mixes evenly does so whatever is dealt, now and next."""
    session = play(sit(KUHN, profile=uniform(KUHN), seat=1), 6000, at_random(0))
    deals = [hand.rounds[0].deal for hand in session.hands]
    firsts = [hand.rounds[0].actions[0] for hand in session.hands]
    assert chisquare(list(Counter(zip(deals, firsts, strict=True)).values())).pvalue > UNLIKELY
    pairs = Counter(zip(deals, firsts, deals[1:], strict=False))
    assert len(pairs) == 6 * 2 * 6
    assert chisquare(list(pairs.values())).pvalue > UNLIKELY


@pytest.mark.parametrize("game", [LEDUC, CHAIN, FLOP], ids=repr)
def test_the_machine_does_what_its_profile_says(game):
    """Actions at each information set; in a later round of Bluff those of the solution of that round's game."""
    followed, counts = {game: profile_of(game)}, defaultdict(Counter)
    if game is CHAIN:
        followed[game.subgame(1)] = cfrlib.engine.subgames.solution(game.subgame(1)).profile()
    for hand in play(sit(game), 2000, at_random(0)).hands:
        for round in hand.rounds:
            for player, before, action in round.decisions():
                if player != round.seat:
                    counts[round.game, round.key(player, before)][action] += 1
    assert {game for game, _ in counts} == set(followed)
    found, wanted, free = [], [], 0
    for (of, key), taken in counts.items():
        total, here = sum(taken.values()), followed[of][key]
        assert all(here[action] > 0 for action in taken)
        often = [action for action in here if total * here[action] >= 5][1:]  # the first of these, and the rare ones,
        found += [taken[action] for action in often] + [total - sum(taken[action] for action in often)]  # are one
        wanted += [total * here[action] for action in often] + [total * (1 - sum(here[action] for action in often))]
        free += len(often)
    assert free > 10
    assert chisquare(found, wanted, ddof=len(found) - 1 - free).pvalue > UNLIKELY


@every_game
def test_a_seed_deals_the_same_cards_whatever_is_played(game):
    one, other = play(sit(game), 30, at_random(0)), play(sit(game, profile=uniform(game)), 30, at_random(1))
    assert [hand.rounds for hand in one.hands] != [hand.rounds for hand in other.hands]
    for first, second in zip(one.hands, other.hands, strict=True):
        for mine, yours in zip(first.rounds, second.rounds, strict=False):
            if mine.game == yours.game:
                assert (mine.deal, mine.public) == (yours.deal, yours.public)
    again = play(sit(game), 30, at_random(0))
    assert again.hands == one.hands
    assert play(sit(game, seed=1), 30, at_random(0)).hands != one.hands


# -- what is seen ----------------------------------------------------------------------------


def folded(game, actions):
    """Return whether a hand of poker ended with a fold: who acted last has put in less."""
    if isinstance(game, kuhn):
        return "".join(actions) in ("bp", "pbp")
    if isinstance(game, leduc_no_limit):
        now = list(map(int, "".join(f"{a} " for a in actions).split(CHANCE)[-1].split()))
        return sum(now[::2]) != sum(now[1::2])
    return actions[-1] == "f"


@every_game
def test_the_machine_shows_its_hand_at_a_showdown_only(game):
    session, choose, ends = sit(game), at_random(2), Counter()
    for _ in range(400):
        for round in session.rounds:
            hidden = not isinstance(game, bluff) and folded(game, round.actions)
            held = round.game.outcomes(1 - round.seat)[round.deal[1 - round.seat]]
            assert session.uncovered(round) == (None if hidden else held)
            ends[hidden] += 1
        if session.over:
            assert session.round is session.rounds[-1]
            assert session.revealed == session.uncovered(session.round)
            session.next_hand()
        else:
            assert session.revealed is None
            assert session.uncovered(session.round) is None
            session.act(choose(session))
    assert set(ends) == ({False} if isinstance(game, bluff) else {False, True})


@every_game
@pytest.mark.parametrize("seat", [0, 1, "alternate"])
def test_what_a_session_says_is_what_happened(game, seat):
    session, choose = sit(game, seat=seat), at_random(3)
    for _ in range(60):
        round, finished = session.round, len(session.hands) - session.over
        first = (*session.rounds, round)[0]
        assert first.seat == session.seat_in(finished) == (finished % 2 if seat == "alternate" else seat)
        assert session.seat == round.seat
        assert session.private == round.game.outcomes(round.seat)[round.deal[round.seat]]
        assert session.shown == round.public[: round.actions.count(CHANCE)]
        assert session.history == retold(round)
        if session.over:
            assert session.actions == ()
            assert session.hands[-1] == Hand(session.rounds, session.paid)
            with pytest.raises(ValueError, match="^player=0: it takes nobody, the hand is over"):
                session.strategy_of(0)
            session.next_hand()
            continue
        node = round.game.node(round.actions)
        assert (session.actions, node.player) == (node.actions, session.seat)
        hint = session.strategy_of(session.seat)
        assert tuple(hint) == session.actions
        if round.game == game:
            assert hint == profile_of(game)[round.key(session.seat, round.actions)]
        with pytest.raises(ValueError, match=f"^player={1 - session.seat}: it takes {session.seat}, whose turn it is"):
            session.strategy_of(1 - session.seat)
        session.act(choose(session))


def retold(round):
    """Return what happened in a round, by who took each decision."""
    decided, found, shown = iter(round.decisions()), [], 0
    for action in round.actions:
        if action == CHANCE:
            found.append(("chance", round.public[shown]))
            shown += 1
        else:
            player, _, taken = next(decided)
            found.append(("person" if player == round.seat else "machine", taken))
    return found


def test_the_interval_is_that_of_students_t():
    session, choose = sit(LEDUC), at_random(4)
    assert (session.paid, session.score, session.interval) == (None, 0, None)
    for hands in (1, 2, 3, 10, 100):
        paid = [hand.paid for hand in play(session, hands, choose).hands]
        assert session.score == sum(paid)
        if hands == 1:
            assert session.interval is None
            continue
        mean, half = session.interval
        low, high = t.interval(0.95, hands - 1, np.mean(paid), np.std(paid, ddof=1) / np.sqrt(hands))
        assert (mean - half, mean + half) == pytest.approx((low, high), rel=1e-9)
        session.next_hand()


# -- profiles --------------------------------------------------------------------------------


@pytest.mark.parametrize("game, enough", [(KUHN, 1e-3), (CHAIN, 1e-3), (FLOP, 1.0), (bluff(faces=7), 1e-3)], ids=repr)
def test_a_profile_is_found_on_the_spot(game, enough, capsys):
    session = Session(game, seconds=60)
    assert capsys.readouterr().err == ""
    assert session.exploitability == pytest.approx(cfrlib.exploitability(game, session.profile), rel=1e-6, abs=1e-12)
    assert session.exploitability <= enough
    assert refereed(play(session, 1, at_random(0)).hands[0], game, 0) == session.paid
    if game.layout == "bids":
        assert {table.dtype for table in session.profile.tables} == {np.dtype("float32")}


def test_no_more_time_is_taken_than_was_given(monkeypatch, capsys):
    """Of a game that cannot be solved in it; a bar is shown where that is wished."""
    monkeypatch.setitem(machine.POINTLESS, "chips", 1e-12)
    solvers, made = [], cfrlib.CFR.discounted

    def kept(*args, **switches):
        solvers.append(made(*args, **switches))
        return solvers[-1]

    monkeypatch.setattr(cfrlib.CFR, "discounted", kept)
    session = Session(LEDUC, seconds=0.3, progress=True)
    assert 0.3 <= solvers[0].seconds < 1
    assert session.exploitability == solvers[0].exploitability() > 1e-12
    assert f"{solvers[0].iterations}it" in capsys.readouterr().err


def test_how_exploitable_a_given_profile_is_can_be_asked():
    assert sit(LEDUC).exploitability == cfrlib.exploitability(LEDUC, profile_of(LEDUC))


def test_a_profile_need_not_say_its_game(tmp_path):
    """One of a game of one's own, that was saved and loaded, does not."""
    given = profile_of(KUHN)
    nameless = Profile(given._keys, given.players, given._actions, given.probabilities)
    one, other = (play(sit(KUHN, profile=profile), 20, at_random(0)) for profile in (nameless, given))
    assert one.hands == other.hands
    with pytest.raises(ValueError, match=r"^profile=<Profile of a tree: 12 .*profile of leduc.*'Js', ''\) is missing"):
        Session(LEDUC, nameless)


WRONG = {
    "game=texas.*real cards are dealt here; it takes cfrlib.games.holdem..": {"game": texas(2)},
    "game=holdem.*buckets=2.*lifted_profile": {"game": holdem(deck=(4, 2), buckets=2)},
    "profile=<Profile of kuhn.*it takes a profile of leduc": {"game": LEDUC},
    "profile=<Profile of kuhn.*it takes a profile of kuhn.cards=4": {"game": kuhn(4)},
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_wrong_is_named(message):
    with pytest.raises(ValueError, match=f"^{message}"):
        Session(**{"game": KUHN, "profile": profile_of(KUHN), **WRONG[message]})


def test_a_round_that_is_not_over_is_not_paid():
    with pytest.raises(ValueError, match="^round=Round.*: it takes a round that is over"):
        Round(KUHN, 0, (0, 1), (), ("p",)).pay()
    assert not Round(KUHN, 0, (0, 1), (), ("p",)).showdown


def test_a_lifted_profile_is_played_against():
    from cfrlib.engine.buckets.lifting import lifted_profile

    solver = cfrlib.CFR(holdem(deck=(4, 2), buckets=2))
    solver.run(3)
    session = play(sit(FLOP, profile=lifted_profile(solver.average_strategy())), 20, at_random(0))
    for k, hand in enumerate(session.hands):
        assert hand.paid == refereed(hand, FLOP, k % 2)


# -- keeping ---------------------------------------------------------------------------------

KEPT = [KUHN, LEDUC, leduc_no_limit(4), CHAIN, FLOP]


def same(one, other):
    """Whether two sessions stand alike."""

    def stand(session):
        return session.hands, session.round, session.rounds, session.over, session.seats, session.seed, session.game

    return stand(one) == stand(other)


@settings(max_examples=40, deadline=None)
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


def steps(session, count, choose):
    for _ in range(count):
        if session.over:
            session.next_hand()
        else:
            session.act(choose(session))
    return session


@pytest.mark.parametrize("game", KEPT, ids=repr)
@pytest.mark.parametrize("given", [True, False], ids=["given", "read"])
def test_nothing_is_lost_when_a_kernel_dies(game, given, tmp_path, monkeypatch):
    """A session that keeps itself is made again after every step, with its profile or without."""
    stayed, path = sit(game), tmp_path / "session"
    sit(game, path=str(path))
    monkeypatch.setattr("cfrlib.playing.session.solved", lambda *_: pytest.fail("the profile is there"))
    for step in range(25):
        kept = sit(game, path=path) if given else sit(game, path=path, profile=None)
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


@pytest.mark.parametrize(
    "name, other",
    [("game", LEDUC), ("game", kuhn(4)), ("seat", 0), ("seed", 1), ("profile", uniform(KUHN))],
    ids=["leduc", "kuhn", "seat", "seed", "profile"],
)
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


def test_a_game_of_ones_own_is_not_saved(tmp_path):
    game = RandomGame(0)
    session = sit(game, profile=Profile.uniform(game))
    path = tmp_path / "session"
    for again in (lambda: Session.save(session, path), lambda: sit(game, profile=session.profile, path=path)):
        with pytest.raises(ValueError, match="^game=RandomGame.*cannot be saved; it takes a game of cfrlib.games"):
            again()
    assert list(tmp_path.iterdir()) == []


def changed(path, change):
    """Change what is in a file, whose checksum is right again."""
    kept = json.loads(path.read_bytes())
    del kept["checksum"]
    change(kept)
    path.write_text(json.dumps(kept | {"checksum": saving._checksum(kept)}))


def kept_chain(tmp_path):
    """Return where a session of Bluff is kept that has finished hands of two rounds and is in a second round."""
    path = tmp_path / "session"
    session, choose = sit(CHAIN, seed=1), at_random(0)
    while not (len(session.hands) > 4 and len(session.rounds) == 1 and not session.over and session.round.actions):
        steps(session, 1, choose)
    assert {len(hand.rounds) for hand in session.hands} == {1, 2}
    Session.save(session, path)
    return path


def test_every_part_of_a_file_is_needed(tmp_path):
    path = kept_chain(tmp_path)
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


def test_whatever_changes_in_a_file_is_noticed(tmp_path):
    """Also what would be a session by the rules: another seed, another hand, fewer hands; and any flipped bit."""
    path = kept_chain(tmp_path)
    whole = path.read_bytes()
    kept = json.loads(whole)
    for change in ({"seed": 7}, {"seat": 0}, {"hands": kept["hands"][:1]}, {"now": None}, {"profile": "0" * 64}):
        path.write_text(json.dumps(kept | change))
        with pytest.raises(ValueError, match="^path='.*session': not a complete saved session .*checksum"):
            Session.load(path)
    for at in range(0, len(whole), 97):
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
def test_hands_that_do_not_follow_the_rules_are_refused(how, tmp_path):
    path = kept_chain(tmp_path)
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
