"""What a source states, and the one rule by which a verdict follows from that and from what we measured.

`claims.csv` has a row for each testable statement of a source. A statement allows an interval:

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

The column `weight` says how much hangs on a statement:

main
    what its source claims of its own work in title, abstract or conclusion; of a page that has only a title, what its
    worked iterations, its programs and its race are there to show,
misprint
    a slip of the pen: a digit, a letter or a label, where the source itself shows what is meant,
detail
    everything else.

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
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import inf

import numpy as np

from cfrlib._util.arguments import said

VERDICTS = ("reproduced", "refuted", "substituted", "open")
RELATIONS = ("=", ">", ">=", "<", "<=")
WEIGHTS = ("main", "detail", "misprint")
KINDS = {"digits": "its digits", "source": "the source", "ours": "our choice"}
ROUNDING = 1e-9
CUT_OFF = 1 - 1e-6
"""How far beyond a printed number, in units of its last digit, what is cut off to it may lie."""


@dataclass(frozen=True)
class Claim:
    """A testable statement of a source, a row of `claims.csv`: numbers are kept as they are printed.

    `statement` is in our words; `published` is the number, or the bound that the words mean: "-1/18", "4e9"; `budget`
    is what the source spent on it; `instead` what we measure in place of something that no longer exists, or is out of
    our reach; `over` what our interval goes over: "exact", "5 seeds"; `unjudged` why nothing was measured that could
    decide it; `cause` what is behind it, if it is refuted. The last five may be empty.
    """

    id: str
    source: str
    weight: str
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
    """Return the one of `VERDICTS` that the rule gives for a number, for several, as of several seeds, or for None."""
    if ours is None:
        return "open"
    if claim.instead:
        return "substituted"
    (least, most), (low, high) = claim.allowed, interval(ours)
    slack = ROUNDING if "=" in claim.relation else -ROUNDING  # else the bound is to be passed
    if high < least - slack or low > most + slack:
        return "refuted"
    if least - slack <= low and high <= most + slack:
        return "reproduced"
    return "reproduced" if claim.relation == "=" and high - low <= abs(claim.value) else "open"


def by_our_number(claim, ours):
    """Tell whether a statement is reproduced or refuted by a number of our choice."""
    return claim.kind == "ours" and verdict(claim, ours) in ("reproduced", "refuted")


def interval(ours):
    """Return the lowest and the highest of what was measured; what is rounding is 0."""
    numbers = np.atleast_1d(np.asarray(ours, dtype=float)) if not isinstance(ours, Mapping) else np.array([])
    if numbers.ndim != 1 or not numbers.size or not np.isfinite(numbers).all():
        raise ValueError(f"ours={said(ours)}: it takes a number, or several")
    low, high = float(numbers.min()), float(numbers.max())
    return low if abs(low) > ROUNDING else 0.0, high if abs(high) > ROUNDING else 0.0


def _last_digit(text):
    """Return a unit of the last digit of a printed number, 0 of a fraction."""
    return 0.0 if "/" in text else 10.0 ** Decimal(text).as_tuple().exponent
