"""Room to work in, for each thread by itself: many may evaluate one game at the same time."""

import threading


class Rooms(threading.local):
    """The arrays that walks of an evaluator write into: a thread has its own, of the kind it asked for last.

    Parameters
    ----------
    make : callable
        Returns the room of a kind, such as the dtype of the tables.
    """

    def __init__(self, make):
        self.make, self.kind, self.kept = make, None, None

    def of(self, kind=None):
        """Return the room of this thread."""
        if self.kept is None or self.kind != kind:
            self.kind, self.kept = kind, self.make(kind)
        return self.kept
