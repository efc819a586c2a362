"""Hands played out for tests: every one there is, with its probability, or drawn ones. Nothing here knows of values."""

from itertools import product

import numpy as np
from random_games import RandomGame

from cfrlib.game import CHANCE, PublicChance, Terminal
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.playing.record import Hand, Round

RANDOM = [RandomGame(seed, outcomes=(4, 3)) for seed in range(2)]
SEATED = [
    *product([kuhn(cards=4, ante=2), leduc(suits=1), *RANDOM], (0, 1)),
    (leduc(ranks=2), 0), (leduc(suits_matter=False), 1), (leduc_no_limit(stack=4), 0),
    (bluff(dice=(2, 1), faces=2, rounds="one"), 1),
]  # fmt: skip
"""Games, and where the person sits. The random ones have public chance anywhere, and information sets that join private
outcomes and public ones."""


def all_hands(game, person, machine, seat):
    """Return the probabilities of all hands, an array, and the hands; parameters as of `every_hand`."""
    chances, hands = zip(*every_hand(game, person, machine, seat), strict=True)
    return np.array(chances), list(hands)


def every_hand(game, person, machine, seat):
    """Return all (probability, Hand) of a person in a seat of a game, whose later games are played, too.

    `person` and `machine` are profiles, or functions that say which profile is followed in a game or later game.
    """
    person, machine = (who if callable(who) else lambda _, who=who: who for who in (person, machine))
    hands, weights = [], game.weights(())
    for deal in np.argwhere(weights > 0):
        begun = Round(game, seat, tuple(int(k) for k in deal))
        for chance, hand in _rest(game, (person(game), machine(game)), begun, float(weights[begun.deal])):
            after = _after(game, hand)
            if after is None:
                hands.append((chance, hand))
                continue
            for share, more in every_hand(after[0], person, machine, after[1]):
                hands.append((chance * share, Hand(hand.rounds + more.rounds, more.paid)))
    return hands


def _after(game, hand):
    """Return the later game that follows a round and where the person sits in it; None if the hand is over."""
    if not hasattr(game, "following"):
        return None
    seat = hand.rounds[-1].seat
    winner = seat if hand.paid > 0 else 1 - seat
    return None if game.following(winner) is None else (game.following(winner), int(seat != winner))


def _rest(game, profiles, begun, chance):
    """Yield all ways in which a round goes on; `chance` is the probability of what it has come to."""
    node, actions = game.node(begun.actions), begun.actions
    if isinstance(node, Terminal):
        paid = float(game.payoff_table(actions, begun.public)[begun.deal])
        yield chance, Hand((begun,), paid if begun.seat == 0 else -paid)
    elif isinstance(node, PublicChance):
        before = game.weights(begun.public)[begun.deal]
        for shown in game.public_outcomes(begun.public):
            public = (*begun.public, shown)
            share = float(game.weights(public)[begun.deal] / before)
            if share > 0:
                after = Round(game, begun.seat, begun.deal, public, (*actions, CHANCE))
                yield from _rest(game, profiles, after, chance * share)
    else:
        strategy = profiles[node.player != begun.seat][begun.key(node.player, actions)]
        for action, share in strategy.items():
            if share > 0:
                after = Round(game, begun.seat, begun.deal, begun.public, (*actions, action))
                yield from _rest(game, profiles, after, chance * share)


def drawn_hand(game, person, machine, seat, rng):
    """Return a hand that was drawn; parameters as of `every_hand`."""
    person, machine = (who if callable(who) else lambda _, who=who: who for who in (person, machine))
    part = _drawn_round(game, person(game), machine(game), seat, rng)
    paid = float(game.payoff_table(part.actions, part.public)[part.deal])
    hand = Hand((part,), paid if seat == 0 else -paid)
    after = _after(game, hand)
    if after is None:
        return hand
    more = drawn_hand(after[0], person, machine, after[1], rng)
    return Hand(hand.rounds + more.rounds, more.paid)


def _drawn_round(game, person, machine, seat, rng):
    weights = game.weights(())
    deal = np.unravel_index(_drawn(weights.ravel(), rng), weights.shape)
    part = Round(game, seat, tuple(map(int, deal)))
    while not isinstance(node := game.node(part.actions), Terminal):
        public = part.public
        if isinstance(node, PublicChance):
            choices = game.public_outcomes(public)
            chances = [game.weights((*public, shown))[part.deal] for shown in choices]
            public, action = (*public, choices[_drawn(chances, rng)]), CHANCE
        else:
            strategy = (person if node.player == seat else machine)[part.key(node.player, part.actions)]
            action = list(strategy)[_drawn(list(strategy.values()), rng)]
        part = Round(game, seat, part.deal, public, (*part.actions, action))
    return part


def _drawn(weights, rng):
    """Return a place, drawn in proportion to weights."""
    upto = np.cumsum(weights)
    return int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))
