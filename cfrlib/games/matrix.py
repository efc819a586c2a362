"""A matrix game: both players choose at the same time, without seeing the other's choice. It is not a `Game`, whose
actions are public; in its explicit tree Player 2's nodes form one information set."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from cfrlib._util.arguments import numbers, said, text
from cfrlib._util.built import Built

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

MOST_WRITTEN = 100
"""Payoffs that a repr writes out; error messages hold it."""


class matrix(Built):
    """A zero-sum matrix game.

    Parameters
    ----------
    payoffs : array_like, shape (m, n)
        Payoffs to player 0, who chooses a row while player 1 chooses a column.
    rows, columns : sequence of str, optional
        Names of the actions; "1", "2", ... by default. `columns` is `rows` if only that is given and fits.
    unit : str
        Of the payoffs.

    Raises
    ------
    ValueError
        If the payoffs are no table of finite numbers, or there are not as many different names as actions.

    Examples
    --------
    >>> pennies = matrix([[1, -1], [-1, 1]], rows=("heads", "tails"))
    >>> pennies.columns
    ('heads', 'tails')
    """

    name = "matrix"

    def __init__(
        self, payoffs: ArrayLike, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None,
        unit: str = "points",
    ) -> None:  # fmt: skip
        self.payoffs = numbers("payoffs", payoffs, "a table of numbers with equally long rows")
        if self.payoffs.ndim != 2 or 0 in self.payoffs.shape or not np.isfinite(self.payoffs).all():
            raise ValueError(f"payoffs={said(payoffs)}: it takes a table of finite numbers with equally long rows")
        m, n = self.payoffs.shape
        if columns is None and rows is not None and m == n:
            columns = rows
        self.rows, self.columns = self._names("rows", rows, m), self._names("columns", columns, n)
        self.unit = text("unit", unit)

    @staticmethod
    def _names(argument, names, n):
        if names is None:
            return tuple(str(i + 1) for i in range(n))
        ordered = isinstance(names, str | tuple | list | range) or np.ndim(names) == 1
        given = tuple(names) if ordered else ()
        named = all(isinstance(name, str | Integral) and not isinstance(name, bool) for name in given)
        if not named or not len(set(map(str, given))) == len(given) == n:
            raise ValueError(f"{argument}={said(names)}: it takes {n} different names")
        return tuple(map(str, given))

    @property
    def parameters(self) -> dict[str, Any]:
        """What the constructor needs to build the game again."""
        return {"payoffs": self.payoffs.tolist(), "rows": self.rows, "columns": self.columns, "unit": self.unit}

    def __repr__(self):
        if self.payoffs.size > MOST_WRITTEN:
            return "matrix(<{:,} x {:,} payoffs>)".format(*self.payoffs.shape)
        return f"matrix({self.payoffs.tolist()})"

    @property
    def num_infosets(self) -> int:
        """One for each player."""
        return 2

    @property
    def num_infoset_actions(self) -> int:
        """Rows and columns."""
        return sum(self.payoffs.shape)
