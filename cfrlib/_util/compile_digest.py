"""What a compiled kernel was made of, and a digest of it: after an update, or while editing, it is another.

numba looks at the file of the function that is called from Python only. But a kernel is made of the kernels that it
calls and of constants, wherever they are defined. So each kernel has a digest of its own: of its definition and of all
definitions in this package that it names, directly or not. Editing anything else compiles nothing again.

What it cannot name it is given: a named tuple has its fields by their place, and may bring kernels of its own (see
`cfrlib.engine.common.limit_holdem.single_deals.dealt_from`). `digest_of_class` is for these.
"""

import ast
import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


@cache
def digest(path, name):
    """Return a digest of what the definition of this name in this file is made of."""
    return _digest(frozenset({(Path(path).resolve(), name)}))


@cache
def digest_of_class(path, name):
    """Return a digest of a class, and of what its module does with it when it is imported."""
    path = Path(path).resolve()
    return _digest(frozenset({(path, name), (path, None)}))


def _digest(start):
    total = hashlib.sha256()
    for path, name in sorted(sources(start), key=str):
        total.update(f"{path.name} {name}\0{Module.of(path).text(name)}\0".encode())
    return total.hexdigest()[:16]


def sources(start):
    """Return these definitions, pairs (file, name), and all that they name, directly or not.

    The name None stands for what a module does when it is imported, beside defining and importing.
    """
    found, new = set(), set(start)
    while new:
        path, name = new.pop()
        found.add((path, name))
        new |= Module.of(path).named_by(name) - found
    return found


class Module:
    """The definitions of a file.

    Attributes
    ----------
    defined : dict
        For each name the statements that define it; for None those that define nothing.
    imported : dict
        For each name (file, name there), or (file, None) for a module.
    """

    @classmethod
    @cache
    def of(cls, path):
        """Return the module in a file."""
        return cls(path)

    def __init__(self, path):
        self.path, self.defined, self.imported = path, {None: []}, {}
        source = path.read_text(encoding="utf-8")
        self._lines = source.splitlines()
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.ImportFrom):
                self._read_import(statement)
            elif not isinstance(statement, ast.Import):
                for name in _defines(statement) or [None]:
                    self.defined.setdefault(name, []).append(statement)

    def _read_import(self, statement):
        if statement.level or statement.module.split(".")[0] != PACKAGE.name or self.path.parent == PACKAGE / "_util":
            return  # how kernels are compiled and kept is no part of them; the options are, in `jit.py`
        folder = PACKAGE.joinpath(*statement.module.split(".")[1:])
        for alias in statement.names:
            module, inside = _file(folder / alias.name), _file(folder)
            if module is not None:
                self.imported[alias.asname or alias.name] = module, None
            elif inside is not None:
                self.imported[alias.asname or alias.name] = inside, alias.name

    def text(self, name):
        """Return the source of what is defined under a name."""
        found = []
        for node in self.defined.get(name, ()):
            first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
            found.extend(self._lines[first - 1 : node.end_lineno])
        return "\n".join(found)

    def named_by(self, name):
        """Return what a definition names: a set of pairs (file, name)."""
        if name in self.imported:
            return {self.imported[name]}
        found = set()
        for statement in self.defined.get(name, ()):
            own = _locals(statement)
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    path, inside = self.imported.get(node.value.id, (None, ""))
                    if inside is None:  # a name of a module
                        found.add((path, node.attr))
                if isinstance(node, ast.Name) and node.id not in own:
                    if node.id in self.imported and self.imported[node.id][1] is not None:
                        found.add(self.imported[node.id])
                    elif node.id in self.defined:
                        found.add((self.path, node.id))
        return found

    def kernels(self):
        """Return the names of the compiled functions that are defined here."""
        return [
            name for name, statements in self.defined.items() for node in statements
            if isinstance(node, ast.FunctionDef) and any("njit" in ast.dump(d) for d in node.decorator_list)
        ]  # fmt: skip


def _defines(statement):
    """Return the names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return [
        node.id for target in targets if target is not None for node in ast.walk(target) if isinstance(node, ast.Name)
    ]


def _locals(statement):
    """Return the names that stand for something of a function's own, whatever they mean outside."""
    if not isinstance(statement, ast.FunctionDef):
        return set()
    nodes = list(ast.walk(statement))
    assigned = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return assigned | {node.arg for node in nodes if isinstance(node, ast.arg)}


def _file(folder):
    """Return the file of a module, or None if there is none."""
    for file in (folder.with_name(folder.name + ".py"), folder / "__init__.py"):
        if file.is_file():
            return file
    return None
