"""What of a tree is drawn: all of it, or less where deals are joined and subtrees are folded."""

from dataclasses import dataclass
from fractions import Fraction

from cfrlib.draw.parts.nodes import drawn_as
from cfrlib.draw.parts.svg import readable
from cfrlib.tree import CHANCE, TERMINAL, Node

MAX_DRAWN = 400


@dataclass(slots=True)
class Branch:
    """A drawn history and the edge that leads to it, with its probability where chance moves."""

    node: Node
    parent: int
    """The drawn one; -1 at the root."""
    action: str
    probability: float | None
    row: int
    hidden: int
    """How many histories are folded away below."""
    children: list
    """Indices of the drawn ones."""

    @property
    def shape(self):
        """The player as whom the node is drawn."""
        return drawn_as(self.node.player, self.hidden)

    @property
    def is_leaf(self):
        """Whether nothing can come below."""
        return self.node.player == TERMINAL

    @property
    def chances(self):
        """The probability of the edge as a fraction, "" where no chance is involved."""
        if self.probability is None:
            return ""
        fraction = Fraction(self.probability).limit_denominator(1000)
        return str(fraction) if abs(fraction - self.probability) < 1e-9 else readable(self.probability, 3)


def skeleton(tree, join_deals, folded):
    """Return {index: `Branch`} of what is drawn, or raise ValueError if that is more than `MAX_DRAWN` nodes."""
    drawn = {}

    def grow(node, parent, action, probability, row):
        if len(drawn) == MAX_DRAWN:
            raise ValueError(
                f"tree: more than {MAX_DRAWN} of its {tree.num_histories:,} histories would be drawn; "
                "hide subtrees with folded=, or draw one deal with tree.given(...)"
            )
        drawn[node.index] = Branch(node, parent, action, probability, row, 0, [])
        if parent >= 0:
            drawn[parent].children.append(node.index)
        if node.index in folded:
            drawn[node.index].hidden = descendants(tree, node)
            return
        for label, child, p in edges(tree, node):
            deals = node is tree.root and {node.player, child.player} == {CHANCE} and child.children
            if join_deals and deals and child.index not in folded:
                for second, grandchild, q in edges(tree, child):
                    apart = "" if len(label) == len(second) == 1 else " "
                    grow(grandchild, node.index, f"{label}{apart}{second}", p * q, row + 1)
            else:
                grow(child, node.index, label, p, row + 1)

    grow(tree.root, -1, "", None, 0)
    return drawn


def edges(tree, node):
    """Yield (label, child, probability or None) for each edge of a node, also if some are still missing."""
    for k, index in enumerate(node.children):
        child = tree.nodes[index]
        yield child.action, child, node.probabilities[k] if node.player == CHANCE else None


def descendants(tree, node):
    """Return how many histories lie below a node."""
    count, stack = -1, [node]
    while stack:
        count += 1
        stack.extend(tree.nodes[child] for child in stack.pop().children)
    return count


def stand_in(tree, drawn, index):
    """Return the drawn history that stands for this one: itself, or the nearest above that is drawn."""
    while index not in drawn:
        index = tree.nodes[index].parent
    return index
