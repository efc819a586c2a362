"""The code beside a table of runs, as it is written: what its functions look for in a task, and a digest of it."""

import ast
import sys
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import SimpleNamespace

from cfrlib._util.own_code import place

GIVEN = ("tasks", "run_task", "solver", "marks", "measure", "enough", "finish")
"""Functions of the code that are given what a table says: `tasks` the sizes, the others a task."""
WHOLE = ("items", "keys", "values")


@contextmanager
def beside(folder):
    """Let what is imported meanwhile find what stands in a folder first, but for names of the standard library."""
    files = *folder.glob("[!_]*.py"), *(path.parent for path in folder.glob("[!_.]*/__init__.py"))
    own = {path.stem for path in files} - sys.stdlib_module_names
    others = {name: sys.modules.pop(name) for name in own & {*sys.modules} if not _within(folder, sys.modules[name])}
    find = partial(PathFinder.find_spec, path=[str(folder)])
    finder = SimpleNamespace(find_spec=lambda name, *_: find(name) if name in own else None)
    sys.meta_path.insert(0, finder)
    try:
        yield
    except ImportError as error:
        takes = f"it takes what is installed, or a file in {folder.name}/"
        raise type(error)(f"{place(error)}: {error}; {takes}", name=error.name) from error
    finally:
        sys.meta_path.remove(finder)
        sys.modules.update(others)


def _within(folder, module):
    return folder.resolve() in Path(getattr(module, "__file__", None) or "").resolve().parents


def modules(file):
    """Return the trees of a file and of those beside it that it imports, and so on: {path: tree}."""
    trees, waiting = {}, [Path(file)]
    for path in waiting:
        trees[path] = ast.parse(path.read_bytes(), str(path))
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = getattr(node, "module", None) or ""
                for name in (module, *(f"{module}.{alias.name}".strip(".") for alias in node.names)):
                    beside = Path(path.parent, *name.split(".")).with_suffix(".py")
                    waiting += [beside] if name and beside not in waiting and beside.is_file() else []
    return trees


def digest(file, drawing="draw"):
    """Return what tells code apart: all of it but how it looks, its comments, and the function that draws."""
    if file is None:
        return None
    parts = [
        ast.dump(part) for _, tree in sorted(modules(file).items()) for part in tree.body
        if getattr(part, "name", None) != drawing
    ]  # fmt: skip
    return sha256("\n".join(parts).encode()).hexdigest()


def names_read(file):
    """Return the texts by which the functions `GIVEN`, and what they call, may look into a task.

    None if they hand on the whole of it, such as by ``**task``. A text that does something else there, such as the name
    of a column, counts, too; keys of what they build do not, nor does a name that is put together.
    """
    trees = list(modules(file).values())
    defined, reached = _defined(trees), []
    waiting = [part for name in GIVEN for part in _defined(trees[:1]).get(name, ())]
    firsts = [getattr(getattr(part, "args", None), "args", None) for part in waiting]
    tasks, read = {"task", "sizes", *(arguments[0].arg for arguments in firsts if arguments)}, set()
    for part in waiting:
        if part not in reached:
            reached.append(part)
            waiting += [other for node in ast.walk(part) for other in defined.get(_name(node), ())]
    for part in reached:
        nodes = list(ast.walk(part))
        if any(_hands_on(node, tasks) for node in nodes):
            return None
        built = isinstance(part, ast.FunctionDef)
        besides = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        besides |= {id(key) for node in nodes if isinstance(node, ast.Dict) and built for key in node.keys}
        read |= {node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in besides
                 and isinstance(node.value, str)}  # fmt: skip
    return read


def _defined(trees):
    """Return the parts of modules by the names that they define or import."""
    defined = {}
    for part in (part for tree in trees for part in tree.body):
        names = [alias.asname or alias.name for alias in getattr(part, "names", ())] + [getattr(part, "name", None)]
        if isinstance(part, ast.Assign | ast.AnnAssign):
            names += [node.id for node in ast.walk(part) if isinstance(getattr(node, "ctx", None), ast.Store)
                      and isinstance(node, ast.Name)]  # fmt: skip
        for name in names:
            defined.setdefault(name, []).append(part)
    return defined


def _name(node):
    """Return the name by which a node may mean another part of the code."""
    if isinstance(node, ast.Name | ast.Attribute):
        return node.id if isinstance(node, ast.Name) else node.attr
    return node.name if isinstance(node, ast.alias) else ""


def _hands_on(node, tasks):
    """Tell whether a node passes all of a task on, or goes through it."""
    if isinstance(node, ast.Attribute):
        whole = node.value if node.attr in WHOLE else None
    elif isinstance(node, ast.keyword):
        whole = node.value if node.arg is None else None
    else:
        whole = getattr(node, "iter", None)
    return isinstance(whole, ast.Name) and whole.id in tasks
