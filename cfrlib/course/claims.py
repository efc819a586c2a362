"""What the sources state, what we measure, and the verdict that follows from both by one rule.

``notebooks/papers/claims.csv`` has a row for each testable statement of a source. A statement allows an interval:

=
    a number, give or take `plus_minus`: what the source states, or what we allow where it says no more than "about"
    or "close". Where that is empty: half a unit of its last digit, and nothing for a fraction,
>, >=, <, <=
    everything above, or below, a number, with or without the number itself.

The column `kind` says whose choice this interval is, and the tables repeat it in parentheses:

digits
    nobody's: all that is printed as the source's number, be it rounded or cut off, since sources do both: from half a
    unit of its last digit nearer to 0 to less than a whole unit farther from it,
source
    the source's: it states the bound, the inequality or the distance,
ours
    ours: it says "close", "generally" or "learns the equilibrium", and we took it for this number or tolerance.

A misprint is judged as it stands, and its statement says that it is one. A time on the author's machine has its
`instead`, ours.

Ours is an interval, too: a single point where we compute exactly, else from the lowest to the highest of what we
measured; the column `over` says over what, as over seeds. Then the verdict is

open
    if we measured nothing that could decide it (the column `unjudged` says why),
substituted
    if something else was measured `instead`: what the source used no longer exists, or is out of our reach,
refuted
    if the two intervals have no point in common,
reproduced
    if ours lies inside what is allowed, or contains some of it and is no wider than the published number's absolute
    value,
open
    otherwise: ours says too little.

Differences of up to 1e-9 count as none: they are rounding.

What is `exact` needs no run: arithmetic of the text, a count of a tree, an expectation over all that chance can do.
The ledger counts it apart from what was measured.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from decimal import Decimal
from fractions import Fraction
from html import escape
from math import inf

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import one_of, said
from cfrlib._util.files import write_atomically
from cfrlib.runs.table import figures_folder

pd = lazy.load("pandas")


VERDICTS = ("reproduced", "refuted", "substituted", "open")
RELATIONS = ("=", ">", ">=", "<", "<=")
KINDS = {"digits": "its digits", "source": "the source", "ours": "our choice"}
ROUNDING = 1e-9
CUT_OFF = 1 - 1e-6
"""How far beyond a printed number, in units of its last digit, what is cut off to it may lie."""


@dataclass(frozen=True)
class Claim:
    """A testable statement of a source.

    Attributes
    ----------
    id : str
        Row of the list of claims and, where that has several statements, a letter: "T5a".
    source, place, statement : str
        Who says it, in which section, figure or table, and what, in our words.
    relation : {"=", ">", ">=", "<", "<="}
    published : str
        The number as it is printed, or the bound that the words mean: "-1/18", "4e9", "-0.055514".
    plus_minus : str
        How far the published number may be off; empty for what its last digit leaves open.
    unit, budget : str
        Of the number; what the source spent on it.
    instead : str
        What we measure in place of something that no longer exists, or is out of our reach; mostly empty.
    kind : {"digits", "source", "ours"}
        Whose choice the allowed interval is.
    over : str
        What our interval goes over: "exact", "5 seeds".
    unjudged : str
        Why nothing was measured that could decide it; mostly empty.
    cause : str
        What is behind it, if it is refuted; else empty.
    """

    id: str
    source: str
    place: str
    statement: str
    relation: str
    published: str
    plus_minus: str
    unit: str
    budget: str
    instead: str = ""
    kind: str = "ours"
    over: str = ""
    unjudged: str = ""
    cause: str = ""

    @property
    def value(self):
        """The published number."""
        return float(Fraction(self.published))

    @property
    def allowed(self):
        """What the statement allows, from the lowest to the highest."""
        value = self.value
        if self.relation != "=":
            return (value, inf) if self.relation.startswith(">") else (-inf, value)
        unit = _last_digit(self.published)
        off = float(self.plus_minus) if self.plus_minus else unit / 2
        if self.kind != "digits":
            return value - off, value + off
        toward, away = (unit / 2, unit * CUT_OFF) if value > 0 else (unit * CUT_OFF, unit / 2)
        return value - toward, value + away

    @property
    def exact(self):
        """Whether nothing was drawn, timed or chosen to judge it."""
        return self.over.startswith("exact")


def verdict(claim, ours):
    """Return the verdict that the rule gives.

    Parameters
    ----------
    claim : Claim
    ours : float, sequence of float, or None
        What we measured: a point, or several, as with several seeds; None if nothing.

    Returns
    -------
    str
        One of `VERDICTS`.
    """
    if ours is None:
        return "open"
    if claim.instead:
        return "substituted"
    (least, most), (low, high) = claim.allowed, _interval(ours)
    slack = ROUNDING if "=" in claim.relation else -ROUNDING  # else the bound is to be passed
    if high < least - slack or low > most + slack:
        return "refuted"
    if least - slack <= low and high <= most + slack:
        return "reproduced"
    return "reproduced" if claim.relation == "=" and high - low <= abs(claim.value) else "open"


class Paper:
    """The statements of a source, and what we measured for each.

    Parameters
    ----------
    source : str
        As in the column of this name.

    Attributes
    ----------
    claims : dict of str to Claim
        By id, in the order of the file.

    Examples
    --------
    >>> paper = Paper("Ni and Lamb")
    >>> paper.judge(N1a=-0.0555555556).verdict.tolist()
    ['reproduced']
    """

    def __init__(self, source):
        every = claims()
        one_of("source", source, tuple(dict.fromkeys(claim.source for claim in every)))
        self.claims = {claim.id: claim for claim in every if claim.source == source}
        self._ours = {}

    def __getitem__(self, name):
        return self.claims[name].value

    def judge(self, **ours):
        """Keep what we measured for some statements, and return those rows of the table of `verdicts`.

        Parameters
        ----------
        **ours : float, sequence of float, or None
            By id; see `verdict`.
        """
        for name, found in ours.items():
            one_of("id", name, tuple(self.claims))
            self._ours[name] = found if found is None else _interval(found)
        return self.verdicts(ours)

    def verdicts(self, ids=None):
        """Return the table of statements: place, statement, what is allowed (by whom), ours (over what), verdict."""
        ids = [name for name in self.claims if name in self._ours] if ids is None else ids
        rows = {name: row_of(self.claims[name], self._ours[name]) for name in ids}
        return pd.DataFrame.from_dict(rows, orient="index")

    def glance(self):
        """Return the verdicts that were saved last, a `Glance`."""
        saved = pd.read_csv(self._path()).set_index("id") if self._path().exists() else pd.DataFrame()
        found = {name: interval_of(saved.loc[name]) for name in self.claims if name in saved.index}
        return Glance([(self.claims[name], ours) for name, ours in found.items()])

    def left(self):
        """Return the ids of the statements that have not been judged."""
        return [name for name in self.claims if name not in self._ours]

    def save(self):
        """Write ``verdicts/SOURCE.csv`` for the ledger: id, low, high (ours, to 10 digits) and verdict.

        Raises
        ------
        ValueError
            If a statement has not been judged.
        """
        if self.left():
            raise ValueError(f"{', '.join(self.left())}: judge these first; None says that nothing was measured")
        judged = [(claim, self._ours[name]) for name, claim in self.claims.items()]
        rows = [(claim.id, *(found or (None, None)), verdict(claim, found)) for claim, found in judged]
        table = pd.DataFrame(rows, columns=["id", "low", "high", "verdict"])
        path = self._path()
        path.parent.mkdir(exist_ok=True)
        text = table.to_csv(index=False, float_format="%.10g", lineterminator="\n")
        write_atomically(path, lambda file: file.write(text.encode("utf-8")))
        return path

    def _path(self):
        (source,) = {claim.source for claim in self.claims.values()}
        return papers_folder() / "verdicts" / f"{source.lower().replace(' ', '_')}.csv"


class Glance:
    """Verdicts in a sentence each, by verdict: in a notebook the refuted ones open, the others on a click.

    Parameters
    ----------
    judged : list of (Claim, pair of float or None)
    """

    def __init__(self, judged):
        self.by_verdict = {what: [] for what in ("refuted", "reproduced", "substituted", "open")}
        for claim, found in judged:
            self.by_verdict[verdict(claim, found)].append((claim.id, claim.statement, sentence(claim, found)))

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


def row_of(claim, found):
    """Return the row of a statement in a table: place, statement, what is allowed (by whom), ours (over what), verdict.

    Parameters
    ----------
    claim : Claim
    found : pair of float or None
        What we measured, from the lowest to the highest; None if nothing.
    """
    return {
        "place": claim.place, "statement": claim.statement, "allowed": f"{bounds(claim)} ({KINDS[claim.kind]})",
        "ours": written(found) + (f" ({claim.over})" if found and claim.over else ""),
        "verdict": verdict(claim, found),
    }  # fmt: skip


def sentence(claim, found):
    """Return what was found of a statement, in a sentence; with its cause, if it is refuted."""
    if not found:
        return f"Not judged: {claim.unjudged}."
    ours = f"Ours is {written(found)}" + (f" ({claim.over})" if claim.over not in ("", "exact") else "")
    what, allowed = verdict(claim, found), f"{bounds(claim)} ({KINDS[claim.kind]})"
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


def claims():
    """Return all statements, a list of `Claim`, in the order of the file.

    Raises
    ------
    ValueError
        If an id is there twice, a relation or a kind is unknown, a number cannot be read, or what is called "digits"
        is more than that; the message says where.
    """
    table = pd.read_csv(papers_folder() / "claims.csv", dtype=str, keep_default_na=False)
    found = [Claim(**{field.name: row[field.name] for field in fields(Claim)}) for row in table.to_dict("records")]
    seen = set()
    for claim in found:
        try:
            one_of("relation", claim.relation, RELATIONS)
            one_of("kind", claim.kind, tuple(KINDS))
            claim.allowed  # noqa: B018 (its numbers can be read)
            if claim.kind == "digits" and (claim.relation != "=" or claim.plus_minus):
                raise ValueError("digits take an equality and no plus_minus")
        except ValueError as error:
            raise ValueError(f"claims.csv: {claim.id}: {error}") from None
        if claim.id in seen:
            raise ValueError(f"claims.csv: {claim.id} is there twice")
        seen.add(claim.id)
    return found


def printed(name):
    """Return a table that a source prints, ``notebooks/papers/printed/NAME.csv``; nan where it prints nothing."""
    return pd.read_csv(papers_folder() / "printed" / f"{name}.csv", na_values=["?"])


def papers_folder():
    """Return the project's `notebooks/papers`, found as the stored runs are."""
    return figures_folder().parent / "notebooks" / "papers"


def interval_of(row):
    """Return what a row of a file of verdicts has measured: a pair, or None."""
    return None if pd.isna(row.low) else (row.low, row.high)


def written(interval):
    """Return a point or an interval as text, to 4 digits."""
    if interval is None:
        return "–"
    low, high = (f"{x:.4g}".replace("-", "−") for x in interval)
    return low if low == high else f"{low} to {high}"


def _interval(ours):
    """Return the lowest and the highest of what was measured; what is rounding is 0."""
    numbers = np.atleast_1d(np.asarray(ours, dtype=float)) if not isinstance(ours, Mapping) else np.array([])
    if numbers.ndim != 1 or not numbers.size or not np.isfinite(numbers).all():
        raise ValueError(f"ours={said(ours)}: it takes a number, or several")
    low, high = float(numbers.min()), float(numbers.max())
    return low if abs(low) > ROUNDING else 0.0, high if abs(high) > ROUNDING else 0.0


def _last_digit(text):
    """Return a unit of the last digit of a printed number, 0 of a fraction."""
    return 0.0 if "/" in text else 10.0 ** Decimal(text).as_tuple().exponent
