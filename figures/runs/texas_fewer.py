"""Abstract Texas hold'em, 2, 3 and 4 buckets: does CS need iterations in proportion to information sets?

Zinkevich et al. (2007), Fig. 1b, says so of 5, 8 and 10 buckets. Games of fewer buckets are small enough to be carried
as far as that paper carried its five: 100 million iterations, 27.6 for each of its 3,624,290 information sets. Columns
are those of `texas_race`.
"""

from . import texas_race
from .texas_race import run_task as run_task

SCALES = {
    "quick": {
        "deck": [3, 3], "raises": [1, 0, 0, 1], "exact": 3, "seeds": {2: 2, 3: 1},
        "lengths": {2: {"CS": [3000, 4]}, 3: {"CS": [1500, 3]}},
    },
    "paper": {
        "deck": [13, 4], "raises": [3, 4, 4, 4], "exact": 8, "seeds": {2: 2, 3: 1, 4: 1},
        "lengths": {2: {"CS": [2_650_352, 20]}, 3: {"CS": [13_159_420, 24]}, 4: {"CS": [41_194_055, 25]}},
    },
}  # fmt: skip
"""See `texas_race`; and how many seeds each number of buckets has."""


def tasks(scale):
    """Return one task for each number of buckets and seed, the first seeds first."""
    return tasks_of(SCALES[scale])


def tasks_of(sizes):
    """Return the tasks of a scale; see `SCALES`."""
    found = [
        {**task, "seed": seed} for task in texas_race.tasks_of(sizes) for seed in range(sizes["seeds"][task["buckets"]])
    ]
    return sorted(found, key=lambda task: task["seed"])


def draw(table, name="texas_fewer"):
    """Return the picture: exploitability against iterations for each information set, a curve for each size."""
    return texas_race.draw_coincide(table, name=name)
