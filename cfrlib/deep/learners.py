"""What stands in place of a table of regrets: it is shown samples, and says their mean at every information set.

Both learners minimize the squares of what they are off, weighted by the iteration of each sample: a table exactly; a
network has too few numbers for that, and has to find what information sets have in common.
"""

import warnings
from itertools import pairwise

import numpy as np
from threadpoolctl import threadpool_limits

from cfrlib._util.arguments import positive, refuse, typed, whole
from cfrlib._util.imports import from_extras
from cfrlib.deep.infosets import InfoSets

LARGEST = 10**6  # units of a layer, and samples of a step


class Table:
    """The weighted mean of the samples at each information set, 0 where there are none."""

    def __init__(self, infosets):
        self.infosets = typed("infosets", infosets, InfoSets, "InfoSets of a game")
        self._means = np.zeros(infosets.legal.shape)

    def fit(self, memory, seed, steps=None, fresh=True):
        """Forget everything, and learn what a memory holds, in no step of gradient descent."""
        total, weight = np.zeros(self.infosets.legal.shape), np.zeros(len(self.infosets))
        np.add.at(total, memory.places, memory.values * memory.times[:, None])
        np.add.at(weight, memory.places, memory.times.astype(float))
        self._means = np.divide(total, weight[:, None], out=total, where=weight[:, None] > 0)
        return 0

    def predict(self):
        """Return the means: (information sets, actions) float64."""
        return self._means

    def parts(self):
        """Return what has been learnt, as named arrays."""
        return {"means": self._means}

    def restore(self, parts):
        """Take over what `parts` returned."""
        if parts["means"].shape != self._means.shape:
            raise ValueError(f"means: shape {parts['means'].shape}, not {self._means.shape}")
        self._means = parts["means"]


class Perceptron:
    """A multilayer perceptron, trained by Adam on samples drawn at random (`sklearn.neural_network.MLPRegressor`).

    `hidden` has the units (ReLU) of each layer, a step takes `batch` samples, `rate` is that of learning.
    """

    def __init__(self, infosets, hidden=(64, 64), batch=256, rate=2e-3):
        self.infosets = typed("infosets", infosets, InfoSets, "InfoSets of a game")
        takes = "the units of each hidden layer, such as (64, 64)"
        if not typed("hidden", hidden, tuple | list, takes):
            refuse("hidden", hidden, takes, right_type=True)
        self.hidden = tuple(whole("hidden", units, 1, LARGEST) for units in hidden)
        self.batch, self.rate = whole("batch", batch, 1, LARGEST), positive("rate", rate)
        self._net, self._scale = None, 1.0

    def fit(self, memory, seed, steps, fresh=True):
        """Learn what a memory holds in so many steps of gradient descent, which are returned.

        A `fresh` net begins with random weights, else it goes on from those that are there; `seed` is of what is
        random.
        """
        first, drawn = seed.spawn(2)
        chosen = np.random.default_rng(drawn).integers(len(memory), size=steps * self.batch)
        if fresh:
            self._scale = float(np.sqrt((memory.values**2).mean())) or 1.0
            self._net = self._made(first)
        targets = (memory.values[chosen] / self._scale).astype(np.float32)
        with warnings.catch_warnings(), threadpool_limits(1):  # more would change the last digits
            warnings.simplefilter("ignore")  # it would rather go on until it has converged
            self._net.fit(self.infosets.features[memory.places[chosen]], targets, memory.times[chosen])
        return steps

    def _made(self, seed):
        with from_extras():
            # Takes a second to import, and a table needs none.
            from sklearn.neural_network import MLPRegressor

        return MLPRegressor(
            hidden_layer_sizes=self.hidden, alpha=0.0, batch_size=self.batch, learning_rate_init=self.rate, max_iter=1,
            shuffle=False, warm_start=True, random_state=int(seed.generate_state(1)[0]),
        )  # fmt: skip

    def predict(self):
        """Return what is expected at each information set, 0 before any training: (information sets, actions)."""
        if self._net is None:
            return np.zeros(self.infosets.legal.shape)
        with threadpool_limits(1):
            expected = self._net.predict(self.infosets.features).astype(float)
        return self._scale * expected.reshape(self.infosets.legal.shape)

    def parts(self):
        """Return the weights, as named arrays."""
        layers = zip(self._net.coefs_, self._net.intercepts_, strict=True)
        named = {f"{what}{k}": part for k, layer in enumerate(layers) for what, part in zip("wb", layer, strict=True)}
        return {"scale": np.array(self._scale), **named}

    def restore(self, parts):
        features, outputs = self.infosets.features.shape[1], self.infosets.legal.shape[1]
        units = features, *self.hidden, outputs
        shapes = {f"w{k}": shape for k, shape in enumerate(pairwise(units))}
        shapes |= {f"b{k}": (n,) for k, n in enumerate(units[1:])}
        for name, shape in shapes.items():  # before there is room for more than the file has
            if parts[name].shape != shape:
                raise ValueError(f"{name}: shape {parts[name].shape}, not {shape}")
        self._net = self._made(np.random.SeedSequence(0))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._net.fit(np.zeros((1, features), np.float32), np.zeros((1, outputs), np.float32))
        for what, layers in (("w", self._net.coefs_), ("b", self._net.intercepts_)):
            layers[:] = [parts[f"{what}{k}"] for k in range(len(layers))]
        self._scale = float(parts["scale"])
