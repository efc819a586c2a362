"""Leduc hold'em: how its hands end, and what each deal is worth."""

import numpy as np

from cfrlib.game import CHANCE, Decision, PublicChance


def ends(game):
    """Return {actions: payoff to Player 1} of all ends: a number after a fold, "±4" where a showdown decides."""
    payoffs = {}
    for actions, node in game.action_sequences():
        if not isinstance(node, Decision | PublicChance):
            payoff = game.payoff(actions, game.outcomes(0)[:1])
            payoffs["".join(actions)] = payoff if actions[-1] == "f" else f"±{payoff.win:g}"
    return payoffs


def deal_values(game, profile):
    """Return what each deal (two private cards, public card) is worth to Player 1 in chips, and how likely it is."""
    cards = game.outcomes(0)
    value = np.zeros((len(cards),) * 3)

    def follow(actions, board, reach):
        node = game.node(actions)
        if isinstance(node, PublicChance):
            follow((*actions, CHANCE), board, reach)
        elif isinstance(node, Decision):
            public = (cards[board],) if CHANCE in actions else ()
            keys = [game.key(node.player, actions, public, own) for own in range(len(cards))]
            for action in node.actions:
                plays = np.array([profile[key][action] if key in profile else 0.0 for key in keys])
                follow((*actions, action), board, reach * (plays[:, None] if node.player == 0 else plays))
        else:
            value[:, :, board] += reach * game.payoff_table(actions, (cards[board],))

    for board in range(len(cards)):
        follow((), board, np.ones((len(cards), len(cards))))
    weights = np.stack([game.weights((card,)) for card in cards], axis=2)
    return value[weights > 0], weights[weights > 0]
