"""Sampling by place and baselines: same means, other variances."""

import numpy as np
import pytest

from cfrlib import sampling
from cfrlib.engine import CFR as Fast
from cfrlib.games import kuhn, leduc
from cfrlib.textbook import CFR
from cfrlib.textbook.baselines import BaselineCFR, estimates
from cfrlib.textbook.places import ByPlace, after, half_life, visits

pytestmark = pytest.mark.slow

WALKS = 1500
LIMIT = 5.0
"""Standard errors: a mean of 24 entries lies further off once in about 100,000 tests."""


def trained():
    """Return the state of CFR on Kuhn poker after some iterations: every action has some probability."""
    cfr = CFR(kuhn(), updates="simultaneous")
    cfr.run(3)
    return [0.9 * s + 0.1 / len(s) for s in cfr.strategy], [s + 0.01 for s in cfr.strategy_sum]


@pytest.mark.parametrize("player", [0, 1])
def test_gains_by_place_have_the_mean_of_vanilla(player):
    vanilla, cfr = CFR(kuhn()), ByPlace(kuhn(), after(0), cutoff=(6, 6), seed=1)
    vanilla.strategy, vanilla.strategy_sum = trained()
    cfr.strategy, cfr.strategy_sum = trained()
    _, exact = estimates(vanilla, 1, player)
    _, gains = estimates(cfr, WALKS, player)
    error = gains.std(axis=0) / WALKS**0.5
    assert np.all(np.abs(gains.mean(axis=0) - exact[0]) <= LIMIT * error + 1e-12)


def test_variance_falls_with_the_quality_of_the_baseline():
    variance = {}
    for baseline in ("none", "learned", "exact"):
        root, _ = estimates(BaselineCFR(kuhn(), "os", baseline=baseline, seed=1), 500, lessons=300)
        variance[baseline] = root.var()
    assert variance["exact"] < 1e-24 < variance["learned"] < variance["none"]


def test_without_confidence_it_is_external_sampling_and_counts_alike():
    game = leduc(ante=1.37, bets=(2.11, 4.93))  # no ties, where rounding would decide
    never = sampling.ByPlace(sampling.after(10**9))
    placed, fast, external = ByPlace(game, after(10**9)), Fast(game, never), Fast(game, "es")
    placed.run(100), fast.run(100)
    assert placed.single.sum() == 0
    assert placed.nodes_touched == fast.nodes_touched
    fast.run(20_000), external.run(20_100)
    assert fast.nodes_touched / external.nodes_touched == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("rule", [after(20), half_life(8), visits(5)])
def test_every_rule_tries_single_actions_and_learns(rule):
    cfr = ByPlace(kuhn(), rule, cutoff=(6, 6))
    cfr.run(400)
    assert 0 < cfr.single.sum() < cfr.visited.sum()
