"""Checks of lesson 09: what is drawn must count for what was not drawn."""

from itertools import product

import numpy as np

from cfrlib.games import kuhn
from cfrlib.lessons.sampling.walks import outcome, tables
from cfrlib.lessons.verdict import Case, Slip, Wrong, as_numbers, call, check, compare, tried_on
from cfrlib.tree import unroll


@tried_on({
    f"{name}, action {a} drawn": (*map(np.array, given), a) for name, *given in (
        ("two actions, a fair coin", (1.0, 3.5), (0.7, 0.3), (0.5, 0.5)),
        ("two actions, a coin that is not the strategy", (2.0, -1.0), (0.8, 0.2), (0.5, 0.5)),
        ("three actions, uniform exploration", (4.0, 7.0, -10.0), (0.6, 0.3, 0.1), (1 / 3, 1 / 3, 1 / 3)),
        ("an action that the strategy never plays", (5.0, -2.0, 1.0), (0.0, 0.25, 0.75), (0.2, 0.3, 0.5)),
    ) for a in range(len(given[0]))
})
def check_estimate(u, sigma, xi, a):
    """Check a function (u, sigma, xi, a) to the estimate of sum(sigma * u) when action a was drawn with probability
    xi[a]."""
    hint = (
        "Its mean over all draws must be sum(sigma * u): what is drawn with probability xi[a] counts 1/xi[a] "
        "times, and the strategy plays it with sigma[a]."
    )
    yield Case(sigma[a] * u[a] / xi[a], hint)
    yield u[a], "That is the value of the action itself; it also needs sigma[a] and 1/xi[a]."
    yield u[a] / xi[a], "The strategy plays the drawn action with sigma[a] only: multiply by it."
    yield sigma[a] * u[a], "The draw must count for those that were not drawn: divide by xi[a]."
    yield sigma[a] * u[a] * xi[a], "Divide by the probability of the draw, do not multiply."
    yield sigma @ u, "That is the exact value. You may look at the drawn action only."
    yield (sigma * u / xi).sum(), "That sums over all actions. Only one was drawn: look at u[a] alone."
    turned = u[a] * xi[a] / sigma[a] if sigma[a] else np.nan
    yield turned, "The ratio is upside down: sigma[a] on top, xi[a] below."
    return "sigma(a) u(a) / xi(a): right on average, whatever xi is, as long as it is never 0 where it matters."


def _levels(own, other, depth, first):
    """Return the number of nodes on each level of a walk."""
    sizes = [1]
    for level in range(depth):
        sizes.append(sizes[-1] * (own if (level % 2 == 0) == first else other))
    return sizes[:-1]


@tried_on({
    f"{words}, depth {depth}, the updating player moves {'first' if first else 'second'}": (own, other, depth, first)
    for words, own, other, depth, first in (
        ("external sampling, 3 actions", 3, 1, 5, True),
        ("external sampling, 3 actions", 3, 1, 5, False),
        ("two own actions drawn, one of the opponent's", 2, 1, 6, True),
        ("vanilla, 3 actions", 3, 3, 4, True),
        ("outcome sampling", 1, 1, 9, False),
        ("the opponent's 3 actions are all taken, two own ones drawn", 2, 3, 4, True),
        ("the opponent's 3 actions are all taken, two own ones drawn", 2, 3, 4, False),
        ("external sampling, 10 actions, one level", 10, 1, 1, True),
        ("external sampling, 10 actions", 10, 1, 10, False),
    )
})
def check_nodes(own, other, depth, first):
    """Check a function (own, other, depth, first) to the decision nodes of a walk, on the levels 0 to depth - 1.

    Players alternate, there is no chance. The walk takes `own` actions where the updating player moves and `other`
    actions where the opponent does; `first` says whether the updating player moves at the root.
    """
    levels = _levels(own, other, depth, first)
    hint = (
        "Start with 1 node and go down level by level: multiply by own where the updating player moves, by other "
        "elsewhere. Add up the levels."
    )
    yield Case(sum(levels), hint)
    yield sum(_levels(own, other, depth, not first)), "That is right if the other player moves first."
    yield sum(_levels(own, other, depth + 1, first)), "One level too many: the levels are 0 to depth - 1."
    yield levels[-1], "That is the last level only; the walk enters all levels."
    yield sum(_levels(own, 1, depth, first)), "The opponent's levels multiply, too, by other."
    alike = sum(own**k for k in range(depth))
    yield alike, "Only the updating player takes own actions; the opponent takes other."
    return "With other = 1, external sampling, half of the levels branch: about the square root of the tree."


@tried_on({
    "an outcome walk that explores": (0.1, 0.3, 1 / 6, 0.4 * 0.3 / 6),
    "an outcome walk, at KJpb": (1 / 2, 1 / 2, 1 / 6, 1 / 24),
    "an external walk, at KJpb": (1 / 2, 1 / 2, 1 / 6, 1 / 12),
    "a full walk, at KJpb": (1 / 2, 1 / 2, 1 / 6, 1.0),
    "a walk that draws the cards only": (0.5, 0.2, 1 / 6, 1 / 6),
    "an opponent who never comes here": (1.0, 0.0, 1 / 6, 1 / 6),
})
def check_weight(own, opponent, chance, q):
    """Check a function (own, opponent, chance, q) to what a regret is multiplied by, where a walk comes to a history
    with probability q."""
    others = opponent * chance
    yield Case(others / q, "The reach of the others, divided by the probability that the walk comes here.")
    yield 1.0, "That is so in an external walk, where both cancel. What is it in any walk?"
    yield 1 / q, "That is the bug: it only divides. How often do the others come here?"
    yield others, "That is the weight of a full walk. This walk comes here with probability q only."
    yield own * others / q, "The player's own reach stays out of a regret."
    yield opponent / q, "Chance is one of the others."
    yield others * q, "Divide by the probability of the visit, do not multiply."
    return "Reach of the others over q: 1 in external walks, whatever is played, and 2 at the end of the outcome walk."


class _Script:
    """Draws as told, and keeps what the choices were."""

    def __init__(self, seed):
        self.rng, self.asked = np.random.default_rng(seed), []

    def __call__(self, probabilities):
        p = np.asarray(probabilities, dtype=float)
        if p.ndim != 1 or not np.all(p >= 0) or abs(p.sum() - 1) > 1e-6:
            raise Wrong(f"At draw: it takes probabilities that sum to 1; it got {np.round(p, 4).tolist()}.")
        self.asked.append(p)
        return int(np.searchsorted(np.cumsum(p), self.rng.random() * (1 - 1e-12), side="right"))


@check
def check_single_path(walk):
    """Check a walk that draws one action everywhere: walk(tree, node, player, sigma, R, choose, drawn) gives an
    estimated value.

    At its own decisions the player draws uniformly; `drawn` is the product of those probabilities so far. `sigma` and
    `R` are lists of arrays.
    """
    tree, rng = unroll(kuhn()), np.random.default_rng(7)
    profiles = {
        "the uniform strategy": [np.full(2, 0.5) for _ in tree.infosets],
        "another strategy": [rng.dirichlet([2, 2]) for _ in tree.infosets],
    }
    for (words, sigma), player, seed in product(profiles.items(), (0, 1), range(12)):
        script, book, (R, sums) = _Script(seed), _Script(seed), tables(tree)
        played = [s.copy() for s in sigma]  # as regrets: regret matching plays sigma, and a path adds to none twice
        value = outcome(tree, tree.root, player, played, sums, book, exploration=1.0)
        name = f"Player {player + 1}'s walk under {words}"
        estimate = call(walk, name, tree, tree.root, player, [s.copy() for s in sigma], R, script, 1.0)
        if len(script.asked) != len(book.asked):
            made = f"{len(book.asked)} draws, cards included; your walk made {len(script.asked)}"
            raise Wrong(f"At {name}: a path has {made}. Draw once at every node.")
        hint = "Chance and the opponent draw from their probabilities, the walking player uniformly."
        for k, (p, right) in enumerate(zip(script.asked, book.asked, strict=True), start=1):
            compare(p, right, f"{name}, draw {k}", hint)
        for I in tree.infosets:
            numbers, right = R[I.index], played[I.index] - sigma[I.index]
            compare(numbers, right, f"{name}, information set {I.name}", _path_hint(numbers, right), tolerance=1e-9)
        hint = "It is sigma @ estimates at own decisions; elsewhere just what came back."
        compare(estimate, value, f"{name}, the value it returns", hint)
    return "One path a walk; each regret counts 1/drawn times, and each drawn value 1/its probability times."


def _path_hint(regrets, right):
    """Say which factor seems to be missing, if the ratio tells."""
    hint = (
        "The regret of action b is (estimate of b - sigma @ estimates) / drawn; the estimate of an action "
        "that was not drawn is 0."
    )
    R = as_numbers(regrets)
    if R is None:
        return "R holds one array of regrets for each information set."
    if R.shape != right.shape:
        return hint
    if R.any() and not right.any():
        return (
            "This set gets no regret from this walk: regrets are added where h.player == i, and payoffs are to i "
            "(node.payoff is to Player 1)."
        )
    wrong = ~np.isclose(R, right)
    if wrong.any() and not wrong.all() and not R[wrong].any():
        return (
            "Every action of the set gets a regret, also those not drawn: their estimate is 0, minus sigma @ estimates."
        )
    small = (
        "All is too small by a factor: divide the drawn value by its probability, and the regret by drawn, the product "
        "of the probabilities before it."
    )
    large = "All is too large by a factor: is drawn the product of the probabilities *before* this decision?"
    of_a_ratio = {-1: "The sign is reversed.", 0.25: small, 0.5: small, 2: large, 4: large}
    largest = np.argmax(np.abs(right))
    ratio = round(R[largest] / right[largest], 9) if right.any() else 1.0
    if not np.allclose(R, ratio * right):
        return hint
    if ratio > 1 and ratio not in of_a_ratio:
        return (
            "All is too large by a factor: drawn holds the own draws only. What chance and the opponent draw cancels "
            "against their reach."
        )
    return Slip(of_a_ratio[ratio]) if ratio in of_a_ratio else hint
