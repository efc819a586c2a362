"""Eight numbers at a time, which become one vector of the processor: as many are read before one is written.

A loop over arrays that may be the same can be made of vectors only with a test whether they are, each time it starts:
for some tens of numbers that costs more than the work. Places are unsigned, as in `vector_loops`.
"""

import numpy as np

from cfrlib._util.jit import inner_njit

EIGHT = 8
P1, P2, P3, P4, P5, P6, P7 = (np.uintp(l) for l in range(1, EIGHT))


@inner_njit(forceinline=True)
def load(x, i):
    """Return eight numbers of an array, from place i on."""
    return x[i], x[i + P1], x[i + P2], x[i + P3], x[i + P4], x[i + P5], x[i + P6], x[i + P7]


@inner_njit(forceinline=True)
def store(x, i, a):
    """Write eight numbers into an array, from place i on."""
    x[i], x[i + P1], x[i + P2], x[i + P3], x[i + P4], x[i + P5], x[i + P6], x[i + P7] = a


@inner_njit(forceinline=True)
def plus(a, b):
    """Return a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7])


@inner_njit(forceinline=True)
def minus(a, b):
    """Return a - b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5], a[6] - b[6], a[7] - b[7])


@inner_njit(forceinline=True)
def times(factor, a):
    """Return factor a."""
    return (
        factor * a[0], factor * a[1], factor * a[2], factor * a[3],
        factor * a[4], factor * a[5], factor * a[6], factor * a[7],
    )  # fmt: skip
