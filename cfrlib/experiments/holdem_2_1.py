"""[2-1] hold'em: the race of Johanson et al. (2012), Fig. 2a, and what later rules and other draws of flops make of it.

Curves and columns are those of `cfrlib.experiments.two_rounds`.
"""

from cfrlib.experiments import two_rounds
from cfrlib.experiments.two_rounds import run_task as run_task

SCALES = {
    "quick": {
        "raises": (1, 1), "deck": (5, 2), "seeds": 2, "fewer": 1,
        "lengths": {"PCS": 300, "CS": 3000, "OPCS": 600, "SPCS": 600, "epochs, DCFR": 2, "all flops, CFR+": 5},
    },
    "paper": {
        "raises": (1, 1), "deck": (13, 4), "seeds": 5, "fewer": 3,
        "lengths": {
            "PCS": 320_000, "CS": 20_000_000, "OPCS": 1_000_000, "SPCS": 1_600_000, "ES": 10_000_000, "OS": 16_000_000,
            "PCS, linear": 160_000, "PCS, RM+": 160_000, "PCS, DCFR": 160_000, "strata": 90, "strata, RM+": 90,
            "epochs": 90, "epochs, RM+": 90, "epochs, DCFR": 90,
            "all flops": 180, "all flops, CFR+": 180, "all flops, DCFR": 120,
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
