"""Trees as pictures: everything is there, nothing overlaps, nothing runs through what it should go around."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import cfrlib
from cfrlib import draw
from cfrlib.draw.parts.colors import PURPLE
from cfrlib.draw.parts.nodes import half_height, half_width
from cfrlib.draw.parts.plan import Plan
from cfrlib.draw.parts.skeleton import skeleton, stand_in
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


def test_nodes_do_not_overlap(plan):
    rows = {}
    for n, branch in plan.drawn.items():
        x, y = plan.xy[n]
        half = half_width(branch.shape, plan.labels[n])
        rows.setdefault(y, []).append((x - half, x + half))
    for row in rows.values():
        row.sort()
        assert all(end < start for (_, end), (start, _) in zip(row, row[1:], strict=False))
    levels = sorted(rows)
    assert all(below - above > 30 for above, below in zip(levels, levels[1:], strict=False))


def test_everything_lies_within_the_picture(plan):
    for n, branch in plan.drawn.items():
        (x, y), half = plan.xy[n], half_width(branch.shape, plan.labels[n])
        assert half <= x <= plan.width - half
        assert half_height(branch.shape) <= y <= plan.height - half_height(branch.shape)


def test_children_keep_their_order(plan):
    for branch in plan.drawn.values():
        places = [plan.x[child] for child in branch.children]
        assert places == sorted(places)


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


def test_frames_of_a_walk_share_a_layout():
    one, other = (planned(TREE, note_width=12, notes={TREE.find(*h).index: ["reach .333"]}) for h in ("QK", "JKp"))
    assert one.xy == other.xy != planned(TREE).xy


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


def test_without_information_sets_there_are_none():
    picture = draw.tree(KUHN, infosets=False)
    assert not groups(picture, "infoset")
    assert "information set" not in picture.svg
    assert len(groups(picture, "node")) == 55


def test_information_sets_that_show_when_pointed_at_share_one_rail_and_leave_other_pictures_alone():
    tree = unroll(KUHN)
    pointed, plain = draw.tree(tree, infosets="pointed", highlight=[3]), draw.tree(tree)
    assert len(groups(pointed, "infoset")) == len(groups(plain, "infoset")) == 12
    assert set(Plan(tree, skeleton(tree, True, ()), "pointed", None, {}, {}, 0).rail.values()) == {0, 1}
    assert ".cfr-pointed" in pointed.svg
    assert 'class="cfr-tree cfr-pointed"' in pointed.svg
    assert PURPLE in plain.svg
    assert PURPLE not in pointed.svg  # the legend shows one color
    assert "cfr-pointed" not in plain.svg


def test_joining_the_deals_drops_the_second_chance_node():
    joined, apart = draw.tree(KUHN), draw.tree(KUHN, join_deals=False)
    assert len(groups(joined, "node")) == 55
    assert len(groups(apart, "node")) == 58
    assert ">QK<" in joined.svg
    assert ">QK<" not in apart.svg


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


def test_notes_walk_and_marks():
    node = TREE.find("Q", "K", "p").index
    picture = draw.tree(
        KUHN, notes={node: ["reach .5", "value −1"]}, edge_notes={node: "here"}, current=node, path=[0], highlight=[2]
    )
    for words in (">reach .5<", ">value −1<", ">here<", "the walk is at QKp", 'class="current"', "infoset marked"):
        assert words in picture.svg
    assert 'class="current"' not in draw.tree(KUHN).svg


def test_what_is_not_drawn_is_shown_where_it_hides():
    drawn = skeleton(TREE, True, {TREE.find("Q", "K").index})
    assert stand_in(TREE, drawn, TREE.find("Q").index) == 0
    assert stand_in(TREE, drawn, TREE.find("Q", "K", "p", "b").index) == TREE.find("Q", "K").index


def test_a_tree_may_be_drawn_while_it_grows():
    tree = Tree()
    root = tree.add(player=CHANCE, actions=("J", "Q"), probabilities=(0.5, 0.5))
    assert "1 chance node" in draw.tree(tree).text
    tree.add(root, "Q", player=0, actions=("p", "b"), key=("Q", ""))
    picture = draw.tree(tree)
    assert ">Q<" in picture.svg
    assert "1 decision in 1 information set" in picture.text


def test_inline_takes_the_colors_of_the_page():
    svg = draw.tree(KUHN, standalone=False).svg
    assert "var(--jp-ui-font-color1" in svg
    assert "currentColor" in svg
    assert 'width="100%"' not in svg
    assert 'width="100%"' in draw.tree(KUHN).svg


def test_text_is_large_enough():
    sizes = [float(s) for s in re.findall(r'font-size="([\d.]+)"', draw.tree(KUHN, notes={3: ["small"]}).svg)]
    assert min(sizes) >= 9


# -- always the same ------------------------------------------------------------------

PROGRAM = """
import hashlib, cfrlib
from cfrlib import draw
game = cfrlib.games.kuhn()
uniform = cfrlib.Profile.uniform(game)
pictures = [
    draw.tree(game, folded=[3, 12, 21], profile=uniform, path=[0, 2, 3], dim=[30, 31], highlight=[1, 2], current=3),
    draw.public_tree(game, profile=uniform),
    draw.strategy_chart({"one": uniform, "other": uniform}),
    draw.simplex([[1, 0, 0], [0.2, 0.3, 0.5]]),
    draw.convergence({"a": ([1, 10, 100], [1, 0.3, 0.1])}),
]
print(hashlib.sha256("".join(p.svg + p.text for p in pictures).encode()).hexdigest())
"""


@pytest.mark.slow
def test_bytes_are_the_same_in_every_process(capsys):
    environment = {"PYTHONHASHSEED": "42", "PYTHONPATH": ":".join(filter(None, sys.path))}
    other = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    exec(PROGRAM, {})
    assert (other.stdout, other.stderr) == (capsys.readouterr().out, "")


# -- wrong input ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"folded": [58]}, "folded: there is no history 58"),
        ({"dim": [-1]}, "dim: there is no history -1"),
        ({"path": ["QK"]}, "path: there is no history 'QK'"),
        ({"current": 1.5}, "current: there is no history 1.5"),
        ({"highlight": [12]}, "highlight: there is no information set 12"),
        ({"notes": {99: ["x"]}}, "notes: there is no history 99"),
        ({"edge_notes": ["x"]}, "edge_notes="),
        ({"profile": {("Q", ""): {"p": 1.0, "b": 0.0}}}, "profile: it has no probability of 'p' at"),
        ({"infosets": "some"}, "infosets='some': it takes True, False or 'pointed'"),
        ({"name": "a/b"}, "name='a/b'"),
    ],
)
def test_errors_name_the_argument(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw.tree(KUHN, **arguments)


def test_a_large_tree_is_refused_with_advice():
    with pytest.raises(ValueError, match=r"9,457 histories.*folded=.*given"):
        draw.tree(cfrlib.games.leduc())
    with pytest.raises(ValueError, match="no nodes yet"):
        draw.tree(Tree())
