"""Execute the notebooks and make the student edition of each.

    python notebooks/build.py               execute and rewrite all notebooks
    python notebooks/build.py 03 04         those whose names begin so
    python notebooks/build.py --check       write nothing, fail if a rewrite would change a byte

The solved edition ``solutions/NN_name.ipynb`` is the one source. The student edition ``NN_name.ipynb``
is made from it: cells tagged ``solution`` are dropped, and in a cell tagged ``exercise`` the lines between
``### BEGIN SOLUTION`` and ``### END SOLUTION`` give way to ``raise NotImplementedError("your turn")``. Both
editions are executed, each in its own folder, and saved in a normal form without anything that differs from
run to run, so that a second build changes nothing.
"""

import argparse
import difflib
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from copy import deepcopy
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ANSWER = re.compile(r"^([ \t]+)### BEGIN SOLUTION\n.*?^[ \t]+### END SOLUTION[ \t]*$", re.M | re.S)
PARENT_LINK = re.compile(r"""(\]\(|\b(?:src|href)=["'])\.\./""")
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def student_edition(solved):
    """Take the answers out of a solved notebook.

    Relative links lose one ``../``, because the student edition lies one folder higher.

    Raises
    ------
    ValueError
        If an exercise cell has not exactly one indented solution block, or another cell has one. The block is
        indented because it stands in a function: the unsolved cell runs, only calling the function raises.
    """
    nb = deepcopy(solved)
    nb.cells = [cell for cell in nb.cells if "solution" not in cell.metadata.get("tags", [])]
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            cell.source = PARENT_LINK.sub(r"\1", cell.source)
        blocks = 0
        if "exercise" in cell.metadata.get("tags", []):
            cell.source, blocks = ANSWER.subn(r'\1raise NotImplementedError("your turn")', cell.source)
            if blocks != 1:
                raise ValueError(f"an exercise takes one indented solution, not {blocks}:\n{cell.source}")
        if re.search("### (BEGIN|END) SOLUTION", cell.source):
            raise ValueError(f"a solution marker outside an exercise's solution block:\n{cell.source}")
    return nb


def execute(nb, folder):
    """Run a copy of `nb` from top to bottom with `folder` as the working directory."""
    nb = deepcopy(nb)
    NotebookClient(
        nb,
        timeout=300,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    ).execute()
    return nb


def joined_streams(outputs):
    """Join neighbouring outputs of one stream: where a kernel cuts its text is a matter of timing."""
    joined = []
    for out in outputs:
        last = joined[-1] if joined else {}
        if out["output_type"] == last.get("output_type") == "stream" and out["name"] == last["name"]:
            joined[-1] = nbformat.from_dict({**last, "text": last["text"] + out["text"]})
        else:
            joined.append(out)
    return joined


def normal_form(nb):
    """Return the text of an executed notebook, free of all that differs from run to run.

    Ids and execution counts follow the order of the cells; times, versions and other metadata go; so do
    widget views, which show nothing without their kernel (the static picture in the same output stays), and
    the tracebacks of expected errors, which hold paths and counters.
    """
    nb = nbformat.from_dict({**nb, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5})
    count = 0
    for i, cell in enumerate(nb.cells):
        cell.id = f"c{i:03d}"
        cell.metadata = {key: cell.metadata[key] for key in ("jupyter", "tags") if cell.metadata.get(key)}
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = joined_streams(cell.outputs)
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


def editions(name, folder=HERE):
    """Return the paths of the solved and of the student edition."""
    return folder / "solutions" / f"{name}.ipynb", folder / f"{name}.ipynb"


def saved_text(path):
    return path.read_text(encoding="utf-8") if path.exists() else ""


def build(name, folder=HERE, check=False):
    """Execute both editions of a notebook and save them, or with `check` only compare.

    Returns
    -------
    dict of Path to str
        The files that changed, or would, with a short diff. Outputs of cells tagged ``nbval-ignore-output``
        are no reason to change a file.
    """
    changed = {}
    solved_path, student_path = editions(name, folder)
    solved = nbformat.read(solved_path, as_version=4)
    for path, source in (solved_path, solved), (student_path, student_edition(solved)):
        old, fresh = saved_text(path), execute(source, path.parent)
        new = normal_form(fresh)
        if old:
            for cell, saved in zip(fresh.cells, nbformat.reads(old, as_version=4).cells, strict=False):
                if "nbval-ignore-output" in cell.metadata.get("tags", []):
                    cell.outputs = saved.get("outputs", [])
        compared = normal_form(fresh)
        if compared != old:
            changed[path] = short_diff(old, compared)
            if not check:
                path.write_text(new, encoding="utf-8", newline="\n")
    return changed


def problems(name, folder=HERE):
    """List what is wrong with the saved editions of a notebook, as far as it shows without running them."""
    paths = editions(name, folder)
    missing = [f"{path.relative_to(folder)} is missing" for path in paths if not path.exists()]
    if missing:
        return missing
    solved, student = (nbformat.read(path, as_version=4) for path in paths)
    found = [
        f"{path.relative_to(folder)} was edited, stripped or run out of order since it was built"
        for path, nb in zip(paths, (solved, student), strict=True)
        if normal_form(nb) != saved_text(path)
    ]
    made, kept = (
        [(cell.cell_type, cell.source, cell.metadata) for cell in nb.cells]
        for nb in (student_edition(solved), student)
    )
    if made != kept:
        found.append(f"{name}.ipynb is not what solutions/{name}.ipynb makes")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=[""], help="beginnings of notebook names; all by default")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    parser.add_argument("--jobs", type=int, default=2, help="notebooks executed at a time")
    args = parser.parse_args()
    names = sorted(path.stem for path in (HERE / "solutions").glob("*.ipynb"))
    names = [name for name in names if name.startswith(tuple(args.names))]
    if not names:
        parser.error(f"no notebook in solutions/ with a name like {args.names}")
    failed, start = False, time.perf_counter()
    with ProcessPoolExecutor(min(args.jobs, len(names))) as pool:
        runs = {pool.submit(build, name, check=args.check): name for name in names}
        for done, run in enumerate(as_completed(runs), start=1):
            lines = [f"[{done}/{len(names)}] {time.perf_counter() - start:4.0f} s  {runs[run]}"]
            try:
                for path, diff in run.result().items():
                    state = f"is stale:\n{diff}" if args.check else "rewritten"
                    lines.append(f"{path.relative_to(HERE)} {state}")
                    failed |= args.check
            except Exception as err:  # one broken notebook must not hide the others
                lines.append(f"failed: {err}")
                failed = True
            print("\n    ".join(lines), flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
