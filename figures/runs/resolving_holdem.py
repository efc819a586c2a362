"""All flops of two-round hold'em solved anew: what a blueprint loses before and after, exactly, in the whole game.

"naive" is Discounted CFR with both players locked to the blueprint before the flop: so each flop is the subgame into
which both come with these ranges. Where only he himself is locked, a player comes to "the best" that he can do on all
flops together after his blueprint before them. In the "gadget" each player solves each flop by itself: the other one
may come with whatever he holds, or terminate and get what the flop is worth to him by the blueprint if he responds
best.
"""

from itertools import takewhile
from time import process_time

import numpy as np
import pandas as pd

from cfrlib import draw as drawing
from cfrlib._util.jit import njit
from cfrlib.engine import CFR
from cfrlib.engine.buckets.lifting import lifted_profile
from cfrlib.engine.common.limit_holdem.betting_round import Parts, walk_down, walk_up
from cfrlib.engine.common.limit_holdem.tables import evaluating_walks
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.common.vector_walks import BEST
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import read_constants, step
from cfrlib.engine.two_rounds.terminals import value_terminals
from cfrlib.engine.two_rounds.vector import begin, classes_on, hand_over
from cfrlib.evaluate import best_response_values
from cfrlib.games import holdem

METHODS = {
    "blueprint": lambda blueprint, iterations: (blueprint, blueprint),
    "naive": lambda blueprint, iterations: (with_locks(blueprint, iterations, (0, 1)),) * 2,
    "gadget": lambda blueprint, iterations: [by_gadgets(blueprint, iterations, player) for player in (0, 1)],
    "the best": lambda blueprint, iterations: [with_locks(blueprint, iterations, (player,)) for player in (0, 1)],
}
"""Each returns what player 0 comes to, and player 1: two profiles, of which only his own strategy counts."""


def run_task(task, checkpoint=None):
    """Return the rows buckets (0: none), iterations of the blueprint, method, exploitability (mbb/g), cpu_seconds.

    Each method is kept when it is done.
    """
    game = holdem(deck=tuple(task["deck"]), buckets=task["buckets"] or None)
    solver, rows = CFR.discounted(game, dtype="float32"), []
    if checkpoint is not None:
        solver, rows = checkpoint.load(lambda: solver)
    solver.run(task["iterations"] - solver.iterations)
    blueprint = solver.average_strategy()
    blueprint = lifted_profile(blueprint) if game.abstract else blueprint
    for method, solve in list(METHODS.items())[len(rows) :]:
        began = process_time()
        both, seconds = solve(blueprint, task["on_a_flop"]), process_time() - began
        lost = [best_response_values(blueprint.game, both[player])[1 - player] for player in (0, 1)]
        row = {"iterations": solver.iterations, "method": method, "exploitability": sum(lost) / 2}
        rows.append({"buckets": task["buckets"], **row, "cpu_seconds": seconds})
        if checkpoint is not None:
            checkpoint.save(solver, rows)
    return pd.DataFrame(rows)


def with_locks(blueprint, iterations, players):
    """Return what Discounted CFR comes to on all flops at once with some players locked before them."""
    layout = layout_of(blueprint.game)
    before = takewhile(lambda key: "/" not in key[1], blueprint)
    locked = {key: blueprint[key] for key in before if layout.player_of(key) in players}
    solver = CFR.discounted(blueprint.game, dtype=blueprint.tables[1].dtype.name, locked=locked)
    solver.run(iterations)
    return solver.average_strategy()


def by_gadgets(blueprint, iterations, resolver):
    """Return what Discounted CFR comes to in the gadget of each flop; the strategy of the resolver alone counts."""
    tables = blueprint.writeable
    solver = CFR.discounted(blueprint.game, dtype=tables[1].dtype.name)
    engine, rule = solver.engine, solver._rule(iterations)
    rounds = engine.workspace.rounds
    walks = tuple(walk._replace(averaged=walk.me if walk.me == resolver else -1) for walk in engine.late)
    before, best = evaluating_walks(1 - resolver, BEST, tables, tables, blueprint.tolerance)
    begin(rounds, before)  # leaves the resolver's range there
    vectors = np.zeros((4, rounds.late.stride), dtype=tables[1].dtype)
    for flop in range(len(engine.layout.flops.weight)):
        solve_gadget(rounds, flop, best, walks, resolver, *vectors, rule, iterations)
    return engine.layout.average((tables[0], engine.tables.sums))


@njit
def solve_gadget(rounds, flop, best, walks, resolver, worth, follow, stopping, following, rule, iterations):
    """Solve the gadgets of a flop, one after each way of betting before it, side by side: [class][lane].

    The resolver's reach comes from before the flop. That of the other player is `follow`, how likely he does not
    terminate; `stopping` and `following` are the regrets of both. `best`, his best response to the blueprint, fills
    `worth`.
    """
    n = classes_on(rounds.flops, flop)[1] * rounds.lanes
    play(rounds, flop, best, follow, True)
    for i in range(n):
        worth[i], follow[i], stopping[i], following[i] = rounds.late.value[i], 0.5, 0.0, 0.0
    for t in range(1, iterations + 1):
        for walk in walks:
            set_time(walk, rule, t, t - 1)
            play(rounds, flop, walk, follow, walk.me != resolver)
            if walk.me == resolver:
                continue
            constants = read_constants(walk.constants)
            for i in range(n):
                gain, p = rounds.late.value[i] - worth[i], follow[i]
                stopping[i] = step(stopping[i], -p * gain, constants)
                following[i] = step(following[i], (1 - p) * gain, constants)
                stop, go = max(stopping[i], 0.0), max(following[i], 0.0)
                follow[i] = go / (stop + go) if stop + go > 0 else 0.5


@njit
def play(rounds, flop, walk, follow, by_range):
    """Walk a flop against the range from before it, or against that of who follows; values stay there."""
    start, n = classes_on(rounds.flops, flop)
    base, width = rounds.second.rows * rounds.lanes * start, n * rounds.lanes
    parts = Parts(0, width, 0, width)
    hand_over(rounds, flop, True, True)
    if not by_range:
        for i in range(width):
            rounds.late.reach[i] = follow[i]
    walk_down(rounds.second, walk, rounds.late, base, width, parts)
    value_terminals(rounds.second, rounds.flops, flop, walk, rounds.late, rounds.lanes)
    walk_up(rounds.second, walk, rounds.late, base, width, parts)


def draw(table, name):
    """Return the picture: exploitability by blueprint and method."""
    blueprints = {0: "{} iterations", **{b: f"{b} buckets" for b in table.buckets if b}}
    values = {
        blueprints[buckets].format(iterations): dict(zip(part.method, part.exploitability, strict=True))
        for (buckets, iterations), part in table.groupby(["buckets", "iterations"], sort=False)
    }
    return drawing.bars(values, ylabel="exploitability (mbb/g)", name=name)
