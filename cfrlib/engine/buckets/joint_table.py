"""The abstract game in two tables: how likely two sequences of buckets are together, and which of them wins.

In the abstract game chance deals a sequence of buckets to each player, as real cards fall into them, and a showdown
pays the mean over these cards. So two matrices over the sequences of the last round say everything: pairs of hands that
share no card, and those in which the row's hand beats the column's less those in which it loses. Earlier rounds are
sums of blocks. Exactly, over all boards up to suits, that takes minutes; from boards drawn at random, seconds.
"""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from math import comb, perm, prod

import numpy as np

from cfrlib._util import cache
from cfrlib._util.arguments import MOST_THREADS, checked_seed, whole
from cfrlib._util.built import derived
from cfrlib._util.memory import check_memory
from cfrlib._util.progress import bar
from cfrlib.engine.buckets.deals import add_draws, add_runouts
from cfrlib.engine.buckets.workspace import make_steps, make_table
from cfrlib.games.limit_base import LimitHoldem

log = logging.getLogger("cfrlib")
FORMAT = "cfrlib joint table 1"
PARTS = 24  # how often a table that is being made is kept, so that it can be gone on with
KEPT = 5000  # sequences of the last round, at most, of a table that is kept on disk (400 MB)
LONG = 500
"""Flops, up to suits, from which on counting with turns and rivers takes long: it is said aloud."""
_ONE_AT_A_TIME = threading.RLock()


class Joint:
    """The tables of an abstract game: `pairs` and `wins` of the last round, (n, n), exact or not, of any scale."""

    def __init__(self, counts, pairs, wins, exact):
        self.counts, self.pairs, self.wins, self.exact = counts, pairs, wins, exact

    def of_round(self, k):
        """Return the pairs of a betting round: (sequences, sequences) float64."""
        n, fewer = prod(self.counts[: k + 1]), prod(self.counts[k + 1 :])
        if fewer == 1:
            return self.pairs
        return self.pairs.reshape(n, fewer, n, fewer).sum(axis=(1, 3), dtype=float)

    @property
    def total(self):
        """The pairs of all sequences."""
        return float(self.pairs.sum(dtype=float))


def check_buckets(game):
    """Raise ValueError unless a game is one that has such tables."""
    if not isinstance(game, LimitHoldem) or game.layout != "buckets" or game.recall != "perfect":
        raise ValueError(f"game={game!r}: it takes limit hold'em with buckets and perfect recall")


def takes_long(game):
    """Return whether the exact tables of a game take minutes to hours, the first time."""
    return len(game.buckets) > 2 and len(game._canonical_flops.cards) > LONG


def joint_table(game, boards=None, seed=0, threads=2, progress=False):
    """Return the `Joint` of an abstract game with perfect recall, exact, or estimated from so many random boards.

    Exact tables up to 5,000 sequences are kept on disk, and made by threads, on which no result depends; what was
    interrupted goes on from its last part.
    """
    check_buckets(game)
    whole("threads", whole("threads", threads, 1), 1, MOST_THREADS)
    checked_seed(seed)
    if boards is not None:
        return _estimate(game, whole("boards", boards, 1), seed, progress)
    with _ONE_AT_A_TIME:
        return _exact(game, threads=threads, progress=progress)


def _estimate(game, boards, seed, progress):
    n = game.percentiles.sequences[-1]
    check_memory(game, 8 * n**2, [])
    b = game.percentiles.tables
    pairs, wins = np.zeros((n, n), dtype=np.float32), np.zeros((n, n), dtype=np.float32)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))  # not the boards of a solver of this seed
    workspace = _workspace(game, b)
    with bar(progress, boards) as shown:
        for begin in range(0, boards, 500):
            many = min(500, boards - begin)
            add_draws(b, *workspace, many, pairs, wins, rng)
            shown.update(many)
    scale = np.float32(1 / pairs.sum(dtype=float))
    for table in (pairs, wins):
        table *= scale
    return Joint(game.buckets, pairs, wins, False)


def _workspace(game, b):
    return make_table(b, "float32"), make_steps(4 * comb(game.deck.cards, 2)), np.array(game.percentiles.sequences)


@derived
def _exact(game, threads, progress):
    n = game.percentiles.sequences[-1]
    name = f"{FORMAT}: {game.percentiles.name}"
    small = n <= KEPT
    threads = threads if small else 1
    dtype = np.dtype(float if n <= 2 * KEPT else np.float32)
    check_memory(game, 2 * threads * n**2 * dtype.itemsize, [("cfrlib.engine.buckets.evaluator.bracket", 8 * n**2)])
    b = game.percentiles.tables
    flops = len(b.flops.cards)
    done, pairs, wins = _kept(name, game, b.flops.weight) if small else (0, None, None)
    if pairs is None:
        pairs, wins = np.zeros((n, n), dtype=dtype), np.zeros((n, n), dtype=dtype)
    if done == flops:
        return Joint(game.buckets, pairs, wins, True)
    if takes_long(game):
        log.warning("an exact joint table takes minutes to hours; cfrlib.engine.buckets.evaluator.bracket estimates")
    log.info("counting pairs of %d sequences of buckets over all boards%s", n, ", going on" if done else ", once")
    began = time.perf_counter()
    halves = [(pairs, wins)] + [(np.zeros_like(pairs), np.zeros_like(wins)) for _ in range(threads - 1)]
    kept = [np.zeros((2, len(b.flops.moved_cards)), dtype=np.int64) for _ in range(threads)]
    workspaces = [_workspace(game, b) for _ in range(threads)]

    def work(k, first, last):
        for flop in range(first + k, last, threads):
            add_runouts(b, *workspaces[k], flop, kept[k], *halves[k])

    with bar(progress, flops - done) as shown, ThreadPoolExecutor(threads) as pool:
        while done < flops:
            after = min(done + -(-flops // PARTS), flops)
            list(pool.map(work, range(threads), [done] * threads, [after] * threads))
            shown.update(after - done)
            done = after
            for other in halves[1:]:
                for mine, theirs in zip(halves[0], other, strict=True):
                    mine += theirs
                    theirs[:] = 0
            if small:
                cache.store("joint", name, {"done": done, "n": n}, pairs.tobytes() + wins.tobytes())
    log.info("counted pairs of %d sequences in %.1f s", n, time.perf_counter() - began)
    return Joint(game.buckets, pairs, wins, True)


def _kept(name, game, weight):
    """Return (flops that are done, pairs, wins) from the cache; (0, None, None) if there are none."""
    n, cards = game.percentiles.sequences[-1], game.deck.cards
    later = perm(cards - 3, sum(game.shows) - 3)  # turns and rivers
    deals = later * comb(cards - sum(game.shows), 2) * comb(cards - sum(game.shows) - 2, 2)

    def read(header, body):
        if header["n"] != n:
            raise ValueError(f"n={header['n']}")
        done = whole("done", header["done"], 0, len(weight))
        total = deals * int(weight[:done].sum())
        pairs, wins = cache.arrays(body, [(float, (n, n), 0, total), (float, (n, n), -total, total)])
        cache.check((pairs == pairs.T) & (wins == -wins.T) & (abs(wins) <= pairs), "pairs of hands of two players")
        cache.check(pairs.sum() == total, f"{total} pairs of hands")
        return done, pairs, wins

    return cache.load("joint", name, read) or (0, None, None)
