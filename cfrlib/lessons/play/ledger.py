"""Where the chips of a hand went: what a player could expect after each move, and so their luck and their mistakes.

The expectation is that of a player who makes no more mistakes: by a best response to the machine. When chance or the
machine moves, its change is luck; when the player moves, it can only fall, and by so much the decision was a mistake.
"""

from fractions import Fraction
from typing import NamedTuple

import lazy_loader as lazy
import numpy as np

from cfrlib.draw.parts.colors import GREEN, PURPLE
from cfrlib.draw.parts.pen import Pen
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import composed
from cfrlib.game import CHANCE
from cfrlib.games.at_table import table_of
from cfrlib.playing.losses import costliest, losses
from cfrlib.playing.record import Hand, Round
from cfrlib.playing.session import Session
from cfrlib.playing.values import StateValues

pd = lazy.load("pandas")

WIDE, HIGH, LEFT, TOP = 112.0, 190.0, 118.0, 34.0
RISES = {
    "luck": {"stroke": GREEN, "stroke_width": 6.0},
    "mistake": {"stroke": PURPLE, "stroke_width": 12.0, "stroke_dasharray": "4 3"},
}
ROUNDING = 1e-9


def scripted(profile, machine, hands, seed=0):
    """Return a `Session` in which a profile plays the reader's part against the machine, by this seed."""
    session, rng = Session(machine.game, machine, seed=seed), np.random.default_rng(seed)
    for number in range(hands):
        if number:
            session.next_hand()
        while not session.over:
            sigma = profile[session.round.key(session.seat, session.round.actions)]
            session.act(str(rng.choice(list(sigma), p=list(sigma.values()))))
    return session


def hand(game, deal, actions, seat=0):
    """Return a `Hand` of a game without public cards: `deal` names the private outcomes of both, one sign each."""
    outcomes = tuple(game.outcomes(player).index(name) for player, name in enumerate(deal))
    part = Round(game, seat, outcomes, (), tuple(actions))
    return Hand((part,), part.pay() * (1, -1)[seat])


class Step(NamedTuple):
    """What happened, whether the player did it, what could be expected before, and what after it."""

    what: str
    own: bool
    before: float
    after: float


def steps(machine, hand):
    """Return the `Step` of each event of a hand of one round: the deal, every move, and what was shown at the end."""
    (part,) = hand.rounds
    game, seat, mine = part.game, part.seat, part.deal[part.seat]
    values = StateValues(game, machine, seat, "best")
    events = []

    def add(what, own, after):
        before = events[-1].after if events else values.start
        events.append(Step(what, own, before, before if abs(after - before) < ROUNDING else after))

    add(f"dealt {game.outcomes(seat)[mine]}", False, values.value((), (), mine))
    for k, action in enumerate(part.actions):
        before, actions = part.actions[:k], part.actions[: k + 1]
        own = action != CHANCE and game.node(before).player == seat
        said = part.shown(actions)[-1] if action == CHANCE else part.table.phrase(before, action)
        who = "card" if action == CHANCE else "you" if own else "it"
        add(f"{who}: {said}", own, values.value(actions, part.shown(actions), mine))
    if part.showdown:
        add(f"shown {game.outcomes(1 - seat)[part.deal[1 - seat]]}", False, hand.paid)
    return events


def costs(machine, hands, stages):
    """Return the actions that cost most, in words, and by `stages` their public part; actions have one letter each."""
    table = costliest(losses(machine.game, machine, hands)).reset_index()
    say = table_of(machine.game).phrase

    def said(column):
        return [say(tuple(public), action) for public, action in zip(table["public"], table[column], strict=True)]

    return pd.DataFrame({
        "seat": [f"P{seat + 1}" for seat in table["seat"]], "card": table["private"],
        "when": table["public"].map(stages), "action": said("action"), "best": said("best"),
        **table[["times", "lost", "each"]],
    })  # fmt: skip


def hand_picture(machine, hand, title=None, name=None, standalone=True):
    """Draw a hand as a staircase: what could be expected after each move, and the luck and mistakes in between."""
    pen, events = Pen(standalone), steps(machine, hand)
    levels = [events[0].before, *(step.after for step in events)]
    low, high = min(*levels, -1.0), max(*levels, 1.0)
    bottom, right = TOP + HIGH + 20, LEFT + len(levels) * WIDE

    def down(value):
        return TOP + (high - value) / (high - low) * HIGH

    pen.say(8, TOP - 20, "your expectation, in chips", 13, "start")
    for whole in range(int(np.ceil(low)), int(np.floor(high)) + 1):
        pen.path("M", (LEFT, down(whole)), "H", right, stroke_width=1.0, opacity=0.15)
        pen.say(LEFT - 10, down(whole), readable(whole), 13, "end")
    for k, value in enumerate(levels):
        pen.path("M", (LEFT + k * WIDE, down(value)), "h", WIDE, stroke_width=3.0)
        pen.say(LEFT + (k + 0.5) * WIDE, down(value) - 13, as_fraction(value), 15, bold=True)
    rows = {label: bottom + 22 * row for row, label in enumerate(("what happened", *RISES))}
    for label, y in rows.items():
        pen.say(LEFT - 10, y, label, 13, "end")
        if label in RISES:
            pen.path("M", (LEFT - 78, y - 8), "v16", **RISES[label])
    said = [f"Your seat: {as_fraction(levels[0])}"]
    pen.say(LEFT + WIDE / 2, bottom, "your seat")
    for k, step in enumerate(events, start=1):
        x, change, kind = LEFT + k * WIDE, step.after - step.before, "mistake" if step.own else "luck"
        if change:
            pen.path("M", (x, down(step.before)), "V", down(step.after), **RISES[kind])
        told = as_fraction(-change) if step.own else as_fraction(change, sign=True)
        pen.say(x + WIDE / 2, bottom, step.what)
        pen.say(x + WIDE / 2, rows[kind], told, 15, bold=True)
        said.append(f"{step.what}: {kind} {told}, now {as_fraction(step.after)}")
    return composed(right + 12, bottom + 66, *pen.parts, called="A hand as a staircase", desc=". ".join(said) + ".",
                    kind="cfr-hand", title=title, name=name, standalone=standalone)  # fmt: skip


def as_fraction(value, sign=False):
    """Return a number as a fraction if it is a simple one: "−5/18"."""
    near = Fraction(value).limit_denominator(90)
    if abs(near - value) > ROUNDING:
        return readable(value, 3, sign)
    return ("−" if near < 0 else "+" if sign and near else "") + str(abs(near))
