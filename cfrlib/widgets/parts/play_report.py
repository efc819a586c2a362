"""What is said about a person's play: three numbers that are kept apart, and the decisions that cost most."""

from html import escape

from cfrlib.draw.parts.colors import looks
from cfrlib.draw.parts.svg import INLINE, document, element, line, num, probability, readable
from cfrlib.game import Game
from cfrlib.games.at_table import table_of
from cfrlib.playing import aivat, posterior
from cfrlib.playing import losses as lost
from cfrlib.playing.aivat import split
from cfrlib.playing.table import happened
from cfrlib.profile import Profile
from cfrlib.widgets.parts.play_table import spaced
from cfrlib.widgets.parts.race_picture import curve_line, swatch

FEWEST, SURE = 2, 20
"""Hands, before anything can be said, and before an interval says how sure a mean is."""
ROWS = 6
"""Rows of the costliest decisions, and of the log."""
SUMS = (380, 110)
"""Pixels of the picture of what has added up."""


def last_verdict(round_, values):
    """Return what the person's last action in a round cost, by the values of a best response; "" before any."""
    done = list(lost.decisions(values, round_))
    if not done:
        return ""
    cost, best = done[-1]["lost"], done[-1]["best"]
    before = [actions for player, actions, _ in round_.decisions() if player == round_.seat][-1]
    return (
        f"{readable(-cost, 2)}: best was to {round_.table.phrase(before, best)}." if cost else "0: no action is better."
    )


def sums(session):
    """Return how chips, luck and mistakes have added up, hand by hand, as HTML; "" where that takes too long."""
    if len(session.hands) < FEWEST or session.machine.asked or not _splits(session.game):
        return ""
    table = split(session.profile, session.hands, session.game)[["paid", "luck", "mistakes"]].cumsum()
    curves = {"chips": table["paid"], "luck": table["luck"], "mistakes": -table["mistakes"]}
    low, high = min(0, *map(min, curves.values())), max(1, *map(max, curves.values()))
    wide, tall = SUMS

    def height(value):
        return 6 + (high - value) / (high - low) * (tall - 12)

    look, parts = looks(curves), [element("path", d=f"M0,{num(height(0))}H{wide}", stroke=INLINE.ink, stroke_width=0.8)]
    for name, values in curves.items():
        points = [(0, height(0)), *((k * wide / len(values), height(v)) for k, v in enumerate(values, start=1))]
        parts.append(curve_line(look[name], INLINE, line(points)))
    said = [f"{swatch(look[name])} {name} {counted(round(v.iloc[-1], 2), 4)}" for name, v in curves.items()]
    words = f"Chips, luck and mistakes, added up over {len(session.hands)} hands."
    svg = document(wide, tall, *parts, title="Sums", desc=words, kind="cfr-sums", standalone=False)
    return f"<p>{' '.join(said)}</p>{svg}"


def log(session):
    """Return the last hands as an HTML table, the newest first; "?" stands for what no showdown has shown."""
    played = list(enumerate(session.hands, start=1))[-ROWS:]
    if not played:
        return '<p class="cfr-title">Log</p><p>A line for each hand that is over.</p>'
    rows = [_logged(session, number, hand) for number, hand in reversed(played)]
    return _table(("hand", "you", "opponent", "actions (yours bold)", "won"), rows, "cfr-table cfr-log")


def _table(columns, rows, kind="cfr-table"):
    """Return a table of rows of cells, given as HTML."""
    head = "".join(f'<th scope="col">{name}</th>' for name in columns)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _logged(session, number, hand):
    mine, theirs, did = [], [], []
    for round_ in hand.rounds:
        table, shown = round_.table, session.uncovered(round_)
        mine.append(spaced(table, round_.held(round_.seat)))
        theirs.append("?" if shown is None else spaced(table, shown))
        did.append(", ".join(_done(round_)))
    cells = "".join(f"<td>{'; '.join(parts)}</td>" for parts in (map(escape, mine), map(escape, theirs), did))
    return f'<th scope="row">{number}</th>{cells}<td>{counted(hand.paid, 6)}</td>'


def _done(round_):
    """Return what happened in a round, a few words each, as HTML: what the person did is bold."""
    table = round_.table
    for k, (who, what) in enumerate(happened(round_)):
        said = spaced(table, what) if who == "chance" else table.phrase(round_.actions[:k], what)
        yield f"<b>{escape(said)}</b>" if who == "person" else escape(said)


def counted(amount, digits, sign=True):
    """Return an amount as a reader wants it: "+2", "−1,875", and from 1,000 on no digits after the point."""
    if abs(amount) < 1000:
        return readable(amount, digits, sign)
    return f"{amount:{'+' if sign else ''},.0f}".replace("-", "−")


def report(session):
    """Return the report on a session, as HTML. What cannot be said says why."""
    game, hands = session.game, session.hands
    if len(hands) < FEWEST:
        return f"<p>Play at least {FEWEST} hands.</p>"
    said = []
    for tell, heading in PARTS:
        try:
            body = tell(game, session.profile, hands)
        except (TypeError, ValueError) as error:
            body = f"<p>Not to be had: {escape(str(error))}.</p>"
        said.append(f'<p class="cfr-title">{heading}</p>{body}')
    return "".join(said)


def _score(game, profile, hands):
    if len(hands) < SURE:
        said = f"From {SURE} hands on it says how sure your score is, and what is left of it with the luck taken out."
        return f"<p>{said}</p>{_split(game, profile, hands)}"
    summary = aivat.summary(game, profile, hands)
    fewer = f" That is as sure as {summary.fewer:,.0f} times as many hands." if 1.5 < summary.fewer < 1e6 else ""
    scores = escape(str(summary)).replace("-", "−")
    return (
        f"<p>{scores}. Luck is what the deal, public chance and the machine's draws brought you, more or "
        f"less than could be expected; your own decisions are never corrected.{fewer}</p>{_split(game, profile, hands)}"
    )


def _split(game, profile, hands):
    """Say how the score splits; nothing in games of several rounds and large ones, where that takes too long."""
    if not isinstance(profile, Profile) or not _splits(game):
        return ""
    sums, unit = split(profile, hands, game).sum(), escape(game.unit.removesuffix("/g"))
    paid, luck, seat, lost = (counted(round(sums[k], 3), 4) for k in ("paid", "luck", "seat", "mistakes"))
    return (
        f"<p>Your score splits: {paid} {unit} in all are {luck} of luck, and {seat} for your seats, less "
        f"{lost.removeprefix('+')} of mistakes.</p>"
    )


def _splits(game):
    """Return whether a score can be split while one waits."""
    few = game.num_infosets <= posterior.MOST_INFOSETS
    return few and isinstance(game, Game) and len(game.chain) == 1


def _losses(game, profile, hands):
    losses = lost.losses(game, profile, hands)
    each, unit = losses["lost"].sum() / len(hands), game.unit.removesuffix("/g")
    said = (
        f"<p>{readable(each, 3)} {escape(unit)} a hand against <em>this</em> opponent: by so much you would have "
        f"expected more with the best action at each of your {len(losses)} decisions. It says nothing about others.</p>"
    )
    table = lost.costliest(losses, ROWS)
    if table.empty:
        return said + "<p>No decision lost anything.</p>"
    rows = [
        f'<th scope="row">P{seat + 1}: {escape(private)}, {escape(public) or "at the start"}</th>'
        f"<td>{escape(action)}</td><td>{line.times}</td><td>{readable(line.lost, 3)}</td><td>{escape(line.best)}</td>"
        f"<td>{escape(_mix(line.profile))}</td>"
        for (seat, private, public, action), line in zip(table.index, table.itertuples(), strict=True)
    ]
    if note := table_of(game).key_note:
        said += f"<p>{escape(note)}</p>"
    return said + _table(("where", "you", "times", "lost", "best", "the profile"), rows)


def _mix(profile):
    """Return the actions that a profile takes, the likeliest first, three at most."""
    likely = sorted(profile.items(), key=lambda item: -item[1])[:3]
    return ", ".join(f"{action} {probability(chance)}" for action, chance in likely if chance >= 0.005)


def _estimate(game, profile, hands):
    said = posterior.estimate(game, profile, hands)
    unit = escape(said.unit.removesuffix("/g"))
    if said.verdict is not None:
        return f"<p>{escape(said.verdict)}</p>"
    return (
        f"<p>No verdict yet. Your hands leave room for {said.low:.3g} to {said.high:.3g} {unit} a hand, but a player "
        f"without mistakes would show {said.perfect.mean:.3g} after as many, and one who takes any action equally "
        f"often {said.uniform.mean:.3g}: most of it is still what was assumed before the first hand. A verdict comes "
        f"when the first is below half of the second. You have met {said.met:,} of {said.infosets:,} information "
        "sets.</p>"
    )


PARTS = (
    (_score, "1. What you won"),
    (_losses, "2. What your decisions lost"),
    (_estimate, "3. How exploitable you are"),
)
