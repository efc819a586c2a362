"""Machines at a table: who follows a profile, and a readable log of what two of them play.

What is random is told by the seed and by where it is asked for: the cards by (hand, round), an action of a machine by
(hand, round, actions before it). So the same seed deals the same cards whatever is played, and what is taken up again
goes on as if it had not been left.
"""

import numpy as np

from cfrlib.arguments import positive, whole
from cfrlib.game import CHANCE
from cfrlib.games import bluff
from cfrlib.playing.record import Hand
from cfrlib.playing.table import Play, Table, drawn
from cfrlib.playing.words import told
from cfrlib.strategy import Profile

CARDS, ACTIONS = 0, 1
"""What random numbers are drawn for."""
POINTLESS = {"mbb/g": 1.0}
"""How exploitable a profile may be that is solved on the spot: what thousands of hands would not show."""
POINTLESS_ELSE = 1e-3
SOON = 0.25
"""Seconds until it is first asked how exploitable the profile is, at most; then each time twice as many."""


def generator(seed, *place):
    """Return the random numbers of a place: `CARDS`, hand, round; or `ACTIONS`, hand, round, actions before.

    They come from ``np.random.SeedSequence(seed)``, spawned as these numbers say.
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=place))


def dealing(seed, hand):
    """Return how the rounds of a hand are dealt; see `Play`."""
    return lambda table, rounds: table.deal(generator(seed, CARDS, hand, rounds))


class Machine:
    """Who follows a profile, and after the first round of a chained game the solutions of its sub-games.

    Parameters
    ----------
    game : Game
    profile : Profile
    name : str
        Of the argument that the profile came as, for errors.

    Raises
    ------
    TypeError
        If it is no profile.
    ValueError
        If it is one of another game.
    """

    def __init__(self, game, profile, name="profile"):
        if not isinstance(profile, Profile):
            raise TypeError(f"{name}={profile!r}: it takes a Profile of {game}")
        if profile.game is None:
            _check_names(game, profile, name)
        elif profile.game != game:
            raise ValueError(f"{name}={profile!r}: it takes a profile of {game}")
        self._profiles = {game: profile}
        self._solve_what_follows(game)

    def strategy(self, round):
        """Return the strategy at the decision that a round has come to: {action: probability}."""
        player = round.game.node(round.actions).player
        return self._profiles[round.game][round.key(player, round.actions)]

    def choose(self, round, rng):
        """Return an action, drawn from the strategy."""
        strategy = self.strategy(round)
        return list(strategy)[drawn(list(strategy.values()), rng)]

    def _solve_what_follows(self, game):
        from cfrlib.subgames import solution

        for following in (game.subgame(0), game.subgame(1)) if isinstance(game, bluff) else ():
            if following is not None and following not in self._profiles:
                self._profiles[following] = solution(following).profile()
                self._solve_what_follows(following)


def _check_names(game, profile, name):
    """Refuse a profile that does not say its game, unless it has exactly what this one needs."""
    from cfrlib.evaluate import flat
    from cfrlib.tree import unroll

    try:
        flat(unroll(game), profile)
    except ValueError as error:
        raise ValueError(f"{name}={profile!r}: it takes a profile of {game} ({error})") from None


def solved(game, seconds, progress=False):
    """Return a profile that Discounted CFR finds in about so many seconds, and how exploitable it is.

    It stops earlier where more time would make no difference at a table.
    """
    from cfrlib.progress import bar
    from cfrlib.solver import CFR

    solver = CFR.discounted(game, **({"dtype": "float32", "threads": 2} if game.layout == "ladder" else {}))
    enough, part = POINTLESS.get(game.unit, POINTLESS_ELSE), min(positive("seconds", seconds) / 16, SOON)
    with bar(progress, None) as shown:
        while True:
            before = solver.iterations
            solver.run(seconds=part)
            shown.update(solver.iterations - before)
            found = solver.exploitability()
            if found <= enough or solver.seconds >= seconds:
                return solver.average_strategy(), found
            part = min(solver.seconds, seconds - solver.seconds)


def replayed(table, seat, seed, hand, rounds):
    """Return a hand as it was written down: a `Play`, which goes on as it would have.

    Parameters
    ----------
    table : Table
    seat : {0, 1}
        The person's in the first round.
    seed, hand : int
        For what is still to be dealt.
    rounds : list of {"deal": labels, "public": labels, "actions": actions}

    Raises
    ------
    ValueError
        If it could not be dealt or played.
    """
    fresh = dealing(seed, hand)

    def deals(table, k):
        if k >= len(rounds):
            return fresh(table, k)
        public = tuple(rounds[k]["public"])
        deal = tuple(table.game.outcomes(player).index(label) for player, label in enumerate(rounds[k]["deal"]))
        if not table.possible(deal, public):
            raise ValueError(f"hand {hand + 1} cannot be dealt {rounds[k]['deal']} and shown {list(public)}")
        return deal, public

    play = Play(table, seat, deals)
    for action in (action for kept in rounds for action in kept["actions"] if action != CHANCE):
        play.act(action)
    done = play.rounds if play.paid is not None else (*play.rounds, play.round)
    if [list(round.actions) for round in done] != [kept["actions"] for kept in rounds]:
        raise ValueError(f"hand {hand + 1} has other rounds")
    return play


def played(game, p, q, hands=1, seed=0):
    """Yield hands of one profile against another, each a `Hand`: the first one sits where the person would, in seat 0.

    Parameters
    ----------
    game : Game
    p, q : Profile
        Of this game: player 0, who is Player 1 in words, and player 1.
    hands : int
    seed : int
        The same cards as in a `Session` of this seed.

    Raises
    ------
    TypeError, ValueError
        If an argument is wrong.
    """
    table, count, seed = Table(game), whole("hands", hands, 1), whole("seed", seed, 0)
    machines = Machine(game, p, "p"), Machine(game, q, "q")
    return (_hand(table, machines, seed, hand) for hand in range(count))


def _hand(table, machines, seed, hand):
    play = Play(table, 0, dealing(seed, hand))
    while play.paid is None:
        machine = machines[0 if play.node.player == play.round.seat else 1]
        place = hand, len(play.rounds), len(play.round.actions)
        play.act(machine.choose(play.round, generator(seed, ACTIONS, *place)))
    return Hand(play.rounds, play.paid)


def watch(game, p, q, hands=1, seed=0):
    """Return what is played, in words: a line for each hand, in Bluff for each round; see `played` for what it takes.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> profile = cfrlib.Profile.uniform(game)
    >>> print(watch(game, profile, profile, seed=4))
    Hand 1. Player 1 holds Q, Player 2 holds K. Player 1 bets (b), Player 2 folds (p). Player 1 wins 1 chip.
    """
    return "\n".join(told(hand, number) for number, hand in enumerate(played(game, p, q, hands, seed), 1))
