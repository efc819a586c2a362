"""Strategies as bars: what a player does at each information set, grouped by decision stage, profiles side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import Any

from cfrlib._util.arguments import is_number, listed, number, said
from cfrlib.draw.parts.actions import key, looks, spoken
from cfrlib.draw.parts.colors import text_on
from cfrlib.draw.parts.nodes import node
from cfrlib.draw.parts.svg import INLINE, LIGHT, element, num, outlined, probability, text, text_width
from cfrlib.draw.picture import Picture, composed, drawing
from cfrlib.game import Game

MAX_BARS, WIDEST = 400, 10_000
BAR, STEP, HEAD, MARGIN = 20.0, 24.0, 28.0, 16.0
TEXT = 14


@drawing
def strategy_chart(
    profiles: Mapping[Any, Any], keys: Sequence[tuple[str, str]] | None = None, *,
    stages: Mapping[str, str] | None = None, targets: Mapping[Any, Any] | None = None, width: float = 240,
    standalone: bool = True, title: str | None = None, name: str | None = None,
) -> Picture:  # fmt: skip
    """Draw what the players do at each information set as stacked bars, `width` pixels wide.

    `profiles` is a profile, or several by label, side by side; `keys` are the information sets to show, by default all
    of the first one. `stages` has headings by the public part of a key, such as ``{"pb": "after pass and bet"}``.
    `targets` is one more profile: dashed lines across the bars show where its segments end.
    """
    profiles = _labelled(profiles)
    first = next(iter(profiles.values()))
    keys = list(first) if keys is None else _present(first, keys)
    width = number("width", width, f"a number from 1 to {WIDEST}", 1, WIDEST)
    for heading in (stages or {}).values():
        if not isinstance(heading, str):
            raise ValueError(f"stages={said(stages)}: it takes a heading, a text, for each public part")
    if not 0 < len(keys) * len(profiles) <= MAX_BARS:
        raise ValueError(f"keys: {len(keys)} information sets give {len(keys) * len(profiles)} bars; choose some")
    choices = {label: [_choice(label, profile, k) for k in keys] for label, profile in profiles.items()}
    marks = [_choice("targets", targets, k) for k in keys] if targets is not None else None
    look = looks(action for column in choices.values() for choice in column for action in choice)
    theme = LIGHT if standalone else INLINE

    groups = _groups(first, keys)
    indent = MARGIN + max(text_width(str(k[0]), TEXT) for k in keys) + 10
    across = width + 24
    body, y = [], MARGIN
    if len(profiles) > 1:
        for c, label in enumerate(profiles):
            x = indent + c * across + width / 2
            body.append(text(x, y, label, TEXT, fill=theme.ink, font_weight="bold"))
        y += 12
    opening = "opening" if sum(public == "" for _, public in groups) == 1 else ""
    for (player, public), members in groups.items():
        y += HEAD / 2 + 2
        heading = (stages or {}).get(public, f"after {public}" if public else opening)
        body.append(_heading(theme, player, heading, indent, y))
        y += HEAD / 2 + 2
        for k in members:
            body.append(text(indent - 8, y + BAR / 2, keys[k][0], TEXT, fill=theme.ink, text_anchor="end"))
            for c, column in enumerate(choices.values()):
                body.append(_bar(theme, look, column[k], keys[k], indent + c * across, y, width))
                if marks:
                    body.append(_dashes(theme, marks[k], indent + c * across, y, width))
            y += STEP
    swatches, swatches_width = key(look, theme.ink)
    wide = max(indent + len(profiles) * across - 24, MARGIN + swatches_width) + MARGIN
    center = num((wide - swatches_width) / 2)
    body.append(element("g", swatches, class_="legend", transform=f"translate({center},{num(y + 16)})"))

    spread = f"{len(groups)} {'stage' if len(groups) == 1 else 'stages'}"
    desc = f"Probability of {', '.join(look)} at {len(keys)} information sets in {spread}"
    desc += f"; side by side: {', '.join(profiles)}." if len(profiles) > 1 else "."
    return composed(wide, y + 34, *body, called="Strategies" if len(profiles) > 1 else "Strategy", desc=desc,
                    kind="cfr-strategy", standalone=standalone, title=title, name=name)  # fmt: skip


def _labelled(profiles):
    """Return profiles by label, also for a single one."""
    if not isinstance(profiles, Mapping) or not profiles:
        raise ValueError(f"profiles={said(profiles)}: it takes a profile, or a dict of profiles by label")
    labels = all(isinstance(label, str) for label in profiles)
    if labels and not all(isinstance(profile, Mapping) for profile in profiles.values()):
        raise ValueError(f"profiles={said(profiles)}: it takes a profile, or a dict of profiles by label")
    return dict(profiles) if labels else {"": profiles}


def _present(profile, keys):
    """Return the keys as a list if all are of information sets of a profile."""
    keys = listed("keys", keys, "a list of information sets", ordered=False)
    for k in keys:
        if not isinstance(k, tuple) or k not in profile:
            raise ValueError(f"keys: the first of profiles has no strategy at information set {said(k)}")
    return keys


def _choice(label, profile, k):
    """Return {action: probability} at an information set."""
    try:
        choice = {str(action): p for action, p in dict(profile[k]).items()}
    except (KeyError, TypeError, ValueError, IndexError):
        which = f"profile {label!r}" if label else "the profile"
        raise ValueError(f"profiles: {which} has no strategy at information set {k!r}") from None
    right = choice and all(is_number(p) and 0 <= p <= 2 for p in choice.values())
    if not right or abs(sum(choice.values()) - 1) > 1e-6:
        raise ValueError(f"profiles: the probabilities {said(choice)} at {k!r} must be >= 0 and sum to 1")
    return {action: float(p) for action, p in choice.items()}


def _groups(profile, keys):
    """Return the positions in `keys` by decision stage: early stages first, private outcomes in the game's order."""
    players = dict(zip(profile, getattr(profile, "players", ()), strict=False))
    game = getattr(profile, "game", None)
    rank = {o: k for player in (0, 1) for k, o in enumerate(game.outcomes(player))} if isinstance(game, Game) else {}
    groups = {}
    for k in sorted(range(len(keys)), key=lambda k: (len(keys[k][1]), k)):
        groups.setdefault((players.get(keys[k]), keys[k][1]), []).append(k)
    return {stage: sorted(ks, key=lambda k: (rank.get(keys[k][0], 0), k)) for stage, ks in groups.items()}


def _heading(theme, player, words, x, y):
    """Return the heading of a stage, with the sign of the player who decides there."""
    sign = ""
    if player is not None:
        move = f"translate({num(x + 8)},{num(y)}) scale(.6)"
        sign = element("g", node(player, 0.0, 0.0, "", theme.ink), transform=move)
        words = ", ".join(filter(None, (f"Player {player + 1}", words)))
    start = x + (22 if player is not None else 0)
    return sign + text(start, y, words, TEXT, fill=theme.ink, text_anchor="start", font_weight="bold")


def _dashes(theme, choice, x, y, width):
    """Return dashed lines where the segments of a bar are to end, but for those at its own ends."""
    places = [place for place in accumulate(choice.values()) if 1e-3 < place < 1 - 1e-3]
    d = "".join(f"M{num(x + place * width)},{num(y - 2)}v{num(BAR + 4)}" for place in places)
    dashed = element("path", d=d, stroke=theme.ink, stroke_width=2, stroke_dasharray="4 3")
    return element("path", d=d, stroke=theme.paper, stroke_width=4) + dashed


def _bar(theme, look, choice, k, x, y, width):
    """Return one bar: a segment for each action, with its probability where there is room."""
    parts = [element("title", escape(f"{k[0]} {k[1]}: {spoken(choice)}"))]
    left = x
    for action, p in choice.items():
        if p <= 0:
            continue
        paint = look[action]
        parts.append(paint.filled((left, y, p * width, BAR)))
        shown = probability(p, 3)
        if text_width(shown, TEXT) + 4 <= p * width:
            style = {"fill": text_on(paint.color)} | outlined(paint.color)
            parts.append(text(left + p * width / 2, y + BAR / 2, shown, TEXT, **style))
        left += p * width
    frame = element("rect", x=x, y=y, width=float(width), height=BAR, fill="none", stroke=theme.ink, stroke_width=0.8)
    return element("g", *parts, frame)
