"""What a rule with a pull changes in an iteration (see `cfrlib.regret`): the game that is played.

A player loses mu/2 times the squared distance of his realization plan from a reference. The gradient of that is paid at
each action, whatever the others do; so it is carried up as payoffs are, but over information sets, not histories.
"""

import numpy as np


def pulls(tree, player, rule, regrets, strategy, matched, reference):
    """Add to a player's `regrets` of an iteration what the pull makes of them; `matched` are strategies unperturbed."""
    plan, target, worth = np.zeros((3, tree.num_infoset_actions))
    sets = [infoset for infoset in tree.infosets if infoset.player == player]
    for infoset in sets:  # parents first
        before = tree.parent_sequence[infoset.index]
        for reach, played in ((plan, strategy), (target, reference)):
            reach[infoset.entries] = (reach[before] if before >= 0 else 1.0) * played[infoset.index]
    worth -= rule.pull[0] * (plan - target)
    for infoset in reversed(sets):
        before, row = tree.parent_sequence[infoset.index], worth[infoset.entries]
        mean = matched[infoset.index] @ row
        regrets[infoset.index] = regrets[infoset.index] + row - mean
        if before >= 0:
            worth[before] += mean


def perturbed(rule, strategy, t):
    """Return what is played after iteration t: each action at least with the probability of then."""
    gamma = rule.pull[1] * 0.5 ** (t // rule.pull[2])
    return (1 - gamma * len(strategy)) * strategy + gamma
