"""The checks of notebook 03 say where a wrong one is wrong."""

import pytest
from verdicts import wrong_answers

import cfrlib
from cfrlib.games import kuhn
from cfrlib.lessons.how_good_is_a_strategy import checks
from cfrlib.profile import Profile
from cfrlib.textbook.kuhn_equilibria import kuhn_equilibrium, profile_of_bets
from cfrlib.tree import unroll


def best_action(options):
    value = {action: sum(w * u for w, u in histories) for action, histories in options.items()}
    best = max(value, key=value.get)
    return best, value[best]


def caller(changes=(), factor=1):
    bets = {**checks.HONEST_CALLER, **dict(changes)}
    profile = Profile.from_dict(kuhn(), {key: {"p": 1 - b, "b": b} for key, b in bets.items()})
    return profile, factor * cfrlib.exploitability(kuhn(), profile)


def unweighted(options):
    return best_action({action: [(1, u) for _, u in histories] for action, histories in options.items()})


def luckiest(options):
    best = max(options, key=lambda action: max(u for _, u in options[action]))
    return best, sum(w * u for w, u in options[best])


def mean(options):
    action, value = best_action(options)
    return action, value / sum(w for w, _ in options[action])


def index(options):
    action, value = best_action(options)
    return list(options).index(action), value


def peeking(options):
    columns = zip(*options.values(), strict=True)
    return best_action(options)[0], sum(max(w * u for w, u in column) for column in columns)


WRONG = [
    (checks.check_best_action, unweighted, "without weights"),
    (checks.check_best_action, lambda o: (unweighted(o)[0], best_action(o)[1]), "a rare bluffer, action", "weights"),
    (checks.check_best_action, luckiest, "At a Queen who beats one hand of three, action", "the luckiest history"),
    (checks.check_best_action, lambda o: ("b", max(u for _, u in o["b"])), "the luckiest history"),
    (checks.check_best_action, mean, "That is the mean over the histories"),
    (checks.check_best_action, index, "one of ['p', 'b'], and not its number"),
    (checks.check_best_action, lambda o: best_action(o)[::-1], "one who always bets, action", "the wrong way round"),
    (checks.check_best_action, peeking, "an action for each history"),
    (checks.check_best_action, lambda o: best_action(o)[0], "a pair (action, value)"),
    (checks.check_honest_caller, lambda: caller({("Q", "b"): 0}), "('Q', 'b')"),
    (checks.check_honest_caller, lambda: caller({("J", "p"): 1}), "With J after p the honest caller does not bet"),
    (checks.check_honest_caller, lambda: caller(factor=2), "NashConv"),
    (checks.check_honest_caller, lambda: caller()[1], "a pair"),
    (checks.check_honest_caller, lambda: (caller()[0], 0), "the exploitability"),
    (checks.check_right_value, lambda: profile_of_bets({}), "value to Player 1"),
    (checks.check_right_value, lambda: kuhn_equilibrium(0.2), "exploited for 0.0000 only"),
    (checks.check_right_value, lambda: 0.1, "takes a Profile"),
    (checks.check_bluff_frequency, lambda k, a, b: k / 2, "bluff less often"),
    (checks.check_bluff_frequency, lambda k, a, b: k / 3, "ante 1, bet 2"),
    (checks.check_bluff_frequency, lambda k, a, b: 1 / 3, "probability 0.6, ante 1, bet 1"),
    (checks.check_bluff_frequency, lambda k, a, b: 3 * k, "expected a probability"),
]

test_wrong_answers_are_told_where = wrong_answers(WRONG)


@pytest.mark.parametrize("jack, king, ante, bet", [(0.2, 0.7, 1, 1), (0.5, 0.5, 2, 3), (1, 0, 1, 2)])
def test_queen_values_are_those_of_the_tree(jack, king, ante, bet):
    tree = unroll(kuhn(ante=ante, bet=bet))
    bets = {"J": jack, "K": king}
    for action, value in zip("pb", checks.queen_values(jack, king, ante, bet), strict=True):
        payoffs = {card: -tree.find(card, "Q", "b", action).payoff for card in bets}
        assert value == pytest.approx(sum(bets[card] * payoffs[card] for card in bets) / 6)
