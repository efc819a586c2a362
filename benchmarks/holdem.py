"""Two-round hold'em with 52 cards: iterations, evaluations, memory, two threads, a cold start, and OpenSpiel.

Tables are float32. "All flops" is an iteration over the 1,755 flops that differ in more than the names of suits.
"""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import psutil
import pyspiel
from measure import clock, columns, cpu, duel_of_samplers, iterations, line, share_of_memory, starts

import cfrlib
from cfrlib.engine.two_rounds.workspace import TwoRoundsWorkspace
from cfrlib.games.holdem import holdem

FLOPS = (("[2-1]", (1, 1), 0.28, 0.24), ("[2-4]", (3, 4), None, 1.5))
"""A game's name in Johanson et al. (2012), its raises, and the most seconds of an iteration and of an evaluation."""
MOST_MEMORY = 2.5
"""GB of [2-4]."""
SAMPLES = (
    ("one PCS iteration, both walks", "pcs", 2_000, 400),
    ("one CS iteration", "cs", 200_000, 6),
    ("one ES iteration", "es", 200_000, None),
    ("one OS iteration", "os", 200_000, None),
)
"""A row, its iterations in one measurement, and the most microseconds of one in [2-1]."""
START = "from cfrlib.games.holdem import holdem; import cfrlib; cfrlib.CFR(holdem(), 'pcs', dtype='float32').run(1)"


def all_flops(game, slowest, evaluation, most_memory):
    """Iterations over all flops, memory, exact exploitability, and two threads."""
    solver = cfrlib.CFR(game, dtype="float32")
    solver.run(2)
    seconds = min(iterations(solver, 1) for _ in range(3))
    line("one iteration, all flops", seconds, "s", slowest)
    line("of what memory delivers", share_of_memory(solver, seconds), "")
    solver.exploitability()
    line("exact exploitability", min(cpu(solver.exploitability, 1) for _ in range(3)), "s", evaluation)
    line("its tables", sum(table.nbytes for table in solver.engine.tables) / 1e9, "GB")
    with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
        grown = fresh.submit(resident, game.raises).result()
        line("resident memory that all this takes", grown / 1e9, "GB", most_memory)
    walls = []
    for threads in (1, 2):
        solver.engine.workspace = TwoRoundsWorkspace(solver.layout, "float32", threads)
        solver.run(1)
        walls.append(min(clock(partial(solver.run, 1)) for _ in range(3)))
    line(f"two threads by the clock, {walls[0] / walls[1]:.2f}x faster", walls[1], "s")


def resident(raises):
    """Return by how many bytes an iteration over all flops and an evaluation have a fresh process grow."""
    process = psutil.Process()
    before = process.memory_info().rss
    solver = cfrlib.CFR(holdem(raises), dtype="float32")
    solver.run(1)
    solver.exploitability()
    return process.memory_info().rss - before


def samples(game, targets):
    """Iterations that draw a flop, or hands, too."""
    for name, row, number, most in SAMPLES:
        solver = cfrlib.CFR(game, row, dtype="float32")
        solver.run(number)
        seconds = min(iterations(solver, number) for _ in range(3))
        line(name, seconds * 1e6, "us", most if targets else None)


def beside_openspiel(rounds):
    """Sampling in [2-1]; OpenSpiel's table grows with every iteration, ours is there from the start."""
    spiel = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=2,blind=1 2,firstPlayer=1 2,raiseSize=2 4,maxRaises=1 1,"
        "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3,stack=1000 1000)"
    )
    columns()
    make, both = partial(cfrlib.CFR, holdem(), dtype="float32"), (5_000, 200_000)
    duel_of_samplers("[2-1]", spiel, make, warm_up=both, repeats=both, rounds=rounds, target=None)


def full_size(quick):
    """Measure both games, or [2-1] alone."""
    for name, raises, slowest, evaluation in FLOPS[:1] if quick else FLOPS:
        larger = name == "[2-4]"
        print(f"\n{name} hold'em, float32:")
        game = holdem(raises)
        all_flops(game, slowest, evaluation, MOST_MEMORY if larger else None)
        samples(game, targets=not larger)
    print("\n[2-1] hold'em, cards, compiler and the first PCS iteration:")
    starts(START, 30)
    beside_openspiel(2 if quick else 3)
