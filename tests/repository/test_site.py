"""The site's sources are laid out right, and a dead link in it would be noticed. `make site` makes it."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import cards
import code_lines
import faces
import front
import links
import nbformat
import outputs
import pages
import pytest
import texts
from docutils import nodes
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import cfrlib
from build import FOLDED, student_edition
from cfrlib import draw

SVG = '<svg role="img"><rect width="100%" height="100%" fill="#FFFFFF"/>\n<g role="button" fill="#222222"/></svg>'


def tagged(make, source, *tags, **more):
    return make(source, metadata={"tags": list(tags)}, **more)


def shown(tmp_path, *cells, **how):
    """Return [(kind, source)] of the page of a solved lesson that has these cells."""
    path = tmp_path / "lesson.ipynb"
    nbformat.write(new_notebook(cells=list(cells)), path)
    return pages.page(path, solved=True, **how).cells


def test_what_a_student_is_to_find_is_folded(tmp_path):
    exercise = "def f():\n    ### BEGIN SOLUTION\n    return 42\n    ### END SOLUTION"
    cells = shown(
        tmp_path, new_markdown_cell("What is it?"), tagged(new_code_cell, 'widgets.predict("x")', "predict"),
        tagged(new_code_cell, "print(1)", "answer"), tagged(new_code_cell, "assert True", "check"),
        tagged(new_markdown_cell, "It is 1.", "answer"), tagged(new_code_cell, exercise, "exercise"),
        tagged(new_markdown_cell, "Or so.", "solution"),
    )  # fmt: skip
    assert [cell.source for cell in cells] == [
        "What is it?", 'widgets.predict("x")',
        "<details><summary>Answer</summary>", "print(1)", "It is 1.", "</details>",
        "def f():\n    ...", "<details><summary>A solution</summary>", "def f():\n    return 42", "</details>",
        "<details><summary>A comment</summary>", "Or so.", "</details>",
    ]  # fmt: skip
    assert "remove-input" in cells[1].metadata["tags"]


def test_without_solutions_exercises_are_asked_and_predictions_still_answered(tmp_path):
    exercise = "def f():\n    ### BEGIN SOLUTION\n    return 42\n    ### END SOLUTION"
    said = new_output("execute_result", {"text/plain": "42 is right"})
    cells = shown(
        tmp_path, tagged(new_markdown_cell, "It is 1.", "answer"), tagged(new_code_cell, exercise, "exercise"),
        new_code_cell("exercises.check_f(f)", outputs=[said]), tagged(new_code_cell, "f()", "solution"),
        new_markdown_cell("Next."), solutions=False,
    )  # fmt: skip
    assert [cell.source for cell in cells] == [
        "<details><summary>Answer</summary>", "It is 1.", "</details>",
        "def f():\n    ...", "exercises.check_f(f)", "Next.",
    ]  # fmt: skip


def test_the_installation_is_folded_and_poker_comes_first():
    path, solved = texts.notebooks()[Path("notebooks/00_start_here.ipynb")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "moving", lambda *_: "")
        sources = [cell.source for cell in pages.page(path, solved).cells]
    opens, closes = sources.index(f"<details><summary>{pages.FOLDS['setup']}</summary>"), sources.index("</details>")
    assert (opens, "Shift + Enter" in sources[2]) == (1, True)
    setup = [k for k, source in enumerate(sources) if "check_installation()" in source or "compile_ahead(" in source]
    assert setup == [3, 5]
    assert closes == 6
    assert sources[7].startswith("## A game with three cards")


@pytest.mark.parametrize("place", texts.notebooks(), ids=str)
def test_a_page_shows_what_its_student_sees_and_no_answer_unfolded(place, monkeypatch):
    monkeypatch.setattr(pages, "moving", lambda *_: "")  # recording takes seconds
    path, solved = texts.notebooks()[place]
    cells, depth, open_texts = pages.page(path, solved).cells, 0, []
    for cell in cells:
        depth += cell.source.startswith("<details><summary>") - (cell.source == "</details>")
        assert depth in (0, 1)
        open_texts += [cell.source] * (depth == 0 and cell.cell_type == "markdown" and cell.source != "</details>")
    assert depth == 0
    source = nbformat.read(path, as_version=4)
    seen = student_edition(source) if solved else source
    hidden = f"<details>\n<summary>{FOLDED}"
    hidden = hidden, "If you see a green bar"
    unfolded = [c.source for c in seen.cells if c.cell_type == "markdown" and not c.source.startswith(hidden)]
    unfolded[0] = unfolded[0].partition("\n\n## Does it work here?")[0]  # that, too, is for JupyterLab
    assert [text.replace("(../papers.md)", "(papers)") for text in open_texts] == unfolded
    html = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", [])]
    ids = re.findall(r'\bid="([^"]*)"', "".join(html))
    assert len(ids) == len(set(ids))


def test_what_works_without_a_kernel_is_counted():
    def cell(source, kind):
        return new_code_cell(source, outputs=[new_output("display_data", {"text/html": f'<p class="{kind}">'})])

    cells = [
        new_markdown_cell("# 99 · Last\n\nText."), cell('widgets.predict("a/b")', "cfr-live"),
        cell("cfrlib.play(game, learned)", "cfr-only"), cell("widgets.predict('c/d')", "cfr-live"),
        new_code_cell("exercises.check_x(x)"), cell("draw.tree(game)", "cfr-figure"),
    ]  # fmt: skip
    assert outputs.works_alone(Path("notebooks/99_last.ipynb"), new_notebook(cells=cells)) == (
        "| [99 · Last](../notebooks/99_last.ipynb) | `predict` 2 | `play` 1 | 1 |"
    )
    assert "\n<alone>\n" in (pages.DOCS / "laptops.md").read_text(encoding="utf-8")


def test_the_exam_keeps_its_questions_and_loses_its_answers():
    whole = (pages.DOCS / "teaching.md").read_text(encoding="utf-8")
    asked = pages.unanswered(whole)
    before, exam = asked.split(pages.EXAM)
    assert whole.startswith(before)
    assert exam.count("\n1") + exam.count("?") > 15
    assert not re.search(r"\bmarks?\b", exam)
    assert pages.unanswered("## Exam questions\n1. Why [a](b.md)?\n   [Because. 2\n marks.]\n2. How? [So.]") == (
        "## Exam questions\n1. Why [a](b.md)?\n2. How?"
    )


def test_pictures_are_parts_of_the_page_and_links_take_its_anchors(tmp_path):
    image = f'<img role="img" alt="A group" src="data:image/svg+xml,{quote(SVG)}">'
    html = f'{image}<a href="meyer_2021.ipynb#4.-CFR-variants"><th></th>'
    output = new_output("display_data", {"text/html": html, "image/svg+xml": SVG, "text/plain": "A group"})
    (cell,) = shown(tmp_path, new_code_cell("draw.tree(game)", outputs=[output]))
    assert cell.outputs[0].data == {
        "text/html": f'<div class="cfr-figure">{SVG.replace("img", "group").replace("button", "group")}</div>'
        '<a href="meyer_2021.html#cfr-variants"><td></td>',
        "text/plain": "A group",
    }


@pytest.mark.parametrize("drawn, least", [
    (draw.strategy_chart(cfrlib.Profile.uniform(cfrlib.games.kuhn())), (220, 240)),  # its texts have 14 pixels
    (draw.lines({"a": ([1, 2], [1, 2])}), (530, 570)),
], ids=["ours", "Matplotlib's"])  # fmt: skip
def test_the_same_picture_twice_on_a_page_has_no_id_twice_and_texts_are_legible(drawn, least):
    page = outputs.PICTURE.sub(outputs.inline, 2 * drawn.html)
    assert 'id="' not in page
    widths = [int(width) for width in re.findall(r' style="min-width:(\d+)px', page)]
    assert len(widths) == 2
    assert all(least[0] < width < least[1] for width in widths)


def test_the_doors_have_a_picture_and_a_number_each_and_a_statement_is_a_square():
    doors, statements = front.doors(), pages.ledger()
    found = re.findall(r'<a class="cfr-card" href="([^"]+).html">(.+?)</a>', doors)
    assert [place for place, _ in found] == ["notebooks/00_start_here", "docs/teaching", "papers", "docs/package"]
    assert all(re.search(r"<b>[\d,]+ \w+ <small>", card) for _, card in found)
    assert re.findall(r"_static/cards/(\w+)\.svg", doors) == list(front.PICTURES)
    assert doors.count("<rect ") == len(statements)
    for verdict, fill in cards.FILLS.items():
        assert doors.count(f'fill="{fill}"') == (statements.verdict == verdict).sum() > 0


def test_code_is_folded_where_its_picture_is_what_counts(tmp_path):
    shows = [new_output("display_data", {"text/html": "<svg/>"})]
    cells = shown(
        tmp_path, new_code_cell("import cfrlib"), new_code_cell("draw.tree(game)", outputs=shows),
        new_code_cell("def f():\n    pass\ndraw.tree(f)", outputs=shows),
        new_code_cell("print(1)", outputs=[new_output("stream", text="1")]),
    )  # fmt: skip
    assert [cell.metadata["tags"] for cell in cells] == [["code"], ["code"], [], []]


CODE = """def f(x):
    return x  # what it is given, <b>&amp;</b>

    # alone"""


def code_block(lines, kind="ipython3"):
    return f'<div class="highlight-{kind} notranslate"><div class="highlight"><pre><span></span>{lines}</pre>'


def test_a_long_line_of_code_goes_on_with_its_indent_and_a_comment_below_itself():
    html = highlight(CODE, PythonLexer(), HtmlFormatter(nowrap=True))
    wrapped = code_lines.wrapping(code_block(html))
    assert re.sub("<[^>]*>", "", wrapped) == re.sub("<[^>]*>", "", html)  # what is copied stays
    assert re.findall('"cfr-line" style="(.*?)"', wrapped) == [
        "--indent:4ch", "--indent:8ch;--comment:16ch", "--indent:4ch", "--indent:8ch",
    ]  # fmt: skip
    far = highlight(" " * code_lines.FARTHEST + "x  # y", PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    assert "--comment" not in code_lines.wrapping(code_block(far))
    assert "cfr-line" not in code_lines.wrapping(code_block("a  b", "myst-ansi"))


def test_a_lesson_with_nothing_but_questions_is_refused():
    moves = [("predict", 12, 9), ("stepper", 40, 30)]
    moves = {Path("notebooks/01_a.ipynb"): moves, Path("notebooks/papers/b.ipynb"): []}
    assert list(pages.told(moves)) == ["01_a: stepper 40 (30 kB)"]
    with pytest.raises(ValueError, match="02_c.ipynb: nothing but questions"):
        list(pages.told({Path("notebooks/02_c.ipynb"): [("predict", 12, 9), ("self_test", 40, 30)]}))


def test_the_size_of_a_recording_is_that_of_its_states():
    markup = outputs.live(cfrlib.widgets.predict("start_here/queen"))  # three choices, each chosen or locked, or none
    assert outputs.size(markup) == (7, round(len(markup) / 1000))


def test_the_map_has_each_lesson_once_and_leads_from_what_is_needed():
    places = cards.places()
    assert len(set(places.values())) == len(places) == len(pages.build.lessons())
    needs = {one.number: one.needed for one in pages.build.lessons()}
    for one, low in cards.edges():
        assert low in needs[one]
        assert places[low] < places[one]  # to the right of it, or below
    assert cards.lesson_map().count("<a href=") == len(places)
    assert f"```text\n{cards.text_map()}\n```" in (pages.DOCS / "teaching.md").read_text(encoding="utf-8")


def test_the_site_and_its_widgets_style_nothing_by_the_same_name():
    """A card of a lesson was once as low as a playing card."""
    look = (pages.DOCS / "_static" / "site.css").read_text(encoding="utf-8")
    own, widgets = (set(re.findall(r"^\.(cfr-[\w-]+)(?=[ {:])", text, re.M)) for text in (look, pages.style()))
    assert {"cfr-card", "cfr-map"} <= own
    assert own & widgets <= {"cfr-live"}


def test_cards_have_a_picture_each_and_a_square_for_each_statement():
    lessons, table = cards.lesson_cards(), pages.ledger()
    assert lessons.count('<a class="cfr-card"') == lessons.count("<img") == len(pages.build.lessons())
    said = "Learn a game from regret alone, and say why the average counts."
    assert f"<span>{said}</span><span>80 minutes. Needs lesson 00, and a little Python.</span>" in lessons
    assert cards.paper_cards(table).count("<rect") == 2 * len(table)  # of its source, and of all
    with pytest.raises(ValueError, match="gone: a lesson takes the name of a file in figures/"):
        cards.thumbnail("gone")


@pytest.mark.parametrize("name", ["two_deals", "fold_or_call", "spot_after"])
def test_a_thumbnail_has_no_letters_and_keeps_all_that_is_drawn(name):
    whole, small = (cards.FIGURES / f"{name}.svg").read_text(encoding="utf-8"), cards.wordless(name)
    assert len(re.findall(r"<text|scale\([\d.]+ -", whole)) > 6
    assert not re.search(r'<text|scale\([\d.]+ -|"legend"', small)
    drawn = re.sub(r'<g class="legend".*|scale\([\d.]+ -.*?</g>', "", whole, flags=re.S)
    shapes = r"<(?:rect|circle|polyline|line)\b"
    assert len(re.findall(shapes, small)) == len(re.findall(shapes, drawn))
    assert small.count("<path") > 2


def paragraphs(*texts):
    table = nodes.table("", nodes.paragraph(text="What stands in a table."))
    return nodes.section("", table, *(nodes.paragraph(text=text) for text in texts))


@pytest.mark.parametrize("text, said", [
    ("A short text, which is all.", "A short text, which is all."),
    ("One sentence. " + "x" * 200, "One sentence."),
    ("word " * 60, "word " * 39 + "word ..."),
])  # fmt: skip
def test_a_page_is_described_by_its_first_text(text, said):
    assert faces.description(paragraphs(text, "More, which is not needed.")) == said


def test_only_a_site_with_an_address_names_it():
    told = faces.meta("notebooks/01_a", {"title": "A &amp; <b>B</b>"}, None, "")
    assert told == f'<meta name="description" content="A &amp; B. {faces.ABOUT}">\n'
    told = faces.meta("notebooks/01_a", {"title": "A"}, None, "https://example.org/")
    assert 'property="og:url" content="https://example.org/notebooks/01_a.html"' in told
    assert 'property="og:image" content="https://example.org/_static/faces/notebooks-01_a.png"' in told


def test_the_list_of_pages_and_a_picture_of_each_lesson(tmp_path):
    for name in ("index.html", "404.html", "search.html", "_static/part.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    faces.write(tmp_path, {"index": nodes.title(text="All"), "api/x": nodes.title(text="x")}, "https://example.org/")
    assert re.findall("<loc>(.*)</loc>", (tmp_path / "sitemap.xml").read_text()) == ["https://example.org/index.html"]
    assert [path.name for path in (tmp_path / "_static" / "faces").iterdir()] == ["index.png"]


@pytest.mark.parametrize("address", ["", "https://example.org/cfr/"])
def test_pages_name_the_address_that_is_configured_and_no_other(tmp_path, address):
    pytest.importorskip("myst_nb", reason="`make site` installs it")
    (tmp_path / "pages" / "_static").mkdir(parents=True)
    for name in ("widgets.css", "widgets.js"):
        (tmp_path / "pages" / "_static" / name).touch()
    front_page = "# A front page\n\nWhat it is about.\n\n```{toctree}\nlessons\n```"
    (tmp_path / "pages" / "index.md").write_text(front_page)
    (tmp_path / "pages" / "lessons.md").write_text("# Lessons")
    run = [sys.executable, "-m", "sphinx", "-qW", "-c", str(pages.DOCS), "pages", "site"]
    subprocess.run(run, cwd=tmp_path, env={**os.environ, "CFRLIB_SITE": address.rstrip("/")}, check=True)
    site = tmp_path / "site"
    front = (site / "index.html").read_text(encoding="utf-8")
    assert '<meta name="description" content="What it is about.">' in front
    assert f'<link rel="canonical" href="{address}index.html"' in front if address else "canonical" not in front
    assert ("og:" in front, "https://" in front) == (bool(address),) * 2
    there = [(site / name).exists() for name in ("404.html", "sitemap.xml", "_static/faces/index.png")]
    assert there == [bool(address)] * 3
    if address:  # it is served at any depth
        head, _, rest = (site / "404.html").read_text(encoding="utf-8").partition(f'<base href="{address}">')
        assert rest
        assert "href=" not in head
    assert list(links.problems(site)) == []


def test_the_ledger_and_the_gallery_have_all(tmp_path):
    assert len(list((pages.ROOT / "figures").glob("*.svg"))) == texts.gallery().count("```{figure}")
    rows = pages.ledger().iloc[:2]
    assert texts.statements("A source", rows).count("\n| [") == 2


@pytest.mark.parametrize("html, wrong", [
    ('<a href="here.html#there">', []), ('<h2 id="there">', []), ('<a href="https://example.org">', []),
    ('<img src="data:image/png;base64,">', []), ('<a href="gone.html">', ["gone.html is not there"]),
    ('<a href="here.html#gone">', ["here.html#gone has no such anchor"]),
    ('<a href="#gone">', ["#gone has no such anchor"]),
    ('<base href="https://example.org/">', []),
    ('<script src="https://example.org/x.js">', ["loads https://example.org/x.js"]),
    ('<link rel="stylesheet" href="//example.org/x.css">', ["loads //example.org/x.css"]),
    ("x" * 2_000_001, ["2,000,001 bytes"]),
])  # fmt: skip
def test_a_dead_link_is_noticed(tmp_path, html, wrong):
    (tmp_path / "here.html").write_text('<h1 id="there">')
    (tmp_path / "page.html").write_text(html)
    assert list(links.problems(tmp_path)) == [f"page.html: {what}" for what in wrong]
