"""What lesson 16 needs around its networks: a card told in two ways, a network, a table, and what walks met.

The game is Kuhn poker with thirteen cards. Its samples are those of Player 1. What a network or a table says is an
array (information sets, actions), whose rows are those of the `InfoSets`.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from cfrlib._util.arguments import one_of
from cfrlib.deep import DeepCFR
from cfrlib.games import kuhn

TOLD = ("by its rank", "by its name")
"""How a network is told which card it holds: one number, or thirteen answers of yes or no."""
GAME = kuhn(cards=13)
CARDS = GAME.outcomes(0)


@cache
def thirteen_cards():
    """Return the `InfoSets` of Kuhn poker with thirteen cards, and what Player 1's memory holds after some walks."""
    solver = DeepCFR(GAME, walks=100, capacity=None, learner="table", no_positive="uniform", seed=0)
    solver.run(100)
    return solver.infosets, solver.memories[0]


def features(infosets, told=TOLD[0]):
    """Return what a network is told at each information set of the thirteen cards: card, p taken, b taken in a row."""
    place = np.array([CARDS.index(card) for card, _ in infosets.keys])
    # a third of the place in the deck, so that all numbers are small
    card = place[:, None] / 3 if one_of("told", told, TOLD) == TOLD[0] else np.eye(len(CARDS))[place]
    return np.hstack([card, [[float(action in taken) for action in "pb"] for _, taken in infosets.keys]])


def trained(features, memory, known=None, steps=400, units=32, rate=0.01, seed=0):
    """Train a network on a memory's samples where they are `known`; return what it says at every information set.

    It has two hidden layers of so many `units`. Each of the `steps` looks at the whole memory: for the slopes the means
    of samples are enough, and how much these count. A step is as long as `rate` (Adam), in the last third a tenth.
    """
    x, rows = np.asarray(features, float), len(features)
    count = np.bincount(memory.places, memory.times, rows) * (1.0 if known is None else np.asarray(known, float))
    wanted, share = _weighted_means(memory, rows), (count / count.sum())[:, None]
    rng, sizes = np.random.default_rng(seed), (x.shape[1], units, units, memory.width)
    spans = [np.sqrt(6 / (a + b)) for a, b in pairwise(sizes)]
    parts = [rng.uniform(-d, d, pair) for d, pair in zip(spans, pairwise(sizes), strict=True)]
    parts += [rng.uniform(-d, d, b) for d, b in zip(spans, sizes[1:], strict=True)]
    first, second = ([np.zeros_like(part) for part in parts] for _ in range(2))

    def hinges():
        one = np.maximum(x @ parts[0] + parts[3], 0)
        two = np.maximum(one @ parts[1] + parts[4], 0)
        return one, two, two @ parts[2] + parts[5]

    for t in range(1, steps + 1):
        one, two, said = hinges()
        off = 2 * share * (said - wanted)
        off_2 = (off @ parts[2].T) * (two > 0)
        off_1 = (off_2 @ parts[1].T) * (one > 0)
        slopes = x.T @ off_1, one.T @ off_2, two.T @ off, off_1.sum(axis=0), off_2.sum(axis=0), off.sum(axis=0)
        length = rate if 3 * t <= 2 * steps else rate / 10
        for part, slope, mean, square in zip(parts, slopes, first, second, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            part -= length * (mean / (1 - 0.9**t)) / (np.sqrt(square / (1 - 0.999**t)) + 1e-8)
    return hinges()[-1]


def _weighted_means(memory, rows):
    """Return the weighted mean of the samples of each row, 0 where there are none."""
    total, weight = np.zeros((rows, memory.width)), np.bincount(memory.places, memory.times, rows)
    np.add.at(total, memory.places, memory.values * memory.times[:, None])
    return total / np.maximum(weight, 1)[:, None]


def means(infosets, memory):
    """Return what a table says: the weighted mean of the samples, and 0 where there are none."""
    return _weighted_means(memory, len(infosets))


def calling(said, infosets):
    """Return by how much calling beats folding, for each of the 13 cards, when Player 1 checks and Player 2 bets."""
    rows = [infosets.keys.index((card, "pb")) for card in CARDS]
    return said[rows, infosets.names.index("b")] - said[rows, infosets.names.index("p")]


def sampled(cfr, player, walks, where):
    """Let a textbook solver walk; return what it met as (places, values), as a memory takes it.

    First the sampled regrets of the player, then the other player's strategies; `where` has the place in a memory of
    each information set of the tree.
    """
    regrets, strategies = ([], []), ([], [])
    for _ in range(walks):
        for step in cfr.walk(player):
            if step.kind in ("regret", "average"):
                places, values = regrets if step.kind == "regret" else strategies
                places.append(where[step.infoset])
                values.append(step.regret if step.kind == "regret" else step.strategy)
    return regrets, strategies
