"""The tree of actions of a game, on which two runs have programs of their own."""

import numpy as np

from cfrlib.game import CHANCE, Decision, PublicChance


def action_tree(game):
    """Return the action sequences of a game without those at which chance moves, their nodes, and child (n, a).

    Parents stand first; after chance play goes on at once. The child is the place of the next sequence, -1 where there
    is no such action.
    """
    sequences = [actions for actions, node in game.action_sequences() if not isinstance(node, PublicChance)]
    place = {actions: k for k, actions in enumerate(sequences)}
    place |= {actions[:-1]: k for actions, k in place.items() if actions and actions[-1] == CHANCE}
    nodes = [game.node(actions) for actions in sequences]
    most = max(len(node.actions) for node in nodes if isinstance(node, Decision))
    child = np.full((len(nodes), most), -1)
    for k, (actions, node) in enumerate(zip(sequences, nodes, strict=True)):
        if isinstance(node, Decision):
            child[k, : len(node.actions)] = [place[*actions, action] for action in node.actions]
    return sequences, nodes, child
