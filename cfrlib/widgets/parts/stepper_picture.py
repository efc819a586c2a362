"""The stepper's tree: where the walk is, and what it knows so far, written on the histories and edges.

Every frame of a walk gives its texts the same room, so that nothing moves but the numbers.
"""

from fractions import Fraction

from cfrlib import draw
from cfrlib.draw.parts.svg import num, probability, readable
from cfrlib.tree import CHANCE, TERMINAL

DETAILED = 30
"""Up to so many histories reach and regrets stand at every decision; above, values only."""
NUMBER = 7
"""Characters of the longest number, such as "−0.0417"."""
BLANK = "\u2007"
"""A space as wide as a digit: it keeps free what other frames need."""


class StepperPicture:
    """Draws moments of a recording."""

    def __init__(self, tree):
        self.tree, self.detailed = tree, tree.num_histories <= DETAILED
        actions = max((len(I.actions) for I in tree.infosets), default=0)
        self.note_width = max(NUMBER * actions + 2, 15) if self.detailed else len("u −1.25")
        self.leaf = max((len(f"u {readable(-abs(node.payoff), 3)}") for node in tree.terminals), default=4)
        self.chances = {}  # on the edges of chance; two deals at the start count as one
        for node in tree.nodes:
            before = 1
            if node.parent == 0 and tree.root.player == CHANCE:
                before = tree.root.probabilities[tree.root.children.index(node.index)]
            for child, p in zip(node.children, node.probabilities, strict=False):
                self.chances[child] = str(Fraction(p * before).limit_denominator(1000))

    def draw(self, moment, hidden, selected, standalone):
        """Return the picture of a moment, and of ("history", index) or ("infoset", index) if it is `selected`.

        A `hidden` step, which is to be predicted, is the place of the walk, and "?" stands for its numbers.
        """
        tree, step = self.tree, hidden or moment.step
        place = step.node if step is not None and step.node >= 0 else 0
        path = [place]
        while path[-1] > 0:
            path.append(tree.nodes[path[-1]].parent)
        highlight = set()
        if step is not None and step.kind in ("regret", "strategy"):
            highlight.add(step.infoset)
        if selected is not None:
            kind, index = selected
            highlight.add(index if kind == "infoset" else tree.nodes[index].infoset)
        return draw.tree(
            tree,
            notes={n.index: self._lines(moment, hidden, n) for n in tree.nodes if n.player != CHANCE},
            edge_notes=self._strategies(moment, hidden),
            current=place,
            path=path,
            highlight=highlight - {-1},
            note_width=self.note_width,
            standalone=standalone,
        )

    def _lines(self, moment, hidden, node):
        """Reach, value and regret of a history, as far as the walk knows them."""
        n, asked = node.index, hidden.kind if hidden is not None and hidden.node == node.index else None
        value = ""
        if asked in ("value", "terminal"):
            value = "u ?"
        elif n in moment.values:
            v = moment.values[n].value
            value = "u " + (readable(v, 3) if self.detailed or node.player == TERMINAL else num(v).replace("-", "−"))
        if node.player == TERMINAL:
            return [value, BLANK * self.leaf]
        if not self.detailed:
            return ["r ?" if asked == "regret" else "π ?" if asked == "visit" else value]
        reach, regret = "", ""
        if n in moment.visits:
            reach = "π " + " · ".join(probability(p) for p in moment.visits[n].reach)
        if asked == "visit":
            reach = "π ? · ? · ?"
        if n in moment.regrets:
            regret = "r " + "  ".join(readable(r, 3, sign=True) for r in moment.regrets[n].regret)
        if asked == "regret":
            regret = "r " + "  ".join("?" for _ in node.actions)
        return [reach, value, regret]

    def _strategies(self, moment, hidden):
        """The current strategy on the edges, and the chances."""
        notes = dict(self.chances)
        for I in self.tree.infosets:
            asked = hidden is not None and hidden.kind == "strategy" and hidden.infoset == I.index
            mix = moment.table(I.index).strategy
            for n in I.nodes:
                for p, child in zip(mix, self.tree.nodes[n].children, strict=True):
                    notes[child] = _padded("?" if asked else probability(p))
        return notes


def _padded(text):
    """Return a probability as wide as ".33" is thought to be, so that the layout does not depend on it."""
    return BLANK * (2 - sum(c != "." for c in text)) + text + " " * ("." not in text)
