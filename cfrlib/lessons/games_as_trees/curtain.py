"""A curtain over the cards: all six deals of Kuhn poker lie open, or each player sees only their own card."""

import ipywidgets as W

from cfrlib._util.arguments import one_of
from cfrlib.draw.parts.colors import INFOSETS, PLAYERS
from cfrlib.draw.parts.nodes import node, outline
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import outlined
from cfrlib.draw.picture import Picture
from cfrlib.games import kuhn
from cfrlib.tree import CHANCE, unroll
from cfrlib.widgets.parts.controls import value_of
from cfrlib.widgets.widget import Widget

DEAL, WIDTH, HEIGHT, BESIDE, ROW = 94.0, 576, 252, 196, 18.0
"""The width of a deal, of all of them; the height; the width of the table, and the height of a row of it."""
PLACES = {
    "": (47, 76), "p": (26, 134), "b": (70, 134), "pb": (36, 196),
    "pp": (10, 166), "bp": (60, 166), "bb": (82, 166), "pbp": (24, 236), "pbb": (48, 236),
}  # fmt: skip
"""Where a history stands within its deal, by its moves."""
TOP = 6 + DEAL * 3, 18.0
LIT, DASH = INFOSETS[0]


class curtain(Widget):
    """Shows the tree of Kuhn poker with all cards open, or with the other player's card behind a curtain.

    Beside it is the table of all that a player can see at a decision: 24 rows, or 12. `place` is a decision, such as
    "JQb"; with it lights up whatever looks the same to the player who moves.
    """

    state, takes = ("closed", "place"), {"c": "closed", "ArrowRight": "which", "ArrowLeft": "-which"}
    width, beside, shrink = WIDTH, BESIDE, 0.8

    def __init__(self, place: str = "JQb") -> None:
        self.nodes = {"".join(h.history): h for h in unroll(kuhn()).nodes if len(h.history) > 1}
        self.spots = self.places = tuple(name for name, h in self.nodes.items() if h.player >= 0)
        self.closed = self.switch("Curtain", "Hide each player's card from the other (key: c)", icon="eye-slash")
        look = {"options": self.places, "value": one_of("place", place, self.places)}
        self.which = self.field(W.Dropdown, "place", "Clicks and arrows choose it", "8em", **look)
        super().__init__([self.closed])

    place = value_of("which", "place", "The decision that is looked at; can be set.")
    is_closed = value_of("closed", "is_closed", "Whether the other player's card is hidden; can be set.")

    def click(self, spot: str) -> None:
        self.place = one_of("spot", spot, self.places)

    def seen(self, place: str) -> str:
        """What the player who moves sees there: their key in one word, or, without the curtain, all that happened."""
        hidden = 1 - self.nodes[place].player
        return place[:hidden] + place[hidden + 1 :] if self.is_closed else place

    def _row(self, place):
        return self.nodes[place].player, self.seen(place)

    @property
    def rows(self) -> tuple[list[str], list[str]]:
        """The rows of the table of each player."""
        every = dict.fromkeys(map(self._row, self.places))
        return tuple([row for who, row in every if who == player] for player in (0, 1))

    @property
    def alike(self) -> list[str]:
        """The places that look like `place` to the player who moves there, itself among them."""
        return [place for place in self.places if self._row(place) == self._row(self.place)]

    @property
    def words(self) -> str:
        others = " and ".join(place for place in self.alike if place != self.place) or "no other place"
        return (
            f"{len(self.places)} places, {sum(map(len, self.rows))} rows. At {self.place} Player "
            f"{self.nodes[self.place].player + 1} sees {self.seen(self.place)}; {others} looks the same."
        )

    def draw(self, standalone: bool) -> Picture:
        """Draw the six deals, and in a file the table beside them."""
        pen = Pen(standalone)
        self._tree(pen)
        if standalone:
            with pen.group(transform=f"translate({WIDTH},0)"):
                self._table(pen)
        look = {"title": "A curtain over the cards", "kind": "cfr-curtain"}
        return pen.picture(WIDTH + BESIDE * standalone, HEIGHT, desc=self.words, **look)

    def draw_beside(self) -> Picture:
        self._table(pen := Pen(standalone=False))
        desc = " and ".join(f"Player {k + 1}: {', '.join(rows)}" for k, rows in enumerate(self.rows))
        return pen.picture(BESIDE, HEIGHT, title="The rows", desc=desc, kind="cfr-curtain")

    def _tree(self, pen):
        """Draw edges, what lights up, what is done on edges, and all places with what is seen there."""
        deals, words = list(dict.fromkeys(name[:2] for name in self.nodes)), Pen(pen.standalone)
        at = {n: (6 + DEAL * deals.index(n[:2]) + PLACES[n[2:]][0], PLACES[n[2:]][1]) for n in self.nodes}
        for name, (x, y) in at.items():
            over, down = at.get(name[:-1], TOP)
            pen.path((over, down), (x, y), opacity=0.6)
            if name not in self.places:
                pen.dot(x, y, 3.5)
            elif len(name) > 2:
                side, anchor = (-5, "end") if name[-1] == "p" else (5, "start")
                words.say((x + over) / 2 + side, 0.42 * y + 0.58 * down, name[-1], 14, anchor, **outlined(pen.paper))
        pen.parts += [outline(self.nodes[p].player, *at[p], "JQ", 6.0, fill=LIT, opacity=0.7) for p in self.alike]
        (x, y), (far, _) = at[self.alike[0]], at[self.alike[-1]]
        link = {"fill": "none", "stroke": LIT, "stroke_width": 2.6, "stroke_dasharray": DASH}
        pen.path("M", (x, y - 15), "v-6H", far, "v6", **link)
        pen.parts += [*words.parts, node(CHANCE, *TOP, "", pen.ink)]
        for place in self.places:
            mover, (first, second) = self.nodes[place].player, place[:2]
            label = (f"{first}?", f"?{second}")[mover] if self.is_closed else first + second
            with pen.group(class_="node", data_node=place):
                pen.parts.append(node(mover, *at[place], label, pen.ink))

    def _table(self, pen):
        """Draw the table: a column for each player."""
        for player, rows in enumerate(self.rows):
            x = 4.0 + 98 * player
            pen.box(x, 6, 88, 5, fill=PLAYERS[player])
            pen.say(x + 44, 22, f"{len(rows)} rows", bold=True)
            for k, row in enumerate(rows):
                if self._row(self.place) == (player, row):
                    pen.box(x, 33 + ROW * k, 88, ROW, fill=LIT, opacity=0.5)
                pen.say(x + 44, 42 + ROW * k, row, class_="row")
