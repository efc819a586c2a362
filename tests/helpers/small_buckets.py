"""Small games under buckets, what tests compare of their tables, and the general engine on all their deals."""

from functools import cache

import numpy as np
from every_deal import OfSequences
from every_engine import ALL_OF_IT, PLUS

from cfrlib.engine.contract import layout_of
from cfrlib.game import Decision
from cfrlib.games import holdem, texas

GAMES = [
    texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3)), holdem((1, 2), (4, 2), (2, 3)), holdem((2, 1), (7, 1), 2),
]  # fmt: skip
FORGETFUL = [holdem((1, 1), (5, 2), 3, "imperfect"), texas((3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect")]

RULES = [
    {"regret": "rm"}, {"regret": "rm+", "average": "linear"}, {"regret": "linear", "average": "linear"},
    {"regret": "discounted", "average": "quadratic"}, {"regret": "predictive", "average": "quadratic"},
    {"regret": "rm", "average": "quadratic", "average_at": "opponent"},
    {"regret": "discounted", "average": "uniform", "average_at": "opponent"},
    {"regret": "apcfr+", "average": "linear", "average_at": "opponent"},
    {"regret": "rm+", "average_at": "opponent"},
    {"regret": PLUS, "average": 4.0},
    {"regret": ALL_OF_IT},
]  # fmt: skip
"""Every regret rule that keeps something of its own, every average, at either player's nodes."""


def by_key(layout, tables):
    """Return {key: entries} of tables under buckets."""
    return {
        key: tables[table][entry : entry + apart * len(names) : apart].copy()
        for key, names, (table, entry, apart) in layout.information_sets()
    }


def of_engine(solver, table):
    """Return {key: entries} of a table of the general engine."""
    names = solver.layout.profile_map
    parts = zip(names.keys, names.starts, names.actions, strict=True)
    return {key: table[names.entries[start : start + len(a)]].copy() for key, start, a in parts}


def assert_same(found, expected, tolerance, scale=1.0):
    """Compare what is found, arrays or {action: probability}, at the information sets that there are."""
    keys = [key for key, row in expected.items() for _ in row]
    rows = ([here[key] for key in expected] for here in (found, expected))
    ours, theirs = (
        np.concatenate([list(row.values()) if isinstance(row, dict) else row for row in part]) for part in rows
    )
    off = np.abs(ours - scale * theirs)
    worst = np.argmax(off)
    assert off[worst] <= tolerance, (keys[worst], ours[worst], scale * theirs[worst])


def random_tables(game, seed):
    """Return tables in which a quarter of the actions has no probability; positive regrets are the strategy.

    Single precision holds them, too.
    """
    rng = np.random.default_rng(seed)
    parts = ((0.2 + rng.random(size, np.float32)) * (rng.random(size) < 0.75) for size in layout_of(game).sizes)
    return tuple(part.astype(float) for part in parts)


@cache
def of_sequences(game):
    return OfSequences(game)


@cache
def movers(game):
    """Return {public part of a key: who moves}."""
    return {"".join(a): node.player for a, node in game.action_sequences() if isinstance(node, Decision)}
