"""What a run is busy with, in a few words. Whoever shows it listens: a notebook does (`cfrlib.widgets.waiting`)."""

import logging
import threading
import time
from contextlib import contextmanager

log = logging.getLogger("cfrlib")
NOTE = "compiling, once (up to half a minute)"
"""What a bar shows while a kernel is compiled."""
FIRST = 2.0
"""Seconds after which it is said how far something is."""
_thread = threading.local()
listeners = []
"""Called with the words, "" when it is done."""


def say(doing):
    """Say what is being done, a few words; "" when it is done."""
    for listen in listeners:
        listen(doing)


@contextmanager
def announced(what):
    """Say in the log and to who listens that something is computed, and how long it took, in a `with` statement."""
    log.info("computing %s, once", what)
    say(f"computing {what}, once")
    began = time.perf_counter()
    yield
    log.info("computed %s in %.1f s", what, time.perf_counter() - began)
    say("")


class Patience:
    """Says how far something long is: first after two seconds, then whenever it has taken twice as long.

    It says so to who listens, as a notebook does, of whose cells it is no output; else in the log.
    """

    def __init__(self, doing):
        self.doing, self.began, self.due = doing, time.monotonic(), FIRST

    def at(self, done):
        """Say it if it is time; `done` is how much has been done."""
        passed = time.monotonic() - self.began
        if passed > self.due:
            self.due = 2 * passed
            words = f"{self.doing}: {done:,} so far, in {passed:.0f} s"
            if listeners:
                say(words)
            else:
                log.warning("%s", words)

    def count(self, items):
        """Yield items, and count them."""
        for done, item in enumerate(items):
            self.at(done)
            yield item


class Count:
    """Says how far a run is, in iterations out of `total` (None: nobody knows); it takes what a bar takes."""

    def __init__(self, total):
        self.total, self.done, self.said = total, 0, 0.0

    def update(self, number):
        """Count iterations; say it twice a second at most."""
        self.done += number
        if listeners and time.monotonic() - self.said > 0.5:
            self.said = time.monotonic()
            of = "" if self.total is None else f" of {self.total:,}"
            say(f"{self.done:,}{of} done")


def tell(note, words):
    """Tell who asked in this thread that the compiler is at work, NOTE, or done, ""; and say it in words."""
    say(words)
    for hear in getattr(_thread, "told", ()):
        hear(note)


@contextmanager
def telling(hear):
    """Call ``hear(NOTE)`` when this thread begins to compile a kernel in the `with` block, ``hear("")`` after it."""
    before = getattr(_thread, "told", ())
    _thread.told = (*before, hear)
    try:
        yield
    finally:
        _thread.told = before
