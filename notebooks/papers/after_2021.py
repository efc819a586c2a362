"""Regret rules since 2021: each against what its paper compares it with, game by game, in the stored race of rules."""

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator
from scipy.optimize import root

from cfrlib.draw.parts.colors import CRIMSON, GRAY, GREEN
from cfrlib.draw.parts.stable import STYLE, plotted
from cfrlib.engine import CFR
from cfrlib.games import matrix
from cfrlib.regret import Averaging, RegretRule, mmd
from cfrlib.runs import find
from comparing import quotients

rules_race = find("rules_race")
CONTESTS = {
    "PCFR+ vs.\nthree older": ("PCFR+", ("CFR+", "Linear CFR", "DCFR")),
    "PDCFR+ vs.\nPCFR+": ("PDCFR+", ("PCFR+",)),
    "APCFR+ vs.\nPCFR+": ("APCFR+", ("PCFR+",)),
    "SAPCFR+ vs.\nPCFR+": ("SAPCFR+", ("PCFR+",)),
    "HS-PCFR+ vs.\nPCFR+": ("HS-PCFR+", ("PCFR+",)),
    "HS-DCFR vs.\nDCFR": ("HS-DCFR", ("DCFR",)),
}
"""The panels of the picture: a rule, and what it is to beat."""
STANDINGS = {"ahead": (GREEN, "o"), "not decided": (GRAY, "D"), "behind": (CRIMSON, "X")}
"""Color and marker of each."""


def copies(race, rule, average=None):
    """Return the exploitability by game and copy of a rule, with the average of its paper or another."""
    part = race[(race.rule == rule) & (race.average == (average or rules_race.own_average(rule)))]
    return part.pivot(index="game", columns="seed", values="exploitability").loc[list(rules_race.GAMES)]


def lowest(race, rules):
    """Return the lowest exploitability that any of the rules has, by game and copy."""
    return pd.concat([copies(race, rule) for rule in rules]).groupby(level="game").min()


def contest(one, other):
    """Return by game the lowest and the highest quotient of all pairs of copies, and how the first stands by that.

    It is ahead if the highest of its copies is below the lowest of the other's.
    """
    rows = {game: quotients(one.loc[game], other.loc[game]) for game in one.index}
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["lowest", "highest"])
    sure = [table.highest < 1, table.lowest > 1]
    return table.assign(standing=np.select(sure, ["ahead", "behind"], "not decided"))


def number(table, standing):
    """Return in how many games a rule is surely ahead (or behind), and in how many it may be."""
    sure = int((table.standing == standing).sum())
    return sure, sure + int((table.standing == "not decided").sum())


def share(table):
    """Return in how many percent of the games a rule is surely ahead, and in how many it may be."""
    return tuple(100 * games / len(table) for games in number(table, "ahead"))


def largest_lead(table):
    """Return the factor of a rule's largest lead, the smallest and the largest over pairs of copies."""
    best = table.loc[table.highest.idxmin()]
    return 1 / best.highest, 1 / best.lowest


def short(cell):
    """Return what a cell of a table shows: a standing, or a quotient to two digits."""
    return cell if isinstance(cell, str) else f"{cell:.2g}"


def standings(tables):
    """Return how often rules stand how: a row for each contest."""
    rows = {name: table.standing.value_counts() for name, table in tables.items()}
    return pd.DataFrame.from_dict(rows, orient="index").reindex(columns=STANDINGS).fillna(0).astype(int)


def contests(race):
    """Return the contests of the picture, by name."""
    return {
        name.replace("\n", " "): contest(copies(race, rule), lowest(race, others))
        for name, (rule, others) in CONTESTS.items()
    }


def draw(race, name=None):
    """Return the picture: a panel for each contest, a line for each game from the lowest to the highest quotient."""
    tables = contests(race)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(10.4, 5.2), layout="constrained", facecolor="white")
        panels = figure.subplots(1, len(tables), sharey=True)
        for axes, title, table in zip(panels, CONTESTS, tables.values(), strict=True):
            places = np.arange(len(table))
            for standing, (color, marker) in STANDINGS.items():
                which = table.standing == standing
                low, high = table.lowest[which], table.highest[which]
                axes.hlines(places[which], low, high, color=color, linewidth=3)
                axes.plot(np.sqrt(low * high), places[which], marker, color=color)
            axes.axvline(1, color="#222222", linewidth=0.9)
            axes.set(xscale="log", xlim=(2e-6, 2e3), ylim=(len(table) - 0.5, -0.5), yticks=places)
            axes.set_title(title, fontsize=10)
            axes.set_yticklabels(table.index)
            axes.set_xticks([1e-4, 1, 100], labels=["1/10,000", "1", "100"])
            axes.xaxis.set_minor_locator(NullLocator())
            axes.tick_params(axis="x", labelsize=9)
            axes.grid(axis="both", color="#E4E4E4", linewidth=0.7)
            axes.spines[["top", "right"]].set_visible(False)
        handles = [Line2D([], [], color=color, marker=marker, linewidth=3, label=label)
                   for label, (color, marker) in STANDINGS.items()]  # fmt: skip
        figure.legend(handles=handles, loc="outside upper center", ncols=3, frameon=False)
        figure.supxlabel("exploitability of the new rule, divided by that of the older")
        said = [f"{title} is ahead in {row.ahead} of {row.sum()} games, behind in {row.behind}"
                for title, row in standings(tables).iterrows()]  # fmt: skip
        return plotted(figure, "Rules since 2021", "; ".join(said) + ".", name)


def late_half(average, iterations):
    """Return how many of the last iterations have half of the weight in an average."""
    averaging = Averaging(average)
    logs = averaging.logarithms(iterations)[1 : iterations + 1]
    weights = 2.0 ** (logs - logs.max()) if len(logs) else np.arange(1, iterations + 1) ** averaging.power
    return int(np.searchsorted(np.cumsum(weights[::-1]), weights.sum() / 2)) + 1


def distances(payoffs, rate, temperature, marks):
    """Return how far mirror descent in a matrix game is from its quantal response equilibrium, at marks."""
    payoffs, solver = np.array(payoffs, dtype=float), CFR(matrix(payoffs), regret=mmd(rate, temperature))
    strategies = [np.exp(x) / np.exp(x).sum() for x in np.split(_resting(payoffs, temperature), [len(payoffs)])]
    found = []
    for mark in marks:
        solver.run(mark - solver.iterations)
        found.append(np.abs(solver.current_strategy().probabilities - np.concatenate(strategies)).max())
    return np.array(found)


def _resting(payoffs, temperature):
    """Return the logits of both players where each answers the other by exp(value / temperature)."""

    def off(logits):
        x, y = (np.exp(part) / np.exp(part).sum() for part in np.split(logits, [len(payoffs)]))
        return logits - np.concatenate([payoffs @ y, -payoffs.T @ x]) / temperature

    return root(off, np.zeros(sum(payoffs.shape)), tol=1e-13).x


def falling(rate, temperature):
    """Return mirror descent whose temperature falls: in iteration t it is temperature / sqrt(t)."""

    def discount(t):
        return 1 / (1 + rate * temperature / t**0.5)

    return RegretRule("falling", discount, discount, after=True, local="softmax", parameters=(rate, 0.0))
