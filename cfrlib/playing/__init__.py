"""A person at the table: dealing, acting, keeping what was played, and saying what it was worth."""

from cfrlib.playing.aivat import breakdown, summary
from cfrlib.playing.session import Session

__all__ = ["Session", "breakdown", "summary"]
