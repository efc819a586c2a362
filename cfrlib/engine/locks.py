"""Locked information sets: their strategy is given and stays, in every table and engine.

No kernel knows of them. Before an iteration the regrets of a locked row are its probabilities times a power of two so
large that no gain changes a digit, and far below zero where the probability is 0. So whatever a walk adds, regret
matching gives back the strategy, also to the walk of the other player in the same iteration.
"""

import numpy as np

from cfrlib.profile import locked_rows

HUGE = {"float64": 2.0**660, "float32": 2.0**80}
"""What probabilities are multiplied by to be regrets. Its reciprocal is above what kernels take for 0 in float32."""
LEAST = 2.0**-80
"""What a locked row has at least in a table of sums, to be read: too little to count, too much to be taken for 0."""


class Locks:
    """What is locked in the tables of a layout; `strategies` is {key: {action: probability}} of it all.

    Errors name the `argument`.
    """

    def __init__(self, layout, locked, argument="locked"):
        rows = locked_rows(locked, layout.game, layout.find, argument)
        self.strategies, parts = {}, [([], [], []) for _ in layout.sizes]
        for key, (at, row) in rows.items():
            for other in layout.sharing(key):
                if other not in rows or not np.array_equal(rows[other][1], row):
                    raise ValueError(
                        f"{argument}: {key!r} and {other!r} share a row of the table of {layout.game!r}; it takes "
                        "both, with one strategy, or a game that does not merge them"
                    )
            self.strategies[key] = dict(zip(layout.find(key)[0], row.tolist(), strict=True))
            if at is not None:  # else there is one action
                table, entry, stride = at
                entries, numbers, starts = parts[table]
                starts.append(len(numbers))
                entries.extend(range(entry, entry + stride * len(row), stride))
                numbers.extend(row.tolist())
        self.parts = [(np.array(e, np.int64), np.array(p), np.array(s, np.int64)) for e, p, s in parts]

    def put(self, regrets, sums, strategies, low):
        """Write what is locked into tables; regrets of what is never played become `low` times what the others have."""
        for table, (entries, p, _) in zip(regrets, self.parts, strict=True):
            table[entries] = np.where(p > 0, p, low) * HUGE[table.dtype.name]
        for table, (entries, p, starts) in zip(sums, self.parts, strict=True):
            if len(entries):  # sums stay as large as they are: lazy averages below look at how they grow
                total = np.maximum(np.add.reduceat(table[entries], starts), LEAST)
                table[entries] = np.repeat(total, np.diff(starts, append=len(entries))) * p
        for table, (entries, p, _) in zip(strategies, self.parts, strict=False):
            if table.size:
                table[entries] = p

    def kept(self, tables):
        """Return tables like these with what is locked, and -1 everywhere else."""
        return self._filled(tables, lambda table: np.full_like(table, -1))

    def replaced(self, tables):
        """Return copies of these tables in which the locked rows are as they are locked."""
        return self._filled(tables, np.copy)

    def _filled(self, tables, make):
        several = isinstance(tables, tuple)
        made = tuple(map(make, tables if several else (tables,)))
        for table, (entries, p, _) in zip(made, self.parts, strict=True):
            table[entries] = p
        return made if several else made[0]
