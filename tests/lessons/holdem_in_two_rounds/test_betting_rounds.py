"""The betting of two rounds, drawn: nodes and labels counted by the rules, stakes replayed, errors, the same bytes."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from cfrlib.draw import betting_rounds
from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.engine.contract import layout_of
from cfrlib.game import CHANCE, Decision, Terminal
from cfrlib.games import holdem
from cfrlib.lessons.holdem_in_two_rounds.betting_rounds import lanes, stakes

RAISES = [(1, 1), (3, 4), (0, 0), (2, 0)]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=RAISES, ids=str)
def game(request):
    return holdem(raises=request.param)


def walked(game, start=()):
    """Return the action sequences of a round by the rules alone: those that go on to a decision, and the others."""
    sequences, decisions, others = [start], [], []
    for actions in sequences:
        node = game.node(actions)
        if isinstance(node, Decision):
            decisions.append(actions)
            sequences.extend((*actions, a) for a in node.actions)
        else:
            others.append(actions)
    return decisions, others


def groups(svg, kind):
    """Return the groups of a class, without those of the legend."""
    root = ElementTree.fromstring(svg)
    key = {id(g) for g in root.find(f"{SVG}g[@class='legend']").iter()}
    return [g for g in root.iter(f"{SVG}g") if g.get("class") == kind and id(g) not in key]


def words(group):
    return [t.text for t in group.iter(f"{SVG}text")]


def test_what_is_drawn_follows_from_the_rules(game):
    svg = betting_rounds(game).svg
    decisions, ends = walked(game)
    lanes = [actions for actions in ends if not isinstance(game.node(actions), Terminal)]
    on_flop, flop_ends = walked(game, (*lanes[0], CHANCE))
    late = ["".join(actions).replace(CHANCE, "/").partition("/")[2] for actions in on_flop]
    drawn = [g.get("data-node") for g in groups(svg, "decision")]
    assert sorted(drawn) == sorted(["".join(a) for a in decisions] + ["/" + a for a in late])
    assert len(groups(svg, "lane")) == 2 * len(lanes)  # where the flop comes, and above the plates
    assert len(groups(svg, "fold")) == len(ends) - len(lanes)
    assert len(groups(svg, "plate")) == len(flop_ends)
    assert all(len(words(g)) == len(lanes) for g in groups(svg, "plate"))
    before, after = groups(svg, "edges")
    for g, nodes in ((before, decisions), (after, on_flop)):
        assert sorted(words(g)) == sorted(a for actions in nodes for a in game.node(actions).actions)


def test_shapes_and_plates_say_who_moves_and_what_a_fold_pays(game):
    svg = betting_rounds(game).svg
    for g in groups(svg, "decision"):
        before, slash, after = g.get("data-node").partition("/")
        actions = (*layout_of(game).first.nexts[0], CHANCE, *after) if slash else tuple(before)
        player = game.node(actions).player
        assert g.find(f"{SVG}rect").get("fill") == PLAYERS[player]
        assert g.find(f"{SVG}title").text.startswith(f"Player {player + 1} ")
    for g in groups(svg, "fold"):
        paid = game.payoff(tuple(g.get("data-node")), ()) / 1000
        assert words(g) == [f"{paid:+g}".replace("-", "−")]


def test_stakes_of_each_lane_are_those_of_the_rules(game):
    layout = layout_of(game)
    drawn, plates = stakes(layout), groups(betting_rounds(game).svg, "plate")
    assert sorted(map(words, plates)) == sorted(drawn.values())
    for n, labels in drawn.items():
        for start, label in zip(lanes(layout), labels, strict=True):
            actions = (*start, CHANCE, *layout.second.nodes[n])
            if actions[-1] == "f":
                assert float(label.replace("−", "-")) == game.payoff(actions, ()) / 1000
            else:
                mine, theirs = game.stakes(actions)[0]
                assert label == f"±{mine / 1000:g}"
                assert mine == theirs


def test_lanes_are_numbered_from_the_top():
    svg, told = betting_rounds(holdem()).svg, betting_rounds(holdem(raises=(0, 0)), title="Few").text
    heights = {}
    for g in groups(svg, "lane"):
        heights.setdefault(words(g)[0], []).append(float(g.find(f"{SVG}text").get("y")))
    assert [max(heights[n]) for n in "123"] == sorted(max(heights[n]) for n in "123")
    assert told == "Few: 2 decisions before the flop, lanes cc; 2 decisions on the flop."


def test_nothing_overlaps(game):
    """Marks and plates keep apart, and everything stays within the picture."""
    svg = betting_rounds(game).svg
    boxes = [g.find(f"{SVG}rect") for kind in ("decision", "fold", "plate") for g in groups(svg, kind)]
    boxes = [tuple(float(b.get(key)) for key in ("x", "y", "width", "height")) for b in boxes]
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x + w + 3 < x2 or x2 + w2 + 3 < x or y + h + 3 < y2 or y2 + h2 + 3 < y
    root = ElementTree.fromstring(svg)
    wide, high = float(root.get("width")), float(root.get("height"))
    assert wide <= 1100
    assert all(min(x, y) > 0 and x + w < wide and y + h < high for x, y, w, h in boxes)
    assert all(float(t.get("font-size")) >= 11 for t in root.iter(f"{SVG}text"))


def test_buckets_are_refused():
    with pytest.raises(ValueError, match=r"^game=.*: it takes two-round hold'em without buckets"):
        betting_rounds(holdem((1, 1), (4, 2), buckets=(2, 3)))
