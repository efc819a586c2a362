"""All hands of a square fold into classes: what differs in the names of suits only is one and the same."""

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import one_of, whole
from cfrlib.cards.deck import Deck, number
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.isomorphism import suit_permutations
from cfrlib.draw.parts.colors import GREEN
from cfrlib.draw.parts.grid import STEPS, HandSquare
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.lessons.holdem_in_two_rounds.flop_chart import read_board
from cfrlib.widgets.parts.controls import complaint, value_of
from cfrlib.widgets.parts.numbers import counted
from cfrlib.widgets.widget import Widget

KEYS = {"n": "another_flop", "Home": "no_flop"}
SYMBOLS = str.maketrans("cdhs", "♣♦♥♠")
CELL, HIGH, EDGE, GAP = 44.0, 35.0, 14.0, 28.0
TOKEN, ROW, ABREAST, SAYS = 62.0, 30.0, 4, 92.0
"""The list of hands beside the square: width and height of a hand, hands in a line, pixels behind them."""


class suit_fold(Widget):
    """A square of hands: choose a cell, put a flop on the table, and see which of its hands are the same up to suits.

    `hand` is the first cell, such as "AKs"; `flop` has three cards, such as "2s7s9s", or is "". Without a flop a cell
    is one class and has the number of its hands; with one it has the number of classes its hands fall into. Beside the
    square stand the hands of the chosen cell: those of a class in one box, which any renaming of suits that keeps the
    flop turns into one another.
    """

    takes, state, only = KEYS | dict.fromkeys(STEPS, "hand"), ("hand",), "other flops, typed or drawn"
    left_out = ("_another", "_none", *KEYS)

    def __init__(self, deck: tuple[int, int] = (13, 4), hand: str | None = None, flop: str = "", seed: int = 0) -> None:
        self.deck = Deck.of(deck)
        self._rng = np.random.default_rng(whole("seed", seed, 0))
        self._moved, self._square = suit_permutations(self.deck), HandSquare(self.deck)
        self._cell = preflop_table(self.deck).hand_class
        self._chosen = self._square.step(None, "") if hand is None else self._index(hand)
        self._cards = self._read(flop)
        self.width = 2 * EDGE + self.deck.ranks * CELL + GAP + ABREAST * TOKEN + SAYS
        super().__init__(self._controls(flop))

    @property
    def hand(self) -> str:
        """The chosen cell, such as "AKs"; can be set."""
        return self._square.names[self._chosen]

    @hand.setter
    def hand(self, hand: str) -> None:
        self._chosen = self._index(hand)
        self.refresh()

    flop = value_of("_field", "flop", 'What stands in the field, "" for no flop; can be set, see `message`.')

    def another_flop(self) -> None:
        """Draw a flop."""
        self.flop = self.deck.label(self.deck.flops[self._rng.integers(len(self.deck.flops))])

    def no_flop(self) -> None:
        """Take the flop away."""
        self.flop = ""

    def press(self, key: str) -> None:
        if key in STEPS:
            self.hand = self._square.names[self._square.step(self._chosen, key)]
        else:
            super().press(key)

    def click(self, spot: str) -> None:
        self.hand = spot

    def _index(self, hand):
        return self._square.names.index(one_of("hand", hand, self._square.names))

    def _read(self, flop):
        return [] if flop == "" else read_board(self.deck, flop, "flop")

    @property
    def classes(self) -> list[list[str]]:
        """The hands of the chosen cell that the flop leaves, class by class."""
        members = {}
        for hand in np.flatnonzero(self._possible & (self._cell == self._chosen))[::-1]:
            members.setdefault(int(self._lowest[hand]), []).append(self.deck.label(self.deck.hands[hand]))
        return list(members.values())

    @property
    def sizes(self) -> list[int]:
        """The members of each of these classes: all hands, with their flops, that renamings make of one."""
        members = []
        for names in self.classes:
            both = [np.sort(self._moved.cards[:, cards]) for cards in (self.deck.parse(names[0], 2), self._cards)]
            members.append(len(np.unique(np.hstack(both), axis=0)))
        return members

    @property
    def spots(self) -> tuple[str, ...]:
        return self._square.names

    @property
    def counts(self) -> dict[str, int]:
        """The number of classes of each cell."""
        return self._by_cell(np.unique(self._lowest[self._possible]))

    def _by_cell(self, hands):
        """Return how many of these hands each cell has."""
        many = np.bincount(self._cell[hands], minlength=len(self._square.names))
        return dict(zip(self._square.names, many.tolist(), strict=True))

    @property
    def message(self) -> str:
        """What is wrong with the flop in the field; "" if nothing is."""
        return complaint(self._read, self.flop)

    @property
    def words(self) -> str:
        hands, of_all = sum(map(len, self.classes)), int(self._possible.sum())
        classes, total = (counted(n, "class", "classes") for n in (len(self.classes), sum(self.counts.values())))
        said = f"{self.hand}{f' on {self._spoken}' if self._cards else ''}: {counted(hands, 'hand')}, {classes}."
        return f"{said} All cells together: {counted(of_all, 'hand')}, {total}."

    @property
    def _spoken(self):
        return " ".join(self.deck.names[card].translate(SYMBOLS) for card in self._cards)

    def _controls(self, flop):
        self._another = self.button("Another flop", "random", "Draw a flop (key: n)", self.another_flop, "primary")
        self._none = self.button("No flop", "eraser", "Take the flop away (key: Home)", self.no_flop)
        ranks = "".join(dict.fromkeys(name[0] for name in self.deck.names))
        tip = f"Three cards in any order: a rank of {ranks}, then a suit of {'cdhs'[: self.deck.suits]}; or nothing"
        self._field = self.field(W.Text, "flop", tip, "11em", value=flop)
        return [self._another, self._none, self._field]

    def refresh(self) -> None:
        if not self.message:
            self._cards = self._read(self.flop)
            keeps = np.ones(len(self._moved.cards), dtype=bool)
            if self._cards:
                keeps = number(self._moved.cards[:, self._cards]) == number(np.array(self._cards))
            self._lowest = self._moved.hands[keeps].min(axis=0)
            self._possible = ~np.isin(self.deck.hands, self._cards).any(axis=1)
        super().refresh()

    def draw(self, standalone: bool) -> Picture:
        """Draw the square with a number in each cell, and the classes of the chosen one beside it."""
        theme, square, top = LIGHT if standalone else INLINE, self._square, 34.0
        # without a flop each cell is one class, so its hands are of interest
        counts = self.counts if self._cards else self._by_cell(np.arange(len(self._cell)))
        table = f"{self._spoken}: classes" if self._cards else "no flop: hands"
        parts = [text(EDGE, 14, table, 16, fill=theme.ink, font_weight="bold", text_anchor="start")]
        boxes = [square.box(c, EDGE, top, CELL, HIGH) for c in range(len(square.names))]
        for box, (name, n) in zip(boxes, counts.items(), strict=True):
            tint = {"fill": GREEN, "fill_opacity": min(0.05 * n, 0.6), "stroke": theme.ink, "stroke_width": 0.6}
            labels = [text(box["x"] + CELL / 2, box["y"] + 10, name, 14, fill=theme.ink, font_weight="bold"),
                      text(box["x"] + CELL / 2, box["y"] + 26, n, 14, fill=theme.ink)]  # fmt: skip
            spot = element("rect", **box, fill="transparent")
            parts.append(element("g", element("rect", **box, **tint), *labels, spot, class_="node", data_node=name))
        ring = {**boxes[self._chosen], "rx": 3.0, "fill": "none", "stroke": theme.ink, "stroke_width": 3.4}
        parts.append(element("rect", class_="chosen", **ring))
        listed, bottom = self._list(EDGE + square.ranks * CELL + GAP, theme)
        height = max(top + square.ranks * HIGH, bottom) + 12
        look = {"kind": "cfr-suits", "standalone": standalone}
        title = "Hands and their classes"
        return titled(self.width, height, *parts, *listed, title=title, desc=self.words, **look)

    def _list(self, left, theme):
        """Return the boxes of the chosen cell's classes, and where they end."""
        said = f"{self.hand}: {counted(len(self.classes), 'class', 'classes')}"
        parts, y = [text(left, 14, said, 16, fill=theme.ink, font_weight="bold", text_anchor="start")], 34.0
        for names, size in zip(self.classes, self.sizes, strict=True):
            lines = -(-len(names) // ABREAST)
            wide = min(len(names), ABREAST) * TOKEN
            box = {"x": left, "y": y, "width": wide, "height": lines * ROW - 5, "rx": 6.0}
            parts.append(element("rect", class_="class", **box, fill=GREEN, fill_opacity=0.15, stroke=theme.ink))
            for k, name in enumerate(names):
                x, down = left + (k % ABREAST + 0.5) * TOKEN, y + (k // ABREAST + 0.5) * ROW - 2.5
                parts.append(text(x, down, name.translate(SYMBOLS), 15, fill=theme.ink))
            told = f"{len(names)} of its {size}" if size > len(names) else f"class of {size}"
            beside = {"fill": theme.ink, "text_anchor": "start"}
            parts.append(text(left + wide + 8, y + lines * ROW / 2 - 2.5, told, 14, **beside))
            y += lines * ROW + 3
        if not self.classes:
            parts.append(text(left, y + 10, "The flop has these cards.", 14, fill=theme.ink, text_anchor="start"))
            y += ROW
        total = f"All cells: {counted(sum(self.counts.values()), 'class', 'classes')}"
        parts.append(text(left, y + 14, total, 14, fill=theme.ink, text_anchor="start"))
        return parts, y + ROW
