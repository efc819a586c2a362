"""The site's sources are laid out right, and a dead link in it would be noticed. `make site` makes it."""

import re
from pathlib import Path
from urllib.parse import quote

import front
import links
import nbformat
import pages
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

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
    path, solved = pages.notebooks()[Path("notebooks/00_start_here.ipynb")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "moving", lambda *_: "")
        sources = [cell.source for cell in pages.page(path, solved).cells]
    opens, closes = sources.index(f"<details><summary>{pages.FOLDS['setup']}</summary>"), sources.index("</details>")
    assert (opens, "Shift + Enter" in sources[2]) == (1, True)
    setup = [k for k, source in enumerate(sources) if "check_installation()" in source or "compile_ahead(" in source]
    assert setup == [3, 5]
    assert closes == 6
    assert sources[7].startswith("## A game with three cards")


@pytest.mark.parametrize("place", pages.notebooks(), ids=str)
def test_a_page_shows_what_its_student_sees_and_no_answer_unfolded(place, monkeypatch):
    monkeypatch.setattr(pages, "moving", lambda *_: "")  # recording takes seconds
    path, solved = pages.notebooks()[place]
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
    texts = [c.source for c in seen.cells if c.cell_type == "markdown" and not c.source.startswith(hidden)]
    texts[0] = texts[0].partition("\n\n## Does it work here?")[0]  # that, too, is for JupyterLab
    assert [text.replace("(../papers.md)", "(papers)") for text in open_texts] == texts
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
    assert pages.works_alone(Path("notebooks/99_last.ipynb"), new_notebook(cells=cells)) == (
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
    page = pages.PICTURE.sub(pages.inline, 2 * drawn.html)
    assert 'id="' not in page
    widths = [int(width) for width in re.findall(r' style="min-width:(\d+)px', page)]
    assert len(widths) == 2
    assert all(least[0] < width < least[1] for width in widths)


def test_the_doors_have_a_picture_and_a_number_each_and_a_statement_is_a_square():
    doors, statements = front.doors(), pages.ledger()
    cards = re.findall(r'<a class="cfr-card" href="([^"]+).html">(.+?)</a>', doors)
    assert [place for place, _ in cards] == ["notebooks/00_start_here", "docs/teaching", "papers", "docs/package"]
    assert all(re.search(r"<b>[\d,]+ \w+ <small>", card) for _, card in cards)
    for figure in re.findall(r"\]\((.+?)\)", doors):
        assert (pages.ROOT / figure).exists()
    assert doors.count("<rect ") == len(statements)
    for verdict, fill in front.FILLS.items():
        assert doors.count(f'fill="{fill}"') == (statements.verdict == verdict).sum() > 0


def test_the_ledger_and_the_gallery_have_all(tmp_path):
    assert len(list((pages.ROOT / "figures").glob("*.svg"))) == pages.gallery().count("```{figure}")
    rows = pages.ledger().iloc[:2]
    assert pages.statements("A source", rows).count("\n| [") == 2


@pytest.mark.parametrize("html, wrong", [
    ('<a href="here.html#there">', []), ('<h2 id="there">', []), ('<a href="https://example.org">', []),
    ('<img src="data:image/png;base64,">', []), ('<a href="gone.html">', ["gone.html is not there"]),
    ('<a href="here.html#gone">', ["here.html#gone has no such anchor"]),
    ('<a href="#gone">', ["#gone has no such anchor"]),
    ('<script src="https://example.org/x.js">', ["loads https://example.org/x.js"]),
    ('<link rel="stylesheet" href="//example.org/x.css">', ["loads //example.org/x.css"]),
    ("x" * 2_000_001, ["2,000,001 bytes"]),
])  # fmt: skip
def test_a_dead_link_is_noticed(tmp_path, html, wrong):
    (tmp_path / "here.html").write_text('<h1 id="there">')
    (tmp_path / "page.html").write_text(html)
    assert list(links.problems(tmp_path)) == [f"page.html: {what}" for what in wrong]
