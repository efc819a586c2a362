"""The payoff matrices of a game's terminals, each kept once: for pots of all sizes one matrix and a factor."""

import numpy as np

from cfrlib.engine.common.flat_tree import MAX_ENTRIES, integers
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.tree.explicit import TERMINAL


class Payoffs:
    """The payoff matrices of a game, each made when asked for, once; for public outcomes of each stage and weights."""

    def __init__(self, game, publics, weights):
        self.game, self._publics, self._weights = game, publics, weights
        self._known, self._matrices, self._kept = {}, {}, []

    def of(self, actions):
        """Return (place of its first payoff matrix, factor) of a terminal sequence; ValueError if they get too many."""
        if actions not in self._known:
            game, stage = self.game, actions.count(CHANCE_MARK)
            weights = self._weights[stage]
            tables = np.array([game.payoff_table(actions, public) for public in self._publics[stage]], dtype=float)
            tables = np.where(weights > 0, tables, 0.0)
            factor = tables.flat[np.argmax(np.abs(tables))]
            tables = (tables / factor if factor else tables) + 0.0  # no -0
            name = (stage, tables.tobytes())
            if name not in self._matrices:
                self._matrices[name] = sum(map(len, self._kept))
                self._kept.append(tables * weights)
                if sum(map(np.size, self._kept)) > MAX_ENTRIES:
                    raise ValueError(f"game={game!r}: its payoffs have more than {MAX_ENTRIES:,} entries")
            self._known[actions] = self._matrices[name], factor
        return self._known[actions]

    def fields(self, sequences):
        """Return the fields of `Bundles` about terminals, for `Sequences`."""
        terminal, matrix, scale = [], [], []
        for kind, members in zip(sequences.kinds, sequences.members, strict=True):
            terminal.append(len(matrix) if kind == TERMINAL else 0)
            for actions in members if kind == TERMINAL else ():
                place, factor = self.of(actions)
                matrix.append(place)
                scale.append(factor)
        to_first = np.concatenate(self._kept)
        return {
            "terminal": integers(terminal),
            "matrix": integers(matrix),
            "scale": np.array(scale),
            "payoffs": (np.ascontiguousarray(to_first.transpose(0, 2, 1)), -to_first),
        }
