"""A bar that shows how far a run is: a widget in a notebook, a line on stderr in a terminal; or nothing."""

from contextlib import contextmanager

from cfrlib.kernels.compiling import telling


class _NoBar:
    def update(self, _):
        """Show nothing."""


@contextmanager
def bar(shown, iterations):
    """Give the bar for so many iterations (None: nobody knows) to a `with` statement.

    While a kernel is being compiled, the bar says so.
    """
    if not shown:
        yield _NoBar()
        return
    from tqdm.auto import tqdm

    with tqdm(total=iterations, unit="it") as shown, telling(shown.set_description):
        yield shown
