"""Workspaces of an evaluator, one for each thread: many threads may evaluate one game at the same time."""

import threading


class PerThread(threading.local):
    """The arrays that walks write into: each thread has its own, from ``make(kind)`` for its last kind (a dtype)."""

    def __init__(self, make):
        self.make, self.kind, self.kept = make, None, None

    def of(self, kind=None):
        """Return the workspace of this thread."""
        if self.kept is None or self.kind != kind:
            self.kind, self.kept = kind, self.make(kind)
        return self.kept
