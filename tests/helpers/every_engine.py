"""A small game of each engine, and what is asked of all of them: a rule that uses every field, and locks."""

import numpy as np
from random_games import coarse_tree

from cfrlib.games import bluff, holdem, leduc, texas
from cfrlib.regret import Power, RegretRule


class small_bids(bluff):
    """A round of Bluff that goes to the engine of bids, small as it is."""

    layout = "bids"


GAMES = {
    "tree": leduc(suits_matter=False), "bids": small_bids(faces=3, rounds="one"), "two_rounds": holdem((2, 1), (4, 2)),
    "buckets": holdem((1, 2), (4, 2), (2, 3)), "four streets": texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)),
    "imperfect recall": holdem((1, 1), (5, 2), 3, "imperfect"), "explicit": coarse_tree(51, depth=7),
}  # fmt: skip
"""One of each engine, and of each kind of table that it has."""
EVALUATED = [name for name in GAMES if name != "imperfect recall"]
BUCKETS = "buckets", "four streets", "imperfect recall"
PLUS = RegretRule("dcfr+", positive=Power(1.5), floor=0)
ALL_OF_IT = RegretRule("all of it", positive=(0.5, 0.8, 0.9), negative=0.3, after=True, prediction=0.5, gain=0.5)


def some_of(profile, seed, part=0.5, most=40):
    """Return locks at some information sets of both players; some actions have probability 0, some are left out."""
    rng, locked = np.random.default_rng(seed), {}
    rows = list(profile.items())
    for k in rng.permutation(len(rows))[: int(most / part)]:
        key, row = rows[k]
        weights = rng.random(len(row)) * (rng.random(len(row)) < 0.6)
        if rng.random() < part and weights.any():
            row = dict(zip(row, (weights / weights.sum()).tolist(), strict=True))
            locked[key] = {action: p for action, p in row.items() if p > 0 or rng.random() < 0.5}
    return locked
