"""Does what is stored come out again? Parts of runs are drawn at random and computed anew from their seeds."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import lazy_loader as lazy
import numpy as np

from cfrlib.runs import store
from cfrlib.runs.practice import Checkpoint
from cfrlib.runs.table import find, names

pd = lazy.load("pandas")

TIMES = {
    "seconds", "cpu_seconds", "milliseconds", "microseconds", "prepare", "outcome_walk", "external_walk", "compile",
}  # fmt: skip
"""Columns that another machine, or another day, fills in otherwise."""
CLOSE = 1e-6
"""Relative: stored numbers have nine digits, and processors round their own way."""


class Part(NamedTuple):
    """A task of a stored run."""

    name: str
    task: dict
    scale: str


def sample(count, seconds, seed=None, folder=None):
    """Return so many parts of stored runs, drawn at random; none whose run takes longer, on average over its parts."""
    parts = []
    for name in names(folder):
        run, (_, made) = find(name, folder), store.load(name, folder)
        tasks = run.tasks(made["scale"]) if run.row.get("verify", True) else []
        if tasks and made["cpu_seconds"] / len(tasks) <= seconds:
            parts.extend(Part(name, task, made["scale"]) for task in tasks)
    chosen = np.random.default_rng(seed).permutation(len(parts))[:count]
    return [parts[k] for k in chosen]


def differences(part, folder=None):
    """Return what differs between the stored rows of a part and those that come out now: lines of text."""
    run, (table, _) = find(part.name, folder), store.load(part.name, folder)
    with TemporaryDirectory() as work:
        now = run.run_task(part.task, Checkpoint(Path(work)))
    keys = [key for key in part.task if key in table and key in now and now[key].nunique() == 1]
    stored = table[np.logical_and.reduce([table[key] == now[key].iloc[0] for key in keys], axis=0)] if keys else table
    if len(stored) != len(now):
        return [f"{len(stored)} rows are stored, {len(now)} come out"]
    lines = []
    for column in (c for c in now if c in stored and c not in TIMES):
        before, after = stored[column].to_numpy(), now[column].to_numpy()
        if pd.api.types.is_numeric_dtype(now[column]):
            same = np.isclose(before.astype(float), after.astype(float), rtol=CLOSE, atol=1e-12, equal_nan=True)
        else:
            same = before.astype(str) == after.astype(str)
        if not same.all():
            k = int(np.argmin(same))
            lines.append(f"{column}: row {k} of the part has {before[k]} stored, now {after[k]}")
    return lines
