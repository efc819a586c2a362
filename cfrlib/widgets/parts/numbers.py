"""How the widgets write numbers, names and formulas: few digits, the same on every machine."""

from dataclasses import dataclass

from cfrlib.draw.parts.svg import readable

NOISE = 1e-12
"""Numbers nearer to 0 are what rounding left behind."""

SUBSCRIPTS = ("₁", "₂", "c")
"""The subscripts of Player 1, Player 2 and chance."""


def show(x):
    """Return a number with few digits: four that count, more only above 10,000, and 0 for what rounding left behind.

    >>> show(-0.875), show(1 / 24), show(1e-17)
    ('−0.875', '0.04167', '0')
    """
    return readable(0 if abs(x) < NOISE else float(x), 4 if abs(x) < 10_000 else 6)


def short(x):
    """Return `show` for a cell of a table: at most four digits after the point, so that columns keep their width.

    >>> short(0.030769), short(-1.25), short(0.00003)
    ('0.0308', '−1.25', '0.0000')
    """
    told = show(round(float(x), 4))
    return "0.0000" if told == "0" and abs(x) > NOISE else told


def signed(x):
    """Return `show` with a plus sign where the number is positive."""
    return ("+" if x > NOISE else "") + show(x)


def counted(n, thing, many=None):
    """Return a number of things in words: "1 hand", "1,176 hands"."""
    return f"{n:,} {thing if n == 1 else many or f'{thing}s'}"


def factor(x):
    """Return a number as it stands inside a product: negative ones in brackets."""
    return f"({show(x)})" if x < -NOISE else show(x)


def history(tree, node):
    """Return a history as it is written in formulas, such as "QKpb"; the empty one is "∅"."""
    return tree.label(node) or "∅"


@dataclass(frozen=True)
class Formula:
    """A number and where it comes from: ``r(Qpb; p) = π₋ᵢ(h) · (u(hp) − u(h)) = 0.5 · 1 · (−1 − (−1.5)) = 0.25``.

    `symbols` is the rule for it, and `numbers` the rule with its numbers filled in. A hidden one shows "?" for them.
    """

    name: str
    symbols: str
    numbers: str
    result: float
    hidden: bool = False

    @property
    def parts(self):
        """The text in pieces: name, symbols, numbers, equals sign, result."""
        if self.hidden:
            return self.name, self.symbols, "", "=", "?"
        result = show(self.result)
        exact = abs(float(result.replace("−", "-")) - self.result) <= 1e-12 * max(1.0, abs(self.result))
        return self.name, self.symbols, "" if self.numbers == result else self.numbers, "=" if exact else "≈", result

    def __str__(self):
        name, symbols, numbers, equals, result = self.parts
        return " = ".join(part for part in (name, symbols, numbers) if part) + f" {equals} {result}"
