"""Sessions deal and mix as the game and the profile say, and show what may be seen."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from random_games import RandomGame
from scipy.stats import chisquare, t
from sessions import CHAIN, FLOP, GAMES, KUHN, LEDUC, at_random, every_game, play, profile_of, sit, uniform

import cfrlib
from cfrlib.game import CHANCE
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit
from cfrlib.games.at_table import table_of
from cfrlib.playing.record import Hand

pytestmark = pytest.mark.slow

UNLIKELY = 1e-3
"""So often a test of chance says that what is right is wrong; seeds are fixed."""


# -- chance ----------------------------------------------------------------------------------

DEALT = [LEDUC, leduc(2, 2, suits_matter=False), CHAIN, FLOP, RandomGame(3, outcomes=(3, 2))]


@pytest.mark.parametrize("game", DEALT, ids=repr)
def test_chance_deals_as_the_game_says(game):
    """Of 4,000 deals."""
    table, rng, wanted = table_of(game), np.random.default_rng(0), {}
    dealt = Counter(table.deal(rng) for _ in range(4000))
    for public in game.public_sequences(table.shown):
        for deal, weight in np.ndenumerate(game.weights(public)):
            assert table.possible(deal, public) == (weight > 0)
            if weight:
                wanted[deal, public] = weight
    assert set(dealt) <= set(wanted)
    assert chisquare([dealt[deal] for deal in wanted], 4000 * np.array(list(wanted.values()))).pvalue > UNLIKELY


def test_all_cards_of_a_full_deck_come_equally_often(monkeypatch):
    """In two hands and on the flop; no table of all pairs of hands is made for that, so it takes no time."""
    game = holdem()
    monkeypatch.setattr(holdem, "weights", lambda *_: pytest.fail("a table of all pairs of hands"))
    table, rng, counts = table_of(game), np.random.default_rng(0), np.zeros((3, 52))
    for _ in range(2000):
        deal, public = table.deal(rng)
        assert table.possible(deal, public)
        for k, cards in enumerate([*game.deck.hands[list(deal)], game.deck.parse(public[0], 3)]):
            counts[k, cards] += 1
    assert counts.sum(axis=1).tolist() == [4000, 4000, 6000]
    assert all(chisquare(place).pvalue > UNLIKELY for place in counts)
    for public in ((), ("2c2d",), ("2c2d2c",), ("2d2c2h",), ("2c2d2h", "3c")):
        assert not table.possible((1000, 1001), public)
    for deal in ((1000, 1000), (int(np.flatnonzero((game.deck.hands == [0, 51]).all(axis=1))[0]), 1000)):
        assert not table.possible(deal, ("2c2d2h",))


def test_hands_of_a_session_are_dealt_independently():
    """Every hand has random numbers of its own. A machine that mixes evenly does so whatever is dealt, now and next."""
    session = play(sit(KUHN, profile=uniform(KUHN), seat=1), 2000, at_random(0))
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
        followed[game.following(1)] = cfrlib.engine.following.solution(game.following(1)).profile()
    for hand in play(sit(game), 800, at_random(0)).hands:
        for round in hand.rounds:
            for player, before, action in round.decisions():
                if player != round.seat:
                    counts[round.game, round.key(player, before)][action] += 1
    assert {game for game, _ in counts} == set(followed)
    times, wanted, free = [], [], 0
    for (of, key), taken in counts.items():
        total, strategy = sum(taken.values()), followed[of][key]
        assert all(strategy[action] > 0 for action in taken)
        often = [a for a in strategy if total * strategy[a] >= 5][1:]  # the first of these, and the rare ones, are one
        times += [taken[a] for a in often] + [total - sum(taken[a] for a in often)]
        wanted += [total * strategy[a] for a in often] + [total * (1 - sum(strategy[a] for a in often))]
        free += len(often)
    assert free > 10
    assert chisquare(times, wanted, ddof=len(times) - 1 - free).pvalue > UNLIKELY


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
    for _ in range(200):
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


@pytest.mark.parametrize("game, seat", list(zip(GAMES, [0, 1, "alternate"] * 3, strict=False)), ids=str)
def test_what_a_session_says_is_what_happened(game, seat):
    session, choose = sit(game, seat=seat), at_random(3)
    for _ in range(40):
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
    who = ("person" if player == round.seat else "machine" for player, *_ in round.decisions())
    shown = iter(round.public)
    return [("chance", next(shown)) if action == CHANCE else (next(who), action) for action in round.actions]


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
