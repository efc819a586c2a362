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
ARITHMETIC = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: np.float_power,  # an int would grow without end
}  # fmt: skip
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: np.logical_not}
COMPARED = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda x, among: x.isin(among), ast.NotIn: lambda x, among: ~x.isin(among),
}  # fmt: skip
JOINED = {ast.And: np.logical_and, ast.Or: np.logical_or}
PARTS = (
    ast.Expression, ast.Name, ast.Load, ast.Constant, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.Tuple,
    ast.List, ast.Call, *ARITHMETIC, *SIGNS, *COMPARED, *JOINED,
)  # fmt: skip
LONGEST = 500
"""Characters."""
TAKES = f"columns, numbers, texts, + - * / // % **, == != < <= > >= in, and, or, not, and {', '.join(FUNCTIONS)}"


def parsed(name, given):
    """Return (the tree of an expression, the columns that it names), or refuse what is none."""
    given = text(name, given).strip()
    if len(given) > LONGEST:
        refuse(name, given, f"at most {LONGEST} characters", right_type=True)
    try:
        tree = ast.parse(given, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        refuse(name, given, TAKES, right_type=True)
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        right = isinstance(node, PARTS)
        if isinstance(node, ast.Constant):
            right = type(node.value) in (int, float, str, bool)
        elif isinstance(node, ast.Call):
            right = getattr(node.func, "id", None) in FUNCTIONS and len(node.args) == 1 and not node.keywords
        if not right:
            part = ast.get_source_segment(given, node) or type(node).__name__
            refuse(name, given, f"{TAKES}; {part!r} is none of them", right_type=True)
    names = (node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called)
    return tree.body, list(dict.fromkeys(names))


def named(name, given, columns):
    """Return the columns that an expression names; the name of a column is one whatever it looks like."""
    if given in columns:
        return [given]
    names = parsed(name, given)[1]
    for column in names:
        one_of(f"{name}={given!r} names the column", column, tuple(columns))
    return names


def value(name, given, table):
    """Return what an expression is in each row of a table; ValueError says why it is nothing there."""
    if given in table:
        return table[given]
    named(name, given, table.columns)
    try:
        with np.errstate(all="ignore"):
            return _value(parsed(name, given)[0], table)
    except (TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise ValueError(f"{name}={given!r}: {error}") from None


def condition(name, given, table):
    """Return in which rows an expression holds, if it is a condition over columns."""
    rows = value(name, given, table)
    if not pd.api.types.is_bool_dtype(getattr(rows, "dtype", object)) or not isinstance(rows, pd.Series):
        refuse(name, given, "a condition over columns, such as seed < 3", right_type=True)
    return rows


def numbers(name, given, table):
    """Return what an expression is in each row, if that is a number."""
    found = value(name, given, table)
    if isinstance(found, str) or not pd.api.types.is_numeric_dtype(getattr(found, "dtype", float)):
        refuse(name, given, "a column of numbers, or numbers made of columns", right_type=True)
    return found


def _value(node, table):
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return table[node.id]
        case ast.Tuple() | ast.List():
            return [_value(part, table) for part in node.elts]
        case ast.UnaryOp():
            kind = _condition if isinstance(node.op, ast.Not) else _number
            return SIGNS[type(node.op)](kind(_value(node.operand, table)))
        case ast.BinOp():
            return ARITHMETIC[type(node.op)](*(_number(_value(part, table)) for part in (node.left, node.right)))
        case ast.BoolOp():
            return reduce(JOINED[type(node.op)], (_condition(_value(part, table)) for part in node.values))
        case ast.Call():
            return FUNCTIONS[node.func.id](_number(_value(node.args[0], table)))
    sides = [_value(part, table) for part in (node.left, *node.comparators)]
    links = zip(node.ops, sides, sides[1:], strict=False)
    return reduce(np.logical_and, [COMPARED[type(op)](left, right) for op, left, right in links])


def _number(given):
    """Return what can be counted with: a number, or a column of numbers."""
    if isinstance(given, int | float) or pd.api.types.is_numeric_dtype(getattr(given, "dtype", object)):
        return given
    raise TypeError("texts are no numbers, which arithmetic takes")


def _condition(given):
    if isinstance(given, bool) or pd.api.types.is_bool_dtype(getattr(given, "dtype", object)):
        return given
    raise TypeError("and, or, not take comparisons")
