"""A curtain over the cards: all six deals of Kuhn poker lie open, or each player sees only their own card."""

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import INFOSETS, PLAYERS
from cfrlib.draw.parts.nodes import node, outline
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, line, num, outlined, text
from cfrlib.draw.picture import Picture, titled
from cfrlib.games import kuhn
from cfrlib.tree import CHANCE, TERMINAL, unroll
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, space_for, stage, value_of
from cfrlib.widgets.widget import Widget

DEAL, WIDTH, HEIGHT, BESIDE, ROW = 94.0, 576, 252, 196, 18.0
"""The width of a deal, of all of them; the height; the width of the table, and the height of a row of it."""
PLACES = {
    "": (47, 76), "p": (26, 134), "b": (70, 134), "pb": (36, 196),
    "pp": (10, 166), "bp": (60, 166), "bb": (82, 166), "pbp": (24, 236), "pbb": (48, 236),
}  # fmt: skip
"""Where a history stands within its deal, by its moves."""


class curtain(Widget):
    """Shows the tree of Kuhn poker with all cards open, or with the other player's card behind a curtain.

    Beside it is the table of all that a player can see at a decision: 24 rows, or 12. `place` is a decision, such as
    "JQb"; with it lights up whatever looks the same to the player who moves.
    """

    state, takes = ("closed", "place"), {"c": "draw_it", "ArrowRight": "onward", "ArrowLeft": "backward"}
    around = PAGE + BAR + 2 * LINE

    def __init__(self, place: str = "JQb") -> None:
        tree = unroll(kuhn())
        self.nodes = {"".join(h.history): h for h in tree.nodes if len(h.history) > 1}
        self.places = [name for name, h in self.nodes.items() if h.player >= 0]
        self.spots, self.place = self.places, one_of("place", place, tuple(self.places))
        self.other, self.canvas.layout = (
            Canvas(around=self.around, layout=space_for(BESIDE, 0.9)),
            space_for(WIDTH, 0.8),
        )
        self.closed = self.switch("Curtain", "Hide each player's card from the other (key: c)", icon="eye-slash")
        super().__init__([self.closed], self.says, stage(self.canvas, self.other))

    is_closed = value_of("closed", "is_closed", "Whether the other player's card is hidden; can be set.")

    def draw_it(self) -> None:
        """Open or close the curtain."""
        self.closed.value = not self.closed.value

    def onward(self) -> None:
        """Go to the next place."""
        self._go(1)

    def backward(self) -> None:
        """Go to the place before."""
        self._go(-1)

    def _go(self, by):
        self.click(self.places[(self.places.index(self.place) + by) % len(self.places)])

    def click(self, spot: str) -> None:
        """Go to a place, such as "JQb"."""
        self.place = one_of("spot", spot, tuple(self.places))
        self.refresh()

    def seen(self, place: str) -> str:
        """What the player who moves sees there: their key in one word, or, without the curtain, all that happened."""
        hidden = 1 - self.nodes[place].player
        return place[:hidden] + place[hidden + 1 :] if self.closed.value else place

    @property
    def rows(self) -> tuple[list[str], list[str]]:
        """The rows of the table of each player."""
        by = {(self.nodes[place].player, self.seen(place)): None for place in self.places}
        return tuple([row for who, row in by if who == player] for player in (0, 1))

    @property
    def alike(self) -> list[str]:
        """The places that look like `place` to the player who moves there, itself among them."""
        current = self.nodes[self.place].player, self.seen(self.place)
        return [place for place in self.places if (self.nodes[place].player, self.seen(place)) == current]

    @property
    def words(self) -> str:
        """How many rows there are, and what looks the same as the chosen place."""
        others = " and ".join(place for place in self.alike if place != self.place) or "no other place"
        return (
            f"{len(self.places)} places, {sum(map(len, self.rows))} rows. At {self.place} Player "
            f"{self.nodes[self.place].player + 1} sees {self.seen(self.place)}; {others} looks the same."
        )

    def refresh(self) -> None:
        super().refresh()
        if self.canvas.svg:
            look = {"kind": "cfr-curtain", "standalone": False}
            desc = " and ".join(f"Player {k + 1}: {', '.join(rows)}" for k, rows in enumerate(self.rows))
            self.other.show(titled(BESIDE, HEIGHT, *self._table(INLINE), title="The rows", desc=desc, **look))

    def draw(self, standalone: bool) -> Picture:
        """Draw the six deals, and in a file the table beside them."""
        parts = self._tree(LIGHT if standalone else INLINE)
        if standalone:
            parts.append(element("g", *self._table(LIGHT), transform=f"translate({WIDTH},0)"))
        look = {"title": "A curtain over the cards", "kind": "cfr-curtain", "standalone": standalone}
        return titled(WIDTH + BESIDE * standalone, HEIGHT, *parts, desc=self.words, **look)

    def _tree(self, ink):
        """Return the parts of the tree: edges, what lights up, and all places with what is seen there."""
        deals = list(dict.fromkeys(name[:2] for name in self.nodes))
        at = {
            name: (6 + DEAL * deals.index(name[:2]) + PLACES[name[2:]][0], PLACES[name[2:]][1]) for name in self.nodes
        }
        top, lines, words = (6 + DEAL * len(deals) / 2, 18.0), [], []
        for name, h in self.nodes.items():
            (x, y), above = at[name], at.get(name[:-1], top)
            lines.append(element("path", d=line([above, (x, y)]), stroke=ink.ink, opacity=0.6))
            if h.player != TERMINAL:
                side = {"text_anchor": "end" if name[-1] == "p" else "start", "fill": ink.ink, **outlined(ink.paper)}
                where = (x + above[0]) / 2 + (-5 if name[-1] == "p" else 5), 0.42 * y + 0.58 * above[1]
                words += [text(*where, name[-1], 14, **side)] if len(name) > 2 else []
            else:
                lines.append(element("circle", cx=float(x), cy=float(y), r=3.5, fill=ink.ink))
        color, dash = INFOSETS[0]
        marks = [outline(self.nodes[p].player, *at[p], "JQ", 6.0, fill=color, opacity=0.7) for p in self.alike]
        (x, y), (far, _) = at[self.alike[0]], at[self.alike[-1]]
        d = f"M{num(x)},{num(y - 15)}v-6H{num(far)}v6"
        marks.append(element("path", d=d, fill="none", stroke=color, stroke_width=2.6, stroke_dasharray=dash))
        drawn = [node(CHANCE, *top, "", ink.ink)]
        for place in self.places:
            first, second = place[:2]
            mover, hide = self.nodes[place].player, self.closed.value
            label = (f"{first}?", f"?{second}")[mover] if hide else first + second
            drawn.append(element("g", node(mover, *at[place], label, ink.ink), class_="node", data_node=place))
        return [*lines, *marks, *words, *drawn]

    def _table(self, ink):
        """Return the parts of the table: a column for each player."""
        parts, current = [], (self.nodes[self.place].player, self.seen(self.place))
        for player, rows in enumerate(self.rows):
            x = 4.0 + 98 * player
            parts.append(element("rect", x=x, y=6.0, width=88.0, height=5.0, fill=PLAYERS[player]))
            parts.append(text(x + 44, 22, f"{len(rows)} rows", 14, fill=ink.ink, font_weight="bold"))
            for k, row in enumerate(rows):
                y, lit = 42 + ROW * k, current == (player, row)
                parts += [element("rect", x=x, y=y - 9, width=88.0, height=ROW, fill=INFOSETS[0][0], opacity=0.5)] * lit
                parts.append(text(x + 44, y, row, 14, class_="row", fill=ink.ink))
        return parts
