"""``cfrlib grade FOLDER``: run what students handed in, and judge it by our own checks. It is no sandbox.

``FOLDER/STUDENT/NN_name.ipynb`` runs from top to bottom in a kernel of its own; what is stored in it counts for
nothing. Then the check of each exercise, as the solved edition names it, gets what the notebook has left under that
name. So a check that a student changes, deletes or defines anew says nothing to the grader.
"""

import asyncio
import json
import logging
import re
import runpy
import time
from collections import Counter
from functools import cache
from hashlib import sha256
from importlib import reload
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from subprocess import DEVNULL

import nbformat
from IPython.display import display
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

import cfrlib
from cfrlib._util.files import write_atomically, write_csv
from cfrlib.cli import class_page
from cfrlib.lessons import verdict
from cfrlib.runs.table import course_folder
from cfrlib.runs.workers import by_processes
from cfrlib.widgets.parts import questions

PACKAGE = Path(cfrlib.__file__).parent
CHECK = re.compile(r"exercises\.check_(\w+)\((\w+)\)")
MIME, LONG, GRACE = "application/vnd.cfrlib.verdict+json", "too long", 10
"""The output by which a kernel gives its verdict; what is said of a cell that was stopped; its seconds to obey."""


def course_file(name):
    """Return what is in a file of the course around, or of the one with this package; b"" if neither has it."""
    places = [place / name for place in (course_folder(), PACKAGE / "course", PACKAGE.parent) if place]
    return next((place.read_bytes() for place in places if place.is_file()), b"")


@cache
def exercises(lesson):
    """Return {exercise: what its check gets} of a lesson, {} if there is none; and all that says what is right."""
    solved, checks = course_file(f"notebooks/solutions/{lesson}.ipynb"), PACKAGE / "lessons" / lesson[3:] / "checks.py"
    if not solved or not checks.is_file():
        return {}, b""
    checked = (CHECK.fullmatch(cell.source) for cell in nbformat.reads(solved.decode(), as_version=4).cells)
    return dict(one.groups() for one in checked if one), solved + checks.read_bytes()


def judge(lesson, exercise, attempt):
    """Show, in the student's kernel, what our check says, which is read anew in case that the notebook changed it."""
    reload(verdict)
    said = runpy.run_module(f"cfrlib.lessons.{lesson[3:]}.checks")[f"check_{exercise}"](attempt)
    kinds = {"right": said.ok, "not tried": said.state == "open", "slip": said.slip, "error": said.stopped, "wrong": 1}
    display({MIME: [next(kind for kind, fits in kinds.items() if fits), said.slip]}, raw=True)


async def _run(sources, seconds, folder):
    """Run cells, the first as long as it takes; return them, and {number: why} of those that did not come to an end.

    A kernel that is gone, or does not obey, is followed by a new one, which leaves out those cells.
    """
    left_out, late = {}, {"ename": LONG, "evalue": "", "traceback": []}
    while True:
        cells = [nbformat.v4.new_code_cell("" if k in left_out else source) for k, source in enumerate(sources)]
        client = NotebookClient(
            nbformat.v4.new_notebook(cells=cells), kernel_name="python3", resources={"metadata": {"path": folder}},
            timeout_func=lambda cell: None if cell.source == sources[0] else seconds, interrupt_on_timeout=True,
            error_on_timeout=late, iopub_timeout=GRACE, raise_on_iopub_timeout=True,
        )  # fmt: skip
        try:
            async with client.async_setup_kernel(stderr=DEVNULL):
                signal(SIGINT, SIG_IGN)  # nbclient hears it now; it is for the process that asked
                for k, cell in enumerate(client.nb.cells):
                    try:
                        await client.async_execute_cell(cell, k)
                    except CellExecutionError as error:
                        left_out |= {k: LONG} if error.ename == LONG else {}
            return client.nb.cells, left_out
        except CellTimeoutError:
            left_out[k] = LONG
        except DeadKernelError:
            left_out[k] = "error"


def graded(path, lesson, seconds):
    """Return [exercise, verdict, slip] of each exercise of a student's notebook, and a remark if it was not run."""
    logging.getLogger("traitlets").setLevel(logging.CRITICAL)  # nbclient's, of what is a verdict here
    asked, _ = exercises(lesson)
    if not asked:
        return [["", "error", ""]], "there is no lesson of this name with exercises"
    first = f"import cfrlib.cli.grade, cfrlib.lessons.{lesson[3:]}.checks; get_ipython().ask_exit = lambda: None"
    try:
        code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        code = [first, *(source for source in code if not CHECK.fullmatch(source.strip()))]  # our checks come instead
        ask = "import cfrlib.cli.grade; cfrlib.cli.grade.judge({!r}, {!r}, {})"
        ours = [ask.format(lesson, *one) for one in asked.items()]
        cells, left_out = asyncio.run(_run([*code, *ours], seconds, str(path.parent)))
    except Exception as error:  # whatever was handed in
        return [[exercise, "error", ""] for exercise in asked], f"not run: {type(error).__name__}: {error!s:.200}"
    rows = []
    for k, (exercise, name) in enumerate(asked.items(), start=len(code)):
        said = [out.data[MIME] for out in cells[k].get("outputs", ()) if MIME in out.get("data", {})]
        missing = any(out.get("ename") == "NameError" for out in cells[k].get("outputs", ()))
        made = [j for j, source in enumerate(code) if re.search(rf"\b(def|class) {name}\b|^{name} *=", source, re.M)]
        why = left_out.get(made[-1] if missing and made else k, "error" if made or not missing else "not tried")
        rows.append([exercise, *(said[-1] if said else (why, ""))])
    return rows, ""


def grade(folder, out=None, seconds=60, jobs=1):
    """Grade a class; what is finished is kept until its file changes. Return the files that are written."""
    folder, start = Path(folder).resolve(), time.monotonic()
    out = Path(out or folder.with_name(f"{folder.name}.csv"))
    predictions, page, kept = map(out.with_suffix, (".predictions.csv", ".html", ".kept.json"))
    places = {f"{path.parent.name}/{path.stem}": path for path in sorted(folder.glob("*/*.ipynb")) if path.is_file()}
    if not places:
        raise FileNotFoundError(f"FOLDER={str(folder)!r}: it takes a folder with STUDENT/NN_name.ipynb in it")
    own = [one for path in sorted(folder.glob(f"*{questions.OWN}")) for one in class_page.every(path)]
    now = {key: sha256(path.read_bytes() + exercises(path.stem)[1]).hexdigest() for key, path in places.items()}
    before = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    same = {key: one for key, one in before.items() if one["hash"] == now.get(key)}
    done = {key: one for key, one in same.items() if one["seconds"] >= seconds or LONG not in str(one["rows"])}
    if done:
        print(f"{len(done)} of {len(places)} notebooks have not changed: their rows are kept", flush=True)
    todo = {key: (path, path.stem, seconds) for key, path in places.items() if key not in done}

    try:
        for count, (key, (judged, remark)) in enumerate(by_processes(graded, todo, jobs), start=1):
            done[key] = {"hash": now[key], "seconds": seconds, "rows": judged}
            write_atomically(kept, lambda file: file.write(json.dumps(done, indent=1).encode()))
            said = remark or ", ".join(f"{many} {what}" for what, many in Counter(row[1] for row in judged).items())
            print(f"[{count}/{len(todo)}] {time.monotonic() - start:4.0f} s  {key}: {said}", flush=True)
    finally:
        rows = [[*key.split("/"), *row] for key in sorted(done) for row in done[key]["rows"]]
        answers = _answers(folder, own)
        write_csv(out, [class_page.COLUMNS, *rows])
        write_csv(predictions, [class_page.ANSWERED, *answers])
        text = class_page.page(folder.name, rows, answers, own, course_file("docs/teaching.md").decode())
        write_atomically(page, lambda file: file.write(text.encode("utf-8")))
    return out, predictions, page


def _answers(folder, own):
    """Return the rows of what students chose first, where they keep a file of it; `own` are a teacher's questions."""
    rows = []
    for path in sorted(folder.glob("*/*.answers.json")):
        lesson = path.name.removesuffix(".answers.json")
        try:
            right = {one.key: one.right for one in (*class_page.every(questions.path_of(lesson[3:])), *own)}
            for question, choice in json.loads(path.read_text(encoding="utf-8")).items():
                fits = {None: "", choice: "yes"}.get(right.get(question), "no")
                rows.append([path.parent.name, lesson, question, str(choice), fits])
        except (OSError, ValueError, AttributeError, TypeError) as error:
            print(f"{path.parent.name}/{path.name}: no answers to questions: {error}")
    return rows
