"""Probabilities over iterations: a strip for each, filled as high as it is likely."""

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.svg import LIGHT, element, line, text
from cfrlib.draw.picture import composed

WIDTH, LEFT, HIGH, EACH = 700, 150.0, 44.0, 60.0


def strips(rows, first, name=None):
    """Draw ``{label: (player, probabilities)}``, one for each iteration from `first` on, which is a multiple of 20."""
    many = len(next(iter(rows.values()))[1])
    parts, wide, bottom = [], (WIDTH - LEFT - 20) / (many - 1), EACH * len(rows)
    for k, (label, (player, likely)) in enumerate(rows.items()):
        base = EACH * k + 8 + HIGH
        top = [(LEFT + wide * t, base - HIGH * p) for t, p in enumerate(likely)]
        filled = line([(LEFT, base), *top, (top[-1][0], base)]) + "Z"
        parts.append(element("rect", x=LEFT, y=base - HIGH, width=wide * (many - 1), height=HIGH, fill="#EEEEEE"))
        parts.append(element("path", class_="strip", d=filled, fill=PLAYERS[player]))
        parts.append(text(LEFT - 12, base - HIGH / 2, label, 14, fill=LIGHT.ink, text_anchor="end"))
    for t in range(0, many, 20):
        x = LEFT + wide * t
        parts.append(element("path", d=line([(x, 8), (x, bottom)]), stroke=LIGHT.ink, stroke_width=0.6))
        parts.append(text(x, bottom + 10, first + t, 13, fill=LIGHT.ink))
    parts.append(text(LEFT - 40, bottom + 10, "iteration", 13, fill=LIGHT.ink, text_anchor="end"))
    means = ", ".join(f"{label} {sum(likely) / many:.2f} on average" for label, (_, likely) in rows.items())
    desc = f"{means}, in iterations {first} to {first + many - 1}."
    return composed(WIDTH, bottom + 26, *parts, called="Strips", desc=desc, name=name, kind="cfr-strips")
