r"""CFR-D: a trunk is solved, and all that follows below it in each iteration, of which only values are kept.

At an information set of the trunk the regret of an action is, as always, its counterfactual value less that of the
strategy there. Below the trunk both values come from what was solved for the ranges of this iteration alone,

.. math:: R^t(I, a) = \max(R^{t-1}(I, a) + v^t(I, a) - v^t(I), 0)

so strategies below are forgotten at once. When a player solves a public state anew, coming with the average range, the
other must not get more than it was worth to them on average: the gadget pays that to who terminates.

N. Burch, M. Johanson, M. Bowling, *Solving Imperfect Information Games Using Decomposition* (2014).
"""

import numpy as np

from cfrlib._util.imports import lazy_import
from cfrlib.exact.public_states import CounterfactualValues, reach
from cfrlib.exact.subgames import per_deal
from cfrlib.game import CHANCE, Decision
from cfrlib.profile import Profile

RARE = 1e-4
"""How often each action of the trunk is taken at least while what follows is solved. A hand that never came there would
have no average strategy, and values of a uniform one: Leduc then loses ten times as much."""


def decomposed(profile, below, starts, iterations, inner):
    """Return a profile whose trunk was solved, and what it is worth at the public states `starts` below.

    `below` has the information sets that are not in the trunk, where the profile stays as it is. Each start is
    (actions, public, who solves it anew): worth is what the other player gets there, by outcome and per deal.
    """
    game, places, trunk = profile.game, list(_places(profile, below)), [key for key in profile if key not in below]
    regrets, sums, total = np.zeros(len(profile.probabilities)), 0.0, dict.fromkeys(starts, 0.0)
    for t in range(1, iterations + 1):
        strategy = _with(profile, _matched(profile, regrets, RARE))
        solver = lazy_import("CFR").plus(game, locked={key: strategy[key] for key in trunk})
        solver.run(inner)
        followed, played = solver.average_strategy(), np.zeros_like(regrets)
        values = [CounterfactualValues(game, followed, player, best=False) for player in (0, 1)]
        for actions, public, player, held, entries in places:
            mine = values[player]
            after = [mine[(*actions, a), public][held] for a in game.node(actions).actions]
            np.add.at(regrets, entries, np.transpose(after) - mine[actions, public][held, None])
            own = reach(game, strategy, actions, public)[player][held, None]
            played[entries] = own * strategy.probabilities[entries]
        regrets, sums = np.maximum(regrets, 0), sums + t * played
        total = {place: total[place] + t * values[1 - place[2]][place[:2]] for place in starts}
    solved = _with(profile, _matched(profile, sums))
    worth = {}
    for actions, public, player in starts:
        own, weights = reach(game, solved, actions, public)[player], game.weights(public)
        mass = (weights.T if player == 0 else weights) @ own
        value = total[actions, public, player] / (iterations * (iterations + 1) / 2)
        worth[actions, public, player] = per_deal(game, 1 - player, actions, public, mass, value)[1]
    return solved, worth


def _places(profile, below):
    """Yield of each public state in the trunk: actions, public, player, outcomes, and the entries of their sets."""
    game = profile.game
    for actions, node in game.action_sequences():
        for public in game.public_sequences(actions.count(CHANCE)) if isinstance(node, Decision) else ():
            held = np.flatnonzero(game.weights(public).any(axis=1 - node.player))
            sets = [profile._index[game.key(node.player, actions, public, i)] for i in held.tolist()]
            if profile._keys[sets[0]] not in below:
                yield actions, public, node.player, held, profile.offsets[sets][:, None] + np.arange(len(node.actions))


def _matched(profile, sums, least=0.0):
    """Return sums as probabilities, uniform where there are none; no action gets (much) less than `least`."""
    starts, sizes = profile.offsets[:-1], np.diff(profile.offsets)
    totals = np.repeat(np.add.reduceat(sums, starts), sizes)
    matched = np.divide(sums, totals, out=np.repeat(1 / sizes, sizes), where=totals > 0)
    matched = np.maximum(matched, least)
    return matched / np.repeat(np.add.reduceat(matched, starts), sizes)


def _with(profile, probabilities):
    return Profile.of_known(profile._keys, profile.players, profile._actions, probabilities, profile.game)
