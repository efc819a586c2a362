"""Abstract Texas hold'em, 10 and 12 buckets: CS against PCS (Johanson et al. 2012, Fig. 3c and 3d).

Columns are those of `texas_race`.
"""

from . import texas_race
from .texas_race import run_task as run_task

SCALES = {
    "quick": {
        "deck": [3, 3], "raises": [1, 0, 0, 1], "exact": 3,
        "lengths": {4: {"CS": [2000, 3], "PCS": [40, 2]}},
    },
    "paper": {
        "deck": [13, 4], "raises": [3, 4, 4, 4], "exact": 8,
        "lengths": {
            10: {"CS": [18_500_000, 7], "PCS": [40_000, 6]},
            12: {"CS": [19_500_000, 5], "PCS": [34_000, 5]},
        },
    },
}  # fmt: skip
"""See `texas_race`."""


def tasks(scale):
    """Return one task for each curve."""
    return texas_race.tasks_of(SCALES[scale])


def draw(table, buckets=None, name="texas_large"):
    """Return the picture of so many buckets, by default the fewest."""
    return texas_race.draw(table, buckets, name=name)
