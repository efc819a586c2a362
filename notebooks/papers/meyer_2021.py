"""Meyer's thesis (2021): its counts of nodes, atoms and bytes, restated, and ratios of runs at equal cost."""

from itertools import product

import matplotlib
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator

from cfrlib import draw
from cfrlib.draw.parts.colors import looks
from cfrlib.draw.parts.stable import STYLE, plotted
from cfrlib.game import Decision
from cfrlib.runs import code_of, reading
from cfrlib.runs.curves import curve, stored_runs
from cfrlib.textbook import CFR
from cfrlib.textbook.public_tables import matched
from cfrlib.tree import TERMINAL, unroll
from comparing import ratio_interval, ratio_text

mixed_leduc, mixing = code_of("mixed_leduc"), code_of("mixing")
SETTINGS = list(product(mixed_leduc.EXPLORATIONS, mixed_leduc.AVERAGES))


def beats():
    """Return the payoff to the first player of rock, paper, scissors by the rules: {("R", "S"): 1, ...}."""
    wins = {("R", "S"), ("S", "P"), ("P", "R")}
    return {(a, b): ((a, b) in wins) - ((b, a) in wins) for a in "RPS" for b in "RPS"}


def actions(tree):
    """Return the different actions of a tree, deals of one card included, by who takes them: 0, 1 or `CHANCE`."""
    by_player = {}
    for node in tree.nodes:
        if node.player != TERMINAL:
            by_player.setdefault(node.player, set()).update(node.actions)
    return by_player


def leftmost(tree):
    """Return the terminal history that the first action leads to, again and again."""
    node = tree.root
    while node.player != TERMINAL:
        node = tree.nodes[node.children[0]]
    return node


def defined_exploitability(value, best):
    """Return exploitability as section 3.3 defines it: what each seat earns less, against a best response, than in
    equilibrium, the value to Player 1; the mean of both. `best` is what the best responses of both players earn.
    """
    return ((value + best[1]) + (-value + best[0])) / 2


def averages(rounds, seeds):
    """Return the average strategies of two players of rock, paper, scissors who match cumulative regrets.

    Both draw an action each round and regret what it earned against the other's. (seeds, 2, 3).
    """
    payoff = np.array(list(beats().values()), dtype=float).reshape(3, 3)
    rng = np.random.default_rng(0)
    regrets, sums = np.zeros((2, seeds, 2, 3))
    for _ in range(rounds):
        sigma = matched(regrets.reshape(-1, 3)).reshape(regrets.shape)
        sums += sigma
        below = sigma.cumsum(axis=-1)[..., :2] < rng.random((seeds, 2, 1))
        a, b = below.sum(axis=-1).T
        regrets[:, 0] += payoff[:, b].T - payoff[a, b][:, None]
        regrets[:, 1] += payoff[:, a].T - payoff[b, a][:, None]  # the game is symmetric
    return sums / rounds


def one_walk(game, sampling, seed):
    """Return the steps of the first walk for Player 1, by history."""
    steps = CFR(game, sampling, seed=seed).steps()
    return {step.node: step for step in steps if step.player == 0 and step.node >= 0}


def walk_picture(game, walk, title, name):
    """Return the tree with a walk drawn strongly."""
    unseen = [node.index for node in unroll(game).nodes if node.index not in walk]
    return draw.tree(game, path=walk, dim=unseen, title=title, name=name)


def broken(tree, walk):
    """Return at how many nodes a walk for Player 1 is no external sampling."""
    followed = {n: sum(child in walk for child in tree.nodes[n].children) for n in walk}
    decided = [tree.nodes[n] for n in walk if tree.nodes[n].player != TERMINAL]
    return sum(followed[n.index] != (len(n.actions) if n.player == 0 else 1) for n in decided)


def share(f, iterations):
    """Return Per(ES) as the thesis defines it: the mean of f(i) for i from 1."""
    return float(np.mean(f(np.arange(1, iterations + 1))))


def at_equal_nodes(runs, name, other):
    """Return the last exploitability of each run of a scheme, and those of another scheme at as many nodes."""
    where = np.median([x[-1] for x, _ in runs[name]])
    return np.array([y[-1] for _, y in runs[name]]), mixing.at(runs[other], where)


def ratios(table, name, other):
    """Return the ends of the 95 % intervals of the ratio of two schemes of `mixed_leduc`: 2 λ, 2 averages."""
    settings = [mixed_leduc.runs(table, *setting) for setting in SETTINGS]
    return [end for runs in settings for end in ratio_interval(*at_equal_nodes(runs, name, other))]


def over_vanilla(game, scheme, iterations, longer, seeds=20):
    """Return exploitabilities of a sampling scheme, medians, over that of vanilla CFR.

    The first ratio is after so many `iterations` of both; the second at the histories touched after `longer`.
    """
    full = curve(game, "vanilla", points=[2**k for k in range(13)], seeds=1)
    run = curve(game, scheme, points=sorted({iterations, longer}), seeds=seeds).groupby("iterations")
    middle = run[["exploitability", "histories_touched"]].median()
    of_both = {"iterations": (iterations, iterations), "histories_touched": (longer, middle.histories_touched[longer])}
    return tuple(
        float(middle.exploitability[mark] / reading.at(x, full[axis], full.exploitability))
        for axis, (mark, x) in of_both.items()
    )


def after(table, scheme, iterations, exploration, average):
    """Return the exploitability of each run of a scheme of `mixed_leduc` after so many iterations."""
    part = mixed_leduc.part(table, exploration, average)
    runs = stored_runs(part[part.scheme == scheme], "scheme", "iterations")[scheme]
    return mixing.at(runs, iterations)


def nodes_at(table, exploration, scheme, iterations):
    """Return the nodes of each run of a scheme of `mixed_leduc` after so many iterations."""
    part = mixed_leduc.part(table, exploration)
    by_seed = part[part.scheme == scheme].groupby("seed")
    return np.array([np.interp(iterations, run.iterations, run.nodes) for _, run in by_seed])


def beside(table, name):
    """Return how a mix of `mixed_leduc` ends, by λ and average: medians of it and of both others at as many nodes."""
    rows = {}
    for setting in SETTINGS:
        runs = mixed_leduc.runs(table, *setting)
        end, external = at_equal_nodes(runs, name, "external")
        _, outcome = at_equal_nodes(runs, name, "outcome")
        rows[setting] = {
            "nodes": np.median([x[-1] for x, _ in runs[name]]), "mix": np.median(end),
            "external": np.median(external), "outcome": np.median(outcome),
            "mix / external": ratio_text(end, external), "mix / outcome": ratio_text(end, outcome),
        }  # fmt: skip
    table = pd.DataFrame.from_dict(rows, orient="index").round(2).astype({"nodes": int})
    return table.rename_axis(["λ", "average"])


PANELS = {"linear": "a: linear", "half-life 1024": "b: half-life 1024", "half-life 8": "c: half-life 8",
          "linear, each node": "d: linear, at each node"}  # fmt: skip
"""The mixes of Fig. 5.2, and what stands above them."""


def figure_5_2(mixed):
    """Return Fig. 5.2, of the stored run `mixed_leduc`."""
    return panels(mixed_leduc.runs(mixed), PANELS, "Leduc: Fig. 5.2, λ = 0", "meyer_5_2")


def panels(runs, labels, title, name, xlim=(1e3, 2e5), ylim=(0.4, 3)):
    """Return Fig. 5.2 or 5.4: four panels, each with external sampling, outcome sampling and one curve.

    `runs` are (x, y) of all seeds; medians are drawn, and bands from the lowest to the highest. `labels` are the third
    curve of each panel, and what stands above it. What comes before `xlim` is left out.
    """
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(7.6, 5.2), layout="constrained", facecolor="white")
        rows, last = figure.subplots(2, 2, sharex=True, sharey=True), []
        for axes, (label, words) in zip(rows.flat, labels.items(), strict=True):
            keys = ("external", "outcome", label)
            look = looks(dict.fromkeys(keys))
            for key in keys:
                seeds = reading.on_one_axis(runs[key], start=xlim[0])
                x, y = seeds[0][0], np.array([run for _, run in seeds])
                color, dash, marker = look[key]
                middle = np.median(y, axis=0)
                axes.plot(x, middle, color=color, linestyle=dash, marker=marker, markevery=5, label=key)
                axes.fill_between(x, y.min(axis=0), y.max(axis=0), color=color, alpha=0.18, linewidth=0)
            last.append(f"{words}: ends at {middle[-1]:.2f}")
            axes.set(xscale="log", yscale="log", xlim=xlim, ylim=ylim, title=words)
            axes.yaxis.set_major_locator(FixedLocator([0.5, 1, 2]))
            axes.yaxis.set_major_formatter("{x:g}")
            axes.yaxis.set_minor_formatter("")
            axes.legend(frameon=False, handlelength=3.2, loc="lower left")
        figure.suptitle(title)
        figure.supxlabel("nodes touched")
        figure.supylabel("exploitability (chips)")
        desc = f"exploitability against nodes touched; {'; '.join(last)}."
        return plotted(figure, title, desc, name)


def place_ratios(stored, latest, mixed, rule):
    """Return the ends of the 95 % intervals of a rule by place over external sampling at equal nodes: 2 λ.

    The tables are those of `sampling_by_place` (λ = 0.6), `places_latest` (of which λ = 0) and `mixed_leduc`.
    """
    external, intervals = mixed_leduc.runs(mixed)["external"], []
    for end in place_intervals(stored, latest, rule):
        intervals += ratio_interval(end.exploitability.to_numpy(), mixing.at(external, end.nodes.median()))
    return intervals


def place_intervals(stored, latest, rule):
    """Return the last rows of the runs of a rule by place: λ = 0.6, then λ = 0."""
    explored = stored[(stored.rule == rule) & (stored.iterations == stored.iterations.max())]
    return explored, latest[(latest.rule == rule) & (latest.exploration == 0) & (latest.strategy == "average")]


def single_by_round(walker):
    """Return at what share of its own visits of rounds 1 and 2 a `ByPlace` on Leduc tried a single action."""
    late = np.array(["/" in I.key[1] for I in walker.tree.infosets])
    return [float(walker.single[part].sum() / walker.visited[part].sum()) for part in (~late, late)]


def battleship(n):
    """Return how many shots find, and how many sink, a ship of length n on n x n: the most over all places of it.

    The shots go down the diagonal, no row or column twice, until one hits; then along its row, and after a miss along
    its column.
    """
    shots = [k + 1 for k in range(n)]  # until the ship in row or column k is hit
    return max(shots), max(k + (n - 1) + (1 if column else 0) for k in shots for column in (False, n > 1))


def names(game):
    """Return the different names of the actions of a game without public cards."""
    sequences = dict(game.action_sequences()).values()
    return {action for node in sequences if isinstance(node, Decision) for action in node.actions}


def clear(solver, tree, cutoff=0.85):
    """Return the share of clear places, where the average has an action above a cutoff, counted in three ways."""
    sets = {key for key, row in solver.average_strategy().items() if max(row.values()) > cutoff}
    decisions = [node for node in tree.nodes if node.player in (0, 1)]
    histories = sum(tree.infosets[node.infoset].key in sets for node in decisions)
    return {
        "information sets": len(sets) / tree.num_infosets, "histories with a decision": histories / len(decisions),
        "all histories": histories / tree.num_histories,
    }  # fmt: skip
