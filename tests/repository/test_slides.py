"""`cfrlib slides`: a deck is one page that loads nothing, without scripts for formulas, and answers are unfolded."""

import os
import re
import subprocess
import sys
from pathlib import Path

import links
import pytest

import build
from cfrlib import cli
from cfrlib.cli import slides

ROOT = Path(__file__).resolve().parents[2]
LICENSE = (slides.DECK / "reveal" / "LICENSE").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks")
    return {path.stem: path for path in slides.write(["00", "03", "papers/ni"], folder)}


def test_those_that_are_named_are_written(decks):
    assert list(decks) == ["00_start_here", "03_how_good_is_a_strategy", "ni_lamb"]
    notebooks = slides.chosen([], ROOT / "notebooks")
    assert [path.stem for path in notebooks] == [name for name in build.names() if not name.startswith("papers/")]
    with pytest.raises(SystemExit, match="NAME 99: no notebook in .* begins so"):
        cli.main(["slides", "99"])


def test_a_deck_loads_nothing_and_its_license_is_in_it(decks):
    for path in decks.values():
        page, text = links.Page(path), path.read_text(encoding="utf-8")
        assert [link for link, loads in page.links if loads and not link.startswith("data:")] == []
        own = re.sub("<script.*?</script>", "", text, flags=re.S)
        assert not re.search(r"""@import|url\((?!["']?(data:|#|%23))|\b(src|srcset)=["'](?!data:)""", own)
        assert text.count("<script") == text.count("</script>") == 1
        assert "MIT licensed" in text
    assert "Permission is hereby granted, free of charge" in LICENSE
    assert "6.0.2" in (slides.DECK / "reveal" / "README.md").read_text(encoding="utf-8")


def test_formulas_are_mathml(decks):
    text = decks["03_how_good_is_a_strategy"].read_text(encoding="utf-8")
    source = (ROOT / "notebooks/03_how_good_is_a_strategy.ipynb").read_text(encoding="utf-8")
    assert text.count('<math display="block">') + text.count("<math>") > 15
    told = r"<script.*?</script>|<style.*?</style>|<pre.*?</pre>|<code.*?</code>|=\"[^\"]*\""
    shown = re.sub(told, "", text, flags=re.S)
    assert "\\\\frac" in source
    assert not re.search(r"\$|\\frac|\\text|\\pi", shown)


def test_a_text_answer_is_unfolded_and_there_is_nothing_to_click(decks):
    text = decks["00_start_here"].read_text(encoding="utf-8")
    assert text.count('<details open="">') == text.count(build.FOLDED) == 3
    assert "<details>" not in text
    assert build.SEAL.data["text/plain"] not in text
    assert "predict(&quot;" not in text
    assert "widgets.predict" not in re.sub("<[^>]*>", "", text)
    assert 'href="01_regret.html"' in text


@pytest.mark.skipif(os.name == "nt", reason="the recipe is written for a Unix shell")
def test_make_slides_is_one_call(tmp_path):
    (tmp_path / "bin").mkdir()
    python = tmp_path / "bin/python"
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # of make test
    command = ["make", "-s", "slides", f"VENV={tmp_path}", "-o", f"{tmp_path}/lab.stamp", "NAMES=00 03"]
    done = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["-m", "cfrlib", "slides", "00", "03", "--folder", "slides"]


def test_paper_takes_a_browser_and_its_failure_is_said(tmp_path, monkeypatch):
    monkeypatch.setattr(slides.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="--pdf takes one of chromium"):
        cli.main(["slides", "00", "--folder", str(tmp_path), "--pdf"])
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(slides.shutil, "which", lambda name: sys.executable)
    with pytest.raises(SystemExit, match=r"has not printed .*00_start_here.html"):
        cli.main(["slides", "00", "--folder", str(tmp_path), "--pdf"])
