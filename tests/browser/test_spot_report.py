"""The page of `cfrlib spot` on a phone, a tablet and a laptop, light and dark."""

import pytest

from cfrlib import cli

pytestmark = pytest.mark.browser
TEXTS = """() => [...document.querySelectorAll('td, p, svg text')].map(text => {
  const svg = text.ownerSVGElement, scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1
  return scale * parseFloat(getComputedStyle(text).fontSize) })"""


def test_the_report_fits_and_is_readable(context, tmp_path):
    path = tmp_path / "spot.html"
    cli.main(["spot", "Td9d6hQc2s", "QQ+,AKs", "JJ,TT,AQs", "--out", str(path), "--until", "2"])
    tab = context.new_page()
    for width in (390, 820, 1280):
        tab.set_viewport_size({"width": width, "height": 844})
        tab.goto(path.as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert min(tab.evaluate(TEXTS)) >= 11
    paper = "getComputedStyle(document.querySelector('figure svg')).filter"
    assert tab.evaluate(paper) == "none"
    tab.emulate_media(color_scheme="dark")
    assert tab.evaluate(paper).startswith("invert")
    tab.close()
