"""The payoff matrices of a game's terminals, each kept once: for pots of all sizes one matrix and a factor."""

from hashlib import sha256

import numpy as np

from cfrlib.engine.common.flat_tree import MAX_ENTRIES, chance, integers
from cfrlib.engine.tree.removal import hands_dealt, identity_of, ranked, removal_records
from cfrlib.engine.tree.sweeps import order_of, records
from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Comparison, Game
from cfrlib.games.checks import SMALLER
from cfrlib.tree.explicit import TERMINAL


class Weights(dict):
    """The joint weights after all public outcomes of each stage, (boards, n0, n1), made when asked for."""

    def __init__(self, game, publics):
        self.game, self.publics = game, publics

    def __missing__(self, stage):
        size = len(self.game.outcomes(0)) * len(self.game.outcomes(1))
        if size * len(self.publics[stage]) > MAX_ENTRIES:
            raise ValueError(
                f"game={self.game!r}: its weights have more than {MAX_ENTRIES:,} entries of 8 bytes: {SMALLER}"
            )
        self[stage] = np.array([self.game.weights(public) for public in self.publics[stage]])
        return self[stage]

    def chance(self):
        """Return the fields of `Bundles` about chance, whose weights are then kept in place of these."""
        shown = chance(self.publics, [self[stage] for stage in range(len(self.publics))])
        self.update(enumerate(np.split(shown["weights"], shown["first_board"][1:])))
        return shown


class Payoffs:
    """The payoff matrices of a game, each made when asked for, once; for public outcomes of each stage.

    `orders` has, by the place of a matrix for the first public outcomes, the records of all of which an order says
    enough (see `sweeps`). Where that is all there is, matrices are not kept, but made when a walk asks for them.
    """

    def __init__(self, game, publics):
        self.game, self._publics, self.weights = game, publics, Weights(game, publics)
        self._known, self._offset_of, self._matrices, self._kept, self.orders = {}, {}, {}, [], {}
        self._own_tables = getattr(game.payoff_table, "__func__", None) is not Game.payoff_table
        self._count, self.swept = 0, True  # the second: whether sweeps over hands are all there is
        self._dealt = [[] if self._own_tables else hands_dealt(game, shown) for shown in publics]

    def of(self, actions):
        """Return (place of its first payoff matrix, factor) of a terminal sequence; ValueError if they get too many."""
        if actions not in self._known:
            stage = actions.count(CHANCE_MARK)
            content = actions if self._own_tables else (stage, *self._payoffs(actions, stage))
            if content not in self._offset_of:
                self._offset_of[content] = self._matrix(actions, stage)
            self._known[actions] = self._offset_of[content]
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
        dealt = self._dealt[stage]
        orders = ranked([self.game.payoff(actions, public) for public in self._publics[stage]], dealt) if dealt else ()
        if orders:
            factor = max((x for order, _ in orders for x in (order.win, order.lose, order.tie)), key=abs) or 1.0
            name = tuple(identity_of(*pair, factor) for pair in orders)
        else:
            tables, factor = self._normalized(actions, stage)
            name = sha256(tables).digest()
        if (stage, name) not in self._matrices:
            place = self._matrices[stage, name] = self._count
            swept = [removal_records(*pair, factor) for pair in orders]
            parts = swept or self._records(actions, stage, factor)
            if parts:
                self.orders[place] = parts
            self._kept.append((actions, stage, factor) if parts else tables * self.weights[stage])
            self._count += len(self._publics[stage])
            self.swept &= bool(swept)
            if not swept:
                self._check_size()
        return self._matrices[stage, name], factor

    def _check_size(self):
        size = len(self.game.outcomes(0)) * len(self.game.outcomes(1))
        if self._count * size > MAX_ENTRIES:
            raise ValueError(f"game={self.game!r}: its payoffs have more than {MAX_ENTRIES:,} entries: {SMALLER}")

    def _normalized(self, actions, stage, factor=None):
        """Return the payoffs of a terminal sequence over a factor, by public outcomes, and that: the largest one."""
        tables = np.array([self.game.payoff_table(actions, public) for public in self._publics[stage]], dtype=float)
        tables = np.where(self.weights[stage] > 0, tables, 0.0)
        factor = tables.flat[np.argmax(np.abs(tables))] if factor is None else factor
        return (tables / factor if factor else tables) + 0.0, factor  # no -0

    def _records(self, actions, stage, factor):
        """Return the records of a terminal sequence, by public outcomes; none where an order does not say enough."""
        parts = []
        for public, weights in zip(self._publics[stage], self.weights[stage], strict=True):
            order = None if self._own_tables or factor == 0 else order_of(self.game.payoff(actions, public), weights)
            parts.append(order and records(order, factor, weights))
            if parts[-1] is None:
                return []
        return parts

    def matrices(self):
        """Return all matrices, times the weights: to player 0, to player 1."""
        self._check_size()
        kept = [
            part if isinstance(part, np.ndarray) else self._normalized(*part)[0] * self.weights[part[1]]
            for part in self._kept
        ]
        to_first = np.concatenate(kept)
        return np.ascontiguousarray(to_first.transpose(0, 2, 1)), -to_first

    def fields(self, sequences):
        """Return the fields of `Bundles` about terminals, for `Sequences`; no matrices where orders say enough."""
        terminal, matrix, scale = [], [], []
        for kind, members in zip(sequences.kinds, sequences.members, strict=True):
            terminal.append(len(matrix) if kind == TERMINAL else 0)
            for actions in members if kind == TERMINAL else ():
                place, factor = self.of(actions)
                matrix.append(place)
                scale.append(factor)
        ordered = len(self.orders) == len(self._kept)
        return {
            "terminal": integers(terminal),
            "matrix": integers(matrix),
            "scale": np.array(scale),
            "payoffs": (np.zeros((0, 0, 0)),) * 2 if ordered else self.matrices(),
        }
