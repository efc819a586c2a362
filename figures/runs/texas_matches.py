"""Who wins from whom in Texas hold'em: strategies of all abstractions and simple players."""

import logging
from pathlib import Path

import lazy_loader as lazy

from cfrlib.draw import cross_table
from cfrlib.matches import BASELINES, baseline, match
from cfrlib.runs import find

from . import texas_race

pd = lazy.load("pandas")


log = logging.getLogger(__name__)
FIGURES = Path(__file__).parents[1]


def tasks(sizes):
    """Return one task for each player: his matches against those after him."""
    names = list(players(sizes["scale"]))
    return [{"player": name, "others": names[k + 1 :], "seed": 0, **sizes} for k, name in enumerate(names[:-1])]


def players(scale):
    """Return the players: of each curve of the runs its task, of each baseline its name."""
    runs = [task for run in ("texas_race", "texas_large") for task in find(run, FIGURES).tasks(scale)]
    return {f"{task['curve']} {task['buckets']}": task for task in runs} | {name: name for name in BASELINES}


def run_task(task, checkpoint):
    """Return the rows of a player's matches.

    Columns player, other, seed, hands, mean (what the player wins from the other, in mbb/g, which are mb/h) and
    half_width (of the 95 % interval).
    """
    known, rows = players(task["scale"]), []
    first = known[task["player"]]
    game = texas_race.game_of(next(iter(known.values())))  # real cards are dealt, whatever the buckets
    mine = _profile(game, first)
    for other in task["others"]:
        found = match(game, mine, _profile(game, known[other]), hands=task["hands"], seed=task["seed"])
        log.info("%s against %s: %s", task["player"], other, found)
        rows.append({
            "player": task["player"], "other": other, "seed": task["seed"], "hands": found.hands,
            "mean": found.mean, "half_width": found.half_width,
        })  # fmt: skip
    return pd.DataFrame(rows)


def _profile(game, player):
    return baseline(game, player) if isinstance(player, str) else texas_race.profile_of(player)


def square(table, names=None):
    """Return (means, half widths) as `cfrlib.cross_table` does, of some players or of all."""
    names = list(dict.fromkeys([*table["player"], *table["other"]])) if names is None else list(names)
    means, widths = (pd.DataFrame(0.0, index=names, columns=names) for _ in range(2))
    for row in table[table["player"].isin(names) & table["other"].isin(names)].itertuples():
        means.loc[row.player, row.other], means.loc[row.other, row.player] = row.mean, -row.mean
        widths.loc[row.player, row.other] = widths.loc[row.other, row.player] = row.half_width
    return means, widths


def draw(table, names=None, name="texas_matches"):
    """Return the cross table of some players, or of all, as a picture."""
    return cross_table(*square(table, names), unit="mbb/g", name=name)
