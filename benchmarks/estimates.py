"""Some sixty solvers: what `cfrlib.estimate` says of an iteration beside what it takes, one right after the other.

    python benchmarks/estimates.py           a row for each
    python benchmarks/estimates.py --quick   only those that are off by more than two, measured once

The median of all ratios is what this machine makes of it, busy or fast; what one is off is meant beside that.
"""

import argparse
from functools import partial
from itertools import product
from statistics import median

from measure import cpu

import cfrlib
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix, spot, texas
from cfrlib.sampling import ByPlace, Mixed, visits
from cfrlib.tree import unroll

RPS, KUHN_TREE, TREE = matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]), unroll(kuhn()), unroll(leduc())
RIVER = spot("Td9d6hQc2s", ("random", "random"), pot=200, stack=900)
NARROW = spot("2c2d7h8s9s", ("22+,AK", "TT+,KQ"), pot=2, stack=4)
DICE, CARDS, BUCKETS = bluff((2, 1), rounds="one"), holdem((1, 1), (5, 3)), texas((3, 2, 2, 2), (1, 0, 0, 1), (3, 3))
JACKS = {("J", ""): {"p": 1}}


def rows(*names):
    """Return switches that choose each of these rows."""
    return [{"sampling": row} for row in names]


CONFIGURATIONS = [
    *product([kuhn(), kuhn(13), kuhn(100), leduc(8), leduc_no_limit(5), bluff(faces=4), RIVER], [{}]),
    *product([leduc(), leduc_no_limit(9)], [{}, *rows("pcs", "opcs", "cs", "es", "os")]),
    *product([leduc()], rows("spcs", "robust", Mixed("es", "os", 0.5), ByPlace(visits(5)))),
    *product([RIVER], rows("opcs", "es")), *product([RPS, KUHN_TREE], [{}, *rows("es")]),
    *product([TREE], [{}, *rows("cs", "es", "os")]),
    *product([bluff(rounds="one")], [{}, *rows("opcs", "cs", "es")]),
    *product([DICE], [{}, {"dtype": "float32"}, *rows("opcs", "cs", "es", "os")]),
    *product([CARDS, BUCKETS], [{}, *rows("pcs", "cs", "es")]),
    *product([kuhn(), leduc(), bluff(faces=4)], [{"sampling": "es", "baseline": "exact"}]),
    *product([kuhn()], [{"locked": JACKS}, {"locked": JACKS, "sampling": "es"}]),
    *product([leduc()], [{"sampling": "os", "baseline": "learned"}, {"sampling": "es", "average": "lazy"}]),
    (leduc(), {"regret": "hedge"}), (leduc_no_limit(5), {"regret": "mmd"}),
    (leduc_no_limit(9), {"regret": "discounted"}), (NARROW, {}),
    (RIVER, {"regret": "predictive", "dtype": "float32"}), (CARDS, {"dtype": "float32"}),
]  # fmt: skip
"""Games, and the switches that solve them."""
LEAST, OFF = 0.05, 2
"""Seconds of a measurement; by which factor a ratio may be off."""


def measured(game, switches, rounds):
    """Return the seconds of an iteration, the least of some rounds; before that, the solver compiles."""
    solver, number = cfrlib.CFR(game, **switches), 4
    solver.run(number)
    while (seconds := cpu(partial(solver.run, number), 1)) < LEAST:
        number *= 2 + int(LEAST / max(seconds, LEAST / 10))
    return min(seconds, *(cpu(partial(solver.run, number), 1) for _ in range(rounds))) / number


def beside_measured(quick):
    """Print how estimates stand to what is measured; return the ratios, the median divided out."""
    print("\nEstimates of an iteration, and what it takes:")
    found = []
    for game, switches in CONFIGURATIONS:
        said = cfrlib.estimate(game, **switches).seconds
        found.append((said, measured(game, switches, 1 if quick else 3)))
    usual = median(said / took for said, took in found)
    ratios = [said / took / usual for said, took in found]
    for (game, switches), (said, took), ratio in zip(CONFIGURATIONS, found, ratios, strict=True):
        off = not 1 / OFF <= ratio <= OFF
        if off or not quick:
            told = f"{repr(game)[:50]:50} {str(switches)[:60]:60}"
            print(f"  {told} {said * 1e6:9.3g} {took * 1e6:9.3g} us {ratio:5.2f}{': OFF' * off}")
    wrong = sum(not 1 / OFF <= ratio <= OFF for ratio in ratios)
    print(
        f"  of {len(ratios)} estimates {wrong} are off by more than {OFF}; their median is {usual:.2f} of what it takes"
    )
    return ratios


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only what is off, measured once")
    beside_measured(parser.parse_args().quick)
