"""Side by side with OpenSpiel's C++ solvers and other peers: one process, one thread, CPU time, best of several turns.

Prints a table of what each takes for the same work, and the ratio. Then: iterations to an exploitability of 0.001,
cold and warm start; Bluff(2,2), spots on river and turn and two-round hold'em at full size, with their
distance from the speed of memory; estimates beside what is measured.
"""

import argparse
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import estimates
import holdem
import peers
import pyspiel
import texas
from measure import (
    clock,
    columns,
    cpu,
    duel,
    duel_of_samplers,
    iterations,
    line,
    share_of_memory,
    starts,
    straight_lines,
    verdict,
)

import cfrlib
from cfrlib.engine.bids.workspace import BidsWorkspace
from cfrlib.games import bluff, leduc, spot


class Case(NamedTuple):
    """A game that both solve with CFR+; a test holds our profile's scores against OpenSpiel's."""

    theirs: str
    """OpenSpiel's name of it."""
    ours: Callable
    """From nothing to our game."""
    iterations: int
    """Of ours, in one measurement."""
    their_iterations: int
    speed: int
    """How many times as fast an iteration should be."""
    evaluation: int
    """The same for an exact exploitability."""


CASES = {
    "Leduc": Case("leduc_poker", leduc, 2000, 20, 200, 1000),
    "Liar's Dice 1v1": Case("liars_dice", partial(bluff, rounds="one"), 50, 1, 250, 4000),
}
WARM_UP = 10
"""Iterations of ours before the first measurement."""


def side_by_side(rounds):
    """Iterations and evaluations of the same games."""
    columns()
    for name, case in CASES.items():
        spiel, game = pyspiel.load_game(case.theirs), case.ours()
        theirs, ours = pyspiel.CFRPlusSolver(spiel), cfrlib.CFR.plus(game)
        theirs.evaluate_and_update_policy()
        ours.run(WARM_UP)
        duel(
            f"{name}, one CFR+ iteration", case.speed,
            lambda s=theirs, n=case.their_iterations: cpu(s.evaluate_and_update_policy, n),
            lambda s=ours, n=case.iterations: iterations(s, n), rounds,
        )  # fmt: skip
        policy, profile = theirs.average_policy(), ours.average_strategy()
        cfrlib.exploitability(game, profile)
        duel(
            f"{name}, one exact exploitability", case.evaluation,
            lambda g=spiel, p=policy: cpu(lambda: pyspiel.exploitability(g, p), 1),
            lambda g=game, p=profile: cpu(lambda: cfrlib.exploitability(g, p), 500), min(rounds, 3),
        )  # fmt: skip
    spiel, make = pyspiel.load_game("leduc_poker"), partial(cfrlib.CFR, leduc())
    duel_of_samplers("Leduc", spiel, make, (20_000, 20_000), repeats=(2000, 20_000), rounds=rounds, target=10)


def to_a_thousandth():
    """Iterations and CPU time until the average strategy's exploitability on Leduc is 0.001."""
    print("\nLeduc to 0.001:")
    for name, make in (
        ("CFR+", cfrlib.CFR.plus),
        ("discounted", cfrlib.CFR.discounted),
        ("predictive", cfrlib.CFR.predictive),
    ):
        solver = make(leduc())
        solver.run(until=1e-3)
        again = make(leduc())
        seconds = cpu(lambda n=solver.iterations, s=again: s.run(n), 1)
        print(f"  {name:12} {solver.iterations:5} iterations, {seconds * 1e3:6.1f} ms without evaluations")


def full_size(quick):
    """Bluff(2,2): one iteration, both players, and one exact exploitability; float32, one thread and two."""
    print("\nBluff(2,2), one round, float32:")
    for merged, most in ((True, 0.5), (False, 2.2)):
        if quick and not merged:
            continue
        game = bluff((2, 2), rounds="one", merged=merged)
        solver = cfrlib.CFR.discounted(game, dtype="float32")
        solver.run(2)
        seconds = min(iterations(solver, 1) for _ in range(3))
        form = "merged" if merged else "literal"
        print(f"  {form:8} one PCS iteration       {seconds:6.3f} s  {verdict(seconds, most)}")
        share = share_of_memory(solver, seconds)
        print(f"  {form:8} of what memory delivers {share:6.2f}    (target 0.4{'' if share >= 0.4 else ': MISSED'})")
        solver.exploitability()
        seconds = min(cpu(solver.exploitability, 1) for _ in range(3))
        print(f"  {form:8} exact exploitability    {seconds:6.3f} s  {verdict(seconds, 0.5)}")
        walls = []
        for threads in (1, 2):
            solver.engine.workspace = BidsWorkspace(solver.layout, "float32", threads)
            solver.run(1)
            walls.append(min(clock(lambda s=solver: s.run(1)) for _ in range(3)))
        print(f"  {form:8} two threads, by the clock {walls[1]:.3f} s, {walls[0] / walls[1]:.2f}x faster (target 1.8x)")
        solver = cfrlib.CFR(game, "cs", dtype="float32")
        solver.run(2)
        nodes, seconds = solver.nodes_touched / 2, min(iterations(solver, 1) for _ in range(3))
        print(f"  {form:8} one CS iteration        {seconds:6.3f} s, {seconds / nodes * 1e9:.2f} ns a node")
    spiel = pyspiel.load_game("liars_dice")
    theirs, small = pyspiel.CFRSolver(spiel), cfrlib.CFR(bluff(rounds="one"))
    theirs.evaluate_and_update_policy()
    small.run(1)
    pairs = small.histories_touched / 2
    seconds = cpu(theirs.evaluate_and_update_policy, 1) / 2
    print(f"  OpenSpiel's CFR on Liar's Dice 1v1: {seconds / pairs * 1e9:.0f} ns a history")


def turn():
    """A turn spot with all hands in both ranges: building, iterations, exploitability."""
    print("\nA turn spot, 1,128 hands each, 48 river cards, 7.6 million entries, float32:")

    def make():
        game = spot("Td9d6hQc", ("random", "random"), pot=200, stack=900, bets=[0.5, "all-in"], raises=[2.5])
        return cfrlib.CFR.discounted(game, dtype="float32")

    solver = make()
    solver.run(2)
    solver.exploitability()
    line("to build it", cpu(make, 1), "s", 3)
    line("one iteration", min(iterations(solver, 2) for _ in range(15)) * 1e3, "ms", 57)
    line("exact exploitability", min(cpu(solver.exploitability, 1) for _ in range(5)) * 1e3, "ms")
    again = make()
    line("to half a percent of the pot", cpu(lambda: again.run(until=1.0), 1), "s", 20)


def own_engines(quick):
    """The same game by an engine of its own and by that of all trees: what the own one saves in time and memory."""
    print("\nAn engine of its own, and that of all trees (in brackets):")
    of_two_rounds = ("hold'em, 12 cards", cfrlib.games.holdem, {"deck": (6, 2)})
    of_bids = ("Bluff, 3 dice with 5 faces", bluff, {"dice": (2, 1), "faces": 5})
    for name, own, parameters in (of_two_rounds,) if quick else (of_two_rounds, of_bids):
        tree = type(own.__name__, (own,), {"layout": "tree"})
        for row in ("vanilla", "pcs"):
            best, held = [float("inf")] * 2, [0, 0]
            for k, make in enumerate((own, tree)):
                cfrlib.CFR.plus(make(**parameters), sampling=row).run(1)  # compiles
                tracemalloc.start()
                solver = cfrlib.CFR.plus(make(**parameters), sampling=row)
                solver.run(1)
                held[k] = tracemalloc.get_traced_memory()[0] / 1e6
                tracemalloc.stop()
                best[k] = min(1e3 * iterations(solver, 20) for _ in range(5))
            times, bytes_ = best[1] / best[0], held[1] / held[0]
            print(f"  {name}, {row:8} {best[0]:9.3f} ({best[1]:.3f}) ms, {times:.1f} times; ", end="")
            print(f"{held[0]:.1f} ({held[1]:.1f}) MB, {bytes_:.0f} times", flush=True)


def river():
    """A river spot with all hands in both ranges: building, iterations, half a percent of the pot."""
    print("\nA river spot, 1,081 hands each, 69 nodes, float32:")

    def make():
        game = spot("Td9d6hQc2s", ("random", "random"), pot=200, stack=900)
        return cfrlib.CFR.discounted(game, dtype="float32")

    solver = make()
    solver.run(WARM_UP)
    solver.exploitability()
    line("to build it", min(cpu(make, 1) for _ in range(3)), "s", 0.5)
    line("one iteration", min(iterations(solver, 100) for _ in range(5)) * 1e3, "ms", 0.5)
    line("exact exploitability", min(cpu(solver.exploitability, 20) for _ in range(5)) * 1e3, "ms")
    again = [make() for _ in range(3)]
    line("to half a percent of the pot", min(cpu(lambda s=s: s.run(until=1.0), 1) for s in again), "s", 0.2)


def main():
    """Run everything, or less of it with --quick."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no literal Bluff(2,2) and no [2-4]")
    quick = parser.parse_args().quick
    straight_lines()
    side_by_side(2 if quick else 5)
    peers.side_by_side(2 if quick else 5)
    to_a_thousandth()
    starts("import cfrlib; s = cfrlib.CFR.plus(cfrlib.games.leduc()); s.run(1); s.exploitability()")
    full_size(quick)
    own_engines(quick)
    river()
    turn()
    holdem.full_size(quick)
    texas.full_size(quick)
    estimates.beside_measured(quick)


if __name__ == "__main__":
    main()
