"""What nbval cannot see in a saved notebook: run in order, readable without a kernel, small.

nbval compares nothing for a cell that was saved without running, skips PNG and JPEG, never looks at prose.
"""

import ast
import re
from functools import cache
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path

import nbformat
import pytest

import build
from cfrlib.widgets.parts import questions

FOLDER = Path(build.__file__).parent
LESSONS = sorted([*FOLDER.glob("*.ipynb"), *FOLDER.glob("solutions/*.ipynb")])
PAPERS = sorted(FOLDER.glob("papers/*.ipynb"))  # their length is that of what they replicate
PATHS = [*LESSONS, *PAPERS]
MAX_KB = 1500  # inline SVG takes room
MAX_LINES = 25  # a longer cell belongs in the package
MIN_CELLS, MAX_CELLS = 15, 75
LEAK = re.compile(r"(?<![\w.])/(?:home|Users|root|tmp)/|[A-Z]:\\Users|\bat 0x[0-9a-f]{6,}")
RASTER = re.compile(r"image/(?:png|jpeg|gif|webp)")
NO_WORDS = re.compile(r"""!\[\s*\]\([^)]*\)|<img\b(?![^>]*\balt="[^"]*\w)[^>]*>""")
SVG = "image/svg+xml"


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda p: p.relative_to(FOLDER).as_posix())


every_notebook, every_lesson = each(PATHS), each(LESSONS)


@cache
def read(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture
def nb(path):
    return read(path)


def outputs(nb):
    """Yield (cell id, output) over all outputs."""
    for cell in nb.cells:
        for out in cell.get("outputs", []):
            yield cell.id, out


def words(out):
    """Return all text of an output, its pictures included."""
    return "\n".join([out.get("text", ""), out.get("evalue", ""), *map(str, out.get("data", {}).values())])


def is_described(svg):
    """Tell whether an SVG text carries an alternative text of its own."""
    return bool(re.search(r"""<svg\b[^>]*\baria-label="[^"]*\w|<title\b[^>]*>[^<]*\w""", svg))


@every_notebook
def test_what_a_notebook_imports_is_there(nb):
    """Running the notebook says so, too, but minutes later."""
    cells = [ast.parse(cell.source) for cell in nb.cells if cell.cell_type == "code"]
    for line in chain.from_iterable(map(ast.walk, cells)):
        if isinstance(line, ast.ImportFrom):
            module = import_module(line.module)
            for alias in line.names:
                assert hasattr(module, alias.name) or find_spec(f"{line.module}.{alias.name}"), ast.unparse(line)


def test_every_notebook_has_a_source():
    assert {path for name in build.names() for path in build.editions(name)} == set(PATHS)


def test_every_lesson_has_a_room_with_all_its_parts():
    parts = "__init__.py", "README.md", "checks.py", "questions.toml"
    rooms = [build.ROOMS / name[3:] for name in build.names() if not name.startswith("papers/")]
    missing = [str(room / part) for room in rooms for part in parts if not (room / part).exists()]
    assert missing == [], "CONTRIBUTING.md, *A lesson*, says what each is for"
    assert {path.parent for path in build.ROOMS.glob("*/__init__.py")} == set(rooms), "a room without a notebook"


@every_notebook
def test_checks_and_answers_are_what_they_are_called(path, nb):
    """A check says what holds; the code of an answer, which stands in sight, does not say what comes out."""
    for cell in nb.cells:
        says = "assert " in cell.source
        if "check" in build.tags(cell):
            assert cell.cell_type == "code", f"{cell.id}: a check that is a text"
            assert says, f"{cell.id}: a check without assert"
        if "answer" in build.tags(cell):
            assert not says, f"{cell.id}: the assert gives the answer away; a cell tagged check can have it"
        if "answer" in build.tags(cell) and cell.cell_type == "markdown":
            assert cell.source.startswith("<details>") == (path.parent == FOLDER), f"{cell.id}: folded for the student"
        elif "answer" in build.tags(cell):
            hidden = cell.metadata.get("jupyter", {}).get("outputs_hidden", False)
            assert hidden == (path.parent == FOLDER), f"{cell.id}: collapsed for the student, and in no other edition"


@each([path for path in LESSONS if path.parent != FOLDER])
def test_an_answer_begins_with_the_letter_of_the_right_choice(nb):
    asked = None
    for cell in nb.cells:
        if predicts := re.search(r'widgets\.predict\("(.+?)"\)', cell.source):
            asked = questions.question(predicts[1])
        elif asked and cell.cell_type == "markdown" and "answer" in build.tags(cell):
            said = re.match(r"[A-E]\b", cell.source)
            assert asked.open or said and said[0] == asked.right, f"{cell.id}: {asked.right} is right of {asked.id!r}"
            asked = None


NBGRADER = {
    "schema_version": 3, "cell_type": "code", "task": False, "grade_id": re.compile(r"[a-zA-Z0-9_-]+").fullmatch,
}  # fmt: skip
"""What version 3 of nbgrader's schema takes of each cell; below, of exercises and of their checks."""
TO_SOLVE = {"solution": True, "grade": False, "locked": False}
TO_GRADE = {"solution": False, "grade": True, "locked": True, "points": 1}


@every_lesson
def test_exercises_and_their_checks_carry_what_nbgrader_reads(nb):
    wanted = []
    for cell, after in pairwise(cell for cell in nb.cells if cell.cell_type == "code"):
        if "exercise" in build.tags(cell):
            wanted += [(cell.id, NBGRADER | TO_SOLVE), (after.id, NBGRADER | TO_GRADE)]
    found = [(cell.id, dict(cell.metadata.nbgrader)) for cell in nb.cells if "nbgrader" in cell.metadata]
    assert [where for where, _ in found] == [where for where, _ in wanted]
    for (where, has), (_, wants) in zip(found, wanted, strict=True):
        assert wants.pop("grade_id", str)(has["grade_id"]), where
        assert {key: value for key, value in has.items() if key != "grade_id"} == wants, where
    assert len({has["grade_id"] for _, has in found}) == len(found) > 0


@every_notebook
def test_only_sources_may_lack_what_makes_slides(path, nb):
    kinds = {"slide", "subslide", "fragment", "skip", "notes", "-"}
    for cell in nb.cells:
        assert cell.metadata.get("slideshow", {}).get("slide_type", "-") in kinds, cell.id
        if path.parent == FOLDER and cell.cell_type == "code":
            assert "slideshow" in cell.metadata, f"{cell.id}: `build.py --metadata` says how it comes on a slide"


@every_notebook
def test_was_run_from_top_to_bottom(nb):
    cells = [cell for cell in nb.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert all(cell.source.strip() for cell in nb.cells), "an empty cell"


@every_notebook
def test_outputs_are_clean(nb):
    expected = {cell.id for cell in nb.cells if "raises-exception" in cell.metadata.get("tags", [])}
    for where, out in outputs(nb):
        assert out.output_type != "error" or where in expected, f"{where} failed: {out.evalue}"
        assert out.get("name") != "stderr", f"{where} writes to stderr: {out.text}"


@every_notebook
def test_no_machine_path_and_no_address(nb):
    sources = [(cell.id, cell.source) for cell in nb.cells]
    for where, text in sources + [(where, words(out)) for where, out in outputs(nb)]:
        leak = LEAK.search(text)
        assert not leak, f"{where} shows {text[max(0, leak.start() - 20) : leak.end() + 20]!r}"


@every_notebook
def test_figures_are_svg(path, nb):
    """Also not as data: addresses or attachments."""
    assert not RASTER.search(path.read_text(encoding="utf-8")), "draw it as SVG: nbval never compares pixels"
    assert not any(cell.get("attachments") for cell in nb.cells)


@every_notebook
def test_figures_are_described(nb):
    """A screen reader, and a viewer that shows no SVG, gets a sentence in place of each figure."""
    for where, out in outputs(nb):
        data = out.get("data", {})
        if SVG in data:
            assert is_described(data[SVG]), f"{where}: the SVG has neither aria-label nor title"
            sentence = data.get("text/plain", "")
            assert len(sentence.split()) >= 5, f"{where}: text/plain is no sentence: {sentence!r}"
            assert not sentence.startswith("<"), f"{where}: text/plain is no sentence: {sentence!r}"
            image = f'<img role="img" alt="{escape(sentence)}"'
            assert image in data.get("text/html", ""), f"{where}: the image has no words"
        if "<svg" in data.get("text/html", ""):
            assert is_described(data["text/html"]), f"{where}: inline SVG without a description"
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            bare = NO_WORDS.search(cell.source)
            assert not bare, f"{cell.id}: a picture without alternative text: {bare[0]}"


@every_notebook
def test_stays_small(path, nb):
    assert path.stat().st_size < MAX_KB * 1024
    for cell in nb.cells:
        if cell.cell_type == "code":
            lines = len(cell.source.splitlines())
            assert lines <= MAX_LINES, f"{cell.id} has {lines} lines; move some into the package"


@every_lesson
def test_a_lesson_fits_an_hour(nb):
    """What only the solved edition has, and cells tagged ``maintenance``, do not count."""
    uncounted = {"maintenance", *build.DROPPED}
    counted = sum(uncounted.isdisjoint(build.tags(cell)) for cell in nb.cells)
    assert MIN_CELLS <= counted <= MAX_CELLS
