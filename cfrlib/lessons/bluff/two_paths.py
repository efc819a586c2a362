"""Two paths of rising bids that meet at the same last bid: what they share from there, and what must be kept apart."""

from cfrlib.draw.parts.colors import GRAY, PLAYERS, text_on
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed

COLUMN, LEFT, RADIUS = 74.0, 60.0, 17.0
UPPER, MIDDLE, LOWER, BOTTOM = 108.0, 206.0, 326.0, 392.0
BAR, TALL = 34.0, 46.0


def two_paths(bids, paths, reach, rolls, *, name=None):
    """Draw two histories of bids, `paths` by label, that end with the same bid of the same player; what follows, once.

    `reach` has for each path that of the player who bid last, with each of their `rolls`.
    """
    if len(paths) != 2 or len({(path[-1], len(path) % 2) for path in paths.values()}) != 1:
        raise ValueError("paths: it takes two that end with the same bid of the same player")
    x = {bid: LEFT + COLUMN * (n + 0.5) for n, bid in enumerate(bids)}
    path = next(iter(paths.values()))
    last, bidder = path[-1], (len(path) - 1) % 2
    after = [*bids[bids.index(last) + 1 :], "challenge"]
    plates = [x[last] + COLUMN * (n + 1) for n in range(len(after))]
    plates[-1] += 14  # the widest one
    made = bids[: bids.index(last) + 1]
    body = [text(x[bid], 26, bid, 13, fill=LIGHT.ink) for bid in made]
    body += [element("path", d=f"M{num(x[bid])},38V{num(BOTTOM - 14)}", stroke="#DDDDDD", stroke_width=0.8)
             for bid in made]  # fmt: skip
    said, line = [], {"stroke": GRAY, "stroke_width": 2.4}
    for y, (label, path) in zip((UPPER, LOWER), paths.items(), strict=True):
        start = x[path[0]] - 44
        body.append(text(start - 8, y, label, 14, fill=LIGHT.ink, font_weight="bold", text_anchor="end"))
        before = x[path[-2]] if len(path) > 1 else start
        bend, (up, end) = num((before + x[last]) / 2 + 20), (num(MIDDLE), num(x[last]))
        curve = f"M{num(start)},{num(y)}H{num(before)}C{bend},{num(y)} {bend},{up} {end},{up}"
        body.append(element("path", d=curve, **line, fill="none"))
        body += [_bid(x[bid], y, n % 2) for n, bid in enumerate(path[:-1])]
        body += _bars(plates[0] - 20, y, reach[label], rolls, bidder)
        words = f"kept apart: Player {bidder + 1}'s reach on {label}"
        body.append(text(plates[0] - 24, y - 46, words, 12.5, fill=LIGHT.ink, text_anchor="start"))
        numbers = ", ".join(f"{roll} {readable(p)}" for roll, p in zip(rolls, reach[label], strict=True))
        said.append(f"{label}: {', '.join(path)}; Player {bidder + 1}'s reach {numbers}")
    left = plates[0] - 30
    body.append(element("path", d=f"M{num(x[last])},{num(MIDDLE)}H{num(left)}", **line))
    body.append(_bid(x[last], MIDDLE, bidder))
    body.append(_box(left, 21, plates[-1] + 49 - left, rx=8, fill="none", stroke=GRAY, stroke_width=1.6))
    for at, word in zip(plates, after, strict=True):
        wide = 84.0 if word == "challenge" else 46.0
        body.append(_box(at - wide / 2, 14, wide, rx=5, fill="#F2F2F2", stroke=GRAY, stroke_width=1.0))
        body.append(text(at, MIDDLE, word, 13, fill=LIGHT.ink))
    shared = "shared: what may follow, and what it pays"
    body.append(text(left, MIDDLE + 35, shared, 12.5, fill=LIGHT.ink, text_anchor="start"))
    desc = f"{'. '.join(said)}. Both go on alike: {', '.join(after)}."
    return composed(max(plates[-1] + 60.0, left + 290), BOTTOM, *body, called="Two paths of rising bids meet",
                    desc=desc, kind="cfr-two-paths", title=None, name=name)  # fmt: skip


def _box(x, half, width, **look):
    """Return a box around the middle line, `half` above it and as much below."""
    return element("rect", x=x, y=MIDDLE - half, width=width, height=2.0 * half, **look)


def _bid(x, y, player):
    fill = PLAYERS[player]
    look, half = {"fill": fill, "stroke": LIGHT.ink, "stroke_width": 1}, RADIUS - 2
    circle = element("circle", cx=x, cy=y, r=RADIUS, **look)
    square = element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=4, **look)
    return (circle, square)[player] + text(x, y, f"P{player + 1}", 13, fill=text_on(fill), font_weight="bold")


def _bars(left, middle, reach, rolls, player):
    """Return the bars of a player's reach, a roll below each."""
    base, drawn = middle + TALL / 2, []
    for n, (roll, p) in enumerate(zip(rolls, reach, strict=True)):
        x = left + n * (BAR + 8)
        drawn.append(element("rect", x=x, y=base - TALL * p, width=BAR, height=TALL * p, fill=PLAYERS[player]))
        drawn.append(text(x + BAR / 2, base - TALL * p - 9, readable(p), 12, fill=LIGHT.ink))
        drawn.append(text(x + BAR / 2, base + 11, roll, 13, fill=LIGHT.ink))
    drawn.append(text(left - 10, base + 11, "roll", 11, fill=LIGHT.ink, text_anchor="end"))
    line = f"M{num(left - 4)},{num(base)}h{num(len(rolls) * (BAR + 8))}"
    return [*drawn, element("path", d=line, stroke=LIGHT.ink, stroke_width=1)]
