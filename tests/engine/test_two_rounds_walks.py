"""Two-round hold'em by classes of hands: its sizes and keys, and flops that are drawn without bias."""

import numpy as np
import pytest
from small_flops import GAMES, Frozen, random_profile

from cfrlib.engine.common.limit_holdem import draws as street_draws
from cfrlib.engine.contract import layout_of
from cfrlib.engine.two_rounds import vector
from cfrlib.games.holdem import holdem
from cfrlib.sampling import pcs

pytestmark = pytest.mark.slow

of_games = pytest.mark.parametrize("game", GAMES, ids=repr)


@pytest.mark.parametrize(
    "raises, deck, infosets", [((1, 1), (13, 4), 15_442_180), ((3, 4), (13, 4), 90_076_792), ((1, 1), (4, 2), 3_424)]
)
def test_sizes(raises, deck, infosets):
    assert holdem(raises, deck).num_infosets == infosets


def test_any_spelling_of_a_key_will_do():
    game = holdem(deck=(4, 2))
    profile = random_profile(game, 1)
    assert profile["AcKd", "r"] == profile["KcAd", "r"] == profile["KdAc", "r"]
    assert profile["AcKd", "cc/QcJdQd:r"] == profile["KcAd", "cc/JcQcQd:r"]
    for wrong in [("AcKd", "cc/AcJdQd:r"), ("AcKd", "f"), ("AcAc", ""), ("AsKs", ""), ("AcKd", "rf/JcQcQd:")]:
        assert wrong not in profile


@of_games
def test_one_flop_is_the_mean_of_all(game):
    """With both strategies frozen: regrets before the flop in the mean, and on the flop up to how often it comes."""
    draws = ("independent", "epochs", "stratified")[GAMES.index(game)]
    weights = layout_of(game).flops.weight / layout_of(game).flops.weight.sum()
    likely = np.full(len(weights), 1 / len(weights)) if draws == "epochs" else weights
    for me in (0, 1):
        full, one = (Frozen(game, row, 1, me) for row in ("vanilla", pcs(draws)))
        full.engine.workspace.walk(*full.walks)
        exact, mean, on_flops = full.added(), 0, 0
        for flop, probability in enumerate(likely):
            vector.walk(one.engine.workspace.rounds, flop, one.engine.sampler.weight[flop], *one.walks)
            early, late, sums, _ = one.added()
            mean, on_flops = mean + probability * early, on_flops + late
            np.testing.assert_allclose(sums, exact[2], atol=1e-12)  # the average before the flop takes no weight
        most = max(np.abs(part).max() for part in exact[:2])  # with one action before the flop nothing is regretted
        np.testing.assert_allclose(mean, exact[0], atol=1e-9 * most)
        np.testing.assert_allclose(on_flops, exact[1], atol=1e-9 * most)
        assert np.abs(exact[1]).max() > 1


@pytest.mark.parametrize("draws", ["independent", "epochs", "stratified"])
def test_flops_come_as_often_as_they_should(draws):
    """Twenty epochs: shuffled ones have each flop once, stratified ones as often as is fair but for the edges of the
    strata, which a flop's share may cut at either end; draws of the two players do not go together."""
    layout, rng = layout_of(holdem(deck=(5, 3))), np.random.default_rng(1)
    flops, epochs = len(layout.flops.weight), 20
    sampler = street_draws.flop_sampler(layout, draws, np.zeros((2, flops), dtype=np.int64))
    drawn = np.array([
        [street_draws.next_flop(sampler, me, t, rng) for me in (0, 1)] for t in range(1, epochs * flops + 1)
    ])  # fmt: skip
    counts = np.array([np.bincount(part[:, 0], minlength=flops) for part in drawn.reshape(epochs, flops, 2)])
    fair = layout.flops.weight / layout.flops.weight.sum() * flops
    if draws == "epochs":
        assert (counts == 1).all()
    elif draws == "stratified":
        assert (np.abs(counts - fair) < 2).all()
        assert counts.var(axis=0).mean() < 0.5 * fair.mean()
    spread = np.sqrt(epochs * fair)
    assert draws == "epochs" or (np.abs(counts.sum(axis=0) - epochs * fair) < 5 * spread + 1).all()
    assert (drawn[:, 0] == drawn[:, 1]).mean() < 5 / np.sqrt(len(drawn))
