"""Public trees, strategy charts, simplexes and curves."""

import contextlib
import re
from collections import Counter
from functools import partial
from html.parser import HTMLParser
from inspect import signature
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest

import cfrlib
from cfrlib import draw
from cfrlib.draw.parts.colors import ACTIONS

KUHN = cfrlib.games.kuhn()
UNIFORM = cfrlib.Profile.uniform(KUHN)
MATCHING_PENNIES = cfrlib.games.matrix([[1, -1], [-1, 1]], rows=("heads", "tails"))
SPIRAL = [[1, 0, 0], [0, 1, 0], [0.2, 0.3, 0.5]]
CURVE = ([1, 10, 100, 1000], [1, 0.3, 0.1, 0.03])

BUCKETS = cfrlib.games.texas(buckets=(2, 3, 2, 3), deck=(4, 3))
PICTURES = {
    "tree": partial(draw.tree, KUHN),
    "public tree": partial(draw.public_tree, KUHN),
    "public tree, profile": partial(draw.public_tree, KUHN, profile=UNIFORM),
    "public tree, leduc": partial(draw.public_tree, cfrlib.games.leduc(), depth=4, public="Ks"),
    "public tree, bluff": partial(draw.public_tree, cfrlib.games.bluff(faces=2)),
    "strategies": partial(draw.strategy_chart, {"a": UNIFORM, "b": UNIFORM}, title="A & B < C"),
    "simplex": partial(draw.simplex, {"current": SPIRAL, "average": SPIRAL}, equilibrium=[1 / 3] * 3),
    "plane": partial(draw.plane, [[1, 0], [0.5, 0.5]], equilibrium=[0.5, 0.5], marks=[1]),
    "betting rounds": partial(draw.betting_rounds, cfrlib.games.holdem(), title="Lanes"),
    "futures": partial(draw.futures, "AsKs", "QsJsTs2c2d", title="A royal flush"),
    "buckets before the flop": partial(draw.preflop_buckets, BUCKETS, title="Five"),
    "convergence": partial(draw.convergence, {"a": CURVE, "b": [CURVE, CURVE]}, target=0.01),
    "lines": partial(draw.lines, {"a": CURVE}, bands={"a": ([0] * 4, [1] * 4)}),
}


class Images(HTMLParser):
    """Finds (alternative text, address) of the images in HTML."""

    def __init__(self):
        super().__init__()
        self.images = []

    def handle_starttag(self, tag, attributes):
        assert tag == "img"
        self.images.append((dict(attributes)["alt"], dict(attributes)["src"]))


@pytest.fixture(scope="module", params=PICTURES)
def picture(request, tmp_path_factory):
    """A picture that was drawn in a folder of notebooks, and with a name, which wrote a file."""
    folder = tmp_path_factory.mktemp("project")
    for part in ("figures", "notebooks/solutions"):
        (folder / part).mkdir(parents=True)
    with contextlib.chdir(folder / "notebooks" / "solutions"):
        drawn = PICTURES[request.param](name="some_name")
    assert (folder / "figures" / "some_name.svg").read_bytes() == drawn.svg.encode()
    assert PICTURES[request.param]().svg == drawn.svg  # the same twice
    return drawn


def test_every_picture_is_well_formed_and_says_what_it_shows(picture):
    root = ElementTree.fromstring(picture.svg)
    assert root.get("role") == "img"
    title, desc = (root.find(f"{{http://www.w3.org/2000/svg}}{tag}") for tag in ("title", "desc"))
    assert title.text
    assert desc.text.endswith(".")
    assert picture.text.endswith(desc.text)
    assert repr(picture) == picture.text
    shown = picture._repr_mimebundle_()
    assert (shown["image/svg+xml"], shown["text/plain"]) == (picture.svg, picture.text)
    reader = Images()
    reader.feed(shown["text/html"])
    [(alt, address)] = reader.images
    assert alt == picture.text
    kind, _, content = unquote(address).partition(",")
    assert (kind, content) == ("data:image/svg+xml", picture.svg.replace("\n", " "))


def test_every_picture_has_no_long_numbers(picture):
    body = re.sub(r"scale\([^)]*\)", "", picture.svg.partition("</desc>")[2])
    assert not re.search(r"\d\.\d{3,}|\de-\d|\bnan\b", body)


@pytest.mark.parametrize("kind", [k for k, draws in PICTURES.items() if "standalone" in signature(draws).parameters])
def test_a_page_gives_its_colors(kind):
    own, page = PICTURES[kind]().svg, PICTURES[kind](standalone=False).svg
    assert 'width="100%" height="100%" fill="#FFFFFF"' in own
    assert ('width="100%" height="100%"' in page, "currentColor" in page) == (False, True)


# -- public trees -----------------------------------------------------------------------


def test_public_tree_shows_payoffs_or_what_is_at_stake():
    picture = draw.public_tree(KUHN)
    assert all(payoff in picture.svg for payoff in (">±1<", ">±2<", ">+1<", ">−1<"))
    assert "9 public states, 4 of them decisions" in picture.text


def test_public_tree_ends_where_the_board_is_not_given():
    leduc = cfrlib.games.leduc(raises=1)
    closed, open_ = draw.public_tree(leduc), draw.public_tree(leduc, public=("Ks",))
    assert "9 public states, 4 of them decisions" in closed.text
    assert "36 public states, 16 of them decisions" in open_.text


def test_public_tree_of_limited_depth():
    small, whole = draw.public_tree(KUHN, depth=1), draw.public_tree(KUHN)
    assert "3 public states" in small.text
    assert ["⋯" in picture.svg for picture in (small, whole)] == [True, False]


# -- strategies -------------------------------------------------------------------------


def test_strategy_chart_groups_by_decision_stage():
    svg = draw.strategy_chart(UNIFORM).svg
    headings = re.findall(r">(Player \d, [^<]*)<", svg)
    assert headings == ["Player 1, opening", "Player 2, after p", "Player 2, after b", "Player 1, after pb"]
    assert re.findall(r">([JQK])</text>", svg) == list("JQK" * 4)


def test_strategy_chart_prints_the_numbers():
    _, profile = cfrlib.equilibrium(KUHN)
    assert ">.667<" in draw.strategy_chart(profile).svg
    chart = draw.strategy_chart({"x": {("Q", "pb"): {"p": 0.4, "b": 0.6}}}, stages={"pb": "pass, bet"})
    for words in (">.4<", ">.6<", ">pass, bet<", "Q pb: p 0.4, b 0.6"):
        assert words in chart.svg


def test_strategy_chart_of_a_matrix_game():
    svg = draw.strategy_chart(cfrlib.Profile.uniform(MATCHING_PENNIES)).svg
    assert svg.count("Player 1") == 3
    assert "opening" not in svg


def test_each_action_has_its_own_color_and_hatching():
    svg = draw.strategy_chart(UNIFORM).svg
    assert {f"url(#cfr-action-{k}) {ACTIONS[k]}" for k in (0, 1)} <= set(re.findall(r'fill="(url[^"]*)"', svg))


# -- simplex and plane --------------------------------------------------------------------


def test_a_start_can_be_seen():
    middle = [1 / 3] * 3
    there, back = [middle, [0.5, 0.5, 0]], [middle, [0.5, 0.5, 0], middle]
    svg = draw.simplex({"there": there}, equilibrium=middle).svg
    assert svg.index('stroke-width="5"') < svg.index('r="4.5"')  # above the cross
    assert ">start<" in svg
    assert 'r="9"' not in svg
    assert 'r="9"' in draw.simplex({"there and back": back}).svg
    alone = draw.simplex({"σ": [middle]}).svg
    assert ">start<" not in alone
    assert "<circle" not in alone


def test_long_paths_are_thinned_and_keep_their_ends():
    t = np.linspace(0, 60, 50_000)
    rows = np.stack([0.5 + 0.4 * np.cos(t) * np.exp(-t / 20), 0.5 + 0.4 * np.sin(t) * np.exp(-t / 20)], axis=1)
    picture = draw.plane({"spiral": rows})
    assert len(picture.svg) < 60_000
    assert f"Player 1 {rows[-1][0]:.3f}".replace("0.", ".") in picture.text


WRONG = {
    "public tree": [
        (lambda: draw.public_tree(MATCHING_PENNIES), "game="),
        (lambda: draw.public_tree(KUHN, profile={}), "profile: it has no probability of 'p' at"),
        (lambda: draw.public_tree(cfrlib.games.leduc(), public=("Xx",)), "public="),
        (lambda: draw.public_tree(cfrlib.games.bluff(faces=6)), "depth="),
    ],
    "strategies": [
        (lambda: draw.strategy_chart(None), "profiles=None"),
        (lambda: draw.strategy_chart(UNIFORM, []), "keys: 0 information sets"),
        (lambda: draw.strategy_chart(UNIFORM, [("X", "")]), "has no strategy at information set ('X', '')"),
        (lambda: draw.strategy_chart({"one": UNIFORM, "two": {}}), "profile 'two' has no strategy"),
        (lambda: draw.strategy_chart({("Q", ""): {"p": 0.4, "b": 0.4}}), "must be >= 0 and sum to 1"),
        (lambda: draw.strategy_chart(cfrlib.Profile.uniform(cfrlib.games.leduc())), "936 information sets"),
    ],
    "paths": [
        (lambda: draw.simplex([[1, 1, 0]]), "must sum to 1"),
        (lambda: draw.simplex([[0.5, 0.5]]), "it takes (T, 3)"),
        (lambda: draw.simplex([[2, -1, 0]]), "no probabilities"),
        (lambda: draw.simplex({"x": [[float("nan"), 0, 1]]}), "trajectories x"),
        (lambda: draw.simplex({}), "0 paths"),
        (lambda: draw.simplex(SPIRAL, labels="ab"), "labels='ab'"),
        (lambda: draw.simplex(SPIRAL, equilibrium=[1, 0]), "equilibrium"),
        (lambda: draw.plane(SPIRAL), "it takes (T, 2)"),
    ],
}


@pytest.mark.parametrize("make, words", [case for cases in WRONG.values() for case in cases])
def test_errors_name_the_argument(make, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        make()


# -- curves -----------------------------------------------------------------------------


def test_several_runs_become_a_median():
    runs = [([1, 10], [1.0, y]) for y in (0.1, 0.2, 0.6)]
    assert "ends at 0.2 after 10" in draw.convergence({"sampled": runs}).text


def test_logarithmic_axes_leave_out_zero():
    assert "ends at 0.1 after 2" in draw.convergence({"a": ([1, 2, 3], [1, 0.1, 0])}).text
    assert "ends at 0 after 3" in draw.lines({"a": ([1, 2, 3], [1, 0.1, 0])}).text


def test_a_curve_that_is_alone_has_a_marker_at_each_point():
    def markers(*curves, points=17):  # with that in the legend
        svg = draw.lines({label: (np.arange(points), np.arange(points)) for label in curves}).svg
        return Counter(re.findall(r'<use [^>]*href="(#[^"]+)"[^>]*fill: ', svg)).most_common(1)[0][1]

    assert markers("a") == 17 + 1
    assert markers("a", "b") == 9 + 1
    assert markers("a", points=80) == 8 + 1


def test_negative_values_are_drawn_on_a_logarithmic_horizontal_axis():
    curves = {"a": ([1, 10, 100, 1000], [0.1, -0.3, 0.05, -0.06])}
    assert "ends at −0.06 after 1000" in draw.lines(curves, log_x=True).text
    assert draw.lines(curves, log_x=True).svg != draw.lines(curves).svg


def test_two_plots_on_one_page_share_no_id():
    one, other = (draw.lines({label: CURVE}).svg for label in ("a", "b"))
    assert not set(re.findall(r'id="([^"]+)"', one)) & set(re.findall(r'id="([^"]+)"', other))
    defined = set(re.findall(r'id="([^"]+)"', one))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', one)) <= defined


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"curves": {}}, "curves={}"),
        ({"curves": {"a": 3}}, "curves: 'a' is no pair"),
        ({"curves": {"a": ([1, 2], [1])}}, "one length"),
        ({"curves": {"a": []}}, "and a point"),
        ({"curves": {"a": ([1], [0])}}, "above 0"),
        ({"curves": {"a": CURVE}, "bands": {"b": CURVE}}, "bands: there is no curve 'b'"),
        ({"curves": {"a": CURVE}, "bands": {"a": ([1], [2])}}, "bands: 'a' needs"),
        ({"curves": {"a": CURVE}, "xlim": (2, 1)}, "xlim=(2, 1): it takes (low, high), above 0"),
        ({"curves": {"a": CURVE}, "xlim": (0, 1)}, "xlim=(0, 1): it takes (low, high), above 0"),
        ({"curves": {"a": CURVE}, "ylim": 3}, "ylim=3: it takes (low, high)"),
        ({"curves": {"a": CURVE}, "ylim": (0, 1), "log": True}, "as the axis is logarithmic"),
    ],
)
def test_curve_errors(arguments, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        draw.convergence(**arguments)


def test_axes_end_where_they_are_told():
    """Two curves on the same axes: the one that is the other's beginning is drawn over it."""
    limits = {"xlim": (0.5, 2000), "ylim": (0.01, 3)}
    whole, part = (
        draw.convergence({"a": [np.array(CURVE)[:, :points]]}, **limits, name=None).svg for points in (4, 2)
    )
    assert _points(whole)[: len(_points(part))] == _points(part)
    assert _points(draw.convergence({"a": np.array(CURVE)[:, :2]}).svg) != _points(part)
    draw.convergence({"a": CURVE}, log="x", ylim=(-1, 1))  # only the horizontal axis is logarithmic


def _points(svg):
    """Return the points of the curve, the longest path in its color."""
    paths = re.findall(r'<path d="([^"]+)" clip-path[^>]*stroke: #222222', svg, re.I)
    return re.findall(r"[ML] ([\d. ]+)", max(paths, key=len))


@pytest.mark.parametrize(
    "y, labels",
    [
        ([1400, 420], {"400", "600", "800", "1,000"}),  # one power of ten
        ([30, 3], {"5", "10", "20"}),  # one, and more than a decade
        ([1250, 1220], {"1,220", "1,225", "1,230", "1,235", "1,240", "1,245", "1,250"}),  # hardly a span
        ([1000, 1], set()),  # powers of ten are enough
    ],
)
def test_between_powers_of_ten_some_numbers_are_labeled_where_few_are_to_be_seen(y, labels):
    svg = draw.convergence({"a": ([1, 1000], y)}).svg
    assert set(re.findall(r"<!-- ([\d,.]+) -->", svg)) == labels
