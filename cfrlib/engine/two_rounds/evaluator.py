"""Best responses and expected value in two-round hold'em: the same walks, with the strategies of tables of sums."""

from cfrlib.engine.common.limit_holdem.evaluator import RoundsEvaluator
from cfrlib.engine.common.per_thread import PerThread
from cfrlib.engine.common.vector_walks import BEST, MEAN, round_numbers
from cfrlib.engine.two_rounds.workspace import TwoRoundsWorkspace, plain_walk


class TwoRoundsEvaluator(RoundsEvaluator):
    """Evaluation of the profiles of one game of two-round hold'em, over all flops.

    Parameters
    ----------
    layout : TwoRoundsLayout
    """

    def __init__(self, layout):
        super().__init__(layout)
        self.workspaces = PerThread(lambda dtype: TwoRoundsWorkspace(layout, dtype))

    def before_the_flop(self, me, sums, best=False):
        """Return the counterfactual values of a player before the flop: (nodes, classes of hands).

        Both follow the strategies of tables of sums; or he, if `best`, a best response.
        """
        self._value(BEST if best else MEAN, me, sums, sums)
        return self.workspaces.of(sums[1].dtype).before.value.reshape(len(self.layout.first.betting.kind), -1)

    def _value(self, purpose, me, mine, theirs, tolerance=(0.0, 0.0)):
        walks = (
            plain_walk(me, purpose, round_numbers(own.dtype, none), own)._replace(theirs=other)
            for own, other, none in zip(mine, theirs, tolerance, strict=True)
        )
        return self.workspaces.of(mine[1].dtype).walk(*walks)
