"""Wrong arguments: every public callable refuses them with an error that names the argument, or has a reason not to.

A case is a callable and, for each of its arguments, a value that is right and a *kind*, which says what else is right.
All values of `WRONG`, and what a kind adds to them, are put in the place of one argument after the other; what the kind
does not know as right must be refused, at once and by name.
"""

from importlib import import_module

import pytest
from argument_cases import CASES
from wrong_values import WRONG, tried

for part in ("solvers", "profiles", "pictures"):
    import_module(f"arguments_of_{part}")  # it puts what it has into CASES


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory, monkeypatch):
    """Files go into a folder of this test."""
    monkeypatch.chdir(tmp_path_factory.mktemp("arguments"))


PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.slow_fault] if getattr(function, "slow", False) else [])
    for name, function in CASES.items()
]


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("name", PARAMETERS)
def test_wrong_arguments_are_refused_by_name(name):
    function, arguments = CASES[name]()
    function(**{argument: value for argument, (value, _) in arguments.items()})  # what is right is accepted
    function, arguments = CASES[name]()
    found = list(tried(function, arguments))
    wrong = [
        f"{argument}={str(value)[:60] if not isinstance(value, int) or abs(value) < 10**40 else '10**400'}: {what}"
        for argument, value, what in found
        if what
    ]
    assert not wrong, f"{len(wrong)} of {len(found)} wrong values:\n" + "\n".join(wrong)


def test_there_are_thousands_of_cases():
    assert sum(len(WRONG) * len(CASES[name]()[1]) for name in CASES) > 10_000
