"""Where the nodes of a tree stand: Graphviz is asked for positions and for nothing else.

`dot` lays out boxes of given width without labels: no font reaches the layout, which is the same on every machine.
"""

from functools import lru_cache
from math import ceil

from cfrlib._util.imports import from_extras

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
    for node, (left, right) in sides.items():
        graph.add_node(node, width=f"{2 * ceil((left + right) / 2) / POINTS:.4f}")  # dot counts in whole points
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
    for node in sorted(sides, key=lambda node: (-depth[node], x[node])):
        below, (left, right), row = children.get(node), sides[node], depth[node]
        wish = (x[below[0]] + x[below[-1]]) / 2 if below else x[node]
        x[node] = max(wish, end[row] + gap + left) if row in end else wish
        end[row] = x[node] + right
    return x
