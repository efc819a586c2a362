"""What stands at the bottom of a tree: which shape is who."""

from cfrlib.draw.parts.colors import CURRENT, INFOSETS
from cfrlib.draw.parts.nodes import node, outline
from cfrlib.draw.parts.plan import MARGIN
from cfrlib.draw.parts.svg import element, num, probability, text, text_width
from cfrlib.tree import CHANCE, TERMINAL

SIZE, ROW = 14, 26.0
LEAST = 320.0
"""Room for a line, however narrow the tree is."""


def legend(plan, theme, current):
    """Return the legend of a drawn tree, its width and its height; it names only what the picture shows."""
    branches, ink = plan.drawn.values(), theme.ink
    players = {branch.node.player for branch in branches}
    entries = []
    for player, words in ((0, "Player 1"), (1, "Player 2"), (CHANCE, "chance")):
        if player in players:
            entries.append((node(player, 0.0, 0.0, "", ink), 30, words))
    if TERMINAL in players:
        words = f"payoff to Player 1, in {plan.tree.unit}"
        entries.append((node(TERMINAL, 0.0, 0.0, "+1", ink), 28, words))
    if plan.infosets and any(len(members) > 1 for members in plan.members.values()):
        color, dash = INFOSETS[0]
        line = element("path", d="M-18,0H18", stroke=color, stroke_width=1.8, stroke_dasharray=dash)
        halos = (element("circle", cx=x, cy=0, r=8, fill=color, opacity=0.35) for x in (-18, 18))
        entries.append((line + "".join(halos), 42, "one information set"))
    if any(branch.hidden for branch in branches):
        entries.append((node(CHANCE, 0.0, 0.0, "▸ n", ink, hidden=1), 30, "n histories folded away"))
    if current:
        ring = outline(0, 0.0, 0.0, "", -3.0, fill="none", stroke=CURRENT, stroke_width=4)
        entries.append((ring, 30, "the walk is here"))
    rows, widest = [[]], max(plan.width - 2 * MARGIN, LEAST)
    for entry in entries:
        if rows[-1] and in_a_row([*rows[-1], entry], ink, SIZE)[1] > widest:
            rows.append([])
        rows[-1].append(entry)
    return *in_rows(rows, ink, ROW, scale=0.75), ROW * len(rows)


def in_rows(rows, ink, high, scale=1.0):
    """Return rows of entries, each in the middle below the one before, and their width; see `in_a_row`."""
    drawn = [in_a_row(row, ink, SIZE, scale=scale) for row in rows]
    width = max(wide for _, wide in drawn)
    places = (f"translate({num((width - wide) / 2)},{num(high * k)})" for k, (_, wide) in enumerate(drawn))
    return "".join(element("g", row, transform=place) for (row, _), place in zip(drawn, places, strict=True)), width


def in_a_row(entries, ink, size, gap=18, scale=1.0):
    """Return signs with words beside them, from left to right, and their width; an entry is (sign, width, words)."""
    parts, x = [], 0.0
    for sign, wide, words in entries:
        smaller = f" scale({probability(scale)})" if scale < 1 and "<text" not in sign else ""
        parts.append(element("g", sign, transform=f"translate({num(x + wide / 2)},0){smaller}"))
        parts.append(text(x + wide + 4, 0.0, words, size, fill=ink, text_anchor="start"))
        x += wide + 4 + text_width(words, size) + gap
    return "".join(parts), x - gap
