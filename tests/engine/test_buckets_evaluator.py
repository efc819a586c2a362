"""Values and best responses under buckets: those of the explicit tree, and brackets from estimated tables."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest
from every_deal import OfSequences, largest_stake, on_the_tree
from small_buckets import GAMES, random_tables
from threadpoolctl import threadpool_limits

import cfrlib
from cfrlib.engine.buckets.evaluator import bracket
from cfrlib.engine.buckets.joint_table import joint_table
from cfrlib.engine.buckets.workspace import ONE_BY_ONE
from cfrlib.engine.common.table_profile import TableProfile
from cfrlib.engine.contract import layout_of
from cfrlib.evaluate import flat, sequence_form
from cfrlib.games import holdem, texas

pytestmark = pytest.mark.slow

VALUED = [
    (holdem((1, 1), (4, 2), (2, 3)), on_the_tree), (GAMES[0], OfSequences),
    (texas((2, 1, 2, 1), (1, 1, 1, 0), (3, 3)), OfSequences), (GAMES[2], OfSequences),
]  # fmt: skip
valued = pytest.mark.parametrize("game, make", VALUED, ids=lambda x: getattr(x, "__name__", repr(x)))
tree_for = cache(lambda game, make: make(game))


def explicit(game, make, profile):
    """Return the sequence form of the explicit tree, and the plans of a profile there."""
    form = sequence_form(tree_for(game, make))
    rows = {i.key: profile[i.key] for i in form.tree.infosets}
    return form, form.plans(flat(form.tree, cfrlib.Profile.from_dict(form.tree, rows)))


@valued
def test_a_best_response_is_a_strategy(game, make):
    """What it earns is what is promised, in the abstract game and on the explicit tree; where nothing is better, it
    mixes."""
    evaluator, sums = layout_of(game).evaluator, random_tables(game, 4)
    for me in (0, 1):
        value, answer = evaluator.best_response(me, sums)
        best = evaluator.best_response_values(sums)[me]
        assert value == pytest.approx(best, abs=1e-9)
        played = (answer, sums) if me == 0 else (sums, answer)
        assert (1, -1)[me] * evaluator.expected_value_of(*played) == pytest.approx(best, abs=1e-9)
        assert evaluator.expected_value_of(sums, sums) == pytest.approx(evaluator.expected_value(sums), abs=1e-9)
        assert (1, -1)[me] * evaluator.expected_value(sums) <= best + 1e-9
        form, theirs = explicit(game, make, TableProfile(layout_of(game), sums))
        _, mine = explicit(game, make, TableProfile(layout_of(game), answer))
        both = mine[me], theirs[1 - me]
        earned = largest_stake(game) * np.sum(form.best[me] * both[0][form.last[me]] * both[1][form.last[1 - me]])
        assert earned == pytest.approx(best, abs=1e-9)
        assert {float(x) for table in answer for x in np.unique(table)} == {0, 1}


@pytest.mark.parametrize("game, boards", [(texas(3, (0, 0, 0, 1), (3, 3)), 12), (holdem((1, 2), (4, 3), (4, 3)), 3)])
def test_the_bracket_holds_in_the_mean(game, boards):
    """Boards so few that a best response fits what was drawn, and is worth less on other boards."""
    profile, seeds = TableProfile(layout_of(game), random_tables(game, 9)), 100
    exact = cfrlib.exploitability(game, profile)
    bounds = np.array([bracket(game, profile, boards, seed) for seed in range(seeds)])
    low, high = bounds.mean(axis=0)
    off = bounds.std(axis=0, ddof=1) / np.sqrt(seeds)
    assert low + 3 * off[0] < exact < high - 3 * off[1]
    assert bracket(game, profile, boards, 3) == tuple(bounds[3])
    assert len(np.unique(bounds[:, 0])) == seeds
    assert bracket(game, profile, 20_000) == pytest.approx((exact, exact), rel=0.02)
    tables = joint_table(game, boards, 6), joint_table(game, boards, 7)
    assert bracket(game, profile, tables=tables) == tuple(bounds[3])
    assert bracket(game, profile, tables=[joint_table(game)] * 2) == pytest.approx((exact, exact), abs=1e-9)


def test_a_bracket_looks_at_what_counts_as_zero():
    game = GAMES[1]
    layout, tables = layout_of(game), [joint_table(game)] * 2
    small, zero = (tuple(factor * table for table in random_tables(game, 7)) for factor in (1e-9, 0))
    ignored, counted, uniform = (TableProfile(layout, *one) for one in ((small, (1e-6, 1e-6)), (small,), (zero,)))
    assert bracket(game, ignored, tables=tables) == bracket(game, uniform, tables=tables)
    assert bracket(game, counted, tables=tables) != pytest.approx(bracket(game, uniform, tables=tables), rel=0.01)


def test_the_last_to_multiply_lifts_the_limit_on_threads():
    def taken():
        libraries = ONE_BY_ONE.libraries.select(user_api="blas").lib_controllers
        return {library.num_threads for library in libraries}

    with threadpool_limits(2, user_api="blas"):
        with ONE_BY_ONE, ThreadPoolExecutor(1) as other:
            other.submit(ONE_BY_ONE.__enter__).result()
        assert taken() == {1}
        ONE_BY_ONE.__exit__()
        assert taken() == {2}
