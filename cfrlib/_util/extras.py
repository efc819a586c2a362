"""What only an extra of the package brings: where it is missing, the error says the command that installs it."""

from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement

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


def required(extra):
    """Return what an extra asks for, as requirements; "" is what the package itself does."""
    listed = map(Requirement, requires("cfrlib"))
    return [one for one in listed if (one.marker.evaluate({"extra": extra}) if one.marker else not extra)]


def command(extra):
    """Return what installs an extra: its packages by their names, as no package index has ours."""
    try:
        return " ".join(["pip install", *(f'"{one.name}{one.specifier}"' for one in required(extra))])
    except PackageNotFoundError:  # a checkout that is not installed
        return f'pip install -e ".[{extra}]" in the checkout'


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
