"""A bar that shows how far a run is: a widget in a notebook, a line on stderr in a terminal; or nothing but a word to
`cfrlib._util.waiting`; a notebook shows it if a cell takes long."""

from contextlib import contextmanager

from cfrlib._util.arguments import flag
from cfrlib._util.waiting import Count, telling


@contextmanager
def bar(shown, iterations):
    """Give the bar for so many iterations (None: nobody knows) to a `with` statement.

    While a kernel is being compiled, the bar says so.
    """
    if not flag("progress", shown):
        yield Count(iterations)
        return
    # In a notebook it brings widgets along, which take a while to import.
    from tqdm.auto import tqdm

    with tqdm(total=iterations, unit="it") as shown, telling(shown.set_description):
        yield shown


class _Counted:
    """A bar of bytes; called with a file, it gives one that counts what goes through."""

    def __init__(self, shown=None):
        self.shown = shown

    def __call__(self, file, method):
        if self.shown is None:
            return file
        # In a notebook it brings widgets along, which take a while to import.
        from tqdm.utils import CallbackIOWrapper

        return CallbackIOWrapper(self.shown.update, file, method)

    def update(self, count):
        """Count bytes."""
        if self.shown is not None:
            self.shown.update(count)


@contextmanager
def byte_bar(shown, size, what):
    """Give a bar of so many bytes to a `with` statement; see `_Counted`."""
    if not flag("progress", shown):
        yield _Counted()
        return
    # In a notebook it brings widgets along, which take a while to import.
    from tqdm.auto import tqdm

    with tqdm(total=size, unit="B", unit_scale=True, desc=what) as bar:
        yield _Counted(bar)
