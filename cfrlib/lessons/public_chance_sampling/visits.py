"""One visit of a public state in vectors, with all its numbers: a table of pairs for each action, and the regrets."""

import numpy as np

from cfrlib.draw.parts.colors import PLAYERS
from cfrlib.draw.parts.svg import LIGHT, element, num, readable, text
from cfrlib.draw.picture import composed
from cfrlib.game import Decision, Terminal

WIDE, HIGH, SUM, GAP = 62.0, 34.0, 62.0, 26.0
LEFT, TOP = 78.0, 118.0
BOLD = {"fill": LIGHT.ink, "font_weight": "bold"}


def visit(game, actions, reach, *, words=None, title=None, name=None):
    """Draw what a walk for the player who moves finds, under the uniform strategy, where all actions end the game.

    `reach` is the other player's, by private outcome; `words` are what actions are called, such as ``{"p": "fold"}``.
    Deals must be equally likely: their probability is left out of all numbers.
    """
    node, weights = game.node(actions), game.weights(())
    if not isinstance(node, Decision) or not all(isinstance(game.node((*actions, a)), Terminal) for a in node.actions):
        raise ValueError(f"actions={actions!r}: it takes a decision whose actions all end the game")
    if len(set(weights[weights > 0].round(12))) > 1:
        raise ValueError(f"game={game!r}: its deals must be equally likely")
    i, reach, can = node.player, np.asarray(reach, dtype=float), weights > 0
    payoffs = [game.payoff_table((*actions, a), ()) for a in node.actions]
    if i == 1:
        can, payoffs = can.T, [-u.T for u in payoffs]
    values = np.array([(u * can) @ reach for u in payoffs])
    regrets = values - values.mean(axis=0)
    mine, theirs = game.outcomes(i), game.outcomes(1 - i)
    called = [(words or {}).get(a, a) for a in node.actions]
    parts, x = [], LEFT
    for u, action, value in zip(payoffs, called, values, strict=True):
        parts += _pairs(x, action, u, reach, can, theirs, PLAYERS[1 - i])
        x += WIDE * len(theirs)
        parts += _column(x, "sum", value)
        x += SUM + GAP
    parts += _column(x, "played", values.mean(axis=0), bold=False)
    parts.append(text(x + 1.5 * SUM, TOP - 78, "regret of", 14, fill=LIGHT.ink, text_anchor="start"))
    for action, regret in zip(called, regrets, strict=True):
        x += SUM
        parts += _column(x, action, regret, sign=True)
    lines = []
    for k, outcome in enumerate(mine):
        y = TOP + (k + 0.5) * HIGH
        parts.append(element("rect", x=LEFT - 26, y=y - 4, width=8.0, height=8.0, fill=PLAYERS[i]))
        parts.append(text(LEFT - 42, y, outcome, 15, **BOLD))
        worth, regret = (
            ", ".join(f"{a} {readable(v[k], 3, sign)}" for a, v in zip(called, table, strict=True))
            for table, sign in ((values, False), (regrets, True))
        )
        lines.append(f"{outcome}: {worth}; regret {regret}")
    desc = f"Player {i + 1} moves; the other's reach is {', '.join(readable(p, 3) for p in reach)}. {'. '.join(lines)}."
    return composed(x + SUM + 12, TOP + HIGH * len(mine) + 16, *parts, called="One visit in vectors", desc=desc,
                    kind="cfr-visit", title=title, name=name)  # fmt: skip


def _pairs(x, action, payoffs, reach, can, theirs, color):
    """Return the table of an action: the other's reach on top, then payoff times reach for each pair."""
    parts = [text(x + WIDE * len(theirs) / 2, TOP - 78, action, 15, **BOLD)]
    for j, outcome in enumerate(theirs):
        left, at, p = x + j * WIDE, x + (j + 0.5) * WIDE, readable(reach[j], 3)
        parts.append(text(at, TOP - 50, outcome, 15, **BOLD))
        parts.append(element("circle", cx=at - 15, cy=TOP - 50, r=4.0, fill=color))
        parts.append(element("rect", x=left + 8, y=TOP - 36, width=WIDE - 16, height=24.0, rx=4, fill=LIGHT.paper,
                             stroke=color, stroke_width=2))  # fmt: skip
        parts.append(text(at, TOP - 24, p, 14, fill=LIGHT.ink))
        for i in range(len(can)):
            y = TOP + i * HIGH
            parts.append(element("rect", x=left, y=y, width=WIDE, height=HIGH, fill="#F2F2F2", stroke=LIGHT.paper))
            if can[i, j]:
                parts.append(text(at, y + HIGH / 2, f"{readable(payoffs[i, j])} · {p}", 13, fill=LIGHT.ink))
            else:
                cross = f"M{num(at - 5)},{num(y + HIGH / 2 - 5)}l10,10m0,-10l-10,10"
                parts.append(element("path", d=cross, stroke="#BBBBBB", stroke_width=1.5, fill="none"))
    return parts


def _column(x, head, numbers, sign=False, bold=True):
    """Return a column of numbers below its head."""
    weight = "bold" if bold else None
    parts = [text(x + SUM / 2, TOP - 24, head, 14, fill=LIGHT.ink)]
    for k, number in enumerate(numbers):
        number = readable(0.0 if abs(number) < 1e-9 else number, 3, sign=sign)
        parts.append(text(x + SUM / 2, TOP + (k + 0.5) * HIGH, number, 14, fill=LIGHT.ink, font_weight=weight))
    return parts
