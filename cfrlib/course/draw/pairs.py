"""Which pairs of rolls a walk carries at once: one square a pair, and frames around those that have merged."""

from cfrlib.course.draw.parts.colours import SKY
from cfrlib.course.draw.parts.svg import LIGHT, element, num, text
from cfrlib.course.draw.picture import composed

CELL, GAP, TOP, LEFT = 8.0, 32.0, 52.0, 16.0
PALE = "#F2F2F2"


def pairs(layout, panels, *, title=None, name=None):
    """Draw the pairs of rolls of both players, Player 1's in rows, once for each panel.

    Parameters
    ----------
    layout : BidsLayout
    panels : dict of str to (int, tuple or None)
        By heading: how many higher bids are left, and the only pair (roll of player 0, roll of player 1) that is
        carried; None for all pairs. Rolls that have merged there share a frame.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
    """
    class_of, body, said = layout.class_of, [], []
    orders = [sorted(range(c.shape[1]), key=lambda roll, c=c: [*c[:, roll], roll]) for c in class_of]
    rows, columns = (len(order) for order in orders)
    for n, (heading, (k, only)) in enumerate(panels.items()):
        left = LEFT + n * (columns * CELL + GAP)
        for i, mine in enumerate(orders[0]):
            for j, theirs in enumerate(orders[1]):
                fill = SKY if only in (None, (mine, theirs)) else PALE
                at = {"x": left + j * CELL, "y": TOP + i * CELL, "width": CELL, "height": CELL}
                body.append(element("rect", fill=fill, stroke=LIGHT.paper, stroke_width=0.7, **at))
        cuts = [_cuts(class_of[p][k], orders[p]) for p in (0, 1)]
        if only is None:
            lines = [f"M{num(left)},{num(TOP + cut * CELL)}h{num(columns * CELL)}" for cut in cuts[0]]
            lines += [f"M{num(left + cut * CELL)},{num(TOP)}v{num(rows * CELL)}" for cut in cuts[1]]
            body.append(element("path", d="".join(lines), stroke=LIGHT.ink, stroke_width=1.0, fill="none"))
        count = 1 if only else (len(cuts[0]) - 1) * (len(cuts[1]) - 1)
        words = "1 pair" if only else f"{len(cuts[0]) - 1} × {len(cuts[1]) - 1} = {count}"
        middle = left + columns * CELL / 2
        body.append(text(middle, TOP - 16, heading, 12, fill=LIGHT.ink, font_weight="bold"))
        body.append(text(middle, TOP + rows * CELL + 18, words, 12, fill=LIGHT.ink))
        said.append(f"{heading}: {words}")
    desc = f"Squares are pairs of one roll of each player. {'; '.join(said)}."
    return composed(
        LEFT * 2 + len(panels) * (columns * CELL + GAP) - GAP, TOP + rows * CELL + 36, *body,
        called="Pairs of rolls that a walk carries", desc=desc, kind="cfr-pairs", title=title, name=name,
    )  # fmt: skip


def _cuts(classes, order):
    """Return where frames begin and end: the borders between classes, in a given order of rolls."""
    inside = [n for n in range(1, len(order)) if classes[order[n]] != classes[order[n - 1]]]
    return [0, *inside, len(order)]
