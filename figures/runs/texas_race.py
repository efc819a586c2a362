"""Abstract Texas hold'em, 5 and 8 buckets: CS against PCS (Johanson et al. 2012, Fig. 3a, 3b; Zinkevich 2007, Fig. 1).

Best responses are found in the abstract game: exactly, with up to 8 buckets; with more (`texas_large`) on a table
estimated from boards drawn at random, which makes exploitability too high in expectation. Their `low` is what these
best responses earn on another such table, too low in expectation (`cfrlib.engine.buckets.evaluator.bracket`).

The profiles that come out are kept in the cache for matches (`cfrlib._util.cache`). All tables are float32, every run
has one thread, and marks are numbers of iterations, so everything but the seconds is the same at every run.
"""

from functools import lru_cache
from pathlib import Path

from cfrlib import draw as drawing
from cfrlib._util import cache
from cfrlib.engine import CFR
from cfrlib.engine.buckets.evaluator import BucketEvaluator, bracket
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.contract import layout_of
from cfrlib.games import texas
from cfrlib.profile import Profile
from cfrlib.runs import find
from cfrlib.runs.curves import geometric, over_seeds
from cfrlib.runs.practice import effort
from cfrlib.sampling import cs

CURVES = {
    "CS": {"sampling": "cs"},
    "PCS": {"sampling": "pcs"},
    "sequences": {"sampling": cs("sequences")},
}
"""What `CFR` takes: regret matching and uniform averages. The last one draws buckets, as in Zinkevich et al. 2007."""
COLUMNS = (
    "buckets", "curve", "seed", "iterations", "nodes_touched", "cpu_seconds", "best_0", "best_1", "exploitability",
    "low",
)  # fmt: skip
BOARDS = 50_000
"""Drawn for each estimated table."""


def tasks(sizes):
    """Return one task for each curve and seed of a scale; of several seeds the first seeds first."""
    seeds = sizes.get("seeds", {})
    tasks = [
        {"buckets": int(buckets), "curve": curve, "seed": seed, "iterations": iterations, "points": points,
         **{name: sizes[name] for name in ("deck", "raises", "exact")}}
        for buckets, part in sizes["lengths"].items()
        for curve, (iterations, points) in part.items()
        for seed in range(seeds.get(buckets, 1))
    ]  # fmt: skip
    return sorted(tasks, key=lambda task: task["seed"])


def players(scale):
    """Return the task of each curve of this run and of `texas_large`, by the name that its player has in matches."""
    runs = [find(name, Path(__file__).parents[1]) for name in ("texas_race", "texas_large")]
    return {f"{task['curve']} {task['buckets']}": task for run in runs for task in run.tasks(scale)}


def game_of(task):
    """Return the abstract game of a task."""
    return texas(task["buckets"], raises=tuple(task["raises"]), deck=tuple(task["deck"]))


def solver(task, game=None):
    """Return the solver of a curve, in the game of its task or in another."""
    return CFR(game or game_of(task), **CURVES[task["curve"]], seed=task["seed"], dtype="float32")


def marks(task):
    """Return the iterations at which it is measured."""
    return geometric(task["points"], task["iterations"])


def measure(task, solver):
    """Return what best responses earn against the average, best_0 and best_1, and half their sum, in mbb/g.

    `low` is for the last mark, where the table is estimated: see above.
    """
    best = _evaluator(solver.game, _is_exact(task), task["seed"]).best_response_values(
        solver.average_strategy().writeable
    )
    return {"best_0": best[0], "best_1": best[1], "exploitability": max(sum(best) / 2, 0.0), "low": float("nan")}


def finish(task, solver, rows):
    """Bracket the exploitability of the last mark, where the table is estimated, and keep the profile."""
    _evaluator.cache_clear()
    profile = solver.average_strategy()
    if not _is_exact(task):
        rows[-1]["low"], rows[-1]["exploitability"] = bracket(solver.game, profile, BOARDS, seed=task["seed"])
    path = profile_path(task)
    path.parent.mkdir(parents=True, exist_ok=True)
    profile.save(path)


def _is_exact(task):
    return task["buckets"] <= task["exact"]


@lru_cache(1)
def _evaluator(game, exact, seed):
    joint = joint_table(game) if exact else joint_table(game, BOARDS, seed=2 * seed)
    return BucketEvaluator(layout_of(game), joint)


def profile_path(task):
    """Return where the profile of a curve is kept."""
    return cache.path_of("profile", f"texas_race {sorted(task.items())!r}")


def profile_of(task):
    """Return the profile of a curve from the cache, or raise FileNotFoundError, which says how to make it."""
    path, run = profile_path(task), "texas_race" if _is_exact(task) else "texas_large"
    if not path.exists():
        raise FileNotFoundError(f"{path.name}: make it by cfrlib run {run} --scale paper")
    return Profile.load(path)


def draw(table, name, x="cpu_seconds"):
    """Return the picture of the fewest buckets, without the first iteration; its axes would hold those of all sizes."""
    buckets, part = int(table["buckets"].min()), table[table["iterations"] > 1]
    drawn = part[[x, "exploitability"]]
    xlim, ylim = zip(drawn.min() / 1.5, drawn.max() * 1.5, strict=True)
    by_curve = part[part["buckets"] == buckets].groupby("curve", sort=False)
    return drawing.convergence(
        {curve: over_seeds(rows, x) for curve, rows in by_curve}, xlabel=effort(x), xlim=xlim, ylim=ylim,
        ylabel="exploitability in the abstract game (mbb/g)", title=f"{buckets} buckets", name=name,
    )  # fmt: skip


def draw_iterations(table, name):
    """Return the same picture against iterations."""
    return draw(table, name, x="iterations")


def coincide(table):
    """Return the curves of CS, one for each number of buckets, against iterations for each information set.

    They lie on one another if convergence takes iterations in proportion to information sets (Zinkevich et al. 2007,
    Fig. 1b).
    """
    curves = {}
    for buckets, rows in table[table["curve"] == "CS"].groupby("buckets"):
        sets = texas(int(buckets)).num_infosets
        curves[f"{buckets} buckets"] = [
            ((run["iterations"] / sets).to_numpy(), run["exploitability"].to_numpy()) for _, run in rows.groupby("seed")
        ]
    return curves


def draw_coincide(table, name="texas_coincide"):
    """Return the picture of these curves."""
    return drawing.convergence(
        coincide(table), xlabel="iterations / information sets", ylabel="exploitability (mbb/g)", name=name
    )
