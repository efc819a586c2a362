"""The table of a round of Bluff as a picture: dice, the bids made, and those that may be clicked."""

from cfrlib.draw.colours import PLAYERS, YELLOW, text_on
from cfrlib.draw.picture import Picture
from cfrlib.draw.svg import INLINE, LIGHT, document, element, probability, text

CELL, HIGH, DIE = 74.0, 44.0, 38.0
TOP = 78.0


def table_picture(round_, standalone):
    """Return the picture of a `BluffRound` as it stands."""
    game, theme = round_.game, LIGHT if standalone else INLINE
    rows, columns = sum(game.dice), game.faces
    width = 110 + CELL * columns + 130
    bottom = TOP + HIGH * rows
    body = [_hand(round_, theme, 1 - round_.seat, 14.0), _hand(round_, theme, round_.seat, bottom + 20)]
    hints = round_.hints
    for k, bid in enumerate(game.bids):
        x, y = 110 + CELL * (k % columns), TOP + HIGH * (k // columns)
        body.append(_button(round_, theme, bid, x, y, hints))
    body.append(_button(round_, theme, "call", 126 + CELL * columns, TOP + HIGH * (rows - 1) / 2, hints))
    for q in range(rows):
        body.append(text(98, TOP + HIGH * (q + 0.5) - 3, f"at least {q + 1}", 12, fill=theme.ink, text_anchor="end"))
    desc = round_.words
    title = f"A round of {game.name}"
    svg = document(
        width, bottom + 74, *body, title=title, desc=desc, kind="cfr-bluff", standalone=standalone,
    )  # fmt: skip
    return Picture(svg, f"{title}. {desc}")


def _hand(round_, theme, player, y):
    """Return the dice of a player: those of the opponent are hidden until a call."""
    who = "You" if player == round_.seat else "Opponent"
    parts = [text(98, y + DIE / 2, f"{who} (P{player + 1})", 12, fill=theme.ink, text_anchor="end")]
    shown = player == round_.seat or round_.over
    faces = round_.faces(player)
    counting = round_.counting(player) if round_.over else [False] * len(faces)
    for n, (face, counts) in enumerate(zip(faces, counting, strict=True)):
        x = 110 + n * (DIE + 10)
        fill = YELLOW if counts else "#FFFFFF" if shown else PLAYERS[player]
        frame = {"x": x, "y": y, "width": DIE, "height": DIE, "rx": 7.0}
        parts.append(element("rect", fill=fill, stroke=PLAYERS[player], stroke_width=2.4, **frame))
        colour = "#000000" if shown else text_on(fill)
        parts.append(text(x + DIE / 2, y + DIE / 2, face if shown else "?", 20, fill=colour))
    return element("g", *parts, class_="hand")


def _button(round_, theme, action, x, y, hints):
    """Return a bid or the call: made by somebody, possible, or out of reach."""
    made = round_.actions.index(action) if action in round_.actions else None
    possible = action in round_.possible
    frame = {"x": x + 3, "y": y + 3, "width": CELL - 10, "height": HIGH - 10, "rx": 6.0}
    if made is not None:
        fill, ink = PLAYERS[made % 2], text_on(PLAYERS[made % 2])
        look = {"fill": fill, "stroke": theme.ink, "stroke_width": 1.0}
    elif possible:
        chosen = action == round_.chosen
        ink, look = theme.ink, {"fill": "transparent", "stroke": theme.ink, "stroke_width": 3.4 if chosen else 1.4}
    else:
        ink, look = "#8C8C8C", {"fill": "transparent", "stroke": "#BBBBBB", "stroke_dasharray": "3 3"}
    middle, height = x + CELL / 2 - 2, y + HIGH / 2 - 2
    label = action if made is None else f"{made + 1}. {action}"
    parts = [element("rect", **frame, **look)]
    if action in hints:
        parts.append(text(middle, height - 7, label, 13, fill=ink))
        parts.append(text(middle, height + 8, f"σ = {probability(hints[action])}", 10, fill=ink))
    else:
        parts.append(text(middle, height, label, 14, fill=ink))
    if not possible:
        return element("g", *parts)
    words = "call the bluff" if action == "call" else f"bid {action}"
    return element("g", element("title", words), *parts, class_="node", data_node=action)
