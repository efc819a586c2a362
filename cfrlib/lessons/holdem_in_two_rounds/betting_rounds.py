"""Two rounds of betting without any cards: the tree before the flop, and the one tree of the flop that all lanes share.

The ways of betting that lead to the flop are lanes, which a walk carries side by side; only the stakes differ.
"""

from html import escape
from itertools import count

from cfrlib.draw.parts.colors import FILL, GRAY, SKY, VERMILLION, text_on
from cfrlib.draw.parts.nodes import PLATE, RADIUS, node, outline, payoff_label
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.plan import in_rows
from cfrlib.draw.parts.svg import element, num, outlined, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import BLINDS
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.engine.contract import layout_of
from cfrlib.games.holdem import holdem
from cfrlib.tree import CHANCE, TERMINAL

STROKES = {"f": (GRAY, "2 3", "fold"), "c": (SKY, "8 3", "check or call"), "r": (VERMILLION, None, "bet or raise")}
"""Color and dash of the line of each action, and what it is called."""
BIG_BLIND, ROW, EDGE, TOP, FUNNEL, WIDTH = 1000.0, 31.0, 16.0, 68.0, 76.0, 1060.0


@drawing
def betting_rounds(game: holdem, name: str | None = None, title: str | None = None, standalone: bool = True) -> Picture:
    """Draw what the players can do before the flop and on it, in two-round hold'em without buckets.

    The tree on the flop is drawn once for all lanes; at its ends stand the stakes of each, in big blinds.
    """
    if not isinstance(game, holdem) or game.layout != "two_rounds":
        raise ValueError(f"game={game!r}: it takes two-round hold'em without buckets, such as holdem(raises=(1, 1))")
    layout, pen = layout_of(game), Pen(standalone)
    parts, plates, ways = (layout.first, layout.second), stakes(layout), lanes(layout)
    cell = max(30.0, max(text_width(label, 11.5) for row in plates.values() for label in row) + 8)
    depths = [max(map(len, part.nodes)) for part in parts]
    free = WIDTH - 2 * EDGE - 2 * RADIUS - 36 - FUNNEL - len(ways) * cell
    column = min(84.0, max(60.0, free / sum(depths)))
    gate = EDGE + RADIUS + depths[0] * column + 16
    start = gate + FUNNEL + RADIUS
    table = start + depths[1] * column + 8
    rows = [sum(not names for names in part.names) - 1 for part in parts]
    tops = [TOP + ROW * (max(rows) - own) / 2 for own in rows]
    before, after = (_places(*each) for each in zip(parts, (EDGE + RADIUS, start), tops, (column,) * 2, (gate, table),
                                                     strict=True))  # fmt: skip
    said = f"On the flop one tree for {'all lanes' if len(ways) > 1 else 'the lane'}"
    for x, words in (EDGE, "Before the flop"), (start - RADIUS, said):
        pen.say(x, 14, words, anchor="start", bold=True)
    for lane, actions in enumerate(ways):
        pen.path(before[parts[0].nodes.index(actions)], (start, after[0][1]), stroke=GRAY, stroke_width=1.6)
        pen.parts.append(_lane(lane + 1, table + (lane + 0.5) * cell, tops[1] - 28, pen.theme))
    _tree(pen, parts[0], before, column, "", ways, stakes(layout, first=True))
    _tree(pen, parts[1], after, column, "/", ways, {})
    for n, labels in plates.items():
        with pen.group(class_="plate"):
            for k, label in enumerate(labels):
                pen.box(after[n][0] + cell * k, after[n][1] - PLATE, cell, 2 * PLATE, fill=FILL[TERMINAL], stroke=GRAY)
                pen.say(after[n][0] + cell * (k + 0.5), after[n][1], label, 11.5, fill="#000000")
    bottom = TOP + ROW * max(rows) + 46
    key, key_width = _legend([a for a in STROKES if any(a in names for p in parts for names in p.names)], pen.theme)
    pen.parts.append(element("g", key, class_="legend", transform=f"translate({num(EDGE)},{num(bottom)})"))
    width = max(table + len(ways) * cell + EDGE, key_width + 2 * EDGE, start + text_width(said, 14))
    most = "at most {} raise{} before the flop and {} bet{} on it"
    called = f"Betting in two-round hold'em, {most.format(*(w for n in game.raises for w in (n, 's' * (n != 1))))}"
    early, late = (sum(map(bool, part.names)) for part in parts)
    desc = f"{early} decisions before the flop, lanes {', '.join(map(''.join, ways))}; {late} decisions on the flop."
    return composed(width, bottom + 62, *pen.parts, called=called, desc=desc, kind="cfr-rounds", standalone=standalone,
                    title=title, name=name)  # fmt: skip


def lanes(layout):
    """Return the ways of betting that lead to the flop, from the top of the picture to the bottom."""
    return sorted(layout.first.nexts, key=lambda actions: ["fcr".index(a) for a in actions])


def stakes(layout, first=False):
    """Return {node: [label of each lane]}: what Player 1 wins by a fold, what each has in at a showdown."""
    betting, labels = (layout.first if first else layout.second).betting, {}
    order = [0] if first else [layout.first.nexts.index(actions) for actions in lanes(layout)]
    for n, kind in enumerate(betting.kind):
        if kind in (FOLD, SHOWDOWN):
            signed = [payoff_label(value / BIG_BLIND) for value in betting.stakes[betting.end[n]][order].tolist()]
            labels[n] = ["±" + label[1:] for label in signed] if kind == SHOWDOWN else signed
    return labels


def _places(part, left, top, column, end):
    """Return where the nodes stand: ends one below the other, a decision at the middle of what it leads to.

    What goes on to the flop, or has a plate for the lanes, stands in a column of its own at `end`.
    """
    betting, rows, y = part.betting, count(), {}

    def grow(n):
        below = betting.child[betting.edges[n] : betting.edges[n + 1]].tolist()
        for child in below:
            grow(child)
        y[n] = (y[below[0]] + y[below[-1]]) / 2 if below else top + ROW * next(rows)

    grow(0)
    aligned = (NEXT,) if part.nexts else (FOLD, SHOWDOWN)
    x = [end if betting.kind[n] in aligned else left + column * len(actions) for n, actions in enumerate(part.nodes)]
    return {n: (x[n], y[n]) for n in y}


def _tree(pen, part, places, column, before, ways, folds):
    """Draw lines with their actions, then decisions, folds before the flop, and the ways to it."""
    with pen.group(class_="edges"):
        words = []
        for n, names in enumerate(part.names):
            for child, action in zip(part.betting.child[part.betting.edges[n] :], names, strict=False):
                (x1, y1), (x2, y2), inner = places[n], places[int(child)], part.names[child]
                turn, along = x2 if inner else min(x2, x1 + column - 12), 0.52 if inner else 0.66
                color, dash, _ = STROKES[action]
                pen.path((x1, y1), (turn, y2), (x2, y2), stroke=color, stroke_dasharray=dash, stroke_width=2.2,
                         fill="none")  # fmt: skip
                words.append((x1 + along * (turn - x1), y1 + along * (y2 - y1), action))
        for word in words:
            pen.say(*word, bold=True, **outlined(pen.paper))
    for n, actions in enumerate(part.nodes):
        told, kind = "".join(actions), int(part.betting.kind[n])
        if part.names[n]:
            tip = element("title", escape(f"Player {kind + 1} {'after ' + told if told else 'opens'}"))
            look = {"class_": "decision", "data_node": before + told}
            pen.parts.append(element("g", tip, node(kind, *places[n], "", pen.ink), **look))
        elif kind == NEXT:
            pen.parts.append(_lane(ways.index(actions) + 1, *places[n], pen.theme))
        elif folds:
            shape = node(TERMINAL, *places[n], folds[n][0], pen.ink)
            pen.parts.append(element("g", shape, class_="fold", data_node=told))


def _lane(label, x, y, theme):
    """Return the number of a lane on the mark of chance."""
    shape = outline(CHANCE, x, y, "", 5.0, fill=FILL[CHANCE], stroke=theme.ink, stroke_width=1.1)
    return element("g", shape, text(x, y, label, 14, fill=text_on(FILL[CHANCE]), font_weight="bold"), class_="lane")


def _legend(actions, theme):
    """Return rows that say what is what, and their width."""
    ink, marks = theme.ink, [element("g", node(p, 0.0, 0.0, "", theme.ink), transform="scale(.62)") for p in (0, 1)]
    players = [(mark, 22, f"Player {p + 1}, {BLINDS[p]}") for p, mark in enumerate(marks)]
    lines = [element("path", d="M-15,0H15", stroke=STROKES[a][0], stroke_dasharray=STROKES[a][1], stroke_width=2.2)
             for a in actions]  # fmt: skip
    plates = [(node(TERMINAL, 0.0, 0.0, label, ink), 26) for label in ("+1", "±1")]
    told = "a fold: what Player 1 wins", "a showdown: what each has in, lane by lane; in big blinds"
    return in_rows((
        [*players, (_lane("n", 0.0, 0.0, theme), 28, "the flop comes: lane n")],
        [(line, 34, f"{action}: {STROKES[action][2]}") for action, line in zip(actions, lines, strict=True)],
        [(*plate, words) for plate, words in zip(plates, told, strict=True)],
    ), ink, 24)  # fmt: skip
