"""Doing a run in steps: what is finished is kept, so that an interrupted run goes on where it stopped.

Its work folder, ``figures/data/.partial/NAME``, has a file that says what the tasks are and a folder for each task: the
finished table, the CPU seconds it took (written last: a task that has it is finished) and, before that, a checkpoint.
Every table goes through its file, so a resumed run gives the same bytes as one in a single go. A lock beside the folder
keeps a second process away.
"""

import io
import json
import os
import shutil
import sys
import time

import lazy_loader as lazy
from packaging.version import Version
from tqdm import tqdm

from cfrlib._util.files import lock, write_atomically
from cfrlib.runs import store
from cfrlib.runs.checkpoint import Checkpoint
from cfrlib.runs.table import find

pd = lazy.load("pandas")


def run(name, scale="paper", *, resume=False, progress=False, folder=None):
    """Do what is left of a run, store its data, and return the path of its table.

    `resume` goes on where an interrupted run of the same scale stopped; else its parts are thrown away. While another
    process runs the same run, this raises `cfrlib._util.files.Held`.
    """
    named, work = find(name, folder), work_folder(name, folder)
    tasks = named.tasks(scale)
    parts = [work / f"{k:04}" for k in range(len(tasks))]
    with lock(work.with_name(f"{name}.lock"), f"name={name!r}"):
        _begin(work, {"scale": scale, "tasks": tasks}, resume)
        todo = list(zip(tasks, parts, strict=True))
        for task, part in tqdm(todo, f"{name} ({scale})", unit="task") if progress else todo:
            if not (part / "finished.json").exists():
                _do(named, task, part)
        cpu_seconds = sum(json.loads((part / "finished.json").read_text())["cpu_seconds"] for part in parts)
        table = pd.concat([_read(part / "table.csv") for part in parts], ignore_index=True)
        path = store.save(name, table, scale=scale, cpu_seconds=cpu_seconds, folder=folder)
        _discard(work)
    return path


def work_folder(name, folder=None):
    """Return where the parts of an unfinished run are kept; git ignores it."""
    return store.data_folder(folder) / ".partial" / name


def _begin(work, plan, resume):
    """Make the work folder, or find it as an interrupted run of the same tasks has left it."""
    written = work / "plan.json"
    if written.exists():
        same = json.loads(written.read_text(encoding="utf-8")) == json.loads(json.dumps(plan))
        if resume and same:
            return
        why = "has other tasks" if resume else "is thrown away; --resume would go on with it"
        print(f"{work.name}: an interrupted run {why}. Starting anew.", file=sys.stderr)
    if work.exists():
        _discard(work)
    work.mkdir(parents=True)
    _write(written, json.dumps(plan, indent=1))


def _discard(work):
    """Throw the work folder away. Without a plan nothing goes on in what a kill leaves of it."""
    (work / "plan.json").unlink(missing_ok=True)
    shutil.rmtree(work)


def _do(named, task, folder):
    """Do one task, or what its checkpoint leaves of it."""
    folder.mkdir(exist_ok=True)
    checkpoint = Checkpoint(folder)
    began = _spent() - checkpoint.cpu_seconds
    table = named.run_task(task, checkpoint)
    spent = _spent() - began
    _write(folder / "table.csv", table.to_csv(index=False, lineterminator="\n"))
    _write(folder / "finished.json", json.dumps({"cpu_seconds": spent}))
    checkpoint.discard()


def _spent():
    """Return the processor seconds of this process and of those that it has waited for."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


def _write(path, text):
    write_atomically(path, lambda file: file.write(text.encode("utf-8")))


def _read(path):
    """Return a table exactly as it was written: every digit, and texts such as "NA" as texts."""
    exact = {} if Version(pd.__version__) >= Version("3.1") else {"float_precision": "round_trip"}  # always, since 3.1
    text = io.StringIO(path.read_text(encoding="utf-8"))
    return pd.read_csv(text, keep_default_na=False, na_values=[""], **exact)
