"""Public trees, strategy charts, simplexes and curves."""

import contextlib
import re
from functools import partial
from html.parser import HTMLParser
from inspect import signature
from urllib.parse import unquote
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfrlib
from cfrlib import draw
from cfrlib.draw.parts import actions

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
    "betting rounds": partial(draw.betting_rounds, cfrlib.games.holdem(), title="Lanes"),
    "buckets before the flop": partial(draw.preflop_buckets, BUCKETS, title="Five"),
    "convergence": partial(draw.convergence, {"a": CURVE, "b": [CURVE, CURVE]}, target=0.01),
    "panels": partial(draw.convergence, {"A & B": {"a": CURVE}, "C": {"b": CURVE, "a": [CURVE, CURVE]}}, title="T"),
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
    body = re.sub(r"scale\([^)]*\)", "", picture.svg.partition("</desc>")[2])
    assert not re.search(r"\d\.\d{3,}|\de-\d|\bnan\b", body)  # no long numbers
    assert not re.search(r'\bid="(?!cfr-[0-9a-f]{8}-)|url\((?!#cfr-[0-9a-f]{8}-)', body)  # one page has many pictures


@pytest.mark.parametrize("kind", [k for k, draws in PICTURES.items() if "standalone" in signature(draws).parameters])
def test_a_page_gives_its_colors(kind):
    own, page = PICTURES[kind]().svg, PICTURES[kind](standalone=False).svg
    assert 'width="100%" height="100%" fill="#FFFFFF"' in own
    assert ('width="100%" height="100%"' in page, "currentColor" in page) == (False, True)


# -- public trees -----------------------------------------------------------------------


@pytest.mark.parametrize("zeros", [[0, 0, 0], [[0, 0, 0], [0, 0, 1], [0, 0, 0]], [-1, 0, 0]], ids=str)
@pytest.mark.parametrize("others", [{}, {"CFR": ([1, 2, 3], [1, 0.1, 0.01])}], ids=["alone", "beside another"])
def test_a_curve_of_zeros_is_drawn_or_named(zeros, others):
    runs = [([1, 2, 3], y) for y in zeros] if isinstance(zeros[0], list) else ([1, 2, 3], zeros)
    drawn = draw.convergence({"solved": runs, **others}, target=0.5)
    assert "solved ends at 0 after 3" in drawn.text
    assert ("solved: 0" in drawn.svg) == bool(others)


@given(st.tuples(*[st.floats(0, 50)] * 4))
def test_a_hatching_ends_where_its_box_does(place):
    left, top, wide, high = place
    for look in actions.looks("abcdefgh").values():
        fill, *hatch = re.findall(r' d="([^"]*)"', look.filled(place))
        ends = np.array(re.findall(r"([-\d.]+),([-\d.]+)(?=[ML]|$)", "".join(hatch)), dtype=float).reshape(-1, 2)
        assert (ends >= np.array([left, top]) - 0.011).all()
        assert (ends <= np.array([left + wide, top + high]) + 0.011).all()
        assert min(wide, high) < 8 or len(hatch) == bool(look.hatch)


def test_public_tree_shows_payoffs_or_what_is_at_stake():
    picture = draw.public_tree(KUHN)
    assert all(payoff in picture.svg for payoff in (">±1<", ">±2<", ">+1<", ">−1<"))
    assert "⋯" not in picture.svg
    assert "⋯" in draw.public_tree(KUHN, depth=1).svg
    assert "9 public states, 4 of them decisions" in picture.text


def test_public_tree_has_labels_beside_decisions():
    labelled = draw.public_tree(KUHN, labels={(): "start", ("p",): 7})
    assert ">start</text>" in labelled.svg
    assert ">7</text>" in labelled.svg


def test_public_tree_ends_where_the_board_is_not_given():
    leduc = cfrlib.games.leduc(raises=1)
    closed, open_ = draw.public_tree(leduc), draw.public_tree(leduc, public=("Ks",))
    assert "9 public states, 4 of them decisions" in closed.text
    assert "36 public states, 16 of them decisions" in open_.text


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


# -- simplex ------------------------------------------------------------------------------


def test_long_paths_are_thinned_and_keep_their_ends():
    t = np.linspace(0, 60, 50_000)
    x, y = (0.3 + 0.2 * turn(t) * np.exp(-t / 20) for turn in (np.cos, np.sin))
    picture = draw.simplex({"spiral": np.stack([x, y, 1 - x - y], axis=1)})
    assert len(picture.svg) < 60_000
    assert f"Rock {x[-1]:.3f}".replace("0.", ".") in picture.text


@pytest.mark.parametrize("make, words", [
    (lambda: draw.public_tree(MATCHING_PENNIES), "game="),
    (lambda: draw.public_tree(cfrlib.games.bluff(faces=6)), "depth="),
    (lambda: draw.strategy_chart(UNIFORM, []), "keys: 0 information sets"),
    (lambda: draw.strategy_chart(cfrlib.Profile.uniform(cfrlib.games.leduc())), "936 information sets"),
    (lambda: draw.simplex([[0.5, 0.5]]), "it takes (T, 3)"),
    (lambda: draw.simplex({}), "0 paths"),
    (lambda: draw.convergence({}), "curves={}"),
    (lambda: draw.convergence({"a": []}), "and a point"),
    (lambda: draw.convergence({"a": ([1, 2], [1])}), "one length"),
    (lambda: draw.convergence({"a": CURVE}, ylim=(0, 1)), "as the axis is logarithmic"),
])  # fmt: skip
def test_what_cannot_be_drawn_is_said(make, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        make()


# -- curves -----------------------------------------------------------------------------


RUNS = [([1, 10], [1.0, y]) for y in (0.1, 0.2, 0.6)]
TO_ZERO, CHANGING = {"a": ([1, 2, 3], [1, 0.1, 0])}, {"a": ([1, 10, 100, 1000], [0.1, -0.3, 0.05, -0.06])}


@pytest.mark.parametrize("make, ends", [
    (lambda: draw.convergence({"a": RUNS}), "at 0.2 after 10"),  # the median
    (lambda: draw.convergence(TO_ZERO), "at 0.1 after 2"),  # no zero on a logarithmic axis
    (lambda: draw.lines(TO_ZERO), "at 0 after 3"),
    (lambda: draw.lines(CHANGING, log_x=True), "at −0.06 after 1000"),
])  # fmt: skip
def test_where_a_curve_ends(make, ends):
    assert f"a ends {ends}" in make().text


def test_two_plots_on_one_page_share_no_id():
    one, other = (draw.lines({label: CURVE}).svg for label in ("a", "b"))
    assert not set(re.findall(r'id="([^"]+)"', one)) & set(re.findall(r'id="([^"]+)"', other))
    defined = set(re.findall(r'id="([^"]+)"', one))
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', one)) <= defined


def test_panels_have_one_legend_and_a_curve_looks_alike_in_all():
    """Lines of one color and dash: a panel of five has each curve once, and so has the legend."""
    one = draw.convergence({"a": CURVE, "b": CURVE})
    panels = draw.convergence({str(k): {"b": CURVE, "a": CURVE} if k else {"a": CURVE} for k in range(5)})
    styles = [dict.fromkeys(re.findall(r"stroke: (#[0-9a-f]{6}); stroke-width: 1.9", p.svg)) for p in (one, panels)]
    assert list(styles[0]) == list(styles[1])
    assert [panels.svg.count(f"stroke: {color}; stroke-width: 1.9") for color in styles[1]] == [5 + 1, 4 + 1]
    assert "0, a ends at 0.03 after 1000; 1, b ends at" in panels.text


def test_axes_end_where_they_are_told():
    """Two curves on the same axes: the one that is the other's beginning is drawn over it."""
    limits = {"xlim": (0.5, 2000), "ylim": (0.01, 3)}

    def points(curve, **more):
        svg = draw.convergence(curve, **more).svg
        paths = re.findall(r'<path d="([^"]+)" clip-path[^>]*stroke: #222222', svg, re.I)
        return re.findall(r"[ML] ([\d. ]+)", max(paths, key=len))

    begins = {"a": np.array(CURVE)[:, :2]}
    part = points(begins, **limits)
    assert points({"a": CURVE}, **limits)[: len(part)] == part != points(begins)


@pytest.mark.parametrize("y, labels", [
    ([1400, 420], {"400", "600", "800", "1,000"}),  # one power of ten
    ([1250, 1220], {"1,220", "1,225", "1,230", "1,235", "1,240", "1,245", "1,250"}),  # hardly a span
    ([1000, 1], set()),  # powers of ten are enough
])  # fmt: skip
def test_between_powers_of_ten_some_numbers_are_labeled_where_few_are_to_be_seen(y, labels):
    svg = draw.convergence({"a": ([1, 1000], y)}).svg
    assert set(re.findall(r"<!-- ([\d,.]+) -->", svg)) == labels
