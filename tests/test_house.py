"""What every file of the house keeps to."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import cfrlib
from cfrlib import games

HOUSE = Path(cfrlib.__file__).parent
AT_HOME = {"engine", "games"}
"""Folders that know which game they have."""


def kinds():
    """Return the names of all games with observable actions, and of all layouts."""
    found = [cfrlib.game.Game]
    for kind in found:
        found += [one for one in kind.__subclasses__() if one.__module__.startswith(games.__name__)]
    engines = [path.parent.name for path in HOUSE.glob("engine/*/layout.py")]
    layouts = [import_module(f"cfrlib.engine.{engine}.layout").LAYOUT for engine in engines]
    return {kind.__name__ for kind in (*found[1:], *layouts)}


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


FILES = [path for path in sorted(HOUSE.rglob("*.py")) if path.relative_to(HOUSE).parts[0] not in AT_HOME]


def test_no_game_is_a_special_case():
    found = {str(path.relative_to(HOUSE)): list(special_cases(path.read_text())) for path in FILES}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize("line", [
    "if game.layout == 'tree': pass", "x = 1 if game.layout != 'bids' else 2", "isinstance(game, bluff)",
    "if isinstance(layout, (int, Ladder)): y()", "y = type(game) is games.holdem", "SHOWN = {kuhn: 0}",
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
