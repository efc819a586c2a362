"""Terminal values: every form against brute force that knows no sums, on random strengths, reaches and hands."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cfrlib.game import CHANCE, Comparison, Terminal
from cfrlib.games import bluff, kuhn, leduc
from cfrlib.runs import code_of
from cfrlib.textbook import terminals

kernels = code_of("showdown_kernels")

some = settings(deadline=None, derandomize=True, max_examples=25)
payoffs = st.tuples(*[st.integers(-8, 8).map(lambda n: n / 4)] * 3)


def brute_force(mine, theirs, reach, win, lose, tie, hands=None):
    found = []
    for i, s in enumerate(mine):
        value = 0.0
        for j, t in enumerate(theirs):
            if hands is None or not set(hands[i]) & set(hands[j]):
                value += reach[j] * (win if s > t else lose if s < t else tie)
        found.append(value)
    return found


@st.composite
def removals(draw, sizes=(0, 1, 2)):
    """Hands of 0, 1 or 2 cards of a small deck (some missing, as when a board excludes them), strengths, reach."""
    size, deck = draw(st.sampled_from(sizes)), draw(st.integers(2, 6))
    hands = list(itertools.combinations(range(deck), size)) if size else [()] * deck
    hands = draw(st.permutations(hands))[: draw(st.integers(1, len(hands)))]
    strength = draw(st.lists(st.integers(0, 4), min_size=len(hands), max_size=len(hands)))
    reach = draw(st.lists(st.sampled_from([0.0, 1.0, 0.25, 0.3, 1e-3]), min_size=len(hands), max_size=len(hands)))
    return hands, np.array(strength), np.array(reach)


@some
@given(removals(), payoffs)
def test_a_sweep_is_every_pair(case, payoff):
    hands, strength, reach = case
    expected = brute_force(strength, strength, reach, *payoff, hands)
    assert terminals.showdown(strength, strength, reach, *payoff, hands) == pytest.approx(expected, abs=1e-12)
    assert terminals.every_pair(strength, strength, reach, *payoff, hands) == pytest.approx(expected, abs=1e-12)
    assert terminals.fold(reach, payoff[0], hands) == pytest.approx(
        brute_force(strength, strength, reach, payoff[0], payoff[0], payoff[0], hands), abs=1e-12
    )


@some
@given(removals(sizes=(2,)), payoffs, st.integers(1, 3))
def test_kernels_with_two_cards(case, payoff, k):
    hands, strength, reach = case
    cards, order, room = np.array(hands), np.argsort(strength, kind="stable"), kernels.make_workspace(6)
    reaches = np.array([reach * (r + 1) for r in range(k)])
    stakes = [np.full(k, x) * np.arange(1, k + 1) for x in payoff]
    expected = [brute_force(strength, strength, r, *(s[t] for s in stakes), hands) for t, r in enumerate(reaches)]
    value = np.full((k, len(hands)), np.nan)
    kernels.showdown(order, strength, cards, reaches, *stakes, room, value)
    assert value == pytest.approx(np.array(expected), abs=1e-12)
    value[:] = np.nan
    kernels.showdown_pairs(strength, cards, reaches, *stakes, value)
    assert value == pytest.approx(np.array(expected), abs=1e-12)


@some
@given(st.data(), payoffs)
def test_without_removal_the_players_may_differ(data, payoff):
    mine = np.array(data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=6)))
    theirs = np.array(data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=6)))
    theirs = theirs + data.draw(st.sampled_from([0, 0.5]))
    reach = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(theirs), max_size=len(theirs))))
    expected = brute_force(mine, theirs, reach, *payoff)
    assert terminals.showdown(mine, theirs, reach, *payoff) == pytest.approx(expected, abs=1e-12)
    stakes, value = [np.array([x]) for x in payoff], np.full((1, len(mine)), np.nan)
    kernels.comparison(np.argsort(mine), mine, np.argsort(theirs), theirs, reach[None], *stakes, value)
    assert value[0] == pytest.approx(expected, abs=1e-12)
    value[:] = np.nan
    kernels.comparison_pairs(mine, theirs, reach[None], *stakes, value)
    assert value[0] == pytest.approx(expected, abs=1e-12)
    value[:] = np.nan
    table = Comparison((mine, theirs), *payoff).table().astype(float)
    kernels.matrix(table.T.copy(), reach[None], value)
    assert value[0] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game, cards", [(kuhn(), 3), (kuhn(cards=5), 5), (leduc(), 6), (bluff(faces=4), 0)], ids=repr)
def test_the_games_terminals(game, cards, player):
    # Every terminal with a comparison: what the engine multiplies out is what a sweep finds.
    rng, seen = np.random.default_rng(1), 0
    for actions, node in game.action_sequences():
        for public in game.public_sequences(actions.count(CHANCE)) if isinstance(node, Terminal) else ():
            payoff, weights = game.payoff(actions, public), game.weights(public)
            if isinstance(payoff, Comparison):
                (mine, theirs), stakes = terminals.seen_by(payoff, player)
                reach = rng.random(len(theirs))
                to_first = weights * payoff.table()
                expected = to_first @ reach if player == 0 else -(reach @ to_first)
                alive = weights.any(axis=1)  # the board's own card is nobody's
                hands = [(c,) for c in range(cards)] if cards else None
                found = terminals.showdown(mine, theirs, reach * alive, **stakes, hands=hands) * weights.max()
                assert found[alive] == pytest.approx(expected[alive], abs=1e-12)
                seen += 1
    assert seen >= 2


def test_steps_by_hand():
    # Cards 0 to 3, hands of two; strength is the sum, so 03 and 12 tie. Our hand 03 shares a card with all but 12.
    hands = list(itertools.combinations(range(4), 2))
    strength, reach = [sum(hand) for hand in hands], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    steps = {step.hand: step for step in terminals.sweep(strength, strength, reach, 1, -1, 0, hands)}
    step = steps[hands.index((0, 3))]
    assert (step.weaker, step.equal, step.stronger) == pytest.approx((0, 0.4, 0), abs=1e-12)
    assert (step.passed, step.reached) == (2, 4)
    total, (zeros, threes), twice = step.below  # 01 and 02 both hold card 0
    assert (total, zeros, threes, twice) == pytest.approx((0.3, 0.3, 0, 0))
    total, (zeros, threes), twice = step.altogether
    assert (total, zeros, threes, twice) == pytest.approx((2.1, 0.6, 1.4, 0.3))
    last = steps[hands.index((2, 3))]
    assert last.value == pytest.approx(0.1)  # only 01 is left, and it is weaker
