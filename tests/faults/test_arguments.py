"""Wrong arguments: public callables refuse something odd, and a wrong value, in the place of each by its name.

The arguments are those of the signatures, and `argument_values` says what is right and what is wrong for them. How
the checks of `cfrlib._util.arguments` take all kinds of values is in `tests/util/test_argument_checks.py`.
"""

import inspect
import re
import time

import pytest
from argument_values import ANYTHING, METHODS, MORE, RIGHT, RIGHT_OF, TYPED, WITHOUT, WRONG, WRONG_OF, Each
from public_names import NAMES, named

import cfrlib

SLOW = 3.0
"""Seconds that no refusal may take."""
VALUES = "tests/faults/argument_values.py"
CALLABLES = [name for name in (*NAMES, *MORE) if not name.startswith(WITHOUT)]
CALLABLES = {name.removeprefix("cfrlib."): named(name) for name in CALLABLES} | METHODS


class Odd:
    """Neither a number nor a text, with a repr that names no argument."""

    def __repr__(self):
        return "<odd>"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Files go into a folder of this test, in which there are two saved solvers."""
    monkeypatch.chdir(tmp_path)


def arguments_of(function):
    """Return the names of arguments, and the defaults of those that have one."""
    parameters = [p for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return [p.name for p in parameters], {p.name: p.default for p in parameters if p.default is not p.empty}


def refused(function, arguments, name):
    """Return what is wrong with how a call is refused, None if nothing is."""
    began = time.process_time()
    try:
        function(**arguments)
    except (ValueError, TypeError, KeyError) as error:
        said = str(error)
        if not re.search(rf"\b{name}\b", said) or "ambiguous" in said:
            return f"{type(error).__name__} does not name it: {said[:150]}"
        if len(said) > 2000:
            return f"a message of {len(said)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    else:
        return "silently accepted"
    took = time.process_time() - began
    return f"refused after {took:.1f} s" if took > SLOW else None


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("name", CALLABLES)
def test_wrong_arguments_are_refused_by_name(name):
    function, problems = CALLABLES[name], []
    names, defaults = arguments_of(function)
    own_right, own_wrong = RIGHT_OF.get(name, {}), WRONG_OF.get(name, {})
    right = {argument: RIGHT[argument] for argument in names if argument not in defaults and argument in RIGHT}
    right |= {argument: value for argument, value in own_right.items() if argument in names}
    if name.endswith(".load"):
        (cfrlib.deep.DeepCFR if "Deep" in name else cfrlib.CFR)(cfrlib.games.kuhn()).save("file")
    for argument in names:
        if f"{name} {argument}" in ANYTHING:
            continue
        known = argument in own_wrong or argument in WRONG or argument in TYPED
        assert known, f"{VALUES}: WRONG takes {argument!r} with a wrong value, or TYPED, if any text will do"
        assert argument in right or argument in defaults, f"{VALUES}: RIGHT takes {argument!r} with a right value"
        wrong = own_wrong.get(argument, WRONG.get(argument, Each()))
        for value in (Odd(), *(wrong if isinstance(wrong, Each) else [wrong])):
            problem = refused(function, {**right, argument: value}, argument)
            if problem:
                problems.append(f"{argument}={str(value)[:60]}: {problem}")
    assert not problems, "\n".join(problems)
