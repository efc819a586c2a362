"""Value, best response and exploitability inside an abstract game, over all its sequences of buckets at once.

Where its exact table would be too large, `bracket` bounds the exploitability.
"""

import numpy as np

from cfrlib._util.arguments import checked_seed, said, whole
from cfrlib.engine.buckets.joint_table import Joint, check_buckets, joint_table
from cfrlib.engine.buckets.workspace import BucketWorkspace, Worth, every_sequence
from cfrlib.engine.common.limit_holdem.tables import RoundsEvaluator, evaluating_walks
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.common.vector_walks import ANSWER
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import IDLE
from cfrlib.profile import checked_profile


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


def bracket(game, profile, boards=100_000, seed=0, tables=None, progress=False):
    """Return bounds in expectation of the exploitability in an abstract game too large for its exact table, in mbb/g.

    A best response is found on a table A, estimated from so many `boards` drawn at random, which it fits too well; on
    an independent table B it is not quite the best. The bounds are what best responses earn on B, and on A, half their
    sum over both players. `tables` are A and B, if they are not to be drawn.
    """
    check_buckets(game)
    seed, boards, layout = checked_seed(seed), whole("boards", boards, 1), layout_of(game)
    if tables is not None:
        given = tables if isinstance(tables, (list, tuple)) else ()
        if len(given) != 2 or not all(isinstance(joint, Joint) and joint.counts == game.buckets for joint in given):
            raise ValueError(f"tables={said(tables)}: it takes two tables of {game} that joint_table returned")
    sums, tolerance = BucketEvaluator(layout).read(checked_profile(profile))
    answers, high = [], 0.0

    def drawn(k):
        joint = joint_table(game, boards, 2 * seed + k, progress=progress) if tables is None else tables[k]
        return BucketEvaluator(layout, joint)

    one = drawn(0)
    for me in (0, 1):
        value, answer = one.best_response(me, sums, tolerance)
        answers.append(answer)
        high += value / 2
    del one
    other = drawn(1)
    first, second = answers
    earned = other.expected_value_of(first, sums, tolerance) - other.expected_value_of(sums, second, tolerance)
    return earned / 2, high
