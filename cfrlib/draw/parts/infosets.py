"""Information sets on a drawn tree: a halo around each history, and a dashed link that joins them.

Histories of one set usually stand on one row. If no other node stands between them the link is straight.
Interleaved sets get rails above the row, each on a lane of its own, so that no link ever runs through a node
of another set. All of a set is one group: hovering over it, or giving it the focus by a click or a key,
lights up every member. No script is involved.
"""

from cfrlib.draw.parts.colors import INFOSETS
from cfrlib.draw.parts.nodes import half_height, outline
from cfrlib.draw.parts.svg import element, num

LANE, CLEAR = 5.5, 3.0
"""Between two rails, and between the lowest and the nodes, in pixels."""

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


def lanes(members, rows, x):
    """Return the lane of each information set: 0 for a straight link, 1 and up for rails, counted upwards."""
    span = {I: (min(x[n] for n in nodes), max(x[n] for n in nodes)) for I, nodes in members.items()}
    found, taken = {}, {}
    for I in sorted(members, key=lambda I: (rows[members[I][0]], span[I])):
        nodes, (left, right) = members[I], span[I]
        row = rows[nodes[0]]
        if not any(rows[n] == row and left < x[n] < right and n not in nodes for n in x):
            found[I] = 0
            continue
        lane = 1
        while any(left < end and start < right for start, end in taken.get((row, lane), [])):
            lane += 1
        taken.setdefault((row, lane), []).append((left, right))
        found[I] = lane
    return found


def rail_height(lane):
    """Return how far above the nodes the rail of a lane runs."""
    return CLEAR + LANE * lane if lane else 0.0


def styles(members, rows, x, alike=False):
    """Return (color, dash) of each information set: neighbors on a row differ in both, or all are `alike`."""
    if alike:
        return dict.fromkeys(members, INFOSETS[0])
    order, seen = {}, {}
    for I in sorted(members, key=lambda I: (rows[members[I][0]], x[members[I][0]])):
        if len(members[I]) > 1:
            row = rows[members[I][0]]
            order[I] = seen[row] = seen.get(row, -1) + 1
    return {I: INFOSETS[order.get(I, 0) % len(INFOSETS)] for I in members}


def link(points, player, lane):
    """Return the path that joins the members of an information set."""
    points = sorted(points)
    level = points[0][1]
    if lane == 0 or any(y != level for _, y in points):
        return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points)
    top = level - half_height(player)
    rail = top - rail_height(lane)
    (first, _), *_, (last, _) = points
    ends = f"M{num(first)},{num(top)}V{num(rail)}H{num(last)}V{num(top)}"
    return ends + "".join(f"M{num(x)},{num(top)}V{num(rail)}" for x, _ in points[1:-1])


def marks(infoset, members, xy, labels, lane, style, strong=False):
    """Return the link and the halos of an information set, to be drawn below its nodes.

    Parameters
    ----------
    infoset : InfoSet
    members : list of int
        Its drawn histories.
    xy : dict of int to (float, float)
    labels : dict of int to str
    lane : int
    style : (str, str)
        Color and dash.
    strong : bool
        Draw a firm ring around each member.
    """
    color, dash = style
    player = infoset.player
    halo = {"class_": "halo", "fill": color, "opacity": 0.32 if len(members) > 1 else 0.0}
    halos = [outline(player, *xy[n], labels[n], 5.0, **halo) for n in members]
    if strong:
        ring = {"fill": "none", "stroke": color, "stroke_width": 2.5}
        halos += [outline(player, *xy[n], labels[n], 5.0, **ring) for n in members]
    if len(members) == 1:
        return "".join(halos)
    d = link([xy[n] for n in members], player, lane)
    path = element("path", class_="link", d=d, fill="none", stroke=color, stroke_width=1.8, stroke_dasharray=dash)
    return path + "".join(halos)


def spoken(tree, infoset, members):
    """Return what a screen reader says about an information set."""
    private, public = (*map(str, infoset.key), "")[:2]
    after = f"after {public}" if public else ""
    words = ["information set", *filter(None, (private, after))]
    which = ", ".join(tree.label(tree.nodes[n]) or "the start" for n in members)
    plural = "history" if len(members) == 1 else "histories"
    return f"Player {infoset.player + 1}, {' '.join(words)}: {len(members)} {plural}, {which}"
