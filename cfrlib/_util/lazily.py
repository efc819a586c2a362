"""Packages whose names are loaded when they are first used; their stubs, ``__init__.pyi``, say where each stands."""

import ast
from importlib import import_module
from pathlib import Path

import lazy_loader as lazy

from cfrlib._util.extras import from_extras


def of_stub(package, file):
    """Return the `__getattr__`, `__dir__` and `__all__` of a package, which has names of its own and of lessons."""
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    homes = {name.name: node.module for node in imports if not node.level for name in node.names}
    own = {node.module: [name.name for name in node.names] for node in imports if node.level}
    load, _, names = lazy.attach(package, submod_attrs=own)
    names = sorted([*homes, *names])

    @from_extras()
    def load_any(name):
        return getattr(import_module(homes[name]), name) if name in homes else load(name)

    return load_any, lambda: names, names
