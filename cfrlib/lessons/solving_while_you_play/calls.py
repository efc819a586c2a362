"""What a bluff on the river meets."""

import numpy as np


def called(profile, *kinds):
    """Return how often Player 1, who checked, calls a bet: from all hands, from these kinds; and what checking wins."""
    game, mine, theirs = profile.game, profile.game.outcomes(0), profile.game.outcomes(1)
    deals = game.weights(()) * np.array([profile[hand, ""]["c"] for hand in mine])[:, None]
    calls = np.array([profile[hand, "c b200"]["c"] for hand in mine])
    bets = np.array([profile[hand, "c"]["b200"] for hand in theirs])
    shown = deals * np.array([hand[0] + hand[2] in kinds for hand in theirs])
    checked = -(shown * game.payoff_table(("c", "c"), ())).sum() / shown.sum()
    return (calls @ deals @ bets) / (deals @ bets).sum(), (calls @ shown).sum() / shown.sum(), 100 + checked
