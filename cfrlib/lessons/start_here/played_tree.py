"""Kuhn poker's public tree, its edges as wide as they are played: from each card a strand for each action."""

from cfrlib.draw.parts.colors import GRAY, PLAYERS, VIOLET
from cfrlib.draw.parts.nodes import node
from cfrlib.draw.parts.pen import Pen
from cfrlib.tree import TERMINAL

WIDTH, HEIGHT, CARD, WIDEST = 448, 416, 30, 11
"""Pixels: of the picture, from a card to the next one, of a strand that is always played."""
PLACES = {"": (236, 62), "p": (114, 168), "b": (358, 168), "pb": (178, 274)}
TERMINALS = {
    "pp": (50, 274, "±1"), "pbp": (126, 380, "−1"), "pbb": (230, 380, "±2"), "bp": (306, 274, "+1"),
    "bb": (410, 274, "±2"),
}  # fmt: skip
"""Where the terminals are, and what Player 1 wins there."""
WORDS = {
    "p": "checks (p)", "b": "bets (b)", "pp": "checks (p)", "pb": "bets (b)", "bp": "folds (p)", "bb": "calls (b)",
    "pbp": "folds (p)", "pbb": "calls (b)",
}  # fmt: skip


def picture(profile, standalone, heading, words):
    """Return the picture of a profile of Kuhn poker, each strand as wide as its card takes the action.

    The Jack stands out, with how often it bets first. `heading` is the first line; `words` say what is seen.
    """
    pen, cards, (left, top) = Pen(standalone), profile.game.outcomes(0), PLACES[""]
    looks = dict(zip(cards, (VIOLET, GRAY, pen.ink), strict=True))
    for way, said in WORDS.items():
        (x, y), (to, down, *_), side = PLACES[way[:-1]], (PLACES | TERMINALS)[way], 1 if way[-1] == "b" else -1
        for k, card in reversed(list(enumerate(cards, start=-1))):  # the Jack's last, above the others
            much = profile[card, way[:-1]][way[-1]]
            start, end, middle = x + CARD * k + side * WIDEST / 2, to + (WIDEST + 1) * k, (y + down) / 2
            d = "M", (start, y + 18), "C", (start, middle), " ", (end, middle), " ", (end, down - 16)
            pen.path(*d, fill="none", stroke=looks[card], stroke_width=1.0, stroke_opacity="0.25")
            pen.path(*d, fill="none", stroke=looks[card], stroke_width=WIDEST * much, stroke_opacity="0.85")
        if way in TERMINALS:
            pen.say(to, down + 22, said)
        else:
            pen.say(to + side * 26, down - 28, said, anchor="start" if side > 0 else "end")
    for way, (x, y) in PLACES.items():
        pen.box(x - 50, y - 18, 100, 36, fill=pen.paper, stroke=PLAYERS[len(way) % 2], stroke_width=2.4, rx=5)
        for k, card in enumerate(cards, start=-1):
            pen.say(x + CARD * k, y, card, 20, fill=looks[card], bold=True)
    pen.parts += [node(TERMINAL, x, y, won, pen.ink) for x, y, won in TERMINALS.values()]
    pen.say(WIDTH / 2, 16, heading, 16, bold=True)
    pen.say(left - 60, top, "Player 1", anchor="end", bold=True)
    pen.say(left, PLACES["p"][1], "Player 2", bold=True)
    pen.say(left + 60, top - 4, f"{profile['J', '']['b']:.0%}", 26, "start", bold=True, fill=VIOLET)
    pen.say(left + 60, top + 20, "of the Jacks bet", anchor="start")
    pen.lines(276, 346, 18, "At the ends: what", "Player 1 wins; ± as", "the cards decide.")
    return pen.picture(WIDTH, HEIGHT, title="Kuhn poker as it is played", desc=words, kind="cfr-played")
