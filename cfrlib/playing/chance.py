"""What is random at a table, told by the seed and by where it is asked for.

Cards belong to (hand, round), an action of a machine to (hand, round, actions before it). So the same seed deals the
same cards whatever is played, and what is taken up again goes on as if it had not been left.
"""

import numpy as np

from cfrlib.game import Game
from cfrlib.games.at_table import table_of
from cfrlib.playing.table import Play
from cfrlib.playing.trees import kind_of

CARDS, ACTIONS, PERSON = 0, 1, 2
"""What random numbers are drawn for."""


def generator(seed, *place):
    """Return the random numbers of a place: `CARDS`, hand, round; or another, hand, round, actions before."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=place))


def move(machine, play, seed, hand, kind=ACTIONS):
    """Return what a `Machine` does in a hand in progress."""
    return machine.choose(play.round, generator(seed, kind, hand, len(play.rounds), len(play.round.actions)))


def dealing(seed, hand):
    """Return the function that deals the rounds of a hand; `Play` takes it."""
    return lambda game, rounds: kind_of(game).at(game).deal(generator(seed, CARDS, hand, rounds))


def replayed(game, seat, seed, hand, rounds, machine):
    """Return a hand of rounds that were written down, as labels and actions: a `Play`, which goes on as it would.

    A machine that is a function is asked again, so that it remembers what it did; and has to do what it did.
    """
    fresh = dealing(seed, hand)

    def deals(game, k):
        if k >= len(rounds):
            return fresh(game, k)
        public = tuple(rounds[k]["public"])
        if not isinstance(game, Game):
            return tuple(rounds[k]["deal"]), public
        deal = tuple(game.outcomes(player).index(label) for player, label in enumerate(rounds[k]["deal"]))
        if not table_of(game).possible(deal, public):
            raise ValueError(f"hand {hand + 1} cannot be dealt {rounds[k]['deal']} and shown {list(public)}")
        return deal, public

    play = Play(game, seat, deals)
    for k, t, action in ((k, t, action) for k, kept in enumerate(rounds) for t, action in enumerate(kept["actions"])):
        if len(play.rounds) > k or len(play.round.actions) > t:  # it is chance's, or another round has come
            continue
        if machine.asked and play.node.player != play.round.seat:
            did = move(machine, play, seed, hand)
            if did != action:
                raise ValueError(f"hand {hand + 1}: the function that is passed takes {did!r}, not {action!r}")
        play.act(action)
    done = play.rounds if play.paid is not None else (*play.rounds, play.round)
    if [list(round.actions) for round in done] != [kept["actions"] for kept in rounds]:
        raise ValueError(f"hand {hand + 1} has other rounds")
    return play
