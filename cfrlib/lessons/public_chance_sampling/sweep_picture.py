"""One moment of a sweep over a showdown: the opponent's hands from weak to strong, and the sums that value ours."""

from cfrlib._util.arguments import said
from cfrlib.draw.parts.colors import GRAY, GREEN, VERMILLION, YELLOW
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, readable, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.textbook.terminals import Showdown, SweepStep

COLUMN, TALL, LEFT, TOP = 56.0, 92.0, 34.0, 62.0
FILLS = {"weaker": GREEN, "equal": YELLOW, "stronger": VERMILLION}
"""How the opponent's hand compares with ours; the words stand above the bars, too."""


@drawing
def sweep_picture(
    showdown: Showdown, step: SweepStep, *, standalone: bool = True, title: str | None = None, name: str | None = None
) -> Picture:
    """Draw what a sweep knows when it values one hand.

    `step` is one of those that `cfrlib.textbook.terminals.sweep` yields for the `showdown`.
    """
    for argument, given, kind in (("showdown", showdown, Showdown), ("step", step, SweepStep)):
        if not isinstance(given, kind):
            raise ValueError(f"{argument}={said(given)}: it takes a {kind.__name__} of cfrlib.textbook.terminals")
    theme = LIGHT if standalone else INLINE
    order, reach, hands = showdown.order, showdown.reach, showdown.hands or [()] * len(showdown.reach)
    ours, highest = set(hands[step.hand]) if showdown.hands else set(), max(reach) or 1.0
    floor, parts = TOP + TALL, []
    for place, j in enumerate(order):
        kind = "weaker" if place < step.passed else "equal" if place < step.reached else "stronger"
        x, tall = LEFT + place * COLUMN, TALL * reach[j] / highest
        shares = bool(ours & set(hands[j]))
        look = {"fill": theme.paper, "stroke": GRAY, "stroke_dasharray": "4 3"} if shares else {"fill": FILLS[kind]}
        parts.append(element("rect", x=x + 9, y=floor - tall, width=COLUMN - 18, height=tall, **look))
        parts.append(text(x + COLUMN / 2, floor - tall - 9, readable(reach[j], 2), 14, fill=theme.ink))
        parts.append(text(x + COLUMN / 2, floor + 13, showdown.their_names[j], 14, fill=theme.ink, font_weight="bold"))
        parts.append(text(x + COLUMN / 2, floor + 31, readable(showdown.theirs[j], 3), 14, fill=theme.ink))
        if showdown.symmetric and j == step.hand:
            spot = f"M{num(x + COLUMN / 2)},{num(floor + 40)}l7,11h-14Z"
            parts.append(element("path", class_="current", d=spot, fill=theme.ink))
    borders = [0, step.passed, step.reached, len(order)]
    for place in {step.passed, step.reached}:
        border = f"M{num(LEFT + place * COLUMN)},{num(TOP - 22)}V{num(floor + 36)}"
        parts.append(element("path", d=border, stroke=theme.ink, stroke_width=2, stroke_dasharray="2 3"))
    for kind, first, last in zip(FILLS, borders, borders[1:], strict=False):
        if last > first:
            x = LEFT + (first + last) / 2 * COLUMN
            parts.append(text(x, TOP - 26, kind, 14, fill=theme.ink, font_style="italic"))
    lines, y = formulas(showdown, step), floor + 72
    head = f"Your hand {showdown.names[step.hand]}, strength {readable(showdown.mine[step.hand], 3)}"
    parts.append(text(LEFT, y, head, 14, fill=theme.ink, font_weight="bold", text_anchor="start"))
    for k, line in enumerate(lines, start=1):
        parts.append(text(LEFT, y + 22 * k, line, 14, fill=theme.ink, text_anchor="start"))
    caption = "the opponent's hands from weak to strong, and their reach with each"
    caption += "; dashed: shares a card with yours" if ours else ""
    parts.append(text(LEFT, 14, caption, 14, fill=theme.ink, text_anchor="start"))
    wide = LEFT + 20 + max(LEFT + len(order) * COLUMN, *(text_width(line, 13) for line in (caption, *lines)))
    desc = f"{head}. {' '.join(line + '.' for line in lines)}"
    return composed(wide, y + 22 * len(lines) + 18, *parts, called="A sweep over a showdown", desc=desc,
                    kind="cfr-sweep", standalone=standalone, title=title, name=name)  # fmt: skip


def formulas(showdown, step):
    """Return the three sums and the value, with their numbers."""
    hand = showdown.hands[step.hand] if showdown.hands else ()
    up_to = step.weaker + step.equal
    sums = {"weaker": (step.below, step.weaker), "weaker or equal": (step.up_to, up_to),
            "all": (step.altogether, up_to + step.stronger)}  # fmt: skip
    stakes = ((showdown.win, step.weaker), (showdown.tie, step.equal), (showdown.lose, step.stronger))
    value = " + ".join(
        f"{_short(stake) if stake > 0 else f'({_short(stake)})'} · {_short(x)}" for stake, x in stakes if stake
    )
    return (
        *(f"{name} = {_sum(parts, hand, number)}" for name, (parts, number) in sums.items()),
        f"stronger = all − weaker or equal = {_short(step.stronger)}",
        f"value = {value} = {_short(step.value)}",
    )


def _sum(parts, hand, number):
    """Return the terms of inclusion and exclusion as text, and the number that they add up to if there are several."""
    total, by_card, twice = parts
    terms = [_short(total), *(f"− {_short(x)} (card {card + 1})" for card, x in zip(hand, by_card, strict=True))]
    if len(hand) > 1:
        terms.append(f"+ {_short(twice)} (your own hand)")
    return " ".join([*terms, f"= {_short(number)}"] if by_card else terms)


def _short(value):
    return readable(0.0 if abs(value) < 1e-9 else value, 3)
