"""The checks behind the exercises, one module a notebook.

A check takes what the student wrote, tries it on cases, and returns a `Verdict` that the notebook shows: right; wrong,
with the first case or information set where it is, what was found there, what was expected and a hint; or not done
yet. It never just says "wrong", and it never raises because of what the student wrote.
"""

from cfrlib.course.exercises.verdict import Verdict, check, compare

__all__ = ["Verdict", "check", "compare"]
