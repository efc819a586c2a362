"""The public tree: what everybody sees, and at each decision a strip with the private outcomes of the player to move.

One node of this tree stands for all deals at once. That is what the fast solvers walk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from cfrlib._util.arguments import said, typed, whole
from cfrlib.draw.parts.actions import chosen, key, looks, spoken, swatch
from cfrlib.draw.parts.colors import FILL, PLAYERS
from cfrlib.draw.parts.nodes import node, payoff_label
from cfrlib.draw.parts.plan import columns, in_a_row
from cfrlib.draw.parts.skeleton import MAX_DRAWN
from cfrlib.draw.parts.svg import LIGHT, element, line, num, outlined, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Comparison, Decision, Game, PublicChance
from cfrlib.games.checks import check_game
from cfrlib.tree import CHANCE, TERMINAL

BAR, MARGIN = 34.0, 16.0
ROW, TEXT = 100.0, 14
"""From one row of nodes to the next; size of what is written."""
ALONG = 0.62
"""Part of the way from one public state to the next at which the label stands."""


@dataclass(slots=True)
class Place:
    """A public state that is drawn: `state` is what the game says of it."""

    actions: tuple
    public: tuple
    state: object
    parent: int
    row: int
    cells: tuple = ()
    """(label, key) of each private outcome of the player to move."""
    goes_on: bool = False
    """Whether what comes next is drawn too."""

    @property
    def cell(self):
        """Width of a cell of the strip."""
        return max(20.0, max(text_width(label, TEXT) for label, _ in self.cells) + 7)

    @property
    def label(self):
        """What stands at the line to it: the action, or what public chance shows."""
        return self.public[-1] if self.actions[-1] == CHANCE_MARK else self.actions[-1]

    @property
    def mover(self):
        """Who moves, in the words of `cfrlib.tree`."""
        if isinstance(self.state, Decision):
            return self.state.player
        return CHANCE if isinstance(self.state, PublicChance) else TERMINAL


@drawing
def public_tree(
    game: Game, *, profile: Mapping[tuple[str, str], Mapping[str, float]] | None = None, depth: int | None = None,
    public: Sequence[str] = (), labels: dict[tuple[str, ...], object] | None = None, title: str | None = None,
    name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw the public tree of a small game, with the private outcomes of the player to move at each decision.

    With a `profile` each private outcome becomes a bar that shows the probability of each action. `public` lists what
    public chance shows, such as ``("Ks",)``; the tree ends where it lists no more, and `depth` actions below the root.
    `labels` has what stands beside a decision, by the actions that lead to it.
    """
    check_game(game)
    public = (public,) if isinstance(public, str) else public
    if not isinstance(public, tuple | list) or not all(isinstance(shown, str) for shown in public):
        raise ValueError(f"public={said(public)}: it takes the public outcomes, such as ('Ks',)")
    depth, public = None if depth is None else whole("depth", depth, 0), tuple(public)
    labels = {} if labels is None else typed("labels", labels, dict, "texts by actions, such as {(): 'start'}")
    places = _places(game, depth, public)
    shown = max(len(place.public) for place in places)
    if depth is None and shown < len(public):
        raise ValueError(f"public={public!r}: chance shows {shown} outcomes in this game")
    look = looks(a for place in places if isinstance(place.state, Decision) for a in place.state.actions)
    shown_look = look if profile is not None else {}
    extents = []
    for n, place in enumerate(places):
        strip = place.cell * len(place.cells) / 2 + 14 if place.cells else 0
        half = max(strip, text_width(_payment(game, place), TEXT) / 2 + 4, _half_a_label(place, shown_look), 26.0)
        beside = text_width(str(labels.get(place.actions, "")), TEXT)
        extents.append((n, round(half, 2), round(half + beside, 2)))
    edges = tuple((place.parent, n) for n, place in enumerate(places) if place.parent >= 0)
    x = columns(edges, tuple(extents), gap=12.0)
    xy = {n: (MARGIN + x[n], MARGIN + 30 + ROW * place.row) for n, place in enumerate(places)}
    width = 2 * MARGIN + max(x[n] + right for n, _, right in extents)
    height = MARGIN + 30 + ROW * max(place.row for place in places) + (44 if profile is None else 64)

    for _, n in edges:
        places[places[n].parent].goes_on = True
    lines = [element("path", d=line([xy[above], xy[n]]), stroke=LIGHT.ink, opacity=0.6) for above, n in edges]
    words = [_edge_words(shown_look, places[n], xy[above], xy[n]) for above, n in edges]
    drawn = [_state(game, look, profile, place, *xy[n]) for n, place in enumerate(places)]
    for n, place in enumerate(places):
        if place.actions in labels:
            at = xy[n][0] + place.cell * len(place.cells) / 2 + 12
            look_of = {"fill": LIGHT.ink, "text_anchor": "start", "font_weight": "bold"}
            drawn.append(text(at, xy[n][1], labels[place.actions], TEXT, **look_of))
    legend, legend_width = _legend(places, shown_look)
    wide = max(width, legend_width + 2 * MARGIN)
    shift, left = num((wide - width) / 2), num((wide - legend_width) / 2)
    tree = element("g", *lines, *words, *drawn, transform=f"translate({shift},0)")
    legend = element("g", legend, class_="legend", transform=f"translate({left},{num(height)})")
    decisions = sum(bool(place.cells) for place in places)
    desc = f"{len(places)} public states, {decisions} of them decisions with a strip of private outcomes."
    return composed(
        wide, height + (26 if profile is None else 46), tree, legend,
        called=f"Public tree of {game.name}", desc=desc, kind="cfr-public", title=title, name=name,
    )  # fmt: skip


def _places(game, depth, public):
    """Return the public states to draw, parents first."""
    places = []

    def grow(actions, shown, parent, row):
        if len(places) == MAX_DRAWN:
            raise ValueError(f"game: more than {MAX_DRAWN} public states; draw fewer with depth=")
        state, index = game.node(actions), len(places)
        place = Place(actions, shown, state, parent, row)
        places.append(place)
        deeper = depth is None or row < depth
        if isinstance(state, Decision):
            possible = game.weights(shown).any(axis=1 - state.player).nonzero()[0].tolist()
            names = game.outcomes(state.player)
            place.cells = tuple((names[i], game.key(state.player, actions, shown, i)) for i in possible)
            for action in state.actions if deeper else ():
                grow((*actions, action), shown, index, row + 1)
        elif isinstance(state, PublicChance) and len(shown) < len(public) and deeper:
            outcome = public[len(shown)]
            if outcome not in game.public_outcomes(shown) or not game.weights((*shown, outcome)).any():
                raise ValueError(f"public={public!r}: after {shown!r} possible are {game.public_outcomes(shown)!r}")
            grow((*actions, CHANCE_MARK), (*shown, outcome), index, row + 1)

    grow((), (), -1, 0)
    return places


def _payment(game, place):
    """Return what a terminal pays: a number, or what is at stake where the private outcomes decide."""
    if place.mover != TERMINAL:
        return ""
    payoff = game.payoff(place.actions, place.public)
    if isinstance(payoff, Comparison):
        win, lose = payoff_label(payoff.win), payoff_label(payoff.lose)
        return f"±{win[1:]}" if payoff.win == -payoff.lose != 0 else f"{win} or {lose}"
    table = game.payoff_table(place.actions, place.public)
    low, high = float(table.min()), float(table.max())
    return payoff_label(low) if low == high else f"{payoff_label(low)} to {payoff_label(high)}"


def _state(game, look, profile, place, x, y):
    """Return a public state: a strip of private outcomes, a diamond, or what the game pays."""
    player = place.mover
    if player in (CHANCE, TERMINAL):
        return node(player, x, y, _payment(game, place), LIGHT.ink)
    cell, strip = place.cell, place.cell * len(place.cells)
    left, top = x - strip / 2 + 8, y - BAR / 2
    move = f"translate({num(left - 13)},{num(y)}) scale(.62)"
    parts = [element("g", node(player, 0.0, 0.0, "", LIGHT.ink), transform=move)]
    for c, (label, k) in enumerate(place.cells):
        at, middle = left + cell * c, left + cell * (c + 0.5)
        frame = {"x": at, "y": top, "width": cell, "height": BAR, "stroke_width": 0.8}
        if profile is None:
            parts.append(element("rect", fill=FILL[TERMINAL], stroke="#222222", **frame))
            parts.append(text(middle, y, label, TEXT, fill="#000000"))
            continue
        choice, bottom = {action: chosen(profile, k, action) for action in place.state.actions}, top + BAR
        bars = [element("title", escape(f"{label}: {spoken(choice)}"))]
        for action, p in choice.items():
            bottom -= p * BAR
            if p > 0:
                bars.append(look[action].filled((at, bottom, cell, p * BAR)))
        bars.append(element("rect", fill="none", stroke=LIGHT.ink, **frame))
        parts.append(element("g", *bars))
        parts.append(text(middle, top + BAR + 10, label, TEXT, fill=LIGHT.ink, **outlined(LIGHT.paper)))
    if not place.goes_on:
        parts.append(text(left + strip / 2, top + BAR + (26 if profile is not None else 12), "⋯", 14, fill=LIGHT.ink))
    border = {"fill": "none", "stroke": PLAYERS[player], "stroke_width": 2.4, "rx": 2}
    parts.append(element("rect", x=left - 1.5, y=top - 1.5, width=strip + 3, height=BAR + 3, **border))
    return element("g", *parts, class_="state")


def _half_a_label(place, look):
    """Return how far to each side of a public state the label at its line needs room, so that no two touch."""
    if place.parent < 0:
        return 0.0
    sign = 22 if place.actions[-1] in look else 2
    return (text_width(place.label, TEXT) + sign) / 2 / ALONG


def _edge_words(look, place, above, below):
    """Return the label of the line to a public state."""
    (x1, y1), (x2, y2), last = above, below, place.label
    x, y, wide = x1 + ALONG * (x2 - x1), y1 + 0.58 * (y2 - y1), text_width(last, TEXT)
    if place.actions[-1] not in look:
        return text(x, y, last, TEXT, fill=LIGHT.ink, **outlined(LIGHT.paper))
    left = x - (wide + 18) / 2
    back = element("rect", x=left - 2, y=y - 9, width=wide + 22, height=18, fill=LIGHT.paper)
    sign = swatch(look[last], left + 6.5, y, LIGHT.ink)
    return back + sign + text(left + 18, y, last, TEXT, fill=LIGHT.ink, text_anchor="start")


def _legend(places, look):
    """Return the legend and its width; it names only what the picture shows."""
    kinds = {place.mover for place in places}
    entries = {
        0: "Player 1, private outcomes",
        1: "Player 2, private outcomes",
        CHANCE: "public chance",
        TERMINAL: "payoff to Player 1, ± where private outcomes decide",
    }
    signs = [(node(p, 0.0, 0.0, "", LIGHT.ink), 24, words) for p, words in entries.items() if p in kinds]
    row, width = in_a_row(signs, LIGHT.ink, TEXT, gap=16, scale=0.7)
    if look:
        swatches, keys_width = key(look, LIGHT.ink)
        row += element("g", swatches, transform=f"translate({num((width - keys_width) / 2)},24)")
    return row, width
