"""The tree of a game: histories, information sets, and whatever an algorithm has to say about them."""

from collections.abc import Mapping
from numbers import Integral

from cfrlib.draw import infosets as sets
from cfrlib.draw.colours import CURRENT
from cfrlib.draw.layout import columns
from cfrlib.draw.legend import legend
from cfrlib.draw.nodes import STACK, fold_label, half_height, half_width, node, outline, payoff_label
from cfrlib.draw.picture import finished
from cfrlib.draw.skeleton import skeleton, stand_in
from cfrlib.draw.svg import INLINE, LIGHT, document, element, num, outlined, probability, text, text_width
from cfrlib.tree import CHANCE, TERMINAL, unroll

MARGIN = 16.0
LINE = 12.0
"""Height of a line of small text."""
EDGE, NOTE = 11.5, 10.5
"""Sizes of what stands on edges and beside nodes."""


def tree(
    game_or_tree,
    *,
    infosets=True,
    join_deals=True,
    folded=(),
    profile=None,
    notes=None,
    edge_notes=None,
    current=None,
    path=(),
    highlight=(),
    dim=(),
    room=0,
    standalone=True,
    title=None,
    name=None,
):
    """Draw the tree of a small game.

    Parameters
    ----------
    game_or_tree : Game, matrix or Tree
        Indices below are those of `Tree.nodes` and `Tree.infosets` of ``cfrlib.tree.unroll(game)``.
    infosets : bool
        Draw the information sets.
    join_deals : bool
        Draw the two private deals at the start as one chance node.
    folded : collection of int
        Histories whose subtrees are hidden; the number of hidden histories is shown.
    profile : Profile or dict, optional
        ``{key: {action: probability}}``: width and label of each edge show how likely it is.
    notes : dict of int to list of str, optional
        Small text beside a history (below a terminal), line by line.
    edge_notes : dict of int to str, optional
        Small text on the edge that leads to a history.
    current : int, optional
        The history that a walk has reached: it gets a ring and a marker.
    path : collection of int
        Histories that the walk has come through: they and the edges to them are drawn strongly.
    highlight : collection of int
        Information sets to outline strongly.
    dim : collection of int
        Histories to grey out, with the edges that lead to them.
    room : int
        Characters to keep free beside every decision: frames of one walk with different notes then share a layout.
    standalone : bool
        False: take background and text colour from the page, for SVG inside a widget.
    title : str, optional
        A heading.
    name : str, optional
        Save the picture as ``figures/NAME.svg``.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If an index does not exist, the profile misses an information set, or the drawing would be too large. The
        message names the argument.
    """
    whole = unroll(game_or_tree)
    if not whole.nodes:
        raise ValueError("game_or_tree: the tree has no nodes yet; grow it from the root with add")
    check = _Check(len(whole.nodes), len(whole.infosets))
    folded, dim = check.histories("folded", folded), check.histories("dim", dim)
    path, highlight = check.histories("path", path), check.infosets("highlight", highlight)
    notes = check.mapping("notes", notes)
    edge_notes = check.mapping("edge_notes", edge_notes)
    if current is not None:
        check.histories("current", [current])

    drawing = _Drawing(whole, skeleton(whole, join_deals, folded), LIGHT if standalone else INLINE)
    drawing.write(profile, notes, edge_notes)
    drawing.place(infosets, room)
    shown = {stand_in(whole, drawing.drawn, n) for n in path}
    here = None if current is None else stand_in(whole, drawing.drawn, int(current))
    body = [
        drawing.edges(shown | ({here} if shown else set()), dim),
        drawing.nodes(infosets, shown, highlight, dim),
        drawing.notes(dim),
        "" if here is None else drawing.marker(here),
    ]
    key, key_width = legend(drawing, infosets, here is not None)
    width = max(drawing.width, key_width + 2 * MARGIN)
    body = [
        element("g", *body, transform=f"translate({num((width - drawing.width) / 2)},0)"),
        element(
            "g",
            key,
            class_="legend",
            transform=f"translate({num((width - key_width) / 2)},{num(drawing.height + 6)})",
        ),
    ]
    title_text = title or drawing.title
    desc = drawing.description(infosets, here)
    svg = document(
        width, drawing.height + 26, *body,
        title=title_text, desc=desc, kind="cfr-tree", css=sets.CSS if infosets else "",
        standalone=standalone, heading=title,
    )  # fmt: skip
    return finished(svg, f"{title_text}: {desc}", name)


class _Check:
    """Checks of what the caller points at."""

    def __init__(self, histories, infosets):
        self.limits = {"history": histories, "information set": infosets}

    def _all(self, argument, indices, what):
        found = set()
        for index in indices:
            if (
                isinstance(index, bool)
                or not isinstance(index, Integral)
                or not 0 <= index < self.limits[what]
            ):
                raise ValueError(
                    f"{argument}: there is no {what} {index!r}; the indices are 0 to {self.limits[what] - 1}"
                )
            found.add(int(index))
        return found

    def histories(self, argument, indices):
        return self._all(argument, indices, "history")

    def infosets(self, argument, indices):
        return self._all(argument, indices, "information set")

    def mapping(self, argument, texts):
        texts = {} if texts is None else texts
        if not isinstance(texts, Mapping):
            raise ValueError(f"{argument}={texts!r}: it takes a dict from indices of histories to text")
        self.histories(argument, texts)
        return texts


class _Drawing:
    """A tree on its way to a picture: first the texts are written, then places found for them, then all is drawn."""

    def __init__(self, whole, drawn, theme):
        self.whole, self.drawn, self.theme = whole, drawn, theme
        self.rows = {n: branch.row for n, branch in drawn.items()}
        self.members = {}
        for n, branch in drawn.items():
            if branch.node.infoset >= 0:
                self.members.setdefault(branch.node.infoset, []).append(n)

    # -- texts -------------------------------------------------------------------------

    def write(self, profile, notes, edge_notes):
        """Find what nodes and edges say."""
        self.labels = {n: self._label(branch) for n, branch in self.drawn.items()}
        self.beside = {n: _lines(notes.get(n, ())) for n in self.drawn}
        self.weights = {n: self._weight(branch, profile) for n, branch in self.drawn.items()}
        self.on_edge = {}
        for n, branch in self.drawn.items():
            lines = [branch.action]
            if profile is not None:
                lines.append(branch.chances or (probability(self.weights[n]) if branch.parent >= 0 else ""))
            lines += _lines(edge_notes.get(n, ()))
            self.on_edge[n] = [line for line in lines if line]

    def _label(self, branch):
        """The payoff at a terminal, the private card (or the number of the player) at a decision."""
        player = branch.node.player
        if player == TERMINAL:
            return payoff_label(branch.node.payoff)
        label = ""
        if player != CHANCE:
            private = str(self.whole.infosets[branch.node.infoset].key[0])
            label = private if 0 < len(private) <= 3 else str(player + 1)
        return fold_label(label, branch.hidden) if branch.hidden else label

    def _weight(self, branch, profile):
        """The probability of the edge to this node; None where it is not known."""
        if branch.parent < 0 or profile is None or branch.probability is not None:
            return branch.probability
        key = self.whole.infosets[self.drawn[branch.parent].node.infoset].key
        try:
            return float(profile[key][branch.action])
        except (KeyError, TypeError):
            raise ValueError(f"profile: it has no probability of {branch.action!r} at {key!r}") from None

    # -- places ------------------------------------------------------------------------

    def place(self, infosets, room):
        """Find where everything stands: Graphviz says how far to the right, the rows how far down."""
        extents = tuple((n, *self._extent(branch, room)) for n, branch in self.drawn.items())
        edges = tuple((branch.parent, n) for n, branch in self.drawn.items() if branch.parent >= 0)
        x = columns(edges, extents)
        self.x = {n: round(MARGIN + x[n], 2) for n in self.drawn}
        self.width = 2 * MARGIN + max(x[n] + right for n, _, right in extents)
        linked = {I: nodes for I, nodes in self.members.items() if len(nodes) > 1} if infosets else {}
        self.lane = sets.lanes(linked, self.rows, self.x)
        self.style = sets.styles(self.members, self.rows, self.x)
        self._stack_rows(linked)

    def _extent(self, branch, room):
        """How much room a history needs to the left and to the right: for itself, its notes and what its edge says."""
        n, half = branch.node.index, half_width(branch.shape, self.labels[branch.node.index])
        note = max((text_width(line, NOTE) for line in self.beside[n]), default=0.0)
        siblings = self.drawn[branch.parent].children if branch.parent >= 0 else ()
        edge = max((text_width(line, EDGE) for s in siblings for line in self.on_edge[s]), default=0.0)
        edge *= 0.85 if len(siblings) > 2 else 0.6
        if branch.shape == TERMINAL and not branch.hidden:
            half = round(max(half, note / 2, edge), 2)
            return half, half
        if branch.node.player >= 0:
            note = max(note, text_width("n" * room, NOTE))
        right = half + (2 * STACK if branch.hidden else 0) + (note + 6 if note else 0)
        return round(max(half, edge), 2), round(max(right, edge), 2)

    def _stack_rows(self, linked):
        """Give each row as much height as its nodes, notes, edge labels and rails need."""
        last = max(self.rows.values())
        above, below, words, rails = ([0.0] * (last + 1) for _ in range(4))
        for n, branch in self.drawn.items():
            row, half = branch.row, half_height(branch.shape)
            note = LINE * len(self.beside[n])
            terminal = branch.node.player == TERMINAL
            above[row] = max(above[row], half if terminal else max(half, note / 2))
            below[row] = max(below[row], half + note if terminal else max(half, note / 2))
            words[row] = max(words[row], LINE * len(self.on_edge[n]))
        for I, lane in self.lane.items():
            row = self.rows[linked[I][0]]
            rails[row] = max(rails[row], sets.rail_height(lane))
        y, self.middle, level = MARGIN + 4, {}, {}
        for row in range(last + 1):
            if row:
                self.middle[row] = y + 9 + words[row] / 2
                y += 18 + words[row] + rails[row]
            y += above[row]
            level[row] = y
            y += below[row]
        self.height = y + MARGIN
        self.xy = {n: (self.x[n], level[self.rows[n]]) for n in self.drawn}

    # -- drawing -----------------------------------------------------------------------

    def edges(self, path, dim):
        """Return the edges and what is written on them."""
        lines, words = [], []
        for n, branch in self.drawn.items():
            if branch.parent < 0:
                continue
            (x1, y1), (x2, y2) = self.xy[branch.parent], self.xy[n]
            strong, faint = n in path and branch.parent in path, n in dim
            p = self.weights[n] if branch.probability is None else None
            lines.append(
                element(
                    "path", d=f"M{num(x1)},{num(y1)}L{num(x2)},{num(y2)}", stroke=self.theme.ink, fill="none",
                    stroke_width=(1.0 if p is None else 0.7 + 4.3 * p) + (2.0 if strong else 0.0),
                    opacity=0.2 if faint else None if strong else 0.6 if p is None else 0.3 + 0.7 * p,
                )
            )  # fmt: skip
            words += self._edge_words(n, branch, faint)
        return element("g", *lines, *words, class_="edges")

    def _edge_words(self, n, branch, faint):
        """What is written on an edge: on the outer side of two edges that part, on the edge itself if there are more."""
        (x1, y1), (x2, y2), y = self.xy[branch.parent], self.xy[n], self.middle[branch.row]
        x = x1 + (x2 - x1) * (y - y1) / (y2 - y1)
        siblings, anchor = self.drawn[branch.parent].children, "middle"
        if len(siblings) == 2:
            side = -1 if n == siblings[0] else 1
            x, anchor = x + 5 * side, "end" if side < 0 else "start"
        top = y - LINE * (len(self.on_edge[n]) - 1) / 2
        for k, line in enumerate(self.on_edge[n]):
            yield text(
                x, top + LINE * k, line, NOTE if k else EDGE, fill=self.theme.ink, text_anchor=anchor,
                opacity=0.4 if faint else None, **outlined(self.theme.paper),
            )  # fmt: skip

    def nodes(self, infosets, path, highlight, dim):
        """Return all nodes; those of an information set together, in one group that can be focused."""
        groups = []
        for I, members in self.members.items():
            inside = "".join(self._node(n, path, dim) for n in members)
            if not infosets:
                groups.append(inside)
                continue
            infoset, marked = self.whole.infosets[I], I in highlight
            strokes = sets.marks(
                infoset, members, self.xy, self.labels, self.lane.get(I, 0), self.style[I], marked
            )
            kind = "infoset" + (" single" if len(members) == 1 else "") + (" marked" if marked else "")
            groups.append(
                element(
                    "g", strokes, inside, class_=kind, tabindex=0, role="button", data_infoset=I,
                    aria_label=self._spoken(infoset, members),
                )
            )  # fmt: skip
        rest = (n for n, branch in self.drawn.items() if branch.node.infoset < 0)
        return "\n".join([*groups, *(self._node(n, path, dim) for n in rest)])

    def _node(self, n, path, dim):
        branch = self.drawn[n]
        shape = node(
            branch.node.player, *self.xy[n], self.labels[n], self.theme.ink, branch.hidden, n in path
        )
        return element("g", shape, class_="node", data_node=n, opacity=0.3 if n in dim else None)

    def notes(self, dim):
        """Return the small texts beside the nodes."""
        words = []
        for n, lines in self.beside.items():
            (x, y), branch = self.xy[n], self.drawn[n]
            if branch.shape == TERMINAL and not branch.hidden:
                x, y, anchor = x, y + half_height(TERMINAL) + LINE / 2 + 3, "middle"
            else:
                x += half_width(branch.shape, self.labels[n]) + (2 * STACK if branch.hidden else 0) + 5
                y, anchor = y - LINE * (len(lines) - 1) / 2, "start"
            for k, line in enumerate(lines):
                words.append(
                    text(
                        x, y + LINE * k, line, NOTE, fill=self.theme.ink, text_anchor=anchor,
                        opacity=0.4 if n in dim else None, **outlined(self.theme.paper),
                    )
                )  # fmt: skip
        return element("g", *words, class_="notes") if words else ""

    def marker(self, n):
        """Return the ring around the current history and the triangle that points at it."""
        (x, y), shape = self.xy[n], self.drawn[n].shape
        ring = outline(shape, x, y, self.labels[n], 3.5, fill="none", stroke=CURRENT, stroke_width=3.5)
        tip = y - half_height(shape) - 7
        d = f"M{num(x)},{num(tip)}l-7,-11h14Z"
        arrow = element("path", d=d, fill=CURRENT, stroke=self.theme.paper, stroke_width=1.0)
        return element("g", ring, arrow, class_="current", data_node=n)

    # -- words -------------------------------------------------------------------------

    def _spoken(self, infoset, members):
        private, public = (*map(str, infoset.key), "")[:2]
        where = " ".join(filter(None, (private, f"after {public}" if public else "")))
        which = ", ".join(self.whole.label(self.whole.nodes[n]) or "the start" for n in members)
        plural = "history" if len(members) == 1 else "histories"
        return f"Player {infoset.player + 1}, information set {where}: {len(members)} {plural}, {which}"

    @property
    def title(self):
        """What the picture is called if the caller does not say."""
        game = getattr(self.whole.game, "name", None)
        return f"Game tree of {game}" if game else "Game tree"

    def description(self, infosets, here):
        """Return one sentence that says what there is to see."""
        players = [branch.node.player for branch in self.drawn.values()]
        hidden = sum(branch.hidden for branch in self.drawn.values())
        decisions = sum(p >= 0 for p in players)
        within = f" in {_count(len(self.members), 'information set')}" if infosets else ""
        counts = ((CHANCE, "chance node", ""), (None, "decision", within), (TERMINAL, "terminal", ""))
        parts = [
            _count(number, noun) + more
            for player, noun, more in counts
            if (number := decisions if player is None else players.count(player))
        ]
        if hidden:
            parts.append(f"{hidden:,} more folded away")
        sentence = ", ".join(parts)
        if here is not None:
            sentence += f"; the walk is at {self.whole.label(self.whole.nodes[here]) or 'the root'}"
        return sentence + "."


def _lines(texts):
    return [texts] if isinstance(texts, str) else [str(line) for line in texts]


def _count(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
