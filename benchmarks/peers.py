"""Explicit trees beside LiteEFG (C++), external sampling beside donksolver (C++); what is not installed is left out.

`pip install ".[bench]"` installs both. LiteEFG needs a compiler.
"""

import contextlib
import importlib
import io
from functools import partial

import pyspiel
from measure import cpu, duel, iterations

import cfrlib
from cfrlib.games import leduc

TREES = {
    "Leduc": ("leduc_poker", 200, 20),
    "Liar's Dice 1v1": ("liars_dice", 20, 2),
    "Goofspiel, 4 cards": ("turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4))", 100, 5),
}
"""OpenSpiel's name, and how many iterations are measured at a time, ours and theirs."""


def peer(name):
    """Return a module, or None, and say so, if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: its rows are left out", flush=True)
        return None


def side_by_side(rounds):
    """Print the rows of both peers."""
    print("\nBeside other peers (the first column is theirs):")
    lite, donk = peer("LiteEFG"), peer("donksolver")
    for name, (theirs, many, few) in TREES.items() if lite else ():
        game = pyspiel.load_game(theirs)
        with contextlib.redirect_stdout(io.StringIO()):
            environment = lite.OpenSpielEnv(game, traverse_type="Enumerate", regenerate=True)
            graph = importlib.import_module("LiteEFG.baselines.CFRplus").graph()
            environment.set_graph(graph)
        tree = cfrlib.tree.from_openspiel(game)
        ours = cfrlib.CFR.plus(tree)
        ours.run(1)
        ours.exploitability()

        def step(environment=environment, graph=graph):
            graph.update_graph(environment)
            environment.update_strategy(graph.current_strategy())

        def measured(environment=environment, graph=graph):
            return environment.exploitability(graph.current_strategy(), "linear-avg-iterate")

        duel(
            f"{name} as a tree, one CFR+ iteration (LiteEFG)", 10, partial(cpu, step, few),
            partial(iterations, ours, many), rounds,
        )  # fmt: skip
        duel(
            f"{name} as a tree, one exploitability (LiteEFG)", 5, partial(cpu, measured, few),
            partial(cpu, ours.exploitability, many), rounds,
        )  # fmt: skip
    if donk:  # it runs on one thread
        theirs, ours = donk.Solver(donk.toy("leduc", 2)), cfrlib.CFR(leduc(), "es")
        for solver in (theirs, ours):
            solver.run(100_000)
        duel("Leduc, external sampling (donksolver)", 1, partial(iterations, theirs, 200_000),
             partial(iterations, ours, 200_000), rounds)  # fmt: skip
