"""Pictures and files, numbers and colors, and that nothing heavy is loaded before it is needed."""

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cfrlib
from cfrlib import draw
from cfrlib.draw.parts import colors as colors
from cfrlib.draw.parts.svg import element, probability, readable, text

PICTURE = draw.Picture("<svg/>", "Nothing.", "nothing")


PROGRAM = """
import hashlib, sys
from cfrlib import draw
print(sorted({'pygraphviz', 'matplotlib', 'IPython', 'pandas', 'scipy'} & set(sys.modules)))
import cfrlib
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
def test_another_process_loads_nothing_heavy_at_once_and_draws_the_same_bytes(capsys):
    environment = {"PYTHONHASHSEED": "42", "PYTHONPATH": ":".join(filter(None, sys.path))}
    other = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    exec(PROGRAM, {})
    loaded, digest = other.stdout.splitlines()
    assert (loaded, other.stderr) == ("[]", "")
    assert digest == capsys.readouterr().out.splitlines()[1]


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
    for name in ("race.eps", "race.PNG", "race.svgz"):
        with pytest.raises(ValueError, match=r"folder=.*race.*: it takes a folder, or .* ends in \.svg or \.pdf"):
            PICTURE.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_a_pdf_has_the_size_of_the_picture_and_its_texts_in_a_font_of_its_own(tmp_path):
    picture, drawn = draw.tree(cfrlib.games.kuhn()), draw.convergence({"CFR": ([1, 10], [1, 0.1])})
    for name, one in (("tree.pdf", picture), ("curve.PDF", drawn)):
        one.save(tmp_path / name)
        written = (tmp_path / name).read_bytes()
        size = [float(n) for n in re.search(rb"/MediaBox ?\[([\d. ]+)\]", written)[1].split()]
        box = [float(n) for n in re.search(r'viewBox="([\d. ]+)"', one.svg)[1].split()]
        assert written.startswith(b"%PDF-")
        assert size[2] / size[3] == pytest.approx(box[2] / box[3], rel=1e-3)
    assert b"DejaVuSans" in (tmp_path / "tree.pdf").read_bytes()


def test_without_what_writes_pdfs_it_says_what_brings_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "svg2pdf_py", None)
    with pytest.raises(ModuleNotFoundError, match="svg2pdf_py is not installed: pip install "):
        PICTURE.save(tmp_path / "race.pdf")
    assert not (tmp_path / "race.pdf").exists()


def test_outside_the_project_figures_are_made_here_and_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    draw.show(draw.Picture("<svg/>", "Nothing."), "shown")
    assert shown == [draw.Picture("<svg/>", "Nothing.", "shown")]
    assert (tmp_path / "figures" / "shown.svg").read_text() == "<svg/>"


def test_a_picture_to_save_needs_a_name():
    with pytest.raises(ValueError, match="name=None"):
        draw.Picture("<svg/>", "Nothing.").save()


# -- numbers ----------------------------------------------------------------------------


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


def test_neighbors_differ_in_more_than_color():
    for styles in (colors.INFOSETS, colors.OTHERS):
        assert len({color for color, *_ in styles}) == len({dash for _, dash, *_ in styles}) == len(styles)
    assert colors.FILL[0] != colors.FILL[1]


# -- curves ------------------------------------------------------------------------------


def test_an_algorithm_looks_the_same_in_all_pictures():
    alone, last = colors.looks(["PCS"]), colors.looks(["CS", "SPCS", "exact", "PCS"])
    assert alone["PCS"] == last["PCS"] == colors.looks(["public chance sampling"])["public chance sampling"]


def test_variants_of_an_algorithm_share_its_color_and_differ_in_dash_and_marker():
    found = colors.looks(["CFR, alternating", "CFR, simultaneous", "CFR+", "exact"])
    one, other = found["CFR, alternating"], found["CFR, simultaneous"]
    assert one.color == other.color
    assert one.dash != other.dash
    assert one.marker != other.marker
    assert len({look.color for look in found.values()}) == 3


NAMES = [name for names in colors.ALGORITHMS for name in names]


@given(st.lists(st.sampled_from([*NAMES, *"abcde"]), unique=True, max_size=8))
def test_no_two_curves_of_a_picture_look_alike(labels):
    assert len(set(colors.looks(labels).values())) == len(labels)


def test_curves_leave_the_colors_of_the_players_alone():
    every = [*colors.ALGORITHMS.values(), *colors.OTHERS]
    assert not {look.color for look in every} & set(colors.PLAYERS)
    assert len(set(colors.ALGORITHMS.values())) == len(colors.ALGORITHMS)
    for look in every:
        assert colors.contrast(look.color, "#FFFFFF") > 2
