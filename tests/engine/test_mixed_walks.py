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
from same_steps import assert_the_same_steps
from scripted import Scripted, mean_walk, random_profile

import cfrlib
from cfrlib import sampling
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.sampling import Linear, Mixed, os, robust
from cfrlib.tree import unroll

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


class ScriptedMix(Textbook, Scripted):
    """The readable mix with draws, and throws of the coin, from a script."""

    def _throw(self):
        p = self.mix.probabilities(1, 1)[0]
        self.scheme = self.script.choice((self.mix.first, self.mix.second), (p, 1 - p))

    def look_at(self, step):
        if step.kind == "value" and step.infoset >= 0:
            self._count(step)


@pytest.mark.parametrize("mix", [Mixed("es", "os", 0.3), Mixed(os(0.3), robust(1), 0.6, per_node=True)], ids=str)
def test_a_mix_has_vanillas_mean(mix):
    """Over all that may be drawn, to the last digit, in regrets and in what is added at the opponent's nodes."""
    tree = unroll(kuhn())
    strategy = random_profile(tree, 1)
    for player in (0, 1):
        exact = mean_walk(tree, strategy, player, "vanilla", average_at="opponent")
        mean = mean_walk(tree, strategy, player, mix, make=ScriptedMix, average_at="opponent")
        for part, expected in zip(mean, exact, strict=True):
            assert np.concatenate(part) == pytest.approx(np.concatenate(expected), abs=1e-12)


@settings(deadline=None, derandomize=True, max_examples=20)
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
