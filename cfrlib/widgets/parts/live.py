"""What runs in the background of a notebook, and what stops it.

A run is stopped by the kernel's *Interrupt*, by running again the cell that made it (its picture is gone then, and no
button would reach it), and when the kernel ends. A run is anything with a method ``interrupt()`` that may be called
from any thread, and that does nothing where nothing runs.
"""

import atexit
import weakref
from asyncio import CancelledError
from functools import cache

from IPython import get_ipython

INTERRUPTS = KeyboardInterrupt, CancelledError
"""What an interrupt raises in a cell, and in one that awaits something."""

_runs = weakref.WeakKeyDictionary()
"""{run: the id of the cell that made it, None where that is not known}."""


def enlist(run):
    """Have a run stopped when it must not go on."""
    shell, cell = get_ipython(), None
    if hasattr(shell, "kernel"):
        _watch(shell)
        cell = shell.get_parent().get("metadata", {}).get("cellId")
    _runs[run] = cell


def stop(cell=None):
    """Stop all that runs, or only what was made in one cell, given by its id."""
    for run, made_in in list(_runs.items()):
        if cell in (None, made_in):
            run.interrupt()


atexit.register(stop)


@cache
def _watch(shell):
    """Hear from a kernel which cells are run, and when it is interrupted: while a cell runs, and while it is idle."""
    shell.events.register("pre_run_cell", _before)
    shell.events.register("post_run_cell", _after)
    kernel = shell.kernel
    former = kernel.saved_sigint_handler  # what ipykernel will put back after this cell; an idle one ignores SIGINT

    def interrupted(number, frame):
        kernel.io_loop.asyncio_loop.call_soon_threadsafe(stop)  # tornado's add_callback does not wake an idle loop
        if callable(former):
            former(number, frame)

    kernel.saved_sigint_handler = interrupted


def _before(info):
    if info.cell_id is not None:
        stop(info.cell_id)


def _after(result):
    # It may come while IPython compiles the next statement, too.
    if result is None or isinstance(result.error_in_exec or result.error_before_exec, INTERRUPTS):
        stop()
