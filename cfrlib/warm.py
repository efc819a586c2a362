"""Compile the kernels that the course uses, so that nobody waits for them in class: ``python -m cfrlib.warm``.

It says what it compiles, and is done in a moment where the compiler's cache holds everything.
"""

import logging
import sys

from cfrlib.evaluate import expected_value
from cfrlib.games import bluff, holdem, leduc, texas
from cfrlib.matches import match
from cfrlib.solver import CFR


def warm():
    """Run every kind of walk and of evaluation once."""
    for game in (leduc(), bluff()):
        for sampling in ("vanilla", "es"):
            solver = CFR(game, sampling)
            solver.run(1)
            solver.exploitability()
        expected_value(game, solver.average_strategy())
    for dtype in ("float64", "float32"):
        solver = CFR(bluff(dice=(2, 1), rounds="one"), dtype=dtype)
        solver.run(1)
        solver.exploitability()
    for sampling in ("vanilla", "pcs", "opcs", "cs"):
        solver = CFR(holdem(deck=(4, 2)), sampling, dtype="float32")
        solver.run(1)
        solver.exploitability()
    small = texas(buckets=2, deck=(3, 3))
    for sampling in ("vanilla", "pcs", "cs"):
        solver = CFR(small, sampling, dtype="float32")
        solver.run(1)
        solver.exploitability()
    match(small, solver.average_strategy(), solver.average_strategy(), hands=4)


def main():
    """Compile, and say so on stderr."""
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    warm()


if __name__ == "__main__":
    main()
