"""The table at which a person plays, as a picture: what everybody holds, what was done, and what may be done now."""

from html import escape

from cfrlib.draw.parts.colors import PLAYERS, YELLOW, text_on
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, probability, readable, text, text_width
from cfrlib.draw.parts.tokens import DIE, TALL, WIDEST, cards, parted, tokens
from cfrlib.draw.picture import titled
from cfrlib.game import CHANCE
from cfrlib.playing.table import happened, told
from cfrlib.playing.table import words as in_words

WIDTH, LEFT, EDGE = 660.0, 140.0, 14.0
HIGH, CELL, ROW = 48.0, 88.0, 58.0
"""Height of a button; width of a button in a grid of bids; pixels from one row to the next."""
SAID, MOST_CHIPS, CHIP = 190.0, 12, 8.0
"""Room for what a player did; how many chips are drawn at most; radius of one."""


def table_picture(play, standalone):
    """Return the picture of a `Play` widget as it stands; in a file nothing looks as if it could be pressed."""
    session, theme = play.session, LIGHT if standalone else INLINE
    table, y, rows = session.round.table, EDGE, {}
    rows[1 - session.seat], y = y, y + ROW
    if table.shown > 0 or table.laid or table.staked(()) is not None:
        rows["middle"], y = y, y + ROW
    rows[session.seat], y = y, y + ROW
    body = [part for player in (0, 1) for part in _player(session, player, rows[player], theme)]
    if table.shown > 0 or table.laid:
        body.append(_label("on the table", rows["middle"] + TALL / 2, theme))
        shown = [*table.laid, *(card for shown in session.shown for card in parted(shown))]
        body.append(cards(shown, LEFT, rows["middle"]))
    body += _pot(session, rows, theme)
    spots, hints = _grid(table.grid, y + 6) if table.grid else _rows(session, y + 6), play.hints
    if standalone:
        spots = [spot for spot in spots if spot[0] in session.round.actions] if table.grid else []
    body += [_button(play, theme, hints.get(spot[0]), *spot) for spot in spots]
    bottom = max((top + high for _, _, top, _, high in spots), default=y + (0 if standalone else 6 + HIGH)) + 14
    if session.over and not standalone and not table.grid:
        body.append(_words("The hand is over. Press n, or Next hand.", LEFT, y + 6 + HIGH / 2, theme))
    if standalone and session.actions:
        may = [_name(session, session.round.actions, action) for action in session.actions]
        said = f"You may {' or '.join(may)}." if len(may) < 5 else "Your turn."
        body.append(_words(f"{said} In a live notebook you play on.", EDGE, bottom, theme, font_style="italic"))
        bottom += 20
    width = max([WIDTH, *(left + wide + EDGE for _, left, _, wide, _ in spots)])
    look = {"kind": "cfr-play", "standalone": standalone}
    return titled(width, bottom, *body, title=f"A hand of {table.name}", desc=play.words, **look)


def _words(content, x, y, theme, **style):
    """Return a text that begins at `x`."""
    return text(x, y, content, 14, fill=theme.ink, text_anchor="start", **style)


def _label(content, y, theme):
    """Return what stands left of a row."""
    return text(LEFT - 12, y, content, 14, fill=theme.ink, text_anchor="end")


def _player(session, player, y, theme):
    """Return a row: what a player holds (face down until it is shown), did in this betting round, and has put in."""
    mine, round_ = player == session.seat, session.round
    table, label = round_.table, session.private if mine else session.revealed
    who = f"{'you' if mine else 'opponent'} (P{player + 1})"
    faces = parted(round_.back(player) if label is None else label, table.holds)
    faces = [None] * len(faces) if label is None else faces
    counting = table.counting(player, round_.actions, round_.deal[player])
    yield tokens(table.holds, faces, LEFT, y, PLAYERS[player], counting)
    left = table.stack and f"{table.stack - table.staked(round_.actions)[player]:g} left"
    yield _label(who, y + TALL / 2 - (10 if left else 0), theme)
    if left:
        yield _label(left, y + TALL / 2 + 10, theme)
    x, done = _beside(session), _betting(round_)
    if said := ", ".join(phrase for who, phrase in done if who == player):
        frame = {"x": x, "y": y + 8, "width": text_width(said, 14) + 20, "height": TALL - 16, "rx": 10.0}
        width = 3.0 if done[-1][0] == player else 1.4
        yield element("rect", **frame, fill="none", stroke=PLAYERS[player], stroke_width=width)
        yield _words(said, x + 10, y + TALL / 2, theme)
    if not session.over and (staked := table.staked(round_.actions)):
        put = f"put in: {table.amount(staked[player])}"  # in words: those chips lie in the pot
        yield _words(put, x + SAID, y + TALL / 2, theme)


def _beside(session):
    """Return where the words beside the cards begin: right of what either player holds."""
    table = session.round.table
    faces = [parted(session.round.back(player), table.holds) for player in (0, 1)]
    if table.holds == "cards" and any(len(face) > 2 for held in faces for face in held):
        return LEFT + WIDEST + 16
    return LEFT + 24 + max(84, (DIE + 10) * max(map(len, faces)))


def _betting(round_):
    """Return what was done since chance last showed something: [(player, "bet"), ...]."""
    return [
        (player, round_.table.phrase(before, action))
        for player, before, action in round_.decisions()
        if CHANCE not in round_.actions[len(before) :] and told(round_, player == round_.seat)
    ]


def _pot(session, rows, theme):
    """Return the pot: in the middle, or where it goes when the hand is over; on the page it moves there."""
    round_ = session.round
    staked = round_.table.staked(round_.actions)
    if staked is None:
        return []
    place = rows["middle"] if not session.over or round_.winner is None else rows[round_.winner]
    x = _beside(session)
    chips = _chips(session, sum(staked), x + SAID, place, theme)
    word = text(x + SAID - 14, place + TALL / 2, "pot", 14, fill=theme.ink, text_anchor="end", font_weight="bold")
    return [element("g", *([] if session.over else [word]), *chips, data_moves="pot")]


def _chips(session, amount, x, y, theme):
    """Return a row of chips, one for each of the smallest in play, and how many they are."""
    table = session.round.table
    count = min(round(amount / min(table.staked(()))), MOST_CHIPS)
    for k in range(count):
        look = {"fill": YELLOW, "stroke": "#222222", "stroke_width": 1.2}
        yield element("circle", cx=x + CHIP + 9 * k, cy=y + TALL / 2, r=CHIP, **look)
    yield _words(table.amount(amount), x + 2 * CHIP + 9 * max(count - 1, 0) + 8, y + TALL / 2, theme)


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
    for action in session.actions:
        wide = max(140.0, text_width(_name(session, session.round.actions, action), 14) + 22)
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
    parts.append(text(middle, y + high / 2 - (10 if hint else 0), label, 14, fill=ink))
    tip = table.phrase(before, action)
    if hint:
        chance, regret = hint
        said = f"σ {probability(chance)}"
        both = said if regret is None else f"{said}, r {readable(round(regret, 3), 3, sign=True)}"
        tip += f": {both}"
        said = both if text_width(both, 14) < wide else said  # else only the tooltip has room for the regret
        parts.append(text(middle, y + high / 2 + 10, said, 14, fill=ink))
    if not possible:
        return element("g", *parts)
    return element("g", element("title", escape(tip)), *parts, class_="node", data_node=action)


def spaced(table, label):
    """Return a private or public outcome as it is said: cards apart from one another, dice with commas."""
    return {"cards": " ", "dice": ", "}[table.holds].join(parted(label, table.holds))


def what_happened(round_):
    """Return a round in words, from the person's side."""
    table, actions = round_.table, round_.actions
    said = []
    for k, (who, what) in enumerate(happened(round_)):
        if who == "chance":
            said.append(table.turned.format(spaced(table, what)))
            continue
        did = f"you {table.phrase(actions[:k], what)}" if who == "person" else f"the opponent {in_words(round_, k)}"
        said.append(did)
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
