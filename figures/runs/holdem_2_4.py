"""[2-4] hold'em: the race of Johanson et al. (2012), Fig. 2b, on 90 million information sets.

Curves and columns are those of `two_rounds`.
"""

from . import two_rounds
from .two_rounds import run_task as run_task

SCALES = {
    "quick": {
        "raises": [3, 4], "deck": [4, 2], "seeds": 2, "fewer": 1,
        "lengths": {"PCS": 200, "CS": 2000, "OPCS": 400, "SPCS": 400, "epochs, RM+": 2, "all flops, DCFR": 4},
    },
    "paper": {
        "raises": [3, 4], "deck": [13, 4], "seeds": 5, "fewer": 3,
        "lengths": {
            "PCS": 100_000, "CS": 5_000_000, "OPCS": 130_000, "SPCS": 320_000,
            "epochs, RM+": 36, "epochs, DCFR": 36, "all flops, CFR+": 30, "all flops, DCFR": 30,
        },
    },
}  # fmt: skip
"""The game, seeds, and iterations of each curve; epochs, where flops come in epochs."""


def tasks(scale):
    """Return one task for each curve and seed."""
    return two_rounds.tasks(SCALES[scale])


def draw(table, name="holdem_2_4"):
    """Return the picture of the four schemes of the paper."""
    return two_rounds.draw(table, name=name)
