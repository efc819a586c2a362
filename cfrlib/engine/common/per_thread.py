"""Workspaces of an evaluator, one for each thread: many threads may evaluate one game at the same time."""

import threading


class PerThread(threading.local):
    """The arrays that walks write into: each thread has its own, of the kind that it asked for last.

    Parameters
    ----------
    make : callable
        Returns the workspace of a kind, such as the dtype of the tables.
    """

    def __init__(self, make):
        self.make, self.kind, self.kept = make, None, None

    def of(self, kind=None):
        """Return the workspace of this thread."""
        if self.kept is None or self.kind != kind:
            self.kind, self.kept = kind, self.make(kind)
        return self.kept
