"""The scalar walk against `textbook.CFR`, step by step: with one seed both draw the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import RandomGame
from random_games import games as random_games
from same_steps import assert_the_same_steps, entries_of

import cfrlib
from cfrlib import sampling
from cfrlib.engine.common.single_histories.nodes import begin
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.regret import Power, RegretRule
from cfrlib.sampling import ByPlace, os, robust
from cfrlib.textbook import CFR, places
from cfrlib.textbook.baselines import BaselineCFR

pytestmark = pytest.mark.slow

ROWS = ["cs", "es", "robust", robust(1), "os", os(0.2)]
GAMES = [kuhn(), leduc(ranks=2, suits_matter=False), bluff(faces=2, merged=False), RandomGame(12)]


UPDATES = "simultaneous", "alternating"
"""With the first, rows wait until both walks are done; with the second a walk updates a row when it leaves it."""


@pytest.mark.parametrize("k", range(len(ROWS)), ids=lambda k: str(ROWS[k]))
@pytest.mark.parametrize("game", GAMES[:3], ids=repr)
def test_every_step_is_the_textbooks(game, k):
    row, average_at = ROWS[k], ("own", "opponent")[(k + GAMES.index(game)) % 2]
    switches = {"average_at": average_at, "updates": UPDATES[k % 2], "seed": 3}
    fast, slow = (solver(game, row, **switches) for solver in (cfrlib.CFR, CFR))
    assert_the_same_steps(fast, slow, 25)


@pytest.mark.parametrize("rule", ["after(20)", "half_life(8)", "visits(5)"])
@pytest.mark.parametrize("game", [kuhn(), leduc(ranks=2, suits_matter=False), RandomGame(12)], ids=repr)
def test_sampling_by_place_is_the_textbooks(game, rule):
    # Coins, cutoffs and visits too. Alternating updates.
    name, number = rule[:-1].split("(")
    fast = cfrlib.CFR(game, ByPlace(getattr(sampling, name)(int(number)), cutoff=(6, 6)), seed=4)
    slow = places.ByPlace(game, getattr(places, name)(int(number)), cutoff=(6, 6), seed=4)
    assert_the_same_steps(fast, slow, 25)
    assert fast.engine.tables.visits.sum() == slow.visited.sum() > slow.single.sum() > 0


@settings(deadline=None, derandomize=True, max_examples=20)
@given(random_games(), st.sampled_from(ROWS), st.sampled_from(UPDATES), st.integers(0, 99))
def test_every_step_is_the_textbooks_on_random_games(game, row, updates, seed):
    # Several stages of chance, correlated and impossible deals, classes that join outcomes and boards.
    fast, slow = (solver(game, row, updates=updates, seed=seed) for solver in (cfrlib.CFR, CFR))
    assert_the_same_steps(fast, slow, 25)


RULES = ["rm", "rm+", "linear", "discounted", RegretRule("half", 0.9, Power(0.5), gain=0.5)]
PAIRS = [(ROWS[k % 6], RULES[k % 5]) for k in range(12)]
"""Every row with two rules, every rule with two rows."""


@pytest.mark.parametrize("row, rule", PAIRS, ids=str)
def test_whole_runs_are_the_textbooks(row, rule):
    # Alternating updates, left to themselves; stakes at which few regrets tie.
    game = (kuhn(), leduc(ranks=2, suits_matter=False, ante=1.37, bets=(2.11, 4.93)))[RULES.index(rule) % 2]
    fast, slow = (solver(game, row, regret=rule, average="linear", seed=5) for solver in (cfrlib.CFR, CFR))
    fast.run(30)
    slow.run(30)
    for entries, regrets, total in zip(entries_of(fast, slow), slow.regret, slow.strategy_sum, strict=True):
        assert fast.engine.tables.regret[entries] == pytest.approx(regrets, abs=1e-9)
        assert fast.engine.tables.sums[entries] == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("game, row, kind", [
    (leduc(ranks=2, suits_matter=False), "os", "learned"), (leduc(ranks=2, suits_matter=False), "cs", "exact"),
    (RandomGame(12), "robust", "learned"), (RandomGame(12), "es", "exact"), (kuhn(), "es", "learned"),
    (kuhn(), "os", "exact"), (RandomGame(12), "cs", "learned"), (kuhn(), "robust", "exact"),
], ids=str)  # fmt: skip
def test_baselines_are_the_textbooks(game, row, kind):
    # Own, opponent's and chance events; with "learned" also what is learnt.
    switches = {"baseline": kind, "updates": "simultaneous", "seed": 6}
    fast, slow = (solver(game, row, **switches) for solver in (cfrlib.CFR, BaselineCFR))
    assert_the_same_steps(fast, slow, 15)


@settings(deadline=None, derandomize=True, max_examples=12)
@given(random_games(), st.sampled_from(["es", "os"]), st.sampled_from(["learned", "exact"]))
def test_baselines_are_the_textbooks_on_random_games(game, row, kind):
    switches = {"baseline": kind, "updates": "simultaneous", "seed": 7}
    fast, slow = (solver(game, row, **switches) for solver in (cfrlib.CFR, BaselineCFR))
    assert_the_same_steps(fast, slow, 15)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**6), st.floats(0, 1, exclude_max=True), st.sampled_from([0.0, 1e-16, -1e-16]))
def test_a_deal_is_the_one_whose_running_weight_passes_the_draw(seed, u, off):
    """Found from a guess, as a search through all deals finds it; at the borders of guesses, too."""
    engine = cfrlib.CFR(RandomGame(seed), "es").engine
    public, deal, running = engine.tree.public, engine.deal, engine.layout.running_deals
    size = len(public.deals)
    for draw in (u, min(max(int(u * size) / size + off, 0.0), 1 - 1e-16)):
        rng = type("Rng", (), {"random": lambda self, draw=draw: draw})()
        getattr(begin, "py_func", begin)(public, engine.tree, rng, deal)
        i, j, *shown = deal.drawn
        place = (i * public.outcomes[1] + j) * public.boards[-1] + shown[-1]
        assert place == np.searchsorted(running, draw * (1 - 2e-16) * running[-1], "right")
