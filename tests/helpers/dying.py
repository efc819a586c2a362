"""A checkpoint that is killed: the task that keeps it goes on from what is left."""

from cfrlib.runs.practice import Checkpoint


class Killed(Exception):
    """As kill -9: nothing is cleaned up."""


class Unwritten:
    """A solver that is killed while it writes itself."""

    def save(self, path):
        raise Killed


class Dying(Checkpoint):
    """Dies at one of its saves: before it, between its two files, or after it."""

    def __init__(self, folder, at, where="after"):
        super().__init__(folder)
        self.left, self.where = at, where

    def save(self, solver, rows, **notes):
        self.left -= 1
        if self.left == 0 and self.where == "before":
            raise Killed
        super().save(Unwritten() if self.left == 0 and self.where == "between" else solver, rows, **notes)
        if self.left == 0:
            raise Killed
