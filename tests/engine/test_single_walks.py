"""Walks of public trees and of explicit ones against the textbook, step by step: with one seed both draw the same.

Of whatever a textbook states: rows of switches, mixes of them, by place, baselines, every rule, locks.
"""

import re

import numpy as np
import pytest
from every_engine import ALL_OF_IT
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_games import RandomGame, untied_trees
from random_games import games as random_games
from same_steps import assert_the_same_run, assert_the_same_steps, pair

import cfrlib
from cfrlib.engine.common.single_histories.nodes import begin
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.regret import NAMES, Power, RegretRule, mmd, regret_rule
from cfrlib.sampling import ByPlace, Linear, Mixed, after, half_life, os, robust, visits
from cfrlib.textbook import CFR
from cfrlib.textbook.averages import Averages
from cfrlib.tree import CHANCE, Tree

pytestmark = pytest.mark.slow

UPDATES = "simultaneous", "alternating"
"""With the first, rows wait until both walks are done; with the second a walk updates a row when it leaves it."""
ROWS = ["cs", "es", "robust", robust(1), "os", os(0.2)]
PLACES = [ByPlace(rule, cutoff=(6, 6)) for rule in (after(20), half_life(8), visits(5))]
AT = None, "own", "opponent"
KUHN, LEDUC, BLUFF, RANDOM = kuhn(), leduc(ranks=2, suits_matter=False), bluff(faces=2, merged=False), RandomGame(12)
CASES = [
    (game, row, {"average_at": AT[1 + (k + g) % 2], "updates": UPDATES[k % 2], "seed": 3})
    for k, row in enumerate(ROWS) for g, game in enumerate((KUHN, LEDUC, BLUFF))
]  # fmt: skip
CASES += [(game, row, {"seed": 4}) for game in (KUHN, LEDUC, RANDOM) for row in PLACES]
CASES += [
    (
        (KUHN, LEDUC, BLUFF, RANDOM)[k % 4],
        Mixed("es", os(0.3), Linear(30), bool(k % 2), ("one", "published")[k // 3 % 2]),
        {"average": "linear", "average_at": AT[k % 3], "updates": "simultaneous", "seed": 3},
    )
    for k in range(12)
]  # fmt: skip
CASES += [
    (KUHN, mix, {"updates": "simultaneous", "seed": 5})
    for mix in (Mixed("cs", robust(1), 0.4), Mixed("os", "os", 0.5, per_node=True))
]
BASELINES = [
    (LEDUC, "os", "learned"), (LEDUC, "cs", "exact"), (RANDOM, "robust", "learned"), (RANDOM, "es", "exact"),
    (KUHN, "es", "learned"), (KUHN, "os", "exact"), (RANDOM, "cs", "learned"), (KUHN, "robust", "exact"),
]  # fmt: skip
CASES += [(game, row, {"baseline": kind, "updates": "simultaneous", "seed": 6}) for game, row, kind in BASELINES]
"""Every row with either average; of all mixes twelve, in which each two switches come together in all ways."""


@pytest.mark.parametrize("game, row, switches", CASES, ids=str)
def test_every_step_is_the_textbooks(game, row, switches):
    fast, slow = pair(game, row, **switches)
    assert_the_same_steps(fast, slow, 15 if "baseline" in switches else 25)
    assert not isinstance(row, ByPlace) or slow.visited.sum() > slow.single.sum() > 0


SOME = st.one_of(random_games(), untied_trees(), untied_trees(forgets=[True]))
"""Several stages of chance, correlated and impossible deals, classes that join; hidden actions, players who forget."""
HALF = RegretRule("half", 0.9, Power(0.5), gain=0.5)
SWITCHES = st.fixed_dictionaries({
    "regret": st.sampled_from([*NAMES, HALF]), "average": st.sampled_from(["uniform", "linear", 2.5]),
    "seed": st.integers(0, 99), "updates": st.sampled_from(UPDATES), "average_at": st.sampled_from(AT),
})  # fmt: skip
ANY_MIX = [
    Mixed("es", "os", 0.4), Mixed("cs", robust(1), Linear(9), per_node=True), Mixed("es", "os", 0.5, scale="published"),
    Mixed("os", "es", 0.5, False, "published"), Mixed("os", "es", 0.5, True, "published"),
]  # fmt: skip
few = settings(deadline=None, derandomize=True, max_examples=30)


@settings(few, max_examples=80)
@given(SOME, st.sampled_from(["vanilla", "vanilla", *ROWS]), SWITCHES)
def test_every_step_is_the_textbooks_on_random_games(game, row, switches):
    assume(row in ("vanilla", "cs", "es") or not regret_rule(switches["regret"]).prediction)
    assert_the_same_steps(*pair(game, row, **switches), 15)


@settings(few, max_examples=50)
@given(SOME, st.sampled_from(ANY_MIX), st.sampled_from(AT), st.sampled_from(UPDATES), st.integers(0, 99))
def test_mixes_are_the_textbooks_on_random_games(game, mix, average_at, updates, seed):
    # The readable one throws its coin at the first chance.
    assume(mix.per_node or not isinstance(game, Tree) or game.root.player == CHANCE)
    assert_the_same_steps(*pair(game, mix, average_at=average_at, updates=updates, seed=seed), 12)


@few
@given(SOME, st.integers(0, 99))
def test_sampling_by_place_is_the_textbooks_on_random_games(game, seed):
    assert_the_same_steps(*pair(game, ByPlace(after(5), cutoff=(6, 6)), seed=seed), 12)


@settings(few, max_examples=12)
@given(random_games(), st.sampled_from(["es", "os"]), st.sampled_from(["learned", "exact"]))
def test_baselines_are_the_textbooks_on_random_games(game, row, kind):
    assert_the_same_steps(*pair(game, row, baseline=kind, updates="simultaneous", seed=7), 15)


def sharpened(row, t, parameters):
    """Play in proportion to the positive regrets to a power."""
    total = 0.0
    for a in range(len(row)):
        row[a] = max(row[a], 0.0) ** parameters[0]
        total += row[a]
    for a in range(len(row)):
        row[a] = row[a] / total if total > 0 else 1 / len(row)


STAKES = leduc(ranks=2, suits_matter=False, ante=1.37, bets=(2.11, 4.93))
"""Few regrets tie."""
OWN = RegretRule("sharpened", floor=0, prediction=0.5, local=sharpened, parameters=[1.5])
ASYMMETRIC = RegretRule("adcfr+", Power(1.5), after=True, floor=0, prediction=0.8, asymmetry=2)
RULES = ["rm", "rm+", "linear", "discounted", HALF]
RUNS = [
    ((KUHN, STAKES)[k % 5 % 2], ROWS[k % 6], {"regret": RULES[k % 5], "average": "linear", "seed": 5})
    for k in range(12)
]
"""Every row with two rules, every rule with two rows."""
RUNS += [
    (STAKES, row, {"regret": rule, "updates": updates, "seed": 2})
    for rule, row in (("hedge", "vanilla"), ("hedge", "es"), (mmd(1, 0.3), "vanilla"), (OWN, "cs"),
                      ("apcfr+", "vanilla"), ("apcfr+", "es"), (ASYMMETRIC, "vanilla"), (ASYMMETRIC, "cs"))
    for updates in UPDATES
]  # fmt: skip
RUNS += [
    (game, "vanilla", {"updates": UPDATES[k % 2]}) for k, game in enumerate((kuhn(4), LEDUC, BLUFF, bluff(faces=3)))
]


def without_addresses(value):
    """Return a name that is the same in each process, where a function stands, too."""
    return re.sub(r" at 0x\w+", "", str(value))


@pytest.mark.parametrize("game, row, switches", RUNS, ids=without_addresses)
def test_whole_runs_are_the_textbooks(game, row, switches):
    assert_the_same_run(*pair(game, row, **switches), 25)


@few
@given(untied_trees([False, True]), st.sampled_from(["vanilla", "cs", "es"]),
       st.sampled_from([*RULES[:4], "predictive", ALL_OF_IT]))  # fmt: skip
def test_whole_runs_are_the_textbooks_on_random_trees(tree, row, rule):
    assert_the_same_run(*pair(tree, row, regret=rule, average="linear", seed=5), 8)


@few
@given(untied_trees(), st.sampled_from(["lazy", "optimistic"]), st.integers(0, 99))
def test_averages_that_make_up_for_what_was_missed_are_the_textbooks(tree, average, seed):
    switches = {"updates": "simultaneous", "seed": seed}
    fast, slow = cfrlib.CFR(tree, "es", average=average, **switches), Averages(CFR(tree, "es", **switches))
    fast.run(8)
    slow.run(8)
    slow.finish()
    if average == "optimistic":  # the readable one counts visits of the opponent's walk
        assert fast.average_at == "opponent"
    for infoset, (_, strategy) in zip(tree.infosets, fast.average_strategy().items(), strict=True):
        sums = slow.sums[average][infoset.entries]
        if sums.sum() > 1e-9:
            assert list(strategy.values()) == pytest.approx(sums / sums.sum(), abs=1e-9)


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
