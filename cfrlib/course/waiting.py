"""A notebook says what it waits for: a line over the page while a cell takes longer than two seconds.

`import cfrlib` in a notebook starts it. The line counts seconds, tells of kernels that are being compiled and how far a
run is, and goes when the cell is done. It is no output of the cell: nothing of it is saved, and no test sees it.
"""

import contextvars
import os
import threading
import time
from pathlib import Path

PATIENCE = 2.0
"""Seconds before anything is shown."""

_watch = None


def start():
    """Watch the cells of this notebook; where there is no notebook, do nothing."""
    global _watch
    from IPython import get_ipython

    shell = get_ipython()
    if _watch is None and hasattr(shell, "kernel"):
        _watch = _Watch(shell)
        shell.events.register("pre_run_cell", _watch.begin)
        shell.events.register("post_run_cell", _watch.end)
        _watch.begin()  # the cell that imports has begun


def say(doing):
    """Say what is being done, a few words; "" when it is done."""
    if _watch is not None:
        _watch.say(doing)


class Count:
    """Says how far a run is; it takes what a bar takes."""

    def __init__(self, total):
        self.total, self.done, self.said = total, 0, 0.0

    def update(self, number):
        """Count iterations; say it twice a second at most."""
        self.done += number
        if _watch is not None and time.monotonic() - self.said > 0.5:
            self.said = time.monotonic()
            of = "" if self.total is None else f" of {self.total:,}"
            _watch.say(f"{self.done:,}{of} done")


class _Watch:
    """Shows a note from `PATIENCE` seconds after the beginning of a cell until its end."""

    def __init__(self, shell):
        self.shell, self.note, self.lock = shell, None, threading.Lock()
        self.doing, self.timer = "", None

    def begin(self, _=None):
        self.end()
        context = contextvars.copy_context()  # what is sent belongs to this cell
        self.timer = threading.Timer(PATIENCE, context.run, [self.show])
        self.timer.daemon = True
        self.timer.start()

    def show(self):
        with self.lock:
            if self.timer is None:
                return
            if self.note is None:
                from cfrlib.course.widgets.note import Note

                self.note = Note()
            notebook = Path(os.environ.get("JPY_SESSION_NAME", "")).name
            cell = f"Cell [{self.shell.execution_count - 1}]"  # it counts before a cell runs
            where = f"{cell} of {notebook}" if notebook else cell
            self.note.show(where, PATIENCE, self.doing)

    def say(self, doing):
        with self.lock:
            self.doing = doing
            if self.note is not None:
                self.note.doing = doing

    def end(self, _=None):
        with self.lock:
            if self.timer is not None:
                self.timer.cancel()
            self.timer, self.doing = None, ""
            if self.note is not None:
                self.note.hide()
