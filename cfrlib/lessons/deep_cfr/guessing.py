"""What lesson 16 needs around its networks: memories of two kinds, a card told in two ways, a card that is hidden.

The game is Kuhn poker with thirteen cards. Its samples are those of Player 1. What a network or a table says is an
array (information sets, actions), whose rows are those of the `InfoSets`.
"""

import warnings
from functools import cache

import numpy as np
from threadpoolctl import threadpool_limits

from cfrlib._util.arguments import one_of
from cfrlib._util.imports import from_extras
from cfrlib.deep import DeepCFR, Table
from cfrlib.games import kuhn
from cfrlib.textbook import match_regrets
from cfrlib.textbook.public_tables import matched
from cfrlib.textbook.small_games import DOUBLE_ROCK

KEEP = ("all", "a fair sample", "the last ones")
"""What a memory may keep; a fair sample is a reservoir."""
TOLD = ("by its rank", "by its name")
"""How a network is told which card it holds: one number, or thirteen answers of yes or no."""
GAME = kuhn(cards=13)
CARDS = GAME.outcomes(0)


def remember(keep, capacity, marks, seeds=(0,)):
    """Let two learners play double Rock by the regrets that their memories hold.

    Returned are, by seed, curves (marks, exploitability of both averages), and Player 1's averages, (seeds, 3).
    """
    marks, seeds = list(marks), list(seeds)
    played, gaps = np.zeros((len(seeds), 2, 3)), []
    for done, strategy in enumerate(_rounds(keep, capacity, marks[-1], seeds), 1):
        played += strategy
        if done in marks:
            average = played / done
            best_1 = (average[:, 1] @ DOUBLE_ROCK.T).max(axis=1)
            gaps.append((best_1 + (-average[:, 0] @ DOUBLE_ROCK).max(axis=1)) / 2)
    return [(marks, [float(gap[k]) for gap in gaps]) for k in range(len(seeds))], played[:, 0] / marks[-1]


def mostly(keep, capacity, rounds, seed=0):
    """Return what Player 1 of `remember` plays most in some rounds, counted from 0: a letter R, P or S for each."""
    wanted = set(rounds)
    played = enumerate(_rounds(keep, capacity, max(wanted) + 1, [seed]))
    return "".join("RPS"[strategy[0, 0].argmax()] for done, strategy in played if done in wanted)


def _rounds(keep, capacity, rounds, seeds):
    """Yield what both learners play in each round, a (seeds, 2, 3) array."""
    one_of("keep", keep, KEEP)
    numbers = np.array([np.random.default_rng(seed).random(rounds) for seed in seeds])
    held, sums, runs = np.zeros((len(seeds), capacity, 2, 3)), np.zeros((len(seeds), 2, 3)), np.arange(len(seeds))
    for done in range(rounds):
        strategy = matched(sums.reshape(-1, 3)).reshape(sums.shape)
        yield strategy
        values = np.stack([strategy[:, 1] @ DOUBLE_ROCK.T, -strategy[:, 0] @ DOUBLE_ROCK], axis=1)
        regrets = values - (strategy * values).sum(axis=2, keepdims=True)
        if keep == "all":
            sums += regrets
        else:
            last = keep == "the last ones" or done < capacity
            where = np.full(len(runs), done % capacity) if last else (numbers[:, done] * (done + 1)).astype(int)
            kept, into = runs[where < capacity], where[where < capacity]
            sums[kept] += regrets[kept] - held[kept, into]
            held[kept, into] = regrets[kept]


def named_cards(infosets):
    """Return the features of information sets, a row each, in which every private card has a question of its own."""
    cards = sorted({card for card, _ in infosets.keys})
    public = [k for k, meaning in enumerate(infosets.meanings) if meaning[0] != "private"]
    own = np.array([[float(card == held) for card in cards] for held, _ in infosets.keys])
    return np.hstack([own, infosets.features[:, public]])


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


def trained(features, memory, known=None, steps=400, units=(32, 32), batch=512, rate=0.01, seed=0):
    """Train a network on a memory's samples where they are `known`; return what it says at every information set.

    Its hidden layers have so many `units`. Each of the `steps` of gradient descent looks at a `batch` of samples and
    has the length `rate`, the last third a tenth of it, so that the noise of the samples averages out.
    """
    with from_extras():
        # Takes a second to import.
        from sklearn.neural_network import MLPRegressor

    usable = np.arange(len(memory)) if known is None else np.flatnonzero(np.asarray(known)[memory.places])
    drawn = np.random.default_rng(seed).choice(usable, batch * steps)
    network = MLPRegressor(
        hidden_layer_sizes=units, alpha=0.0, batch_size=batch, max_iter=1, shuffle=False, random_state=seed,
        warm_start=True,
    )  # fmt: skip
    turn = batch * (2 * steps // 3)
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")  # it would rather go on until nothing changes
        for part, size in ((drawn[:turn], rate), (drawn[turn:], rate / 10)):
            network.set_params(learning_rate_init=size)
            network.fit(np.asarray(features)[memory.places[part]], memory.values[part], memory.times[part])
        return network.predict(np.asarray(features))


def means(infosets, memory, known=True):
    """Return what a table says: the weighted mean of the samples, and 0 where there are none, or none are `known`."""
    table = Table(infosets)
    table.fit(memory, None)
    return np.where(np.reshape(known, (-1, 1)), table.predict(), 0.0)


def twins(said, infosets, card):
    """Return what is said, but with one private card what is said of its twin: spades and hearts change places."""
    other = str.maketrans("sh", "hs")
    rows = [
        infosets.keys.index((held.translate(other), public.translate(other))) if held == card else row
        for row, (held, public) in enumerate(infosets.keys)
    ]
    return said[rows]


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


def play(cfr, player, expected, where):
    """Let a player of a textbook solver play by regret matching on what a network expects; its best guess alone where
    nothing is positive. `where` has the row of `expected` of each information set of the tree."""
    for infoset in cfr.tree.infosets:
        if infoset.player == player:
            row = expected[where[infoset.index]]
            cfr.strategy[infoset.index] = match_regrets(row) if row.max() > 0 else np.eye(len(row))[row.argmax()]


def off(said, infosets, memory, trained_on):
    """Return how far what is said is from the means of all samples, on average: where it was trained, and where not."""
    # with fewer samples a mean is not sure enough
    exact, enough = means(infosets, memory), np.bincount(memory.places, minlength=len(infosets)) >= 30
    parts = (infosets.legal & (enough & part)[:, None] for part in (trained_on, ~trained_on))
    return tuple(float(np.abs(said - exact)[part].mean()) for part in parts)


def without(card, infosets, memory):
    """Hide a private card of Leduc, such as "Ks", from training; return how far `off` two networks and a table are."""
    known = np.array([held != card for held, _ in infosets.keys])
    told = {"network, rank and suit": infosets.features, "network, names": named_cards(infosets)}
    said = {
        label: trained(row, memory, known, steps=800, units=(64, 64), batch=256, rate=0.003)
        for label, row in told.items()
    }
    said["table"] = means(infosets, memory, known)
    said["table, King of hearts"] = twins(said["table"], infosets, card)
    return {label: off(values, infosets, memory, known) for label, values in said.items()}
