"""How many hands tell two strategies of Texas hold'em apart? Plain matches of real cards (Zinkevich 2007, section 5).

The strategies have practised with five buckets, on so many boards, by discounted CFR with public chance sampling.
"""

import lazy_loader as lazy
from scipy.stats import norm

from cfrlib.draw import convergence
from cfrlib.engine import CFR
from cfrlib.games import texas
from cfrlib.matches import match

pd = lazy.load("pandas")


SCALES = {
    "quick": {"game": {"buckets": 2, "deck": (3, 3), "raises": (1, 0, 0, 1)}, "boards": [2, 20], "hands": 2000},
    "paper": {"game": {"buckets": 5}, "boards": [30, 300, 2000], "hands": 1_000_000},
}
"""The game, how many boards each player has practised on, and the hands of each match."""


def run(scale, progress=False):
    """Return the matches of each player against each, itself too: longer, shorter (boards), hands, mean, deviation.

    The last two, in mbb/g, are what the longer practised wins in a hand, and the standard deviation of one hand.
    """
    sizes, players, rows = SCALES[scale], {}, []
    for boards in sizes["boards"]:
        solver = CFR.discounted(texas(**sizes["game"]), sampling="pcs", seed=1, dtype="float32")
        solver.run(boards)
        players[boards] = solver.average_strategy()
        for other in players:
            found = match(solver.game, players[boards], players[other], hands=sizes["hands"], duplicate=False, seed=7)
            rows.append({
                "longer": boards, "shorter": other, "hands": found.hands, "mean": found.mean,
                "deviation": found.deviation,
            })  # fmt: skip
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
