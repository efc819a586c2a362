"""One word for one thing: the words that this project gave up, and what stands in their place.

`GONE` must not come back, in code or in prose. `NAMES` are good English and poor names: nothing in the package is
called so. Docstrings say what something is or does: no `FRAGMENTS`, which leave out what they speak of.
"""

import ast
import re
from pathlib import Path

import pytest

import cfrlib

PACKAGE = Path(cfrlib.__file__).parent
ROOT = PACKAGE.parent
BESIDE = [*ROOT.glob("figures/runs/*.py"), *ROOT.glob("notebooks/**/*.py"), *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
INSIDE = [path for kind in ("py", "js", "css", "toml", "md") for path in PACKAGE.rglob(f"*.{kind}")]
TEXT = {path: path.read_text(encoding="utf-8") for path in (*BESIDE, *INSIDE)}
GONE = {
    "colou": "color", "neighbou": "neighbor", "behaviou": "behavior", "grey": "gray", "licence": "license",
    "centre": "center", "desk": "workspace", "ladder": "bids", "rungs": "bids", "bucket_sides": "one-sided walk",
    "street_sides": "one-sided walk",
}  # fmt: skip
NAMES = {
    "found": "what it is", "here": "what it is", "there": "what it is", "room": "workspace", "street": "betting round",
    "streets": "betting rounds", "gains": "instantaneous regrets", "nothing": "zero tolerance", "ends": "terminals",
    "guess": "baseline value", "microscope": "variance", "normalised": "normalized", "unsaid": "missing",
    "worths": "values", "provided": "lazy import", "practise": "run to marks", "fade": "discount",
}  # fmt: skip
FRAGMENTS = re.compile(r"(Of|Whose|To|As|Like|Than|Between|Do (the same|it))\b")
EXERCISES = sorted(PACKAGE.glob("lessons/*/checks.py"))
"""They use the words of the student's exercise."""


@pytest.mark.parametrize("word", GONE)
def test_a_word_that_is_gone_stays_away(word):
    where = [str(path.relative_to(ROOT)) for path, text in TEXT.items() if re.search(rf"(?i)\b{word}", text)]
    assert where == [], f"it is {GONE[word]} now"


def names_in(source):
    """Yield all that a module calls something: its modules, classes, functions, arguments, variables, attributes."""
    for node in ast.walk(ast.parse(source)):
        for field in ("name", "asname", "id", "arg", "attr"):
            if isinstance(name := getattr(node, field, None), str):
                yield name


CODE = [path for path in INSIDE if path.suffix == ".py" and path not in EXERCISES]
USED = {(path, name) for path in CODE for name in names_in(TEXT[path])}


@pytest.mark.parametrize("word", NAMES)
def test_nothing_is_called_so(word):
    where = [f"{path.relative_to(ROOT)}: {name}" for path, name in USED if word in name.lower().split("_")]
    assert sorted(where) == [], f"better: {NAMES[word]}"


def texts_in(source):
    """Yield (line, text) of all docstrings of a module, those of its constants and attributes, too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def test_a_docstring_says_what_it_speaks_of():
    where = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in INSIDE
        if path.suffix == ".py"
        for line, text in texts_in(TEXT[path])
        if FRAGMENTS.match(text)
    ]
    assert where == []
