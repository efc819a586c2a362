"""Trees that are wrong, endless, deep or strange: each is refused by name, or read in time and memory that fit it."""

import math
import re
import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cfrlib
from cfrlib import draw, textbook
from cfrlib.textbook import variance
from cfrlib.textbook.baselines import BaselineCFR
from cfrlib.tree import CHANCE, TERMINAL, Tree, from_efg, from_openspiel, to_efg, unroll
from cfrlib.widgets import tree_view

fast = settings(max_examples=20)


def chain(length):
    """Return the text of a game in which two players in turn may stop, and stopping earns the one who does."""
    lines = ['EFG 2 R "" { "a" "b" }']
    for k in range(length):
        paid = (-1) ** k
        lines += [f'p "" {k % 2 + 1} {k + 1} "{k}" {{ "s" "c" }} 0', f't "" {k + 1} "" {{ {paid} {-paid} }}']
    return "\n".join([*lines, 't "" 0 ']) + "\n"


@pytest.mark.parametrize("inside", ["x", '\\"', "\\\\", '"\\"', "\\x"])
@pytest.mark.parametrize("end", ["", "\\"])
def test_a_quote_that_is_not_closed_is_refused_at_once(inside, end):
    text = 'EFG 2 R "' + inside * 100_000 + end
    with pytest.raises(ValueError, match="^text_or_path: not a complete .efg file") as error:
        from_efg(text)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("length", [1_000, pytest.param(30_000, marks=pytest.mark.slow_fault)])
def test_a_deep_chain_takes_memory_by_its_length(length):
    text = chain(length)
    tracemalloc.start()
    tree = from_efg(text)  # with a tuple in every node, 4 GB
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6e3 * length
    assert tree.num_histories == 2 * length + 1
    assert tree.nodes[-1].depth == length
    assert tree.nodes[-1].history == ("c",) * length
    assert len(to_efg(tree)) < 1_000 * length


def test_few_words_cannot_ask_for_many_nodes():
    """Later nodes of a set may leave their labels out: 30,000 labels, 30,000 times."""
    labels = " ".join(f'"{k}"' for k in range(30_000))
    with pytest.raises(ValueError, match="^text_or_path: not a complete .efg file: .*the end"):
        from_efg(f'EFG 2 R "" {{ "a" "b" }} p "" 1 1 "" {{ {labels} }} 0 ' + 'p "" 1 1 0 ' * 30_000)


@pytest.mark.parametrize("mark", ["\ufeff", "\ufeff\n "])
def test_a_byte_order_mark_is_no_part_of_a_file(mark, tmp_path):
    text = to_efg(unroll(cfrlib.games.kuhn()))
    (tmp_path / "kuhn.efg").write_text(mark + text, encoding="utf-8")
    for given_as in (mark + text, tmp_path / "kuhn.efg", str(tmp_path / "kuhn.efg")):
        assert from_efg(given_as).num_histories == 58


LABELS = st.text(max_size=5) | st.sampled_from(
    ['<script>alert("x")</script>', "&amp;", "a | b", " | ", " x ", "\0", "\x1b[31m", "\r\n", "\r", "\t", "{", "}", ",",
     "\\", '\\"', "'", "\\alpha", "a\\\\b", "a  b", "é", '"q"', '"\\u00e9"', "\x7f",
     "\u2028", "\u202e", "\ufeff", '["a", "b"]', "#1", "x #1", "Player 1, set 1"]
)  # fmt: skip


@st.composite
def small_trees(draw):
    """Return a tree of chance, a player and the other, with any labels and keys."""
    actions = [draw(st.lists(LABELS, min_size=1, max_size=3, unique=True)) for _ in range(3)]
    keys = draw(st.lists(st.tuples(LABELS, LABELS), min_size=1 + len(actions[0]), unique=True))
    tree = Tree()
    root = tree.add(player=CHANCE, actions=actions[0], probabilities=[1 / len(actions[0])] * len(actions[0]))
    for k, deal in enumerate(actions[0]):
        first = tree.add(root, deal, player=0, actions=actions[1], key=keys[k])
        for a in actions[1]:
            second = tree.add(first, a, player=1, actions=actions[2], key=keys[-1])
            for b in actions[2]:
                payoff = draw(st.floats(-1e9, 1e9) | st.sampled_from([1e21, -1.5e300, 1e-7]))
                tree.add(second, b, player=TERMINAL, payoff=payoff)
    return tree


def everything(tree):
    nodes = [(n.history, n.player, n.actions, n.children, n.infoset, n.payoff, n.parent) for n in tree.nodes]
    return nodes, [(i.key, i.player, i.actions, i.nodes) for i in tree.infosets]


QUOTED = re.compile(r'"((?:[^"\\]|\\"?)*)"')


@fast
@given(small_trees())
def test_what_is_written_is_what_gambit_reads(tree):
    # Gambit 16.7: names of nodes are unique or empty; labels are printable ASCII with single blanks; no 1e+21.
    _, _, *lines = to_efg(tree).split("\n")
    names = []
    for line in filter(None, lines):
        name, *labels = QUOTED.findall(line)
        names += [name] if name else []
        for label in filter(None, (name, *labels)):
            assert re.fullmatch("[!-~]+( [!-~]+)*", label)
        assert "e+" not in QUOTED.sub("", line)
    assert len(set(names)) == len(names)


def test_keys_of_any_number_of_texts_come_back():
    tree, keys = Tree(), [("r",), ("a", "b", "c"), (), ("",), ('["a", "b"]', ""), ("a | b", "")]
    node = None
    for k, key in enumerate(keys):
        node = tree.add(node, "a" if k else None, player=k % 2, actions="a", key=key)
    tree.add(node, "a", player=TERMINAL, payoff=1)
    assert [i.key for i in from_efg(to_efg(tree)).infosets] == keys
    tree = Tree()
    tree.add(tree.add(player=0, actions="a", key=(1, "x")), "a", player=TERMINAL, payoff=1)
    with pytest.raises(ValueError, match="^tree: information set .1, 'x'.: .*parts are texts"):
        to_efg(tree)


@fast
@given(small_trees(), LABELS)
def test_labels_and_keys_of_any_characters_come_back(tmp_path_factory, tree, title):
    text = to_efg(tree, title=title)
    assert everything(from_efg(text)) == everything(tree)
    path = tmp_path_factory.mktemp("efg") / "game.efg"
    path.write_bytes(text.encode("utf-8"))
    assert everything(from_efg(path)) == everything(tree)


def test_a_deep_tree_is_solved():
    tree = from_efg(chain(2_000))
    value, profile = cfrlib.equilibrium(tree)
    assert value == pytest.approx(1)
    assert cfrlib.exploitability(tree, profile) == pytest.approx(0, abs=1e-9)


def test_what_walks_recursively_says_how_deep_it_takes():
    tree = from_efg(chain(2_000))
    message = "^game: its longest history has 2,000 actions; .*takes at most 400"
    profile = cfrlib.Profile.uniform(tree)
    for walks in (
        lambda: textbook.CFR(tree),
        lambda: BaselineCFR(tree, baseline="learned"),
        lambda: variance.moments(tree, profile, "es"),
    ):
        with pytest.raises(ValueError, match=message):
            walks()


@pytest.mark.parametrize("make", [textbook.CFR, lambda tree: BaselineCFR(tree, baseline="exact")])
def test_as_deep_as_it_says_is_taken(make):
    solver = make(from_efg(chain(400)))
    solver.run(1)
    assert solver.iterations == 1


def test_a_deep_tree_can_be_cut_and_viewed():
    tree = from_efg(chain(1_200))
    everywhere = Tree()
    root = everywhere.add(player=CHANCE, actions=("l", "r"), probabilities=(0.5, 0.5))
    above = {0: root}
    for node in tree.nodes:
        key = tree.infosets[node.infoset].key if node.infoset >= 0 else None
        parent, action = (root, "l") if node.parent < 0 else (above[node.parent + 1], node.action)
        new = everywhere.add(parent, action, player=node.player, actions=node.actions, key=key, payoff=node.payoff)
        above[node.index + 1] = new
    everywhere.add(root, "r", player=TERMINAL, payoff=0)
    assert everywhere.given("l").num_histories == 2_402
    assert everywhere.given("r").num_histories == 2
    with pytest.raises(ValueError, match="^tree: more than 400 of its 2,403 histories would be drawn"):
        draw.tree(everywhere)
    assert "2,400 more folded away" in draw.tree(everywhere, folded=[1]).text
    view = tree_view(everywhere, chance=())
    view.fold("l")
    assert "2,400 more folded away" in view.picture().text


A_NUMBER_FOR_EACH = ((), [1], [0.5, 0.2, 0.3], [True, False], ["1", "0"])
ADDED = [
    *(({"player": CHANCE, "actions": "ab", "probabilities": p}, "probabilities=.*a number for each of the actions")
      for p in A_NUMBER_FOR_EACH),
    *(({"player": CHANCE, "actions": "ab", "probabilities": p}, "probabilities=.*>= 0")
      for p in ([1.5, -0.5], (math.nan, 1))),
    ({"player": CHANCE}, "probabilities=.*sum to 1"),
    ({"player": CHANCE, "actions": ("a",), "probabilities": [0.5]}, "probabilities=.*sum to 1"),
    *(({"player": TERMINAL, "payoff": x}, "payoff=.*: .*a finite number")
      for x in (math.inf, math.nan, "x", b"1", "1", np.ma.masked, None, 10**400)),
    ({"player": 0, "key": ("", "")}, "actions=.*at least one"),
    ({"player": TERMINAL, "actions": "a"}, "actions=.*nothing follows a terminal"),
    *(({"player": 0, "actions": a, "key": ("", "")}, "actions=.*different texts") for a in (("a", "a"), (1, 2))),
    ({"player": 0, "actions": "ab"}, "key=None.*takes a tuple"),
    *(({"player": who, "actions": "ab", "key": ("", "")}, f"player={who}.*0, 1, CHANCE or TERMINAL")
      for who in (2, None)),
]  # fmt: skip


@pytest.mark.parametrize("kind", [Decimal, Fraction, np.float32, lambda text: float(Fraction(text))])
def test_numbers_of_any_kind_are_taken(kind):
    half, two = kind("0.5"), kind("2")
    tree = Tree()
    root = tree.add(player=CHANCE, actions="ab", probabilities=(half, half))
    for action in root.actions:
        tree.add(root, action, player=TERMINAL, payoff=two)
    assert cfrlib.equilibrium(tree)[0] == cfrlib.equilibrium(cfrlib.games.matrix([[two]]))[0] == 2
    assert cfrlib.equilibrium(cfrlib.games.kuhn(ante=two, bet=two))[0] == pytest.approx(-2 / 18)


def test_what_is_masked_is_no_payoff():
    for rows in (np.asanyarray, list):
        table, whole = (np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 0], [0, masked]]) for masked in (1, 0))
        with pytest.raises(ValueError, match="^payoffs="):
            cfrlib.games.matrix(rows(table))
        assert cfrlib.equilibrium(cfrlib.games.matrix(rows(whole)))[0] == 3


@pytest.mark.parametrize("wrong, why", ADDED, ids=lambda value: str(value)[:40])
def test_what_is_added_is_looked_at(wrong, why):
    tree = Tree()
    with pytest.raises(ValueError, match=f"^{why}"):
        tree.add(**wrong)
    assert not tree.nodes
    root = tree.add(player=0, actions=("l", "r"), key=("first", ""))
    with pytest.raises(ValueError, match=f"^{why}"):
        tree.add(root, "l", **wrong)
    assert (tree.num_histories, root.children) == (1, [])


def test_where_it_is_added_is_looked_at():
    tree, other = Tree(), Tree()
    root, foreign = (t.add(player=0, actions=("l", "r"), key=("", "")) for t in (tree, other))
    for wrong, why in (
        ({"parent": foreign, "action": "l"}, "parent=Node.*a node of this tree"),
        ({}, "parent=None: the tree has a root"),
        ({"parent": root, "action": "x"}, "action='x': after .. it takes one of 'l', 'r'"),
        ({"parent": root}, "action=None: after .. it takes one of 'l', 'r'"),
    ):
        with pytest.raises(ValueError, match=f"^{why}"):
            tree.add(**wrong, player=TERMINAL, payoff=0)
    leaf = tree.add(root, "l", player=TERMINAL, payoff=0)
    with pytest.raises(ValueError, match="^action='l': .*one of 'r'"):
        tree.add(root, "l", player=TERMINAL, payoff=0)
    with pytest.raises(ValueError, match="^action='l': .*nothing else follows"):
        tree.add(leaf, "l", player=TERMINAL, payoff=0)


def grown(*added):
    """Return a tree whose root has two actions, and a terminal below each of these."""
    tree = Tree()
    root = tree.add(player=0, actions=("l", "r"), key=("first", ""))
    for action in added:
        tree.add(root, action, player=TERMINAL, payoff=float(action == "l"))
    return tree


UNFINISHED = {"no nodes yet": Tree(), "nothing is added below": grown("l"), "in the order of": grown("r", "l")}


@pytest.mark.parametrize("why", UNFINISHED)
def test_what_is_not_a_whole_tree_is_not_evaluated(why):
    tree, one = UNFINISHED[why], cfrlib.Profile([("first", "")], [0], [("l", "r")], [0.5, 0.5])
    for use in (
        cfrlib.equilibrium, textbook.CFR, lambda t: cfrlib.exploitability(t, one),
        lambda t: cfrlib.expected_value(t, one), lambda t: cfrlib.best_response(t, one),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=f"^game: .*{why}"):
            use(tree)
    with pytest.raises(ValueError, match=f"^tree: .*{why}"):
        to_efg(tree)
    assert cfrlib.equilibrium(grown("l", "r"))[0] == 1


def test_an_empty_tree_says_so():
    for use in (lambda t: t.root, lambda t: t.find("l"), lambda t: t.given("l")):
        with pytest.raises(ValueError, match="^tree: it has no nodes yet"):
            use(Tree())


def test_a_large_game_of_openspiel_is_refused_before_it_is_built():
    with pytest.raises(ValueError, match=r"^game=tic_tac_toe.*more than 1,000 histories.*max_histories"):
        from_openspiel("tic_tac_toe", max_histories=1_000)
    assert from_openspiel("kuhn_poker", max_histories=58).num_histories == 58
    with pytest.raises(ValueError, match="more than 57 histories"):
        from_openspiel("kuhn_poker", max_histories=57)
    for wrong in (0, 1.5, True, "many"):
        with pytest.raises(ValueError, match="^max_histories="):
            from_openspiel("kuhn_poker", max_histories=wrong)


def test_a_state_string_of_both_players_names_two_sets(monkeypatch):
    """As in phantom tic-tac-toe, where both begin with an empty board and the string does not say whose it is."""
    monkeypatch.setattr(pyspiel.State, "information_state_string", lambda state: "an empty board")
    tree = from_openspiel("matrix_mp")
    assert [i.key for i in tree.infosets] == [("an empty board", f"Player {k}") for k in (1, 2)]
    assert tree.infoset(("an empty board", "Player 2")).nodes == [1, 4]
    assert cfrlib.equilibrium(tree)[0] == pytest.approx(0)


SPIEL = {
    None: (TypeError, "it takes a game of OpenSpiel, or its name"),
    7: (TypeError, "it takes a game of OpenSpiel, or its name"),
    "chess960": (ValueError, "no game of this name"),
    "kuhn_poker(decks=2)": (ValueError, "Unknown parameter 'decks'"),
    "nfg_game": (ValueError, "map"),
    "pig": (ValueError, "no information state strings"),
    "markov_soccer": (ValueError, "no information state strings"),
    "go_fish(players=2)": (ValueError, "a chance node without outcomes|more than 2,000,000 histories"),
    "tiny_hanabi": (ValueError, "zero-sum"),
    "kuhn_poker(players=3)": (ValueError, "3 players"),
}


@pytest.mark.parametrize("game", SPIEL)
def test_from_openspiel_says_what_it_cannot_take(game):
    kind, why = SPIEL[game]
    with pytest.raises(kind, match=f"(?s)^game=.*({why})"):
        from_openspiel(game)
