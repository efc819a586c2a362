"""Best responses and expected value in two-round hold'em: the same walks, with the strategies of tables of sums."""

from cfrlib.engine.common.limit_holdem.tables import RoundsEvaluator
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.common.vector_walks import BEST, MEAN
from cfrlib.engine.two_rounds.workspace import TwoRoundsWorkspace, evaluating_walks


class TwoRoundsEvaluator(RoundsEvaluator):
    """Evaluation of the profiles of one game of two-round hold'em, over all flops."""

    def __init__(self, layout):
        super().__init__(layout)
        self.workspaces = PerThread(lambda dtype: TwoRoundsWorkspace(layout, dtype))

    def before_the_flop(self, me, sums, best=False):
        """Return a player's values before the flop, (nodes, classes), if both follow `sums` or the player responds."""
        self._value(BEST if best else MEAN, me, sums, sums, self.none)
        return self.workspaces.of(sums[1].dtype).rounds.early.value.reshape(len(self.layout.first.betting.kind), -1)

    def _value(self, purpose, me, mine, theirs, tolerance):
        return self.workspaces.of(mine[1].dtype).walk(*evaluating_walks(me, purpose, mine, theirs, tolerance))


EVALUATOR = TwoRoundsEvaluator
