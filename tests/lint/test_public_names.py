"""The public names: their types are in the signature; `cfrlib.X` says in full what it takes, gives and refuses."""

import inspect
import re

import pytest
from numpydoc.validate import ERROR_MSGS, validate
from public_names import NAMES, PUBLIC, members, named

import cfrlib

NOT_ASKED = {"ES01", "EX01", "SA01"}
"""An extended summary, examples and "See Also" are there where they help."""
SECTIONS = re.compile(r"^ *(Parameters|Returns|Raises|Attributes)\n *-+$", re.M)


def documented(name):
    """Yield the full names whose docstrings a public name stands for; an override has that of what it overrides."""
    public = named(name)
    yield f"{public.__module__}.{public.__qualname__}"
    for kind, member, what in members(public) if inspect.isclass(public) else ():
        overrides = any(member in vars(base) for base in kind.__mro__[1:])
        if not member.startswith("__") and (what.__doc__ or not overrides):
            yield f"{kind.__module__}.{kind.__qualname__}.{member}"


def unannotated(function):
    """Return which parameters of a function have no type, and "return" if what it returns has none."""
    signature = inspect.signature(function)
    own = [p.name for p in signature.parameters.values() if p.annotation is p.empty and p.name not in ("self", "cls")]
    return own + ["return"] * (signature.return_annotation is signature.empty)


def functions(member):
    """Return the functions that make up a method or property."""
    if isinstance(member, property):
        return [function for function in (member.fget, member.fset) if function is not None]
    return [getattr(member, "func", getattr(member, "__func__", member))]


def test_the_package_of_widgets_says_what_each_of_them_is():
    said = re.findall(r"^(\w+)(?:\(.*\))? {2,}\S", cfrlib.widgets.__doc__, re.M)
    assert sorted(said) == PUBLIC["cfrlib.widgets"], "cfrlib/widgets/__init__.py takes a line for each in __init__.pyi"


@pytest.mark.filterwarnings("ignore:Widget:DeprecationWarning")  # of ipywidgets, whose attributes are looked at
@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_is_full_or_a_sentence(name):
    assert set(ERROR_MSGS) >= NOT_ASKED
    wrong = []
    for where in documented(name):
        checked = validate(where)
        if name.count(".") == 1 or SECTIONS.search(checked["docstring"]):
            wrong += [f"{where}: {code} {message}" for code, message in checked["errors"] if code not in NOT_ASKED]
        elif not re.search(r"\w\W*[.:]\W*(\n|$)", checked["docstring"]):
            wrong += [f"{where}: it has no sentence"]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_the_signature_has_types(name):
    public = named(name)
    if not inspect.isclass(public):
        assert unannotated(public) == []
        return
    made = [p.name for p in inspect.signature(public).parameters.values() if p.annotation is p.empty]
    assert made == [], f"of {name}"
    for _, member, what in members(public):
        for function in functions(what):
            missing = unannotated(function)
            assert missing == [] or (member == "__init__" and missing == ["return"]), f"{name}.{member}"
