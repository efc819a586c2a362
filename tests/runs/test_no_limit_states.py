"""The number of decisions of no-limit hold'em, against walking through all of them."""

from math import comb

import pytest

from cfrlib.runs import find

pytestmark = pytest.mark.slow

no_limit_states = find("no_limit_states")


def walked(stack, blind, factors):
    """Count them one by one: `paid` by both, who acts, the last raise, and whether one more check ends the round."""

    def decide(r, deals, paid, player, smallest, last):
        own, other = paid[player], paid[1 - player]
        total, call = deals, other - own
        if call == 0 or last:  # a check, or a call, that ends the round or hands over
            after = (other, other)
            total += next_round(r, deals, after) if last else decide(r, deals, after, 1 - player, smallest, True)
        for amount in range(1, stack - other + 1):
            if amount >= smallest or amount == stack - other:
                after = [other, other]
                after[player] = other + amount
                total += decide(r, deals, tuple(after), 1 - player, max(amount, smallest), True)
        return total

    def next_round(r, deals, paid):
        if r + 1 == len(factors) or paid[0] == stack:
            return 0
        return decide(r + 1, deals * factors[r + 1], paid, 0, blind, False)

    # before the flop the small blind, player 0 here, calls or raises, and the big blind may check
    first = decide(0, factors[0], (blind // 2, blind), 0, blind, True) - next_round(0, factors[0], (blind, blind))
    return first + decide(0, factors[0], (blind, blind), 1, blind, True)


@pytest.mark.parametrize(
    "stack, blind, factors", [(4, 2, (3, 5)), (7, 2, (1, 2, 3)), (9, 4, (1, 1)), (6, 2, (1, 1, 1, 1))]
)
def test_counting_back_equals_walking_through(stack, blind, factors):
    assert no_limit_states.decisions(stack, blind, factors) == walked(stack, blind, factors)


def test_the_size_that_is_quoted_for_the_game_of_the_first_competitions():
    """7.16e75 states, in the thesis of Meyer: 500 big blinds of two chips."""
    row = no_limit_states.run_task({"chips": 1000, "blind": 2}).iloc[0]
    assert f"{row.states:.2e}" == "7.16e+75"
    assert row.states / row.information_sets == pytest.approx(comb(45, 2), rel=0.01)  # hands behind a river, nearly all
