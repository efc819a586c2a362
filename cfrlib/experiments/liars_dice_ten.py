"""How long walks and evaluation take on Liar's Dice with larger dice, up to ten faces (Meyer, section 6.1).

Ten faces are 10,485,760 information sets; preparing the solver and the evaluation takes minutes and 6 GB of memory.
"""

import time

from cfrlib.games import bluff
from cfrlib.solver import CFR

SCALES = {"quick": (4, 6), "paper": (6, 8, 10)}
"""Faces of the die."""


def tasks(scale):
    """Return one task for each die."""
    return [{"faces": faces} for faces in SCALES[scale]]


def run_task(task, checkpoint):
    """Return a row: faces, infosets, exploitability, and what took how many seconds.

    `prepare`, `outcome_walk`, `external_walk`, `first_exploitability` and `next_exploitability` are seconds.
    """
    import pandas as pd

    game = bluff(dice=(1, 1), faces=task["faces"], rounds="one")
    clock = time.perf_counter()
    outcome, external = CFR(game, "os"), CFR(game, "es")
    outcome.run(2), external.run(2)
    row = {"faces": task["faces"], "infosets": game.num_infosets, "prepare": time.perf_counter() - clock}
    for name, solver, iterations in (("outcome_walk", outcome, 100_000), ("external_walk", external, 2_000)):
        clock = time.perf_counter()
        solver.run(iterations)
        row[name] = (time.perf_counter() - clock) / (2 * iterations)
    for name in ("first_exploitability", "next_exploitability"):
        clock = time.perf_counter()
        row["exploitability"] = external.exploitability()
        row[name] = time.perf_counter() - clock
    return pd.DataFrame([row])


def draw(table):
    """Return the picture: seconds against faces."""
    from cfrlib.draw import convergence

    names = {"outcome_walk": "a walk, outcome sampling", "external_walk": "a walk, external sampling",
             "next_exploitability": "an exploitability"}  # fmt: skip
    curves = {label: (table["faces"].to_numpy(), table[name].to_numpy()) for name, label in names.items()}
    return convergence(curves, xlabel="faces of the die", ylabel="seconds", name="liars_dice_ten")
