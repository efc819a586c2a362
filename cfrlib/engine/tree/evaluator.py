"""Best responses, expected value and averages by a `Program`, one walk over it for each.

A best response chooses at every infostate by itself, so this is exact where no information set joins infostates. A
terminal may stand for a further game: then best responses have payoffs of their own (`Game.best_payoff`).
"""

from math import isnan

import numpy as np

from cfrlib._util.jit import Bound
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.locks import Locks
from cfrlib.engine.step import EMPTY
from cfrlib.engine.sums import check_finite, largest
from cfrlib.engine.tree import evaluation
from cfrlib.engine.tree.program import compile_program
from cfrlib.engine.tree.walk import make_vectors
from cfrlib.game import Game
from cfrlib.tree.explicit import TERMINAL


class Evaluator:
    """Evaluates the profiles of one game in which no information set joins infostates."""

    def __init__(self, tree):
        self.whole = np.zeros(tree.num_entries)
        self.tree, self.program = tree, compile_program(tree.by_infostate, tree.orders, tree.slots, tree.splits)
        self.averaging = evaluation.averages(tree.program, self.program), tree.program.class_of
        first, second = (
            self.program if b is tree.by_infostate else compile_program(b, {}, tree.slots) for b in responding(tree)
        )
        between = first.between._replace(payoffs=(first.between.payoffs[0], second.between.payoffs[1]))
        self.responding = first._replace(up=(first.up[0], second.up[1]), between=between)
        self.best, self.expected = Bound(evaluation.best_response_values), Bound(evaluation.expected_value)
        self.best_to_average = Bound(evaluation.best_responses_to_average)
        self.vectors = PerThread(lambda _: (np.zeros(tree.num_infostate_entries), make_vectors(self.program)))

    def read(self, profile, locked=None):
        """Return what the methods below take: probabilities by infostate of a profile, and of what it is to keep."""
        names = self.tree.profile_map
        flat, kept = names.flat(profile), Locks(self.tree, locked).kept(self.whole)[names.entries] if locked else None
        if kept is None:
            return (names.by_infostate(flat),)
        return names.by_infostate(np.where(kept < 0, flat, kept)), names.by_infostate(kept)

    def best_response_values(self, strategy, kept=EMPTY):
        """Return (b1, b2) against a strategy by infostate; responses keep what is `kept`, where that is no -1."""
        return self.best(self.responding, strategy, kept, self.vectors.of()[1])

    def best_responses_to_average(self, sums, locks=None):
        """Return (b1, b2) against the average strategy of a table of sums, by responses that keep what is locked."""
        kept = EMPTY
        if locks:
            names = self.tree.profile_map
            kept = names.by_infostate(locks.kept(self.whole)[names.entries])
        values = self.best_to_average(
            self.averaging, self.responding, sums, largest(sums.dtype), kept, self.vectors.of()
        )
        if isnan(values[0]):
            check_finite(sums)
        return values

    def expected_value(self, strategy):
        """Return the expected value to player 0 of a strategy by infostate."""
        return self.expected(self.program, strategy, self.vectors.of()[1])

    def value_between(self, first, second):
        """Return the expected value to player 0, who follows one profile, where player 1 follows another."""
        names = self.tree.profile_map
        own = np.repeat(np.array(names.players) == 0, [len(actions) for actions in names.actions])
        return self.expected_value(names.by_infostate(np.where(own, names.flat(first), names.flat(second))))


def responding(tree):
    """Return the bundles that best responses of player 0, and 1, walk: with their own payoffs if there are any."""
    bundles, game = tree.by_infostate, tree.game
    if type(game).best_payoff is Game.best_payoff:
        return bundles, bundles
    terminals = [
        (int(bundles.stage[g]), actions)
        for g in np.flatnonzero(bundles.kind == TERMINAL)
        for actions in tree.members[g]
    ]
    if all(
        game.best_payoff(player, actions, public) is None
        for stage, actions in terminals
        for public in tree.publics[stage]
        for player in (0, 1)
    ):
        return bundles, bundles
    return tuple(_with_best_payoffs(tree, player, terminals) for player in (0, 1))


def _with_best_payoffs(tree, player, terminals):
    """Return the bundles of one player's best response; those of the other's payoffs are left out."""
    bundles, places, kept, matrix = tree.by_infostate, {}, [], []
    for stage, actions in terminals:
        weights = bundles.weights[bundles.first_board[stage] :][: bundles.boards[stage]]
        tables = [tree.game.best_payoff_table(player, actions, public) for public in tree.publics[stage]]
        tables = np.where(weights > 0, tables, 0.0) * weights
        name = stage, tables.tobytes()
        if name not in places:
            places[name] = sum(map(len, kept))
            kept.append(tables)
        matrix.append(places[name])
    to_me = np.concatenate(kept)
    payoffs = [np.ascontiguousarray(to_me.transpose(0, 2, 1)), to_me]
    payoffs[1 - player] = payoffs[1 - player][:0]
    return bundles._replace(matrix=np.array(matrix), scale=np.ones(len(matrix)), payoffs=tuple(payoffs))
