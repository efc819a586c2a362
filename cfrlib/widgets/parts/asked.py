"""A question to choose, lock and then see: the answer is out of sight, and out of the page, until one is locked."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.widgets.parts import question_picture
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import button, row
from cfrlib.widgets.parts.fallback import Rows
from cfrlib.widgets.parts.questions import LETTERS

if TYPE_CHECKING:
    from cfrlib.draw.picture import Picture
    from cfrlib.widgets.parts.questions import Question

STEPS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}
"""Keys that go to the next choice, or the one before."""
NAMES = {key: letter for k, letter in enumerate(LETTERS, start=1) for key in (letter, letter.lower(), str(k))}
"""Keys that choose. All are taken, however few choices there are: JupyterLab would change the cell."""


class Asked(Rows):
    """A question, its choices, and buttons to lock one and to ask again; when one is locked it says why.

    Parameters
    ----------
    question : cfrlib.widgets.parts.questions.Question
    heading : str
        Above it.
    """

    _keys = (*NAMES, *STEPS, "Enter")

    def __init__(self, question: Question, heading: str) -> None:
        self.question, self._heading = question, heading
        self._chosen, self._locked, self._first = None, False, None
        self.canvas = Canvas(lambda node, _: self.choose(node), self.press, takes=list(self._keys))
        self.lock_button = button("Lock in", "lock", "Lock your answer, and see why (key: Enter)", self.lock, "primary")
        again = button("Ask again", "undo", "Forget the answer, and ask once more", self.again)
        self.says = W.HTML()
        super().__init__([self.canvas, row(self.lock_button, again), self.says])
        self.add_class("cfr-asked")
        self._refresh()

    @property
    def chosen(self) -> str | None:
        """The letter of the choice; None before there is one."""
        return self._chosen

    @property
    def locked(self) -> bool:
        """Whether the choice is locked, and the explanation in sight."""
        return self._locked

    @property
    def fits(self) -> bool | None:
        """Whether the locked choice is right; None before it is locked, and where no choice is right."""
        return self.chosen == self.question.right if self.locked and not self.question.open else None

    @property
    def first(self) -> bool | None:
        """Whether the choice that was locked first is right; None before one is locked, and where none is right."""
        return self._first

    def choose(self, letter: str) -> None:
        """Choose an answer; nothing happens when one is locked.

        Parameters
        ----------
        letter : str
            "A" is the first.
        """
        one_of("letter", letter, tuple(self.question.letters))
        if not self.locked:
            self._chosen = letter
            self._refresh()

    def lock(self) -> None:
        """Lock the choice, and say whether it is right, and why; nothing happens before there is one."""
        if self.chosen is not None:
            self._locked = True
            self._first = self.fits if self._first is None else self._first
            self._refresh()

    def again(self) -> None:
        """Forget the answer, and ask once more."""
        self._chosen, self._locked = None, False
        self._refresh()

    def press(self, key: str) -> None:
        """Do what a key does: letters and digits choose, the arrow keys go from one choice to the next, Enter locks.

        Parameters
        ----------
        key : str
            Its name, as browsers have it.
        """
        if one_of("key", key, self._keys) == "Enter":
            self.lock()
        elif key in STEPS:
            self.choose(self._beside(STEPS[key]))
        elif NAMES[key] in self.question.letters:
            self.choose(NAMES[key])

    def _beside(self, step):
        """Return the letter that an arrow key leads to; the first key leads to the first or the last."""
        letters = self.question.letters
        at = letters.index(self.chosen) if self.chosen else (-1 if step > 0 else 0)
        return letters[(at + step) % len(letters)]

    @property
    def explanation(self) -> list[tuple[str, str]]:
        """What is said about the locked choice, and then about the right one: (verdict, why); empty before."""
        return question_picture.explanation(self.question, self.chosen) if self.locked else []

    @property
    def words(self) -> str:
        """What is to be done, or the explanation of the locked choice."""
        if self.locked:
            return " ".join(f"{verdict} {why}" for verdict, why in self.explanation)
        if self.chosen:
            return f"You chose {self.chosen}. Lock it in to see why it is right or not (Enter)."
        letters = self.question.letters
        return f"Choose {', '.join(letters[:-1])} or {letters[-1]}: click on it, or press its letter."

    def picture(self) -> Picture:
        """Return the question and its choices as a picture for a file: never the answer.

        Returns
        -------
        Picture
            With a background of its own; `cfrlib.draw.show` writes it to a file.
        """
        return question_picture.picture([(self._heading, self.question)])

    def _refresh(self):
        self.canvas.svg = question_picture.markup(self.question, self._heading, self.chosen, self.locked)
        self.canvas.alt = self.words
        self.lock_button.description = "Locked" if self.locked else "Lock in"
        self.lock_button.button_style = "primary" if self.chosen and not self.locked else ""
        said = self.explanation or [("", self.words)]
        paragraphs = "".join(f"<p><b>{escape(verdict)}</b> {escape(why)}</p>" for verdict, why in said)
        self.says.value = f'<div class="cfr-says">{paragraphs}</div>'
