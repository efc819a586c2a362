"""Doing an named in steps: what is finished is kept, so that an interrupted run goes on where it stopped.

The work folder of an named, ``figures/data/.partial/NAME``, has a file that says what the tasks are and a folder
for each task: the finished table, the CPU seconds it took (written last: a task that has it is finished) and, before
that, a checkpoint. Every table goes through its file, so a resumed run gives the same bytes as one in a single go. A
lock beside the folder keeps a second process away.
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
    """Do what is left of an named and store its data.

    Parameters
    ----------
    name : str
    scale : {"quick", "paper"}
    resume : bool
        Go on where an interrupted run of the same scale stopped; else its parts are thrown away.
    progress : bool
        Show a bar.
    folder : path, optional
        The folder of figures; by default that of the checkout.

    Returns
    -------
    Path
        The stored table.

    Raises
    ------
    cfrlib._util.files.Held
        If another process runs the same run.
    """
    named = find(name, folder)
    tasks = named.tasks(scale)
    work = work_folder(name, folder)
    with lock(work.with_name(f"{name}.lock"), f"name={name!r}"):
        return _run(named, tasks, scale, work, resume, progress, folder)


def _run(named, tasks, scale, work, resume, progress, figures):
    """Do what is left of a run that nobody else does."""
    _begin(work, {"scale": scale, "tasks": tasks}, resume)
    folders = [work / f"{k:04}" for k in range(len(tasks))]
    with tqdm(total=len(tasks), desc=f"{named.name} ({scale})", unit="task", disable=not progress) as bar:
        for task, folder in zip(tasks, folders, strict=True):
            if not (folder / "finished.json").exists():
                _do(named, task, folder)
            bar.update()
    tables = [_read(folder / "table.csv") for folder in folders]
    cpu_seconds = sum(json.loads((folder / "finished.json").read_text())["cpu_seconds"] for folder in folders)
    table = pd.concat(tables, ignore_index=True)
    path = store.save(named.name, table, scale=scale, cpu_seconds=cpu_seconds, folder=figures)
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
