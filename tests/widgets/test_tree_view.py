"""The tree to fold and unfold, driven without a browser."""

import pytest

import cfrlib
from cfrlib.tree import CHANCE
from cfrlib.widgets import tree_view
from cfrlib.widgets.tree_view import ALL, COMFORTABLE, next_outcomes

KUHN, LEDUC = (cfrlib.tree.unroll(game) for game in (cfrlib.games.kuhn(), cfrlib.games.leduc()))


def drawn(view):
    return view.canvas.svg.count('class="node"')


def test_a_click_folds_and_a_second_one_unfolds():
    view = tree_view(KUHN)
    whole = drawn(view)
    node = KUHN.find("Q", "K")
    for folded, hidden in ((["QK"], 8), ([], 0)):
        view.canvas.click(node=node.index, infoset=node.infoset)
        view.canvas.click(node=KUHN.terminals[0].index)  # terminals and links do nothing
        view.canvas.click(infoset=3)
        assert view.folded == folded
        assert drawn(view) == whole - hidden


def test_menus_do_the_same_as_clicks():
    view = tree_view(KUHN)
    view.which.value = "QKp"
    view.fold_button.click()
    assert view.folded == ["QKp"]
    assert view.which.value == "QKp"
    assert "QKpb" not in [label for _, label in view.which.options]
    view.unfold()
    assert "QKpb" in [label for _, label in view.which.options]


def test_fold_all_lets_the_tree_grow_one_move_at_a_time():
    view = tree_view(KUHN)
    view.fold()
    counts = [drawn(view)]
    for what in ("QK", "QKp"):
        view.unfold(what)
        counts.append(drawn(view))
    assert counts == [1 + 6, 1 + 6 + 2, 1 + 6 + 2 + 2]


def test_the_second_chance_node_may_be_drawn():
    view = tree_view(KUHN)
    whole = drawn(view)
    view.join_deals.value = False
    assert drawn(view) == whole + 3


def test_leduc_opens_on_one_deal_and_others_can_be_chosen():
    view = tree_view(LEDUC)
    assert view.tree.num_histories <= COMFORTABLE
    assert view.chance == ("Js", "Kh", "Qh")
    first, second, third = view.deals.children
    first.value = "Ks"
    assert view.chance == ("Ks", "Kh", "Qh")
    third.value = "Jh"
    assert view.chance == ("Ks", "Kh", "Jh")
    first.value = "Jh"  # the public card is gone
    assert view.chance == ("Jh", "Kh")
    assert [node.actions for node in view.tree.nodes if node.player == CHANCE][:2] == [("Jh",), ("Kh",)]
    view.deal("Js", "Qs", "Ks")
    assert [menu.value for menu in view.deals.children] == ["Js", "Qs", "Ks"]


def test_too_much_is_said_not_drawn():
    view = tree_view(LEDUC)
    before = view.canvas.svg
    view.deals.children[0].value = ALL
    assert "histories would be drawn" in view.says.value
    assert view.canvas.svg == before
    view.fold()
    assert "histories would be drawn" not in view.says.value


def test_next_outcomes_are_those_of_every_path():
    assert next_outcomes(LEDUC, ()) == ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"]
    assert next_outcomes(LEDUC, ("Js",)) == ["Jh", "Qs", "Qh", "Ks", "Kh"]
    assert next_outcomes(LEDUC, ("Js", "Ks")) == ["Jh", "Qs", "Qh", "Kh"]
    assert next_outcomes(LEDUC, ("Js", "Ks", "Qh")) == []


def test_wrong_input_is_named():
    with pytest.raises(ValueError, match="chance"):
        tree_view(KUHN, chance=("Q", "Q"))
    for wrong in ("QQ", "QKpp"):
        with pytest.raises(ValueError, match="what"):
            tree_view(KUHN).fold(wrong)
