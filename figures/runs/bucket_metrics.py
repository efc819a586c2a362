"""Buckets of E[HS] against buckets of E[HS^2], in the real game: who wins, who is the less exploitable?"""

from functools import cached_property

import pandas as pd

from cfrlib import draw as drawing
from cfrlib.abstraction.percentiles import Percentiles
from cfrlib.engine import CFR
from cfrlib.engine.buckets.lifting import lifted_profile, real_game
from cfrlib.evaluate import exploitability
from cfrlib.games import holdem
from cfrlib.matches import expected


class by_mean(holdem):
    """Two-round hold'em whose buckets are cut by E[HS]; everything else is as in `cfrlib.games.holdem`."""

    def __init__(self, **rules):
        super().__init__(**rules)
        self._checked = True  # its rules are known to be right

    @cached_property
    def percentiles(self):
        """The buckets."""
        return Percentiles(self.deck, sum(self.shows), self.buckets, self.recall == "perfect", power=1)


METRICS = {"E[HS]": by_mean, "E[HS^2]": holdem}


def run_task(task, checkpoint=None):
    """Return a row for each metric, in mbb/g: the exploitability in the abstract game and in the real one, and ...

    wins: from the other metric, exactly, in the mean over both seats.
    """
    rows, lifted = [], {}
    for metric, kind in METRICS.items():
        game = kind(deck=tuple(task["deck"]), buckets=(task["before"], task["after"]))
        solver = CFR.plus(game)
        solver.run(task["iterations"])
        lifted[metric] = lifted_profile(solver.average_strategy())
        rows.append({
            "before": task["before"], "after": task["after"], "metric": metric,
            "iterations": task["iterations"], "abstract": solver.exploitability(),
            "real": exploitability(real_game(game), lifted[metric]),
        })  # fmt: skip
    lead = expected(real_game(game), lifted["E[HS^2]"], lifted["E[HS]"])
    return pd.DataFrame(rows).assign(wins=[-lead, lead])


def leads(table):
    """Return by how much E[HS^2] is ahead, by buckets: columns wins (from E[HS]) and safer (less exploitable by)."""
    both = table.pivot(index=["before", "after"], columns="metric", values=["wins", "real"])
    return pd.DataFrame({
        "wins": both["wins", "E[HS^2]"], "safer": both["real", "E[HS]"] - both["real", "E[HS^2]"],
    })  # fmt: skip


def draw(table, name):
    """Return the picture: exploitability in the real game against the buckets before the flop."""
    after = int(table["after"].max())
    curves = {
        metric: (rows["before"].to_numpy(), rows["real"].to_numpy())
        for metric, rows in table[table["after"] == after].groupby("metric")
    }
    xlabel = f"buckets before the flop; {after} on it"
    return drawing.lines(curves, xlabel=xlabel, ylabel="exploitability in the real game (mbb/g)", name=name)
