"""Information sets on a drawn tree: a halo around each history, and a dashed link that joins them.

The link is straight if no other node stands between them; interleaved sets get rails above the row, so that none runs
through a node of another set. A set is one group: to hover over it, or to give it the focus, lights up every member.
"""

from cfrlib.draw.parts.colors import INFOSETS
from cfrlib.draw.parts.nodes import half_height, outline
from cfrlib.draw.parts.svg import element, line, num

BETWEEN, CLEAR = 5.5, 3.0
"""Pixels between two rails, and between the lowest rail and the nodes."""

CSS = (
    ".cfr-tree .infoset{cursor:pointer;outline:none}"
    ".cfr-tree .infoset .halo{opacity:.32}"
    ".cfr-tree .infoset.single .halo{opacity:0}"
    ".cfr-tree .infoset.marked .halo,.cfr-tree .infoset:hover .halo,.cfr-tree .infoset:focus .halo,"
    ".cfr-tree .infoset:focus-within .halo{opacity:.85}"
    ".cfr-tree .infoset.marked .link,.cfr-tree .infoset:hover .link,.cfr-tree .infoset:focus .link,"
    ".cfr-tree .infoset:focus-within .link{stroke-width:3.2px}"
    ".cfr-tree .infoset:focus-visible .halo{stroke:currentColor;stroke-width:1.5px}"
)


POINTED = (
    ".cfr-pointed .infoset:not(.marked,:hover,:focus,:focus-within) .halo,"
    ".cfr-pointed .infoset:not(.marked,:hover,:focus,:focus-within) .link{opacity:0}"
    ".cfr-pointed:has(.infoset:hover) .infoset.marked:not(:hover) .halo,"
    ".cfr-pointed:has(.infoset:hover) .infoset.marked:not(:hover) .link{opacity:0}"
)
"""More CSS where only sets that are marked or pointed at are to be seen, one at a time."""


def rails(members, rows, x):
    """Return the rail of each information set: 0 for a straight link, 1 and up for rails, counted upwards."""
    span = {I: (min(x[n] for n in nodes), max(x[n] for n in nodes)) for I, nodes in members.items()}
    chosen, taken = {}, {}
    for I in sorted(members, key=lambda I: (rows[members[I][0]], span[I])):
        nodes, (left, right) = members[I], span[I]
        row, rail = rows[nodes[0]], 0
        if any(rows[n] == row and left < x[n] < right and n not in nodes for n in x):
            rail = 1
            while any(left < end and start < right for start, end in taken.get((row, rail), [])):
                rail += 1
            taken.setdefault((row, rail), []).append((left, right))
        chosen[I] = rail
    return chosen


def rail_height(rail):
    """Return how far above the nodes a rail runs."""
    return CLEAR + BETWEEN * rail if rail else 0.0


def styles(members, rows, x, alike=False):
    """Return (color, dash) of each information set: neighbors on a row differ in both, or all are `alike`."""
    if alike:
        return dict.fromkeys(members, INFOSETS[0])
    order, in_row = {}, {}
    for I in sorted(members, key=lambda I: (rows[members[I][0]], x[members[I][0]])):
        if len(members[I]) > 1:
            row = rows[members[I][0]]
            order[I] = in_row[row] = in_row.get(row, -1) + 1
    return {I: INFOSETS[order.get(I, 0) % len(INFOSETS)] for I in members}


def link(points, player, rail):
    """Return the path that joins the members of an information set."""
    points = sorted(points)
    level = points[0][1]
    if rail == 0 or any(y != level for _, y in points):
        return line(points)
    top = level - half_height(player)
    high = top - rail_height(rail)
    (first, _), *between, (last, _) = points
    around = f"M{num(first)},{num(top)}V{num(high)}H{num(last)}V{num(top)}"
    return around + "".join(f"M{num(x)},{num(top)}V{num(high)}" for x, _ in between)


def marks(plan, I, strong):
    """Return the link and the halos of an information set, to be drawn below its nodes; `strong`: firm rings, too."""
    (color, dash), player, members = plan.style[I], plan.tree.infosets[I].player, plan.members[I]
    looks = [{"class_": "halo", "fill": color, "opacity": 0.32 if len(members) > 1 else 0.0}]
    looks += [{"fill": "none", "stroke": color, "stroke_width": 2.5}] if strong else []
    halos = "".join(outline(player, *plan.xy[n], plan.labels[n], 5.0, **look) for look in looks for n in members)
    if len(members) == 1:
        return halos
    d = link([plan.xy[n] for n in members], player, plan.rail.get(I, 0))
    path = element("path", class_="link", d=d, fill="none", stroke=color, stroke_width=1.8, stroke_dasharray=dash)
    return path + halos


def spoken(tree, infoset, members):
    """Return what a screen reader says about an information set."""
    private, public = (*map(str, infoset.key), "")[:2]
    words = ["information set", private, f"after {public}" if public else ""]
    which = ", ".join(tree.label(tree.nodes[n]) or "the start" for n in members)
    plural = "history" if len(members) == 1 else "histories"
    return f"Player {infoset.player + 1}, {' '.join(filter(None, words))}: {len(members)} {plural}, {which}"
