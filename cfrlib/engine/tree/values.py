"""The values of all public states of a public tree in memory, by walks over it; see `cfrlib.playing.values`.

The weights of states go down from bundle to bundle, their values come up, as vectors over private outcomes. All arrays
may have further axes in front: one place there for each of many strategies, say.
"""

import numpy as np

from cfrlib.engine.common.state_values import MOST_INFOSETS, States, decided, refuse
from cfrlib.engine.tree.evaluator import responding
from cfrlib.tree.explicit import CHANCE, TERMINAL


class TreeStates(States):
    """The states of a public tree, all valued at once."""

    def __init__(self, game, profile, seat, best):
        if game.num_infosets > MOST_INFOSETS:
            refuse(game)
        super().__init__(game, seat, best)
        tree = self.layout
        strategy = tree.profile_map.by_infostate(tree.profile_map.flat(profile))
        reach = reaches(tree, 1 - seat, strategy)
        weights = tree.with_matrices.weights
        weights = weights if seat == 1 else weights.transpose(0, 2, 1)
        b = tree.by_infostate
        self.mass = [times(r, weights[b.first_board[s] :][: b.boards[s]]) for r, s in zip(reach, b.stage, strict=True)]
        self.values = counterfactual_values(tree, seat, reach, None if best else strategy)
        self.place = {actions: (g, s) for g, same in enumerate(tree.members) for s, actions in enumerate(same)}
        self.shown = [{public: k for k, public in enumerate(publics)} for publics in tree.publics]

    def vectors(self, actions, public):
        (g, s), board = self.place[actions], self.shown[len(public)][public]
        return self.mass[g][s, board], self.values[g][s, board]

    def alike(self, actions, public, outcome):
        """Return the (public outcomes, private outcome) that the person cannot tell from these."""
        if not self.layout.joined:
            return super().alike(actions, public, outcome)
        name, every = self.game.key(self.seat, actions, public, outcome), range(len(self.game.outcomes(self.seat)))
        places = [(s, i) for s in self.shown[len(public)] for i in every if self.vectors(actions, s)[0][i] > 0]
        return [place for place in places if self.game.key(self.seat, actions, *place) == name]


def reaches(tree, player, strategy):
    """Return how likely a player plays their part up to each state; by bundle (..., sequences, boards, outcomes)."""
    b, lead = tree.by_infostate, strategy.shape[:-1]
    sizes = zip(b.sequences, b.boards[b.stage], strict=True)
    reach = [np.ones((*lead, sequences, boards, b.outcomes[player])) for sequences, boards in sizes]
    for g, kind in enumerate(b.kind):
        for a, edge in enumerate(range(b.edges[g], b.edges[g + 1])):
            passed = reach[g]
            if kind == CHANCE:
                passed = passed[..., _parents(b, g), :]
            elif kind == player:
                passed = passed * play(tree, strategy, g)[..., a, :, :, :]
            reach[b.child[edge]][..., b.slot[edge] : b.slot[edge] + b.sequences[g], :, :] = passed
    return reach


def counterfactual_values(tree, player, reach, strategy=None):
    """Return the values of all states, shaped as `reaches`, if the player goes on by a strategy or a best response."""
    b = tree.by_infostate if strategy is not None else responding(tree)[player]
    values = [None] * len(b.kind)
    for g in range(len(b.kind) - 1, -1, -1):
        if b.kind[g] == TERMINAL:
            payoffs = (tree.with_matrices if b is tree.by_infostate else b).payoffs[player]
            values[g] = _terminal_values(b, g, player, payoffs, reach[g])
            continue
        edges = range(b.edges[g], b.edges[g + 1])
        below = [values[b.child[e]][..., b.slot[e] : b.slot[e] + b.sequences[g], :, :] for e in edges]
        if b.kind[g] == CHANCE:
            values[g] = np.zeros((*below[0].shape[:-2], b.boards[b.stage[g]], below[0].shape[-1]))
            np.add.at(values[g], (..., _parents(b, g), slice(None)), below[0])
        elif b.kind[g] != player:
            values[g] = sum(below)
        elif strategy is None and tree.joined:
            values[g] = _best_together(np.array(below), tree.profile_map.infostates[b.block[g] :][: b.classes[g]])
        else:
            values[g] = decided(below, None if strategy is None else np.moveaxis(play(tree, strategy, g), -4, 0))
    return values


def play(tree, strategy, g):
    """Return the strategy at a bundle of decisions, (..., actions, sequences, boards, outcomes)."""
    b = tree.by_infostate
    actions, shape = b.edges[g + 1] - b.edges[g], (b.sequences[g], b.boards[b.stage[g]], -1)
    part = strategy[..., b.block[g] : b.block[g] + actions * b.classes[g]]
    return part.reshape(*strategy.shape[:-1], actions, *shape)


def _parents(b, g):
    """Return for each public outcome after a chance bundle the place of what was shown before."""
    stage = b.stage[g] + 1
    return b.parent[b.first_board[stage] :][: b.boards[stage]]


def _terminal_values(b, g, player, payoffs, reach):
    """Return the values of a bundle of terminals, all of one payoff matrix at a time."""
    matrix, scale = (part[b.terminal[g] :][: b.sequences[g]] for part in (b.matrix, b.scale))
    values = np.empty((*reach.shape[:-1], b.outcomes[player]))
    for first in np.unique(matrix):
        same = np.flatnonzero(matrix == first)
        matrices = payoffs[first:][: b.boards[b.stage[g]]]
        values[..., same, :, :] = times(reach[..., same, :, :], matrices) * scale[same, None, None]
    return values


def times(reach, matrices):
    """Return the vectors (..., sequences, boards, n) times one matrix (n, m) for each board."""
    product = np.moveaxis(reach, -2, 0).reshape(len(matrices), -1, reach.shape[-1]) @ matrices
    return np.moveaxis(product, 0, -2).reshape(*reach.shape[:-1], matrices.shape[-1])


def _best_together(below, names):
    """Return the values (actions, ..., infostates) of the action that is best for all of one name together."""
    flat = below.reshape(*below.shape[:-3], -1)
    groups = np.unique(names, return_inverse=True)[1]
    total = np.zeros((*flat.shape[:-1], groups.max() + 1))
    np.add.at(total, (..., groups), flat)
    choice = total.argmax(axis=0)[..., groups]
    return np.take_along_axis(flat, choice[None], axis=0)[0].reshape(below.shape[1:])


STATES = TreeStates
