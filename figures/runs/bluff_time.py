"""Bluff(2,2) at full size: exploitability against processor time, and play against a fixed opponent.

The opponent is a profile of Discounted CFR. It is kept in the cache (`cfrlib._util.cache`, 0.5 GB) and solved if it is
not there.
"""

from functools import lru_cache

from cfrlib._util import cache
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff
from cfrlib.profile import Profile
from cfrlib.runs import reading
from cfrlib.runs.curves import geometric

CURVES = {
    "CS": {"sampling": "cs"},
    "PCS": {"sampling": "pcs"},
    "CFR+": {"sampling": "pcs", "regret": "rm+", "average": "linear"},
    "DCFR": {"sampling": "pcs", "regret": "discounted", "average": 2.0},
}
"""What `CFR` takes. The first two are the paper's: regret matching, uniform average."""
POINTS = 28
"""Marks of a curve, at most."""


def solver(task):
    """Return the solver of a curve."""
    game = bluff((2, 2), task["faces"], merged=task["merged"])
    return CFR(game, **CURVES[task["curve"]], seed=task["seed"], dtype="float32")


def marks(task):
    """Return the iterations at which a curve is measured."""
    return geometric(POINTS, task["iterations"])


def measure(task, solver):
    """Return what best responses earn against the average, half their sum, and what it earns from the opponent.

    The latter is the mean of both seats, and missing where rolls are not merged, for that table would need another
    opponent of 2 GB. All in wins.
    """
    best, earned_from = scores(solver)
    other = opponent(task["faces"], task["opponent"]).writeable if task["merged"] else None
    against = float("nan") if other is None else earned_from(other)
    return {"best_0": best[0], "best_1": best[1], "exploitability": max(sum(best) / 2, 0.0), "against": against}


def scores(solver):
    """Return what best responses earn against a solver's average, and a function: what it earns from an opponent."""
    evaluator, sums = layout_of(solver.game).evaluator, solver.average_strategy().writeable

    def earned_from(other):
        return (evaluator.expected_value_of(sums, other) - evaluator.expected_value_of(other, sums)) / 2

    return evaluator.best_response_values(sums), earned_from


@lru_cache(1)
def opponent(faces, exploitability):
    """Return a profile of Bluff(2,2) that is no more exploitable than this, from the cache or solved anew."""
    path = cache.path_of("profile", f"bluff_time {faces} {exploitability!r}")
    if path.exists():
        try:
            return Profile.load(path)
        except ValueError:
            pass
    solver = CFR(bluff((2, 2), faces), **CURVES["DCFR"], dtype="float32", threads=2)
    solver.run(until=exploitability)
    profile = solver.average_strategy()
    path.parent.mkdir(parents=True, exist_ok=True)
    profile.save(path)
    return profile


def reached(table, levels):
    """Return when each curve was at each level, see `cfrlib.runs.reading`; not merged ones are "... (21 rolls)"."""
    names = table["curve"].where(table["merged"], table["curve"] + " (21 rolls)")
    return reading.reached(table.assign(curve=names), levels)


def seconds_an_iteration(table):
    """Return {(curve, merged): processor seconds of one iteration}, the median of all seeds."""
    last = reading.last_rows(table, ["curve", "merged", "seed"])
    last = last.assign(each=last["cpu_seconds"] / last["iterations"])
    return last.groupby(["curve", "merged"])["each"].median().to_dict()
