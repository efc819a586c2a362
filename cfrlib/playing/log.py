"""A readable log of what two profiles play."""

from cfrlib._util.arguments import checked_seed, whole
from cfrlib.playing.chance import ACTIONS, dealing, generator
from cfrlib.playing.machine import Machine
from cfrlib.playing.record import Hand
from cfrlib.playing.table import Play, check_game
from cfrlib.playing.words import told


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
    check_game(game)
    count, seed = whole("hands", hands, 1), checked_seed(seed)
    machines = Machine(game, p, "p"), Machine(game, q, "q")
    return (_hand(game, machines, seed, hand) for hand in range(count))


def _hand(game, machines, seed, hand):
    play = Play(game, 0, dealing(seed, hand))
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
