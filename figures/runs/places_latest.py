"""Sampling by place on Leduc poker where the average, or the latest strategy, says what is clear."""

from cfrlib import draw as drawing
from cfrlib.evaluate import exploitability
from cfrlib.games import leduc
from cfrlib.textbook import places

from .mixed_leduc import NONE
from .sampling_by_place import confident, counts


class Latest(places.ByPlace):
    """The latest strategy, not the average, says where one action is clearly best."""

    def _likely(self, I):
        return self.strategy[I]


STRATEGIES = {"average": places.ByPlace, "latest": Latest}


def solver(task):
    """Return the readable sampler of a task."""
    walker, epsilon = STRATEGIES[task["strategy"]], task["exploration"] or NONE
    return walker(leduc(), confident(task, places), epsilon=epsilon, seed=task["seed"])


def measure(task, solver):
    """Return exploitability in chips, and how often a single action was tried."""
    return {"exploitability": exploitability(solver.tree, solver.average_strategy())} | counts(solver)


def draw(table, name):
    """Return the picture: the exploitability at the end."""
    pure = table[table.exploration == table.exploration.min()]
    median = pure.groupby(["rule", "strategy"], sort=False).exploitability.median().unstack()
    return drawing.bars(median.to_dict("index"), ylabel="exploitability (chips)", name=name)
