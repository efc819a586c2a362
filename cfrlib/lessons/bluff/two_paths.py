"""Two paths of rising bids that meet at the same last bid: what they share from there, and what must be kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cfrlib.draw.parts.colors import GRAY, PLAYERS, text_on
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed

if TYPE_CHECKING:
    from cfrlib.draw.picture import Picture

COLUMN, LEFT, RADIUS = 74.0, 60.0, 17.0
UPPER, MIDDLE, LOWER, BOTTOM = 108.0, 206.0, 326.0, 392.0
BAR, TALL = 34.0, 46.0
PALE = "#F2F2F2"


def two_paths(
    bids: Sequence[str], paths: Mapping[str, Sequence[str]], reach: Mapping[str, Sequence[float]],
    rolls: Sequence[str], *, title: str | None = None, name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw two histories of bids that end with the same bid of the same player.

    Parameters
    ----------
    bids : sequence of str
        All bids, from low to high.
    paths : dict of str to sequence of str
        Two of them: the bids that were made, by label.
    reach : dict of str to sequence of float
        For each path, the reach of the player who bid last with each of their rolls.
    rolls : sequence of str
        The rolls of that player.
    title, name : str, optional
        A heading; the name of the file in `figures`.

    Returns
    -------
    Picture
        A circle is a bid of Player 1, a square one of Player 2. What follows the last bid is drawn once, and reach as
        bars.

    Raises
    ------
    ValueError
        If there are not two paths, or they do not meet.
    """
    if len(paths) != 2 or len({(said[-1], len(said) % 2) for said in paths.values()}) != 1:
        raise ValueError("paths: it takes two that end with the same bid of the same player")
    x = {bid: LEFT + COLUMN * (n + 0.5) for n, bid in enumerate(bids)}
    (last,) = {said[-1] for said in paths.values()}
    bidder = (len(next(iter(paths.values()))) - 1) % 2
    after = [*bids[bids.index(last) + 1 :], "challenge"]
    ends = [x[last] + COLUMN * (n + 1) for n in range(len(after))]
    ends[-1] += 14  # the widest plate
    right = ends[-1] + 60.0
    met = bids[: bids.index(last) + 1]
    body = [text(x[bid], 26, bid, 13, fill=LIGHT.ink) for bid in met]
    lines = [x[bid] for bid in met]
    body += [element("path", d=f"M{num(at)},38V{num(BOTTOM - 14)}", stroke="#DDDDDD", stroke_width=0.8) for at in lines]
    said = []
    for y, (label, path) in zip((UPPER, LOWER), paths.items(), strict=True):
        start = x[path[0]] - 44
        body.append(text(start - 8, y, label, 14, fill=LIGHT.ink, font_weight="bold", text_anchor="end"))
        before = x[path[-2]] if len(path) > 1 else start
        bend = num((before + x[last]) / 2 + 20)
        body.append(element("path", d=f"M{num(start)},{num(y)}H{num(before)}C{bend},{num(y)} {bend},{num(MIDDLE)} "
                            f"{num(x[last])},{num(MIDDLE)}", stroke=GRAY, stroke_width=2.4, fill="none"))  # fmt: skip
        body += [_bid(x[bid], y, n % 2) for n, bid in enumerate(path[:-1])]
        body += _bars(ends[0] - 20, y, reach[label], rolls, bidder)
        words = f"kept apart: Player {bidder + 1}'s reach on {label}"
        body.append(text(ends[0] - 24, y - 46, words, 12.5, fill=LIGHT.ink, text_anchor="start"))
        numbers = ", ".join(f"{roll} {readable(p)}" for roll, p in zip(rolls, reach[label], strict=True))
        said.append(f"{label}: {', '.join(path)}; Player {bidder + 1}'s reach {numbers}")
    left = ends[0] - 30
    body.append(element("path", d=f"M{num(x[last])},{num(MIDDLE)}H{num(left)}", stroke=GRAY, stroke_width=2.4))
    body.append(_bid(x[last], MIDDLE, bidder))
    body.append(element("rect", x=left, y=MIDDLE - 21, width=ends[-1] + 49 - left, height=42.0, rx=8, fill="none",
                        stroke=GRAY, stroke_width=1.6))  # fmt: skip
    for at, word in zip(ends, after, strict=True):
        wide = 84.0 if word == "challenge" else 46.0
        body.append(element("rect", x=at - wide / 2, y=MIDDLE - 14, width=wide, height=28.0, rx=5, fill=PALE,
                            stroke=GRAY, stroke_width=1.0))  # fmt: skip
        body.append(text(at, MIDDLE, word, 13, fill=LIGHT.ink))
    body.append(text(left, MIDDLE + 35, "shared: what may follow, and what it pays", 12.5, fill=LIGHT.ink,
                     text_anchor="start"))  # fmt: skip
    desc = f"{'. '.join(said)}. Both go on alike: {', '.join(after)}."
    return composed(
        max(right, left + 290), BOTTOM, *body, called="Two paths of rising bids meet", desc=desc, kind="cfr-two-paths",
        title=title, name=name,
    )  # fmt: skip


def _bid(x, y, player):
    fill = PLAYERS[player]
    look = {"fill": fill, "stroke": LIGHT.ink, "stroke_width": 1}
    if player:
        side = 2 * RADIUS - 4
        shape = element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=4, **look)
    else:
        shape = element("circle", cx=x, cy=y, r=RADIUS, **look)
    return shape + text(x, y, f"P{player + 1}", 13, fill=text_on(fill), font_weight="bold")


def _bars(left, middle, reach, rolls, player):
    """Return the bars of a player's reach, a roll below each."""
    base, drawn = middle + TALL / 2, []
    for n, (roll, p) in enumerate(zip(rolls, reach, strict=True)):
        x = left + n * (BAR + 8)
        drawn.append(element("rect", x=x, y=base - TALL * p, width=BAR, height=TALL * p, fill=PLAYERS[player]))
        drawn.append(text(x + BAR / 2, base - TALL * p - 9, readable(p), 12, fill=LIGHT.ink))
        drawn.append(text(x + BAR / 2, base + 11, roll, 13, fill=LIGHT.ink))
    drawn.append(text(left - 10, base + 11, "roll", 11, fill=LIGHT.ink, text_anchor="end"))
    width = len(rolls) * (BAR + 8)
    drawn.append(element("path", d=f"M{num(left - 4)},{num(base)}h{num(width)}", stroke=LIGHT.ink, stroke_width=1))
    return drawn
