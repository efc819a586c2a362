"""What is imported when it is first used: names of packages, the engine that the core asks for, and what extras bring.

The core says what a game is and how a strategy is judged; it imports no engine, and on small games needs none. Where a
game is large it asks for one of `PROVIDERS`.
"""

import ast
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import lazy_loader as lazy
from packaging.requirements import Requirement

EXTRAS = {
    "anywidget": "course",
    "IPython": "course",
    "ipywidgets": "course",
    "jupyterlab": "course",
    "matplotlib": "course",
    "nbclient": "course",
    "nbformat": "course",
    "pygraphviz": "course",
    "traitlets": "course",
    "math_core": "slides",
    "nbconvert": "slides",
    "svg2pdf_py": "pdf",
    "sklearn": "deep",
    "dask": "cluster",
    "distributed": "cluster",
}
"""The extra in pyproject.toml that brings a package, by the name under which it is imported."""
PROVIDERS = {
    "CFR": "cfrlib.engine.solver",  # what solves a game with the trunk of it locked
    "layout_of": "cfrlib.engine.contract",  # how a game lies in memory, with a fast evaluator
    "table_profile": "cfrlib.engine.saving",  # a profile that was saved as the tables of a large game
    "solution": "cfrlib.engine.following",  # what a game is worth that another one ends in
    "states_of": "cfrlib.engine.common.state_values",  # what all public states are worth
}


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


def of_stub(package, file):
    """Return `__getattr__`, `__dir__` and `__all__` of a package whose stub, ``__init__.pyi``, says where names are."""
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes, own = {}, {}
    for node in imports:
        names = [name.name for name in node.names]
        own.setdefault(node.module, []).extend(names) if node.level else homes.update(dict.fromkeys(names, node.module))
    load, _, names = lazy.attach(package, submod_attrs=own)
    names = sorted([*homes, *names])

    @from_extras()
    def load_any(name):
        return getattr(import_module(homes[name]), name) if name in homes else load(name)

    return load_any, lambda: names, names


@cache
def lazy_import(name):
    """Return the function of this name that the engine provides."""
    return getattr(import_module(PROVIDERS[name]), name)
