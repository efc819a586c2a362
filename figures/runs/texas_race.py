"""Abstract Texas hold'em, 5 and 8 buckets: CS against PCS (Johanson et al. 2012, Fig. 3a, 3b; Zinkevich 2007, Fig. 1).

Best responses are found in the abstract game: exactly, with up to 8 buckets; with more
(`texas_large`) on a table estimated from boards drawn at random, which makes exploitability
too high in expectation. Their `low` is what these best responses earn on another such table, too low in expectation
(`cfrlib.engine.buckets.bounds.bracket`).

The profiles that come out are kept in the cache for matches (`cfrlib._util.cache`). All tables are float32, every run
has one thread, and marks are numbers of iterations, so everything but the seconds is the same at every run.
"""

import lazy_loader as lazy

from cfrlib._util import cache
from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.engine.buckets.bounds import bracket
from cfrlib.engine.buckets.evaluator import BucketEvaluator
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.contract import layout_of
from cfrlib.games import texas
from cfrlib.profile import Profile
from cfrlib.runs.curves import geometric, over_seeds
from cfrlib.runs.practice import effort, practise
from cfrlib.sampling import cs

pd = lazy.load("pandas")


CURVES = {
    "CS": {"sampling": "cs"},
    "PCS": {"sampling": "pcs"},
    "sequences": {"sampling": cs("sequences")},
}
"""What `CFR` takes: regret matching and uniform averages. The last one draws buckets, as in Zinkevich et al. 2007."""
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


def game_of(task):
    """Return the abstract game of a task."""
    return texas(task["buckets"], raises=tuple(task["raises"]), deck=tuple(task["deck"]))


def run_task(task, checkpoint):
    """Return the rows of a curve.

    Columns buckets, curve, seed, iterations, nodes_touched, cpu_seconds (of the solve alone), best_0 and best_1 (what
    best responses earn against the average), exploitability (half their sum) and low (see above; missing where the
    table is exact, and but for the last mark). All in mbb/g.
    """
    game, exact = game_of(task), task["buckets"] <= task["exact"]
    evaluator = None

    def measure(solver):
        nonlocal evaluator
        if evaluator is None:
            game = solver.game
            joint = joint_table(game) if exact else joint_table(game, BOARDS, seed=2 * task["seed"])
            evaluator = BucketEvaluator(layout_of(game), joint)
        best = evaluator.best_response_values(solver.average_strategy().writeable)
        return {
            "best_0": best[0], "best_1": best[1], "exploitability": max(sum(best) / 2, 0.0), "low": float("nan"),
        }  # fmt: skip

    solver, rows = run_curve(game, task, checkpoint, measure)
    evaluator = None
    profile = solver.average_strategy()
    if not exact:
        rows[-1]["low"], rows[-1]["exploitability"] = bracket(solver.game, profile, BOARDS, seed=task["seed"])
    path = profile_path(task)
    path.parent.mkdir(parents=True, exist_ok=True)
    profile.save(path)
    return pd.DataFrame([{name: task[name] for name in ("buckets", "curve", "seed")} | row for row in rows])


def run_curve(game, task, checkpoint, measure):
    """Run the solver of a task to its marks; see `cfrlib.runs.practice.practise`."""
    marks, seed = geometric(task["points"], task["iterations"]), task["seed"]
    return practise(lambda: CFR(game, **CURVES[task["curve"]], seed=seed, dtype="float32"), marks, checkpoint, measure)


def profile_path(task):
    """Return where the profile of a curve is kept."""
    return cache.path_of("profile", f"texas_race {sorted(task.items())!r}")


def profile_of(task):
    """Return the profile of a curve, from the cache.

    Raises
    ------
    FileNotFoundError
        If the run has not been made on this machine; the message says by which command.
    """
    path, run = profile_path(task), "texas_race" if task["buckets"] <= task["exact"] else "texas_large"
    if not path.exists():
        raise FileNotFoundError(f"{path.name}: make it by cfrlib run {run} --scale paper")
    return Profile.load(path)


def curves(table, buckets, x="cpu_seconds"):
    """Return the curves of so many buckets: {name: [(effort, exploitability)]}, without the first iteration."""
    part = table[(table["buckets"] == buckets) & (table["iterations"] > 1)]
    return {curve: over_seeds(rows, x) for curve, rows in part.groupby("curve", sort=False)}


def draw(table, buckets=None, x="cpu_seconds", name="texas_race"):
    """Return the picture of so many buckets, by default the fewest: exploitability against processor seconds.

    The axes hold the curves of all sizes in the table, so that their pictures can be compared.
    """
    buckets = int(table["buckets"].min()) if buckets is None else buckets
    drawn = table.loc[table["iterations"] > 1, [x, "exploitability"]]
    xlim, ylim = zip(drawn.min() / 1.5, drawn.max() * 1.5, strict=True)
    return convergence(
        curves(table, buckets, x), xlabel=effort(x), xlim=xlim, ylim=ylim,
        ylabel="exploitability in the abstract game (mbb/g)", title=f"{buckets} buckets", name=name,
    )  # fmt: skip


def coincide(table, curve="CS"):
    """Return the curves of one scheme, a curve for each number of buckets, against iterations for each information set.

    They lie on one another if convergence takes iterations in proportion to information sets (Zinkevich et al. 2007,
    Fig. 1b).
    """
    found = {}
    for buckets, rows in table[table["curve"] == curve].groupby("buckets"):
        sets = texas(int(buckets)).num_infosets
        found[f"{buckets} buckets"] = [
            ((run["iterations"] / sets).to_numpy(), run["exploitability"].to_numpy()) for _, run in rows.groupby("seed")
        ]
    return found


def draw_coincide(table, name="texas_coincide"):
    """Return the picture of these curves."""
    return convergence(
        coincide(table), xlabel="iterations / information sets", ylabel="exploitability (mbb/g)", name=name
    )


def draw_iterations(table, name):
    """Return the picture of the fewest buckets against iterations."""
    return draw(table, x="iterations", name=name)
