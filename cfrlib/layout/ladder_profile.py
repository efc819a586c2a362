"""A profile of a game on a ladder: a view of a solver's table, for it would not fit twice."""

import json
from pathlib import Path

import numpy as np

from cfrlib.strategy import MAX_TABLE_ROWS, Profile, write_atomically

FORMAT = "cfrlib ladder profile 1"


class LadderProfile(Profile):
    """A profile whose probabilities are worked out when they are looked up.

    It stays valid until the solver runs again; `copy` gives one that lasts.

    Parameters
    ----------
    layout : Ladder
    sums : (num_entries,) array
        Of summed strategies or positive regrets; what is negative counts as 0, and a row of zeros is uniform.
    """

    def __init__(self, layout, sums):
        self.layout, self.game, self.writeable, self.sums = layout, layout.game, sums, sums.view()
        self.sums.setflags(write=False)

    def _row(self, key):
        """Return (mask, player, roll) of a key, or None."""
        try:
            roll, bids = self.game.canonical(key)
            places = [self.game.bids.index(bid) for bid in bids.split()]
            player = len(places) % 2
            if any(a >= b for a, b in zip(places, places[1:], strict=False)):
                return None
            mask = sum(1 << (len(self.game.bids) - 1 - place) for place in places)
            return mask, player, self.game.outcomes(player).index(roll)
        except (AttributeError, TypeError, ValueError):
            return None

    def __getitem__(self, key):
        row = self._row(key)
        if row is None:
            raise KeyError(f"key={key!r}: no such information set; keys look like {next(iter(self))!r}")
        names = self.layout.actions(row[0])
        return dict(zip(names, self._probabilities(*row).tolist(), strict=True))

    def _probabilities(self, mask, player, roll):
        place = self.layout.place(mask, player, roll)
        if place is None:
            return np.ones(1)
        entry, apart, actions = place
        row = np.maximum(self.sums[entry : entry + apart * actions : apart].astype(float), 0)
        total = row.sum()
        return row / total if total > 0 else np.full(actions, 1 / actions)

    def __contains__(self, key):
        return self._row(key) is not None

    def __iter__(self):
        """Yield the keys: histories depth first, rolls in order."""
        return (key for key, *_ in self.layout.information_sets())

    def __len__(self):
        return self.game.num_infosets

    def __eq__(self, other):
        return isinstance(other, LadderProfile) and self.game == other.game and np.array_equal(self.sums, other.sums)

    __hash__ = None

    def __repr__(self):
        return f"<Profile of {self.game}: {len(self):,} information sets>"

    @property
    def probabilities(self):
        """Not kept: there would be too many."""
        raise ValueError(f"probabilities: {self.game.num_infoset_actions:,} of them; look them up, or use items()")

    def table(self, digits=None):
        """Refuse: there would be too many rows."""
        raise ValueError(f"table: {len(self):,} rows; it takes at most {MAX_TABLE_ROWS:,}; use items()")

    def replace(self, changes):
        """Refuse: classes of rolls share their probabilities."""
        raise ValueError(f"changes={changes!r}: a profile of {len(self):,} information sets is read-only")

    def copy(self):
        """Return a profile that later iterations do not change."""
        return LadderProfile(self.layout, self.sums.copy())

    def save(self, path):
        """Write the profile to exactly this path, whole or not at all; no pickle is involved."""
        header = {"format": FORMAT, "game": {"name": self.game.name, "parameters": self.game.parameters}}
        text = np.frombuffer(json.dumps(header).encode("utf-8"), dtype=np.uint8)
        write_atomically(path, lambda file: np.savez(file, names=text, sums=self.sums))

    @classmethod
    def from_file(cls, path, game):
        """Return the profile of this game in a file that `save` wrote."""
        from cfrlib.layout.public_tree import public_tree

        layout = public_tree(game)
        with np.load(Path(path), allow_pickle=False) as stored:
            sums = stored["sums"]
        if sums.shape != (layout.num_entries,):
            raise ValueError(f"{sums.shape[0]:,} entries; {game} has {layout.num_entries:,}")
        return cls(layout, sums)
