"""What lesson 16 needs around its networks: memories of two kinds, a card told in two ways, a card that is hidden.

The game is Kuhn poker with thirteen cards. Its samples are those of Player 1.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from cfrlib._util.arguments import one_of
from cfrlib.deep import DeepCFR, InfoSets
from cfrlib.games import kuhn
from cfrlib.textbook import match_regrets
from cfrlib.textbook.public_tables import matched
from cfrlib.textbook.small_games import DOUBLE_ROCK

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cfrlib.deep import Reservoir

KEEP = ("all", "a fair sample", "the last ones")
"""What a memory may keep."""
TOLD = ("by its rank", "by its name")
"""How a network is told which card it holds: one number, or thirteen answers of yes or no."""
GAME = kuhn(cards=13)
CARDS = GAME.outcomes(0)


def remember(
    keep: str, room: int, marks: Iterable[int], seeds: Iterable[int] = (0,)
) -> tuple[list[tuple[list[int], list[float]]], NDArray[np.float64]]:
    """Let two learners play double Rock by the regrets of those rounds only that their memories hold.

    Parameters
    ----------
    keep : {"all", "a fair sample", "the last ones"}
        A fair sample is a reservoir.
    room : int
        How many rounds a memory holds; not asked if it keeps all.
    marks : iterable of int
        After how many rounds to measure, in ascending order.
    seeds : iterable of int
        Of the reservoirs, one run each.

    Returns
    -------
    (list of (marks, exploitability of both averages), (seeds, 3) array)
        For each seed, as `cfrlib.draw.convergence` takes them; and what Player 1 played on average.
    """
    marks, seeds = list(marks), list(seeds)
    played, found = np.zeros((len(seeds), 2, 3)), []
    for seen, strategy in enumerate(_rounds(keep, room, marks[-1], seeds), 1):
        played += strategy
        if seen in marks:
            average = played / seen
            gains = (average[:, 1] @ DOUBLE_ROCK.T).max(axis=1) + (-average[:, 0] @ DOUBLE_ROCK).max(axis=1)
            found.append(gains / 2)
    return [(marks, [float(gap[k]) for gap in found]) for k in range(len(seeds))], played[:, 0] / marks[-1]


def mostly(keep: str, room: int, rounds: Iterable[int], seed: int = 0) -> str:
    """Let the two learners of `remember` play; return what Player 1 plays most in some rounds, a letter for each.

    Parameters
    ----------
    keep : {"all", "a fair sample", "the last ones"}
    room : int
    rounds : iterable of int
        Counted from 0.
    seed : int
        Of the reservoir.

    Returns
    -------
    str
        Of the letters R, P and S.
    """
    wanted = set(rounds)
    played = enumerate(_rounds(keep, room, max(wanted) + 1, [seed]))
    return "".join("RPS"[strategy[0, 0].argmax()] for seen, strategy in played if seen in wanted)


def _rounds(keep: str, room: int, rounds: int, seeds: list[int]) -> Iterator[NDArray[np.float64]]:
    """Yield what both learners play in each round, a (seeds, 2, 3) array."""
    one_of("keep", keep, KEEP)
    numbers = np.array([np.random.default_rng(seed).random(rounds) for seed in seeds])
    held, sums, runs = np.zeros((len(seeds), room, 2, 3)), np.zeros((len(seeds), 2, 3)), np.arange(len(seeds))
    for seen in range(rounds):
        strategy = matched(sums.reshape(-1, 3)).reshape(sums.shape)
        yield strategy
        values = np.stack([strategy[:, 1] @ DOUBLE_ROCK.T, -strategy[:, 0] @ DOUBLE_ROCK], axis=1)
        regrets = values - (strategy * values).sum(axis=2, keepdims=True)
        if keep == "all":
            sums += regrets
        else:
            last = keep == "the last ones" or seen < room
            where = np.full(len(runs), seen % room) if last else (numbers[:, seen] * (seen + 1)).astype(int)
            kept, into = runs[where < room], where[where < room]
            sums[kept] += regrets[kept] - held[kept, into]
            held[kept, into] = regrets[kept]


def named_cards(infosets: InfoSets) -> NDArray[np.float64]:
    """Return the features of a game in which each private card has one question of its own, whatever its rank and suit.

    Parameters
    ----------
    infosets : InfoSets

    Returns
    -------
    (information sets, features) array
    """
    cards = sorted({card for card, _ in infosets.keys})
    public = [k for k, meaning in enumerate(infosets.meanings) if meaning[0] != "private"]
    own = np.array([[float(card == held) for card in cards] for held, _ in infosets.keys])
    return np.hstack([own, infosets.features[:, public]])


@cache
def thirteen_cards() -> tuple[InfoSets, Reservoir]:
    """Return the information sets of Kuhn poker with thirteen cards, and what Player 1's memory holds after some walks.

    Returns
    -------
    (InfoSets, Reservoir)
    """
    solver = DeepCFR(GAME, walks=100, capacity=None, learner="table", no_positive="uniform", seed=0)
    solver.run(100)
    return solver.infosets, solver.memories[0]


def features(infosets: InfoSets, told: str = TOLD[0]) -> NDArray[np.float64]:
    """Return what a network is told at each information set: a row with the card, p taken, b taken.

    A rank is told as the card's place in the deck divided by three, so that all numbers are small.

    Parameters
    ----------
    infosets : InfoSets
        Of Kuhn poker with thirteen cards.
    told : {"by its rank", "by its name"}

    Returns
    -------
    (information sets, features) array
    """
    place = np.array([CARDS.index(card) for card, _ in infosets.keys])
    card = place[:, None] / 3 if one_of("told", told, TOLD) == TOLD[0] else np.eye(len(CARDS))[place]
    return np.hstack([card, [[float(action in taken) for action in "pb"] for _, taken in infosets.keys]])


def trained(
    features: ArrayLike, memory: Reservoir, known: ArrayLike | None = None, steps: int = 400,
    units: tuple[int, ...] = (32, 32), batch: int = 512, rate: float = 0.01, seed: int = 0,
) -> NDArray[np.float64]:  # fmt: skip
    """Train a network on a memory's samples; return what it says at every information set.

    Parameters
    ----------
    features : (information sets, features) array
    memory : Reservoir
    known : (information sets,) bool array, optional
        Where samples may be used; by default everywhere.
    steps : int
        Of gradient descent; the last third of them are a tenth as long, so that the noise of the samples averages out.
    units : tuple of int
        Of each layer.
    batch : int
        Samples in a step, drawn at random.
    rate : float
        Of learning.
    seed : int
        Of the first weights, and of the samples.

    Returns
    -------
    (information sets, actions) array
    """
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


def means(infosets: InfoSets, memory: Reservoir, known: ArrayLike | None = None) -> NDArray[np.float64]:
    """Return what a table says at every information set: the weighted mean of its samples, and 0 where it has none.

    Parameters
    ----------
    infosets : InfoSets
    memory : Reservoir
    known : (information sets,) bool array, optional
        Where samples may be used; by default everywhere.

    Returns
    -------
    (information sets, actions) array
    """
    usable = slice(None) if known is None else np.asarray(known)[memory.places]
    places, times = memory.places[usable], memory.times[usable].astype(float)
    total, weight = np.zeros(infosets.legal.shape), np.zeros(len(infosets))
    np.add.at(total, places, memory.values[usable] * times[:, None])
    np.add.at(weight, places, times)
    return np.divide(total, weight[:, None], out=total, where=weight[:, None] > 0)


def twins(said: NDArray[np.float64], infosets: InfoSets, card: str, suits: str = "sh") -> NDArray[np.float64]:
    """Return what is said, but with one private card what is said of its twin, two suits being exchanged everywhere.

    Parameters
    ----------
    said : (information sets, actions) array
    infosets : InfoSets
    card : str
    suits : str
        Both of them.

    Returns
    -------
    (information sets, actions) array
    """
    other = str.maketrans(suits, suits[::-1])
    rows = [
        infosets.keys.index((held.translate(other), public.translate(other))) if held == card else row
        for row, (held, public) in enumerate(infosets.keys)
    ]
    return said[rows]


def calling(said: NDArray[np.float64], infosets: InfoSets) -> NDArray[np.float64]:
    """Return by how much calling is better than folding, with each card, when Player 1 has checked and faces a bet.

    Parameters
    ----------
    said : (information sets, actions) array
        What a network or a table says.
    infosets : InfoSets
        Of Kuhn poker with thirteen cards.

    Returns
    -------
    (13,) array
    """
    rows = [infosets.keys.index((card, "pb")) for card in CARDS]
    return said[rows, infosets.names.index("b")] - said[rows, infosets.names.index("p")]


def sampled(cfr, player: int, walks: int, where: ArrayLike) -> tuple[list, list]:
    """Let a textbook solver walk; return what it met, as a memory takes it.

    Parameters
    ----------
    cfr : cfrlib.textbook.CFR
    player : int
    walks : int
    where : sequence of int
        Of each information set of the tree, the place in a memory.

    Returns
    -------
    pair of (places, values)
        The sampled regrets of the player, and the other player's strategies.
    """
    regrets, strategies = ([], []), ([], [])
    for _ in range(walks):
        for step in cfr.walk(player):
            if step.kind in ("regret", "average"):
                into = regrets if step.kind == "regret" else strategies
                into[0].append(where[step.infoset])
                into[1].append(step.regret if step.kind == "regret" else step.strategy)
    return regrets, strategies


def play(cfr, player: int, expected: NDArray[np.float64], where: ArrayLike) -> None:
    """Let a player play by regret matching on what a network expects; its best guess alone where nothing is positive.

    Parameters
    ----------
    cfr : cfrlib.textbook.CFR
    player : int
    expected : (information sets, actions) array
    where : sequence of int
        Of each information set of the tree, the row of `expected`.
    """
    for infoset in cfr.tree.infosets:
        if infoset.player == player:
            row = expected[where[infoset.index]]
            cfr.strategy[infoset.index] = match_regrets(row) if row.max() > 0 else np.eye(len(row))[row.argmax()]


def off(
    said: NDArray[np.float64], infosets: InfoSets, memory: Reservoir, seen: ArrayLike, samples: int = 30
) -> tuple[float, float]:
    """Return how far off a network or a table is on average: where it was trained, and where it was not.

    Parameters
    ----------
    said : (information sets, actions) array
        What it says.
    infosets : InfoSets
    memory : Reservoir
        All samples; their means are the truth here.
    seen : (information sets,) bool array
        Where samples were used.
    samples : int
        Information sets with fewer are left out, because their means are not sure enough.

    Returns
    -------
    pair of float
        The mean distance from the means of all samples, over the legal actions.
    """
    exact, seen = means(infosets, memory), np.asarray(seen)
    sure = np.bincount(memory.places, minlength=len(infosets)) >= samples
    parts = (infosets.legal & (sure & part)[:, None] for part in (seen, ~seen))
    return tuple(float(np.abs(said - exact)[part].mean()) for part in parts)


def without(card: str, infosets: InfoSets, memory: Reservoir) -> dict[str, tuple[float, float]]:
    """Hide a private card of Leduc from training; return how far off two networks and a table are, as `off` has it.

    Parameters
    ----------
    card : str
        Rank and suit, such as "Ks".
    infosets : InfoSets
    memory : Reservoir
        All samples of a player.

    Returns
    -------
    dict of str to pair of float
        Where they were trained, and where they were not.
    """
    seen = np.array([held != card for held, _ in infosets.keys])
    told = {"network, rank and suit": infosets.features, "network, names": named_cards(infosets)}
    said = {
        label: trained(row, memory, seen, steps=800, units=(64, 64), batch=256, rate=0.003)
        for label, row in told.items()
    }
    said["table"] = means(infosets, memory, seen)
    said["table, King of hearts"] = twins(said["table"], infosets, card)
    return {label: off(guess, infosets, memory, seen) for label, guess in said.items()}
