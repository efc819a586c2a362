"""A question to choose, lock and then see: the answer is out of sight, and out of the page, until one is locked."""

from __future__ import annotations

from html import escape

from cfrlib._util.arguments import one_of
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts import question_picture
from cfrlib.widgets.parts.controls import row
from cfrlib.widgets.parts.kept import Answers
from cfrlib.widgets.parts.questions import LETTERS, Question
from cfrlib.widgets.widget import Widget

STEPS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}
"""Keys that go to the next choice, or the one before."""
NAMES = {key: letter for k, letter in enumerate(LETTERS, start=1) for key in (letter, letter.lower(), str(k))}
"""Keys that choose. All are taken, however few choices there are: JupyterLab would change the cell."""


class Asked(Widget):
    """A question under a heading, its choices, and buttons to lock one and to ask again; then it says why.

    The letter that is `chosen` is None before there is one; `first` says whether the choice that was locked first is
    right, None before one is locked and where none is right.
    """

    takes, state, around, left_out = (*NAMES, *STEPS, "Enter"), ("chosen", "locked"), 0, ("keep_box",)

    def __init__(self, question: Question, heading: str, kept: Answers | None = None) -> None:
        self.question, self._heading, self.spots, self._kept = question, heading, question.letters, kept
        self.keep_box = kept and kept.box
        self.chosen, self.locked, self.first = None, False, None
        tip = "Lock your answer, and see why (key: Enter)"
        self.lock_button = self.button("Lock in", "lock", tip, self.lock, "primary")
        again = self.button("Ask again", "undo", "Forget the answer, and ask once more", self.again)
        super().__init__([], self.canvas, row(self.lock_button, again, *([self.keep_box] if kept else [])), self.says)
        self.add_class("cfr-asked")

    @property
    def fits(self) -> bool | None:
        """Whether the locked choice is right; None before it is locked, and where no choice is right."""
        return self.chosen == self.question.right if self.locked and not self.question.open else None

    def choose(self, letter: str) -> None:
        """Choose the answer of this letter, "A" for the first one; nothing happens when an answer is locked."""
        one_of("letter", letter, tuple(self.question.letters))
        if not self.locked:
            self.chosen = letter
            self.refresh()

    click = choose

    def lock(self) -> None:
        """Lock the choice, and say whether it is right, and why; nothing happens before there is one."""
        if self.chosen is not None:
            self.locked = True
            if "refresh" not in vars(self):  # where a page is recorded nobody answers
                self.first = self.fits if self.first is None else self.first
                if self._kept:
                    self._kept.add(self.question.key, self.chosen)
            self.refresh()
            self.canvas.reveal(".cfr-says")

    def again(self) -> None:
        """Forget the answer, and ask once more."""
        self.chosen, self.locked = None, False
        self.refresh()

    def press(self, key: str) -> None:
        """Respond to a key: letters and digits choose, the arrow keys go from one choice to the next, Enter locks."""
        letters = self.question.letters
        if one_of("key", key, self.takes) == "Enter":
            self.lock()
        elif key in STEPS:  # the first one leads to the first choice, or to the last
            place = letters.index(self.chosen) if self.chosen else min(-STEPS[key], 0)
            self.choose(letters[(place + STEPS[key]) % len(letters)])
        elif NAMES[key] in letters:
            self.choose(NAMES[key])

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
        """Return the question and its choices, never the answer: it is drawn for files only."""
        return question_picture.picture([(self._heading, self.question)])

    def refresh(self) -> None:
        self.canvas.svg = question_picture.markup(self.question, self._heading, self.chosen, self.locked)
        self.canvas.alt = self.words
        self.lock_button.description = "Locked" if self.locked else "Lock in"
        self.lock_button.button_style = "primary" if self.chosen and not self.locked else ""
        said = self.explanation or [("", self.words)]
        paragraphs = "".join(f"<p><b>{escape(verdict)}</b> {escape(why)}</p>" for verdict, why in said)
        self.says.value = f'<div class="cfr-says">{paragraphs}</div>'
