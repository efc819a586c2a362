"""Who wins from whom in two-round hold'em, and what a best response takes from each: all exact."""

import logging
from functools import cache

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.engine.buckets.lifting import lifted_profile
from cfrlib.evaluate import exploitability
from cfrlib.games import holdem
from cfrlib.matches import baseline, expected

log = logging.getLogger(__name__)
ANYBODY = "best response"
"""Who stands as the other player where a row says what one loses to the most dangerous opponent."""


def tasks(sizes):
    """Return one task for each player: the best response to them, and their matches against those after them."""
    names = [f"{number} buckets" for number in sizes["buckets"]] + sizes["baselines"]
    rules = {"deck": sizes["deck"], "iterations": sizes["iterations"]}
    return [{"player": name, "others": names[k + 1 :], **rules} for k, name in enumerate(names)]


def run_task(task, checkpoint=None):
    """Return a row for each opponent: what the player wins a hand on average over both seats, in mbb/g."""
    game, rules, rows = holdem(deck=tuple(task["deck"])), (tuple(task["deck"]), task["iterations"]), []
    mine = _profile(task["player"], *rules)
    for other in [ANYBODY, *task["others"]]:
        mean = -exploitability(game, mine) if other == ANYBODY else expected(game, mine, _profile(other, *rules))
        log.info("%s against %s: %+.2f mbb/g", task["player"], other, mean)
        rows.append({"player": task["player"], "other": other, "iterations": task["iterations"], "mean": mean})
    return pd.DataFrame(rows)


@cache
def _profile(player, deck, iterations):
    """Return a player's strategy in the game with real cards."""
    number, buckets, _ = player.partition(" buckets")
    if not buckets:
        return lifted_profile(baseline(holdem(deck=deck), player))
    solver = CFR.plus(holdem(deck=deck, buckets=int(number)))
    solver.run(iterations)
    return lifted_profile(solver.average_strategy())


def square(table):
    """Return (what each row's player wins from each column's, what a best response takes from each), in mbb/g."""
    names = list(dict.fromkeys(table["player"]))
    by_pair = table.pivot(index="player", columns="other", values="mean").loc[names]
    wins = by_pair.reindex(columns=names).fillna(0.0)
    return wins - wins.T, -by_pair[ANYBODY]


def draw(table, name):
    """Return the cross table as a picture."""
    return drawing.cross_table(square(table)[0], name=name)
