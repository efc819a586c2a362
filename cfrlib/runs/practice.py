"""Long practice of one solver, measured at marks and charged in processor seconds of the solve alone."""

import time

SLICE = 60.0
"""Seconds that a solver runs before it is asked whether to keep itself."""
APART = 240.0
"""Processor seconds between two checkpoints."""


def spent(solver, iterations, **limits):
    """Run a solver; return the processor seconds that it took."""
    began = time.process_time()
    solver.run(iterations, **limits)
    return time.process_time() - began


def effort(x):
    """Return what stands at an axis that shows a column of a stored table."""
    return "processor seconds of one core" if x == "cpu_seconds" else x.replace("_", " ")


def practise(make, marks, checkpoint, measure):
    """Run a solver from mark to mark, and measure it at each.

    Parameters
    ----------
    make : callable
        Returns a new solver.
    marks : iterable of int
        Rising numbers of iterations.
    checkpoint : Checkpoint
        Kept at each mark, and between two of them every `APART` seconds.
    measure : callable
        From the solver to a dict, further columns of the row.

    Returns
    -------
    solver : CFR
    rows : list of dict
        iterations, nodes_touched, cpu_seconds (of the solve alone; what is compiled or made once counts for nobody) and
        what `measure` says. However often the task was interrupted, only cpu_seconds is not the same.
    """
    solver, rows = checkpoint.load(make)
    solver.prepare()
    known = {int(t): seconds for t, seconds in checkpoint.notes.get("spent", {}).items()}
    cpu = kept = known.get(solver.iterations, 0.0)

    def keep():
        nonlocal kept, known
        last = list(known.items())[-1:]  # of the solver that a kill between the two files of a checkpoint leaves
        known, kept = {**dict(last), solver.iterations: cpu}, cpu
        checkpoint.save(solver, rows, spent=known)

    for mark in marks:
        while solver.iterations < mark:
            cpu += spent(solver, mark - solver.iterations, seconds=SLICE)
            if solver.iterations < mark and cpu - kept > APART:
                keep()
        if rows and rows[-1]["iterations"] >= mark:
            continue
        counts = {"iterations": mark, "nodes_touched": solver.nodes_touched, "cpu_seconds": cpu}
        rows.append({**counts, **measure(solver)})
        keep()
    return solver, rows
