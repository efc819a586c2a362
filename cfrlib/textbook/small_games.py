"""Games of a few histories, each made to show one thing. They are trees, or a table, that one can take in at a
glance.

Actions that the other player does not see are hidden here by information sets, so these games run in the textbook
(`cfrlib.textbook.CFR`), not in the engine, which takes observable actions only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cfrlib.games import kuhn
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll

DOUBLE_ROCK = np.array([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
"""Payoffs to Player 1 of Rock, Paper, Scissors, in which a win with Rock pays double."""


class Choice(NamedTuple):
    """A decision of player 0 or 1; or chance, which takes all its actions equally often."""

    player: int
    name: str
    """The name of the information set; choices of one name are one set."""
    after: dict
    """What follows each action: a `Choice`, or the payoff to Player 1."""


def grown(root, unit="points"):
    """Return the tree of a `Choice`."""
    tree = Tree(unit=unit)
    _add(tree, root, None, None)
    return tree


def _add(tree, what, parent, action):
    """Add a choice, or a payoff, and all that follows."""
    if not isinstance(what, Choice):
        tree.add(parent, action, player=TERMINAL, payoff=what)
        return
    chances = [1 / len(what.after)] * len(what.after) if what.player == CHANCE else ()
    key = None if what.player == CHANCE else (what.name, "")
    node = tree.add(parent, action, player=what.player, actions=tuple(what.after), probabilities=chances, key=key)
    for onward, following in what.after.items():
        _add(tree, following, node, onward)


def the_queen() -> Tree:
    """Return the part of Kuhn poker in which Player 2 holds the Queen and can only answer a bet, at Qb.

    If Player 1, at J or K, passes, the cards are shown.
    """

    def opening(card, shown, called):
        return Choice(0, card, {"p": shown, "b": Choice(1, "Qb", {"p": 1, "b": called})})

    return grown(Choice(CHANCE, "deal", {"J": opening("J", -1, -2), "K": opening("K", 1, 2)}), unit="chips")


def two_steps() -> Tree:
    """Return a game for one in two decisions: at A stay for 0, or go on and at B choose L for 2 or R for 6."""
    return grown(Choice(0, "A", {"stay": 0, "go": Choice(0, "B", {"L": 2, "R": 6})}))


def stay_or_go() -> Tree:
    """Return a game, worth 1, in which the better way is given up early, for a reason that does not last.

    Player 2 chooses x or y and sees nothing. At the start staying looks better; once Player 2 has learned x, going
    and then R is better.
    """

    def answer(x, y):
        return Choice(1, "C", {"x": x, "y": y})

    going = Choice(0, "B", {"L": answer(-1, 4), "R": answer(1, 1)})
    return grown(Choice(0, "A", {"stay": answer(0, 3), "go": going}))


def two_plans() -> Tree:
    """Return a game for one: stay out for 1, or go in and take the cliff for -10 or the bridge for 4.

    A plan that stays out has advice for a place where it never goes.
    """
    return grown(Choice(0, "A", {"out": 1, "in": Choice(0, "B", {"cliff": -10, "bridge": 4})}))


def guests() -> Tree:
    """Return a game, worth 1.6, in which an average without weights stays wrong.

    Player 1 stays out, or goes in and chooses up or down; Player 2 chooses x or y and sees nothing.
    """

    def answer(x, y):
        return Choice(1, "C", {"x": x, "y": y})

    inside = Choice(0, "B", {"up": answer(-2, 4), "down": answer(4, 0)})
    return grown(Choice(0, "A", {"out": answer(1, 2), "in": inside}))


def queen_grows(moves: int) -> Tree:
    """Return the tree of Kuhn poker for a Player 1 who holds the Queen, as far as so many moves lead.

    Chance deals QJ or QK; a key is the card of whoever moves, and the moves, as in the whole game. 0 moves show the
    places after the deal; with 3 every hand is over.
    """
    kuhn_poker, tree = unroll(kuhn()), Tree(unit="chips", separator="")
    root = tree.add(player=CHANCE, actions=("QJ", "QK"), probabilities=(1 / 2, 1 / 2))

    def copy(node, parent, action, depth):
        key = kuhn_poker.infosets[node.infoset].key if node.infoset >= 0 else None
        copied = tree.add(parent, action, player=node.player, actions=node.actions, payoff=node.payoff, key=key)
        for onward, child in kuhn_poker.children(node):
            if depth < moves:
                copy(child, copied, onward, depth + 1)

    for card in "JK":
        copy(kuhn_poker.find("Q", card), root, f"Q{card}", 0)
    return tree


def hidden_coin(remembers: bool = False) -> Tree:
    """Return a game in which Player 1 hides a coin, left or right, at A, and later has to point at it.

    Player 2 says at C where it is, without seeing anything. Player 1 gets a point for pointing right while Player 2 is
    wrong. Player 1 points at B; at Bl or Br if they remember where the coin is.
    """
    hands = "left", "right"

    def pointing(hidden):
        after = {hand: Choice(1, "C", {said: float(hidden == hand != said) for said in hands}) for hand in hands}
        return Choice(0, f"B{hidden[0]}" if remembers else "B", after)

    return grown(Choice(0, "A", {hand: pointing(hand) for hand in hands}))


def call_the_coin(sees: str = "nobody") -> Tree:
    """Return a game about a coin that was tossed: stay out for 0, or call heads or tails.

    Player 2 calls the coin as well. If just one of them is right, that player wins 1; else Player 1 pays 1/2. "nobody"
    sees the coin, or Player 1 ("one"), or "both". Player 1's information sets are A, or Ah and At if they see the coin;
    Player 2's are C, or Ch and Ct.
    """
    sides = "heads", "tails"

    def paid(coin, first, second):
        return -0.5 if first == second else 1.0 if first == coin else -1.0

    def calling(coin):
        one, two = (coin[0] if sees in who else "" for who in (("one", "both"), ("both",)))
        calls = {side: Choice(1, f"C{two}", {other: paid(coin, side, other) for other in sides}) for side in sides}
        return Choice(0, f"A{one}", {"out": 0.0, **calls})

    return grown(Choice(CHANCE, "toss", {coin: calling(coin) for coin in sides}))
