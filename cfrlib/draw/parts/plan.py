"""From a skeleton to places: what nodes and edges say is written, then everything gets the space it needs."""

from cfrlib.draw.parts.actions import chosen
from cfrlib.draw.parts.infosets import rail_height, rails, styles
from cfrlib.draw.parts.layout import columns
from cfrlib.draw.parts.nodes import STACK, fold_label, half_height, half_width, payoff_label
from cfrlib.draw.parts.svg import probability, text_width
from cfrlib.tree import CHANCE, TERMINAL

MARGIN = 16.0
LINE = 16.0
"""Height of a line of small text."""
EDGE = NOTE = 14.0
"""Sizes of what stands on edges and beside nodes: readable from the last row of a lecture hall."""


class Plan:
    """A drawn tree whose texts and places are known.

    By history, `labels`, `beside` and `on_edge` are what stands in the node, next to it, and on the edge to it, and
    `weight` is the probability of that edge, where a profile gives it. By row, `middle` says how far down the texts of
    its edges stand, and `along` which part of an edge lies above them. By information set there are its drawn histories
    (`members`), its rail, and its style (color, dash).
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
            chance = branch.chances if profile is not None else ""
            chosen = probability(self.weight[n]) if self.weight[n] is not None else ""
            lines = [branch.action, chance or chosen, *as_lines(edge_notes.get(n, ()))]
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
