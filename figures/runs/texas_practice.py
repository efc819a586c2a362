"""CS and PCS in an abstraction without perfect recall, against a fixed strong opponent."""

from pathlib import Path

import lazy_loader as lazy

from cfrlib.draw import lines
from cfrlib.games import texas
from cfrlib.matches import match
from cfrlib.runs import find
from cfrlib.runs.practice import effort

from . import texas_race

pd = lazy.load("pandas")
FIGURES = Path(__file__).parents[1]


def tasks(sizes):
    """Return one task for each curve."""
    opponents = find("texas_race", FIGURES).tasks(sizes["scale"])
    opponent = next(t for t in opponents if f"{t['curve']} {t['buckets']}" == sizes["opponent"])
    return [
        {"curve": curve, "seed": 0, "iterations": iterations, "points": points, "opponent": opponent,
         **{name: sizes[name] for name in ("game", "hands")}}
        for curve, (iterations, points) in sizes["lengths"].items()
    ]  # fmt: skip


def run_task(task, checkpoint):
    """Return the rows of a curve.

    Columns curve, seed, iterations, nodes_touched, cpu_seconds (of the solve alone), hands, mean (what the average
    strategy wins from the opponent, in mbb/g) and half_width (of the 95 % interval). All matches are on the same deals.
    """
    rules = {name: tuple(value) for name, value in task["game"].items()}
    game, opponent = texas(**rules, recall="imperfect"), texas_race.profile_of(task["opponent"])

    def measure(solver):
        found = match(solver.game, solver.average_strategy(), opponent, hands=task["hands"], seed=task["seed"])
        return {"hands": found.hands, "mean": found.mean, "half_width": found.half_width}

    _, rows = texas_race.run_curve(game, task, checkpoint, measure)
    return pd.DataFrame([{name: task[name] for name in ("curve", "seed")} | row for row in rows])


def draw(table, x="cpu_seconds", target=None, name="texas_practice"):
    """Return the picture of both curves, with the 95 % intervals of the matches as bands; `target` as in `lines`."""
    part = table[table["iterations"] > 1]
    curves, bands = {}, {}
    for curve, rows in part.groupby("curve", sort=False):
        curves[curve] = (rows[x].to_numpy(), rows["mean"].to_numpy())
        bands[curve] = tuple((rows["mean"] + side * rows["half_width"]).to_numpy() for side in (-1, 1))
    return lines(curves, bands=bands, log_x=True, target=target, xlabel=effort(x),
                 ylabel="wins from the fixed opponent (mbb/g)", name=name)  # fmt: skip
