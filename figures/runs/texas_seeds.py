"""Abstract Texas hold'em, 5 buckets: CS against PCS, five seeds of the first minutes.

`texas_race` carries one seed of each curve further. Johanson et al. (2012), Fig. 3, have five
runs a curve. Columns are those of that experiment.
"""

from . import texas_fewer, texas_race
from .texas_race import run_task as run_task

SCALES = {
    "quick": {
        "deck": [3, 3], "raises": [1, 0, 0, 1], "exact": 3, "seeds": {2: 2},
        "lengths": {2: {"CS": [2500, 4], "PCS": [80, 4]}},
    },
    "paper": {
        "deck": [13, 4], "raises": [3, 4, 4, 4], "exact": 8, "seeds": {5: 5},
        "lengths": {5: {"CS": [5_000_000, 14], "PCS": [20_000, 12]}},
    },
}  # fmt: skip
"""See `texas_fewer`."""


def tasks(scale):
    """Return one task for each curve and seed, the first seeds first."""
    return texas_fewer.tasks_of(SCALES[scale])


def draw(table, name="texas_seeds"):
    """Return the picture: exploitability against processor seconds."""
    return texas_race.draw(table, name=name)
