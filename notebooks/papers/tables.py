"""What we measured of a statement, as a row and as a sentence; a first screen of all; tables that a click opens."""

from html import escape

import pandas as pd
from IPython import get_ipython

from rule import KINDS, by_our_number, verdict

SIGNS = {"reproduced": "✓", "refuted": "✗", "substituted": "~", "open": "?"}
MEANING = {
    "reproduced": "ours agrees", "substituted": "something else is measured in its place",
    "open": "what we have does not decide it", "refuted": "ours disagrees",
}  # fmt: skip
"""What the verdicts say in short, in the order of a first screen."""
WIDE = 5
"""A table of more columns lies on its side, if it has no more rows than that."""


def row_of(claim, measured):
    """Return the row of a statement: place, statement, what is allowed (by whom), ours (over what), verdict.

    What we measured goes from the lowest to the highest, a pair; it is None if we measured nothing.
    """
    return {
        "place": claim.place, "statement": claim.statement, "allowed": f"{bounds(claim)} ({KINDS[claim.kind]})",
        "ours": written(measured) + (f" ({claim.over})" if measured and claim.over else ""),
        "verdict": verdict(claim, measured),
    }  # fmt: skip


def sentence(claim, measured):
    """Return what we measured of a statement, in a sentence; with its cause, if it is refuted."""
    if not measured:
        return f"Not judged: {claim.unjudged}."
    ours = f"Ours is {written(measured)}" + (f" ({claim.over})" if claim.over not in ("", "exact") else "")
    what, allowed = verdict(claim, measured), f"{bounds(claim)} ({KINDS[claim.kind]})"
    if what == "substituted":
        return f"Measured instead: {claim.instead}. {ours}; the source has {allowed}."
    if what == "open":
        return f"{ours}, which does not decide it: the source says {allowed}."
    if what == "reproduced":
        return f"{ours}, as the source says: {allowed}."
    return f"{ours}, not as the source says: {allowed}. Cause: {claim.cause}."


def refutation(claim, measured):
    """Return what is refuted and why, in short: how it is measured is what a statement has after its last colon."""
    said, _, how = claim.statement.rpartition(": ")
    said, how = (said, f" ({how.partition(',')[0]})") if said else (how, "")
    ours = f"Ours is {written(measured)}{how}, not {bounds(claim).removesuffix(' ratio')}"
    return f"{said}. {ours}. Cause: {claim.cause}."


def bounds(claim):
    """Return what a statement allows as text: "> 1 ratio"."""
    sign = {"=": "", ">=": "≥ ", "<=": "≤ "}.get(claim.relation, f"{claim.relation} ")
    around = f" ± {claim.plus_minus}" if claim.plus_minus else ""
    return f"{sign}{claim.published}{around} {claim.unit}".strip().replace("-", "−")


def written(interval):
    """Return a point or an interval as text, to 4 digits."""
    if interval is None:
        return "–"
    low, high = (f"{x:.4g}".replace("-", "−") for x in interval)
    return low if low == high else f"{low} to {high}"


class Beside:
    """A picture and, on its right (below it, where there is no room), some HTML."""

    def __init__(self, picture, *parts):
        self.picture, self.html = picture, "\n".join(parts)

    def __repr__(self):
        return self.picture.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        picture = f'<div style="flex:1 1 430px;min-width:0">{self.picture.html}</div>'
        right = f'<div style="flex:1 1 340px;min-width:0;overflow-x:auto">\n{self.html}\n</div>'
        html = f'<div style="display:flex;flex-wrap:wrap;gap:0 24px">\n{picture}\n{right}\n</div>'
        return self.picture._repr_mimebundle_() | {"text/html": html}


class Glance(Beside):
    """A picture, and beside it all verdicts of (claim, measured): how many, and on a click a sentence each.

    Main claims that are refuted stand in the open, with their cause, and the rest on a click; if there are none, all.
    """

    def __init__(self, judged, picture):
        self.rows = {what: [] for what in MEANING}
        for claim, measured in judged:
            self.rows[verdict(claim, measured)].append((claim, measured))
        super().__init__(picture, *(part for what in MEANING if self.rows[what] for part in self._parts(what)))

    def __repr__(self):
        return ", ".join(f"{len(rows)} {what}" for what, rows in self.rows.items())

    def _parts(self, what):
        rows, told = self.rows[what], refutation if what == "refuted" else sentence
        items = {claim.id: f"<li><b>{claim.id}</b> {escape(told(claim, measured))}</li>" for claim, measured in rows}
        main = [claim.id for claim, _ in rows if claim.weight == "main"]
        exact = sum(claim.exact and measured is not None for claim, measured in rows)
        ours = sum(by_our_number(*row) for row in rows)
        notes = {"of the main claims": len(main), "computed, not measured": exact, "by a number of our choice": ours}
        notes = [f"{number} {of}" for of, number in notes.items() if number]
        apart = f" ({'; '.join(notes)})" if notes else ""
        words = f"{SIGNS[what]} <b>{len(rows)} {what}</b>: {MEANING[what]}{apart}"
        if what != "refuted":
            return [folded(words, listed(items.values()))]
        shown = [items.pop(name) for name in main or [*items]]
        more = folded(f"{len(items)} more", listed(items.values())) if items else ""
        return [f"{words}\n{listed(shown)}", more]


def listed(items):
    """Return items of a list, close together, as HTML."""
    style = "margin:0 0 .5em;padding-left:1.2em;font-size:.87em;line-height:1.35"
    return "\n".join([f'<ul style="{style}">', *items, "</ul>"])


def folded(words, html):
    """Return HTML that a click on some words opens."""
    return f"<details><summary>{words}</summary>\n{html}\n</details>"


def fold_tables():
    """Let this notebook show each table when one clicks on what it is about; wide and low ones lie on their side."""
    pd.set_option("display.max_colwidth", None)
    get_ipython().display_formatter.formatters["text/html"].for_type(pd.DataFrame, folded_table)


def folded_table(table):
    """Return a table that a click opens, as HTML: in sight are its verdicts and statements, or its columns."""
    if "verdict" in table and SIGNS.keys() >= set(table.verdict):
        rows = zip(table.index, table.verdict, table.statement, strict=True)
        words = "<br>\n".join(f"{SIGNS[what]} <b>{name}</b> {what}: {escape(text)}" for name, what, text in rows)
    else:
        if table.shape[1] > WIDE >= len(table):
            table = table.T
        names = [name for name in table.index.names if name]
        rows = names or [label for label in table.index if not isinstance(label, int)]
        words = escape("Table: " + ", by ".join(_labels(some) for some in (table.columns, rows[:WIDE]) if len(some)))
    return folded(words, table.to_html())


def _labels(some):
    """Return labels of a table as text, of a tuple the first, each once."""
    return "; ".join(dict.fromkeys(str(label[0] if isinstance(label, tuple) else label) for label in some))
