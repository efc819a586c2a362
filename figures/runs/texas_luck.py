"""How many hands tell two strategies of Texas hold'em apart? Plain matches of real cards."""

import lazy_loader as lazy
from scipy.stats import norm

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import texas
from cfrlib.matches import match

pd = lazy.load("pandas")


def run_task(task, checkpoint=None):
    """Return the matches of a player against those who have practised less, and itself.

    Columns longer, shorter (boards), hands, and in mbb/g mean (what the longer practised wins in a hand) and deviation
    (of one hand).
    """
    rules = {name: tuple(rule) if isinstance(rule, list) else rule for name, rule in task["game"].items()}
    players, rows = {}, []
    for boards in task["boards"]:
        if boards > task["longer"]:
            break
        solver = CFR.discounted(texas(**rules), sampling="pcs", seed=1, dtype="float32")
        solver.run(boards)
        players[boards] = solver.average_strategy()
    for other in players:
        result = match(
            solver.game, players[task["longer"]], players[other], hands=task["hands"], duplicate=False, seed=7
        )
        rows.append({"longer": task["longer"], "shorter": other, "hands": result.hands, "mean": result.mean,
                     "deviation": result.deviation})  # fmt: skip
    return pd.DataFrame(rows)


def hands_for(deviation, edge, level=0.95, sides=1):
    """Return how many hands it takes until a lead is certain at this level.

    Parameters
    ----------
    deviation, edge : float
        Of one hand, and a hand, in the same unit.
    level : float
    sides : {1, 2}
        1: until who is better by `edge` has won overall with this probability. 2: until half of the confidence interval
        of the mean is as wide as `edge`.
    """
    return (norm.ppf(1 - (1 - level) / sides) * deviation / edge) ** 2


def draw(table, name="texas_luck"):
    """Return the picture: hands until an edge is certain, for the least and the most lucky pair."""
    edges = [200, 100, 50, 20, 10, 5]
    curves = {
        f"{s / 1000:.1f} big blinds a hand": (edges, [hands_for(s, edge) for edge in edges])
        for s in sorted({table["deviation"].min(), table["deviation"].max()})
    }
    return convergence(curves, xlabel="edge (mbb/g)", ylabel="hands until it has won with 95 %", name=name)
