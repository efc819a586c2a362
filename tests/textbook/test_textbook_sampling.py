"""Sampled walks of the textbook: every row of the table has the mean of vanilla CFR, exactly.

The draws are replaced by a script that goes through all that can be drawn, with probabilities, so means are exact sums
and no test depends on luck.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mixed_cfr import Mixed as MixedCFR
from random_games import games as random_games
from scripted import Scripted, mean_walk, random_profile

import cfrlib
from cfrlib.sampling import Mixed, Scheme, os, robust, scheme
from cfrlib.textbook import CFR
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow

ROWS = ["vanilla", "cs", "es", robust(1), robust(2), os(0.6)]
MINE = Scheme("mine", "one", "one", "one", own_actions="one", opponent_actions="all", epsilon=0.3)


MIXES = [Mixed("es", "os", 0.3), Mixed(os(0.3), robust(1), 0.6, per_node=True)]


class ScriptedMix(MixedCFR, Scripted):
    """The readable mix with draws, and throws of the coin, from a script."""

    def _throw(self):
        p = self.mix.probabilities(1, 1)[0]
        self.scheme = self.script.choice((self.mix.first, self.mix.second), (p, 1 - p))

    def look_at(self, step):
        if step.kind == "value" and step.infoset >= 0:
            self._count(step)


@pytest.mark.parametrize("row", [*ROWS, MINE, *MIXES], ids=str)
@pytest.mark.parametrize("player", [0, 1])
def test_regrets_and_averages_have_vanillas_mean_on_kuhn(row, player):
    tree = unroll(cfrlib.games.kuhn())
    strategy, make = random_profile(tree, 1), ScriptedMix if row in MIXES else Scripted
    exact = mean_walk(tree, strategy, player, "vanilla", average_at="opponent")
    mean = mean_walk(tree, strategy, player, row, make=make, average_at="opponent")
    for part, expected in zip(mean, exact, strict=True):
        assert np.concatenate(part) == pytest.approx(np.concatenate(expected), abs=1e-12)


def constants(tree, strategy, row, average_at):
    """Return by information set I what c_I would be, were the mean addition to the average c_I pi_own(I) sigma(I).

    It is a pair: smallest and largest of the ratios of its actions that are taken; no pair where I is out of its
    player's own reach, and nothing may be added.
    """
    plans, found = cfrlib.evaluate.sequence_form(tree).plans(np.concatenate(strategy)), {}
    for player in (0, 1):
        _, sums = mean_walk(tree, strategy, player, row, average_at=average_at)
        averaged = player if average_at == "own" else 1 - player
        for I in (I for I in tree.infosets if I.player == averaged):
            plan = plans[averaged][I.entries]
            assert np.abs(sums[I.index][plan == 0]).max(initial=0) < 1e-12
            if plan.any():
                ratio = sums[I.index][plan > 0] / plan[plan > 0]
                found[I.key] = ratio.min(), ratio.max()
    return found


@pytest.mark.parametrize("row", [*ROWS, MINE], ids=str)
@pytest.mark.parametrize("average_at", ["own", "opponent"])
def test_average_adds_own_reach_times_strategy_with_one_constant(row, average_at):
    """With two frozen profiles A and B the mean addition is c_I pi_own(I) sigma(I), with the same c_I for both.

    Also with zeros in B, as regret matching gives them all the time: but own nodes behind an action that the opponent
    avoids are not visited if his actions are sampled, and there c_I differs.
    """
    tree = unroll(cfrlib.games.kuhn())
    A = constants(tree, random_profile(tree, 2), row, average_at)
    for avoided in (0, 2, 3):
        B = constants(tree, random_profile(tree, 3 if avoided == 0 else 2, avoided), row, average_at)
        assert avoided or len(A) == len(B) == 12
        same = all([*A[key], *pair] == pytest.approx([A[key][0]] * 4, rel=1e-9) for key, pair in B.items())
        assert same == (not avoided or average_at == "opponent" or not scheme(row).samples_opponent)


@pytest.mark.parametrize("row", ["es", "os", "robust", Mixed("es", "os", 0.5), Mixed("cs", "os", 0.5)], ids=str)
def test_the_default_misses_no_iteration(row):
    assert scheme(row).average_at == "opponent"
    assert "heuristic" not in repr(cfrlib.CFR(cfrlib.games.kuhn(), row))
    assert "heuristic (average_at='own'" in repr(cfrlib.CFR(cfrlib.games.kuhn(), row, average_at="own"))


@settings(max_examples=10, deadline=None)
@given(random_games(), st.sampled_from(["cs", "os", robust(1)]), st.integers(0, 1))
def test_regrets_are_unbiased_on_random_games(game, row, player):
    tree = unroll(game)
    if tree.num_histories < 250:
        strategy = random_profile(tree, 4)
        exact, _ = mean_walk(tree, strategy, player, "vanilla")
        for mean, expected in zip(mean_walk(tree, strategy, player, row)[0], exact, strict=True):
            assert np.allclose(mean, expected, atol=1e-12)


def test_chance_is_drawn_once_a_walk():
    """In Leduc the public card is the same after all betting sequences of a walk."""
    cfr = CFR(cfrlib.games.leduc(), sampling="cs", seed=3)
    boards, walk = {0: set(), 1: set()}, None
    for step in cfr.steps():
        if step.kind == "visit":
            walk = step.player
            history = cfr.tree.nodes[step.node].history
            boards[walk] |= {h for h in history[2:] if len(h) == 2}
    assert [len(b) for b in boards.values()] == [1, 1]


@pytest.mark.parametrize("row", ["pcs", "opcs", "spcs", "nothing", 3])
def test_rows_that_do_not_fit_a_tree_are_refused(row):
    with pytest.raises(ValueError, match="^sampling="):
        CFR(cfrlib.games.kuhn(), sampling=row)
