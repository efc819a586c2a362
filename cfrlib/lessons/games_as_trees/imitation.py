"""Notes in a pocket, imitated by a behavior strategy: which notes could have brought me here, and what do they say?"""

from fractions import Fraction
from functools import cache
from itertools import product

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import INFOSETS, PLAYERS
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, readable, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.textbook import CFR
from cfrlib.textbook.small_games import hidden_coin
from cfrlib.widgets.parts.controls import following, value_of
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
    takes = {"ArrowRight": "go_on", "f": "forget"}

    def __init__(self, place: str = "A", forgets: bool = False) -> None:
        tip = "The decision at which you are (key: right arrow)"
        which = {"options": PLACES, "value": one_of("place", place, PLACES)}
        self.which = self.field(W.Dropdown, "I am at", tip, "10em", **which)
        self.memory = self.switch("Forget", "Forget where the coin is (key: f)", icon="eraser", on=bool(forgets))
        super().__init__([self.which, self.memory])

    place = value_of("which", "place", 'Where the player is: "A", "Bl" or "Br"; can be set.')
    forgets = value_of("memory", "forgets", "Whether they forget where the coin is; can be set.")

    def go_on(self) -> None:
        """Go to the next decision."""
        following(self.which)

    def forget(self) -> None:
        """Forget where the coin is, or remember it."""
        self.memory.value = not self.memory.value

    def left(self, place: str) -> tuple[Fraction, Fraction]:
        """The weight of the notes that go left at a place, and of all that could have brought the player there."""
        return _left(place, self.forgets)

    @property
    def words(self) -> str:
        """How often the imitation goes left here, and what notes, imitation and CFR guarantee."""
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
        ink = LIGHT if standalone else INLINE
        parts = [part for k, note in enumerate(NOTES) for part in self._note(k, note, ink)]
        left, fitting = self.left(self.place)
        x, style = 4 * (CARD + 6) + 20, {"fill": ink.ink, "text_anchor": "start"}
        parts.append(text(x, 22, f"at {self._name()}: left {left / fitting}", 16, font_weight="bold", **style))
        frame = {"x": x, "y": 40.0, "height": 26.0}
        parts.append(element("rect", **frame, width=200.0 * float(left / fitting), fill=PLAYERS[0]))
        parts.append(element("rect", **frame, width=200.0, fill="none", stroke=ink.ink))
        parts.append(text(x, 84, f"{left} of {fitting} in weight", 14, **style))
        parts.append(text(x, 128, "guaranteed, in points", 14, font_weight="bold", **style))
        ways = "by the notes", "by imitating them", f"CFR, {ITERATIONS:,} iterations"
        for k, (way, value) in enumerate(zip(ways, _guarantees(self.forgets), strict=True)):
            parts.append(text(x, 154 + 26 * k, way, 14, **style))
            parts.append(text(x + 230, 154 + 26 * k, readable(value, 3), 14, fill=ink.ink, text_anchor="end"))
        look = {"title": "Imitate the notes", "kind": "cfr-imitation", "standalone": standalone}
        return titled(WIDTH, HEIGHT, *parts, desc=self.words, **look)

    def _note(self, k, note, ink):
        """Return the parts of a note; what it says here is marked."""
        x, y = 6 + (CARD + 6) * (k % 4), 8 + (TALL + 8) * (k // 4)
        fits, said = _fits(note, self.place, self.forgets), _said(note, self.place, self.forgets)
        parts = [element("rect", x=x, y=y, width=CARD, height=TALL, rx=5, fill="none", stroke=ink.ink)]
        for row, (place, side) in enumerate(zip(PLACES, note, strict=True)):
            at = y + 18 + 22 * row
            if fits and row == said:
                mark = {"x": x + 4, "y": at - 11, "width": CARD - 8, "height": 22.0, "rx": 3, "opacity": 0.6}
                parts.append(element("rect", **mark, fill=INFOSETS[0][0]))
            parts.append(text(x + CARD / 2, at, f"{place}: {side}", 14, fill=ink.ink))
        parts.append(text(x + CARD / 2, y + TALL - 16, NOTES[note], 15, fill=ink.ink, font_weight="bold"))
        yield element("g", *parts, class_="note" if fits else "note gone", opacity=None if fits else 0.25)


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
