"""Questions of the lessons: what a reader predicts, and the self-test. Files: ``cfrlib/lessons/NAME/questions.toml``.

They stand in files because in a notebook the answer would be in sight. A file has two arrays of tables, ``question``
and ``self_test``, whose tables are alike::

    [[question]]
    id = "deals"
    ask = "How many deals are there?"
    choices = [
        { text = "3", why = "There are three cards, but each player gets one." },
        { text = "6", right = true, why = "Three cards for the first player, then two for the second." },
    ]

One choice is right, except where the class argues (``open = true``): there none is. Texts are plain: no markup. Where
a lesson is named, the path of such a file of one's own may stand, if it ends in ``.toml``.
"""

import tomllib
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from cfrlib._util.arguments import refuse, said, text

LESSONS = Path(__file__).parents[2] / "lessons"
FILE, OWN = "questions.toml", ".toml"
LETTERS, FEWEST = "ABCDE", 2
"""Letters of the choices, in their order; how many choices there are at least."""
PARTS = ("question", "self_test")
"""The arrays of a file."""
KINDS = {"id": str, "ask": str, "text": str, "why": str, "right": bool, "open": bool, "choices": list}
"""What the keys of a table hold; everything else is an array of tables."""


@dataclass(frozen=True)
class Choice:
    """One of the answers to a question."""

    text: str
    why: str
    """What is said to whoever locks it: why it is right, or which misconception it is."""
    right: bool = False


@dataclass(frozen=True)
class Question:
    """What is asked, and the answers to choose from; of an open one none is right."""

    id: str
    ask: str
    choices: tuple[Choice, ...]
    open: bool = False
    file: str = ""
    """The name of one's own file that it stands in, such as "monday.toml"; "" of a lesson."""

    @property
    def key(self):
        """What it is called in a file of answers: a file of one's own may have the id of a lesson's question."""
        return f"{self.file}/{self.id}".lstrip("/")

    @property
    def letters(self):
        """The letters of the choices, such as "ABC"."""
        return LETTERS[: len(self.choices)]

    @property
    def right(self):
        """The letter of the right choice; None if the question is open."""
        return next((letter for letter in self.letters if self[letter].right), None)

    def __getitem__(self, letter):
        """Return the choice of a letter."""
        return self.choices[self.letters.index(letter)]


def lessons():
    """Return the names of all lessons that have questions."""
    return tuple(sorted(path.parent.name for path in LESSONS.glob(f"*/{FILE}")))


def path_of(lesson):
    """Return the file of a lesson's questions, or the one that is named in its place; None if it is neither."""
    if isinstance(lesson, str | PathLike) and fspath(lesson).endswith(OWN):
        return Path(lesson).absolute()
    return LESSONS / lesson / FILE if lesson in lessons() else None


def question(name):
    """Return the question "lesson/id", or raise ValueError if there is none or the file is not as it should be."""
    lesson, _, wanted = text("name", name, "'lesson/id', such as 'start_here/queen'").rpartition("/")
    if path_of(name) is not None:
        lesson, wanted = name, ""  # the id is missing: all that there are will be listed
    path = path_of(lesson)
    if path is None:
        raise ValueError(f"name={said(name)}: it takes 'lesson/id', where a lesson is {_lesson()}")
    asked = {one.id: one for one in read(path)["question"]}
    if wanted not in asked:
        raise ValueError(f"name={said(name)}: of {lesson}, it takes {', '.join(f'{lesson}/{id}' for id in asked)}")
    return asked[wanted]


def self_test(lesson):
    """Return the questions of a lesson's self-test, in their order, or raise ValueError as `question` does."""
    if (path := path_of(lesson)) is None:
        refuse("lesson", lesson, _lesson(), isinstance(lesson, str))
    asked = read(path)["self_test"]
    if not asked:
        raise ValueError(f"lesson={said(lesson)}: it takes questions under [[self_test]], and there are none")
    return asked


def _lesson():
    return f"one of {', '.join(lessons())}, or the path of a file of your own that ends in {OWN}"


def read(path):
    """Return {"question": ..., "self_test": ...} of a file: tuples of `Question`; an error says where it is wrong."""
    where = f"{path.parent.name}/{path.name}"
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{where}: {error}") from None
    _only(where, tables, (), PARTS)
    own = "" if path.parent.parent == LESSONS else path.name
    asked = {part: tuple(_question(where, table, own) for table in tables.get(part, ())) for part in PARTS}
    ids = [one.id for part in PARTS for one in asked[part]]
    for one in ids:
        if ids.count(one) > 1:
            raise ValueError(f"{where}: two questions have the id {one!r}")
    return asked


def _question(file, table, own):
    """Return the question of a table; `own` is the name of a file of one's own, or ""."""
    where = f"{file}, {table.get('id', 'a question without id')!r}"
    _only(where, table, ("id", "ask", "choices"), ("open",))
    many = len(table["choices"])
    if not FEWEST <= many <= len(LETTERS):
        raise ValueError(f"{where}: it has {many} choices; it takes {FEWEST} to {len(LETTERS)}")
    for letter, choice in zip(LETTERS, table["choices"], strict=False):
        _only(f"{where}, choice {letter}", choice, ("text", "why"), ("right",))
    asked = Question(**table | {"choices": tuple(Choice(**choice) for choice in table["choices"])}, file=own)
    wanted, right = 0 if asked.open else 1, sum(choice.right for choice in asked.choices)
    if right != wanted:
        raise ValueError(f"{where}: {right} choices are right; it takes {wanted}")
    if len({choice.text for choice in asked.choices}) < many:
        raise ValueError(f"{where}: two choices are the same")
    return asked


def _only(where, table, needed, more):
    """Raise ValueError unless a table has what is needed, nothing but that and `more`, each of its kind, none empty."""
    for key in (*needed, *table):
        if key not in table:
            raise ValueError(f"{where}: {key} is missing")
        if key not in (*needed, *more):
            raise ValueError(f"{where}: it does not take {key}")
        value, kind = table[key], KINDS.get(key, list)
        if not isinstance(value, kind) or (kind is str and not value.strip()):
            raise ValueError(f"{where}: {key} is {value!r}; it takes a {kind.__name__}, and nothing empty")
        if kind is list and not all(isinstance(one, dict) for one in value):
            raise ValueError(f"{where}: {key} takes tables")
