"""[2-4] hold'em: CS against SPCS to ten minutes each, where Johanson et al. (2012), Fig. 2b, put CS in front.

The two curves are nearly one for as long as `holdem_2_4` runs them, about a minute; they part
later. Curves and columns are those of `two_rounds`.
"""

from . import two_rounds
from .two_rounds import run_task as run_task

SCALES = {
    "quick": {"raises": [3, 4], "deck": [4, 2], "seeds": 2, "lengths": {"CS": 2000, "SPCS": 400}},
    "paper": {"raises": [3, 4], "deck": [13, 4], "seeds": 5, "lengths": {"CS": 38_000_000, "SPCS": 4_800_000}},
}
"""The game, seeds, and iterations of each curve."""


def tasks(scale):
    """Return one task for each curve and seed."""
    return two_rounds.tasks(SCALES[scale])


def draw(table, name="holdem_2_4_long"):
    """Return the picture of the two schemes."""
    return two_rounds.draw(table, ("CS", "SPCS"), name=name)
