"""Lay out the sources of the site in a folder, for Sphinx: lessons, papers, ledger, figures, names.

    python docs/pages.py FOLDER                  with a solution below each exercise
    python docs/pages.py FOLDER --no-solutions   for a class: no solutions, no answers to exam questions

A page stands where its file stands in the repository, so links between them need no change. A lesson is the solved
edition, and what a student is to find first is folded: answers, solutions. Pictures become part of the page; those of
Matplotlib stay images, which its dark theme inverts. No notebook runs, but widgets of few states are made again and
recorded: see `outputs.moving`.
"""

import re
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby, repeat
from multiprocessing import get_context
from pathlib import Path

import nbformat
from docutils.nodes import make_id
from fontTools import subset

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path += [str(ROOT / "notebooks"), str(ROOT / "notebooks" / "papers"), str(ROOT / "tests" / "helpers")]

import cards  # noqa: E402
import front  # noqa: E402
from outputs import PICTURE, Made, inline, moving, shown_widget, works_alone  # noqa: E402
from public_names import PUBLIC  # noqa: E402
from texts import anchor, api, gallery, linked, notebooks, statements, toc  # noqa: E402
from what_held_up import counts, ledger  # noqa: E402

import build  # noqa: E402
from cfrlib.widgets.parts.recorder import script, style  # noqa: E402

LINK = re.compile(r'href="([\w/]+)\.ipynb#([^"]*)"')
"""A link into a notebook, in HTML that a cell has printed."""
ROOMS = {"(papers)": "(../papers.md)"}
"""Links to a folder, and the page that stands for it."""
GLYPHS = "U+20-7E,U+A0-FF,U+391-3F6,U+2010-22FF,U+27E8-27F9,U+1D400-1D7FF"
"""What formulas are set in, and of which signs: letters, Greek, arrows and operators, mathematical alphabets."""
SETUP = re.compile(r"^(check_installation|widgets\.compile_ahead)\(", re.M)
"""What begins and ends that part of a lesson which a reader of the page does not need."""
FOLDS = {
    "setup": "In JupyterLab: does it work here?", "answer": "Answer", "exercise": "A solution", "solution": "A comment",
}  # fmt: skip
"""Tags of cells that are folded, and what stands above them."""
SOLVED = {"exercise", "solution"}
"""Those that say how an exercise is solved."""
EXAM, ANSWER = "## Exam questions\n", re.compile(r"\s*\[[^\]]*\](?!\()")
"""The part of the teacher's page that has answers, and one of them: in brackets, and no link."""
BELOW = "\n```{toctree}\n:hidden:\n\nForty laptops <laptops>\nChange a lesson <changing>\n```\n"
"""The pages below the teacher's, which is read elsewhere, too."""
JOBS = 2
"""Processes that record."""


def page(path, solved, solutions=True):
    """Return a notebook as its page shows it; without `solutions` exercises are asked, and not solved."""
    nb = nbformat.read(path, as_version=4)
    text, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    kept = [cell for cell in nb.cells if "check" not in build.tags(cell)]
    nb.cells = []
    kept = _set_up(kept)
    for fold, cells in groupby(kept, key=_fold):
        cells = list(cells)
        if fold == "exercise":
            nb.cells += [code(build.ANSWER.sub(r"\1...", cell.source)) for cell in cells]
        if fold in SOLVED and not solutions:
            continue
        if fold:
            cells = [text(f"<details><summary>{FOLDS[fold]}</summary>"), *cells, text("</details>")]
        nb.cells += cells
    made = Made([cell.source for cell in kept if cell.cell_type == "code"])
    for cell in nb.cells:
        if cell.cell_type == "code":
            _shown(cell, made)
        elif solved:
            cell.source = build.PARENT_LINK.sub(r"\1", cell.source)
            for link, other in ROOMS.items():
                cell.source = cell.source.replace(link, other)
    nb.metadata["moves"] = made.moves
    return nb


def _set_up(cells):
    """Return cells, those tagged "setup" that begin a lesson in JupyterLab, but for the heading above them."""
    found = [k for k, cell in enumerate(cells) if SETUP.search(cell.source)]
    if not found:
        return cells
    above, part = cells[found[0] - 1], cells[found[0] : found[-1] + 1]
    above.source, _, section = above.source.rpartition("\n\n## ")
    told = nbformat.v4.new_markdown_cell(section.partition("\n\n")[2])
    for cell in (told, *part):
        cell.metadata["tags"] = ["setup"]
    return [*cells[: found[0]], told, *part, *cells[found[-1] + 1 :]]


def _fold(cell):
    """Return the tag that folds a cell, or None. What an exercise's check says of a solution is folded with it."""
    tags = [*build.tags(cell), "exercise"] if cell.source.startswith("exercises.check_") else build.tags(cell)
    return next((tag for tag in FOLDS if tag in tags), None)


def _shown(cell, made):
    """Say what of a cell of code is seen: no question's call, pictures as they are.

    What is tagged "code" is seen when the reader asks for it: `site.js`.
    """
    tags = build.tags(cell)
    hidden = "remove-input" if "predict" in tags else "code" if _speaks_for_itself(cell) else None
    cell.metadata["tags"] = [*(tag for tag in tags if tag != "hide-output"), *([hidden] if hidden else [])]
    cell.source = re.sub(r"^[ \t]+### (BEGIN|END) SOLUTION\n?", "", cell.source, flags=re.M).rstrip()
    for output in cell.outputs:
        data = output.get("data", {})
        if "text/html" in data:
            data.pop("image/svg+xml", None)
            data["text/html"] = data["text/html"].replace("<th></th>", "<td></td>")  # a heading that says nothing
            html = LINK.sub(lambda link: f'href="{link[1]}.html#{anchor(link[2])}"', data["text/html"])
            kind = shown_widget(cell.source) if PICTURE.search(html) else None
            html = PICTURE.sub(inline, html)
            data["text/html"] = html if kind is None else moving(kind, cell.source, made, html)


def _speaks_for_itself(cell):
    """Say whether who reads a page needs no code of a cell: it defines nothing, and shows a picture or nothing."""
    shows = not cell.outputs or any("text/html" in output.get("data", {}) for output in cell.outputs)
    return shows and not re.search(r"^ *(def|class) ", cell.source, re.M)


def unanswered(text):
    """Return the teacher's page without the answers to its exam questions."""
    before, heading, exam = text.partition(EXAM)
    return before + heading + ANSWER.sub("", exam)


def lay_out(folder, solutions=True):
    """Write all sources into a folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("notebooks/papers", "docs", "ledger", "api", "_static/cards"):
        (folder / part).mkdir(parents=True)
    shutil.copytree(ROOT / "figures", folder / "figures", ignore=shutil.ignore_patterns("data", "runs", "*.toml"))
    for name in ("index", "lessons", "papers"):
        shutil.copy(DOCS / f"{name}.md", folder)
    index = (folder / "index.md").read_text(encoding="utf-8")
    for part in (front.watch, front.beat, front.stepper, front.doors):
        index = index.replace(f"<{part.__name__}>", part())
    (folder / "index.md").write_text(index, encoding="utf-8")
    for name in ("teaching", "scale", "laptops", "changing", "installing", "package", "your_own"):
        shutil.copy(DOCS / f"{name}.md", folder / "docs")
    teaching = folder / "docs" / "teaching.md"
    text = teaching.read_text(encoding="utf-8")
    teaching.write_text(linked(text if solutions else unanswered(text)) + BELOW, encoding="utf-8")
    shutil.copy(ROOT / "notebooks" / "glossary.md", folder / "notebooks")
    rows = ["| lesson | moves on the page | a picture on the page | exercises |", "|---|---|---|---|"]
    moves, alone = write(folder, solutions)
    for line in told(moves):
        print(line)
    laptops = (folder / "docs" / "laptops.md").read_text(encoding="utf-8")
    laptops = laptops.replace("<alone>", "\n".join([*rows, *filter(None, alone)]))
    (folder / "docs" / "laptops.md").write_text(laptops, encoding="utf-8")
    table, texts = ledger(), {"gallery.md": gallery()}
    drawn = cards.drawn(table)
    for name in ("lessons.md", "papers.md", "docs/teaching.md"):
        text = (folder / name).read_text(encoding="utf-8")
        for mark, markup in drawn[name].items():
            text = text.replace(mark, markup)
        (folder / name).write_text(text, encoding="utf-8")
    for picture in {*front.PICTURES, *(one.picture for one in build.lessons())}:
        (folder / "_static" / "cards" / f"{picture}.svg").write_text(cards.wordless(picture), encoding="utf-8")
    for name, rows in table.groupby("source", sort=False):
        texts[f"ledger/{make_id(name)}.md"] = statements(name, rows)
    sources = [Path(page).stem for page in list(texts)[1:]]
    many = counts(table).rename_axis("source").to_markdown()
    texts["ledger/index.md"] = toc("The ledger", sources, f"{len(table)} statements.\n\n{many}")
    texts |= {f"api/{module}.rst": text for module, text in api().items()}
    texts["api/index.md"] = toc("Reference", PUBLIC, "What the package offers, by where it is found.")
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "_static" / "widgets.js").write_text(script(), encoding="utf-8")
    (folder / "_static" / "widgets.css").write_text(style(), encoding="utf-8")
    _font(folder / "_static" / "math.woff")


def write(folder, solutions):
    """Write the pages of all notebooks; return {place: what moves there}, and rows of `works_alone`, or None."""
    with ProcessPoolExecutor(JOBS, get_context("spawn")) as pool:
        made = list(pool.map(_write, repeat(folder), repeat(solutions), *zip(*notebooks().items(), strict=True)))
    return dict(zip(notebooks(), (moves for moves, _ in made), strict=True)), [row for _, row in made]


def _write(folder, solutions, place, source):
    """Write the page of a notebook; return what moves on it, and of a lesson its row of `works_alone`."""
    made = page(*source, solutions)
    moves = made.metadata.pop("moves")
    (folder / place).write_text(nbformat.writes(made), encoding="utf-8")
    return moves, works_alone(place, made) if source[1] else None


def told(moves):
    """Yield a line for each lesson: its widgets, their states and sizes; one that has only questions is refused."""
    for place, each in moves.items():
        pressed = [f"{kind} {states} ({kb} kB)" for kind, states, kb in each if kind not in ("predict", "self_test")]
        if place.parent.name == "notebooks":
            yield f"{place.stem}: {', '.join(pressed)}"
            if not pressed:
                raise ValueError(f"{place}: nothing but questions moves here; it takes a widget that has a state")


def _font(path):
    """Write the font of formulas, as far as they use it."""
    # It brings a font for mathematics along, STIX Two; only the site needs it.
    import ziamath

    whole = Path(ziamath.__file__).parent / "fonts" / "STIXTwoMath-Regular.ttf"
    subset.main([str(whole), f"--output-file={path}", "--flavor=woff", f"--unicodes={GLYPHS}", "--layout-features=*"])


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]), "--no-solutions" not in sys.argv[2:])
