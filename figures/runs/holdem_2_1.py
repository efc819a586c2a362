"""[2-1] hold'em: the race of Johanson et al. (2012), Fig. 2a, and what later rules and other draws of flops make of it.

Curves and columns are those of `two_rounds`.
"""

from . import two_rounds
from .two_rounds import run_task as run_task

SCALES = {
    "quick": {
        "raises": [1, 1], "deck": [5, 2], "seeds": 2, "fewer": 1,
        "lengths": {"PCS": 300, "CS": 3000, "OPCS": 600, "SPCS": 600, "epochs, DCFR": 2, "all flops, CFR+": 5},
    },
    "paper": {
        "raises": [1, 1], "deck": [13, 4], "seeds": 5, "fewer": 3,
        "lengths": {
            "PCS": 260_000, "CS": 14_000_000, "OPCS": 700_000, "SPCS": 1_100_000, "ES": 6_000_000, "OS": 9_000_000,
            "PCS, linear": 105_300, "PCS, RM+": 105_300, "PCS, DCFR": 105_300, "strata": 60, "strata, RM+": 60,
            "epochs": 60, "epochs, RM+": 60, "epochs, DCFR": 60,
            "all flops": 90, "all flops, CFR+": 150, "all flops, DCFR": 90,
        },
    },
}  # fmt: skip
"""The game, seeds, and iterations of each curve; epochs, where flops come in epochs."""


def tasks(scale):
    """Return one task for each curve and seed."""
    return two_rounds.tasks(SCALES[scale])


def draw(table, name="holdem_2_1"):
    """Return the picture of the four schemes of the paper."""
    return two_rounds.draw(table, name=name)
