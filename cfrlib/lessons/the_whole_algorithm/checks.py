"""Checks of notebook 05: what an iteration of CFR adds to its tables.

Reach is a triple here: of Player 1, of Player 2, of chance, as in `cfrlib.textbook.Step`.
"""

import numpy as np

from cfrlib.evaluate import exploitability
from cfrlib.games import kuhn
from cfrlib.lessons.verdict import Wrong, check, compare, likely, returned
from cfrlib.textbook import CFR, match_regrets, normalized
from cfrlib.textbook.small_games import guests
from cfrlib.tree import CHANCE, TERMINAL, unroll


@check
def check_add_regret(add_regret):
    """Check a function (R, v, sigma) to the cumulative regrets after an iteration: arrays with one entry an action."""
    cases = (
        ("Qpb in the first iteration", [0, 0], [-0.5, -1.0], [0.5, 0.5]),
        ("Qpb in the second iteration", [0.25, -0.25], [-1.0, -2.0], [1.0, 0.0]),
        ("Q in the second iteration", [-0.375, 0.375], [-1.0, -2.0], [0.0, 1.0]),
        ("a decision with three actions", [0, 0, 0], [1.52, 2.66, -3.8], [1 / 3, 1 / 3, 1 / 3]),
    )
    for name, old, v, sigma in cases:
        old, v, sigma = (np.array(x, dtype=float) for x in (old, v, sigma))
        expected = old + v - sigma @ v
        before = old.copy()
        found = add_regret(old, v, sigma)
        hint = "Regret of an action: its value minus the value of what was played, which is the mean of v under sigma."
        slips = (
            (np.maximum(expected, 0), "Do not clip: negative regrets are kept; regret matching ignores them later."),
            (v - sigma @ v, "That is the regret of this iteration only; add it to R."),
            (before + v - v.mean(), "The value of what was played is the mean under sigma, not the plain mean."),
            (before + v - v.max(), "Compare with what was played, not with the best action."),
            (before - v + sigma @ v, "The sign is turned round: value of the action minus value of what was played."),
        )
        compare(found, expected, name, likely(found, slips, hint))
    return "Regrets add up, the negative ones too."


@check
def check_add_to_average(add_to_average):
    """Check a function (sums, sigma, reach, player) to the new strategy sums.

    Only proportions count: any factor that is the same at all visits of an information set is right.
    """
    half, p, b = (0.5, 0.5), (1.0, 0.0), (0.0, 1.0)
    qpb = [((0.5, 0.5, 1.0), half), ((0.0, 1.0, 1.0), p), ((0.625, 1.0, 1.0), p)]
    kb = [((0.5, 1.0, 1.0), half), ((0.1, 1.0, 1.0), b)]
    first = [((1.0, 1.0, 1 / 6), half), ((1.0, 1.0, 1 / 6), b)]
    visits = (
        ("Player 1, three iterations of Qpb", 0, qpb),
        ("Player 2, two iterations of Kb", 1, kb),
        ("Player 1, two iterations of the first decision", 0, first),
    )
    for name, player, steps in visits:
        sums, right = np.zeros(2), np.zeros(2)
        for k, (reach, sigma) in enumerate(steps, start=1):
            old = sums.copy()
            sums = np.asarray(returned(add_to_average(sums, np.array(sigma), reach, player), name), dtype=float)
            if sums.shape != (2,):
                raise Wrong(f"At {name}: it takes one sum for each action, found {sums.tolist()}.")
            right = right + reach[player] * reach[2] * np.array(sigma)
            if k > 1 and np.any(sums < old - 1e-9):
                raise Wrong(
                    f"At {name}, iteration {k}: the sums were {np.round(old, 6).tolist()} and are now "
                    f"{np.round(sums, 6).tolist()}. They never go down: add this visit's part to `sums`."
                )
            if reach[player] == 0 and not np.allclose(sums, old):
                raise Wrong(
                    f"At {name}, iteration {k}: Player {player + 1} himself never gets here in this iteration (reach "
                    f"{reach[player]:g}), so it adds nothing; you added {np.round(sums - old, 6).tolist()}."
                )
            hint = f"After iteration {k}. How often does Player {player + 1} himself play to get here?"
            if not np.all(sums >= 0) or sums.sum() <= 0:
                shown, wanted = np.round(sums, 6).tolist(), np.round(right, 6).tolist()
                raise Wrong(f"At {name}: the sums are {shown}; expected something proportional to {wanted}. {hint}")
            compare(normalized(sums), normalized(right), f"{name}, the average", hint)
    return "The average counts an iteration as often as the player himself would have come here in it."


@check
def check_second_iteration(second_iteration):
    """Check a function that returns what iteration 2 adds to the regrets on the deal Queen, King: {name: pair}."""
    deal = unroll(kuhn()).given("Q", "K")
    first, second = [], []
    book = CFR(deal, updates="simultaneous")
    for steps in (first, second):
        steps += [step for step in book.steps() if step.kind == "regret"]
    names = [infoset.name for infoset in deal.infosets]
    repeated, right = ({names[step.infoset]: step.regret for step in steps} for steps in (first, second))
    unweighted = {names[step.infoset]: step.action_values - step.value for step in second}
    own = {names[step.infoset]: step.regret * step.reach[step.player] for step in second}
    found = returned(second_iteration(), "iteration 2", "It takes a dictionary with Q, Kp, Kb and Qpb.")
    if not isinstance(found, dict) or set(found) != set(right):
        raise Wrong("At iteration 2: it takes a dictionary with the keys Q, Kp, Kb and Qpb.")
    for name, numbers in right.items():
        slips = (
            (repeated[name], "That is what the first iteration added. Now everybody plays something else."),
            (unweighted[name], "Those are differences of values. Weigh them with the reach of the others."),
            (own[name], "A player's own reach stays out of the regret."),
            (-numbers, "The sign is turned around: the action's value minus the value of what is played."),
        )
        hint = "What is played after this action now? And do the others come here at all?"
        compare(found[name], numbers, f"iteration 2, {name}", likely(found[name], slips, hint))
    return "The bet of the Queen is called now, and it regrets that it did not pass."


@check
def check_own_reach_in(kind):
    """Check a subclass of `CFR` with the own reach in the regret: what it learns on the game of the guests."""
    solver = kind(guests())
    for own, opponent, chance in ((0.5, 0.25, 0.2), (0.0, 1.0, 1.0), (1.0, 0.5, 0.25)):
        found = solver.regret_weight(own, opponent, chance)
        slips = (
            (opponent * chance, "That is the right weight. Here it shall be wrong: multiply the own reach in."),
            (own * opponent, "Chance is missing: only the player's own reach is added to what is there."),
        )
        where = f"own reach {own:g}, opponent {opponent:g}, chance {chance:g}"
        compare(found, own * opponent * chance, where, likely(found, slips, "The product of all three."))
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
            expected = _value(tree, tree.root, sigma)
            book.run(1)
            where = f"iteration {t} on {name}"
            compare(value, expected, f"the root, {where}", "The walk returns the value to Player 1.")
            for infoset in tree.infosets:
                k, who = infoset.index, infoset.player
                place = f"information set {infoset.name} of Player {who + 1}, {where}"
                hint = _walk_hint(R[k], book.regret[k], who)
                compare(R[k], book.regret[k], f"{place}, regrets", hint)
                hint = "The strategy counts with the player's own reach (times that of chance)."
                compare(normalized(s[k]), normalized(book.strategy_sum[k]), f"{place}, the average", hint)
            sigma = [match_regrets(r) for r in R]
    return "One walk in place of two, and the same regrets as the textbook's simultaneous updates."


def _value(tree, node, sigma):
    """Expected payoff to Player 1 from a history on."""
    if node.player == TERMINAL:
        return node.payoff
    p = node.probabilities if node.player == CHANCE else sigma[node.infoset]
    return sum(q * _value(tree, child, sigma) for q, (_, child) in zip(p, tree.children(node), strict=True))


def _walk_hint(found, expected, player):
    if np.allclose(found, 0):
        return "Nothing has been added."
    if np.allclose(found, -expected):
        return "The sign is turned round. What comes back is Player 1's value: he wants it large, Player 2 small."
    return "Weight the regret with the reach of the other player and of chance, and mind whose value it is."
