"""What a walk carries at a public state: pairs of private outcomes as squares, one panel for each scheme."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from cfrlib._util.arguments import one_of, pair, said, whole
from cfrlib.draw.parts.colors import PLAYERS, SKY
from cfrlib.draw.parts.svg import LIGHT, element, line, num, text
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.game import Game
from cfrlib.games.checks import check_game
from cfrlib.sampling import SCHEMES

CELL = 20.0
PALE, LINE = "#F2F2F2", "#BBBBBB"
PLACES = {"vanilla": (0, 0.5), "pcs": (1, 0.5), "opcs": (2, 0), "spcs": (2, 1), "cs": (3, 0.5)}
"""Column and row of each panel, as in Fig. 1 of Johanson et al. (2012): to the right more is drawn."""
EDGES = (
    ("vanilla", "pcs", ("draw the", "board")),
    ("pcs", "opcs", ("draw the", "opponent's")),
    ("pcs", "spcs", ("draw", "one's own")),
    ("opcs", "cs", ("draw", "one's own")),
    ("spcs", "cs", ("draw the", "opponent's")),
)
CALLED = {"vanilla": "vanilla", "pcs": "PCS", "opcs": "OPCS", "spcs": "SPCS", "cs": "CS"}


@drawing
def masks(
    game: Game, board: Sequence[str], drawn: tuple[int, int], *, player: int = 0, name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw which pairs of private outcomes a walk carries under vanilla CFR, PCS, OPCS, SPCS and CS, a panel for each.

    The picture follows Fig. 1 of Johanson et al. (2012). `board` lists the public outcomes, and `drawn` has the indices
    of the private outcomes that are sampled for players 0 and 1. `player` walks: its outcomes are the rows of squares.
    """
    check_game(game)
    one_of("player", player, (0, 1))
    if not isinstance(board, tuple | list) or not _can_be_shown(game, tuple(board)):
        raise ValueError(f"board={said(board)}: it takes public outcomes that chance can show, such as ('Ks',)")
    board = tuple(board)
    drawn = pair("drawn", drawn, "the private outcomes of player 0 and of player 1, as numbers")
    own, other = (whole("drawn", drawn[k], 0, len(game.outcomes(k)) - 1) for k in (player, 1 - player))
    weights = game.weights(board) if player == 0 else game.weights(board).T
    n, m = weights.shape
    wide, high = m * CELL, n * CELL
    column, row = wide + 104, high + 96
    left, top = max(40.0, 76 - wide / 2), 38  # room for row names and for a caption
    corner = {s: (left + x * column, top + y * row) for s, (x, y) in PLACES.items()}
    parts = [_edge(corner, one, two, words, wide, high) for one, two, words in EDGES]
    counts = {}
    for scheme, (x, y) in corner.items():
        mine = range(n) if SCHEMES[scheme].own_private == "all" else [own]
        theirs = range(m) if SCHEMES[scheme].opponent_private == "all" else [other]
        if scheme == "vanilla":  # other boards behind this one
            for back in (8, 4):
                parts.append(element("rect", x=x + back, y=y - back, width=wide, height=high, fill=PALE, stroke=LINE))
        parts += _grid(x, y, weights, mine, theirs)
        parts += _labels(x, y, game, player, mine, theirs)
        parts.append(text(x + wide / 2, y + high + 32, CALLED[scheme], 14, fill=LIGHT.ink, font_weight="bold"))
        pairs = sum(bool(weights[i, j] > 0) for i in mine for j in theirs)
        counts[scheme] = f"{len(mine)} × {len(theirs)}, {pairs} pair{'s' if pairs != 1 else ''}"
        words = counts[scheme] + (" a board" if scheme == "vanilla" else "")
        parts.append(text(x + wide / 2, y + high + 48, words, 12.5, fill=LIGHT.ink))
    described = "; ".join(f"{CALLED[scheme]} carries {count}" for scheme, count in counts.items())
    desc = f"Own private outcomes in rows, the opponent's in columns, at the board {' '.join(board)}. {described}."
    return composed(left + 3 * column + wide + 16, top + row + high + 62, *parts, called="What a walk carries",
                    desc=desc, kind="cfr-masks", name=name)  # fmt: skip


def _can_be_shown(game, board):
    """Return whether chance can show these outcomes, one after the other."""
    try:
        return all(
            isinstance(shown, str) and shown in game.public_outcomes(board[:k]) and game.weights(board[: k + 1]).any()
            for k, shown in enumerate(board)
        )
    except (KeyError, NotImplementedError):  # no more of them, or none at all
        return False


def _grid(x, y, weights, mine, theirs):
    """Return the squares of a panel: filled where a pair is carried, crossed out where it cannot occur."""
    parts = []
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            left, top = x + j * CELL, y + i * CELL
            carried = i in mine and j in theirs
            fill = SKY if carried and weight > 0 else PALE
            parts.append(element("rect", x=left, y=top, width=CELL, height=CELL, fill=fill, stroke=LIGHT.paper))
            if weight == 0:
                cross = f"M{num(left + CELL / 2 - 3)},{num(top + CELL / 2 - 3)}l6,6m0,-6l-6,6"
                parts.append(element("path", d=cross, stroke=LINE, fill="none"))
    return parts


def _labels(x, y, game, player, mine, theirs):
    """Return the names of the outcomes, those that are carried in bold with the mark of their player."""
    parts = []
    for i, label in enumerate(game.outcomes(player)):
        middle, bold = y + (i + 0.5) * CELL, "bold" if i in mine else None
        fill = LIGHT.ink if i in mine else LINE
        parts.append(text(x - 12, middle, label, 12, fill=fill, font_weight=bold, text_anchor="end"))
        if i in mine:
            parts.append(element("circle", cx=x - 6, cy=middle, r=3.0, fill=PLAYERS[player]))
    for j, label in enumerate(game.outcomes(1 - player)):
        middle, bold = x + (j + 0.5) * CELL, "bold" if j in theirs else None
        parts.append(text(middle, y - 17, label, 12, fill=LIGHT.ink if j in theirs else LINE, font_weight=bold))
        if j in theirs:
            parts.append(element("rect", x=middle - 3, y=y - 9, width=6.0, height=6.0, fill=PLAYERS[1 - player]))
    return parts


def _edge(corner, one, two, words, wide, high):
    """Return an arrow from one panel to the next, with what it draws."""
    (x1, y1), (x2, y2) = corner[one], corner[two]
    x1, y1, x2, y2 = x1 + wide + 12, y1 + high / 2, x2 - 42, y2 + high / 2
    shaft = element("path", d=line([(x1, y1), (x2, y2)]), stroke=LIGHT.ink, stroke_width=1.2)
    slope = (y2 - y1) / (x2 - x1)
    along = 8 / hypot(1, slope), 8 * slope / hypot(1, slope)  # from the tip's foot to the tip
    sides = [(x2 - along[0] + k * along[1] / 2, y2 - along[1] - k * along[0] / 2) for k in (-1, 1)]
    head = element("path", d=line([(x2, y2), *sides]) + "Z", fill=LIGHT.ink)
    part, anchor = {"vanilla": (0.5, "middle"), "pcs": (0.84, "end")}.get(one, (0.16, "start"))
    x, height = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
    above = slope == 0 or (slope < 0) == (one == "pcs")
    heights = [height - 23, height - 10] if above else [height + 12, height + 25]
    style = {"fill": LIGHT.ink, "text_anchor": anchor}
    return shaft + head + "".join(text(x, y, part, 12, **style) for y, part in zip(heights, words, strict=True))
