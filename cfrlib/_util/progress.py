"""A bar that shows how far a run is: a widget in a notebook, a line on stderr in a terminal; or else words that a
notebook shows if a cell takes long (`cfrlib._util.waiting`)."""

from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

from cfrlib._util.arguments import flag
from cfrlib._util.waiting import Count, telling


def bar(shown, iterations):
    """Return the bar for so many iterations (None: nobody knows), for a `with` statement.

    While a kernel is being compiled, the bar says so.
    """
    return _shown(iterations) if flag("progress", shown) else nullcontext(Count(iterations))


@contextmanager
def _shown(iterations):
    """Give a bar that can be seen to a `with` statement."""
    # In a notebook it brings widgets along, which take a while to import.
    from tqdm.auto import tqdm

    with tqdm(total=iterations, unit="it") as shown, telling(shown.set_description):
        yield shown


def byte_bar(shown, size, what):
    """Return a bar of so many bytes, for a `with` statement; if none is shown, what takes the same.

    Then nothing of tqdm is touched: its bars share a lock with forked processes, and one that is killed keeps it.
    """
    if not flag("progress", shown):
        return nullcontext(SimpleNamespace(update=lambda count: None))
    # In a notebook it brings widgets along, which take a while to import.
    from tqdm.auto import tqdm

    return tqdm(total=size, unit="B", unit_scale=True, desc=what)
