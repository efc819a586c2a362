"""The rules of each game: hands worked out, sizes of the contract, games as values, wrong input refused."""

import copy
import itertools
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import SMALL, named, terminals

from cfrlib import games
from cfrlib.game import CHANCE, Comparison, Decision, PublicChance, Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.tree import unroll

fast = settings(deadline=None, derandomize=True, max_examples=20)


def pays(game, actions, deal, board=()):
    """Return the payoff of a terminal to player 0 when these private and public outcomes are dealt."""
    assert isinstance(game.node(tuple(actions)), Terminal)
    i, j = (game.outcomes(player).index(deal[player]) for player in (0, 1))
    return game.payoff_table(tuple(actions), tuple(board))[i, j]


@pytest.mark.parametrize("actions, deal, chips", [
    ("pp", "QK", -1), ("pp", "QJ", 1), ("bb", "JK", -2), ("bb", "KQ", 2), ("pbb", "QJ", 2), ("pbb", "JQ", -2),
    ("bp", "JK", 1), ("pbp", "KJ", -1),  # one folds: the cards do not matter
])  # fmt: skip
def test_kuhn_pays_what_figure_1_of_ni_and_lamb_says(actions, deal, chips):
    assert pays(kuhn(), actions, deal) == chips


def test_kuhn_scales_with_ante_and_bet():
    # An ante of 2 and a bet of 3: a fold costs 2, a check-down 2, a called bet 5.
    game = kuhn(ante=2, bet=3)
    assert [pays(game, end, "JK") for end in ("pp", "bp", "pbp", "bb", "pbb")] == [-2, 2, -2, -5, -5]


@pytest.mark.parametrize("cards", [2, 3, 14])
def test_kuhn_counts(cards):
    # Four decisions for each card; nine histories below each of n(n - 1) deals, one root and n first deals above them.
    tree = unroll(kuhn(cards=cards))
    assert tree.num_infosets == kuhn(cards=cards).num_infosets == 4 * cards
    assert tree.num_histories == 1 + cards + 9 * cards * (cards - 1)
    assert len(tree.terminals) == 5 * cards * (cards - 1)


def ranking(hand, board):
    """Say how good a Leduc hand is, independently of the package: a pair beats any single card."""
    order = "23456789TJQKA"
    return (hand[0] == board[0], order.index(hand[0]))


def winner(deal, board):
    """Return +1 if player 0 has the better hand, -1 if player 1 has, 0 for a split."""
    mine, other = (ranking(hand, board) for hand in deal)
    return (mine > other) - (mine < other)


FIGURE_3 = """
Check Bet Fold                      1 player 2
Bet Fold                            1 player 1
Check Check, Check Bet Fold         1 player 2
Check Check, Bet Fold               1 player 1
Check Check, Check Check            1 winning player
Check Bet Call, Check Bet Fold      2 player 2
Bet Call, Check Bet Fold            2 player 2
Check Bet Call, Bet Fold            2 player 1
Bet Call, Bet Fold                  2 player 1
Check Bet Call, Check Check         2 winning player
Bet Call, Check Check               2 winning player
Check Check, Check Bet Call         2 winning player
Check Check, Bet Call               2 winning player
Check Bet Call, Check Bet Call      4 winning player
Check Bet Call, Bet Call            4 winning player
Bet Call, Check Bet Call            4 winning player
Bet Call, Bet Call                  4 winning player
"""


def figure_3():
    """Return {action sequence: (chips, who gets them)} of the table of Ni and Lamb."""
    rows = {}
    for line in FIGURE_3.strip().splitlines():
        words, chips, who = re.fullmatch(r"(.*?) +(\d) (.*)", line).groups()
        letters = {"Check": "c", "Call": "c", "Bet": "r", "Fold": "f", ",": CHANCE}
        rows[tuple(letters[w] for w in re.findall(r"\w+|,", words))] = int(chips), who
    return rows


def test_doubling_leduc_is_the_table_of_ni_and_lamb():
    # Their table lists every way a hand can end, and no other; all deals are checked on each row.
    game, rows = leduc(bets="doubling", raises=1), figure_3()
    assert len(rows) == 17
    assert set(terminals(game)) == set(rows)
    for actions, (chips, who) in rows.items():
        for *deal, board in itertools.permutations(game.outcomes(0), 3):
            sign = {"player 1": 1, "player 2": -1}.get(who) or winner(deal, board)
            shown = (board,) if CHANCE in actions else ()
            assert pays(game, actions, deal, shown) == sign * chips


@pytest.mark.parametrize("actions, deal, board, chips", [
    ("rf", "JK", None, 1), ("crf", "KJ", None, -1),  # who folds has put in no more than the ante
    ("rrf", "KJ", None, -3), ("crrf", "KJ", None, 3),  # raised from 3 to 5, one folds his ante and bet
    ("cc/cc", "QK", "J", -1), ("cc/cc", "QK", "Q", 1), ("cc/cc", "QQ", "K", 0),  # a pair wins; a split
    ("rrc/cc", "KJ", "Q", 5), ("rc/rrc", "KQ", "Q", -11),  # 1 + 2, then a bet and a raise of 4
    ("rc/crrf", "KQ", "J", 7),  # Player 2's bet of 4 is raised and he folds: 1 + 2 + 4
    ("crrc/crrc", "JQ", "J", 13),  # the most a hand can cost: 1 + 2 * 2 + 2 * 4
])  # fmt: skip
def test_leduc_hands_worked_out(actions, deal, board, chips):
    game = leduc()
    cards = {0: deal[0] + "s", 1: deal[1] + "h"}
    shown = () if board is None else (next(board + s for s in "hs" if board + s not in cards.values()),)
    assert pays(game, actions, cards, shown) == chips


def test_leduc_caps_bets_and_raises_together():
    # With two raises, "rr" is followed by fold or call alone; with one, "r" is. The second round counts anew.
    assert leduc().node(("r", "r")).actions == ("f", "c")
    assert leduc(raises=1).node(("r",)).actions == ("f", "c")
    assert leduc(raises=3).node(("r", "r")).actions == ("f", "c", "r")
    assert leduc().node(("c", "r", "r", "c", CHANCE, "r")).actions == ("f", "c", "r")
    assert leduc().node(("c",)).actions == ("c", "r")  # nothing to fold to


@fast
@given(raises=st.integers(1, 3), bets=st.tuples(st.integers(1, 9), st.integers(1, 9)), ante=st.integers(1, 5))
def test_leduc_payoffs_replayed_chip_by_chip(raises, bets, ante):
    # An independent replay: whoever raises pays the difference and one bet more; the loser loses what he put in.
    game = leduc(raises=raises, bets=bets, ante=ante, suits_matter=False)
    for actions in terminals(game):
        paid, player, size = [ante, ante], 0, bets[0]
        for action in actions:
            if action == CHANCE:
                player, size = 0, bets[1]
                continue
            if action != "f":
                paid[player] = max(paid) + (size if action == "r" else 0)
            player = 1 - player
        if actions[-1] == "f":  # `player` is now the one who did not fold
            assert game.payoff(actions, ()) == (paid[1] if player == 0 else -paid[0])
        else:
            assert paid[0] == paid[1]
            assert pays(game, actions, "KQ", "J") == paid[0]


def test_keys_of_the_contract():
    # The spellings that notebooks and tables rely on.
    assert kuhn().key(0, ("p", "b"), (), 1) == ("Q", "pb")
    assert leduc().key(1, ("r", "c", CHANCE, "r"), ("Ks",), 2) == ("Qs", "rc/Ks:r")
    assert bluff().key(0, ("1-3", "2-5"), (), 5) == ("*", "1-3 2-5")
    assert leduc_no_limit().key(0, ("0", "3", "3", CHANCE, "0", "5"), ("K",), 1) == ("Q", "0 3 3/K:0 5")


def tutorial_amounts(first, second, now, player, stack):
    """State the betting rule of the tutorial in our own words: the set of amounts it lets `player` put in.

    All chips but the ante of 1 are to be bet. What he owes is what the other has put in more in this round.
    Facing nothing, anything goes; as fourth to act he can only give up or pay; else he may give up, pay, or
    put in at least twice what he owes; if he has not that much, he may go all-in instead.
    """
    left = stack - 1 - sum(first[player::2]) - sum(second[player::2])
    owed = abs(sum((-1) ** k * amount for k, amount in enumerate(now)))
    everything = set(range(left + 1))
    if len(now) == 3:
        return {0, owed}
    if owed == 0:
        return everything
    raises = {amount for amount in everything if amount >= 2 * owed}
    return {0, owed} | (raises or {left})


def no_limit_sequences(stack):
    """Yield (actions, legal amounts or "chance" or None, chips paid by both), by the restated rule."""

    def play(first, second, in_second):
        now = second if in_second else first
        actions = (*map(str, first), *((CHANCE, *map(str, second)) if in_second else ()))
        paid = [1 + sum(first[p::2]) + sum(second[p::2]) for p in (0, 1)]
        level = paid[0] == paid[1]
        if in_second and paid == [stack, stack]:  # all-in before the second round
            yield actions, None, paid
        elif len(now) >= 2 and level and not in_second:
            yield actions, "chance", paid
            yield from play(first, [], True)
        elif len(now) >= 2 and (level or now[-1] == 0):
            yield actions, None, paid
        else:
            legal = tutorial_amounts(first, second, now, len(now) % 2, stack)
            yield actions, legal, paid
            for amount in sorted(legal):
                yield from (play(first, [*second, amount], True) if in_second else play([*first, amount], [], False))

    yield from play([], [], False)


@pytest.mark.parametrize("stack", [2, 3, 6])
def test_no_limit_leduc_bets_like_the_tutorial(stack):
    # Every reachable sequence, with its legal amounts in rising order and without repeats; nothing else is reachable.
    # Nobody puts in more than the stack; the loser loses exactly what he has put in, which the winner has matched.
    game = leduc_no_limit(stack=stack)
    nodes = dict(game.action_sequences())
    expected = {actions: (legal, paid) for actions, legal, paid in no_limit_sequences(stack)}
    assert set(nodes) == set(expected)
    for actions, (legal, paid) in expected.items():
        assert max(paid) <= stack
        if legal is None and paid[0] == paid[1]:
            for i, j, board in itertools.product("JQK", repeat=3):
                assert pays(game, actions, (i, j), (board,)) == winner((i, j), board) * paid[0]
        elif legal is None:
            assert isinstance(nodes[actions], Terminal)
            assert game.payoff(actions, ()) == (paid[1] if paid[1] < paid[0] else -paid[0])
        elif legal == "chance":
            assert isinstance(nodes[actions], PublicChance)
        else:
            player = len(actions[actions.index(CHANCE) + 1 :] if CHANCE in actions else actions) % 2
            assert nodes[actions] == Decision(player, tuple(map(str, sorted(legal))))


def test_no_limit_leduc_amounts_worked_out():
    # With 19 chips behind: after a bet of 4 one folds, calls, or raises to 8 or more; after a bet of 12 only
    # all-in is left above the call; a fourth action is never a raise.
    game = leduc_no_limit(stack=20)
    assert game.node(()).actions == tuple(map(str, range(20)))
    assert game.node(("4",)).actions == ("0", "4", *map(str, range(8, 20)))
    assert game.node(("12",)).actions == ("0", "12", "19")
    assert game.node(("19",)).actions == ("0", "19")
    assert game.node(("0", "3", "6")).actions == ("0", "3")
    assert isinstance(game.node(("19", "19", CHANCE)), Terminal)


@pytest.mark.parametrize("bids, rolls, wins", [
    ("2-3 call", "33", 1), ("2-3 call", "34", -1),  # if the bid holds the caller, Player 2, loses
    ("2-3 call", "3*", 1), ("2-3 call", "**", 1),  # a star counts as a three
    ("2-* call", "*3", -1), ("2-* call", "**", 1), ("1-* call", "35", -1),  # a bid on stars counts stars only
    ("1-2 1-4 call", "41", -1), ("1-2 1-4 call", "12", 1), ("1-2 1-4 2-1 call", "*1", 1),
])  # fmt: skip
def test_bluff_rounds_worked_out(bids, rolls, wins):
    assert pays(bluff(), tuple(bids.split()), rolls) == wins


def test_matrix_game_of_names_and_payoffs():
    game = matrix([[0, -1], [1, 0], [2, 3]], rows=["top", "middle", "bottom"])
    tree = unroll(game)
    assert tree.find("bottom", "2").payoff == 3
    assert (game.num_infosets, game.num_infoset_actions) == (2, 5)
    assert (tree.num_infosets, tree.num_infoset_actions, tree.num_histories) == (2, 5, 10)
    assert matrix([[0, 1], [1, 0]], rows="HT").columns == ("H", "T")
    assert not game.payoffs.flags.writeable  # games are values: nobody changes one under a solver


@pytest.mark.parametrize("game", SMALL, ids=named)
def test_repr_builds_the_same_game_again(game):
    # A notebook shows a game as the call that makes it.
    again = eval(repr(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.parameters == game.parameters


def test_numbers_of_numpy_are_numbers():
    # Sizes often come out of numpy; the game remembers plain numbers, which can be printed and saved.
    assert repr(kuhn(cards=np.int64(3), ante=np.float64(1.5), bet=Fraction(1, 2))) == "kuhn(cards=3, ante=1.5, bet=0.5)"
    assert repr(leduc(ranks=np.int8(3), bets=(np.int64(2), np.float32(4)))) == repr(leduc(bets=(2, 4.0)))
    assert repr(leduc_no_limit(stack=np.int64(4))) == "leduc_no_limit(stack=4)"
    assert repr(bluff(np.array([2, 1]), np.int64(4), leaf_tolerance=np.float64(0.5))) == repr(
        bluff((2, 1), faces=4, leaf_tolerance=0.5)
    )


def test_games_differ_by_rules_and_parameters():
    assert kuhn() != kuhn(cards=4)
    assert leduc() != leduc_no_limit()
    assert kuhn() == kuhn(cards=3, ante=1, bet=1)
    assert matrix([[1, 2]]) == matrix([[1.0, 2.0]])
    assert hash(matrix([[1, 2]])) == hash(matrix([[1.0, 2.0]]))
    assert matrix([[1, 2]]) != matrix([[1, 3]])
    assert matrix([[1, 2]]) != matrix([[1, 2]], unit="chips")


def test_a_comparison_is_a_table():
    # A win above, a loss below, a tie where equal; each payoff its own number.
    comparison = Comparison((np.array([1, 2, 3]), np.array([2, 3])), win=5, lose=-7, tie=0.5)
    assert comparison.table().tolist() == [[-7, -7], [0.5, -7], [5, 0.5]]


def test_a_game_without_public_chance_shows_none():
    with pytest.raises(NotImplementedError, match="kuhn has no public chance"):
        kuhn().public_outcomes(())


@pytest.mark.parametrize("names", [["a"], ["a", "b", "c"], ["a", "a"]])
def test_names_of_matrix_actions_must_fit(names):
    for argument in ("rows", "columns"):
        with pytest.raises(ValueError, match=rf"^{argument}=.*2 different names"):
            matrix([[1, 2], [3, 4]], **{argument: names})


def test_no_limit_leduc_is_counted_by_formula():
    """Walking all action sequences would take hours."""
    assert leduc_no_limit(stack=100).num_infosets > 10**8


def test_a_deck_must_hold_three_cards():
    with pytest.raises(ValueError, match="ranks=2, suits=1: .*three cards"):
        leduc(ranks=2, suits=1)


class Listed(games.kuhn):
    """Parameters that could be changed where they lie, set before and after the constructor of `Game`."""

    def __init__(self, stakes=(1, 2), table=((1.0, 2.0),), more=()):
        self.stakes = stakes
        super().__init__()
        self.parameters = {"stakes": stakes, "table": table, "more": more}
        self.table_of_mine, self.more = table, list(more)
        self._known = []


@pytest.mark.parametrize(
    "game, name",
    [
        (games.kuhn(), "bet"), (games.leduc(), "bets"), (games.leduc_no_limit(5), "stack"), (games.bluff(), "dice"),
        (games.holdem((0, 1), (7, 1)), "deck"), (games.texas(2), "buckets"), (games.kuhn(), "unit"),
        (games.spot("Td9d6hQc2s", ("QQ", "JJ"), 20, 90), "board"), (games.matrix([[1, 2]]), "rows"),
        (games.holdem(), "layout"), (games.kuhn(), "parameters"), (Listed(), "stakes"), (games.kuhn(), "bte"),
    ],
    ids=repr,
)  # fmt: skip
def test_a_game_cannot_be_changed_after_it_was_built(game, name):
    with pytest.raises(AttributeError, match=f"^{name}=5: a game cannot be changed after it was built; take .*"):
        setattr(game, name, 5)
    with pytest.raises(AttributeError, match=f"^{name}=.*cannot be changed"):
        delattr(game, name)
    game._mine = 5
    assert game == copy.copy(game) == copy.deepcopy(game)


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.parameters.update(bet=5), lambda game: game.parameters.pop("stakes"),
        lambda game: game.stakes.__setitem__(0, 9), lambda game: game.table_of_mine.__setitem__((0, 0), 9),
        lambda game: game.more.append(9), lambda game: game.parameters["table"].fill(9),
    ],
)  # fmt: skip
def test_nor_can_what_it_was_built_with(change):
    given = {"stakes": {0: [1, 2]}, "table": np.ones((1, 2)), "more": [1]}
    game = Listed(**given)
    built = Listed({0: [1, 2]}, np.ones((1, 2)), [1])
    for same in (game, pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        with pytest.raises((AttributeError, TypeError, ValueError)):
            change(same)
    given["stakes"][0].append(3)
    given["table"][0, 0] = 5
    given["more"].append(2)
    assert game == built != Listed({0: [1, 2]}, np.zeros((1, 2)), [1])
    assert hash(game) == hash(built)


def test_payoffs_of_a_copied_matrix_stay():
    payoffs = np.array([[1.0, 2.0]])
    game = games.matrix(payoffs)
    payoffs[0, 0] = 9
    for same in (game, copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert same == games.matrix([[1, 2]])
        with pytest.raises(ValueError, match="read-only"):
            same.payoffs[0, 0] = 9
