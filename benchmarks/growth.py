"""How an iteration of CFR+ grows with ranks, cards, stack and faces: prints a table, and draws growth.svg beside it.

An entry is one action of one information set as tables have it, where outcomes that nothing can tell apart are one.
"""

from functools import partial
from pathlib import Path

from measure import iterations

import cfrlib
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit

GAMES = {
    "Kuhn, cards": (kuhn, (3, 10, 30, 100, 300, 1000)),
    "Leduc, ranks": (partial(leduc, suits_matter=False), (2, 3, 5, 8, 13)),
    "no-limit Leduc, stack": (leduc_no_limit, (3, 5, 8, 12, 20)),
    "Liar's Dice, faces": (lambda faces: bluff(faces=faces, rounds="one"), (2, 3, 4, 5, 6, 7, 8)),
}
"""What makes a game of a size, and the sizes."""
LONG, ROUNDS = 0.02, 15
"""Seconds of a measurement, at least, and how many there are of each; the best counts."""


def measured(solver):
    """Return entries, and CPU seconds of one iteration."""
    solver.run(2)
    number = 1
    while number * iterations(solver, number) < LONG:
        number *= 2
    entries = sum(table.size for table in solver.engine.sum_tables())
    return entries, min(iterations(solver, number) for _ in range(ROUNDS))


def main():
    """Measure all of it."""
    curves = {}
    print("| game | size: us an iteration (entries; ns an entry) |\n|---|---|")
    for name, (make, sizes) in GAMES.items():
        points = [measured(cfrlib.CFR.plus(make(size))) for size in sizes]
        told = [f"{1e6 * seconds:,.1f} ({entries:,}; {1e9 * seconds / entries:.1f})" for entries, seconds in points]
        sized = (f"**{size:,}**: {each}" for size, each in zip(sizes, told, strict=True))
        print(f"| {name} | {', '.join(sized)} |", flush=True)
        curves[name] = [entries for entries, _ in points], [1e6 * seconds for _, seconds in points]
    picture = cfrlib.draw.convergence(
        curves, xlabel="entries of the tables", ylabel="microseconds an iteration",
        reference={"10 ns an entry": lambda n: n / 100}, ylim=(0.2, 10_000),
        title="An iteration grows as its entries do",
    )  # fmt: skip
    (Path(__file__).resolve().parent / "growth.svg").write_text(picture.svg)


if __name__ == "__main__":
    main()
