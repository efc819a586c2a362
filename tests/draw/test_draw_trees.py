"""Trees as pictures: everything is there, nothing overlaps, nothing runs through what it should go around."""

import re
from xml.etree import ElementTree

import pytest

import cfrlib
from cfrlib import draw
from cfrlib.draw.parts.colors import PURPLE
from cfrlib.draw.parts.nodes import half_height, half_width
from cfrlib.draw.parts.plan import Plan
from cfrlib.draw.parts.skeleton import skeleton
from cfrlib.tree import CHANCE, Tree, unroll

KUHN = cfrlib.games.kuhn()
TREE = unroll(KUHN)
ROCK_PAPER_SCISSORS = cfrlib.games.matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], rows=("Rock", "Paper", "Scissors"))
SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture):
    return ElementTree.fromstring(picture.svg)


def groups(picture, kind):
    """The groups of a class, by the number that the group carries."""
    return {
        int(g.get(f"data-{kind}")): g for g in parsed(picture).iter(f"{SVG}g") if g.get("class", "").startswith(kind)
    }


def planned(tree, *, join_deals=True, folded=(), notes=None, profile=None, note_width=0):
    drawn = skeleton(tree, join_deals, set(folded))
    return Plan(tree, drawn, True, profile, notes or {}, {}, note_width)


def leduc_slice():
    return unroll(cfrlib.games.leduc()).given("Qs", "Ks", "Kh")


PLANS = {
    "kuhn": lambda: planned(TREE),
    "kuhn, one deal at a time": lambda: planned(TREE, join_deals=False),
    "kuhn, four cards": lambda: planned(unroll(cfrlib.games.kuhn(4))),
    "kuhn, folded": lambda: planned(TREE, folded=[n.index for n in TREE.nodes if len(n.history) == 2][1:]),
    "kuhn, notes": lambda: planned(TREE, notes={n.index: ["reach .333", "value +0.5"] for n in TREE.nodes}),
    "kuhn, profile": lambda: planned(TREE, profile=cfrlib.Profile.uniform(KUHN)),
    "one deal": lambda: planned(TREE.given("Q", "K"), note_width=12),
    "leduc": lambda: planned(leduc_slice()),
    "bluff": lambda: planned(unroll(cfrlib.games.bluff(faces=2))),
    "matrix": lambda: planned(unroll(ROCK_PAPER_SCISSORS)),
}


@pytest.fixture(scope="module", params=PLANS)
def plan(request):
    return PLANS[request.param]()


# -- places -------------------------------------------------------------------------


def test_nodes_keep_their_order_within_the_picture_and_do_not_overlap(plan):
    rows = {}
    for n, branch in plan.drawn.items():
        (x, y), half, high = plan.xy[n], half_width(branch.shape, plan.labels[n]), half_height(branch.shape)
        assert half <= x <= plan.width - half
        assert high <= y <= plan.height - high
        rows.setdefault(y, []).append((x - half, x + half))
        places = [plan.x[child] for child in branch.children]
        assert places == sorted(places)
    for row in rows.values():
        row.sort()
        assert all(end < start for (_, end), (start, _) in zip(row, row[1:], strict=False))
    levels = sorted(rows)
    assert all(below - above > 30 for above, below in zip(levels, levels[1:], strict=False))


def test_parents_stand_over_the_middle_of_their_children():
    plan = planned(TREE)
    for n, branch in plan.drawn.items():
        if branch.children:
            middle = (plan.x[branch.children[0]] + plan.x[branch.children[-1]]) / 2
            assert plan.x[n] == pytest.approx(middle, abs=1.5)


def strokes(d):
    """The horizontal and vertical strokes of a path, as boxes."""
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHV])([-\d.,]*)", d):
        values = [float(v) for v in numbers.split(",")]
        new = {"H": (values[0], y), "V": (x, values[0])}.get(command) or tuple(values)
        if command != "M":
            yield (min(x, new[0]), min(y, new[1]), max(x, new[0]), max(y, new[1]))
        x, y = new


@pytest.mark.parametrize("cards, join_deals", [(3, True), (4, False)])
def test_no_link_runs_through_a_node_of_another_set(cards, join_deals):
    tree = unroll(cfrlib.games.kuhn(cards))
    picture = draw.tree(tree, join_deals=join_deals)
    plan = planned(tree, join_deals=join_deals)
    for I, group in groups(picture, "infoset").items():
        link = next(p.get("d") for p in group.iter(f"{SVG}path") if p.get("class") == "link")
        for left, top, right, bottom in strokes(link):
            for n, (x, y) in plan.xy.items():
                if n not in plan.members[I]:
                    w, h = half_width(plan.drawn[n].shape, plan.labels[n]), half_height(plan.drawn[n].shape)
                    assert not (left < x + w and x - w < right and top < y + h and y - h < bottom), (I, n)


def test_interleaved_sets_get_rails_of_their_own():
    plan = planned(TREE)
    second = [I for I in plan.members if TREE.infosets[I].player == 1]
    assert len({plan.rail[I] for I in second}) == len({plan.style[I] for I in second}) == 6
    assert all(plan.rail[TREE.infoset((card, "")).index] == 0 for card in "JQK")


# -- what is drawn -------------------------------------------------------------------


@pytest.mark.parametrize("tree", [TREE, unroll(cfrlib.games.kuhn(4)), leduc_slice()], ids=["kuhn", "4 cards", "leduc"])
def test_each_information_set_is_one_group_with_all_its_histories(tree):
    sets = groups(draw.tree(tree), "infoset")
    assert len(sets) == tree.num_infosets
    for I, group in sets.items():
        inside = {int(g.get("data-node")) for g in group.iter(f"{SVG}g") if g.get("class") == "node"}
        assert inside == set(tree.infosets[I].nodes)
        assert group.get("tabindex") == "0"
        assert group.get("role") == "button"
        assert f"Player {tree.infosets[I].player + 1}" in group.get("aria-label")


def test_information_sets_that_show_when_pointed_at_are_of_one_color_and_leave_other_pictures_alone():
    pointed, plain = draw.tree(KUHN, infosets="pointed", highlight=[3]), draw.tree(KUHN)
    assert len(groups(pointed, "infoset")) == len(groups(plain, "infoset")) == 12
    assert 'class="cfr-tree cfr-pointed"' in pointed.svg
    assert PURPLE in plain.svg
    assert PURPLE not in pointed.svg
    assert "cfr-pointed" not in plain.svg


def test_folding_hides_a_subtree_and_counts_it():
    deal = TREE.find("Q", "K").index
    picture = draw.tree(KUHN, folded=[deal])
    assert len(groups(picture, "node")) == 55 - 8
    assert ">Q ▸ 8<" in picture.svg
    assert "8 more folded away" in picture.text
    whole = draw.tree(KUHN, folded=[0])
    assert list(groups(whole, "node")) == [0]
    assert "▸ 57" in whole.svg
    assert "▸ 18" in draw.tree(KUHN, folded=[TREE.find("Q").index]).svg  # before the second card


def test_profile_is_written_on_the_edges():
    _, profile = cfrlib.equilibrium(KUHN)
    picture = draw.tree(KUHN, profile=profile)
    assert ">.33<" in picture.svg
    assert ">1/6<" in picture.svg
    assert draw.tree(KUHN, profile=dict(profile)).svg == picture.svg


def test_a_walk_that_is_not_drawn_is_shown_where_it_hides():
    deal = TREE.find("Q", "K")
    svg = draw.tree(KUHN, folded=[deal.index], current=TREE.find("Q", "K", "p", "b").index).svg
    assert svg == draw.tree(KUHN, folded=[deal.index], current=deal.index).svg


def test_a_tree_may_be_drawn_while_it_grows():
    tree = Tree()
    root = tree.add(player=CHANCE, actions=("J", "Q"), probabilities=(0.5, 0.5))
    assert "1 chance node" in draw.tree(tree).text
    tree.add(root, "Q", player=0, actions=("p", "b"), key=("Q", ""))
    picture = draw.tree(tree)
    assert ">Q<" in picture.svg
    assert "1 decision in 1 information set" in picture.text


# -- wrong input ---------------------------------------------------------------------


@pytest.mark.parametrize("arguments, words", [
    ({"notes": {99: ["x"]}}, "notes: there is no history 99"),
    ({"profile": {("Q", ""): {"p": 1.0, "b": 0.0}}}, "profile: it has no probability of 'p' at"),
    ({"infosets": "some"}, "infosets='some': it takes True, False or 'pointed'"),
])  # fmt: skip
def test_errors_name_the_argument(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw.tree(KUHN, **arguments)


def test_a_large_tree_is_refused_with_advice():
    with pytest.raises(ValueError, match=r"9,457 histories.*folded=.*given"):
        draw.tree(cfrlib.games.leduc())
    with pytest.raises(ValueError, match="no nodes yet"):
        draw.tree(Tree())
