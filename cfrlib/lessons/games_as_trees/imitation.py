"""Notes in a pocket, imitated by a behavior strategy: which notes could have brought me here, and what do they say?"""

from fractions import Fraction
from functools import cache
from itertools import product

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import INFOSETS, PLAYERS
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.textbook import CFR
from cfrlib.textbook.small_games import hidden_coin
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

SIDES, PLACES = ("left", "right"), ("A", "Bl", "Br")
EIGHTHS = 2, 1, 1, 0, 0, 2, 1, 1
NOTES = dict(zip(product(SIDES, repeat=3), (Fraction(n, 8) for n in EIGHTHS), strict=True))
"""How likely each note is: what it says at A, Bl and Br. Of those that hide left, three quarters point left."""
WIDTH, HEIGHT, CARD, TALL = 610, 246, 82.0, 112.0
ITERATIONS = 1000


class imitation(Widget):
    """Shows eight notes for the player who hides a coin, and a behavior strategy that imitates them.

    `place` is where the player is: notes that do not lead there go gray, and the bar is the share of the others that go
    left. With `forgets` the player does not know at B where the coin is.
    """

    state, width = ("place", "forgets"), WIDTH
    takes = {"ArrowRight": "which", "f": "memory"}

    def __init__(self, place: str = "A", forgets: bool = False) -> None:
        tip = "The decision at which you are (key: right arrow)"
        which = {"options": PLACES, "value": one_of("place", place, PLACES)}
        self.which = self.field(W.Dropdown, "I am at", tip, "10em", **which)
        self.memory = self.switch("Forget", "Forget where the coin is (key: f)", icon="eraser", on=bool(forgets))
        super().__init__([self.which, self.memory])

    place = value_of("which", "place", 'Where the player is: "A", "Bl" or "Br"; can be set.')
    forgets = value_of("memory", "forgets", "Whether they forget where the coin is; can be set.")

    def left(self, place: str) -> tuple[Fraction, Fraction]:
        """The weight of the notes that go left at a place, and of all that could have brought the player there."""
        return _left(place, self.forgets)

    @property
    def words(self) -> str:
        left, fitting = self.left(self.place)
        notes, imitated, learned = _guarantees(self.forgets)
        return (
            f"At {self._name()}, notes of weight {fitting} fit, and {left} go left: {left / fitting}. "
            f"The notes guarantee {readable(notes)}, their imitation {readable(imitated)}, CFR {readable(learned, 3)}."
        )

    def _name(self):
        return "B" if self.forgets and self.place != "A" else self.place

    def draw(self, standalone: bool) -> Picture:
        """Draw the notes in two rows, by the side where they hide the coin, and what follows from them."""
        pen, x, (left, fitting) = Pen(standalone), 4 * (CARD + 6) + 20, self.left(self.place)
        for k, note in enumerate(NOTES):
            self._note(pen, note, 6 + (CARD + 6) * (k % 4), 8 + (TALL + 8) * (k // 4))
        pen.say(x, 22, f"at {self._name()}: left {left / fitting}", 16, "start", bold=True)
        pen.box(x, 40, 200 * float(left / fitting), 26, fill=PLAYERS[0])
        pen.box(x, 40, 200, 26, stroke=pen.ink)
        pen.say(x, 84, f"{left} of {fitting} in weight", anchor="start")
        pen.say(x, 128, "guaranteed, in points", anchor="start", bold=True)
        pen.lines(x, 154, 26, "by the notes", "by imitating them", f"CFR, {ITERATIONS:,} iterations")
        for k, value in enumerate(_guarantees(self.forgets)):
            pen.say(x + 230, 154 + 26 * k, readable(value, 3), anchor="end")
        return pen.picture(WIDTH, HEIGHT, title="Imitate the notes", desc=self.words, kind="cfr-imitation")

    def _note(self, pen, note, x, y):
        """Draw a note; what it says here is marked."""
        fits, said = _fits(note, self.place, self.forgets), _said(note, self.place, self.forgets)
        with pen.group(class_="note" if fits else "note gone", opacity=None if fits else 0.25):
            pen.box(x, y, CARD, TALL, rx=5, fill="none", stroke=pen.ink)
            if fits:
                pen.box(x + 4, y + 7 + 22 * said, CARD - 8, 22, rx=3, opacity=0.6, fill=INFOSETS[0][0])
            for row, (place, side) in enumerate(zip(PLACES, note, strict=True)):
                pen.say(x + CARD / 2, y + 18 + 22 * row, f"{place}: {side}")
            pen.say(x + CARD / 2, y + TALL - 16, NOTES[note], 15, bold=True)


def _fits(note, place, forgets):
    """Say whether a note could have brought the player to a place; a player who forgets cannot tell."""
    return place == "A" or forgets or note[0][0] == place[1]


def _said(note, place, forgets):
    """Return which line of a note counts at a place: a player who forgets follows each for its own side."""
    return 0 if place == "A" else PLACES.index(f"B{note[0][0]}" if forgets else place)


def _left(place, forgets):
    fitting = {note: p for note, p in NOTES.items() if _fits(note, place, forgets)}
    left = sum(p for note, p in fitting.items() if note[_said(note, place, forgets)] == "left")
    return left, sum(fitting.values())


@cache
def _guarantees(forgets):
    """Return what Player 1 is sure of, in points: by the notes, by imitating them, and by what CFR learns."""
    solver = CFR(hidden_coin(remembers=not forgets))
    solver.run(ITERATIONS)
    learned = [solver.average_strategy()["B" if forgets and p != "A" else p, ""]["left"] for p in PLACES]
    imitated = [float(left / every) for left, every in (_left(place, forgets) for place in PLACES)]
    notes = (sum(p for note, p in NOTES.items() if {note[0], note[_said(note, "B", True)]} == {side}) for side in SIDES)
    return float(min(notes)), _sure(*imitated), _sure(*learned)


def _sure(hide, pointing, other):
    """Return the least that Player 1 earns, whichever side Player 2 says; given is how often A, Bl and Br go left."""
    return min(hide * pointing, (1 - hide) * (1 - other))
