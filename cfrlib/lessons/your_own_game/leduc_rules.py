"""Leduc hold'em with the rules in one's own hands: each choice is solved exactly, and the value moves."""

from math import prod
from typing import Any

import ipywidgets as W

from cfrlib.draw.parts.colors import CURRENT, PLAYERS
from cfrlib.draw.parts.svg import INLINE, LIGHT, document, element, num, text
from cfrlib.exact.linear_program import equilibrium
from cfrlib.lessons.your_own_game.house_rules import BOARDS, FOLDS, OPENS, PAIRS, TIES, house_rules
from cfrlib.widgets.parts.controls import BAR, PAGE, row
from cfrlib.widgets.parts.numbers import show
from cfrlib.widgets.widget import Widget

CHOICES = {
    "ranks": ("ranks", 3, (2, 3, 4, 5)),
    "suits": ("suits", 2, (1, 2, 3, 4)),
    "ante": ("ante", 1, (0.5, 1, 2)),
    "bets": ("bets", (2, 4), ("doubling", (1, 1), (1, 2), (2, 2), (2, 4), (4, 4))),
    "raises": ("raises", (2, 2), ((1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (0, 1), (0, 2))),
    "opens": ("round 2 opens", "Player 1", OPENS),
    "ties": ("ties", "split", TIES),
    "pairs": ("pairs", "win", PAIRS),
    "board": ("public card", "seen", BOARDS),
    "fold": ("a fold loses", "stake", FOLDS),
}
"""{keyword of `house_rules`: (name of the menu, the stated rule, what it offers)}."""
STATED = {key: stated for key, (_, stated, _) in CHOICES.items()}
LOW, HIGH = -0.12, 0.04
"""Chips at the ends of the scale."""


class leduc_rules(Widget):
    """Menus for the rules of Leduc hold'em; shows the value to Player 1, those seen before, and numbers to aim at.

    `targets` marks numbers on the scale, by name, in chips a hand; `value` is in chips a hand, too. `rules` are those
    to start with, keywords of `cfrlib.lessons.your_own_game.house_rules.house_rules` that the menus offer.
    """

    around = PAGE + 3 * BAR
    only = f"{prod(len(offered) for *_, offered in CHOICES.values()):,} sets of rules, each solved when it is chosen"

    def __init__(self, targets: dict[str, float] | None = None, **rules: Any) -> None:
        self._targets, self._shown = dict(targets or {}), []
        self._menus = {
            key: self.field(W.Dropdown, name, f"Choose: {name}", "15em", value=stated,
                            options=[(self._word(option), option) for option in options])
            for key, (name, stated, options) in CHOICES.items()
        }  # fmt: skip
        self._choose(rules)
        reset = self.button("Reset", "step-backward", "Back to the standard rules", lambda: self.change(**STATED))
        super().__init__([*self._menus.values()], row(reset, self.says), self.canvas)

    @property
    def rules(self) -> dict[str, Any]:
        """The rules chosen, as keywords of `house_rules`."""
        return {key: menu.value for key, menu in self._menus.items()}

    def change(self, **rules: Any) -> None:
        """Choose rules by the keywords of `house_rules`; those not named stay as they are."""
        self._choose(rules)
        self.refresh()

    def _choose(self, rules):
        for key, value in rules.items():
            if key not in CHOICES:
                raise ValueError(f"{key}={value!r}: rules are {', '.join(CHOICES)}")
            if value not in CHOICES[key][2]:
                raise ValueError(f"{key}={value!r}: it takes one of {', '.join(map(repr, CHOICES[key][2]))}")
        with self.quietly():
            for key, value in rules.items():
                self._menus[key].value = value

    @property
    def words(self) -> str:
        """The value, and which rules differ from the stated ones."""
        changed = [f"{CHOICES[k][0]}: {self._word(v)}" for k, v in self._solved.items() if v != STATED[k]]
        said = "; ".join(changed) or "standard rules"
        return f"Worth {show(self.value)} chips a hand to Player 1. {said[:1].upper() + said[1:]}."

    @staticmethod
    def _word(option):
        return " and ".join(map(str, option)) if isinstance(option, tuple) else str(option)

    def refresh(self) -> None:
        while True:  # a menu may change while the rules are solved: what is shown belongs together
            rules = self.rules
            value = equilibrium(house_rules(**rules))[0]
            if rules == self.rules:
                break
        self.value, self._solved = value, rules
        super().refresh()
        self._shown.append(self.value)

    def draw(self, standalone: bool) -> str:
        theme = LIGHT if standalone else INLINE
        left, right, line = 24.0, 664.0, 70.0

        def at(value):
            return left + (min(max(value, LOW), HIGH) - LOW) / (HIGH - LOW) * (right - left)

        parts = [element("path", d=f"M{num(left)},{num(line)}H{num(right)}", stroke=theme.ink)]
        for k in range(round(LOW * 50), round(HIGH * 50) + 1):
            parts.append(element("path", d=f"M{num(at(k / 50))},{num(line)}v5", stroke=theme.ink))
            parts.append(text(at(k / 50), line + 17, show(k / 50), 14, fill=theme.ink))
        aims, top = sorted((at(value), f"{name} {show(value)}") for name, value in self._targets.items()), 24.0
        for k, (x, name) in enumerate(aims):
            before, after = (abs(aims[j][0] - x) < 200 if 0 <= j < len(aims) else False for j in (k - 1, k + 1))
            anchor = "end" if after else "start" if before else "middle"
            down = f"M{num(x)},{num(top + 8)}V{num(line)}"
            parts.append(element("path", d=down, stroke=PLAYERS[1], stroke_dasharray="4 3"))
            parts.append(text(x, top, name, 14, fill=theme.ink, text_anchor=anchor))
        ring = {"fill": "none", "stroke": PLAYERS[0], "stroke_width": 1.2}
        parts += [element("circle", cx=at(value), cy=line, r=4.0, **ring) for value in self._shown]
        dot = {"fill": CURRENT, "stroke": theme.ink, "stroke_width": 1.2}
        parts.append(element("circle", class_="current", cx=at(self.value), cy=line, r=7.0, **dot))
        parts.append(text((left + right) / 2, line + 40, "value to Player 1 (chips a hand)", 14, fill=theme.ink))
        look = {"title": "Value of the rules", "kind": "cfr-rules", "standalone": standalone}
        return document(right + 24, line + 52, *parts, desc=self.words, **look)
