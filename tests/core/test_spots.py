"""River spots: betting, who can hold what, payoffs, and values that are known."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib.cards.deck import Deck, apart
from cfrlib.game import Comparison, Decision, Terminal
from cfrlib.games import spot
from cfrlib.games.at_table import table_of

BOARD = "Td9d6hQc2s"
SPOT = {"board": BOARD, "ranges": ("QQ,TT,AhKh", "KJs,JJ:0.5"), "pot": 200, "stack": 900}
GAME = spot(**SPOT)


def nodes(**changes):
    return dict(spot(**{**SPOT, **changes}).action_sequences())


def names(actions, **changes):
    return " ".join(nodes(**changes)[tuple(actions.split())].actions)


@pytest.mark.parametrize(
    "after, actions",
    [
        ("", "c b66 b150 b900"), ("c", "c b66 b150 b900"), ("b66", "f c r165 r900"), ("b150", "f c r375 r900"),
        ("b66 r165", "f c r412.5 r900"), ("b66 r165 r412.5", "f c r900"), ("c b66 r165 r412.5 r900", "f c"),
        ("b900", "f c"),
    ],
)  # fmt: skip
def test_sizes_worked_out(after, actions):
    """A raise from 412.5 by 2.5 would be 1,031.25: all-in, which stands there once."""
    assert names(after) == actions


@pytest.mark.parametrize(
    "changes, after, actions",
    [
        ({"bets": (0.5, 5, "all-in", 10)}, "", "c b100 b900"), ({"bets": ()}, "c", "c"), ({"raises": []}, "b66", "f c"),
        ({"bets": ["all-in"]}, "", "c b900"), ({"bets": [4.4]}, "", "c b880"),
        ({"bets": [4.4], "all_in_from": 0.95}, "", "c b900"), ({"raises": [2]}, "b900", "f c"),
        ({"stack": 66}, "", "c b66"), ({"stack": 66}, "b66", "f c"),
        ({"pot": 1, "bets": [1 / 3]}, "", "c b0.333333333333"),
        ({"raises": [13], "all_in_from": 0.95}, "b66", "f c r900"), ({"raises": [13]}, "b66", "f c r858"),
    ],
)  # fmt: skip
def test_sizes_that_merge(changes, after, actions):
    assert names(after, **changes) == actions


def test_counts():
    kinds = [type(node) for node in nodes().values()]
    assert (len(kinds), kinds.count(Decision), kinds.count(Terminal)) == (69, 24, 45)
    decisions = {actions: node for actions, node in nodes().items() if isinstance(node, Decision)}
    of_each = [sum(len(node.actions) for node in decisions.values() if node.player == p) for p in (0, 1)]
    hands = [len(GAME.outcomes(player)) for player in (0, 1)]
    assert GAME.num_infosets == 12 * sum(hands)
    assert GAME.num_infoset_actions == np.dot(of_each, hands)
    assert GAME.num_infosets == sum(len(GAME.keys(actions)) for actions in decisions)


def test_hands_of_a_range():
    """Three queens and three tens are left, of KJs no diamonds less than four; all from weak to strong."""
    assert GAME.outcomes(0) == ("AhKh", "ThTc", "TsTc", "TsTh", "QhQd", "QsQd", "QsQh")
    assert set(GAME.outcomes(1)) == {"KcJc", "KdJd", "KhJh", "KsJs", "JdJc", "JhJc", "JsJc", "JhJd", "JsJd", "JsJh"}
    weights = GAME.weights(())
    assert weights.sum() == pytest.approx(1)
    king, jacks = (GAME.outcomes(1).index(hand) for hand in ("KcJc", "JdJc"))
    assert weights[1, jacks] / weights[1, king] == 0.5
    assert weights[0, GAME.outcomes(1).index("KhJh")] == 0 < weights[0, king]


def test_hands_that_meet_nothing_are_dropped():
    game = spot(BOARD, ("AhAs, KhKs, QhQs", "AhKs, AsKs"), 1, 1)
    assert (game.outcomes(0), game.outcomes(1)) == (("QsQh",), ("AhKs", "AsKs"))


@pytest.mark.parametrize(
    "actions, hands, chips",
    [
        ("c c", "TsTh KcJc", -100), ("c c", "TsTh JdJc", 100), ("b66 f", "AhKh KcJc", 100),
        ("c b66 f", "QsQh JdJc", -100),
        ("b66 c", "QsQh KcJc", -166), ("b66 r165 f", "QsQh KcJc", -166), ("c b66 r165 f", "AhKh KcJc", 166),
        ("c b66 r165 r412.5 c", "QsQh JdJc", 512.5), ("b900 c", "QsQh JdJc", 1000),
    ],
)  # fmt: skip
def test_payoffs_worked_out(actions, hands, chips):
    """KJ makes a straight with Q T 9; three queens beat a pair of jacks."""
    actions = tuple(actions.split())
    i, j = (GAME.outcomes(player).index(hand) for player, hand in enumerate(hands.split()))
    assert GAME.payoff_table(actions, ())[i, j] == chips
    table = table_of(GAME)
    assert table.paid(actions, (), (i, j)) == chips
    assert min(table.staked(actions)) == abs(chips)
    assert table.showdown(actions, ()) == (actions[-1] == "c")
    assert isinstance(GAME.payoff(actions, ()), Comparison) == (actions[-1] == "c")


def test_the_board_lies_on_the_table():
    game = spot(BOARD, ("AA", "KK"), pot=200, stack=900)
    widget = cfrlib.play(game, cfrlib.CFR(game).average_strategy())
    assert ". On the table: Td 9d 6h Qc 2s. Your turn." in widget.words
    drawn = re.findall(r">([2-9TJQKA?])</text>", widget.canvas.svg)
    assert sorted("".join(drawn)) == sorted("??" + "TD9D6HQC2S"[::2] + ("AA" if widget.session.seat == 0 else "KK"))


def test_a_tie_pays_nothing():
    game = spot("AsKsQsJsTs", ("22", "33,44"), pot=6, stack=5)
    assert (game.payoff_table(("b5", "c"), ()) == 0).all()
    assert cfrlib.equilibrium(game)[0] == 0
    assert game.worth(0) == game.worth(0, player=1) == (3, 50)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.sampled_from([0.5, 1, 2, 5]), st.integers(1, 4), st.integers(1, 4))
def test_the_clairvoyance_game_by_hand(bet, nuts, air):
    """A player who knows whether he wins bets all winners, and so many losers that a call is as good as a fold.

    With the pot P and the bet B these are B / (P + B) for each winner. He is called P / (P + B) of the time, and so has
    P + B P / (P + B) with a winner and 0 with a loser; if he has more winners than that, nobody calls, and he has P.
    """
    winners, losers = ["AcAd", "AcAs", "AdAs", "AcAh"][:nuts], ["3h4h", "3h5h", "4h5h", "3s4s"][:air]
    game = spot("2c2d2h8s9s", (", ".join(winners + losers), "KcKd"), pot=1, stack=bet, bets=["all-in"], raises=[])
    share = nuts / (nuts + air)
    value, profile = cfrlib.equilibrium(game)
    bluffs = bet / (1 + bet) * nuts
    expected = share * (1 + bet / (1 + bet)) if bluffs <= air else 1
    assert game.worth(value).chips == pytest.approx(expected)
    if bluffs < air:
        bets = [profile[hand, ""][f"b{bet:g}"] for hand in game.outcomes(0)]
        assert bets[air:] == pytest.approx([1] * nuts)
        assert sum(bets[:air]) == pytest.approx(bluffs)
        assert profile["KdKc", f"b{bet:g}"]["c"] == pytest.approx(1 / (1 + bet))


def test_the_published_clairvoyance_game():
    """Pot 1, bet 1, a winner for each loser: worth 1/4 to who knows; one bluff for two value bets, half are called."""
    game = spot("2c2d2h8s9s", ("AcAd, 3h4h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    value, profile = cfrlib.equilibrium(game)
    assert value == pytest.approx(1 / 4)
    assert game.worth(value, player=1) == pytest.approx((0.25, 25))
    assert profile["4h3h", ""]["b1"] == pytest.approx(0.5)
    assert profile["KdKc", "b1"]["c"] == pytest.approx(0.5)


def test_a_game_is_what_its_arguments_say():
    assert eval(repr(GAME)) == GAME == spot(**{**SPOT, "board": BOARD})
    assert spot(**SPOT, all_in_from=0.9) != GAME != spot(**{**SPOT, "pot": 201})
    small = spot("TdJhQcKsAs", ("random", "random"), 2, 3, deck=(5, 4))
    assert eval(repr(small)) == small
    assert len(small.outcomes(0)) == 15 * 14 // 2


def test_the_weights_are_those_of_all_pairs_of_hands():
    deck, everything = Deck(5, 3), spot("TcJdQhKcAd", ("random", "random"), 1, 1, deck=(5, 3))
    hands = [sorted(map(deck.names.index, (label[:2], label[2:]))) for label in everything.outcomes(0)]
    expected = apart(np.array(hands), np.array(hands))
    assert (everything.weights(()) > 0).tolist() == expected.tolist()
    assert everything.weights(()).max() == pytest.approx(1 / expected.sum())


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"board": "Td9d6hQc"}, "board='Td9d6hQc': it takes five different cards"),
        ({"board": "Td9d6hQcTd"}, "board='Td9d6hQcTd': it takes five different cards of this deck, 2c to As"),
        ({"board": 5}, "board=5: it takes five"), ({"ranges": "AA"}, "ranges='AA': it takes a pair"),
        ({"ranges": ("AA", "QQ, K")}, r"ranges\[1\]: 'K' in 'QQ, K' is no part of a range"),
        ({"ranges": ("AA", 3)}, r"ranges\[1\]=3: it takes a text"),
        ({"ranges": ("Td9d", "AA")}, r"ranges\[0\]='Td9d': the board leaves none of its hands"),
        ({"ranges": ("AA:0", "AA")}, r"ranges\[0\]='AA:0': the board leaves none"),
        ({"ranges": ("AsKs", "AsQs, KsJs")}, "ranges=.*: no hand of one can meet a hand of the other"),
        ({"pot": 0}, "pot=0: it takes a finite number above 0"), ({"stack": -1}, "stack=-1: it takes"),
        ({"bets": 0.5}, "bets=0.5: it takes a list of sizes"),
        ({"bets": ["pot"]}, "bets='pot': it takes a list of sizes"),
        ({"bets": [0]}, "bets=0: it takes .* a fraction of the pot above 0 or 'all-in'"),
        ({"raises": [1.5]}, "raises=1.5: it takes .* at least 2 or 'all-in'"),
        ({"raises": "all-in"}, "raises='all-in'"),
        ({"all_in_from": 1.5}, "all_in_from=1.5: it takes a number above 0, at most 1"),
        ({"deck": (4, 2)}, r"deck=\(4, 2\): it takes at least 9 cards"),
    ],
)  # fmt: skip
def test_what_is_no_spot(changes, message):
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        spot(**{**SPOT, **changes})


def test_a_worth_is_of_a_player():
    with pytest.raises(ValueError, match="player=2"):
        GAME.worth(1, player=2)
    with pytest.raises(ValueError, match="value=nan"):
        GAME.worth(float("nan"))
