"""Checks of notebook 04: what histories, actions and plans are worth, and how a set's histories are weighed.

Reach is a triple here: of Player 1, of Player 2, of chance, as in `cfrlib.textbook.Step`.
"""

import numpy as np

from cfrlib.lessons.verdict import Case, tried_on


@tried_on({
    "King after pass and bet, two deals (Player 1 moves)": (0, [((0.4, 0.1, 1 / 6), 2.0), ((0.4, 0.7, 1 / 6), 2.0)]),
    "one history, the opponent surely there (Player 1 moves)": (0, [((0.5, 1.0, 1.0), -1.25)]),
    "Qpb on the deal Queen, King (Player 1 moves)": (0, [((0.5, 0.5, 1.0), -1.5)]),
    "Kp on the deal Queen, King (Player 2 moves)": (1, [((0.5, 1.0, 1.0), 1.25)]),
    "Queen after a bet, two deals (Player 2 moves)": (1, [((0.2, 1.0, 1 / 6), 2.0), ((0.6, 1.0, 1 / 6), -2.0)]),
    "a set that its own player never gets to (Player 1 moves)": (0, [((0, 0.5, 1 / 6), 3.0), ((0, 0.25, 1 / 6), 1.0)]),
})
def check_counterfactual_value(player, histories):
    """Check a function (player, histories) to the counterfactual value of an action at an information set.

    `histories` is a list of (reach, u): the reach of each history, and what the action is worth there to `player`.
    """
    u, reach = np.array([u for _, u in histories]), np.array([reach for reach, _ in histories])
    own, opponent, chance = reach[:, player], reach[:, 1 - player], reach[:, 2]
    others = opponent * chance
    yield Case(others @ u, "Sum over the histories: reach of the opponent times reach of chance times u.")
    for weight, words in (
        (own * chance, "the player's own reach; counterfactual means: as if they had gone for it"),
        (own * others, "the reach of all three; leave out the player's own"),
        (opponent, "only the opponent's reach; chance belongs to the others, too"),
        (chance, "only the reach of chance; the opponent has to play here, too"),
        (np.ones(len(u)), "no reach at all"),
    ):
        yield weight @ u, f"That is what comes out with {words}."
    mean = "That is a weighted mean. The counterfactual value is the sum: how likely the set is counts, too."
    yield np.average(u, weights=others), mean
    return "Each history counts as much as the opponent and chance let it come about."


@tried_on({
    "QKpb, half and half": ([0.5, 0.5], [-1, -2]),
    "QKp, half and half": ([0.5, 0.5], [-1, -1.5]),
    "a player who nearly always folds": ([0.9, 0.1], [-1, 2]),
    "chance deals one of three cards": ([1 / 3, 1 / 3, 1 / 3], [4, 7, -10]),
    "one action for sure": ([0, 1], [5, -1]),
})
def check_worth(probabilities, values):
    """Check a function (probabilities, values) to what a history is worth."""
    yield Case(np.dot(probabilities, values), "Multiply each value with the probability of its action, and add up.")
    yield np.mean(values), "That is the plain mean. Actions that are played more often count more."
    yield np.sum(values), "That is the sum of the values. Weigh each one with the probability of its action."
    yield np.max(values), "That is the best action. What is played decides what a history is worth."
    return "Ends first: every history is the mean of what lies below it."


@tried_on({
    "the tutorial's decision": ([4, 7, -10], [1 / 3, 1 / 3, 1 / 3], 0.38),
    "a place where the others always come": ([2, 6], [0.5, 0.5], 1.0),
    "a place where the others never come": ([2, 6], [0.5, 0.5], 0.0),
    "an action that is never played": ([-1, 1], [1.0, 0.0], 0.5),
})
def check_regrets(payoffs, sigma, others):
    """Check a function (payoffs, sigma, others) to the counterfactual regrets of the actions of one history."""
    u, p = np.array(payoffs, dtype=float), np.array(sigma)
    more = u - p @ u
    yield Case(others * more, "Regret: the action's payoff minus what is played, times the reach of the others.")
    yield p * u, "That is what the page prints: each payoff times its own probability, a share and no value."
    yield others * p * u, "Those are shares. A regret compares the action's own payoff with what is played."
    yield others * u, "Those are counterfactual values. Subtract that of what is played."
    yield more, "Those are differences of values. Weigh them with the reach of the others."
    yield others * p * more, "How often you play an action does not matter for its regret. Leave sigma(a) out."
    yield -others * more, "The sign is turned around: the action's value minus the value of what is played."
    return "An action's value does not depend on how often you play it, and so you can regret it."


TWO = [("A", None, {"stay": -2, "go": 2}), ("B", ("A", "go"), {"L": -2, "R": 2})]
THREE = [*TWO, ("C", ("B", "R"), {"x": 5, "y": -5})]


@tried_on({
    "go, then R": (TWO, {"A": "go", "B": "R"}, 4),
    "go, then L": (TWO, {"A": "go", "B": "L"}, 0),
    "stay, with R as advice": (TWO, {"A": "stay", "B": "R"}, -2),
    "three decisions in a row": (THREE, {"A": "go", "B": "R", "C": "x"}, 9),
    "three decisions, L at the second": (THREE, {"A": "go", "B": "L", "C": "x"}, 0),
    "stay, with two more decisions behind": (THREE, {"A": "stay", "B": "R", "C": "x"}, -2),
}, unseen=1)
def check_regret_of_plan(decisions, plan, right):
    """Check a function (decisions, plan) to the regret of a plan: a sum over the decisions that the plan comes to."""
    yield Case(right, "Add the local regret of the planned action at each decision that the plan comes to.")
    everywhere = sum(regrets[plan[at]] for at, _, regrets in decisions)
    yield everywhere, "That adds up the advice everywhere, also at places where the plan does not go."
    beside = sum(r[plan[at]] for at, before, r in decisions if before is None or plan[before[0]] == before[1])
    yield beside, "Look at the whole way: a decision is not reached if an earlier one turns off before."
    yield decisions[0][2][plan["A"]], "That is the first decision only."
    return "Local regrets along the plan add up to the regret of the plan."
