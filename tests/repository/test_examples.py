"""The examples of docs/package.md and of the public docstrings print what they say, and a user's script runs."""

import doctest
import sys
from pathlib import Path

import consumer
import pytest
from public_names import NAMES, named

pytestmark = pytest.mark.slow

PACKAGE = Path(__file__).resolve().parents[2] / "docs" / "package.md"


def test_the_example_of_the_package_prints_what_it_says():
    text = PACKAGE.read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, PACKAGE.name, PACKAGE.name, 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0


def examples(name):
    """Return the examples of a public name and of what is documented with it."""
    public = named(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(public, name, sys.modules[public.__module__])
    return [test for test in tests if test.examples]


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_print_what_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for test in examples(name):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_what_users_call_has_an_example():
    without = [name for name in NAMES if name.count(".") == 1 and not examples(name)]
    assert without == ["cfrlib.Decision", "cfrlib.PublicChance", "cfrlib.Terminal"]  # seen where a game is made


def test_a_script_of_a_user_runs(tmp_path):
    profile = consumer.solve(tmp_path)
    assert consumer.evaluate(profile) < 0.5
    assert len(consumer.read()) > 10
    assert all(picture.svg for picture in consumer.show(profile))
