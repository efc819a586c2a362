"""The payoff matrices of a game's terminals, each kept once: for pots of all sizes one matrix and a factor."""

import numpy as np

from cfrlib.engine.common.flat_tree import MAX_ENTRIES, integers
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Comparison, Game
from cfrlib.tree.explicit import TERMINAL


class Payoffs:
    """The payoff matrices of a game, each made when asked for, once; for public outcomes of each stage and weights."""

    def __init__(self, game, publics, weights):
        self.game, self._publics, self._weights = game, publics, weights
        self._known, self._told, self._matrices, self._kept = {}, {}, {}, []
        self._own_tables = getattr(game.payoff_table, "__func__", None) is not Game.payoff_table

    def of(self, actions):
        """Return (place of its first payoff matrix, factor) of a terminal sequence; ValueError if they get too many."""
        if actions not in self._known:
            stage = actions.count(CHANCE_MARK)
            told = actions if self._own_tables else (stage, *self._payoffs(actions, stage))
            if told not in self._told:
                self._told[told] = self._matrix(actions, stage)
            self._known[actions] = self._told[told]
        return self._known[actions]

    def _payoffs(self, actions, stage):
        """Yield what tells the payoffs after each of the public outcomes of a stage from others, without a table."""
        for public in self._publics[stage]:
            payoff = self.game.payoff(actions, public)
            numbers = (payoff.win, payoff.lose, payoff.tie) if isinstance(payoff, Comparison) else ()
            for array in payoff.strength if numbers else (payoff,):
                array = np.asarray(array)
                numbers += array.tobytes(), array.dtype.str
            yield numbers

    def _matrix(self, actions, stage):
        """Return (place of its first payoff matrix, factor) of a terminal sequence."""
        game, weights = self.game, self._weights[stage]
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
        return self._matrices[name], factor

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
