"""Mixed walks against `mixed_cfr`, on one scale and on the published one; what a scale changes and what not."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mixed_cfr import Mixed as Textbook
from random_games import RandomGame
from random_games import games as random_games
from test_single_walks import assert_the_same_steps

import cfrlib
from cfrlib import sampling
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import Linear, Mixed, os, robust

pytestmark = pytest.mark.slow

GAMES = [kuhn(), leduc(ranks=2, suits_matter=False), bluff(faces=2, merged=False), RandomGame(12)]
PLACES = [None, "own", "opponent"]


def pair(game, mix, **switches):
    """Return the fast solver and the readable one."""
    return cfrlib.CFR(game, mix, **switches), Textbook(game, mix, **switches)


@pytest.mark.parametrize("k", range(12))
def test_every_step_of_a_mix_is_the_textbooks(k):
    """Twelve of all cases; each two switches come together in all ways."""
    game, per_node, scale, average_at = GAMES[k % 4], bool(k % 2), ("one", "published")[k // 3 % 2], PLACES[k % 3]
    mix = Mixed("es", os(0.3), Linear(30), per_node, scale)
    switches = {"average": "linear", "average_at": average_at, "updates": "simultaneous", "seed": 3}
    assert_the_same_steps(*pair(game, mix, **switches), 25)


@settings(deadline=None, derandomize=True, max_examples=30)
@given(random_games(), st.booleans(), st.sampled_from(PLACES), st.integers(0, 99))
def test_the_published_scale_is_the_textbooks_on_random_games(game, per_node, average_at, seed):
    # Deals of unequal probability, several stages of chance. Outcome sampling as the first of the two.
    mix = Mixed("os", "es", 0.5, per_node, "published")
    assert_the_same_steps(*pair(game, mix, average_at=average_at, seed=seed), 15)


@pytest.mark.parametrize("mix", [Mixed("cs", robust(1), 0.4), Mixed("os", "os", 0.5, per_node=True)], ids=str)
def test_other_mixes_are_the_textbooks(mix):
    assert_the_same_steps(*pair(kuhn(), mix, updates="simultaneous", seed=5), 40)


@pytest.mark.parametrize("game, factors", [(leduc(), {30, 120}), (kuhn(), {6}), (bluff(faces=4), {16})], ids=repr)
def test_outcome_sampling_counts_one_over_the_probability_of_the_deal(game, factors):
    # Leduc: 6 * 5 deals in the first round, times 4 public cards in the second.
    one, published = (
        cfrlib.CFR(game, Mixed("es", "os", 0.0, scale=scale), average_at="own", seed=1)
        for scale in ("one", "published")
    )
    for solver in (one, published):
        solver.run(200)
    there = one.engine.tables.sums > 0
    assert np.array_equal(there, published.engine.tables.sums > 0)
    ratios = published.engine.tables.sums[there] / one.engine.tables.sums[there]
    assert {round(x) for x in ratios} == factors
    assert ratios == pytest.approx(ratios.round(), rel=1e-12)


def test_external_sampling_stands_on_the_same_scale_either_way():
    alone, published = (cfrlib.CFR(leduc(), s, seed=2) for s in ("es", Mixed("es", "os", 1.0, scale="published")))
    for solver in (alone, published):
        solver.run(300)
    assert np.array_equal(alone.engine.tables.sums, published.engine.tables.sums)


@pytest.mark.parametrize("per_node", [False, True])
def test_the_scale_does_not_change_the_play(per_node):
    solvers = [
        cfrlib.CFR(leduc(), Mixed("es", "os", 0.5, per_node, scale), average_at=place, seed=2)
        for scale, place in (("one", None), ("one", "own"), ("published", "own"), ("published", None))
    ]
    for solver in solvers:
        solver.run(300)
        assert solver.nodes_touched == solvers[0].nodes_touched
        assert np.array_equal(solver.engine.tables.regret, solvers[0].engine.tables.regret)
    assert len({solver.engine.tables.sums.tobytes() for solver in solvers}) == 4


def test_one_scale_is_the_default():
    assert Mixed("es", "os", 0.5) == Mixed("es", "os", 0.5, scale="one")
    one, published = (Mixed("es", "os", 0.5, scale=scale) for scale in ("one", "published"))
    assert (one.average_at, published.average_at) == ("opponent", "custom")
    assert "published" not in str(one)
    assert "published scale" in str(published)


def test_the_published_scale_is_labelled_a_heuristic():
    published = Mixed("es", "os", 0.5, scale="published")
    for place in PLACES:
        assert cfrlib.CFR(kuhn(), published, average_at=place).label.startswith("heuristic (scale='published'")
    assert cfrlib.CFR(kuhn(), replace(published, scale="one")).label.startswith("proved")


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Mixed("es", "os", 0.5, scale="big"), "^scale='big'"),
        (lambda: Mixed("es", "robust", 0.5, scale="published"), "^scale='published' with es and robust"),
        (lambda: Mixed("es", "es", 0.5, scale="published"), "^scale='published' with es and es"),
        (lambda: cfrlib.CFR(kuhn(), Mixed("es", "os", 0.5), average_at="custom"), "^average_at='custom'"),
        (lambda: cfrlib.CFR(kuhn(), "es", average_at="custom"), "^average_at='custom'"),
        (
            lambda: cfrlib.CFR(kuhn(), Mixed("es", "os", 0.5, scale="published"), average="lazy"),
            "^average='uniform lazy' with scale='published'",
        ),
    ],
)
def test_scales_that_mean_nothing_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_descriptions_come_back_and_older_ones_mean_one_scale():
    mix = Mixed("es", os(0.3), Linear(30), True, "published")
    text = json.loads(json.dumps(sampling.describe(mix)))
    assert sampling.from_description(text) == mix
    del text["scale"]
    assert sampling.from_description(text) == replace(mix, scale="one")
