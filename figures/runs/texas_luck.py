"""How many hands tell two strategies of Texas hold'em apart? Plain matches of real cards."""

import pandas as pd
from scipy.stats import norm

from cfrlib import draw as drawing
from cfrlib.engine import CFR
from cfrlib.games import texas
from cfrlib.matches import match


def run_task(task, checkpoint=None):
    """Return the matches of a player against those who have practised less, and itself, by their boards.

    In mbb/g, the mean of what the longer practised wins in a hand, and the deviation of one hand.
    """
    rules = {name: tuple(rule) if isinstance(rule, list) else rule for name, rule in task["game"].items()}
    game, players, rows = texas(**rules), {}, []
    for boards in (boards for boards in task["boards"] if boards <= task["longer"]):
        solver = CFR.discounted(game, sampling="pcs", seed=1, dtype="float32")
        solver.run(boards)
        players[boards] = solver.average_strategy()
    for shorter, other in players.items():
        result = match(game, players[task["longer"]], other, hands=task["hands"], duplicate=False, seed=7)
        rows.append({
            "longer": task["longer"], "shorter": shorter, "hands": result.hands, "mean": result.mean,
            "deviation": result.deviation,
        })  # fmt: skip
    return pd.DataFrame(rows)


def hands_for(deviation, edge, sides=1):
    """Return how many hands it takes until a lead is certain at 95 %: of one hand the deviation, and the edge.

    With one side, until who is better by `edge` has won overall with this probability; with 2, until half of the
    confidence interval of the mean is as wide as `edge`.
    """
    return (norm.ppf(1 - 0.05 / sides) * deviation / edge) ** 2


def draw(table, name):
    """Return the picture: hands until an edge is certain, for the least and the most lucky pair."""
    edges = [200, 100, 50, 20, 10, 5]
    curves = {
        f"{s / 1000:.1f} big blinds a hand": (edges, [hands_for(s, edge) for edge in edges])
        for s in sorted({table["deviation"].min(), table["deviation"].max()})
    }
    return drawing.convergence(curves, xlabel="edge (mbb/g)", ylabel="hands until it has won with 95 %", name=name)
