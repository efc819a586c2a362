"""The examples in the docstrings of public names print what they say, and a user's script runs."""

import doctest
import sys

import consumer
import pytest
from test_public_names import NAMES, named


def examples(name):
    """Return the examples of a public name and of what is documented with it."""
    found = named(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(found, name, sys.modules[found.__module__])
    return [test for test in tests if test.examples]


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_print_what_they_say(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for test in examples(name):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_most_names_have_an_example():
    assert sum(bool(examples(name)) for name in NAMES) >= 65


def test_a_script_of_a_user_runs(tmp_path):
    profile = consumer.solve(tmp_path)
    assert consumer.evaluate(profile) < 0.5
    assert len(consumer.read()) > 10
    assert all(picture.svg for picture in consumer.show(profile))
