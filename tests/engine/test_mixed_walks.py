"""Mixed walks: what the published scale changes and what not; `test_single_walks.py` has their steps."""

import json
from dataclasses import replace

import numpy as np
import pytest

import cfrlib
from cfrlib import sampling
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import Linear, Mixed, os

pytestmark = pytest.mark.slow

PLACES = None, "own", "opponent"


@pytest.mark.parametrize("game, factors", [(leduc(), {30, 120}), (kuhn(), {6}), (bluff(faces=4), {16})], ids=repr)
def test_outcome_sampling_counts_one_over_the_probability_of_the_deal(game, factors):
    # Leduc: 6 * 5 deals in the first round, times 4 public cards in the second.
    one, published = (
        cfrlib.CFR(game, Mixed("es", "os", 0.0, scale=scale), average_at="own", seed=1)
        for scale in ("one", "published")
    )
    for solver in (one, published):
        solver.run(200)
    added = one.engine.tables.sums > 0
    assert np.array_equal(added, published.engine.tables.sums > 0)
    ratios = published.engine.tables.sums[added] / one.engine.tables.sums[added]
    assert {round(x) for x in ratios} == factors
    assert ratios == pytest.approx(ratios.round(), rel=1e-12)


def test_one_scale_is_the_default_and_the_published_one_a_heuristic():
    published = Mixed("es", "os", 0.5, scale="published")
    assert Mixed("es", "os", 0.5) == replace(published, scale="one")
    assert published.average_at == "custom"
    assert "published scale" in str(published)
    for place in PLACES:
        assert cfrlib.CFR(kuhn(), published, average_at=place).label.startswith("heuristic (scale='published'")
    assert cfrlib.CFR(kuhn(), replace(published, scale="one")).label.startswith("proved")


def test_descriptions_come_back_and_older_ones_mean_one_scale():
    mix = Mixed("es", os(0.3), Linear(30), True, "published")
    text = json.loads(json.dumps(sampling.describe(mix)))
    assert sampling.from_description(text) == mix
    del text["scale"]
    assert sampling.from_description(text) == replace(mix, scale="one")
