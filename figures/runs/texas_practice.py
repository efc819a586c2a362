"""CS and PCS in an abstraction without perfect recall, against a fixed strong opponent."""

import json
from functools import lru_cache

from cfrlib import draw as drawing
from cfrlib.games import texas
from cfrlib.matches import match
from cfrlib.runs.practice import effort

from . import texas_race
from .texas_race import marks as marks


def tasks(sizes):
    """Return one task for each curve."""
    opponent = texas_race.players(sizes["scale"])[sizes["opponent"]]
    return [
        {"curve": curve, "seed": 0, "iterations": iterations, "points": points, "opponent": opponent,
         **{name: sizes[name] for name in ("game", "hands")}}
        for curve, (iterations, points) in sizes["lengths"].items()
    ]  # fmt: skip


def solver(task):
    """Return the solver of a curve."""
    rules = {name: tuple(value) for name, value in task["game"].items()}
    return texas_race.solver(task, texas(**rules, recall="imperfect"))


def measure(task, solver):
    """Return what the average strategy wins from the opponent, mean and half_width in mbb/g, on the same deals."""
    opponent = _opponent(json.dumps(task["opponent"]))
    result = match(solver.game, solver.average_strategy(), opponent, hands=task["hands"], seed=task["seed"])
    return {"hands": result.hands, "mean": result.mean, "half_width": result.half_width}


@lru_cache(1)
def _opponent(task):
    """Return the profile of a task that is written as JSON: it is read once, for all marks."""
    return texas_race.profile_of(json.loads(task))


def draw(table, name):
    """Return the picture of both curves, with the 95 % intervals of the matches as bands."""
    curves, bands = {}, {}
    for curve, rows in table[table["iterations"] > 1].groupby("curve", sort=False):
        curves[curve] = (rows["cpu_seconds"].to_numpy(), rows["mean"].to_numpy())
        bands[curve] = tuple((rows["mean"] + side * rows["half_width"]).to_numpy() for side in (-1, 1))
    return drawing.lines(curves, bands=bands, log_x=True, xlabel=effort("cpu_seconds"),
                 ylabel="wins from the fixed opponent (mbb/g)", name=name)  # fmt: skip
