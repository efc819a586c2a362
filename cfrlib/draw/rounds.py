"""Two rounds of betting without any cards: the tree before the flop, and the one tree of the flop that all lanes share.

However the betting before the flop goes, what can be done on it is the same; only the stakes differ. So the ways of
betting that lead to the flop are numbered, and a walk carries them side by side, as lanes (`cfrlib.layout.streets`).
"""

from html import escape
from itertools import count
from typing import NamedTuple

from cfrlib.draw.colours import FILL, GREY, SKY, VERMILLION, text_on
from cfrlib.draw.nodes import PLATE, RADIUS, node, outline, payoff_label
from cfrlib.draw.picture import finished
from cfrlib.draw.preflop import BLINDS
from cfrlib.draw.svg import INLINE, LIGHT, document, element, num, outlined, text, text_width
from cfrlib.games.holdem import holdem
from cfrlib.layout.public_tree import public_tree
from cfrlib.layout.rounds import FOLD, NEXT, SHOWDOWN
from cfrlib.tree import CHANCE, TERMINAL

STROKES = {"f": (GREY, "2 3", 1.8), "c": (SKY, "8 3", 2.2), "r": (VERMILLION, None, 2.2)}
"""Colour, dash and width of the line of each action."""
CALLED = {"f": "fold", "c": "check or call", "r": "bet or raise"}
TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times", 5: "five times", 6: "six times", 7: "seven times"}
BIG_BLIND = 1000.0
ROW, EDGE, PAD = 29.0, 16.0, 12.0
TOP = 68.0
"""Where the first row stands, below the words."""
FUNNEL = 76.0
"""Room for the lines from the lanes to the tree that they share."""
SHEET = 5.0
"""How far the sheets lie apart that stand for the other lanes."""
WIDTH = 1080.0
"""Where it fits with columns of 60 to 84 pixels."""


class Stand(NamedTuple):
    """Where the nodes of a round stand: ends one below the other, a decision at the middle of what it leads to.

    Attributes
    ----------
    row, column : dict of int to float
    rows, columns : int
    edges : list of (int, int, str)
        Parent, child and action.
    """

    row: dict
    column: dict
    rows: int
    columns: int
    edges: list


def betting_rounds(game, name=None, title=None, standalone=True):
    """Draw what the players can do in two-round hold'em: before the flop, and on it, for all lanes at once.

    Parameters
    ----------
    game : holdem
    name, title : str, optional
        Of the file in `figures`; a heading.
    standalone : bool
        False: take background and text colour from the page.

    Returns
    -------
    Picture
        At the end of the betting on the flop stand the stakes of each lane, in big blinds.

    Raises
    ------
    ValueError
        If this is no two-round hold'em.
    """
    if not isinstance(game, holdem):
        raise ValueError(f"game={game!r}: it takes two-round hold'em, such as holdem(raises=(1, 1))")
    layout, theme = public_tree(game), LIGHT if standalone else INLINE
    first, second, lanes = layout.first, layout.second, layout.lanes
    before, after = _stand(first), _stand(second)
    plates = stakes(second)
    cell = max(26.0, max(text_width(label, 11.5) for row in plates.values() for label in row) + 8)
    fixed = 2 * (EDGE + RADIUS) + FUNNEL + 2 * PAD + 24 + lanes * cell
    column = min(84.0, max(60.0, (WIDTH - fixed) / (before.columns + after.columns)))
    high = ROW * (max(before.rows, after.rows) - 1)
    x, y = EDGE + RADIUS, TOP + (high - ROW * (before.rows - 1)) / 2
    gate = x + before.columns * column + 16
    left, top = gate + FUNNEL + RADIUS, TOP + (high - ROW * (after.rows - 1)) / 2
    table = left + after.columns * column + 8
    right, bottom = table + lanes * cell + PAD, TOP + high + 30

    said = f"On the flop: {shared(lanes)}"
    frame = (left - RADIUS - 18, top - 28, right, top + ROW * (after.rows - 1) + 22)
    body = [
        text(EDGE, 14, "Before the flop", 13, fill=theme.ink, font_weight="bold", text_anchor="start"),
        text(frame[0], 14, said, 13, fill=theme.ink, font_weight="bold", text_anchor="start"),
        _sheets(frame, lanes, theme),
        _funnel(first, before, y, gate, (left - RADIUS - 3, top + ROW * after.row[0]), theme),
        _edges(first, before, x, y, column, gate, theme),
        _edges(second, after, left, top, column, table, theme),
        _decisions(first, before, x, y, column, "", theme),
        _decisions(second, after, left, top, column, "/", theme),
        *_folds(first, before, x, y, column, theme),
        *_gates(first, before, y, gate, theme),
        *(_lane(lane, table + (lane + 0.5) * cell, top - 28, theme) for lane in range(lanes)),
        *(_plate(table, top + ROW * after.row[n], cell, row, theme) for n, row in plates.items()),
    ]
    key, key_width = _legend(theme, lanes)
    width = max(right + 2 * SHEET + EDGE, key_width + 2 * EDGE, frame[0] + text_width(said, 13) + EDGE)
    tree = element("g", *body, transform=f"translate({num((width - right - 2 * SHEET - EDGE) / 2)},0)")
    key = element("g", key, class_="legend", transform=f"translate({num((width - key_width) / 2)},{num(bottom + 16)})")
    called = title or f"Betting in two-round hold'em, at most {_raises(game)}"
    desc = described(first, second)
    svg = document(
        width, bottom + 74, tree, key, title=called, desc=desc, kind="cfr-rounds", standalone=standalone, heading=title
    )
    return finished(svg, f"{called}: {desc}", name)


# -- what is drawn -------------------------------------------------------------------


def stakes(second):
    """Return what stands on the plates: {node: [label of each lane]}, in big blinds.

    A fold has what Player 1 wins or loses, a showdown what either may lose.
    """
    betting, found = second.betting, {}
    for n, (kind, end) in enumerate(zip(betting.kind.tolist(), betting.end.tolist(), strict=True)):
        if kind in (FOLD, SHOWDOWN):
            labels = [payoff_label(value / BIG_BLIND) for value in betting.stakes[end].tolist()]
            found[n] = ["±" + label[1:] for label in labels] if kind == SHOWDOWN else labels
    return found


def shared(lanes):
    """Return how often the flop's tree is there: "the same tree, three times: lanes 1, 2, 3"."""
    if lanes == 1:
        return "one tree, lane 1"
    which = ", ".join(str(lane + 1) for lane in range(lanes)) if lanes < 5 else f"1 to {lanes}"
    return f"the same tree, {TIMES.get(lanes, f'{lanes} times')}: lanes {which}"


def described(first, second):
    """Return one sentence that says what there is to see."""
    decisions = [sum(map(bool, part.names)) for part in (first, second)]
    lanes, betting = len(first.nexts), second.betting
    shows = (betting.stakes[betting.folds :] / BIG_BLIND).ravel()
    low, high = payoff_label(shows.min())[1:], payoff_label(shows.max())[1:]
    ways = "1 way of betting leads" if lanes == 1 else f"{lanes} ways of betting lead"
    times = "in the only lane" if lanes == 1 else f"the same in each of {lanes} lanes"
    staked = f"{low} big blind{'s' * (low != '1')}" if low == high else f"{low} to {high} big blinds"
    return (
        f"{_count(decisions[0], 'decision')} before the flop, where {ways} on to it; "
        f"{_count(decisions[1], 'decision')} on the flop, {times}, with {staked} each at stake in showdowns."
    )


def _count(number, noun):
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _raises(game):
    before, after = game.raises
    return f"{_count(before, 'raise')} before the flop and {_count(after, 'bet')} on it"


def _stand(part):
    """Return the `Stand` of a round."""
    betting, row, free, edges = part.betting, {}, count(), []

    def grow(n):
        below = betting.child[betting.edges[n] : betting.edges[n + 1]].tolist()
        for child, action in zip(below, part.names[n], strict=True):
            edges.append((n, child, action))
            grow(child)
        row[n] = (row[below[0]] + row[below[-1]]) / 2 if below else float(next(free))

    grow(0)
    column = {n: len(actions) for n, actions in enumerate(part.nodes)}
    return Stand(row, column, next(free), max(column.values()), edges)


# -- strokes -------------------------------------------------------------------------


def _edges(part, stand, x, y, column, end, theme):
    """Return the lines of a round; those that end at a number of a lane or at a plate go on to it."""
    lines, words, kinds = [], [], part.betting.kind
    for parent, child, action in stand.edges:
        x1, y1 = x + column * stand.column[parent], y + ROW * stand.row[parent]
        x2, y2 = x + column * stand.column[child], y + ROW * stand.row[child]
        aligned = kinds[child] == NEXT or (kinds[child] == FOLD and len(part.nexts) == 0) or kinds[child] == SHOWDOWN
        far = f"L{num(x2 - 12)},{num(y2)}H{num(end)}" if aligned else f"L{num(x2)},{num(y2)}"
        colour, dash, width = STROKES[action]
        d = f"M{num(x1)},{num(y1)}{far}"
        lines.append(element("path", d=d, stroke=colour, stroke_width=width, stroke_dasharray=dash, fill="none"))
        near = 0.66 * (x2 - 12 - x1 if aligned else x2 - x1) / (x2 - x1)
        at = (x1 + near * (x2 - x1), y1 + 0.66 * (y2 - y1))
        words.append(text(*at, action, 13, fill=theme.ink, font_weight="bold", **outlined(theme.paper)))
    return element("g", *lines, *words, class_="edges")


def _decisions(part, stand, x, y, column, start, theme):
    """Return the decisions, in the shape and colour of who moves."""
    drawn = []
    for n, names in enumerate(part.names):
        if names:
            at, player = (x + column * stand.column[n], y + ROW * stand.row[n]), int(part.betting.kind[n])
            told = "".join(part.nodes[n])
            tip = element("title", escape(f"Player {player + 1} {'after ' + told if told else 'opens'}"))
            sign = node(player, *at, "", theme.ink)
            drawn.append(element("g", tip, sign, class_="decision", data_node=start + told))
    return element("g", *drawn)


def _folds(part, stand, x, y, column, theme):
    """Return the plates of folds before the flop."""
    for n, actions in enumerate(part.nodes):
        if part.betting.kind[n] == FOLD:
            label = payoff_label(part.betting.stakes[part.betting.end[n], 0] / BIG_BLIND)
            sign = node(TERMINAL, x + column * stand.column[n], y + ROW * stand.row[n], label, theme.ink)
            yield element("g", sign, class_="fold", data_node="".join(actions))


def _gates(first, before, y, gate, theme):
    """Return the chance nodes before the flop, one for each lane."""
    for lane, actions in enumerate(first.nexts):
        yield _lane(lane, gate, y + ROW * before.row[first.nodes.index(actions)], theme)


def _lane(lane, x, y, theme, label=None):
    """Return the number of a lane on the mark of chance."""
    shape = outline(CHANCE, x, y, "", 5.0, fill=FILL[CHANCE], stroke=theme.ink, stroke_width=1.1)
    label = text(x, y, lane + 1 if label is None else label, 12, fill=text_on(FILL[CHANCE]), font_weight="bold")
    return element("g", shape, label, class_="lane")


def _funnel(first, before, y, gate, root, theme):
    """Return the lines from all lanes to the first decision on the flop, and an arrowhead where they meet."""
    (x2, y2), lines = root, []
    for actions in first.nexts:
        y1, bend = y + ROW * before.row[first.nodes.index(actions)], num((gate + x2 - 8) / 2)
        d = f"M{num(gate)},{num(y1)}C{bend},{num(y1)} {bend},{num(y2)} {num(x2 - 8)},{num(y2)}"
        lines.append(element("path", d=d, stroke=GREY, stroke_width=1.6, fill="none"))
    head = element("path", d=f"M{num(x2)},{num(y2)}l-9,-5v10Z", fill=theme.ink)
    return element("g", *lines, head, class_="funnel")


def _sheets(frame, lanes, theme):
    """Return the frame of the tree that the lanes share, with sheets behind it for the others."""
    x1, y1, x2, y2 = frame
    parts = []
    for back in range(min(lanes, 3) - 1, -1, -1):
        at = {"x": x1 + back * SHEET, "y": y1 - back * SHEET, "width": x2 - x1, "height": y2 - y1, "rx": 6}
        parts.append(element("rect", fill=theme.paper, stroke=GREY, stroke_width=1.0, **at))
    return element("g", *parts)


def _plate(x, y, cell, labels, theme):
    """Return the plate of an end on the flop: a cell for each lane."""
    frame = {"x": x, "y": y - PLATE, "width": cell * len(labels), "height": 2 * PLATE, "rx": 3.0}
    parts = [element("rect", **frame, fill=FILL[TERMINAL], stroke=theme.ink, stroke_width=0.7)]
    lines = "".join(f"M{num(x + cell * k)},{num(y - PLATE)}v{num(2 * PLATE)}" for k in range(1, len(labels)))
    if lines:
        parts.append(element("path", d=lines, stroke=GREY, stroke_width=0.6))
    black = text_on(FILL[TERMINAL])
    parts += [text(x + cell * (k + 0.5), y, label, 11.5, fill=black) for k, label in enumerate(labels)]
    return element("g", *parts, class_="plate")


def _legend(theme, lanes):
    """Return three rows that say what is what, and their width."""
    ink, few = theme.ink, "" if lanes == 1 else ", one for each lane"
    lines = {}
    for action, word in CALLED.items():
        colour, dash, width = STROKES[action]
        style = {"stroke": colour, "stroke_width": width, "stroke_dasharray": dash}
        lines[action] = (element("path", d="M-15,0H15", **style), 34, f"{action}: {word}")
    players = (
        (element("g", node(p, 0.0, 0.0, "", ink), transform="scale(.62)"), 22, f"Player {p + 1}, {BLINDS[p]}")
        for p in (0, 1)
    )
    rows = (
        (*players, (_lane(0, 0.0, 0.0, theme, "n"), 28, "the flop comes: lane n")),
        tuple(lines.values()),
        (
            (node(TERMINAL, 0.0, 0.0, "+1", ink), 26, "a fold: what Player 1 wins"),
            (node(TERMINAL, 0.0, 0.0, "±1", ink), 26, f"a showdown: the stake of each player{few}; in big blinds"),
        ),
    )
    drawn = [_row(row, ink) for row in rows]
    width = max(w for _, w in drawn)
    parts = (
        element("g", row, transform=f"translate({num((width - w) / 2)},{24 * k})") for k, (row, w) in enumerate(drawn)
    )
    return "".join(parts), width


def _row(entries, ink):
    """Return a row of signs and words, and its width."""
    parts, x = [], 0.0
    for sign, wide, words in entries:
        parts.append(element("g", sign, transform=f"translate({num(x + wide / 2)},0)"))
        parts.append(text(x + wide + 4, 0.0, words, 12, fill=ink, text_anchor="start"))
        x += wide + 4 + text_width(words, 12) + 18
    return "".join(parts), x - 18
