"""A bar that shows how far a run is: a widget in a notebook, a line on stderr in a terminal; or nothing."""


class _NoBar:
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def update(self, _):
        """Show nothing."""

    set_description = update


def bar(shown, iterations):
    """Return the bar for so many iterations (None: nobody knows), to be used in a `with` statement."""
    if not shown:
        return _NoBar()
    from tqdm.auto import tqdm

    return tqdm(total=iterations, unit="it", desc="compiling (the first time only)")
