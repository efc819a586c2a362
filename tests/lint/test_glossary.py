"""Lessons use no word of the glossary before the lesson that introduces it."""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat
import pytest

import build
from cfrlib.widgets.parts import questions

FOLDER = Path(build.__file__).parent
LESSONS = sorted(FOLDER.glob("[0-9]*.ipynb"))
ROW = re.compile(r"^\| ([^|<$]+?)(?: <!-- (.+?) -->)? \|.*\| (\d\d) \|$", re.M)
NOT_PROSE = re.compile(r"\[[^\]]*\]\([^)]*\)|`[^`]*`|\$[^$]*\$|^\*\*Sources.*$|^#.*$|^\| \[.*$", re.M)


class Word(NamedTuple):
    word: str
    lesson: str
    pattern: re.Pattern


def glossary():
    rows = ROW.findall((FOLDER / "glossary.md").read_text(encoding="utf-8").replace(r"\|", "|"))
    return [Word(word, lesson, re.compile(pattern or rf"\b{re.escape(word)}", re.I)) for word, pattern, lesson in rows]


def prose(path):
    """Return what a lesson says: its texts and its questions."""
    nb = nbformat.read(path, as_version=4)
    said = [NOT_PROSE.sub(" ", cell.source) for cell in nb.cells if cell.cell_type == "markdown"]
    if path in LESSONS:
        for part in questions.read(questions.path_of(path.stem[3:])).values():
            said += [text for one in part for text in (one.ask, *(c.text + " " + c.why for c in one.choices))]
    return "\n".join(said)


def test_the_glossary_has_every_word_once_and_names_lessons_that_are_there():
    words = [one.word for one in glossary()]
    assert len(words) == len(set(words)) > 30
    assert {one.lesson for one in glossary()} <= {path.name[:2] for path in FOLDER.glob("[0-9]*.ipynb")}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_no_word_comes_before_the_lesson_that_introduces_it(path):
    said = prose(path)
    early = [(one.word, one.lesson, used[0]) for one in glossary() if path.name[:2] < one.lesson
             for used in [one.pattern.search(said)] if used]  # fmt: skip
    assert not early


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_does_introduce_its_words(path):
    said = prose(path)
    assert not [one.word for one in glossary() if one.lesson == path.name[:2] and not one.pattern.search(said)]
