"""The waterfall of the noise."""

import numpy as np
import pytest

from cfrlib.games import kuhn
from cfrlib.lessons.variance.noise_bars import BARS, exactly, noise
from cfrlib.profile import Profile
from cfrlib.sampling import scheme
from cfrlib.textbook.variance import HistoryWalks, moments
from cfrlib.tree import unroll
from cfrlib.widgets import noise_bars


@pytest.mark.parametrize("key", BARS)
def test_its_sums_are_the_variances_of_chance_external_and_outcome_walks(key):
    bet, game = unroll(kuhn()).infoset(key).offset + 1, kuhn()
    parts = noise(key, False)
    for row, known in (("cs", parts[:1]), ("es", parts[:2]), ("os", parts)):
        assert sum(known) == pytest.approx(moments(game, Profile.uniform(game), row).regret_variance[bet])


class Drawn(HistoryWalks):
    """Outcome walks that draw at some information sets, and try every action at all others."""

    def _walk(self, node, *rest):
        self.here = node.infoset
        return super()._walk(node, *rest)

    def _following(self, own, sigma):
        tried = np.ones(len(sigma)), np.ones((len(sigma), len(sigma)))
        return super()._following(own, sigma) if self.here in self.drawn else tried


@pytest.mark.parametrize("baseline", [False, True])
@pytest.mark.parametrize("key", BARS)
def test_its_parts_are_what_walks_add_that_draw_one_thing_more(key, baseline):
    """With true values as baselines, what is drawn from the information set on is as good as tried."""
    tree, known = unroll(kuhn()), 0.0
    walks = Drawn(kuhn(), tree, Profile.uniform(kuhn()), scheme("os"), "own")
    for last, part in enumerate(noise(key, baseline)):
        early = {k: len(infoset.key[1]) < len(key[1]) for k, infoset in enumerate(tree.infosets)}
        kinds = {k: 1 if infoset.player else 3 - early[k] for k, infoset in enumerate(tree.infosets)}
        walks.drawn = {k for k, kind in kinds.items() if kind <= last and (early[k] or not baseline)}
        mean, square = (table[0, tree.infoset(key).offset + 1] for table in walks.moments()[:2])
        assert part == pytest.approx(square - mean**2 - known, abs=1e-12)
        known = square - mean**2


def test_a_perfect_baseline_leaves_what_is_drawn_before():
    assert noise(("K", "pb"), True) == (*noise(("K", "pb"), False)[:3], 0)
    assert noise(("K", ""), True) == (noise(("K", ""), False)[0], 0, 0, 0)


def test_the_button_takes_bars_away_and_brings_them_back():
    bars = noise_bars()
    before = bars.canvas.svg
    assert "0.771" in bars.words
    bars.turn.value = True
    assert bars.baseline
    assert "0.6875" in bars.words
    assert bars.canvas.svg.count(">gone<") == 3
    bars.baseline = False
    assert bars.canvas.svg == before


def test_numbers_have_all_their_decimals_if_these_are_few():
    assert [exactly(value) for value in (0.125, 0.3125, 0.03125, 1 / 12)] == ["0.125", "0.3125", "0.031", "0.083"]
