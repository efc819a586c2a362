"""Bluff(2,2) at full size: exploitability against processor time, and play against a fixed opponent.

The opponent is a profile of Discounted CFR. It is kept in the cache (`cfrlib._util.cache`, 0.5 GB) and solved if it is
not there.
"""

from functools import lru_cache

import lazy_loader as lazy

from cfrlib._util import cache
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff
from cfrlib.profile import Profile
from cfrlib.runs.curves import geometric
from cfrlib.runs.practice import spent

pd = lazy.load("pandas")


CURVES = {
    "CS": {"sampling": "cs"},
    "PCS": {"sampling": "pcs"},
    "CFR+": {"sampling": "pcs", "regret": "rm+", "average": "linear"},
    "DCFR": {"sampling": "pcs", "regret": "discounted", "average": 2.0},
}
"""What `CFR` takes. The first two are the paper's: regret matching, uniform average."""
POINTS = 28
"""Marks of a curve, at most."""
APART = 180.0
"""Processor seconds between two checkpoints of 1 GB."""


def run_task(task, checkpoint):
    """Return the rows of a curve.

    Columns curve, merged, seed, iterations, nodes_touched, seconds, cpu_seconds (both of the solve alone), best_0 and
    best_1 (what best responses earn against the average), exploitability (half their sum), and against: what the
    average earns from the opponent, the mean of both seats; missing where rolls are not merged, for that table would
    need another opponent of 2 GB. All in wins.
    """
    game = bluff(dice=(2, 2), faces=task["faces"], merged=task["merged"])
    switches = {**CURVES[task["curve"]], "seed": task["seed"], "dtype": "float32"}
    new = CFR(game, **switches)
    solver, rows = checkpoint.load(lambda: new) if task["merged"] else (new, [])
    cpu = saved = rows[-1]["cpu_seconds"] if rows else 0.0
    for mark in geometric(POINTS, task["iterations"]):
        if mark <= solver.iterations:
            continue
        solver.prepare()  # what is compiled or solved once counts for nobody
        cpu += spent(solver, mark - solver.iterations)
        rows.append({
            "curve": task["curve"], "merged": task["merged"], "seed": task["seed"], "iterations": mark,
            "nodes_touched": solver.nodes_touched, "seconds": solver.seconds, "cpu_seconds": cpu,
            **measured(solver, task),
        })  # fmt: skip
        if task["merged"] and cpu - saved > APART:
            checkpoint.save(solver, rows)
            saved = cpu
    return pd.DataFrame(rows)


def measured(solver, task):
    """Return what is measured at a mark."""
    evaluator, sums = layout_of(solver.game).evaluator, solver.average_strategy().writeable
    best = evaluator.best_response_values(sums)
    against = float("nan")
    if task["merged"]:
        other = opponent(task["faces"], task["opponent"]).writeable
        against = (evaluator.expected_value_of(sums, other) - evaluator.expected_value_of(other, sums)) / 2
    return {"best_0": best[0], "best_1": best[1], "exploitability": max(sum(best) / 2, 0.0), "against": against}


@lru_cache(1)
def opponent(faces, exploitability):
    """Return a profile of Bluff(2,2) that is no more exploitable than this, from the cache or solved anew."""
    path = cache.path_of("profile", f"bluff_time {faces} {exploitability!r}")
    if path.exists():
        try:
            return Profile.load(path)
        except ValueError:
            pass
    solver = CFR(bluff(dice=(2, 2), faces=faces), **CURVES["DCFR"], dtype="float32", threads=2)
    solver.run(until=exploitability)
    profile = solver.average_strategy()
    path.parent.mkdir(parents=True, exist_ok=True)
    profile.save(path)
    return profile


def reached(table, levels):
    """Return when the median of the seeds first lay at or below each level: a table of processor seconds by curve.

    Missing where a curve did not get there. Curves of rolls that are not merged are called "... (21 rolls)".
    """
    found = {}
    for (curve, merged), part in table.groupby(["curve", "merged"], sort=False):
        medians = part.groupby("iterations")[["cpu_seconds", "exploitability"]].median()
        firsts = [medians.loc[medians["exploitability"] <= level, "cpu_seconds"] for level in levels]
        found[curve if merged else f"{curve} (21 rolls)"] = [x.iloc[0] if len(x) else float("nan") for x in firsts]
    return pd.DataFrame.from_dict(found, orient="index", columns=[f"{level:g}" for level in levels])


def seconds_an_iteration(table):
    """Return {(curve, merged): processor seconds of one iteration}, the median of all seeds."""
    last = table.loc[table.groupby(["curve", "merged", "seed"])["iterations"].idxmax()]
    last = last.assign(each=last["cpu_seconds"] / last["iterations"])
    return last.groupby(["curve", "merged"])["each"].median().to_dict()
