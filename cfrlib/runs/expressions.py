"""Expressions over the columns of a table, such as ``log10(states)`` or ``method == 'CFR' and seed < 3``.

They are read by Python's grammar and worked out here, part by part. A table of runs is data: no expression of it calls
anything but `FUNCTIONS`, or looks into an object.
"""

import ast
import operator
from functools import reduce

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of, refuse, text

pd = lazy.load("pandas")

FUNCTIONS = {
    name: getattr(np, name)
    for name in ("abs", "ceil", "cos", "exp", "expm1", "floor", "log", "log10", "log1p", "log2", "sin", "sqrt", "tan")
}
OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: np.float_power,  # an int would grow without end
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: np.logical_not, ast.And: np.logical_and,
    ast.Or: np.logical_or, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.In: lambda column, among: column.isin(among),
    ast.NotIn: lambda column, among: ~column.isin(among),
}  # fmt: skip
PARTS = (
    ast.Name, ast.Load, ast.Constant, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.Tuple, ast.List, ast.Call,
    *OPERATORS,
)  # fmt: skip
LONGEST = 500
"""Characters."""
TAKES = f"columns, numbers, texts, + - * / // % **, == != < <= > >= in, and, or, not, and {', '.join(FUNCTIONS)}"


def parsed(name, given, columns=None):
    """Return the tree of an expression, or refuse what is none, and what names others than these columns."""
    given = text(name, given).strip()
    try:
        tree = ast.parse(given[: LONGEST + 1], mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if tree is None or len(given) > LONGEST:
        refuse(name, given, f"{TAKES}, in at most {LONGEST} characters", right_type=True)
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        right = isinstance(node, PARTS)
        if isinstance(node, ast.Constant):
            right = type(node.value) in (int, float, str, bool)
        elif isinstance(node, ast.Call):
            right = getattr(node.func, "id", None) in FUNCTIONS and len(node.args) == 1 and not node.keywords
        elif isinstance(node, ast.Name) and columns is not None and id(node) not in called:
            one_of(f"{name}={given!r} names the column", node.id, tuple(columns))
        if not right:
            part = ast.get_source_segment(given, node) or type(node).__name__
            refuse(name, given, f"{TAKES}; {part!r} is none of them", right_type=True)
    return tree


def named(name, given, columns):
    """Return which columns an expression names; the name of a column is one whatever it looks like."""
    if given in columns:
        return {given}
    return {node.id for node in ast.walk(parsed(name, given, columns)) if isinstance(node, ast.Name)} & {*columns}


def value(name, given, table):
    """Return what an expression is in each row of a table."""
    if given in table:
        return table[given]
    tree = parsed(name, given, table.columns)
    try:
        with np.errstate(all="ignore"):
            return _value(tree, table)
    except (TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"{name}={given!r}: {error}") from None


def condition(name, given, table):
    """Return in which rows an expression holds, if it is a condition over columns."""
    rows = value(name, given, table)
    if not isinstance(rows, pd.Series) or not pd.api.types.is_bool_dtype(rows.dtype):
        refuse(name, given, "a condition over columns, such as seed < 3", right_type=True)
    return rows


def numbers(name, given, table):
    """Return what an expression is in each row, if that is a number."""
    rows = value(name, given, table)
    if not _is_number(rows):
        refuse(name, given, "a column of numbers, or numbers made of columns", right_type=True)
    return rows


def _value(node, table):
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return table[node.id]
        case ast.Tuple() | ast.List():
            return [_value(part, table) for part in node.elts]
        case ast.Call():
            return FUNCTIONS[node.func.id](*_given(_is_number, node.args, table))
        case ast.UnaryOp():
            kind = _is_condition if isinstance(node.op, ast.Not) else _is_number
            return OPERATORS[type(node.op)](*_given(kind, [node.operand], table))
        case ast.BinOp():
            return OPERATORS[type(node.op)](*_given(_is_number, [node.left, node.right], table))
        case ast.BoolOp():
            return reduce(OPERATORS[type(node.op)], _given(_is_condition, node.values, table))
    sides = [_value(part, table) for part in (node.left, *node.comparators)]
    links = zip(node.ops, sides, sides[1:], strict=False)
    return reduce(np.logical_and, [OPERATORS[type(op)](left, right) for op, left, right in links])


def _given(kind, nodes, table):
    """Return what nodes are, all of them of a kind."""
    values = [_value(node, table) for node in nodes]
    if not all(map(kind, values)):
        raise TypeError("arithmetic takes numbers, which texts are not; and, or, not take comparisons")
    return values


def _is_number(given):
    return isinstance(given, int | float) or pd.api.types.is_numeric_dtype(getattr(given, "dtype", object))


def _is_condition(given):
    return isinstance(given, bool) or pd.api.types.is_bool_dtype(getattr(given, "dtype", object))
