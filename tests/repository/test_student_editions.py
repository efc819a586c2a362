"""The student's edition of a lesson needs no run of its own: `make test` executes the solved one, and one of these.

`notebooks/build.py` makes it from the solved edition. What it lacks is answers: cells tagged `solution` or `check`,
and the bodies between the marks of a solution in cells tagged `exercise`, which are left blank. So a run can differ in
two ways only:

- in a cell that needs a blank. A cell with blanks only defines functions or a class, and no cell but the check of the
  exercise, `exercises.check_...(name)`, names them: what a check says of a blank is looked at here;
- in a cell that needs a name from a cell that is left out. None does.

All other cells run the same code after the same code, and what is saved of them is the same in both editions.
"""

import ast
import builtins
from functools import cache
from symtable import symtable

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager

import build

pytestmark = pytest.mark.slow

LESSONS = [name for name in build.names() if not name.startswith("papers/")]
each_lesson = pytest.mark.parametrize("name", LESSONS)


@pytest.mark.parametrize("name", build.names())
def test_all_editions_stand_as_built(name):
    assert build.problems(name) == [], "`make execute` rewrites all editions"


@cache
def code_cells(name):
    """Return the cells of code of both editions, of the solved one those that a student gets."""
    solved, student = (nbformat.read(path, as_version=4) for path in build.editions(name))
    kept = [cell for cell in solved.cells if build.DROPPED.isdisjoint(build.tags(cell))]
    return [[cell for cell in cells if cell.cell_type == "code"] for cells in (kept, student.cells)]


def plain(source):
    """Return a cell without its magic commands, as Python reads it."""
    return TransformerManager().transform_cell(source)


def scopes(table):
    """Yield the scope of a cell and those of its functions, classes and comprehensions."""
    yield table
    for inner in table.get_children():
        yield from scopes(inner)


@cache
def names_of(source):
    """Return the names that a cell defines for other cells, and those that it uses."""
    cell = symtable(plain(source), "a cell", "exec")
    defined = {one.get_name() for one in cell.get_symbols() if one.is_assigned() or one.is_imported()}
    used = {one.get_name() for scope in scopes(cell) for one in scope.get_symbols()
            if one.is_referenced() and (scope is cell or one.is_global())}  # fmt: skip
    return defined, used


def defined(source):
    return names_of(source)[0]


def used(source):
    return names_of(source)[1]


def exercises(student):
    """Yield (cell with blanks, names that it defines, the one cell that uses them) of each exercise."""
    for cell in student:
        if "exercise" in build.tags(cell):
            names = defined(cell.source)
            (check,) = [other for other in student if names & (used(other.source) - defined(other.source))]
            yield cell, names, check


@each_lesson
def test_what_is_blank_is_only_defined_and_only_its_check_names_it(name):
    for cell, _, check in exercises(code_cells(name)[1]):
        lines = ast.parse(cell.source).body
        assert all(isinstance(line, ast.FunctionDef | ast.ClassDef) for line in lines), cell.source
        assert check.source.startswith("exercises.check_"), check.source


@each_lesson
def test_no_cell_needs_one_that_is_left_out(name):
    known = {*vars(builtins), "get_ipython", "display"}
    for cell in code_cells(name)[1]:
        known |= defined(cell.source)
        assert used(cell.source) <= known, f"{cell.id} needs {used(cell.source) - known}"


@each_lesson
def test_all_but_checks_of_exercises_come_out_as_in_the_solved_edition(name):
    solved, student = code_cells(name)
    checks = [check for _, _, check in exercises(student)]
    for right, cell in zip(solved, student, strict=True):
        if cell in checks:
            assert "Your turn: " in cell.outputs[0].data["text/plain"], cell.source
        elif "nbval-ignore-output" not in build.tags(cell):
            assert shown(cell) == shown(right), cell.source


def shown(cell):
    """Return what a cell has put out; in which cell of the edition says nothing."""
    return [{**out, "execution_count": None} for out in build.joined_streams(cell.outputs)]


@each_lesson
def test_a_check_says_of_a_blank_what_is_saved(name):
    """It is run, after the imports alone, as nothing else reaches a blank."""
    student, known = code_cells(name)[1], {}
    lines = [line for cell in student for line in ast.parse(plain(cell.source)).body]
    imports = [line for line in lines if isinstance(line, ast.Import | ast.ImportFrom)]
    exec(compile(ast.Module(imports, []), name, "exec"), known)
    for cell, _, check in exercises(student):
        exec(cell.source, known)
        assert eval(check.source, known)._repr_mimebundle_() == check.outputs[0].data
