"""Pictures that follow one another are one SVG: it ends with the last, and moves only where motion is welcome."""

import re
from xml.etree import ElementTree

import pytest

from cfrlib.draw.parts.moving import moving
from cfrlib.draw.parts.svg import document, element, text


def frame(width, words):
    body = element("path", d="M0,0H9", stroke_width=float(width)), text(5, 5, words), text(5, 15, "still")
    return document(20, 20, *body, title="A line", desc="It grows.", kind="cfr-line")


@pytest.fixture
def svg():
    return moving([frame(1, "one"), frame(2, "two"), frame(4, "two")], beat=1, rest=2)


def test_what_does_not_move_shows_the_last_one(svg):
    plain = re.sub(r"<style>.*?</style>", "", svg, flags=re.S)
    plain = re.sub(r'<text[^>]* opacity="0" aria-hidden="true"[^>]*>one</text>', "", plain)
    plain = re.sub(r' class="cfr-m[\d-]+"', "", plain)
    assert plain == re.sub(r">\s+<", "><", frame(4, "two"))
    ElementTree.fromstring(svg)


def test_each_change_has_its_time_and_only_where_motion_is_welcome(svg):
    frames, _, looks = svg.partition("@media (prefers-reduced-motion:no-preference){")
    assert "animation:" not in frames
    assert looks.count("animation:") == frames.count("@keyframes") == 3
    width = "0.00%{stroke-width:1px}20.00%{stroke-width:2px}40.00%{stroke-width:4px}100.00%{stroke-width:4px}"
    assert width in frames
    one, two = re.findall(r"@keyframes cfr-m\d+-\d+{(.*?})}", frames)
    assert one == "0.00%{opacity:1}20.00%{opacity:0}"
    assert two == "0.00%{opacity:0}20.00%{opacity:1}"
    assert looks.count("5s step-end 3") == 2


def test_pictures_of_other_parts_are_refused():
    with pytest.raises(ValueError, match="zip"):
        moving([frame(1, "one"), frame(1, "one").replace("</svg>", "<path/></svg>")], beat=1, rest=2)
