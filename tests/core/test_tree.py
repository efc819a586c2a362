"""The explicit tree: equal to OpenSpiel's, looked at, cut, and grown."""

import copy
import math
import re
import time

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from random_games import coarse_trees, regrown
from random_games import games as random_games

import cfrlib
from cfrlib._util import waiting
from cfrlib.game import Decision, Game, Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit, matrix
from cfrlib.tree import CHANCE, TERMINAL, Tree, from_openspiel, unroll

pytestmark = pytest.mark.slow

fast = settings(deadline=None, derandomize=True, max_examples=25)


def assert_same_tree_as_openspiel(tree, game):
    """Walk both trees in parallel: same moves, chances, payoffs, and information sets under other names."""
    ours_to_theirs, theirs_to_ours = {}, {}
    count = 0
    open_pairs = [(tree.root, game.new_initial_state())]
    while open_pairs:
        node, state = open_pairs.pop()
        count += 1
        if state.is_terminal():
            assert node.player == TERMINAL
            assert state.returns() == [node.payoff, -node.payoff]
            continue
        if state.is_chance_node():
            assert node.player == CHANCE
            moves, chances = zip(*state.chance_outcomes(), strict=True)
            assert max(abs(p - q) for p, q in zip(node.probabilities, chances, strict=True)) < 1e-15
        else:
            assert node.player == state.current_player()
            moves = state.legal_actions()
            key, name = tree.infosets[node.infoset].key, state.information_state_string()
            assert ours_to_theirs.setdefault(key, name) == name
            assert theirs_to_ours.setdefault(name, key) == key
        for move, child in zip(moves, node.children, strict=True):
            open_pairs.append((tree.nodes[child], state.child(move)))
    assert count == tree.num_histories
    assert len(ours_to_theirs) == tree.num_infosets


@pytest.mark.parametrize("game, theirs", [
    (kuhn(), "kuhn_poker"), (leduc(), "leduc_poker"), (bluff(faces=3, rounds="one"), "liars_dice(dice_sides=3)"),
    (bluff(faces=4, rounds="one", merged=False), "liars_dice(dice_sides=4)"),
], ids=repr)  # fmt: skip
def test_trees_are_openspiels(game, theirs):
    assert_same_tree_as_openspiel(unroll(game), pyspiel.load_game(theirs))


def test_leduc_without_suits_is_openspiels_with_suit_isomorphism():
    # OpenSpiel deals cards and hides suits; we deal ranks. The trees differ, the information sets and the value do not.
    theirs = from_openspiel("leduc_poker(suit_isomorphism=True)")
    ours = leduc(suits_matter=False)
    assert theirs.num_infosets == unroll(ours).num_infosets == 288
    assert abs(cfrlib.equilibrium(theirs)[0] - cfrlib.equilibrium(ours)[0]) < 1e-9


def test_simultaneous_moves_of_openspiel_are_made_one_after_the_other():
    # The second player moves without seeing the first move: one information set each, as in our own tree.
    theirs, ours = from_openspiel("matrix_rps"), unroll(matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert theirs.num_infosets == ours.num_infosets == 2
    assert [n.payoff for n in theirs.terminals] == [n.payoff for n in ours.terminals]
    assert cfrlib.equilibrium(from_openspiel("goofspiel(num_cards=3)"))[0] == pytest.approx(0, abs=1e-9)
    assert cfrlib.equilibrium(from_openspiel("blotto(coins=3,fields=2)"))[0] == pytest.approx(0, abs=1e-9)


def test_a_constant_sum_of_openspiel_is_halved():
    game = pyspiel.create_matrix_game("x", "x", ["a", "b"], ["c", "d"], [[1, 2], [0, 3]], [[2, 1], [3, 0]])
    tree = from_openspiel(game)
    assert (tree.constant, cfrlib.equilibrium(tree)[0]) == (3, pytest.approx(1 - 3 / 2))


def test_the_kuhn_tree_in_full():
    # Chance deals one player at a time; the other card is one of the two left.
    tree = unroll(kuhn())
    assert (tree.num_histories, tree.num_infosets, len(tree.terminals)) == (58, 12, 30)
    assert tree.root.actions == ("J", "Q", "K")
    node = tree.find("Q", "K", "p")
    assert tree.label(node) == "QKp"
    assert tree.infosets[node.infoset].key == ("K", "p")
    assert {tree.label(tree.nodes[h]) for h in tree.infoset(("K", "p")).nodes} == {"JKp", "QKp"}
    assert tree.find("Q", "J", "p", "b", "b").payoff == 2
    assert tree.chance_reach[node.index] == pytest.approx(1 / 6, abs=1e-15)


@fast
@given(random_games())
def test_unrolled_random_games_are_sound(game):
    # Perfect recall, one probability measure over terminals, and the chances and payoffs that the game itself gives.
    tree = unroll(game)
    assert tree.perfect_recall
    uniform = [1 / max(1, len(n.actions)) if n.player >= 0 else None for n in tree.nodes]
    reach = [1.0] * tree.num_histories
    for node in tree.nodes:
        for k, child in enumerate(node.children):
            reach[child] = reach[node.index] * (node.probabilities[k] if node.player == CHANCE else uniform[node.index])
            assert tree.nodes[child].parent == node.index
            assert child > node.index
            assert tree.nodes[child].history == (*node.history, node.actions[k])
    assert math.isclose(sum(reach[z.index] for z in tree.terminals), 1, abs_tol=1e-12)
    for node in tree.terminals:
        mine, other, *later = node.history
        public = tuple(label for label in later if label.startswith("s"))
        deal = game.outcomes(0).index(mine), game.outcomes(1).index(other)
        assert math.isclose(tree.chance_reach[node.index], game.weights(public)[deal], abs_tol=1e-15)
        actions = tuple("/" if label.startswith("s") else label for label in later)
        assert node.payoff == game.payoff_table(actions, public)[deal]


def test_unroll_keeps_its_tree():
    game = kuhn()
    assert unroll(game) is unroll(game)
    assert unroll(unroll(game)) is unroll(game)
    assert unroll(game).game is game


LARGE = [bluff(faces=10), kuhn(1000), leduc(ranks=13, suits=4), leduc_no_limit(20), matrix(np.zeros((2000, 2000)))]


@pytest.mark.parametrize("game", LARGE, ids=lambda game: game.name)
def test_too_large_is_refused_before_building(game):
    # Most have too many information sets; n-card Kuhn and matrices have few of them and millions of histories.
    start = time.process_time()
    with pytest.raises(ValueError, match=r"game=.*takes at most") as refused:
        unroll(game)
    assert time.process_time() - start < 1.5
    assert len(str(refused.value)) < 300


def test_what_is_not_there_is_refused_with_what_is():
    tree = unroll(kuhn())
    assert tree.find() is tree.root
    with pytest.raises(KeyError, match=r"history=\('J', 'J'\).*possible are \('Q', 'K'\)"):
        tree.find("J", "J")
    with pytest.raises(KeyError, match=r"possible are \('p', 'b'\)"):
        tree.find("J", "Q", "fold")
    with pytest.raises(KeyError, match=r"key=\('X', ''\).*keys look like \('J', ''\)"):
        tree.infoset(("X", ""))
    with pytest.raises(ValueError, match=r"chance=\('Q', 'Q'\).*possible are \('J', 'K'\)"):
        tree.given("Q", "Q")
    with pytest.raises(ValueError, match="chance=.*no path has more than 2 chance nodes"):  # not ignored in silence
        tree.given("Q", "K", "J")


def test_a_copy_is_without_what_was_worked_out():
    tree = unroll(leduc(raises=1))
    cfrlib.CFR(tree).run(1)
    assert cfrlib.equilibrium(copy.copy(tree))[0] == cfrlib.equilibrium(tree)[0]
    assert {"_derived", "sequences"} <= vars(tree).keys()
    assert not {"_derived", "sequences"} & vars(copy.copy(tree)).keys()


def test_given_keeps_one_deal():
    # The deal of the tutorial: nine histories and two chance nodes that are now certain; the keys stay.
    deal = unroll(kuhn()).given("Q", "K")
    assert deal.num_histories == 11
    assert [i.key for i in deal.infosets] == [("Q", ""), ("K", "p"), ("Q", "pb"), ("K", "b")]
    assert set(deal.chance_reach) == {1.0}
    assert [deal.label(z) for z in deal.terminals] == ["QKpp", "QKpbp", "QKpbb", "QKbp", "QKbb"]
    assert [z.payoff for z in deal.terminals] == [-1, -1, -2, 1, -2]


def test_given_goes_on_after_actions():
    # The third outcome is the board, which comes after the first round of betting on every path.
    first = unroll(kuhn()).given("Q")
    assert (first.find("Q").probabilities, first.num_histories) == ((0.5, 0.5), 1 + 1 + 2 * 9)
    part = unroll(leduc(suits_matter=False)).given("Q", "K", "Q")
    boards = {n.actions for n in part.nodes if n.player == CHANCE}
    assert boards == {("Q",), ("K",)}


def test_growing_a_tree_checks_its_information_sets():
    tree = Tree()
    root = tree.add(player=0, actions=("a", "b"), key=("x", ""))
    with pytest.raises(ValueError, match=r"information set \('x', ''\)"):
        tree.add(root, "a", player=1, actions=("a", "b"), key=("x", ""))
    with pytest.raises(ValueError, match="sum to 1"):
        tree.add(root, "a", player=CHANCE, actions=("h", "t"), probabilities=(0.5, 0.4))


LOOKS = [name for name, part in vars(Tree).items() if name[0] != "_" and hasattr(type(part), "__get__")]


@settings(fast, max_examples=10)
@given(coarse_trees())
def test_a_tree_may_be_looked_at_while_it_grows(tree):
    # Every public attribute, after every node: nothing that was computed stays.
    properties = [name for name in LOOKS if not callable(getattr(tree, name))]
    assert {"terminals", "sequences", "chance_reach", "num_infosets"} < set(properties)
    looked = regrown(tree, lambda part: [getattr(part, name) for name in properties])
    for name in properties:
        assert str(getattr(looked, name)) == str(getattr(tree, name)), name
    assert cfrlib.equilibrium(looked)[0] == cfrlib.equilibrium(tree)[0]


def test_what_was_made_of_a_smaller_tree_is_refused():
    whole, early = unroll(kuhn()), []
    grown = regrown(whole, lambda part: early.append(cfrlib.Profile.uniform(part)))
    assert cfrlib.exploitability(grown, early[-1]) == cfrlib.exploitability(whole, early[-1])
    for use in (cfrlib.exploitability, cfrlib.expected_value, cfrlib.best_response):
        with pytest.raises(ValueError, match="^profile: information set .* is missing"):
            use(grown, early[20])


def test_a_player_who_forgets_is_found():
    # He does not know at his second move what he did at his first.
    tree = Tree()
    root = tree.add(player=0, actions=("a", "b"), key=("first", ""))
    for action in root.actions:
        later = tree.add(root, action, player=0, actions=("c", "d"), key=("second", ""))
        for last in later.actions:
            tree.add(later, last, player=TERMINAL, payoff=1)
    assert not tree.perfect_recall
    assert tree.forgetful.key == ("second", "")
    with pytest.raises(ValueError, match="imperfect recall"):
        cfrlib.equilibrium(tree)


@pytest.mark.parametrize("name", ["phantom_ttt", "dark_hex"])
def test_what_is_far_too_large_is_refused_before_it_is_built(name, monkeypatch):
    pytest.importorskip("pyspiel")
    monkeypatch.setattr(Tree, "add", None)
    with pytest.raises(ValueError, match="it has more than 2,000,000 histories"):
        from_openspiel(name)


class Long(Game):
    """Forty moves, of three each."""

    def outcomes(self, player):
        return ("",)

    def weights(self, public):
        return np.ones((1, 1))

    def node(self, actions):
        return Terminal() if len(actions) == 40 else Decision(len(actions) % 2, ("x", "y", "z"))

    def payoff(self, actions, public):
        return 1.0


@pytest.mark.parametrize("take", [unroll, cfrlib.equilibrium])
def test_so_is_a_game_of_ones_own(take):
    with pytest.raises(ValueError, match="an explicit tree takes at most 2,000,000 histories"):
        take(Long())


def test_what_takes_long_says_how_far_it_is(monkeypatch, caplog):
    unroll(leduc())
    assert not caplog.text
    monkeypatch.setattr(waiting, "FIRST", 0.0)
    unroll(leduc(raises=1))
    assert re.search(r"unroll: histories of leduc.*: [\d,]+ so far", caplog.text)
    caplog.clear()
    heard = []
    monkeypatch.setattr(waiting, "listeners", [heard.append])  # a notebook, of whose output it is no part
    unroll(leduc(raises=1))
    assert not caplog.text
    assert " so far, in " in heard[0]
