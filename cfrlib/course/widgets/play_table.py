"""The table at which a person plays, as a picture: what everybody holds, what was done, and what may be done now."""

from html import escape

from cfrlib.course.draw.colours import PLAYERS, text_on
from cfrlib.course.draw.picture import Picture
from cfrlib.course.draw.svg import INLINE, LIGHT, document, element, probability, readable, text, text_width
from cfrlib.course.draw.tokens import DIE, TALL, cards, dice, parted
from cfrlib.game import CHANCE
from cfrlib.games import bluff
from cfrlib.playing.table import Table
from cfrlib.playing.words import phrase, words

WIDTH, LEFT, EDGE = 760.0, 130.0, 14.0
HIGH, CELL, ROW = 46.0, 84.0, 58.0
"""Of a button; of a button in a grid of bids; from what one holds to the next."""


def table_picture(play, standalone):
    """Return the picture of a `Play` widget as it stands."""
    session, theme = play.session, LIGHT if standalone else INLINE
    game, round_ = session.round.game, session.round
    body, y = [_held(session, 1 - session.seat, EDGE, theme)], EDGE + ROW
    if not isinstance(game, bluff) and play.shows_cards:
        body.append(_label("on the table", y + TALL / 2, theme))
        body.append(cards([card for shown in session.shown for card in parted(shown)], LEFT, y))
        y += ROW
    body.append(_held(session, session.seat, y, theme))
    body += _so_far(session, theme) if not isinstance(game, bluff) else []
    spots = _grid(round_, y + ROW + 6) if isinstance(game, bluff) else _rows(session, y + ROW + 6)
    hints = play.hints
    body += [_button(play, theme, hints.get(spot[0]), *spot) for spot in spots]
    bottom = max((top + high for _, _, top, _, high in spots), default=y + ROW) + 14
    width = max([WIDTH, *(left + wide + EDGE for _, left, _, wide, _ in spots)])
    title = f"A hand of {game.name}"
    svg = document(
        width, bottom, *body, title=title, desc=play.words, kind="cfr-play", standalone=standalone,
    )  # fmt: skip
    return Picture(svg, f"{title}. {play.words}")


def _label(words, y, theme):
    return text(LEFT - 12, y, words, 13, fill=theme.ink, text_anchor="end")


def _held(session, player, y, theme):
    """Return what a player holds: what the machine holds lies face down until it is shown."""
    mine, game = player == session.seat, session.round.game
    label = session.private if mine else session.revealed
    who = f"{'you' if mine else 'opponent'} (P{player + 1})"
    tokens = _tokens(game, label, LEFT, y, player, _counting(session, player))
    return _label(who, y + TALL / 2, theme) + tokens


def _tokens(game, label, x, y, player, counting=()):
    """Return cards or dice; face down where there is no label."""
    colour = PLAYERS[player]
    if isinstance(game, bluff):
        faces = [None] * game.dice[player] if label is None else list(label)
        return dice(faces, x, y + (TALL - DIE) / 2, colour, counting)
    if label is None:
        return cards([None] * len(parted(game.outcomes(player)[0])), x, y, colour)
    return cards(parted(label), x, y, colour)


def _counting(session, player):
    """Return which dice count for the bid that was called."""
    game, actions = session.round.game, session.round.actions
    if not isinstance(game, bluff) or not actions or actions[-1] != "call":
        return ()
    face, label = actions[-2].split("-")[1], game.outcomes(player)[session.round.deal[player]]
    return [shown in (face, "*") for shown in label]


def _grid(round_, y):
    """Return the spots of all bids, a row for each number of dice, and of the call: (action, x, y, width, height)."""
    game = round_.game
    spots = [
        (bid, LEFT + CELL * (k % game.faces), y + HIGH * (k // game.faces), CELL - 6, HIGH - 6)
        for k, bid in enumerate(game.bids)
    ]
    return [*spots, ("call", EDGE, y, LEFT - EDGE - 16, HIGH - 6)]


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
    said = phrase(session.round.game, before, action)
    return f"{said} ({action})" if len(action) == 1 and action.isalpha() else said


def _button(play, theme, hint, action, x, y, wide, high):
    """Return an action: done by somebody, possible (with its hint, if there is one), or out of reach."""
    session = play.session
    taken = [a for a in session.round.actions if a != CHANCE]
    possible, grid = action in session.actions, isinstance(session.round.game, bluff)
    frame = {"x": x, "y": y, "width": wide, "height": high, "rx": 6.0}
    ink, look = theme.ink, {"fill": "transparent", "stroke": theme.ink, "stroke_width": 1.4}
    label = action if grid and action != "call" else _name(session, session.round.actions, action)
    if grid and action in taken:
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
    tip = phrase(session.round.game, session.round.actions, action)
    return element("g", element("title", escape(tip)), *parts, class_="node", data_node=action)


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


def spaced(game, label):
    """Return a private or public outcome as it is said: cards apart from one another, dice with commas."""
    if isinstance(game, bluff):
        return ", ".join(label)
    return " ".join(parted(label))


def what_happened(session):
    """Return the round so far in words, from the person's side."""
    game, actions = session.round.game, session.round.actions
    said, public = [], iter(session.shown)
    for k, (who, what) in enumerate(session.history):
        if who == "chance":
            said.append(f"{spaced(game, next(public))} is turned over")
            continue
        you, opponent = f"you {phrase(game, actions[:k], what)}", f"the opponent {words(game, session.round, k)}"
        said.append(you if who == "person" else opponent)
    return said


def how_it_ended(session, round_):
    """Return the end of a round in words."""
    table, revealed = Table(round_.game), session.uncovered(round_)
    winner = table.winner(round_)
    shown = "" if revealed is None else f"The opponent shows {spaced(round_.game, revealed)}. "
    if isinstance(round_.game, bluff):
        count, needed = table.dice(round_)
        verdict = "the bid holds" if count >= needed else "it was a bluff"
        shown += f"{count} of {sum(round_.game.dice)} dice count: {verdict}. "
    if winner is None:
        return shown + "Nobody wins."
    return shown + ("You win." if winner == round_.seat else "The opponent wins.")
