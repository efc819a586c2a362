"""Bounds on the exploitability in an abstract game whose exact table would be too large."""

from cfrlib._util.arguments import checked_seed, said, whole
from cfrlib.engine.buckets.evaluator import BucketEvaluator
from cfrlib.engine.buckets.joint_table import Joint, check_buckets, joint_table
from cfrlib.engine.contract import layout_of
from cfrlib.profile import checked_profile


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
