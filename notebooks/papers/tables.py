"""What we measured of a statement, as a row of a table and as a sentence; tables that a click opens."""

from html import escape

from rule import KINDS, verdict


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


class Glance:
    """Verdicts of (claim, measured) in a sentence each: in a notebook the refuted ones open, the others on a click."""

    def __init__(self, judged):
        self.by_verdict = {what: [] for what in ("refuted", "reproduced", "substituted", "open")}
        for claim, measured in judged:
            self.by_verdict[verdict(claim, measured)].append((claim.id, claim.statement, sentence(claim, measured)))

    def __repr__(self):
        return ", ".join(f"{len(rows)} {what}" for what, rows in self.by_verdict.items())

    def _repr_html_(self):
        parts = []
        for what, rows in self.by_verdict.items():
            shown = " open" if what == "refuted" else ""
            parts.append(f"<details{shown}><summary>{len(rows)} {what}</summary>\n<ul>")
            parts += [f"<li><b>{name}</b> {escape(text)}. <i>{escape(ours)}</i></li>" for name, text, ours in rows]
            parts.append("</ul>\n</details>")
        return "\n".join(parts)


class Folded:
    """A table that shows its first rows and, in a notebook, the others on a click."""

    def __init__(self, table, shown=9):
        self.table, self.shown = table, shown

    def __repr__(self):
        return self.table.to_string()

    def _repr_html_(self):
        first, rest = self.table.iloc[: self.shown], self.table.iloc[self.shown :]
        if rest.empty:
            return first.to_html()
        words = f"Rows {rest.index[0]} to {rest.index[-1]}: click to show"
        return f"{first.to_html()}\n<details><summary>{words}</summary>\n{rest.to_html()}\n</details>"
