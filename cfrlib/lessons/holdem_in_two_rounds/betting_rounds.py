"""Two rounds of betting without any cards: the tree before the flop, and the one tree of the flop that all lanes share.

However the betting before the flop goes, what can be done on it is the same; only the stakes differ. So the ways of
betting that lead to the flop are numbered, and a walk carries them side by side, as lanes
(`cfrlib.engine.common.limit_holdem.rounds`).
"""

from html import escape
from itertools import count

from cfrlib.draw.parts.colors import FILL, GRAY, SKY, VERMILLION, text_on
from cfrlib.draw.parts.nodes import PLATE, RADIUS, node, outline, payoff_label
from cfrlib.draw.parts.plan import in_rows
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, outlined, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.draw.preflop import BLINDS
from cfrlib.engine.common.limit_holdem.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.engine.contract import layout_of
from cfrlib.games.holdem import holdem
from cfrlib.tree import CHANCE, TERMINAL

STROKES = {"f": (GRAY, "2 3", 1.8), "c": (SKY, "8 3", 2.2), "r": (VERMILLION, None, 2.2)}
"""Color, dash and width of the line of each action."""
CALLED = {"f": "fold", "c": "check or call", "r": "bet or raise"}
TIMES = {2: "twice", 3: "three times", 5: "five times", 7: "seven times"}
BIG_BLIND = 1000.0
ROW, EDGE, TOP, BELOW = 31.0, 16.0, 68.0, 24.0
"""Pixels between two rows; at the sides; above the first row, for words and the numbers of lanes; below the last."""
FUNNEL = 76.0
"""Room for the lines from the lanes to the tree that they share."""
SHEET, WIDTH = 5.0, 1080.0
"""How far the sheets for the other lanes lie apart; what the picture should take, with columns of 60 to 84 pixels."""


@drawing
def betting_rounds(game: holdem, name: str | None = None, title: str | None = None, standalone: bool = True) -> Picture:
    """Draw what the players can do before the flop and on it, in two-round hold'em without buckets.

    The tree on the flop is drawn once for all that the betting before the flop leads to; at its ends stand the stakes
    of each, in big blinds.
    """
    if not isinstance(game, holdem) or game.layout != "two_rounds":
        raise ValueError(f"game={game!r}: it takes two-round hold'em without buckets, such as holdem(raises=(1, 1))")
    layout, theme = layout_of(game), LIGHT if standalone else INLINE
    first, second, lanes = layout.first, layout.second, layout.lanes
    plates, columns = stakes(second), [max(map(len, part.nodes)) for part in (first, second)]
    cell = max(30.0, max(text_width(label, 11.5) for row in plates.values() for label in row) + 8)
    others = 2 * EDGE + 2 * RADIUS + 2 * SHEET + 36 + FUNNEL + lanes * cell
    column = min(84.0, max(60.0, (WIDTH - others) / sum(columns)))
    gate = EDGE + RADIUS + columns[0] * column + 16
    start = gate + FUNNEL + RADIUS
    table = start + columns[1] * column + 8
    right = table + lanes * cell + 12
    rows = [sum(not names for names in part.names) - 1 for part in (first, second)]
    tops = [TOP + ROW * (max(rows) - own) / 2 for own in rows]
    before = _places(first, EDGE + RADIUS, tops[0], column, gate)
    after = _places(second, start, tops[1], column, table)
    frame = (start - RADIUS - 18, tops[1] - 28, right, tops[1] + ROW * rows[1] + BELOW)

    said = f"On the flop {shared(lanes)}"
    heads = ((EDGE, "Before the flop"), (frame[0], said))
    body = [
        *(text(x, 14, w, 14, fill=theme.ink, font_weight="bold", text_anchor="start") for x, w in heads),
        _sheets(frame, lanes, theme),
        _funnel([before[first.nodes.index(actions)] for actions in first.nexts], after[0], theme),
        _edges(first, before, column, theme),
        _edges(second, after, column, theme),
        *_nodes(first, before, "", theme),
        *_nodes(second, after, "/", theme),
        *(_lane(lane + 1, table + (lane + 0.5) * cell, frame[1], theme) for lane in range(lanes)),
        *(_plate(*after[n], cell, labels, theme) for n, labels in plates.items()),
    ]
    actions = [a for a in CALLED if any(a in names for names in (*first.names, *second.names))]
    key, key_width = _legend(actions, lanes, theme)
    wide = max(right + 2 * SHEET, frame[0] + text_width(said, 13)) + EDGE
    width, bottom = max(wide, key_width + 2 * EDGE), TOP + ROW * max(rows) + BELOW + 22
    tree = element("g", *body, transform=f"translate({num((width - wide) / 2)},0)")
    key = element("g", key, class_="legend", transform=f"translate({num((width - key_width) / 2)},{num(bottom)})")
    most = "at most {} raise{} before the flop and {} bet{} on it"
    called = f"Betting in two-round hold'em, {most.format(*(w for n in game.raises for w in (n, _s(n))))}"
    return composed(width, bottom + 62, tree, key, called=called, desc=described(first, second), kind="cfr-rounds",
                    standalone=standalone, title=title, name=name)  # fmt: skip


def stakes(part):
    """Return {node: [label of each lane]}: what Player 1 wins by a fold, what each has in at a showdown."""
    betting, labels = part.betting, {}
    for n, kind in enumerate(betting.kind):
        if kind in (FOLD, SHOWDOWN):
            signed = [payoff_label(value / BIG_BLIND) for value in betting.stakes[betting.end[n]].tolist()]
            labels[n] = ["±" + label[1:] for label in signed] if kind == SHOWDOWN else signed
    return labels


def shared(lanes):
    """Return how often the flop's tree is there: "the same tree, three times: lanes 1, 2, 3"."""
    if lanes == 1:
        return "one tree: lane 1"
    which = ", ".join(str(lane + 1) for lane in range(lanes)) if lanes < 5 else f"1 to {lanes}"
    return f"the same tree, {TIMES.get(lanes, f'{lanes} times')}: lanes {which}"


def described(first, second):
    """Return one sentence that says what there is to see."""
    early, late = (sum(map(bool, part.names)) for part in (first, second))
    lanes, shows = len(first.nexts), second.betting.stakes[second.betting.folds :] / BIG_BLIND
    low, high = (payoff_label(float(value))[1:] for value in (shows.min(), shows.max()))
    ways = "1 way of betting leads" if lanes == 1 else f"{lanes} ways of betting lead"
    return (
        f"{early} decisions before the flop, where {ways} on to it; "
        f"{late} decisions on the flop, {f'the same in each of {lanes} lanes' if lanes > 1 else 'in 1 lane'}, "
        f"with {low if low == high else f'{low} to {high}'} big blind{_s(float(high))} each at stake in showdowns."
    )


def _s(number):
    return "s" * (number != 1)


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


def _edges(part, places, column, theme):
    """Return the lines, each with its action; a line to a node that is farther away than a column goes on level."""
    lines, words = [], []
    for n, names in enumerate(part.names):
        for child, action in zip(part.betting.child[part.betting.edges[n] :], names, strict=False):
            (x1, y1), (x2, y2) = places[n], places[int(child)]
            turn = x2 if part.names[child] else min(x2, x1 + column - 12)
            lines.append(_line(f"M{num(x1)},{num(y1)}L{num(turn)},{num(y2)}" + f"H{num(x2)}" * (turn < x2), action))
            along = 0.52 if part.names[child] else 0.66
            at = x1 + along * (turn - x1), y1 + along * (y2 - y1)
            words.append(text(*at, action, 14, fill=theme.ink, font_weight="bold", **outlined(theme.paper)))
    return element("g", *lines, *words, class_="edges")


def _line(d, action):
    color, dash, width = STROKES[action]
    return element("path", d=d, stroke=color, stroke_width=width, stroke_dasharray=dash, fill="none")


def _nodes(part, places, before, theme):
    """Yield the decisions, and before the flop the folds and the ways to it."""
    labels = stakes(part)
    for n, actions in enumerate(part.nodes):
        told, kind = "".join(actions), int(part.betting.kind[n])
        if part.names[n]:
            tip = element("title", escape(f"Player {kind + 1} {'after ' + told if told else 'opens'}"))
            sign = node(kind, *places[n], "", theme.ink)
            yield element("g", tip, sign, class_="decision", data_node=before + told)
        elif kind == NEXT:
            yield _lane(part.nexts.index(actions) + 1, *places[n], theme)
        elif part.nexts:
            yield element("g", node(TERMINAL, *places[n], labels[n][0], theme.ink), class_="fold", data_node=told)


def _lane(label, x, y, theme):
    """Return the number of a lane on the mark of chance."""
    shape = outline(CHANCE, x, y, "", 5.0, fill=FILL[CHANCE], stroke=theme.ink, stroke_width=1.1)
    number = text(x, y, label, 14, fill=text_on(FILL[CHANCE]), font_weight="bold")
    return element("g", shape, number, class_="lane")


def _funnel(gates, root, theme):
    """Return the lines from all lanes to the first decision on the flop, and an arrowhead where they meet."""
    (x2, y2), lines = (root[0] - RADIUS - 3, root[1]), []
    for x1, y1 in gates:
        bend = num((x1 + x2 - 8) / 2)
        d = f"M{num(x1)},{num(y1)}C{bend},{num(y1)} {bend},{num(y2)} {num(x2 - 8)},{num(y2)}"
        lines.append(element("path", d=d, stroke=GRAY, stroke_width=1.6, fill="none"))
    return element("g", *lines, element("path", d=f"M{num(x2)},{num(y2)}l-9,-5v10Z", fill=theme.ink))


def _sheets(frame, lanes, theme):
    """Return the frame of the tree that the lanes share, with sheets behind it for the others."""
    x1, y1, x2, y2 = frame
    places = ({"x": x1 + SHEET * k, "y": y1 - SHEET * k} for k in reversed(range(min(lanes, 3))))
    style = {"width": x2 - x1, "height": y2 - y1, "rx": 6, "fill": theme.paper, "stroke": GRAY}
    return element("g", *(element("rect", **at, **style) for at in places))


def _plate(x, y, cell, labels, theme):
    """Return the plate of an end on the flop: a cell for each lane."""
    size = {"width": cell * len(labels), "height": 2 * PLATE, "rx": 3.0}
    box = element("rect", x=x, y=y - PLATE, **size, fill=FILL[TERMINAL], stroke=theme.ink, stroke_width=0.7)
    lines = "".join(f"M{num(x + cell * k)},{num(y - PLATE)}v{num(2 * PLATE)}" for k in range(1, len(labels)))
    cuts = element("path", d=lines, stroke=GRAY, stroke_width=0.6) if lines else ""
    said = (text(x + cell * (k + 0.5), y, label, 11.5, fill="#000000") for k, label in enumerate(labels))
    return element("g", box, cuts, *said, class_="plate")


def _legend(actions, lanes, theme):
    """Return three rows that say what is what, and their width."""
    ink, each = theme.ink, ", lane by lane" * (lanes > 1)
    marks = [element("g", node(p, 0.0, 0.0, "", ink), transform="scale(.62)") for p in (0, 1)]
    players = [(mark, 22, f"Player {p + 1}, {BLINDS[p]}") for p, mark in enumerate(marks)]
    plates = [(node(TERMINAL, 0.0, 0.0, label, ink), 26) for label in ("+1", "±1")]
    has_in = f"a showdown: what each has in{each}; in big blinds"
    return in_rows(
        (
            [*players, (_lane("n", 0.0, 0.0, theme), 28, "the flop comes: lane n")],
            [(_line("M-15,0H15", action), 34, f"{action}: {CALLED[action]}") for action in actions],
            [(*plates[0], "a fold: what Player 1 wins"), (*plates[1], has_in)],
        ), ink, 24,
    )  # fmt: skip
