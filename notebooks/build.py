"""Execute the notebooks and make the student edition of each.

    python notebooks/build.py               execute and rewrite all notebooks
    python notebooks/build.py 03 papers/    those whose names begin so; a paper's may begin with papers/
    python notebooks/build.py --check       write nothing, fail if a rewrite would change a byte
    python notebooks/build.py --whole 16    rewrite also outputs that may differ from run to run, such as a race's
    python notebooks/build.py --metadata    execute nothing, only bring texts, tags and slides up to date

The solved edition ``solutions/NN_name.ipynb`` is the one source of a lesson. The student edition
``NN_name.ipynb`` is made from it: cells tagged ``solution`` or ``check`` are dropped, in a cell tagged
``exercise`` the lines between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` give way to
``raise NotImplementedError("your turn")``, and the output of a cell tagged ``answer`` is collapsed until the
reader asks for it; a text with that tag is folded. It says which cells begin a slide, too: see `slide_type`. Whoever
opens its file finds where it comes from, in the metadata and in a comment that a reader does not see.
Exercises and their checks carry what nbgrader reads, so that it can hand out and grade the solved edition.
Tables of lessons, also that of README.md, and links to the next one are written from the README.md of their rooms.
A replication, ``papers/NAME.ipynb``, has one edition.

All are executed, each in its own folder, and saved in a normal form without anything that differs from run to
run, so that a second build changes nothing.
"""

import argparse
import ast
import difflib
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from copy import deepcopy
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).resolve().parent
ROOMS, README = NOTEBOOKS.parent / "cfrlib" / "lessons", NOTEBOOKS.parent / "README.md"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ANSWER = re.compile(r"^([ \t]+)### BEGIN SOLUTION\n.*?^[ \t]+### END SOLUTION[ \t]*$", re.M | re.S)
HEADING = re.compile("##? ")
SHOWS = re.compile(r"^(draw|widgets)\.", re.M)
ABOUT = re.compile(
    r"# Lesson (\d\d)\. (.+)\n\n\*\*Question\.\*\* (.+)\n\*\*Afterwards\*\* you can (.+)\.\n\*\*Picture\.\*\* (\w+)\n"
)
TIME = re.compile(r"\*\*Time:\*\* (\d+) minutes(?:, and (\d+) more)?")
NEEDS = re.compile(r"\*\*Needs:\*\* (.+)")
TABLE = re.compile(r"^\| \[(\d\d) .*(?:\n\| \[\d\d .*)*", re.M)
NEXT = re.compile(r"(?<=\*\*Next:\*\* )(?:\[\d\d [^]]*\]\([^)]*\)|this is the last lesson)")
CHECK = re.compile(r"exercises\.check_(\w+)\(\w+\)")
PARENT_LINK = re.compile(r"""(\]\(|\b(?:src|href)=["'])\.\./""")
DROPPED = {"solution", "check"}
"""Tags of cells that stand in the solved edition only: comments and further code, asserts on numbers in prose."""
FOLDED = "Answer locked? Read on here."
"""What stands above a text that is an answer."""
SEAL = nbformat.v4.new_output(
    "display_data", {"text/plain": "When you have locked your answer, click here."}, metadata={"tags": ["seal"]}
)
"""What stands above an output that is an answer: of a collapsed one, JupyterLab shows the first line."""
KEPT = "collapsed", "jupyter", "nbgrader", "slideshow", "tags"
"""What is kept of the metadata of cells."""
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}
SOURCE = "built_from"
"""The key of a student edition's metadata that says where to change it."""


def tags(cell):
    return cell.metadata.get("tags", [])


def slide_type(cell, before):
    """Return how a cell comes in a slide show, `before` being the one before it.

    A slide may have pages ("subslide"), and a screen holds one thing: a question, a picture, the text after an answer
    each begin one. An answer comes with the next key ("fragment"), while what is asked is in sight. Imports are left
    out. None: with what stands before it.
    """
    after_answer = before is not None and "answer" in tags(before)
    if cell.cell_type == "markdown":
        if HEADING.match(cell.source):
            return "slide"
        return "fragment" if "answer" in tags(cell) else "subslide" if after_answer else None
    if only_imports(cell.source):
        return "skip"
    if "answer" in tags(cell):
        return "fragment"
    first = before is not None and before.cell_type == "markdown"
    return "subslide" if first or after_answer or SHOWS.search(cell.source) else "fragment"


def only_imports(source):
    try:
        lines = ast.parse(source).body
    except SyntaxError:  # IPython knows more than Python
        return False
    return bool(lines) and all(isinstance(line, ast.Import | ast.ImportFrom) for line in lines)


def _for_nbgrader(nb):
    """Say in the metadata of exercises and their checks what nbgrader does: empty the one, grade the other."""
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    for cell in code:
        cell.metadata.pop("nbgrader", None)
    for cell, after in pairwise(code):
        check = CHECK.fullmatch(after.source)
        if "exercise" in tags(cell) and check:
            same = {"schema_version": 3, "task": False, "cell_type": "code"}
            cell.metadata["nbgrader"] = same | {"grade_id": check[1], "solution": True, "grade": False, "locked": False}
            graded = {"grade_id": f"check_{check[1]}", "solution": False, "grade": True, "locked": True, "points": 1}
            after.metadata["nbgrader"] = same | graded


def solved_edition(source):
    """Return a notebook with the answers in sight, even if its author has collapsed one."""
    nb = deepcopy(source)
    for cell in nb.cells:
        if "answer" in tags(cell):
            cell.metadata.get("jupyter", {}).pop("outputs_hidden", None)
            cell.metadata.pop("collapsed", None)
    return nb


def student_edition(solved):
    """Take the answers out of a solved notebook, or out of sight.

    Relative links lose one ``../``, because the student edition lies one folder higher. A slide type that stands in
    the solved notebook stays. An exercise cell must have exactly one indented solution block, and no other cell one: it
    stands in a function, so the unsolved cell runs, only calling the function raises.
    """
    nb = deepcopy(solved)
    nb.cells = [cell for cell in nb.cells if DROPPED.isdisjoint(tags(cell))]
    for before, cell in pairwise([None, *nb.cells]):
        if "answer" in tags(cell):
            _collapse(cell)
        if "slide_type" not in cell.metadata.get("slideshow", {}) and (kind := slide_type(cell, before)):
            cell.metadata["slideshow"] = {"slide_type": kind}
        if cell.cell_type == "markdown":
            cell.source = PARENT_LINK.sub(r"\1", cell.source)
        blocks = 0
        if "exercise" in tags(cell):
            cell.source, blocks = ANSWER.subn(r'\1raise NotImplementedError("your turn")', cell.source)
            if blocks != 1:
                raise ValueError(f"an exercise takes one indented solution, not {blocks}:\n{cell.source}")
        if re.search("### (BEGIN|END) SOLUTION", cell.source):
            raise ValueError(f"a solution marker outside an exercise's solution block:\n{cell.source}")
    return nb


def _collapse(cell):
    """Keep an answer out of sight: a text is folded; of an output, JupyterLab reads the first, the site the second.

    JupyterLab writes the third beside the first: without it, to open a lesson would be to change it.
    """
    if cell.cell_type == "markdown":
        if re.search("^#+ ", cell.source, re.M):
            raise ValueError(f"an answer has no heading:\n{cell.source}")
        cell.source = f"<details>\n<summary>{FOLDED}</summary>\n\n{cell.source}\n\n</details>"
        return
    cell.metadata["jupyter"] = {**cell.metadata.get("jupyter", {}), "outputs_hidden": True}
    cell.metadata["tags"] = [*(tag for tag in tags(cell) if tag != "hide-output"), "hide-output"]
    cell.metadata["collapsed"] = True


def execute(nb, folder):
    """Run a copy of `nb` from top to bottom with `folder` as the working directory."""
    nb = deepcopy(nb)
    NotebookClient(
        nb, timeout=300, kernel_name="python3", extra_arguments=["--IPKernelApp.log_level=ERROR"], record_timing=False,
        store_widget_state=False, resources={"metadata": {"path": str(folder)}},
    ).execute()  # fmt: skip
    return nb


def joined_streams(outputs):
    """Join neighboring outputs of one stream, for where a kernel cuts its text is a matter of timing; drop a seal."""
    joined = []
    for out in outputs:
        if out.get("metadata") == SEAL.metadata:
            continue
        last = joined[-1] if joined else {}
        if out["output_type"] == last.get("output_type") == "stream" and out["name"] == last["name"]:
            joined[-1] = nbformat.from_dict({**last, "text": last["text"] + out["text"]})
        else:
            joined.append(out)
    return joined


def normal_form(nb):
    """Return the text of an executed notebook, free of all that differs from run to run. A hidden output has its seal.

    Ids and execution counts follow the order of the cells; times, versions and other metadata go; so do widget views,
    which show nothing without their kernel (the static picture in the same output stays), and the tracebacks of
    expected errors, which hold paths and counters.
    """
    metadata = METADATA | {key: nb["metadata"][key] for key in (SOURCE,) if key in nb["metadata"]}
    nb = nbformat.from_dict({**nb, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5})
    count = 0
    for i, cell in enumerate(nb.cells):
        cell.id = f"c{i:03d}"
        cell.metadata = {key: cell.metadata[key] for key in KEPT if cell.metadata.get(key)}
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = [SEAL] * ("hide-output" in tags(cell)) + joined_streams(cell.outputs)
        for out in cell.outputs:
            if out.output_type == "execute_result":
                out.execution_count = count
            elif out.output_type == "error":
                out.traceback = [f"{out.ename}: {out.evalue}"]
            out.get("data", {}).pop(WIDGET_VIEW, None)
    nbformat.validate(nb)
    return nbformat.writes(nb) + "\n"


def short_diff(old, new, lines=20, width=150):
    """Return the first lines of a diff, long ones cut."""
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), "saved", "fresh", n=1, lineterm="")
    shown = [line[:width] for line, _ in zip(diff, range(lines + 1), strict=False)]
    return "\n".join(shown[:lines] + ["..."] * (len(shown) > lines))


def names(folder=NOTEBOOKS, beginnings=("",)):
    """Return the names of the notebooks that are sources and begin so; a paper's may leave out "papers/"."""
    lessons = sorted(path.stem for path in (folder / "solutions").glob("*.ipynb"))
    papers = sorted(f"papers/{path.stem}" for path in (folder / "papers").glob("*.ipynb"))
    wanted = tuple(beginnings)
    every = lessons + papers
    return [name for name in every if name.startswith(wanted) or name.removeprefix("papers/").startswith(wanted)]


def editions(name, folder=NOTEBOOKS):
    """Return the paths of the solved and of the student edition, or of the one that a paper has."""
    if name.startswith("papers/"):
        return (folder / f"{name}.ipynb",)
    return folder / "solutions" / f"{name}.ipynb", folder / f"{name}.ipynb"


class Lesson(NamedTuple):
    """A lesson as lists show it, from the beginning of its room's README.md and its notebook."""

    number: str
    title: str
    question: str
    afterwards: str
    picture: str
    name: str

    def link(self, folder=".."):
        return f"[{self.number} {self.title}]({folder}/{self.name}.ipynb)"

    @property
    def head(self):
        """The text of its first screen."""
        return nbformat.read(editions(self.name)[0], as_version=4).cells[0].source

    @property
    def minutes(self):
        """How long it takes with its exercises."""
        return sum(int(part or 0) for part in TIME.search(self.head).groups())

    @property
    def needs(self):
        """What it builds on, in its own words."""
        return NEEDS.search(self.head)[1]

    @property
    def needed(self):
        """The numbers of the lessons that it builds on."""
        ranges = re.findall(r"\b(\d\d)\b(?: to (\d\d))?", self.needs)
        return [f"{k:02}" for low, high in ranges for k in range(int(low), int(high or low) + 1)]


@cache
def lessons():
    """Return all lessons in their order."""
    every = []
    for name in (name for name in names() if not name.startswith("papers/")):
        room = ROOMS / name[3:] / "README.md"
        said = ABOUT.match(saved_text(room))
        if not said or said[1] != name[:2]:
            parts = "**Question.** ...?", "**Afterwards** you can ....", "**Picture.** FIGURE"
            begin = ", ".join(map(repr, (f"# Lesson {name[:2]}. TITLE", "", *parts)))
            raise ValueError(f"cfrlib/lessons/{name[3:]}/README.md: it takes {begin} as its first lines")
        every.append(Lesson(*said.groups(), name))
    return every


def listed(text, row):
    """Return a text whose tables of lessons have a row of each: those from its first one to the next table's first."""
    firsts = [*(table[1] for table in TABLE.finditer(text)), "99"]

    def rows(table):
        end = firsts[firsts.index(table[1]) + 1]
        return "\n".join(row(one) for one in lessons() if table[1] <= one.number < end)

    return TABLE.sub(rows, text)


def readme():
    """Return README with its table of lessons up to date."""
    return listed(saved_text(README), lambda one: f"| {one.link('notebooks')} | {one.afterwards} | {one.minutes} |")


def _list_lessons(nb, name):
    """Bring tables of lessons, and the link to the next one, up to date."""
    for cell in (cell for cell in nb.cells if cell.cell_type == "markdown"):
        cell.source = listed(cell.source, lambda one: f"| {one.link()} | {one.question} |")
        if NEXT.search(cell.source):
            later = [one.link() for one in lessons() if one.name > name]
            cell.source = NEXT.sub([*later, "this is the last lesson"][0], cell.source)


def made(name, folder=NOTEBOOKS):
    """Return {path: notebook} of the editions that a source gives; they are not executed."""
    paths = editions(name, folder)
    source = nbformat.read(paths[0], as_version=4)
    _list_lessons(source, name)
    _for_nbgrader(source)
    kinds = (solved_edition, student_edition)
    notebooks = {path: kind(source) for path, kind in zip(paths, kinds, strict=False)}
    for student in list(notebooks.values())[1:]:
        _say_source(student, f"solutions/{name}.ipynb", f"cfrlib/lessons/{name.partition('_')[2]}")
    return notebooks


def _say_source(nb, solved, lesson):
    nb.metadata[SOURCE] = {"notebook": solved, "room": lesson}
    if nb.cells and nb.cells[0].cell_type == "markdown":
        nb.cells[0].source += f"\n\n<!-- Built by build.py: change {solved}, and {lesson}, not this file. -->"


def contents(nb):
    """Return kind, source and metadata of each cell: what does not come from running it."""
    return [(cell.cell_type, cell.source, cell.metadata) for cell in nb.cells]


def saved_text(path):
    return path.read_text(encoding="utf-8") if path.exists() else ""


def build(name, folder=NOTEBOOKS, check=False, whole=False):
    """Execute the editions of a notebook and save them, or with `check` only compare.

    Returned are the files that changed, or would, with a short diff. Outputs of cells tagged ``nbval-ignore-output``
    are no reason to change a file, unless `whole` asks for them: their pictures may be of an older look.
    """
    changed = {}
    for path, source in made(name, folder).items():
        old, fresh = saved_text(path), execute(source, path.parent)
        new = normal_form(fresh)
        if old and not whole:
            for cell, saved in zip(fresh.cells, nbformat.reads(old, as_version=4).cells, strict=False):
                if "nbval-ignore-output" in tags(cell):
                    cell.outputs = saved.get("outputs", [])
        compared = normal_form(fresh)
        if compared != old:
            changed[path] = short_diff(old, compared)
            if not check:
                path.write_text(new, encoding="utf-8", newline="\n")
    return changed


def refresh(name, folder=NOTEBOOKS, check=False):
    """Do what `build` does for texts and metadata, without a run: refuse if code is out of date."""
    changed = {}
    for path, fresh in made(name, folder).items():
        old = saved_text(path)
        nb = nbformat.reads(old, as_version=4) if old else nbformat.v4.new_notebook()
        saved, cells = ([cell for cell in each.cells if cell.cell_type == "code"] for each in (nb, fresh))
        if [cell.source for cell in saved] != [cell.source for cell in cells]:
            raise ValueError(f"{path.relative_to(folder)} takes a run: its code is another now")
        for cell, other in zip(cells, saved, strict=True):
            cell.outputs = other.outputs
        new = normal_form(fresh)
        if new != old:
            changed[path] = short_diff(old, new)
            if not check:
                path.write_text(new, encoding="utf-8", newline="\n")
    return changed


def problems(name, folder=NOTEBOOKS):
    """List what is wrong with the saved editions of a notebook, as far as it shows without running them."""
    missing = [f"{path.relative_to(folder)} is missing" for path in editions(name, folder) if not path.exists()]
    if missing:
        return missing
    wrong = []
    for place, (path, fresh) in enumerate(made(name, folder).items()):
        where, saved = path.relative_to(folder).as_posix(), nbformat.read(path, as_version=4)
        if normal_form(saved) != saved_text(path):
            wrong.append(f"{where} was edited, stripped or run out of order since it was built")
        if contents(saved) != contents(fresh):
            wrong.append(f"{where} is not what solutions/{name}.ipynb makes" if place else f"{where} hides an answer")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=[""], help="beginnings of notebook names; all by default")
    parser.add_argument("--metadata", action="store_true", help="execute nothing; rewrite texts, tags and slides")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    parser.add_argument("--whole", action="store_true", help="rewrite also outputs that differ from run to run")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks executed at a time")
    args = parser.parse_args()
    chosen = names(beginnings=args.names)
    if not chosen:
        parser.error(f"no notebook in solutions/ or papers/ with a name like {args.names}")
    failed, start = False, time.perf_counter()
    do = refresh if args.metadata else partial(build, whole=args.whole)
    with ProcessPoolExecutor(min(args.jobs, len(chosen))) as pool:
        runs = {pool.submit(do, name, check=args.check): name for name in chosen}
        for done, run in enumerate(as_completed(runs), start=1):
            lines = [f"[{done}/{len(chosen)}] {time.perf_counter() - start:4.0f} s  {runs[run]}"]
            try:
                for path, diff in run.result().items():
                    state = f"is stale:\n{diff}" if args.check else "rewritten"
                    lines.append(f"{path.relative_to(NOTEBOOKS)} {state}")
                    failed |= args.check
            except Exception as err:  # one broken notebook must not hide the others
                lines.append(f"failed: {err}")
                failed = True
            print("\n    ".join(lines), flush=True)
    if readme() != saved_text(README):
        print("README.md is stale" if args.check else "README.md rewritten")
        failed |= args.check
        if not args.check:
            README.write_text(readme(), encoding="utf-8", newline="\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
