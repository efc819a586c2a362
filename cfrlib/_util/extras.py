"""What only an extra of the package brings: where it is missing, the error says the command that installs it."""

from contextlib import contextmanager

EXTRAS = {
    "anywidget": "course",
    "IPython": "course",
    "ipywidgets": "course",
    "jupyterlab": "course",
    "matplotlib": "course",
    "nbformat": "course",
    "pygraphviz": "course",
    "traitlets": "course",
    "sklearn": "deep",
    "dask": "cluster",
    "distributed": "cluster",
}
"""The extra in pyproject.toml that brings a package, by the name under which it is imported."""


def command(extra):
    """Return what installs an extra."""
    return f'pip install "cfrlib[{extra}]"'


@contextmanager
def from_extras():
    """Around an import, or a function that imports: what an extra brings and is missing is said with its command."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").split(".")[0]
        if package not in EXTRAS:
            raise
        message = f"{package} is not installed: {command(EXTRAS[package])} brings it"
        raise ModuleNotFoundError(message, name=error.name) from None
