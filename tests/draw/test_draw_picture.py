"""Pictures and files, numbers and colors, and that nothing heavy is loaded before it is needed."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cfrlib import draw
from cfrlib.draw.parts import colors as colors
from cfrlib.draw.parts import curve_looks
from cfrlib.draw.parts.svg import element, num, probability, readable, text

PICTURE = draw.Picture("<svg/>", "Nothing.", "nothing")


def test_importing_draw_loads_neither_graphviz_nor_matplotlib():
    heavy = "{'pygraphviz', 'matplotlib', 'IPython', 'pandas', 'scipy'}"
    program = f"import sys; from cfrlib import draw; print(sorted({heavy} & set(sys.modules)))"
    environment = {"PYTHONPATH": ":".join(filter(None, sys.path))}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_save_writes_only_what_changed(tmp_path):
    PICTURE.save(tmp_path / "figures")
    file = tmp_path / "figures" / "nothing.svg"
    before = file.stat().st_mtime_ns
    PICTURE.save(tmp_path / "figures")
    assert file.stat().st_mtime_ns == before
    draw.Picture("<svg></svg>", "Nothing.", "nothing").save(tmp_path / "figures")
    assert file.read_bytes() == b"<svg></svg>"


def test_a_suffix_is_a_format(tmp_path):
    draw.Picture("<svg/>", "Nothing.").save(tmp_path / "race.svg")
    assert (tmp_path / "race.svg").read_text() == "<svg/>"
    (tmp_path / "of.2026").mkdir()
    PICTURE.save(tmp_path / "of.2026")
    assert (tmp_path / "of.2026" / "nothing.svg").is_file()
    for name in ("race.pdf", "race.PNG", "race.svgz"):
        with pytest.raises(ValueError, match=r"folder=.*race.*: it takes a folder, or a file that ends in \.svg"):
            PICTURE.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_outside_the_project_figures_are_made_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    PICTURE.save()
    assert (tmp_path / "figures" / "nothing.svg").is_file()


def test_show_displays_and_writes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    draw.show(draw.Picture("<svg/>", "Nothing."), "shown")
    assert shown == [draw.Picture("<svg/>", "Nothing.", "shown")]
    assert (tmp_path / "figures" / "shown.svg").read_text() == "<svg/>"


def test_errors_of_pictures():
    with pytest.raises(ValueError, match="name=None"):
        draw.Picture("<svg/>", "Nothing.").save()
    with pytest.raises(ValueError, match="name='../x'"):
        draw.Picture("<svg/>", "Nothing.", "../x")
    with pytest.raises(ValueError, match="picture='x'"):
        draw.show("x", "name")


# -- numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value, words", [(1.0, "1"), (-0.001, "0"), (2.345678, "2.35"), (-1.5, "-1.5"), (100.0, "100"), (1e-20, "0")]
)
def test_coordinates(value, words):
    assert num(value) == words


def test_numbers_to_read():
    assert readable(-1 / 18) == "−0.0555556"
    assert readable(2, sign=True) == "+2"
    assert readable(0, sign=True) == readable(-1e-17) == "0"
    assert readable(1.5e-9, 2) == "1.5e−9"
    assert [probability(p) for p in (0, 1 / 3, 0.5, 1, 1e-9, 0.999)] == ["0", ".33", ".5", "1", "0", "1"]


def test_elements_escape_what_they_are_given():
    assert element("g", class_="a", data_node=3, x=1.0, fill=None) == '<g class="a" data-node="3" x="1"/>'
    assert "&lt;b&gt;&amp;" in text(0, 0, "<b>&")


# -- colors ----------------------------------------------------------------------------


@pytest.mark.parametrize("fill", [*colors.FILL.values(), *colors.ACTIONS])
def test_text_on_every_fill_is_readable(fill):
    assert colors.contrast(fill, colors.text_on(fill)) >= 4.5


def test_contrast_of_black_on_white():
    assert colors.contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_neighbors_differ_in_more_than_color():
    for styles in (colors.INFOSETS, curve_looks.OTHERS):
        assert len({color for color, *_ in styles}) == len({dash for _, dash, *_ in styles}) == len(styles)
    assert colors.FILL[0] != colors.FILL[1]


# -- curves ------------------------------------------------------------------------------


def test_an_algorithm_looks_the_same_in_all_pictures():
    alone, last = curve_looks.looks(["PCS"]), curve_looks.looks(["CS", "SPCS", "exact", "PCS"])
    assert alone["PCS"] == last["PCS"] == curve_looks.looks(["public chance sampling"])["public chance sampling"]


def test_variants_of_an_algorithm_share_its_color_and_differ_in_dash_and_marker():
    found = curve_looks.looks(["CFR, alternating", "CFR, simultaneous", "CFR+", "exact"])
    one, other = found["CFR, alternating"], found["CFR, simultaneous"]
    assert one.color == other.color
    assert one.dash != other.dash
    assert one.marker != other.marker
    assert len({look.color for look in found.values()}) == 3


NAMES = [name for names in curve_looks.ALGORITHMS for name in names]


@given(st.lists(st.sampled_from([*NAMES, *"abcde"]), unique=True, max_size=8))
def test_no_two_curves_of_a_picture_look_alike(labels):
    assert len(set(curve_looks.looks(labels).values())) == len(labels)


def test_curves_leave_the_colors_of_the_players_alone():
    every = [*curve_looks.ALGORITHMS.values(), *curve_looks.OTHERS]
    assert not {look.color for look in every} & set(colors.PLAYERS)
    assert len(set(curve_looks.ALGORITHMS.values())) == len(curve_looks.ALGORITHMS)
    for look in every:
        assert colors.contrast(look.color, "#FFFFFF") > 2
