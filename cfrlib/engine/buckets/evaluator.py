"""Value, best response and exploitability inside an abstract game, over all its sequences of buckets at once."""

import numpy as np

from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.buckets.workspace import BucketWorkspace, Worth, every_sequence
from cfrlib.engine.common.limit_holdem.tables import RoundsEvaluator
from cfrlib.engine.common.regret_matching import IDLE
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.common.vector_walks import ANSWER
from cfrlib.engine.two_rounds.workspace import evaluating_walks


class BucketEvaluator(RoundsEvaluator):
    """Evaluation of the profiles of one abstract game, on its exact joint table, made when first needed, or another."""

    def __init__(self, layout, joint=None):
        super().__init__(layout)
        self.joint, self._known = joint, None
        self.workspaces = PerThread(lambda dtype: BucketWorkspace(layout, dtype, layout.sequences))

    def best_response(self, me, sums, tolerance=(0.0, 0.0)):
        """Return (value, tables): a best response of a player, mixing what is equally good, in their rows of tables."""
        tables = tuple(np.zeros_like(table) for table in sums)
        return self._value(ANSWER, me, tables, sums, tolerance), tables

    def _value(self, purpose, me, mine, theirs, tolerance):
        dtype, steps, worth = self._prepared(theirs[1].dtype)
        walks, never = evaluating_walks(me, purpose, mine, theirs, tolerance), np.zeros((2, 0), dtype=np.int64)
        return self.workspaces.of(dtype).walk(steps, steps, worth, walks, IDLE, never, 1)

    def _prepared(self, dtype):
        """Return (dtype, steps, worth), which walks only read: threads share them."""
        known = self._known
        if known and known[0] == dtype:
            return known
        if self.layout.imperfect_recall:
            raise ValueError(
                f"game={self.layout.game!r}: with imperfect recall no best response can be found round by round; it "
                "takes recall='perfect', or a match (cfrlib.match)"
            )
        if self.joint is None:
            self.joint = joint_table(self.layout.game)
        self._known = known = dtype, every_sequence(self.layout), worth(self.joint, self.layout, dtype)
        return known


def worth(joint, layout, dtype):
    """Return the tables as `Worth`, so that what a walk sums over all deals is a mean. An estimate is not copied."""
    if not joint.exact and joint.pairs.dtype == dtype:  # its scale is right already
        return Worth((*map(joint.of_round, range(layout.last)), joint.pairs), joint.wins)
    scale = 1 / joint.total
    early = [joint.of_round(k) * scale for k in range(layout.last)]
    return Worth((*early, (joint.pairs * scale).astype(dtype)), (joint.wins * scale).astype(dtype))


EVALUATOR = BucketEvaluator
