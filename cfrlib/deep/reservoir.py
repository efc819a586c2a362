"""A memory of samples that never grows beyond its bound, and forgets without regard to age."""

import numpy as np

from cfrlib._util.arguments import checked_seed, whole


class Reservoir:
    """A reservoir (Vitter 1985): of all samples that came by, each is in it with the same probability.

    It holds at most `capacity` samples of `width` numbers, by default all: their information sets (`places`), `values`
    and iterations (`times`). So many were `seen`. What is forgotten depends on `seed`, an int or a SeedSequence.
    """

    def __init__(self, width, capacity=None, seed=0):
        self.width = whole("width", width, 1)
        self.capacity = None if capacity is None else whole("capacity", capacity, 1)
        spawned = isinstance(seed, np.random.SeedSequence)
        self._rng = np.random.default_rng(seed if spawned else checked_seed(seed))
        self.seen = self._size = 0
        self._samples = self._made(0)

    def _made(self, size):
        return np.zeros(size, np.int64), np.zeros((size, self.width)), np.zeros(size, np.int64)

    def __len__(self):
        return self._size

    places = property(lambda self: self._samples[0][: self._size])
    values = property(lambda self: self._samples[1][: self._size])
    times = property(lambda self: self._samples[2][: self._size])

    def add(self, places, values, time):
        """Let samples of one iteration come by: information sets (n,), values (n, width)."""
        into = self._into(len(places))
        kept = into >= 0
        for column, new in zip(self._samples, (places, values, np.full(len(places), time)), strict=True):
            column[into[kept]] = np.asarray(new)[kept]  # of two that go to one place the later stays

    def _into(self, count):
        """Return where each of the next samples goes, -1 where it is forgotten at once."""
        order = np.arange(self.seen, self.seen + count)
        self.seen += count
        if self.capacity is not None:
            order = np.where(order < self.capacity, order, (self._rng.random(count) * (order + 1)).astype(np.int64))
            order[order >= self.capacity] = -1
        self._size = self.seen if self.capacity is None else min(self.seen, self.capacity)
        if self._size > len(self._samples[0]):
            size = 2 * self._size if self.capacity is None else min(2 * self._size, self.capacity)
            grown = self._made(size)
            for new, old in zip(grown, self._samples, strict=True):
                new[: len(old)] = old
            self._samples = grown
        return order

    def fill(self, places, values, times, seen):
        """Take over what another memory of the same bound holds, and how many samples it has seen."""
        size = len(places)
        fits = values.shape == (size, self.width) and times.shape == (size,)
        if not fits or size != min(seen, self.capacity or seen):
            raise ValueError("memory: its parts do not fit together")
        self._samples, self._size, self.seen = (places.copy(), values.copy(), times.copy()), size, seen
