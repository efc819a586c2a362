"""Hands of one profile against another, which the person's decisions are valued on."""

from cfrlib.playing.chance import ACTIONS, dealing, generator
from cfrlib.playing.machine import Machine
from cfrlib.playing.record import Hand
from cfrlib.playing.table import Play


def played(game, p, q, hands=1, seed=0):
    """Yield a `Hand` at a time; p sits where the person would, in seat 0. The cards are those of a `Session`."""
    machines = Machine(game, p, "p"), Machine(game, q, "q")
    for hand in range(hands):
        play = Play(game, 0, dealing(seed, hand))
        while play.paid is None:
            machine = machines[0 if play.node.player == play.round.seat else 1]
            place = hand, len(play.rounds), len(play.round.actions)
            play.act(machine.choose(play.round, generator(seed, ACTIONS, *place)))
        yield Hand(play.rounds, play.paid)
