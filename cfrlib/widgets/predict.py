"""Questions to the reader: one to predict what comes, and the self-test at the end of a lesson."""

from __future__ import annotations

from os import PathLike

import ipywidgets as W

from cfrlib._util.arguments import whole
from cfrlib.draw.picture import Picture
from cfrlib.widgets.parts import question_picture, questions
from cfrlib.widgets.parts.asked import Asked
from cfrlib.widgets.parts.kept import answers
from cfrlib.widgets.widget import Widget


class predict(Asked):
    """Asks the reader to choose an answer and to lock it; only then says whether it is right, and why.

    There is no second try before "Ask again", and no score. Running the cell answers nothing. *Class vote* counts hands
    beside the choices, and keeps the bars of the round before. What is locked first stands in a file for a teacher, if
    the reader agrees to it.

    Parameters
    ----------
    name : str
        "lesson/id", such as "start_here/queen": a question of `cfrlib.widgets.parts.questions`. Or the path of a file
        of your own that ends in ``.toml``, and an id in it: "monday.toml/blinds".

    Attributes
    ----------
    question : cfrlib.widgets.parts.questions.Question
        What is asked, with all answers and why each is right or not.

    Raises
    ------
    ValueError
        If there is no question of this name, or a file is not as it should be: it says which question, and what.
    OSError
        If there is no such file.

    Examples
    --------
    >>> asked = predict("start_here/queen")
    >>> asked.choose("A")
    >>> asked.words
    'You chose A. Lock it in to see why it is right or not (Enter).'
    >>> asked.lock()
    >>> asked.fits
    False

    A question of your own, from a file:

    >>> from pathlib import Path
    >>> _ = Path("monday.toml").write_text('''
    ... [[question]]
    ... id = "blinds"
    ... ask = "The small blind is 1. How much is the big blind?"
    ... choices = [
    ...     { text = "1", why = "Then nobody would have a reason to call it big." },
    ...     { text = "2", right = true, why = "It is twice the small one." },
    ... ]
    ... ''', encoding="utf-8")
    >>> predict("monday.toml/blinds").question.right
    'B'
    """

    def __init__(self, name: str) -> None:
        super().__init__(questions.question(name), "Predict", answers(name.rpartition("/")[0]))
        self.canvas.votes = True


class self_test(Widget):
    """The questions at the end of a lesson, one at a time, and at last how many were right on the first try.

    The lesson is named as its folder, such as "start_here"; or it is the path of a file of your own that ends in
    ``.toml``. `asked` lists the questions, each with its state: going back and forth changes none.
    """

    takes = Asked.takes

    def __init__(self, lesson: str | PathLike[str]) -> None:
        asked = questions.self_test(lesson)
        self._headings = [f"Question {k} of {len(asked)}" for k in range(1, len(asked) + 1)]
        self.asked = [Asked(one, heading, answers(lesson)) for one, heading in zip(asked, self._headings, strict=True)]
        for one in self.asked:
            one.remove_class("cfr-keys")  # the whole self-test has it
            one.lock_button.observe(lambda _: self.refresh(), "description")  # that says when an answer is locked
        back = self.button("Back", "chevron-left", "The question before", self.back)
        forward = self.button("Next", "chevron-right", "The next question", self.forward)
        self._at, self._place = 1, W.VBox()
        super().__init__([back, forward, self.says], self._place)  # above the question they do not move
        self.add_class("cfr-asked")

    @property
    def at(self) -> int:
        """Which question is shown, from 1; can be set."""
        return self._at

    @at.setter
    def at(self, at: int) -> None:
        self._at = whole("at", at, 1, len(self.asked))
        self.refresh()

    @property
    def current(self) -> Asked:
        """The question that is shown."""
        return self.asked[self.at - 1]

    def forward(self) -> None:
        """Go to the next question; at the last one nothing happens."""
        self.at = min(self.at + 1, len(self.asked))

    def back(self) -> None:
        """Go to the question before; at the first one nothing happens."""
        self.at = max(self.at - 1, 1)

    @property
    def result(self) -> str:
        """How many answers were right on the first try; "" before every question has been answered."""
        first = [one.first for one in self.asked if not one.question.open]
        return "" if None in first else f"Right on the first try: {sum(first)} of {len(first)}."

    def refresh(self) -> None:
        self._place.children = [self.current]
        self.says.value = f'<p role="status"><b>{self.result}</b></p>'

    def picture(self) -> Picture:
        """Return all questions and their choices, never the answers: it is drawn for files only."""
        return question_picture.picture([(h, one.question) for h, one in zip(self._headings, self.asked, strict=True)])
