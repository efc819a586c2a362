"""The tutorial, Ni and Lamb, and dominance, against what is known otherwise."""

from itertools import islice

import ai_poker_tutorial as tutorial
import dominance
import leduc_hands
import ni_lamb
import numpy as np
import pytest
from family import Walk

import cfrlib
from cfrlib.playing.record import Round
from cfrlib.textbook import CFR
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium
from cfrlib.tree import unroll

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_figure_2_is_the_family_of_equilibria(alpha):
    printed = ni_lamb.profile(ni_lamb.figure_2(alpha))
    assert np.allclose(printed.probabilities, kuhn_equilibrium(alpha).probabilities)
    assert ni_lamb.bets(printed) == pytest.approx(ni_lamb.figure_2(alpha))


def test_the_second_iteration_repeats_the_first():
    first, second = tutorial.page(1), tutorial.page(2)
    assert len(first) == len(second) == 29
    assert [k for k, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)] == [0, 1]
    deal = unroll(cfrlib.games.kuhn()).given("Q", "K")
    table = tutorial.side_by_side(first, CFR(deal, updates="simultaneous").steps())
    assert set(table.verdict) == {"holds", "unfinished"}


def test_chain_of_bounds_on_rock_paper_scissors():
    """With one set a player the first link is an equality: overall regret is the largest regret of an action."""
    game = cfrlib.games.matrix([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    W, R = Walk(game), np.array([1.0, 0, 0, 0, 0, 0])
    sigma = W.match(R)
    regrets = W.regrets(0, sigma) + W.regrets(1, sigma)
    rows = list(tutorial.chain(game, iter([(1, regrets, W.reach(sigma), W.value(sigma))]), [1]))
    assert [row["player"] for row in rows] == [1, 2]
    for row in rows:
        assert row["regret"] == pytest.approx(row["sum"])
        assert row["bound"] == pytest.approx(4 * 3**0.5)
        assert row["gain"] == pytest.approx(row["regret"])
    assert tutorial.constants(cfrlib.games.kuhn()).to_dict("list") == {"sets": [6, 6], "A": [2, 2], "Δ": [4, 4]}


def test_mirror_prox_halves_its_error_with_twice_the_steps_and_restarts_do_better():
    walk = Walk(cfrlib.games.kuhn())
    gaps = {}
    for factor in (0, 0.5):
        profiles = list(islice(tutorial.mirror_prox(walk, 8, factor), 200))
        gaps[factor] = [walk.exploitability(profiles[t - 1]) for t in (100, 200)]
    assert gaps[0][0] / gaps[0][1] == pytest.approx(2, abs=0.2)
    assert gaps[0.5][1] < 1e-10 < gaps[0][1]


def test_dominated_actions_are_the_textbooks():
    dominated = dominance.dominated_actions(unroll(cfrlib.games.kuhn()))
    assert set(dominated) == {(("J", h), "b") for h in ("b", "pb")} | {(("K", h), "p") for h in ("b", "pb")}
    leduc = dominance.dominated_actions(unroll(cfrlib.games.leduc(suits_matter=False)))
    assert {action for _, action in leduc} == {"f"}
    assert (("K", "cc/K:r"), "f") in leduc


def test_dominated_plans_of_a_matrix():
    W = Walk(cfrlib.games.matrix([[1, 2], [1, 3], [-10, -10]]))
    (rows, columns), payoff = dominance.normal_form(W)
    assert payoff.tolist() == [[1, 2], [1, 3], [-10, -10]]
    assert dominance.dominated_plans(payoff).tolist() == [False, False, True]
    assert dominance.dominated_plans(payoff, weakly=True).tolist() == [True, False, True]
    assert dominance.weights(rows, np.array([0.5, 0.3, 0.2, 0.6, 0.4])).tolist() == [0.5, 0.3, 0.2]
    mixed = np.array([[3.0, 0], [0, 3], [1, 1]])  # only a mixture dominates the last
    assert dominance.dominated_plans(mixed).tolist() == [False, False, True]


def test_no_plan_of_kuhn_is_dominated_if_an_equilibrium_takes_it():
    W = Walk(cfrlib.games.kuhn())
    plans, payoff = dominance.normal_form(W)
    assert [len(p) for p in plans] == [27, 64]
    sigma = kuhn_equilibrium(0.2).probabilities
    for own, pays in zip(plans, (payoff, -payoff.T), strict=True):
        played = dominance.weights(own, sigma)
        assert played.sum() == pytest.approx(1)
        assert not dominance.dominated_plans(pays)[played > 1e-12].any()


def test_a_hand_is_judged():
    machine = ni_lamb.profile(ni_lamb.figure_2(0.171))
    bluff = ni_lamb.judged(cfrlib.games.kuhn(), machine, Round(cfrlib.games.kuhn(), 0, (1, 0), (), ("b", "p")))
    assert bluff.who.tolist() == ["person", "machine"]
    assert bluff.costs[0] == pytest.approx(1 / 6)
    call = ni_lamb.judged(cfrlib.games.kuhn(), machine, Round(cfrlib.games.kuhn(), 0, (1, 2), (), ("p", "b", "b")))
    assert call.set.tolist() == ["Q", "Kp", "Qpb"]
    assert call.costs.dropna().tolist() == pytest.approx([0, 0], abs=1e-9)


def test_deal_values_average_to_the_value():
    game = cfrlib.games.leduc(suits_matter=False, bets="doubling", raises=1)
    value, profile = cfrlib.equilibrium(game)
    values, chances = leduc_hands.deal_values(game, profile)
    assert chances.sum() == pytest.approx(1)
    assert values @ chances == pytest.approx(value, abs=1e-9)
