"""Sampling by place on Leduc poker where the average, or the latest strategy, says what is clear."""

import lazy_loader as lazy

from cfrlib.draw import bars
from cfrlib.evaluate import exploitability
from cfrlib.games import leduc
from cfrlib.textbook import places

from .mixed_leduc import NONE
from .sampling_by_place import RULES

pd = lazy.load("pandas")


class Latest(places.ByPlace):
    """The latest strategy, not the average, says where one action is clearly best."""

    def _likely(self, I):
        """Return the strategy that is compared with the cutoff."""
        return self.strategy[I]


STRATEGIES = {"average": places.ByPlace, "latest": Latest}


def run_task(task, checkpoint):
    """Return a row: rule, exploration, strategy, seed, iterations, nodes, exploitability (chips), single, never_single.

    The last two are as in `sampling_by_place`.
    """
    kind, number = RULES[task["rule"]]
    number = task["iterations"] // 2 if number is None else number
    walker, epsilon = STRATEGIES[task["strategy"]], task["exploration"] or NONE
    cfr = walker(leduc(), getattr(places, kind)(number), epsilon=epsilon, seed=task["seed"])
    cfr.run(task["iterations"])
    visited = cfr.visited > 0
    return pd.DataFrame([task | {
        "nodes": cfr.nodes_touched, "exploitability": exploitability(cfr.tree, cfr.average_strategy()),
        "single": cfr.single.sum() / cfr.visited.sum(), "never_single": (cfr.single[visited] == 0).mean(),
    }])  # fmt: skip


def draw(table, name="places_latest"):
    """Return the picture: the exploitability at the end."""
    pure = table[table.exploration == table.exploration.min()]
    median = pure.groupby(["rule", "strategy"], sort=False).exploitability.median().unstack()
    return bars(median.to_dict("index"), ylabel="exploitability (chips)", name=name)
