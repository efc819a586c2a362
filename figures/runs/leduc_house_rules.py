"""The value of Leduc poker under house rules, exact by linear programming: which explain the numbers of Ni and Lamb?"""

from itertools import combinations, product

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.exact.linear_program import equilibrium
from cfrlib.lessons.your_own_game.house_rules import house_rules

BASES = {"without": {"bets": "doubling", "raises": 1}, "with": {"bets": (2, 4), "raises": 2}}
"""Their rule sets, without and with re-raise."""
REPORTED = {"without": -0.043549, "with": -0.033084}
"""What they report, in chips."""
CHANGES = {
    "deck": {f"{r} ranks of {s}": {"ranks": r, "suits": s} for r, s in ((3, 1), (3, 3), (3, 4), (4, 2), (2, 2))},
    "ante": {"ante 1/2": {"ante": 0.5}, "ante 2": {"ante": 2}},
    "bets": {f"bets {b}": {"bets": b} for b in ((1, 1), (2, 2), (1, 2), (2, 4), "doubling")},
    "limit": {
        f"{'one more' if more > 0 else 'one less'} raise in {where}": {
            "more": (more * ("1" in where), more * ("2" in where))
        }
        for more, where in ((1, "round 1"), (1, "round 2"), (-1, "round 1"), (-1, "round 2"), (1, "rounds 1, 2"))
    },
    "opens": {f"round 2 opens: {who}": {"opens": who} for who in ("Player 2", "in turn")},
    "ties": {f"ties: {who}": {"ties": who} for who in ("Player 1 wins", "Player 2 wins")},
    "pairs": {"pairs count nothing": {"pairs": "nothing"}},
    "board": {"public card hidden": {"board": "hidden"}, "public card from a full deck": {"board": "from a full deck"}},
    "fold": {"a fold loses only the ante": {"fold": "ante"}},
}
"""What may be changed: {topic: {name: switches}}; at most one change of a topic at a time."""


def run_task(task, checkpoint=None):
    """Return the rows change_1, change_2, and the value without and with re-raise (chips)."""
    rows = []
    for topics in combinations(CHANGES, task["changes"]):
        for chosen in product(*(CHANGES[topic].items() for topic in topics)):
            first, second, *_ = [name for name, _ in chosen] + ["", ""]
            switches = {key: value for _, change in chosen for key, value in change.items()}
            values = {base: equilibrium(changed(base, **switches))[0] for base in BASES}
            rows.append({"change_1": first, "change_2": second} | values)
    return pd.DataFrame(rows)


def changed(base, more=(0, 0), **switches):
    """Return one of their rule sets with changes; `more` adds to the limit of raises in each round."""
    rules = BASES[base] | switches
    limit = rules.pop("raises")
    return house_rules(raises=tuple(max(0, limit + m) for m in more), **rules)


def draw(table, name):
    """Return the picture: the values, in order, and what is reported."""
    curves = {f"{base} re-raise": (range(1, len(table) + 1), sorted(table[base])) for base in BASES}
    return drawing.lines(
        curves, xlabel="rule sets, in order of their value", ylabel="value (chips)", name=name,
        target={f"reported, {base}": number for base, number in REPORTED.items()},
    )  # fmt: skip
