"""Doing a run in steps: what is finished is kept, so that an interrupted run goes on where it stopped.

Its work folder, ``figures/data/.partial/NAME``, has a file that says what the tasks are and a folder for each task: the
finished table, what it took and on what (written last: a task that has it is finished) and, before that, a checkpoint.
A task is computed here or by a worker, and kept here. Every table goes through its file, so neither the worker nor an
interruption changes the bytes. A lock beside the folder keeps a second process away.
"""

import json
import os
import shutil
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import lazy_loader as lazy
from tqdm import tqdm

from cfrlib._util.files import lock, write_atomically
from cfrlib.runs import store
from cfrlib.runs.code import digest
from cfrlib.runs.practice import Checkpoint
from cfrlib.runs.table import loaded, names, source, table_file
from cfrlib.runs.workers import checked

pd = lazy.load("pandas")

LOOKS = ("about", "draw", "verify")
"""What of a row may change while a run is interrupted."""
OTHER = {"scale": "the other scale", "rows": "other rows", "tasks": "other tasks", "code": "other code"}


def run(name=None, scale="paper", *, resume=False, progress=False, folder=None, executor=None, workers=None):
    """Do what is left of a run, store its data, and return the path of its table.

    `resume` goes on where an interrupted run of the same scale stopped; else its parts are thrown away. While another
    process runs the same run, this raises `cfrlib._util.files.Held`. Without a name all runs of a table of one's own
    are done as one, whose first column, `run`, says which one a row is of. `executor` is None, "processes" (`workers`
    of them, by default one for each processor) or "dask://HOST:PORT".
    """
    results, sources = checked(executor, workers), {n: source(n, folder) for n in ([name] if name else names(folder))}
    kept_as, command = (name, None) if name else (table_file(folder).stem, f"cfrlib run --table {Path(folder).name}")
    work, tasks = work_folder(kept_as, folder), []
    for n in sources:
        tasks += [(n, task) for task in loaded(n, *sources[n], table_file(folder)).check(scale)]
    parts = {work / f"{k:04}": task for k, task in enumerate(tasks)}
    with lock(work.with_name(f"{kept_as}.lock"), f"name={kept_as!r}"):
        rows = {n: {key: row[key] for key in row if key not in LOOKS} for n, (row, _) in sources.items()}
        code = {n: digest(file, row.get("draw", "draw")) for n, (row, file) in sources.items()}
        _begin(work, {"scale": scale, "rows": rows, "tasks": tasks, "code": code}, resume)
        away = executor not in (None, "processes")  # where this machine's folders are not
        jobs = {
            part: (n, *sources[n], task, None if away else str(part))
            for part, (n, task) in parts.items()
            if not (part / "finished.json").exists()
        }
        with closing(results(compute, jobs)) as done:
            bar = {"total": len(parts), "initial": len(parts) - len(jobs), "unit": "task"}
            for part, result in tqdm(done, f"{kept_as} ({scale})", **bar) if progress else done:
                keep(part, *result)
        made = [json.loads((part / "finished.json").read_text(encoding="utf-8")) for part in parts]
        tables = [store.read((part / "table.csv").read_bytes().decode(), had["columns"])
                  for part, had in zip(parts, made, strict=True)]  # fmt: skip
        if not name:
            if any("run" in table for table in tables):
                raise ValueError("column='run': it takes another name, as that of the run stands there")
            tables = [table.assign(run=n)[["run", *table]] for table, (n, _) in zip(tables, tasks, strict=True)]
        table, seconds = pd.concat(tables, ignore_index=True), sum(part["cpu_seconds"] for part in made)
        how = {"scale": scale, "cpu_seconds": seconds, "made": made, "command": command}
        path = store.save(kept_as, table, **how, folder=folder)
        _discard(work)
    return path


def compute(name, row, code, task, folder):
    """Do one task, or what its checkpoint leaves of it; return its table, as text, and with what it was made.

    A worker may do it: it gets a name, a source (`cfrlib.runs.table.source`) and a folder. If that is None, it makes
    one of its own, which goes with it.
    """
    if folder is None:
        with TemporaryDirectory() as own:
            return compute(name, row, code, task, own)
    Path(folder).mkdir(exist_ok=True)
    checkpoint = Checkpoint(Path(folder))
    began = _spent() - checkpoint.cpu_seconds
    table = loaded(name, row, code).run_task(task, checkpoint)
    made = {"cpu_seconds": _spent() - began, **store.provenance()}
    return store.as_csv(table), made | {"columns": store.kinds(table)}


def keep(folder, text, made):
    """Keep what a task has come to, unless it is kept already; whoever has `finished.json` has the table, too."""
    if (folder / "finished.json").exists():
        return
    folder.mkdir(exist_ok=True)
    _write(folder / "table.csv", text)
    _write(folder / "finished.json", json.dumps(made))
    Checkpoint(folder).discard()


def work_folder(name, folder=None):
    """Return where the parts of an unfinished run are kept; git ignores it."""
    return store.data_folder(folder) / ".partial" / name


def _begin(work, plan, resume):
    """Make the work folder, or find it as an interrupted run of the same plan has left it."""
    written = work / "plan.json"
    if written.exists():
        kept, plan = json.loads(written.read_text(encoding="utf-8")), json.loads(json.dumps(plan))
        other = [part for part in plan if kept.get(part) != plan[part]]
        if resume and not other:
            return
        why = f"is of {OTHER[other[0]]}" if resume else "is thrown away; --resume would go on with it"
        print(f"{work.name}: an interrupted run {why}. Starting anew.", file=sys.stderr)
    if work.exists():
        _discard(work)
    work.mkdir(parents=True)
    _write(written, json.dumps(plan, indent=1))


def _discard(work):
    """Throw the work folder away. Without a plan nothing goes on in what a kill leaves of it."""
    (work / "plan.json").unlink(missing_ok=True)
    shutil.rmtree(work)


def _spent():
    """Return the processor seconds of this process and of those that it has waited for."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


def _write(path, text):
    write_atomically(path, lambda file: file.write(text.encode("utf-8")))
