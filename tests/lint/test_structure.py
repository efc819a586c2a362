"""The house as CONTRIBUTING describes it: wings whose imports point one way, few entries at the top, reasons for the
imports inside functions; and no game is a special case."""

import ast
import importlib
import re
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from planted_faults import misplaced

import cfrlib
from cfrlib.engine.combinations import ENGINES

PACKAGE = Path(cfrlib.__file__).parent
ROOT = PACKAGE.parent
FILES = sorted(PACKAGE.rglob("*.py"))
LAYOUTS = sorted(path.parent.name for path in (PACKAGE / "engine").glob("*/layout.py"))
MOST_AT_THE_TOP, MOST_INSIDE, MOST_PRIVATE = 26, 30, 121


def test_imports_point_one_way(monkeypatch, capsys):
    """[tool.importlinter] in pyproject.toml says which."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("logging.config.dictConfig", lambda config: None)  # it would silence the loggers of other tests
    failed = lint_imports(no_cache=True)
    assert not failed, capsys.readouterr().out


def inner_imports(file):
    """Yield (line, text of it and of the lines around it) of each import inside a function."""
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield node.lineno, "\n".join(lines[max(node.lineno - 4, function.lineno - 1) : node.lineno])


def test_imports_inside_functions_are_few_and_have_their_reasons():
    imports = [(file, line, text) for file in FILES for line, text in inner_imports(file)]
    assert len(imports) <= MOST_INSIDE
    for file, line, text in imports:
        assert "#" in text, f"{file}:{line}: say why this import is not at the top"


def test_there_is_little_at_the_top():
    entries = {path.name for path in PACKAGE.iterdir() if path.is_file() or any(path.glob("*.py"))}
    assert len(entries) <= MOST_AT_THE_TOP
    assert {"py.typed", "__init__.pyi", "__main__.py"} <= entries


def test_no_module_at_the_top_bears_the_name_of_a_function():
    """A submodule that is imported binds itself over it."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    functions = {name for name in cfrlib.__all__ if callable(getattr(cfrlib, name))}
    assert not modules & functions


@pytest.mark.parametrize("name", ["cfrlib", "cfrlib.draw", "cfrlib.widgets"])
def test_what_a_stub_lists_is_there(name):
    package = cfrlib if name == "cfrlib" else getattr(cfrlib, name.removeprefix("cfrlib."))
    for listed in package.__all__:
        assert getattr(package, listed) is not None


def test_all_engines_are_looked_at():
    assert set(ENGINES) == set(LAYOUTS), "cfrlib/engine/combinations.py: ENGINES takes each engine"
    folders = {path.name for path in (PACKAGE / "engine").iterdir() if (path / "__init__.py").exists()}
    assert folders - set(LAYOUTS) == {"common"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_engine_has_the_same_files(layout):
    """But a public tree goes by its program, and an explicit tree does not say what states are worth."""
    folder = PACKAGE / "engine" / layout
    walks = {"explicit": {"vanilla.py"}, "tree": {"program.py", "walk.py", "values.py"}}
    files = {"layout.py", "engine.py"} | walks.get(layout, {"vector.py", "values.py"})
    assert files <= {path.name for path in folder.iterdir()}
    engine = importlib.import_module(f"cfrlib.engine.{layout}.engine")
    assert {"ROWS", "EVALUATOR"} <= set(vars(engine))


AT_HOME = {"engine", "games"}
"""Folders that know which game they have."""


def kinds():
    """Return the names of all games with observable actions, and of all layouts."""
    kinds = [cfrlib.Game]
    for kind in kinds:
        kinds += [one for one in kind.__subclasses__() if one.__module__.startswith("cfrlib.games")]
    layouts = [importlib.import_module(f"cfrlib.engine.{layout}.layout").LAYOUT for layout in LAYOUTS]
    return {kind.__name__ for kind in (*kinds[1:], *layouts)}


def special_cases(text):
    """Yield the lines that ask which game or layout there is, unless it is to refuse an argument."""
    tree, names = ast.parse(text), {*kinds(), "layout"}
    refusing = [n.test for n in ast.walk(tree) if isinstance(n, ast.If) and isinstance(n.body[-1], ast.Raise)]
    allowed = {part for test in refusing for part in ast.walk(test)}
    for node in ast.walk(tree):
        parts = []
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("isinstance", "issubclass"):
            parts = list(ast.walk(node.args[1]))
        elif isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            parts = node.keys
        if node not in allowed and any(name_of(part) in names for part in parts):
            yield node.lineno


def name_of(part):
    """Return the name that a part of a program is, or ends in."""
    return getattr(part, "attr", getattr(part, "id", None))


def test_no_game_is_a_special_case():
    for file in FILES:
        if file.relative_to(PACKAGE).parts[0] not in AT_HOME:
            assert list(special_cases(file.read_text(encoding="utf-8"))) == [], file


@pytest.mark.parametrize("line", [
    "if game.layout == 'tree': pass", "x = 1 if game.layout != 'bids' else 2", "isinstance(game, bluff)",
    "if isinstance(layout, (int, BidsLayout)): y()", "y = type(game) is games.holdem", "SHOWN = {kuhn: 0}",
    "if isinstance(game, LimitHoldem): y()\nelse: raise ValueError",
])  # fmt: skip
def test_a_special_case_is_seen(line):
    assert list(special_cases(line)) == [1]


@pytest.mark.parametrize("line", [
    "if not isinstance(game, holdem): raise ValueError", "if game.layout != 'tree' or game.large: raise ValueError",
    "isinstance(game, Game)", "layout_of(game).evaluator", "game.unit == 'chips'",
])  # fmt: skip
def test_what_refuses_or_asks_for_something_else_is_none(line):
    assert list(special_cases(line)) == []


def private_uses(file):
    """Yield the private attributes of other objects that a file of tests uses."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and not node.attr.startswith("__"):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            own = owner in ("self", "cls") or node.attr in ("_replace", "_asdict") or node.attr.startswith("_repr_")
            if not own:  # the latter are for everybody, whatever they look like
                yield node.attr


def test_tests_leave_private_things_alone():
    uses = [use for file in sorted((ROOT / "tests").rglob("*.py")) for use in private_uses(file)]
    assert len(uses) <= MOST_PRIVATE


def test_what_tests_share_is_no_test():
    """It stands in tests/helpers, where nobody collects it twice."""
    tests = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            assert not {name.rpartition(".")[2] for name in names} & tests, f"{file}:{node.lineno}"


def test_the_table_of_what_engines_walk_is_the_one_on_the_page():
    page = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    assert cfrlib.engine.support_table() in page, "docs/scale.md takes `print(cfrlib.engine.support_table())`"


def test_files_that_contributing_names_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 1150
    named = re.findall(r"`((?:cfrlib|tests|docs|notebooks|figures|benchmarks)/[\w/.]+)`", text)
    own = [name for name in named if not re.search("NAME|NN|/name/", name)]
    assert len(own) > 25
    assert [name for name in own if not (ROOT / name).exists()] == []


def test_every_planted_fault_still_fits_the_code():
    assert misplaced() == []
