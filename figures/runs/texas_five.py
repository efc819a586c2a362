"""Abstract Texas hold'em, 5 buckets: CS as far as Zinkevich et al. (2007) carried it, Fig. 1a: 100 million iterations.

It goes on where `texas_race` stops: the seed is the same, and so are the columns.
"""

from . import texas_fewer, texas_race
from .texas_race import run_task as run_task

SCALES = {
    "quick": {
        "deck": [3, 3], "raises": [1, 0, 0, 1], "exact": 3, "seeds": {2: 2}, "lengths": {2: {"CS": [5000, 5]}},
    },
    "paper": {
        "deck": [13, 4], "raises": [3, 4, 4, 4], "exact": 8, "seeds": {5: 1}, "lengths": {5: {"CS": [100_000_000, 25]}},
    },
}  # fmt: skip
"""See `texas_fewer`."""


def tasks(scale):
    """Return one task for each seed."""
    return texas_fewer.tasks_of(SCALES[scale])


def draw(table, name="texas_five"):
    """Return the picture: exploitability against iterations."""
    return texas_race.draw(table, x="iterations", name=name)
