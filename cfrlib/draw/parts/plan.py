"""From a skeleton to places: what nodes and edges say is written, then all get their space; and the legend."""

from functools import lru_cache
from math import ceil

from cfrlib._util.imports import from_extras
from cfrlib.draw.parts.actions import chosen
from cfrlib.draw.parts.colors import CURRENT, INFOSETS
from cfrlib.draw.parts.infosets import rail_height, rails, styles
from cfrlib.draw.parts.nodes import STACK, fold_label, half_height, half_width, node, outline, payoff_label
from cfrlib.draw.parts.svg import element, num, probability, text, text_width
from cfrlib.tree import CHANCE, TERMINAL

MARGIN = 16.0
LINE = 16.0
"""Height of a line of small text."""
EDGE = NOTE = 14.0
"""Sizes of what stands on edges and beside nodes: readable from the last row of a lecture hall."""


class Plan:
    """A drawn tree whose texts and places are known; `drawn` has its branches, of `cfrlib.draw.parts.skeleton`.

    By history, `labels`, `beside` and `on_edge` are what stands in the node, next to it, and on the edge to it, and
    `weight` is the probability of that edge, where a profile gives it. By row, `middle` says how far down the texts of
    its edges stand, and `along` which part of an edge lies above them. By information set there are its drawn histories
    (`members`), its rail, which is the line that joins them, and its style (color, dash).
    """

    def __init__(self, tree, drawn, infosets, profile, notes, edge_notes, note_width):
        self.tree, self.drawn, self.infosets = tree, drawn, infosets
        self.rows = {n: branch.row for n, branch in drawn.items()}
        self.members = {}
        for n, branch in drawn.items():
            if branch.node.infoset >= 0:
                self.members.setdefault(branch.node.infoset, []).append(n)

        self.labels = {n: self._label(branch) for n, branch in drawn.items()}
        self.weight = {n: self._weight(branch, profile) for n, branch in drawn.items()}
        self.beside = {n: as_lines(notes.get(n, ())) for n in drawn}
        self.on_edge = {}
        for n, branch in drawn.items():
            dealt = branch.chances if profile is not None else ""
            played = probability(self.weight[n]) if self.weight[n] is not None else ""
            lines = [branch.action, dealt or played, *as_lines(edge_notes.get(n, ()))]
            self.on_edge[n] = [line for line in lines if line]
        self.along = dict.fromkeys(self.rows.values(), 0.5)
        for _ in range(2):  # how wide a fan must be depends on where its labels stand, and that on its rails
            self._place_columns(note_width)
            self._place_rows()

    def _label(self, branch):
        """The payoff at a terminal; the private card, or the number of the player, at a decision."""
        player = branch.node.player
        if player == TERMINAL:
            return payoff_label(branch.node.payoff)
        label = ""
        if player != CHANCE:
            private = str(self.tree.infosets[branch.node.infoset].key[0])
            label = private if 0 < len(private) <= 3 else str(player + 1)
        return fold_label(label, branch.hidden) if branch.hidden else label

    def _weight(self, branch, profile):
        """How likely the parent's player chooses this branch."""
        if branch.parent < 0 or profile is None or branch.probability is not None:
            return None
        key = self.tree.infosets[self.drawn[branch.parent].node.infoset].key
        return chosen(profile, key, branch.action)

    def _place_columns(self, note_width):
        """Ask for positions from left to right."""
        extents = tuple((n, *self._extent(branch, note_width)) for n, branch in self.drawn.items())
        edges = tuple((branch.parent, n) for n, branch in self.drawn.items() if branch.parent >= 0)
        x = columns(edges, extents)
        self.x = {n: round(MARGIN + x[n], 2) for n in self.drawn}
        self.width = 2 * MARGIN + max(x[n] + right for n, _, right in extents)
        linked = {I: nodes for I, nodes in self.members.items() if len(nodes) > 1} if self.infosets else {}
        pointed = self.infosets == "pointed"
        highest = 1 if pointed else len(linked)
        self.rail = {I: min(rail, highest) for I, rail in rails(linked, self.rows, self.x).items()}
        self.style = styles(self.members, self.rows, self.x, alike=pointed)

    def _extent(self, branch, note_width):
        """Room to the left and to the right of a history, for itself, its notes and what its edge says."""
        n, half = branch.node.index, half_width(branch.shape, self.labels[branch.node.index])
        note = max((text_width(line, NOTE) for line in self.beside[n]), default=0.0)
        siblings = self.drawn[branch.parent].children if branch.parent >= 0 else ()
        edge = max((text_width(line, EDGE) for s in siblings for line in self.on_edge[s]), default=0.0)
        edge *= 0.5 / self.along[branch.row] if len(siblings) > 2 else 0.6
        if branch.is_leaf:
            half = round(max(half, note / 2, edge), 2)
            return half, half
        if branch.node.player >= 0:
            note = max(note, text_width("n" * note_width, NOTE))
        right = half + (2 * STACK if branch.hidden else 0) + (note + 8 if note else 0)
        return round(max(half, edge), 2), round(max(right, edge), 2)

    def _place_rows(self):
        """Give each row the height that nodes, notes, edge labels and rails need; wide fans stay steep."""
        last = max(self.rows.values())
        above, below, words, over, steep = ([0.0] * (last + 1) for _ in range(5))
        for n, branch in self.drawn.items():
            row, half, note = branch.row, half_height(branch.shape), LINE * len(self.beside[n])
            above[row] = max(above[row], half if branch.is_leaf else max(half, note / 2))
            below[row] = max(below[row], half + note if branch.is_leaf else max(half, note / 2))
            words[row] = max(words[row], LINE * len(self.on_edge[n]))
            if branch.parent >= 0:
                steep[row] = max(steep[row], min(75.0, 0.2 * abs(self.x[n] - self.x[branch.parent])))
        for I, rail in self.rail.items():
            row = self.rows[self.members[I][0]]
            over[row] = max(over[row], rail_height(rail))

        y, level, self.middle = MARGIN + 4, {}, {}
        for row in range(last + 1):
            if row:
                gap = max(18 + words[row], steep[row] - below[row - 1] - above[row] - over[row])
                self.middle[row] = y + gap / 2
                y += gap + over[row]
            level[row] = y + above[row]
            y = level[row] + below[row]
        self.height = y + MARGIN
        self.xy = {n: (self.x[n], level[row]) for n, row in self.rows.items()}
        self.along = {r: (self.middle[r] - level[r - 1]) / (level[r] - level[r - 1]) for r in self.middle}
        self.along[0] = 1.0


def as_lines(texts):
    """Return a list of lines, also for a single one."""
    return [texts] if isinstance(texts, str) else [str(line) for line in texts]


SIZE, ROW = 14, 26.0
LEAST = 320.0
"""Room for a line, however narrow the tree is."""


def legend(plan, theme, current):
    """Return the legend of a drawn tree, its width and its height; it names only what the picture shows."""
    branches, ink = plan.drawn.values(), theme.ink
    players = {branch.node.player for branch in branches}
    entries = []
    for player, words in ((0, "Player 1"), (1, "Player 2"), (CHANCE, "chance")):
        if player in players:
            entries.append((node(player, 0.0, 0.0, "", ink), 30, words))
    if TERMINAL in players:
        words = f"payoff to Player 1, in {plan.tree.unit}"
        entries.append((node(TERMINAL, 0.0, 0.0, "+1", ink), 28, words))
    if plan.infosets and any(len(members) > 1 for members in plan.members.values()):
        color, dash = INFOSETS[0]
        line = element("path", d="M-18,0H18", stroke=color, stroke_width=1.8, stroke_dasharray=dash)
        halos = (element("circle", cx=x, cy=0, r=8, fill=color, opacity=0.35) for x in (-18, 18))
        entries.append((line + "".join(halos), 42, "one information set"))
    if any(branch.hidden for branch in branches):
        entries.append((node(CHANCE, 0.0, 0.0, "▸ n", ink, hidden=1), 30, "n histories folded away"))
    if current:
        ring = outline(0, 0.0, 0.0, "", -3.0, fill="none", stroke=CURRENT, stroke_width=4)
        entries.append((ring, 30, "the walk is here"))
    rows, widest = [[]], max(plan.width - 2 * MARGIN, LEAST)
    for entry in entries:
        if rows[-1] and in_a_row([*rows[-1], entry], ink, SIZE)[1] > widest:
            rows.append([])
        rows[-1].append(entry)
    return *in_rows(rows, ink, ROW, scale=0.75), ROW * len(rows)


def in_rows(rows, ink, high, scale=1.0):
    """Return rows of entries, each in the middle below the one before, and their width; see `in_a_row`."""
    drawn = [in_a_row(row, ink, SIZE, scale=scale) for row in rows]
    width = max(wide for _, wide in drawn)
    places = (f"translate({num((width - wide) / 2)},{num(high * k)})" for k, (_, wide) in enumerate(drawn))
    return "".join(element("g", row, transform=place) for (row, _), place in zip(drawn, places, strict=True)), width


def in_a_row(entries, ink, size, gap=18, scale=1.0):
    """Return signs with words beside them, from left to right, and their width; an entry is (sign, width, words)."""
    parts, x = [], 0.0
    for sign, wide, words in entries:
        smaller = f" scale({probability(scale)})" if scale < 1 and "<text" not in sign else ""
        parts.append(element("g", sign, transform=f"translate({num(x + wide / 2)},0){smaller}"))
        parts.append(text(x + wide + 4, 0.0, words, size, fill=ink, text_anchor="start"))
        x += wide + 4 + text_width(words, size) + gap
    return "".join(parts), x - gap


POINTS = 72
"""Graphviz measures nodes in inches and answers in points."""


@lru_cache(maxsize=64)
def columns(edges, extents, gap=9.0):
    """Return {node: how far to the right its center stands}, in pixels; the leftmost node begins at 0.

    `edges` are (parent, child), parents first, the children of a node from left to right; `extents` are (node, left,
    right): what each needs to either side of its center.
    """
    sides = {node: (left, right) for node, left, right in extents}
    x = _centered(edges, sides, _dot(edges, sides, gap), gap)
    start = min(x[node] - left for node, (left, _) in sides.items())
    return {node: round(x[node] - start, 2) for node in sides}


def _dot(edges, sides, gap):
    """Return the centers that Graphviz finds."""
    with from_extras():
        # Needs Graphviz, which may be missing: then the message says what to do.
        import pygraphviz

    graph = pygraphviz.AGraph(directed=True, strict=True)
    graph.graph_attr.update(ordering="out", nodesep=f"{gap / POINTS:.4f}", ranksep="0.5")
    graph.node_attr.update(shape="box", fixedsize="true", label="", height="0.2")
    for name, (left, right) in sides.items():
        graph.add_node(name, width=f"{2 * ceil((left + right) / 2) / POINTS:.4f}")  # dot counts in whole points
    graph.add_edges_from(edges)
    graph.layout("dot")
    middle = {node: float(graph.get_node(node).attr["pos"].split(",")[0]) for node in sides}
    return {node: middle[node] + (left - right) / 2 for node, (left, right) in sides.items()}


def _centered(edges, sides, x, gap):
    """Move each parent over the middle of its children, from the bottom up, keeping the order of each row."""
    children, depth = {}, dict.fromkeys(sides, 0)
    for parent, child in edges:
        children.setdefault(parent, []).append(child)
        depth[child] = depth[parent] + 1
    end = {}
    for name in sorted(sides, key=lambda name: (-depth[name], x[name])):
        below, (left, right), row = children.get(name), sides[name], depth[name]
        wish = (x[below[0]] + x[below[-1]]) / 2 if below else x[name]
        x[name] = max(wish, end[row] + gap + left) if row in end else wish
        end[row] = x[name] + right
    return x
