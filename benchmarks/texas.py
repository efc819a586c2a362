"""Limit Texas hold'em under buckets: cards, iterations, where their time goes, best responses and matches.

Tables are float32, one thread. Best responses take as long on an estimated joint table as on the exact one.
"""

import time
from functools import partial

import psutil
from measure import cpu, iterations, line, starts

import cfrlib
from cfrlib.engine.buckets.evaluator import BucketEvaluator
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.games.texas import texas

PCS = {5: 0.040, 8: None, 10: 0.150, 12: 0.155}
"""Most seconds of an iteration, by buckets."""
CS_MOST = 280
"""Microseconds of an iteration."""
ANSWERS = {5: 1.0, 8: 10.0}
"""Most seconds of an exploitability, by buckets."""
HAND_MOST = 2.5
"""Microseconds of a duplicate hand: 400,000 a second."""
CARDS = (
    "from cfrlib.cards.hand_strength import final, hand_strength; from cfrlib.cards.deck import Deck; final(Deck()); "
    "[hand_strength(Deck(), shown) for shown in (0, 3, 4)]"
)


def parts_of_an_iteration(solver, repeats=5):
    """Print where the time of a PCS iteration goes."""
    engine, workspace = solver.engine, solver.engine.workspace
    walks = engine.walks[0]
    rule, t = solver._rule(solver.iterations), max(solver.iterations, 1)
    line("  cards and matrices of a board", 2e3 * cpu(partial(engine._deal, 0, solver.rng), repeats), "ms")
    mine, theirs, worth = engine._deal(0, solver.rng)
    line("  reach down", 2e3 * cpu(partial(workspace.down, theirs, walks, rule, t), repeats), "ms")
    line("  products", 2e3 * cpu(partial(workspace.products, worth), repeats), "ms")
    up = partial(workspace.up, mine, walks, rule, solver.engine.tables.last_update, t)
    line("  values up", 2e3 * cpu(up, repeats), "ms")


def full_size(quick):
    """Measure 5 buckets, or all sizes."""
    print("\nTexas hold'em under buckets, float32:")
    starts(CARDS, 120)
    for buckets, most in PCS.items() if not quick else [(5, PCS[5])]:
        game = texas(buckets)
        began = time.process_time()
        _ = game.percentiles.tables
        line(f"{buckets} buckets: tables of cards", time.process_time() - began, "s")
        solver = cfrlib.CFR(game, "cs", dtype="float32")
        solver.run(20_000)
        one = min(iterations(solver, 5_000) for _ in range(3))
        line("one CS iteration", 1e6 * one, "us", CS_MOST)
        profile = solver.average_strategy().copy()
        line("regrets and sums", sum(table.nbytes for table in solver.engine.tables) / 1e9, "GB", 3.2)
        line("the process, with tables of cards", psutil.Process().memory_info().rss / 1e9, "GB")
        del solver
        solver = cfrlib.CFR(game, "pcs", dtype="float32")
        solver.run(20)
        seconds = min(iterations(solver, 20) for _ in range(3))
        line("one PCS iteration, both walks", 1e3 * seconds, "ms", most and 1e3 * most)
        line("  as many times a CS iteration", seconds / one, "times")
        parts_of_an_iteration(solver)
        del solver
        if buckets in ANSWERS:
            evaluator = BucketEvaluator(profile.layout, joint_table(game, 1000))
            evaluator.best_response_values(profile.writeable)
            spent = cpu(partial(evaluator.best_response_values, profile.writeable), 1)
            line("exploitability, once the joint table stands", spent, "s", ANSWERS[buckets])
            del evaluator
        if buckets == 5:
            cfrlib.match(game, profile, profile, hands=20_000)
            began = time.process_time()
            cfrlib.match(game, profile, profile, hands=1_000_000)
            line("a duplicate hand", time.process_time() - began, "us", HAND_MOST)
