"""Trees as JSON are the same trees, to the last bit; what is no such tree is refused in words."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import coarse_tree
from random_games import games as random_games

import cfrlib
from cfrlib.tree import CHANCE, TERMINAL, Tree, from_json, to_json, unroll
from cfrlib.tree.checks import contents


def assert_same(tree, again):
    assert (again.unit, again.separator, again.constant) == (tree.unit, tree.separator, tree.constant)
    for name, array in contents(tree).items():
        assert array.tobytes() == contents(again)[name].tobytes(), name
    assert [node.history for node in again.nodes] == [node.history for node in tree.nodes]


@settings(deadline=None, derandomize=True, max_examples=25)
@given(random_games())
def test_there_and_back(game):
    tree = unroll(game)
    assert_same(tree, from_json(to_json(tree)))
    solvers = [cfrlib.CFR(each, regret="rm+") for each in (tree, from_json(to_json(tree)))]
    for solver in solvers:
        solver.run(3)
    assert (solvers[0].engine.tables.regret == solvers[1].engine.tables.regret).all()


@settings(deadline=None, derandomize=True, max_examples=25)
@given(st.integers(0, 10**6))
def test_without_perfect_recall_there_and_back(seed):
    tree = coarse_tree(seed)
    assert_same(tree, from_json(to_json(tree)))


def test_a_file_and_strange_letters(tmp_path):
    tree = Tree(unit="€", separator=" › ", constant=0.1)
    root = tree.add(player=CHANCE, actions=('"', "\\ \n"), probabilities=(0.1 + 0.2, 1 - (0.1 + 0.2)))
    for action in root.actions:
        node = tree.add(root, action, player=1, actions=("é",), key=("", action, "ß"))
        tree.add(node, "é", player=TERMINAL, payoff=-0.0)
    path = tmp_path / "tree.json"
    path.write_text(to_json(tree), encoding="utf-8")
    assert_same(tree, from_json(path))


@pytest.mark.parametrize("change, message", [
    (lambda read: read.update(format="cfrlib spot 1"), "its format is 'cfrlib spot 1'"),
    (lambda read: read.pop("unit"), "unit"),
    (lambda read: read["nodes"][1].update(parent=7), "parent=7: it takes a whole number from 0 to 0"),
    (lambda read: read["nodes"][1].update(parent=-1), "parent=-1: it takes"),
    (lambda read: read["nodes"][1].pop("parent"), "parent=None"),
    (lambda read: read["nodes"][0].update(probabilities=[0.5]), "probabilities="),
    (lambda read: read["nodes"][0].update(player="nature"), "nature"),
    (lambda read: read["nodes"].pop(), "nothing is added below some of"),
])  # fmt: skip
def test_what_does_not_fit_is_refused(change, message):
    read = json.loads(to_json(unroll(cfrlib.games.kuhn())))
    change(read)
    with pytest.raises(ValueError, match=f"^text_or_path=.*: this is no 'cfrlib tree 1': .*{message}"):
        from_json(json.dumps(read))


def test_a_tree_that_is_not_whole_is_not_written():
    tree = Tree()
    tree.add(player=0, actions=("a",), key=("", ""))
    with pytest.raises(ValueError, match="^tree: after"):
        to_json(tree)
    other = Tree()
    root = other.add(player=0, actions=("a",), key=(1, ""))
    other.add(root, "a", player=TERMINAL)
    with pytest.raises(ValueError, match="^tree: information set .*parts are texts"):
        to_json(other)
