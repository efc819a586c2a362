"""Checks of notebook 05: what an iteration of CFR adds to its tables.

Reach is a triple here: of Player 1, of Player 2, of chance, as in `cfrlib.textbook.Step`.
"""

import numpy as np

from cfrlib.evaluate import expected_value, exploitability
from cfrlib.games import kuhn
from cfrlib.lessons.verdict import Case, Slip, Wrong, check, compare, likely, returned, tried_on
from cfrlib.profile import Profile
from cfrlib.textbook import CFR, match_regrets, normalized
from cfrlib.textbook.small_games import guests
from cfrlib.tree import unroll


@tried_on({
    "Qpb in the first iteration": ([0.0, 0.0], [-0.5, -1.0], [0.5, 0.5]),
    "Qpb in the second iteration": ([0.25, -0.25], [-1.0, -2.0], [1.0, 0.0]),
    "Q in the second iteration": ([-0.375, 0.375], [-1.0, -2.0], [0.0, 1.0]),
    "a decision with three actions": ([0.0, 0.0, 0.0], [1.52, 2.66, -3.8], [1 / 3, 1 / 3, 1 / 3]),
}, arrays=True)
def check_add_regret(R, v, sigma):
    """Check ``f(R, v, sigma)``, which returns the regrets after one iteration: all arrays, with an entry per action."""
    right = R + v - sigma @ v
    hint = "Regret of an action: its value minus the value of what was played, which is the mean of v under sigma."
    yield Case(right, hint)
    yield np.maximum(right, 0), "Do not clip: negative regrets are kept; regret matching ignores them later."
    yield v - sigma @ v, "That is the regret of this iteration only; add it to R."
    yield R + v - v.mean(), "The value of what was played is the mean under sigma, not the plain mean."
    yield R + v - v.max(), "Compare with what was played, not with the best action."
    yield R - v + sigma @ v, "The sign is turned round: value of the action minus value of what was played."
    return "Regrets add up, the negative ones too."


@check
def check_add_to_average(add_to_average):
    """Check ``f(sums, sigma, reach, player)``, which returns the new strategy sums.

    Only proportions count: any factor that is the same at all visits of an information set is right.
    """
    half, p, b = (0.5, 0.5), (1.0, 0.0), (0.0, 1.0)
    for name, player, visits in (
        ("Player 1, three iterations of Qpb", 0,
         [((0.5, 0.5, 1.0), half), ((0.0, 1.0, 1.0), p), ((0.625, 1.0, 1.0), p)]),
        ("Player 2, two iterations of Kb", 1, [((0.5, 1.0, 1.0), half), ((0.1, 1.0, 1.0), b)]),
        ("Player 1, two iterations of the first decision", 0, [((1.0, 1.0, 1 / 6), half), ((1.0, 1.0, 1 / 6), b)]),
    ):  # fmt: skip
        sums, right = np.zeros(2), np.zeros(2)
        for k, (reach, sigma) in enumerate(visits, start=1):
            old, where = sums.copy(), f"At {name}, iteration {k}:"
            sums = np.asarray(returned(add_to_average(sums, np.array(sigma), reach, player), name), dtype=float)
            if sums.shape != (2,):
                raise Wrong(f"At {name}: it takes one sum for each action, found {sums.tolist()}.")
            right = right + reach[player] * reach[2] * np.array(sigma)
            shown, added, wanted = (np.round(x, 6).tolist() for x in (sums, sums - old, right))
            if k > 1 and np.any(sums < old - 1e-9):
                raise Wrong(
                    f"{where} the sums were {np.round(old, 6).tolist()} and are now {shown}. They never go down: add "
                    "this visit's part to `sums`."
                )
            if reach[player] == 0 and not np.allclose(sums, old):
                raise Wrong(
                    f"{where} Player {player + 1}'s own actions never lead here in this iteration (reach "
                    f"{reach[player]:g}), so it adds nothing; you added {added}."
                )
            hint = f"After iteration {k}. How often do Player {player + 1}'s own actions lead here?"
            if not np.all(sums >= 0) or sums.sum() <= 0:
                raise Wrong(f"At {name}: the sums are {shown}; expected something proportional to {wanted}. {hint}")
            compare(normalized(sums), normalized(right), f"{name}, the average", hint)
    return "The average counts an iteration as often as the player's own actions would have led here in it."


@check
def check_second_iteration(second_iteration):
    """Check a function that returns what iteration 2 adds to the regrets on the deal Queen, King: {name: pair}."""
    deal = unroll(kuhn()).given("Q", "K")
    book = CFR(deal, updates="simultaneous")
    first, second = (  # each call of steps() plays one iteration
        {deal.infosets[step.infoset].name: step for step in book.steps() if step.kind == "regret"} for _ in range(2)
    )
    answer = returned(second_iteration(), "iteration 2", "It takes a dictionary with Q, Kp, Kb and Qpb.")
    if not isinstance(answer, dict) or set(answer) != set(second):
        raise Wrong("At iteration 2: it takes a dictionary with the keys Q, Kp, Kb and Qpb.")
    for name, step in second.items():
        slips = (
            (first[name].regret, "That is what the first iteration added. Now everybody plays something else."),
            (step.action_values - step.value,
             "Those are differences of values. Weight them with the reach of the others."),
            (step.regret * step.reach[step.player], "A player's own reach stays out of the regret."),
            (-step.regret, "The sign is turned around: the action's value minus the value of what is played."),
        )  # fmt: skip
        hint = "What is played after this action now? And do the others come here at all?"
        compare(answer[name], step.regret, f"iteration 2, {name}", likely(answer[name], slips, hint))
    return "The bet of the Queen is called now, and it regrets that it did not pass."


@check
def check_own_reach_in(kind):
    """Check a subclass of `CFR` with the own reach in the regret: what it learns on the game of the guests."""
    solver = kind(guests())
    for own, opponent, chance in ((0.5, 0.25, 0.2), (0.0, 1.0, 1.0), (1.0, 0.5, 0.25)):
        weight = solver.regret_weight(own, opponent, chance)
        slips = (
            (opponent * chance, "That is the right weight. Here it should be wrong on purpose: times the own reach."),
            (own * opponent, "Chance is missing: only the player's own reach is added to what is there."),
        )
        where = f"own reach {own:g}, opponent {opponent:g}, chance {chance:g}"
        compare(weight, own * opponent * chance, where, likely(weight, slips, "The product of all three."))
    solver.run(1000)
    gap = exploitability(solver.tree, solver.average_strategy())
    return f"After 1,000 iterations it can still be exploited for {gap:.2f}: where nobody goes nothing is learned."


@check
def check_single_walk(walk):
    """Check one walk that updates both players: walk(tree, node, reach, sigma, R, s) gives the value to Player 1.

    `sigma`, `R` and `s` are lists of arrays, by information set.
    """
    whole = unroll(kuhn())
    for name, tree in (("the deal Queen, King", whole.given("Q", "K")), ("all of Kuhn poker", whole)):
        book = CFR(tree, updates="simultaneous")
        sizes = [len(infoset.actions) for infoset in tree.infosets]
        R, s = [np.zeros(n) for n in sizes], [np.zeros(n) for n in sizes]
        sigma = [match_regrets(r) for r in R]
        for t in (1, 2, 3):
            value = walk(tree, tree.root, (1.0, 1.0, 1.0), sigma, R, s)
            expected = expected_value(tree, Profile.from_flat(tree, np.concatenate(sigma)))
            book.run(1)
            where = f"iteration {t} on {name}"
            compare(value, expected, f"the root, {where}", "The walk returns the value to Player 1.")
            for k, infoset in enumerate(tree.infosets):
                place = f"information set {infoset.name} of Player {infoset.player + 1}, {where}"
                compare(R[k], book.regret[k], f"{place}, regrets", _walk_hint(R[k], book.regret[k]))
                hint = "The strategy counts with the player's own reach (times that of chance)."
                compare(normalized(s[k]), normalized(book.strategy_sum[k]), f"{place}, the average", hint)
            sigma = [match_regrets(r) for r in R]
    return "One walk in place of two, and the same regrets as the textbook's simultaneous updates."


def _walk_hint(R, expected):
    if np.allclose(R, 0):
        return "Nothing has been added."
    if np.allclose(R, -expected):
        turned = "The sign is turned round. What comes back is Player 1's value: they want it large, Player 2 small."
        return Slip(turned)
    return "Weight the regret with the reach of the other player and of chance, and mind whose value it is."
