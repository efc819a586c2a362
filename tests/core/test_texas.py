"""Limit Texas hold'em, and two rounds of it under buckets: rules, counts, names of information sets, refusals."""

import subprocess
import sys
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest
from every_deal import deals_of, name_of

import cfrlib
from cfrlib.cards.deck import FLOP
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Comparison, Decision, PublicChance, Terminal
from cfrlib.games import holdem, texas

pytestmark = pytest.mark.slow

SMALL = [
    texas(2, (1, 1, 0, 1), (3, 3)), texas((2, 3, 1, 2), (0, 0, 0, 0), (3, 3)),
    texas(3, (0, 1, 0, 1), (5, 2), "imperfect"), holdem(deck=(4, 2), buckets=(2, 3)),
    holdem((0, 1), (5, 2), 3, "imperfect"),
]  # fmt: skip
small = pytest.mark.parametrize("game", SMALL, ids=repr)


def random_profile(game, seed):
    layout, rng = layout_of(game), np.random.default_rng(seed)
    return TableProfile(layout, tuple(0.1 + rng.random(size) for size in layout.sizes))


@pytest.mark.parametrize("b, infosets", [(5, 3_624_290), (12, 118_671_936)])
def test_information_sets(b, infosets):
    assert infosets == 8 * b + 70 * b**2 + 630 * b**3 + 5670 * b**4
    assert texas(b).num_infosets == infosets
    assert texas(b, recall="imperfect").num_infosets == 6378 * b


def test_ways_to_bet():
    """Decisions after all ways to bet: 8, 70, 630 and 5,670 on the four streets."""
    nodes = dict(texas().action_sequences())
    decisions = [actions.count(CHANCE) for actions, node in nodes.items() if isinstance(node, Decision)]
    assert np.bincount(decisions).tolist() == [8, 70, 630, 5670]
    assert len(decisions) == texas(1).num_infosets == 6378
    starts = [actions.count(CHANCE) for actions, node in nodes.items() if isinstance(node, PublicChance)]
    assert np.bincount(starts).tolist() == [7, 63, 567]
    assert layout_of(texas(1)).lanes == (1, 7, 63, 567)


@pytest.mark.parametrize("game", [*SMALL, texas((1, 2, 3, 4))], ids=repr)
def test_counts_are_those_of_the_names(game):
    counted = pairs = 0
    for actions, node in game.action_sequences():
        if isinstance(node, Decision):
            stage = actions.count(CHANCE)
            parts = game.buckets[: stage + 1] if game.recall == "perfect" else (game.buckets[stage],)
            counted += np.prod(parts)
            pairs += np.prod(parts) * len(node.actions)
    assert game.num_infosets == counted
    assert game.num_infoset_actions == pairs
    if game in SMALL:
        keys = [key for key, *_ in layout_of(game).information_sets()]
        assert len(set(keys)) == len(keys) == counted
        places = {at for _, _, at in layout_of(game).information_sets()}
        assert len(places) == counted


def replay(game, actions):
    """Return who has put in how much, who moves (None at an end), and whether somebody has folded: bet by bet."""
    paid, stage, first = [500.0, 1000.0], 0, 0
    rounds = "".join(actions).split(CHANCE)
    for stage, text in enumerate(rounds):
        first = 0 if stage == 0 else 1
        bet = game.bets[stage]
        for k, action in enumerate(text):
            mover = (first + k) % 2
            if action == "f":
                return paid, None, mover
            if action == "c":
                paid[mover] = max(paid)
            else:
                paid[mover] = max(paid) + bet
    over = len(rounds[-1]) >= 2 and paid[0] == paid[1]
    return paid, None if over else (first + len(rounds[-1])) % 2, None


@pytest.mark.parametrize("game", [texas(), holdem((3, 4)), *SMALL], ids=repr)
def test_betting(game):
    assert game.unit == "mbb/g"
    large = game.bets[-1] == 2 * game.bets[0] == 2000
    assert large
    for actions, node in game.action_sequences():
        paid, mover, folder = replay(game, actions)
        stage = actions.count(CHANCE)
        if isinstance(node, Decision):
            raised = actions[len("".join(actions).rpartition(CHANCE)[0] + CHANCE) if stage else 0 :].count("r")
            behind = paid[mover] < paid[1 - mover]
            expected = ("f",) * behind + ("c",) + ("r",) * (raised < game.raises[stage])
            assert node == Decision(mover, expected)
        elif isinstance(node, PublicChance):
            assert mover is None
            assert folder is None
            assert stage < len(game.shows)
        else:
            assert isinstance(node, Terminal)
            assert mover is None
            if folder is not None:
                assert game.payoff(actions, ()) == (-paid[0] if folder == 0 else paid[1])
            else:
                assert stage == len(game.shows)
                assert game.stakes(actions)[0] == paid
                assert paid[0] == paid[1]


def test_the_best_five_of_seven_win():
    game = texas(2, (0, 0, 0, 0), (3, 3))
    deals = deals_of(game)
    actions, shown = (*"cc", *[CHANCE, "c", "c"] * 3), 0
    for place in range(0, len(deals.hands), 997):
        board = deals.boards[place]
        public = game.deck.label(board[:FLOP]), *(game.deck.names[card] for card in board[FLOP:])
        answer = game.payoff(actions, public)
        assert isinstance(answer, Comparison)
        assert (answer.win, answer.lose, answer.tie) == (1000, -1000, 0)
        table, on_board = answer.table(), frozenset(board.tolist())
        level = {
            hand: deals.made[on_board | held]
            for hand, held in enumerate(map(frozenset, game.deck.hands.tolist()))
            if not held & on_board
        }
        pairs = [pair for pair in permutations(level, 2) if len({*game.deck.hands[list(pair)].flat}) == 4]
        for mine, theirs in pairs:
            assert table[mine, theirs] == 1000 * np.sign(level[mine] - level[theirs])
        shown += len(pairs)
    assert shown > 50


def spelt(game, deal, parts, rng=None):
    """Return a key of cards: of a deal (hand and board) with the betting of each street; `rng` shuffles hand and
    flop."""
    names = [game.deck.names[card] for card in deal]
    hand, flop, later = names[:2], names[2:5], names[5:]
    if rng is not None:
        rng.shuffle(hand)
        rng.shuffle(flop)
    shown = ["".join(flop), *later]
    return "".join(hand), parts[0] + "".join(f"/{cards}:{part}" for cards, part in zip(shown, parts[1:], strict=False))


@small
def test_cards_and_buckets_name_the_same_information_set(game):
    deals, profile = deals_of(game), random_profile(game, 1)
    answer = deals.sequences(game.buckets, game.recall == "perfect")
    decisions = [actions for actions, node in game.action_sequences() if isinstance(node, Decision)]
    rng = np.random.default_rng(2)
    for place in rng.integers(len(deals.hands), size=30).tolist():
        deal = [*deals.deck.hands[deals.hands[place]].tolist(), *deals.boards[place].tolist()]
        actions = decisions[rng.integers(len(decisions))]
        stage = actions.count(CHANCE)
        parts = "".join(actions).split(CHANCE)
        by_buckets = name_of(game, stage, answer[place, stage]), "".join(actions)
        by_cards = spelt(game, deal, parts)
        assert game.canonical(by_cards) == by_buckets
        assert game.canonical(by_buckets) == by_buckets
        public = game.deck.label(deal[2:5]), *(game.deck.names[card] for card in deal[5:])
        player = game.node(actions).player
        assert game.key(player, actions, public[:stage], deals.hands[place]) == by_buckets
        assert profile[by_cards] == profile[by_buckets] == profile[spelt(game, deal, parts, rng)]
        assert by_cards in profile
        assert set(profile[by_cards]) == set(game.node(actions).actions)


PERFECT, IMPERFECT = SMALL[0], SMALL[2]
WRONG = [
    ("3", ""), ("0", ""), ("1.1", ""), ("1", "cc/"), ("1.1", "cc/cc/"), ("1.1", "cc"), ("1.1", "cx/"), ("1.1", "f"),
    ("", ""), (".", ""), ("1.", "cc/"), ("a", ""), ("1", "cc//"), ("QcQc", ""), ("Qc", ""), ("QcTc", ""), ("QcQs", ""),
    ("QcQd", "cc/QcKcJc:"), ("QcQd", "cc/KcJc:"), ("QcQd", "cc/KcJcKs:cc/Kc:"), ("QcQd", "cc/KcJcKs:cc/:"),
    ("QcQd", "cc/KcJcKs:cc/Kd:cc/Kd:"), ("QcQd", "cc/"), ("QcQd", "rf"), ("QcQd",), "QcQd", (1, ""), ("1", 1), None,
    ("1.1.1.1", "cc/cc/cc/cc/"), ("1.1.1.1", "cc/cc/cc/cc"), ("1.1.1.1.1", "cc/cc/cc/cc/"),
    ("QcQd", "cc/KcJcKs:cc/Kd:cc/Js:cc/Jd:"),
]  # fmt: skip
"""No names of information sets of the first game, the last ones of a street too many."""


ONE_BUCKET = [("4", ""), ("1.1", "cc/"), ("1", "cc/cc/cc/cc/"), ("0", "cc/")]
"""No names without recall, where a name has one bucket."""


@pytest.mark.parametrize("game, key", [(PERFECT, key) for key in WRONG] + [(IMPERFECT, key) for key in ONE_BUCKET])
def test_what_names_nothing_is_not_found(game, key):
    profile = random_profile(game, 1)
    assert (("1", "cc/cc/cc/") in profile) == (game is IMPERFECT)
    assert key not in profile
    with pytest.raises(KeyError, match="no such information set; keys look like"):
        profile[key]


@pytest.mark.parametrize("game", [*SMALL, texas(), texas((1, 2, 3, 4)), holdem(), holdem((3, 4), buckets=5)], ids=repr)
def test_a_repr_says_how_to_make_a_game_again(game):
    again = eval(repr(game), {"texas": texas, "holdem": holdem})
    assert again == game
    assert again.parameters == game.parameters
    assert hash(again) == hash(game)
    assert getattr(cfrlib.games, game.name)(**game.parameters) == game


def test_buckets_may_be_written_in_several_ways():
    assert texas(5) == texas() == texas((5, 5, 5, 5)) == texas([5] * 4) == texas(np.int64(5)) == texas(recall="perfect")
    different = [texas(5), texas(6), texas((5, 5, 5, 6)), texas(recall="imperfect"), texas(raises=(3, 4, 4, 3))]
    assert all(one != other for one, other in pairwise(different))
    assert holdem(buckets=5) != holdem()
    assert repr(texas((1, 2, 3, 4))) == "texas(raises=(3, 4, 4, 4), deck=(13, 4), buckets=(1, 2, 3, 4))"


def fresh(code):
    """Run code in a new interpreter and return what it prints."""
    command = [sys.executable, "-c", f"import sys, time; {code}"]
    root = Path(__file__).resolve().parents[2]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def test_constructing_computes_nothing(tmp_path, monkeypatch):
    """No compiler is loaded, and no table is made; processor time, so that a busy machine does not matter."""
    monkeypatch.setenv("CFRLIB_CACHE", str(tmp_path))
    heavy = ("numba", "scipy", "pandas", "matplotlib")
    code = (
        "import cfrlib.games; start = time.process_time(); g = cfrlib.games.texas(12); n = g.num_infosets; "
        "h = cfrlib.games.holdem(buckets=5); repr(g); g == h; print(n, time.process_time() - start, "
        f"[name for name in {heavy!r} if name in sys.modules])"
    )
    infosets, seconds, loaded = fresh(code).split(maxsplit=2)
    assert (int(infosets), loaded) == (118_671_936, "[]")
    assert float(seconds) < 0.5
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind, wrong, message", [
    (texas, {"buckets": None}, r"buckets=None: without buckets .* too large; it takes a whole number, or"),
    (texas, {"buckets": 32}, r"buckets=\(32, 32, 32, 32\): 1,048,576 sequences .* at most 1,000,000"),
    (texas, {"buckets": 1_000_001, "recall": "imperfect"}, "buckets=1000001: .* a whole number from 1 to 1000000"),
    (texas, {"deck": (4, 2)}, r"deck=\(4, 2\): it takes at least 9 cards"),
    (holdem, {"recall": "imperfect"}, "recall='imperfect' without buckets: all cards are remembered"),
    (holdem, {"buckets": 1001}, r"buckets=\(1001, 1001\): 1,002,001 sequences .* at most 1,000,000"),
    (holdem, {"deck": (3, 2), "buckets": 2}, r"deck=\(3, 2\): it takes at least 7 cards"),
], ids=str)  # fmt: skip
def test_wrong_arguments(kind, wrong, message):
    with pytest.raises(ValueError, match=message):
        kind(**wrong)


def test_a_table_of_all_boards_is_announced_with_the_row_that_needs_none(caplog):
    cfrlib.CFR(texas(5), "pcs")
    cfrlib.CFR(texas(2, raises=(1, 1, 1, 1), deck=(4, 3)))  # a small one is made at once
    assert not caplog.records
    cfrlib.CFR(texas(5))
    assert "minutes to hours" in caplog.text
    assert "sampling='pcs'" in caplog.text
