"""What stands at the bottom of a tree: which shape is who."""

from cfrlib.course.draw.parts.colours import CURRENT, INFOSETS
from cfrlib.course.draw.parts.nodes import node, outline
from cfrlib.course.draw.parts.svg import element, num, probability, text, text_width
from cfrlib.tree import CHANCE, TERMINAL

SIZE = 11


def legend(plan, theme, current):
    """Return the legend of a drawn tree and its width; it names only what the picture shows."""
    branches, ink = plan.drawn.values(), theme.ink
    players = {branch.node.player for branch in branches}
    entries = []
    for player, words in ((0, "Player 1"), (1, "Player 2"), (CHANCE, "chance")):
        if player in players:
            entries.append((node(player, 0.0, 0.0, "", ink), 22, words))
    if TERMINAL in players:
        words = f"payoff to Player 1, in {plan.tree.unit}"
        entries.append((node(TERMINAL, 0.0, 0.0, "+1", ink), 20, words))
    if plan.infosets and any(len(members) > 1 for members in plan.members.values()):
        colour, dash = INFOSETS[0]
        line = element("path", d="M-18,0H18", stroke=colour, stroke_width=1.8, stroke_dasharray=dash)
        halos = (element("circle", cx=x, cy=0, r=8, fill=colour, opacity=0.35) for x in (-18, 18))
        entries.append((line + "".join(halos), 42, "one information set"))
    if any(branch.hidden for branch in branches):
        entries.append((node(CHANCE, 0.0, 0.0, "▸ n", ink, hidden=1), 30, "n histories folded away"))
    if current:
        ring = outline(0, 0.0, 0.0, "", -3.0, fill="none", stroke=CURRENT, stroke_width=4)
        entries.append((ring, 22, "the walk is here"))
    return in_a_row(entries, ink, SIZE, scale=0.75)


def in_a_row(entries, ink, size, gap=18, scale=1.0):
    """Return signs with words beside them, from left to right, and their width; an entry is (sign, width, words)."""
    parts, x = [], 0.0
    for sign, wide, words in entries:
        smaller = f" scale({probability(scale)})" if scale < 1 else ""
        parts.append(element("g", sign, transform=f"translate({num(x + wide / 2)},0){smaller}"))
        parts.append(text(x + wide + 4, 0.0, words, size, fill=ink, text_anchor="start"))
        x += wide + 4 + text_width(words, size) + gap
    return "".join(parts), x - gap
