"""Where the nodes of a tree stand: Graphviz is asked for positions and for nothing else.

While `dot` runs, every node is a box of given width without a label, so no font can reach the layout, and the
same tree gets the same positions on every machine. Then each parent is moved over the middle of its children.
"""

from functools import lru_cache
from math import ceil

POINTS = 72
"""Graphviz measures nodes in inches and answers in points."""


@lru_cache(maxsize=64)
def columns(edges, extents, gap=9.0):
    """Return how far to the right each node of a tree stands.

    Parameters
    ----------
    edges : tuple of (int, int)
        Parent and child, parents before children, the children of a node from left to right.
    extents : tuple of (int, float, float)
        Nodes, and how much room each needs to the left and to the right of its center, in pixels.
    gap : float
        Between neighbors, in pixels.

    Returns
    -------
    dict of int to float
        Centers; the leftmost extent ends at 0.
    """
    sides = {node: (left, right) for node, left, right in extents}
    x = _centred(edges, sides, _dot(edges, sides, gap), gap)
    start = min(x[node] - left for node, (left, _) in sides.items())
    return {node: round(x[node] - start, 2) for node in sides}


def _dot(edges, sides, gap):
    """Return the centers that Graphviz finds."""
    try:
        # Needs Graphviz, which may be missing: then the message says what to do.
        import pygraphviz
    except ImportError as error:
        raise ImportError(
            "drawing a tree needs pygraphviz, which finds the positions: pip install pygraphviz"
        ) from error

    graph = pygraphviz.AGraph(directed=True, strict=True)
    graph.graph_attr.update(ordering="out", nodesep=f"{gap / POINTS:.4f}", ranksep="0.5")
    graph.node_attr.update(shape="box", fixedsize="true", label="", height="0.2")
    for node, (left, right) in sides.items():
        graph.add_node(node, width=f"{2 * ceil((left + right) / 2) / POINTS:.4f}")  # dot counts in whole points
    graph.add_edges_from(edges)
    graph.layout("dot")
    middle = {node: float(graph.get_node(node).attr["pos"].split(",")[0]) for node in sides}
    return {node: middle[node] + (left - right) / 2 for node, (left, right) in sides.items()}


def _centred(edges, sides, x, gap):
    """Move each parent over the middle of its children, from the bottom up, keeping the order of each row."""
    children, depth = {}, dict.fromkeys(sides, 0)
    for parent, child in edges:
        children.setdefault(parent, []).append(child)
        depth[child] = depth[parent] + 1
    rows = {}
    for node in sides:
        rows.setdefault(depth[node], []).append(node)
    for row in sorted(rows, reverse=True):
        end = None
        for node in sorted(rows[row], key=x.__getitem__):
            below = children.get(node)
            wish = (x[below[0]] + x[below[-1]]) / 2 if below else x[node]
            left, right = sides[node]
            x[node] = wish if end is None else max(wish, end + gap + left)
            end = x[node] + right
    return x
