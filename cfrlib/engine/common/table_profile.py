"""A profile of a game whose tables are laid out for vectors: it looks probabilities up in such tables."""

from collections.abc import Mapping

import numpy as np

from cfrlib._util import archive
from cfrlib._util.arguments import typed
from cfrlib.engine.locks import Locks
from cfrlib.engine.sums import check_finite, row_of
from cfrlib.profile import TABLES_FORMAT, Profile, described

VIEWED = 10**7
"""Information-set actions of a game whose tables would not fit twice: above it a solver's profile is a view."""


class TableProfile(Profile):
    """A profile whose probabilities are worked out when they are looked up in a layout's tables.

    If the tables are a solver's it stays valid until that runs again; `copy` gives one that lasts. Tables are of summed
    strategies or of regrets: what is negative counts as 0, and a row whose sum is within the tolerance is uniform.
    """

    gives_up = False
    """Whether in a match the player folds at once; see `cfrlib.matches.baseline`."""

    def __init__(self, layout, sums, tolerance=None):
        self.layout, self.game, self.writeable = layout, layout.game, sums
        self.tolerance = (0.0,) * len(layout.sizes) if tolerance is None else tuple(tolerance)
        self.tables = tuple(table.view() for table in check_finite(sums))
        for table in self.tables:
            table.setflags(write=False)

    def __getitem__(self, key):
        place = self.layout.find(key)
        if place is None:
            raise KeyError(f"key={key!r}: no such information set; keys look like {next(iter(self))!r}")
        return dict(zip(place[0], row_of(self.tables, *place, self.tolerance).tolist(), strict=True))

    def __contains__(self, key):
        return self.layout.find(key) is not None

    def __iter__(self):
        """Yield the keys in a fixed order."""
        return (key for key, *_ in self.layout.information_sets())

    def __len__(self):
        return self.game.num_infosets

    def __eq__(self, other):
        same = isinstance(other, TableProfile) and self.game == other.game
        return (same and all(map(np.array_equal, self.tables, other.tables))) or super().__eq__(other)

    __hash__ = None

    def __repr__(self):
        return f"<Profile of {self.game}: {len(self):,} information sets>"

    @property
    def probabilities(self):
        """Not kept: there would be too many."""
        raise ValueError(f"probabilities: {self.game.num_infoset_actions:,} of them; look them up, or use items()")

    @property
    def players(self):
        """Who moves at each information set, in the order of the keys."""
        return map(self.layout.player_of, self)

    def replace(self, changes):
        for key in typed("changes", changes, Mapping, "{key: {action: probability}}"):
            self[key]  # raises KeyError
        return self._with(Locks(self.layout, changes, "changes").replaced(self.writeable))

    def snapshot(self):
        """Return a copy, or above ten million information-set actions this view."""
        return self if self.game.num_infoset_actions > VIEWED else self.copy()

    def copy(self):
        """Return a profile that later iterations do not change."""
        copies = tuple(table.copy() for table in self.tables)
        return self._with(copies if isinstance(self.writeable, tuple) else copies[0])

    def _with(self, tables):
        """Return a profile like this one of other tables."""
        profile = TableProfile(self.layout, tables, self.tolerance)
        profile.gives_up = self.gives_up
        return profile

    def save(self, path):
        """Write the profile to exactly this path, whole or not at all; no pickle is involved."""
        game = described(self.game)
        if game is None:
            raise ValueError(f"game={self.game!r}: a profile of it cannot be saved as tables; it takes cfrlib.games")
        header = {"format": TABLES_FORMAT, "game": game, "nothing": self.tolerance, "gives_up": self.gives_up}
        archive.write(path, header, {f"sums{k}": table for k, table in enumerate(self.tables)}, "names")


def filled(layout, profile, dtype=float):
    """Return a layout's tables, filled from any profile; ValueError if its information sets or actions are others."""
    tables = tuple(np.zeros(size, dtype=dtype) for size in layout.sizes)
    for key, names, at in layout.information_sets():
        if key not in profile:
            raise ValueError(f"profile: information set {key!r} is missing")
        row = profile[key]
        if set(row) != set(names):
            raise ValueError(f"profile: at information set {key!r} it has actions {tuple(row)}, the game {names}")
        if at is not None:
            table, entry, stride = at
            tables[table][entry : entry + stride * len(names) : stride] = [row[a] for a in names]
    return tables if len(tables) > 1 else tables[0]
