"""Sessions for tests: games and profiles to play with, and how to go on with one."""

import random
from functools import cache

import numpy as np
import pytest

import cfrlib
from cfrlib.engine.contract import layout_of
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit
from cfrlib.playing.session import Session
from cfrlib.profile import Profile

KUHN, LEDUC, CHAIN, FLOP = kuhn(), leduc(), bluff((2, 1), 3), holdem(deck=(4, 2))
GAMES = [
    kuhn(5, ante=2, bet=3), leduc(bets="doubling", raises=1, suits_matter=False), leduc_no_limit(4), CHAIN,
    bluff((2, 2), 2), bluff((1, 2), 3, "one"), FLOP,
]  # fmt: skip
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


@cache
def profile_of(game):
    """Return a profile that a few iterations find, so that most actions have some probability."""
    solver = cfrlib.CFR(game)
    solver.run(5)
    return solver.average_strategy()


def uniform(game):
    layout = layout_of(game)
    return Profile.uniform(game) if game.layout == "tree" else layout.average(tuple(map(np.zeros, layout.sizes)))


def sit(game, seed=0, **more):
    return Session(game, **{"profile": profile_of(game), "seed": seed, **more})


def play(session, hands, choose):
    """Play until so many hands are over; `choose` gets the session."""
    while len(session.hands) < hands or not session.over:
        steps(session, 1, choose)
    return session


def at_random(seed):
    rng = random.Random(seed)
    return lambda session: rng.choice(session.actions)


def steps(session, count, choose):
    """Take so many steps, each an action or the next hand."""
    for _ in range(count):
        if session.over:
            session.next_hand()
        else:
            session.act(choose(session))
    return session
