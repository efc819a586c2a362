"""Value, best response and exploitability inside an abstract game, over all its sequences of buckets at once."""

import numpy as np

from cfrlib.abstraction.joint import joint_table
from cfrlib.kernels.bucket_room import BucketRoom, Worth, every_sequence
from cfrlib.kernels.ladder import BEST, MEAN, PLAIN
from cfrlib.kernels.street import Walk
from cfrlib.kernels.update import RM, Rule


class BucketEvaluator:
    """Evaluation of the profiles of one abstract game.

    Parameters
    ----------
    layout : Bucketed
    joint : Joint, optional
        By default the exact table, made when it is first needed.
    """

    def __init__(self, layout, joint=None):
        self.layout, self.joint, self.room = layout, joint, None

    def strategy(self, profile):
        """Return tables from which the profile's strategies follow; see `cfrlib.layout.table_profile.filled`."""
        from cfrlib.layout.table_profile import filled

        if getattr(profile, "layout", None) is not None and profile.game == self.layout.game:
            return profile.writeable
        return filled(self.layout, profile)

    def best_response_values(self, sums):
        """Return (b1, b2) against the strategies of tables of sums."""
        return tuple(self._value(BEST, me, sums, sums) for me in (0, 1))

    def expected_value(self, sums):
        """Return the expected value to player 0 of the strategies of tables of sums."""
        return self._value(MEAN, 0, sums, sums)

    def _value(self, purpose, me, mine, theirs):
        """Return what a player gets who plays `mine`, or best, against `theirs`."""
        self._prepare(theirs[1].dtype)
        walks = [
            Walk(me, purpose, PLAIN, -1, self.room.numbers(table.dtype), np.ones(2, dtype=table.dtype), other, table,
                 table, table)
            for table, other in zip(mine, theirs, strict=True)
        ]  # fmt: skip
        rule, none = Rule(RM, 0.0, np.zeros((2, 2))), np.zeros((2, 0), dtype=np.int64)
        return self.room.walk(self.steps, self.steps, self.worth, *walks, rule, none, 1)

    def _prepare(self, dtype):
        if self.room is not None and self.room.dtype == dtype:
            return
        if self.layout.imperfect_recall:
            raise ValueError(
                f"game={self.layout.game!r}: with imperfect recall no best response can be found street by street; it "
                "takes recall='perfect', or a match (cfrlib.match)"
            )
        if self.joint is None:
            self.joint = joint_table(self.layout.game)
        self.room = BucketRoom(self.layout, dtype, self.layout.sequences)
        self.steps = every_sequence(self.layout)
        self.worth = worth(self.joint, self.layout, dtype)


def worth(joint, layout, dtype):
    """Return the tables as `Worth`, so that what a walk sums over all deals is a mean."""
    scale = 1 / joint.total
    early = [joint.of_street(k) * scale for k in range(layout.last)]
    return Worth((*early, (joint.pairs * scale).astype(dtype)), (joint.wins * scale).astype(dtype))
