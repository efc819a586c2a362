"""Payoffs of best responses, where a terminal stands for a further game (`Game.best_payoff`)."""

import numpy as np

from cfrlib.game import Game
from cfrlib.tree.explicit import TERMINAL


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
