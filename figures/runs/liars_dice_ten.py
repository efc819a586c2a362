"""How long walks and evaluation take on Liar's Dice with larger dice, up to ten faces (Meyer, section 6.1)."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.games import bluff
from cfrlib.runs.practice import spent

WALKS = {"outcome_walk": ("os", 100_000), "external_walk": ("es", 2_000)}
"""Column: sampling, and the iterations that are timed."""
PROGRAM = """
import json, sys
from cfrlib.runs import code_of
print(json.dumps(code_of("liars_dice_ten", sys.argv[1]).measured(int(sys.argv[2]))))
"""


def run_task(task, checkpoint):
    """Return a row: faces, infosets, exploitability, and what took how many processor seconds.

    `prepare` is from the rules to the first two iterations of both solvers, `outcome_walk` and `external_walk` are one
    walk, `first_exploitability` and `next_exploitability` one evaluation. `compile` is what all of it took longer with
    kernels that were not compiled yet.
    """
    with tempfile.TemporaryDirectory() as empty:
        kept = {"CFRLIB_CACHE": os.path.join(empty, "games"), "NUMBA_CACHE_DIR": os.path.join(empty, "kernels")}
        program = [sys.executable, "-c", PROGRAM, str(Path(__file__).parents[1]), str(task["faces"])]
        said = subprocess.run(program, env=os.environ | kept, stdout=subprocess.PIPE, check=True, text=True).stdout
    return pd.DataFrame([json.loads(said)])


def measured(faces):
    """Return the row of a die, as this process measures it."""
    began = time.process_time()
    timed(faces)
    first = time.process_time() - began
    row = timed(faces)
    return row | {"compile": first - (time.process_time() - began - first)}


def timed(faces):
    """Build the game and its solvers anew; return the row without `compile`."""
    game = bluff(dice=(1, 1), faces=faces, rounds="one")
    clock = time.process_time()
    solvers = {name: CFR(game, sampling) for name, (sampling, _) in WALKS.items()}
    for solver in solvers.values():
        solver.run(2)
    row = {"faces": faces, "infosets": game.num_infosets, "prepare": time.process_time() - clock}
    row |= {name: spent(solvers[name], n) / (2 * n) for name, (_, n) in WALKS.items()}
    for name in ("first_exploitability", "next_exploitability"):
        clock = time.process_time()
        row["exploitability"] = solvers["external_walk"].exploitability()
        row[name] = time.process_time() - clock
    return row


def draw(table, name):
    """Return the picture: seconds against faces."""
    names = {"outcome_walk": "a walk, outcome sampling", "external_walk": "a walk, external sampling",
             "next_exploitability": "an exploitability"}  # fmt: skip
    curves = {label: (table["faces"].to_numpy(), table[name].to_numpy()) for name, label in names.items()}
    return drawing.convergence(curves, xlabel="faces of the die", ylabel="processor seconds", name=name)
