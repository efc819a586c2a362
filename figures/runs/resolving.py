"""Leduc's second rounds solved anew: what a blueprint loses before and after, by naive and by safe methods."""

import numpy as np
import pandas as pd

import cfrlib
from cfrlib import draw as drawing
from cfrlib.game import CHANCE

METHODS = {"naive": ("lp", "cfr"), "gadget": ("lp", "cfr"), "margin": ("lp",), "reach": ("lp",)}
"""How the subgames of each method are solved: by linear programming, or by CFR, which comes to other equilibria."""
IN_A_SUBGAME = 1000
"""Iterations of Discounted CFR."""


def run_task(task, checkpoint=None):
    """Return the rows ranks, iterations of the blueprint, method, solved, exploitability in the whole game (chips)."""
    game = cfrlib.games.leduc(ranks=task["ranks"], suits_matter=False)
    solver = cfrlib.CFR(game)
    solver.run(task["iterations"])
    blueprint = solver.average_strategy()
    rows = [("blueprint", "", cfrlib.exploitability(game, blueprint))]
    for method, ways in METHODS.items():
        for way in ways:
            profile = solved_anew(game, blueprint, method, None if way == "lp" else by_cfr)
            rows.append((method, way, cfrlib.exploitability(game, profile)))
    table = pd.DataFrame(rows, columns=["method", "solved", "exploitability"])
    table.insert(0, "iterations", task["iterations"])
    table.insert(0, "ranks", task["ranks"])
    return table


def solved_anew(game, blueprint, method, solve=None):
    """Return a blueprint of which both players have solved all second rounds anew, each from the blueprint itself."""
    rounds = [actions for actions, _ in game.action_sequences() if actions[-1:] == (CHANCE,)]
    profile = blueprint
    for actions in rounds:
        for public in game.public_sequences(1):
            reached = cfrlib.reach(game, blueprint, actions, public)
            for resolver in (0, 1):
                ranges = [part ** (method == "naive" or player == resolver) for player, part in enumerate(reached)]
                if (np.outer(*ranges) * game.weights(public)).any():
                    new = cfrlib.resolve(game, blueprint, actions, public, resolver, method, solve)
                    profile = profile.stitch(new)
    return profile


def by_cfr(game):
    """Return the average strategy of Discounted CFR in a subgame."""
    solver = cfrlib.CFR.discounted(game)
    solver.run(IN_A_SUBGAME)
    return solver.average_strategy()


def draw(table, name):
    """Return the picture: exploitability against the iterations of the blueprint, with three ranks."""
    three = table[(table.ranks == table.ranks.mode()[0]) & (table.solved != "cfr")]
    curves = {method: (part.iterations, part.exploitability) for method, part in three.groupby("method", sort=False)}
    return drawing.convergence(curves, xlabel="iterations of the blueprint", ylabel="exploitability (chips)", name=name)
