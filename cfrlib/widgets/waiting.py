"""A notebook says what it waits for: a line over the page while a cell takes longer than two seconds.

`import cfrlib` in a notebook starts it. The line counts seconds, tells of kernels that are being compiled and how far a
run is, and goes when the cell is done. It is no output of the cell: nothing of it is saved, and no test sees it.
"""

import contextvars
import os
import threading
from importlib.util import find_spec
from pathlib import Path

from IPython import get_ipython

from cfrlib._util import waiting

PATIENCE = 2.0
"""Seconds before anything is shown."""

_watch = None


def start():
    """Watch the cells of this notebook; where there is no notebook, or no widgets, do nothing."""
    global _watch
    shell = get_ipython()
    if _watch is None and hasattr(shell, "kernel") and find_spec("anywidget"):
        _watch = _Watch(shell)
        shell.events.register("pre_run_cell", _watch.begin)
        shell.events.register("post_run_cell", _watch.end)
        waiting.listeners.append(_watch.say)
        _watch.begin()  # the cell that imports has begun


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
                # Only where a cell takes long: ipywidgets takes a while to import.
                from cfrlib.widgets.parts.note import Note

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
