"""A player of one's own, who is a function: a network of scikit-learn that has watched somebody play."""

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import cfrlib


class Network:
    """It sees the private and the public part of a key, and has seen `times` decisions at each information set."""

    def __init__(self, profile, times=100, seed=0):
        rng, seen, done = np.random.default_rng(seed), [], []
        for key, strategy in profile.items():
            seen += [key] * times
            done += rng.choice(list(strategy), size=times, p=list(strategy.values())).tolist()
        network = MLPClassifier((12,), solver="lbfgs", max_iter=300, random_state=seed)
        self.network = make_pipeline(OneHotEncoder(), network).fit(seen, done)

    def __call__(self, game, key, actions, rng):
        """Return {action: probability}, of the actions that are legal."""
        chances = dict(zip(self.network.classes_, self.network.predict_proba([key])[0], strict=True))
        total = sum(chances[action] for action in actions)
        return {action: chances[action] / total for action in actions}


def score(game, player, hands):
    """Return how a player fares against an equilibrium: `corrected` is the mean with the luck taken out."""
    equilibrium = cfrlib.equilibrium(game)[1]
    session = cfrlib.playing.Session(game, equilibrium, seed=1)
    session.play_by(player, hands)
    return cfrlib.playing.summary(game, equilibrium, session.hands)
