"""How Deep CFR goes round: boxes in a ring, what goes from each to the next, and the one that leaves it."""

from cfrlib.draw.parts.svg import LIGHT, element, line, num, text
from cfrlib.draw.picture import composed, drawing

WIDE, HIGH, ACROSS, DOWN, LEFT, TOP = 168.0, 62.0, 270.0, 140.0, 16.0, 58.0
BOXES = {
    "walk": (0, 0, "Walk", "external sampling"),
    "memory": (1, 0, "Memory", "one for each player"),
    "network": (1, 1, "Network", "one for each player"),
    "strategy": (0, 1, "Strategy", "regret matching"),
    "kept": (2, 0, "Third memory", "strategies played"),
    "average": (2, 1, "Last network", "the average strategy"),
}
"""Where each box stands, by column and row, and what it says."""
PALE, PLAIN, LATER = "#E4F1EC", "#F2F2F2", "#EFEAF7"


@drawing
def pipeline(name=None):
    """Draw the ring of Deep CFR: walk, memory, network, strategy, walk."""
    parts = []
    for key, (column, row, head, below) in BOXES.items():
        x, y = LEFT + ACROSS * column, TOP + DOWN * row
        fill = PALE if key in ("network", "memory") else LATER if column == 2 else PLAIN
        look = {"fill": fill, "stroke": LIGHT.ink, "stroke_width": 1.3, "rx": 8.0}
        parts.append(element("rect", x=x, y=y, width=WIDE, height=HIGH, **look))
        parts.append(text(x + WIDE / 2, y + 22, head, 16, fill=LIGHT.ink, font_weight="bold"))
        parts.append(text(x + WIDE / 2, y + 44, below, 14, fill=LIGHT.ink))
    top, bottom = TOP + HIGH / 2, TOP + DOWN + HIGH / 2
    first, second, third = (LEFT + ACROSS * k + WIDE / 2 for k in range(3))
    arrows = [
        ((first + WIDE / 2, top), (second - WIDE / 2, top), "samples", ((first + second) / 2, top - 14)),
        ((second, TOP + HIGH), (second, TOP + DOWN), "training", (second + 42, (top + bottom) / 2)),
        ((second - WIDE / 2, bottom), (first + WIDE / 2, bottom), "guesses", ((first + second) / 2, bottom - 14)),
        ((first, TOP + DOWN), (first, TOP + HIGH), "is played in", (first + 54, (top + bottom) / 2)),
        ((third, TOP + HIGH), (third, TOP + DOWN), "at the end", (third + 46, (top + bottom) / 2)),
    ]
    for start, end, word, at in arrows:
        parts += [_arrow(start, end), text(*at, word, 14, fill=LIGHT.ink)]
    over = f"M{num(first)},{num(TOP - 3)}V{num(TOP - 30)}H{num(third)}V{num(TOP - 26)}"
    parts.append(element("path", d=over, fill="none", stroke=LIGHT.ink, stroke_width=1.8))
    parts.append(_arrow((third, TOP - 30), (third, TOP)))
    parts.append(text(second, 14, "what the other player plays", 14, fill=LIGHT.ink))
    desc = (
        "A walk gives samples to a player's memory. Their network is trained on it. "
        "Regret matching makes a strategy of what the network guesses, and the next walk plays it. "
        "A third memory keeps the strategies, for a last network."
    )
    return composed(2 * LEFT + 2 * ACROSS + WIDE, TOP + DOWN + HIGH + 12, *parts, called="How Deep CFR goes round",
                    desc=desc, kind="cfr-pipeline", title=None, name=name)  # fmt: skip


def _arrow(start, end):
    """Return an arrow along one of the axes, with its head drawn."""
    (ax, ay), (bx, by) = start, end
    ux, uy = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    shaft = line([(ax + 3 * ux, ay + 3 * uy), (bx - 11 * ux, by - 11 * uy)])
    x, y = bx - 3 * ux, by - 3 * uy
    sides = [(x - 10 * ux + side * uy, y - 10 * uy + side * ux) for side in (5, -5)]
    head = element("path", d=line([(x, y), *sides]) + "Z", fill=LIGHT.ink)
    return element("path", d=shaft, stroke=LIGHT.ink, stroke_width=1.8) + head
