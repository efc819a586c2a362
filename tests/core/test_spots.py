"""Spots on river and turn: betting, who can hold what, payoffs, and values that are known."""

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_games import random_profile

import cfrlib
from cfrlib.cards.deck import Deck, apart
from cfrlib.game import CHANCE, Comparison, Decision, PublicChance, Terminal
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


@pytest.mark.parametrize(
    "changes, after, actions",
    [
        ({"bets": ["50%", 0.5, "75%", ".5%"]}, "", "c b1 b100 b150"), ({"raises": ["50%"]}, "b66", "f c r232"),
        ({"raises": ["50%", "100%"]}, "b150", "f c r400 r650"), ({"raises": ["50%"]}, "b66 r232", "f c r564"),
        ({"raises": ["1%"]}, "b66", "f c r132"), ({"raises": ["1%"]}, "b66 r132", "f c r198"),
        ({"raises": ["1%"]}, "b66 r132 r198", "f c r264"), ({"raises": ["300%"]}, "b150", "f c r900"),
        ({"raises": ["75%", 3, "all-in"], "bets": [1]}, "b200", "f c r600 r650 r900"),
        ({"raises": ["10%"], "stack": 120}, "b66", "f c r120"),
        ({"bets": ([0.5], ["100%"])}, "", "c b100"), ({"bets": ([0.5], ["100%"])}, "c", "c b200"),
        ({"bets": [[], [1]]}, "", "c"), ({"raises": ([], [2.5])}, "b66", "f c r165"),
        ({"raises": ([], [2.5])}, "c b66", "f c"), ({"raises": ([3], ["50%"])}, "b66 r232", "f c r696"),
        ({"bets": {"river": [0.1]}}, "", "c b20"), ({"bets": {"river": ([0.1], [0.2])}}, "c", "c b40"),
    ],
)  # fmt: skip
def test_sizes_as_shares_of_the_pot_and_by_player(changes, after, actions):
    """A raise by half of the pot over 66 into 200 is to 66 + (200 + 132) / 2; the least raise is by as much again."""
    assert names(after, **changes) == actions


@pytest.mark.parametrize(
    "after, actions",
    [
        ("", "c b50"), ("c", "c b100"), ("b50", "f c r200"), ("c b100", "f c"), ("c c /", "c b900"),
        ("c c / c", "c b20"), ("b50 r200 c / b700", "f c"), ("c c / c b20", "f c r140"),
        ("b50 r200 c / c b60", "f c r420"),
    ],
)  # fmt: skip
def test_sizes_by_round_and_player(after, actions):
    bets = {"turn": ([0.25], ["50%"]), "river": (["all-in"], [0.1])}
    changes = {"board": BOARD[:8], "bets": bets, "raises": {"turn": ([], ["50%"]), "river": ["50%"]}}
    assert names(after, **changes) == actions
    game = spot(**{**SPOT, **changes})
    assert eval(repr(game)) == game
    assert hash(eval(repr(game))) == hash(game)
    assert game != spot(**{**SPOT, **changes, "bets": [0.25]})
    with pytest.raises(TypeError, match="cannot be changed"):
        game.bets["turn"] = ()


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.data())
def test_amounts_are_those_of_fractions(data):
    """Every amount of every decision, recomputed with fractions from the sizes of its player and round."""
    share = st.lists(st.sampled_from(["33%", "50%", "66.6%", "125%", "all-in", 2, 2.5, 4.4]), max_size=2, unique=True)
    rounds, pot = ["turn", "river"][data.draw(st.booleans()) :], data.draw(st.integers(1, 40)) / 10
    drawn = {kind: {part: (data.draw(share), data.draw(share)) for part in rounds} for kind in "br"}
    stack = pot * data.draw(st.sampled_from([0.5, 1, 3]))
    game = spot(BOARD[: 2 * (6 - len(rounds))], ("AhAd", "KsKd"), pot, stack, bets=drawn["b"], raises=drawn["r"])
    for actions, node in game.action_sequences():
        if not isinstance(node, Decision):
            continue
        past, now = (
            (actions[: k + 1], actions[k + 1 :])
            if CHANCE in actions and (k := actions.index(CHANCE))
            else ((), actions)
        )
        before = [Fraction(chips).limit_denominator(10**9) for chips in game.bets_after(past)]
        bets = [
            Fraction(chips).limit_denominator(10**9) - b
            for chips, b in zip(game.bets_after(actions), before, strict=True)
        ]
        there, left = Fraction(str(pot)) + sum(before), Fraction(stack).limit_denominator(10**9) - before[0]
        faced, expected = max(bets), set()
        for size in drawn["r" if faced else "b"][rounds[actions.count(CHANCE)]][len(now) % 2] if faced < left else ():
            if size == "all-in":
                chips = left
            elif isinstance(size, str):
                chips = max(faced + Fraction(size[:-1]) / 100 * (there + 2 * faced), 2 * faced - min(bets))
            else:
                chips = Fraction(str(size)) * (faced or there)
            expected.add(min(left, chips))
        found = [float(action[1:]) for action in node.actions if action[0] in "br"]
        assert found == pytest.approx(sorted(map(float, expected)), rel=1e-8)


SHARES = [0.25, 0.3, 0.33, 0.5, 0.66, 0.7, 0.75, 1.25, 1 / 3]


@settings(deadline=None, derandomize=True, max_examples=60)
@given(
    st.integers(5, 200), st.sampled_from(SHARES), st.sets(st.sampled_from(SHARES), min_size=1, max_size=2),
    st.sampled_from([(), (2, "all-in"), (2.5, 3, "all-in")]), st.sampled_from([1.0, 0.9, 0.5]), st.booleans(),
)  # fmt: skip
@example(6, 0.75, {0.75}, (), 1.0, False)
def test_no_action_stands_twice_and_no_chip_is_lost(tenths, stack, bets, raises, all_in_from, turn):
    """Sizes that come to the same chips but for rounding are one action, and all that is put in was there."""
    pot = tenths / 10
    betting = {"bets": [stack, *bets, "all-in"], "raises": raises, "all_in_from": all_in_from}
    game = spot(BOARD[:8] if turn else BOARD, ("AhAd", "KsKd"), pot, float(f"{pot * stack:.6g}"), **betting)
    put = {(): (0.0, 0.0)}
    for actions, node in game.action_sequences():
        put[actions] = game.bets_after(actions)
        before = put[actions[:-1]] if actions else (0.0, 0.0)
        assert all(0 <= first <= then <= game.stack for first, then in zip(before, put[actions], strict=True))
        if isinstance(node, Decision):
            named = [float(action[1:]) for action in node.actions if action[0] in "br"]
            assert all(abs(a - b) > 1e-11 * b for a, b in itertools.pairwise(named))
            assert len(set(node.actions)) == len(node.actions)
        elif isinstance(node, Terminal):
            paid = game.payoff(actions, ("2s",) if actions.count(CHANCE) else ())
            assert abs(getattr(paid, "win", paid)) == pytest.approx(pot / 2 + min(put[actions]), rel=1e-12)


SMALL_SPOT = spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
CHECKED = {"c": 1.0, "b1": 0.0}


@pytest.mark.parametrize("hand", ["AdAc", "AcAd", "4h3h", "3h4h"])
@pytest.mark.parametrize(
    "named",
    [
        lambda key: cfrlib.Profile.uniform(SMALL_SPOT).replace({key: CHECKED})[key],
        lambda key: cfrlib.CFR(SMALL_SPOT, locked={key: CHECKED}).average_strategy()[key],
        lambda key: cfrlib.best_response(SMALL_SPOT, cfrlib.Profile.uniform(SMALL_SPOT), locked={key: CHECKED})[key],
        lambda key: cfrlib.Profile.from_dict(
            SMALL_SPOT,
            {**{k: CHECKED if k[1] == "" else a for k, a in cfrlib.Profile.uniform(SMALL_SPOT).items()
                if k != SMALL_SPOT.canonical(key)}, key: CHECKED},
        )[key],
        lambda key: cfrlib.Profile.uniform(cfrlib.subgame(SMALL_SPOT, cfrlib.Profile.uniform(SMALL_SPOT), ())).replace(
            {key: CHECKED}
        )[key],
    ],
    ids=["replace", "CFR", "best_response", "from_dict", "subgame"],
)  # fmt: skip
def test_a_hand_is_known_by_either_order_of_its_cards(named, hand):
    assert named((hand, "")) == CHECKED
    assert cfrlib.tree.unroll(SMALL_SPOT).infoset((hand, "")).actions == ("c", "b1")


def test_both_orders_are_the_same_entry_twice():
    twice = {("AcAd", ""): CHECKED, ("AdAc", ""): CHECKED}
    uniform = cfrlib.Profile.uniform(SMALL_SPOT)
    for give in (uniform.replace, lambda twice: cfrlib.CFR(SMALL_SPOT, locked=twice)):
        with pytest.raises(ValueError, match=r"'AdAc', ''.* is there twice"):
            give(twice)
    with pytest.raises(ValueError, match=r"'AdAc', ''.* is there twice"):
        cfrlib.Profile.from_dict(SMALL_SPOT, {**dict(uniform.items()), **twice})


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


TURN = spot("Td9d6hQc", ("QQ,TT,AhKh", "KJs,JJ:0.5"), 200, 900, bets=(0.5, "all-in"), raises=[2.5])


@pytest.mark.parametrize(
    "after, actions",
    [
        ("", "c b100 b900"), ("c c /", "c b100 b900"), ("b100 c / c", "c b200 b800"), ("b100 r250 c /", "c b350 b650"),
        ("b100 c / b200", "f c r500"), ("b100 c / b200 r500", "f c r800"), ("b100 c / b800", "f c"),
    ],
)  # fmt: skip
def test_on_the_river_sizes_are_of_what_is_left(after, actions):
    assert " ".join(dict(TURN.action_sequences())[tuple(after.split())].actions) == actions


@pytest.mark.parametrize(
    "after, kind",
    [("c c", PublicChance), ("b900 c", PublicChance), ("b900 c /", Terminal), ("c b100 f", Terminal),
     ("b100 c / c c", Terminal), ("b100 c / b800 c", Terminal)],
)  # fmt: skip
def test_where_the_river_falls_and_the_turn_ends(after, kind):
    assert isinstance(TURN.node(tuple(after.split())), kind)


def test_stacks_of_many_digits_are_put_in_whole():
    game = spot("Td9d6hQc", ("QQ", "JJ"), 1, 2 / 3, bets=(1 / 7, "all-in"), raises=(2.5, "all-in"))
    ends = [actions for actions, node in game.action_sequences() if isinstance(node, Terminal)]
    assert max(max(game.bets_after(actions)) for actions in ends) == 0.666666666667
    assert all(0 <= bet <= 0.666666666667 for actions in ends for bet in game.bets_after(actions))


@pytest.mark.parametrize(
    "actions, river, hands, chips",
    [
        ("c c / c c", "2s", "TsTh KcJc", -100), ("c c / c c", "6s", "TsTh KcJc", 100), ("b100 f", "", "AhKh KcJc", 100),
        ("b100 c / c b200 f", "2s", "QsQh KcJc", -200), ("b100 c / b200 f", "2s", "AhKh KcJc", 200),
        ("b900 c /", "9h", "QsQh KcJc", 1000), ("c b100 c / b200 r500 c", "2s", "QsQh JdJc", 700),
    ],
)  # fmt: skip
def test_payoffs_of_the_turn_worked_out(actions, river, hands, chips):
    """KJ makes a straight with Q T 9; a pair on the board makes a full house of three of a kind."""
    actions, public = tuple(actions.split()), (river,) if river else ()
    i, j = (TURN.outcomes(player).index(hand) for player, hand in enumerate(hands.split()))
    assert TURN.payoff_table(actions, public)[i, j] == chips
    assert min(table_of(TURN).staked(actions)) == abs(chips)


def test_what_is_said_on_the_river():
    table = table_of(TURN)
    assert table.phrase(("b100", "c", CHANCE), "b800") == "bet 800, all-in"
    assert table.phrase(("b100", "c", CHANCE, "c", "b200"), "r500") == "raise to 500"
    assert (table.shown, table.laid) == (1, ("Td", "9d", "6h", "Qc"))


def test_rivers_and_information_sets():
    """Any of 44 cards falls with each deal; the hands that are left are counted as they are listed."""
    weights = TURN.weights(())
    rivers = [TURN.weights((river,)) for river in TURN.public_outcomes(())]
    assert len(rivers) == 48
    assert np.abs(sum(rivers) - weights).max() < 1e-15
    assert (np.count_nonzero(rivers, axis=0)[weights > 0] == 44).all()
    assert all(TURN.num_keys(a) == len(TURN.keys(a)) for a, n in TURN.action_sequences() if isinstance(n, Decision))
    few = spot("Td9d6hQc", ("AhKh", "AsKs"), 1, 1)
    assert few.num_keys(("c", "c", CHANCE)) == len(few.keys(("c", "c", CHANCE))) == 44
    assert list(cfrlib.games.checks.problems(few)) == []


@settings(deadline=None, derandomize=True, max_examples=2)
@given(st.integers(0, 10**6))
def test_below_two_checks_each_river_card_is_a_river_spot(seed):
    arguments = {"pot": 20, "stack": 30, "bets": [0.5], "raises": ["all-in"], "deck": (5, 3)}
    arguments["ranges"] = "AhAd,KhQd,JhTh,AdTd", "KhKd,AhJh:0.5,JcTd"
    game = spot("TcJdQhKc", **arguments)
    checks = {key: {"c": 1.0, "b10": 0.0} for actions in [(), ("c",)] for key in game.keys(actions)}
    profile = random_profile(game, seed).replace(checks)
    value, best = 0, np.zeros(2)
    for river in game.public_outcomes(()):
        below, chance = spot("TcJdQhKc" + river, **arguments), game.weights((river,)).sum()
        same = {(hand, line): profile[hand, f"c c/{river}:{line}"] for hand, line in cfrlib.Profile.uniform(below)}
        played = cfrlib.Profile.uniform(below).replace(same)
        value += chance * cfrlib.expected_value(below, played)
        best += chance * np.array(cfrlib.best_response_values(below, played))
    assert cfrlib.expected_value(game, profile) == pytest.approx(value)
    assert cfrlib.best_response_values(game, profile, locked=checks) == pytest.approx(best)


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
        ({"board": "Td9d6h"}, "board='Td9d6h': it takes four or five cards; a flop is too large: turn and river"),
        ({"board": "Td9d6hTd"}, "board='Td9d6hTd': it takes four or five different cards"),
        ({"board": "Td9d6hQcTd"}, "board='Td9d6hQcTd': it takes four or five different cards of this deck, 2c to As"),
        ({"board": 5}, "board=5: it takes four or five"), ({"ranges": "AA"}, "ranges='AA': it takes a pair"),
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
        ({"bets": ["0%"]}, "bets='0%': it takes a list of sizes, each a share"),
        ({"bets": ([1], [2], [3])}, r"bets=.*: it takes a list of sizes, or a pair of lists, one for each player"),
        ({"raises": ([3], [1.5])}, r"raises\[1\]=1.5: it takes"), ({"bets": ([1], 2)}, r"bets=\[1\]: it takes"),
        ({"bets": {"turn": [1], "river": [1]}}, "bets=.*: it takes a list of sizes, or a dict of such for 'river'"),
        ({"bets": {"river": {"river": [1]}}}, r"bets\['river'\]=.*: it takes a list of sizes"),
        ({"bets": {"river": ([1], ["x"])}}, r"bets\['river'\]\[1\]='x': it takes a list of sizes"),
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


# -- a table of hands and actions -------------------------------------------------------------------

RIVER = spot("2c2d7h8s9s", ("AcAd:0.5, 4h3h, TT", "KdKc, 55"), pot=2, stack=3, bets=[0.5, 1], raises=["all-in"])
ON_TURN = spot("2c3d4h5s", ("AcAd, 7c7d:0.5", "6h6d, 4c4d"), pot=1, stack=1, bets=[1], raises=[])


def value_of(game, profile, actions, public, hands):
    """Return what player 0 gets on average from a place of a game on, with these hands: by all that can follow."""
    node = game.node(actions)
    if isinstance(node, Terminal):
        payoff = game.payoff(actions, public)
        return payoff if isinstance(payoff, float) else payoff.table()[hands]
    if isinstance(node, PublicChance):
        cards = [(card,) for card in game.public_outcomes(()) if game.weights((card,))[hands] > 0]
        return np.mean([value_of(game, profile, (*actions, CHANCE), card, hands) for card in cards])
    strategy = profile[game.key(node.player, actions, public, hands[node.player])]
    return sum(p * value_of(game, profile, (*actions, a), public, hands) for a, p in strategy.items() if p)


@pytest.mark.parametrize(
    "game, after", [(RIVER, ""), (RIVER, "b1"), (RIVER, "c b2"), (ON_TURN, ""), (ON_TURN, "b1"), (ON_TURN, "c c/Ks:c")]
)
def test_a_table_of_hands_is_what_every_pair_of_hands_says(game, after):
    """Weights, equities and values by going through all pairs of hands, and all rivers."""
    profile = random_profile(cfrlib.tree.unroll(game), 3)
    table, (actions, public) = cfrlib.spot_table(profile, after), game.state(after)
    player, first = game.node(actions).player, game.removal(())
    rows, walked = table.set_index(["hand", "action"]), [np.array(share) for _, share in first]
    for t, action in enumerate(actions):
        if action != CHANCE:
            who, shown = game.node(actions[:t]).player, public[: actions[:t].count(CHANCE)]
            walked[who] = walked[who] * [
                profile[game.key(who, actions[:t], shown, i)][action] if game.weights(shown).any(1 - who)[i] else 0
                for i in range(len(walked[who]))
            ]
    for i, hand in enumerate(game.outcomes(player)):
        pairs = [(i, j) if player == 0 else (j, i) for j in range(len(first[1 - player][1]))]
        often = np.array([game.weights(public)[pair] * walked[1 - player][pair[1 - player]] for pair in pairs])
        often /= first[1 - player][1]  # which the weights have, too
        if not often.sum() * walked[player][i] > 0:
            assert hand not in rows.index
            continue
        end = ("c", "c", *(CHANCE, "c", "c") * (len(game.board) < 5))
        shown = [(card,) for card in game.public_outcomes(())] if len(game.board) < 5 and not public else [public]
        won = np.array([[game.payoff(end, cards).table()[pair] / game.pot for cards in shown] for pair in pairs])
        dealt = np.array([[game.weights(cards)[pair] > 0 for cards in shown] for pair in pairs])
        can = often > 0
        mean = (won * dealt).sum(axis=1)[can] / dealt.sum(axis=1)[can]
        equity = 0.5 + (1, -1)[player] * mean @ often[can] / often.sum()
        for action in game.node(actions).actions:
            row = rows.loc[hand, action]
            below = (*actions, action)
            met = zip(often, pairs, strict=True)
            paid = [value_of(game, profile, below, public, pair) if o else 0 for o, pair in met]
            chips = game.pot / 2 + (1, -1)[player] * (often @ paid) / often.sum()
            assert row["value"] == pytest.approx(chips, abs=1e-12)
            assert row["share"] == pytest.approx(100 * chips / game.pot, abs=1e-9)
            assert row["equity"] == pytest.approx(equity, abs=1e-12)
            assert row["weight"] == pytest.approx(walked[player][i] / first[player][1].max())
            assert row["probability"] == profile[hand, game.public_string(actions, public)][action]


def test_classes_are_their_hands_each_as_often_as_it_is_held():
    profile = random_profile(cfrlib.tree.unroll(RIVER), 4)
    hands, classes = cfrlib.spot_table(profile, "b1"), cfrlib.spot_table(profile, "b1", by="class")
    assert list(classes) == list(hands)
    assert set(classes["hand"]) == {"KK", "55"}
    fives = hands[(hands["hand"].str[0] == "5") & (hands["action"] == "c")]
    of_fives = classes.set_index(["hand", "action"]).loc["55", "c"]
    assert fives["probability"].min() <= of_fives["probability"] <= fives["probability"].max()
    assert of_fives["weight"] == pytest.approx(fives["weight"].mean())
    assert classes.groupby("hand")["probability"].sum().to_numpy() == pytest.approx(1)


def test_what_a_table_of_hands_takes():
    profile = cfrlib.Profile.uniform(RIVER)
    with pytest.raises(ValueError, match="^after='b5': it takes one of"):
        cfrlib.spot_table(profile, "b5")
    with pytest.raises(ValueError, match="^by='suit': it takes one of 'hand', 'class'"):
        cfrlib.spot_table(profile, by="suit")
    with pytest.raises(ValueError, match="^profile=.*: it takes a profile of a spot"):
        cfrlib.spot_table(cfrlib.Profile.uniform(cfrlib.games.kuhn()))
    never = cfrlib.Profile.from_function(RIVER, lambda game, key, actions, rng: "c" if "c" in actions else "f")
    with pytest.raises(ValueError, match="^after='b1': with this profile the betting never comes there"):
        cfrlib.spot_table(never, "b1")


# -- locks of a whole decision, or of a range there -------------------------------------------------


def test_a_lock_is_every_hand_of_a_decision_or_those_named():
    assert RIVER.lock("b1", {"f": 1}) == {(hand, "b1"): {"f": 1} for hand in RIVER.outcomes(1)}
    fives = ["5d5c", "5h5c", "5h5d", "5s5c", "5s5d", "5s5h"]
    assert sorted(RIVER.lock("b1", {"c": 1.0}, "55, AA")) == [(hand, "b1") for hand in fives]
    assert list(RIVER.lock("b1", {"c": 1.0}, "55, KdKc, !5s5c, !5s5d, !5s5h, !5h5d")) == [
        ("5d5c", "b1"), ("5h5c", "b1"), ("KdKc", "b1"),
    ]  # fmt: skip
    both = RIVER.lock("", {"c": 1}) | RIVER.lock("", {"b1": 0.5, "b2": 0.5}, "AA")
    assert both["AdAc", ""] == {"b1": 0.5, "b2": 0.5}
    assert both["4h3h", ""] == {"c": 1}


def test_a_lock_on_all_rivers_is_those_of_each():
    every = ON_TURN.lock("c c/:c", {"c": 1}, "66")
    each = [ON_TURN.lock(f"c c/{card}:c", {"c": 1}, "66") for card in ON_TURN.deck.names if card not in "2c3d4h5s6h6d"]
    assert every == {key: strategy for one in each for key, strategy in one.items()}
    assert [len(one) for one in each] == [1] * len(every) == [1] * 46


@pytest.mark.parametrize("lock, worth", [({"f": 1}, 1), ({"c": 1}, 1), ({"f": 0.75, "c": 0.25}, 0.875)])
def test_what_is_locked_is_played_and_the_rest_answers_it(lock, worth):
    """Half aces, half air, a pot of 1 and a bet of 1: bet what gains more than a check, which pays 1 or 0."""
    solver = cfrlib.CFR.plus(SMALL_SPOT, locked=SMALL_SPOT.lock("b1", lock))
    solver.run(400)
    profile = solver.average_strategy()
    assert profile["KdKc", "b1"] == {"f": 0, "c": 0, **lock}
    assert SMALL_SPOT.worth(cfrlib.expected_value(SMALL_SPOT, profile)).chips == pytest.approx(worth, abs=2e-3)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (("b9", {"f": 1}), "after='b9': it takes one of"), ((None, {"f": 1}), "after=None: it takes"),
        (("b1", {"f": 1}, "AA"), "hands='AA': it takes hands that Player 2 can hold there"),
        (("b1", {"f": 1}, "55:0.5"), "hands='55:0.5': it takes a range without weights"),
        (("b1", {"f": 1}, "5"), "hands: '5' in '5' is no part of a range"), (("b1", {"f": 1}, 5), "hands=5: it takes"),
        (("b1", {"b2": 1}), "strategy='b2': it takes one of 'f', 'c', 'r3'"), (("b1", "f"), "strategy='f': it takes {"),
    ],
)  # fmt: skip
def test_what_is_no_lock(arguments, message):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(message)}"):
        RIVER.lock(*arguments)
