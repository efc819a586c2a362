"""How kernels are written: those that only kernels call have no way in from Python, and all are kept in one way."""

import ast
from pathlib import Path

import cfrlib

PACKAGE = Path(cfrlib.__file__).parent


def kernels_and_others(file):
    """Return the names of the kernels of a file, "njit name" or "inner_njit name", and all names that the rest uses."""
    kernels, used = set(), set()
    for statement in ast.parse(file.read_text(encoding="utf-8")).body:
        decorators = getattr(statement, "decorator_list", ())
        decorators = {ast.unparse(decorator).partition("(")[0] for decorator in decorators} & {"njit", "inner_njit"}
        if decorators:
            kernels |= {f"{decorator} {statement.name}" for decorator in decorators}
        elif not isinstance(statement, ast.ImportFrom):
            nodes = list(ast.walk(statement))
            used |= {node.id for node in nodes if isinstance(node, ast.Name)}
            used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
            used |= {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
            used |= {node.value for node in nodes if isinstance(node, ast.Constant)}
    return kernels, used


def test_a_kernel_that_only_kernels_call_has_no_way_in_from_python():
    """It would cost a third of the time to compile; that the others have one shows when they are called."""
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.parent.joinpath("tests").rglob("*.py")]
    read = [kernels_and_others(file) for file in files]
    used = set().union(*(names for _, names in read))
    useless = {kernel for kernels, _ in read for kernel in kernels if kernel[:5] == "njit " and kernel[5:] not in used}
    assert not useless, "write @inner_njit"


def test_every_kernel_is_kept_in_the_same_way():
    for file in PACKAGE.rglob("*.py"):
        assert "cache=True" not in file.read_text(encoding="utf-8"), f"{file.name}: write @keep above @numba.njit"
