"""The table at which a person plays, as a picture: what everybody holds, what was done, and what may be done now."""

from html import escape

from cfrlib.course.draw.parts.colours import PLAYERS, text_on
from cfrlib.course.draw.parts.svg import INLINE, LIGHT, document, element, probability, readable, text, text_width
from cfrlib.course.draw.parts.tokens import TALL, cards, parted, tokens
from cfrlib.course.draw.picture import Picture
from cfrlib.game import CHANCE
from cfrlib.playing.words import words

WIDTH, LEFT, EDGE = 760.0, 130.0, 14.0
HIGH, CELL, ROW = 46.0, 84.0, 58.0
"""Of a button; of a button in a grid of bids; from what one holds to the next."""


def table_picture(play, standalone):
    """Return the picture of a `Play` widget as it stands."""
    session, theme = play.session, LIGHT if standalone else INLINE
    table = session.round.table
    body, y = [_held(session, 1 - session.seat, EDGE, theme)], EDGE + ROW
    if table.shown > 0:
        body.append(_label("on the table", y + TALL / 2, theme))
        body.append(cards([card for shown in session.shown for card in parted(shown)], LEFT, y))
        y += ROW
    body.append(_held(session, session.seat, y, theme))
    body += [] if table.grid else _so_far(session, theme)
    spots = _grid(table.grid, y + ROW + 6) if table.grid else _rows(session, y + ROW + 6)
    hints = play.hints
    body += [_button(play, theme, hints.get(spot[0]), *spot) for spot in spots]
    bottom = max((top + high for _, _, top, _, high in spots), default=y + ROW) + 14
    width = max([WIDTH, *(left + wide + EDGE for _, left, _, wide, _ in spots)])
    title = f"A hand of {table.game.name}"
    svg = document(
        width, bottom, *body, title=title, desc=play.words, kind="cfr-play", standalone=standalone,
    )  # fmt: skip
    return Picture(svg, f"{title}. {play.words}")


def _label(words, y, theme):
    return text(LEFT - 12, y, words, 13, fill=theme.ink, text_anchor="end")


def _held(session, player, y, theme):
    """Return what a player holds: what the machine holds lies face down until it is shown."""
    mine, round_ = player == session.seat, session.round
    table, label = round_.table, session.private if mine else session.revealed
    who = f"{'you' if mine else 'opponent'} (P{player + 1})"
    faces = parted(round_.game.outcomes(player)[0] if label is None else label, table.holds)
    faces = [None] * len(faces) if label is None else faces
    counting = table.counting(player, round_.actions, round_.deal[player])
    return _label(who, y + TALL / 2, theme) + tokens(table.holds, faces, LEFT, y, PLAYERS[player], counting)


def _grid(rows, y):
    """Return the spots of all actions of a grid: (action, x, y, width, height)."""
    left, *rows = rows
    spots = [
        (action, LEFT + CELL * column, y + HIGH * row, CELL - 6, HIGH - 6)
        for row, actions in enumerate(rows)
        for column, action in enumerate(actions)
    ]
    return [*spots, *((action, EDGE, y + HIGH * row, LEFT - EDGE - 16, HIGH - 6) for row, action in enumerate(left))]


def _rows(session, y):
    """Return the spots of what may be done now."""
    spots, x = [], LEFT
    before = session.round.actions
    for action in session.actions:
        wide = max(92.0, text_width(_name(session, before, action), 14) + 22)
        if x + wide > WIDTH - EDGE:
            x, y = LEFT, y + HIGH + 8
        spots.append((action, x, y, wide, HIGH))
        x += wide + 10
    return spots


def _name(session, before, action):
    said = session.round.table.phrase(before, action)
    return f"{said} ({action})" if len(action) == 1 and action.isalpha() else said


def _button(play, theme, hint, action, x, y, wide, high):
    """Return an action: done by somebody, possible (with its hint, if there is one), or out of reach."""
    session, before = play.session, play.session.round.actions
    table, taken = session.round.table, [a for a in before if a != CHANCE]
    possible = action in session.actions
    frame = {"x": x, "y": y, "width": wide, "height": high, "rx": 6.0}
    ink, look = theme.ink, {"fill": "transparent", "stroke": theme.ink, "stroke_width": 1.4}
    label = action if any(action in row for row in table.grid[1:]) else _name(session, before, action)
    if table.grid and action in taken:
        made = taken.index(action)
        ink, label = text_on(PLAYERS[made % 2]), f"{made + 1}. {action}"
        look = {"fill": PLAYERS[made % 2], "stroke": theme.ink, "stroke_width": 1.0}
    elif not possible:
        ink, look = "#8C8C8C", {"fill": "transparent", "stroke": "#BBBBBB", "stroke_dasharray": "3 3"}
    elif action == play.chosen:
        look["stroke_width"] = 3.6
    middle, parts = x + wide / 2, [element("rect", **frame, **look)]
    parts.append(text(middle, y + high / 2 - (9 if hint else 0), label, 14, fill=ink))
    if hint:
        chance, regret = hint
        said = f"σ {probability(chance)}" + ("" if regret is None else f", r {_short(regret)}")
        parts.append(text(middle, y + high / 2 + 9, said, 11, fill=ink))
    if not possible:
        return element("g", *parts)
    tip = element("title", escape(table.phrase(before, action)))
    return element("g", tip, *parts, class_="node", data_node=action)


def _short(regret):
    """Return a regret with at most three digits."""
    return "0" if abs(regret) < 5e-4 else readable(round(regret, 3), 3, sign=True)


def _so_far(session, theme):
    """Return what has happened, line by line, beside the cards; in Bluff the bids say it."""
    lines = what_happened(session)[-8:]
    return [
        text(LEFT + 220, EDGE + 12 + 20 * k, line, 13, fill=theme.ink, text_anchor="start")
        for k, line in enumerate(lines)
    ]


def spaced(table, label):
    """Return a private or public outcome as it is said: cards apart from one another, dice with commas."""
    return {"cards": " ", "dice": ", "}[table.holds].join(parted(label, table.holds))


def what_happened(session):
    """Return the round so far in words, from the person's side."""
    table, actions = session.round.table, session.round.actions
    said, public = [], iter(session.shown)
    for k, (who, what) in enumerate(session.history):
        if who == "chance":
            said.append(f"{spaced(table, next(public))} is turned over")
            continue
        you, opponent = f"you {table.phrase(actions[:k], what)}", f"the opponent {words(session.round, k)}"
        said.append(you if who == "person" else opponent)
    return said


def how_it_ended(session, round_):
    """Return the end of a round in words."""
    table, revealed = round_.table, session.uncovered(round_)
    shown = "" if revealed is None else f"The opponent shows {spaced(table, revealed)}. "
    if verdict := table.verdict(round_.actions, round_.deal):
        shown += f"{': '.join(verdict)}. "
    if round_.winner is None:
        return shown + "Nobody wins."
    return shown + ("You win." if round_.winner == round_.seat else "The opponent wins.")
