"""Who wins from whom in Texas hold'em: strategies of all abstractions and simple players."""

import logging

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.matches import BASELINES, baseline, match

from . import texas_race

log = logging.getLogger(__name__)


def tasks(sizes):
    """Return one task for each player: his matches against those after him."""
    names = list(players(sizes["scale"]))
    return [{"player": name, "others": names[k + 1 :], "seed": 0, **sizes} for k, name in enumerate(names[:-1])]


def players(scale):
    """Return the players: of each curve of the runs its task, of each baseline its name."""
    return texas_race.players(scale) | {name: name for name in BASELINES}


def run_task(task, checkpoint):
    """Return the rows of a player's matches: in mbb/g (mb/h), the mean of what the player wins, and half a 95 %
    interval."""
    known, rows = players(task["scale"]), []
    game = texas_race.game_of(next(iter(known.values())))  # real cards are dealt, whatever the buckets
    mine = _profile(game, known[task["player"]])
    for other in task["others"]:
        result = match(game, mine, _profile(game, known[other]), hands=task["hands"], seed=task["seed"])
        log.info("%s against %s: %s", task["player"], other, result)
        rows.append({
            "player": task["player"], "other": other, "seed": task["seed"], "hands": result.hands,
            "mean": result.mean, "half_width": result.half_width,
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


def draw(table, name):
    """Return the cross table of all players as a picture."""
    return drawing.cross_table(*square(table), unit="mbb/g", name=name)
