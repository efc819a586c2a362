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
    """A decision: who decides, what the information set is called, and what follows each action.

    Attributes
    ----------
    player : int
        0 or 1; `CHANCE` takes each action with the same probability.
    name : str
        Choices of one name are one information set.
    after : dict of str to Choice or float
        What follows an action; a number is a payoff to Player 1.
    """

    player: int
    name: str
    after: dict


def grown(root, unit="points"):
    """Return the tree of a `Choice`."""
    tree = Tree(unit=unit)
    _add(tree, root, None, None)
    return tree


def _add(tree, what, parent, action):
    """Add a choice, or an end, and all that follows."""
    if not isinstance(what, Choice):
        tree.add(parent, action, player=TERMINAL, payoff=what)
        return
    chances = [1 / len(what.after)] * len(what.after) if what.player == CHANCE else ()
    key = None if what.player == CHANCE else (what.name, "")
    node = tree.add(parent, action, player=what.player, actions=tuple(what.after), probabilities=chances, key=key)
    for onward, following in what.after.items():
        _add(tree, following, node, onward)


def the_queen() -> Tree:
    """Return the part of Kuhn poker in which Player 2 holds the Queen and can only answer a bet.

    If Player 1 passes, the cards are shown.

    Returns
    -------
    Tree
        Player 1's information sets are J and K, Player 2's is Qb.
    """

    def opening(card, shown, called):
        return Choice(0, card, {"p": shown, "b": Choice(1, "Qb", {"p": 1, "b": called})})

    return grown(Choice(CHANCE, "deal", {"J": opening("J", -1, -2), "K": opening("K", 1, 2)}), unit="chips")


def two_steps() -> Tree:
    """Return a game for one: stay for 0, or go on and choose L for 2 or R for 6.

    Returns
    -------
    Tree
        A plan for it takes two decisions, A and B.
    """
    return grown(Choice(0, "A", {"stay": 0, "go": Choice(0, "B", {"L": 2, "R": 6})}))


def stay_or_go() -> Tree:
    """Return a game in which the better way is given up early, for a reason that does not last.

    Player 2 chooses x or y and sees nothing. At the start staying looks better; once Player 2 has learned x, going
    and then R is better.

    Returns
    -------
    Tree
        Its value is 1.
    """

    def ends(x, y):
        return Choice(1, "C", {"x": x, "y": y})

    return grown(Choice(0, "A", {"stay": ends(0, 3), "go": Choice(0, "B", {"L": ends(-1, 4), "R": ends(1, 1)})}))


def two_plans() -> Tree:
    """Return a game for one: stay out for 1, or go in and choose a for -10 or b for 4.

    Returns
    -------
    Tree
        A plan that stays out has advice for a place where it never goes.
    """
    return grown(Choice(0, "A", {"out": 1, "in": Choice(0, "B", {"a": -10, "b": 4})}))


def guests() -> Tree:
    """Return a game in which an average without weights stays wrong.

    Player 1 stays out, or goes in and chooses a or b; Player 2 chooses l or r and sees nothing.

    Returns
    -------
    Tree
        Its value is 1.6.
    """

    def ends(l, r):
        return Choice(1, "C", {"l": l, "r": r})

    return grown(Choice(0, "A", {"out": ends(1, 2), "in": Choice(0, "B", {"a": ends(-2, 4), "b": ends(4, 0)})}))


def queen_grows(moves: int) -> Tree:
    """Return the tree of Kuhn poker for a Player 1 who holds the Queen, as far as so many moves lead.

    Parameters
    ----------
    moves : int
        0 shows the places after the deal; with 3 every hand is over.

    Returns
    -------
    Tree
        Chance deals QJ or QK; a key is the card of whoever moves, and the moves, as in the whole game.
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
    """Return a game in which Player 1 hides a coin, left or right, and later has to point at it.

    Player 2 guesses where it is, without seeing anything. Player 1 gets a point for pointing right while Player 2
    guesses wrong.

    Parameters
    ----------
    remembers : bool
        Whether Player 1 still knows where the coin is when they point.

    Returns
    -------
    Tree
        Player 1 hides at A and points at B, or at Bl and Br if they remember; Player 2 guesses at C.
    """
    hands = "left", "right"

    def pointing(hidden):
        guesses = {hand: Choice(1, "C", {guess: float(hidden == hand != guess) for guess in hands}) for hand in hands}
        return Choice(0, f"B{hidden[0]}" if remembers else "B", guesses)

    return grown(Choice(0, "A", {hand: pointing(hand) for hand in hands}))


def call_the_coin(sees: str = "nobody") -> Tree:
    """Return a game about a coin that was tossed: stay out for 0, or call heads or tails.

    Player 2 guesses the coin as well. If just one of them is right, that player wins 1; else Player 1 pays 1/2.

    Parameters
    ----------
    sees : {"nobody", "one", "both"}
        Who sees the coin: nobody, Player 1, or both players.

    Returns
    -------
    Tree
        Player 1's information sets are A, or Ah and At if they see the coin; Player 2's are C, or Ch and Ct.
    """
    sides = "heads", "tails"

    def paid(coin, call, guess):
        return -0.5 if call == guess else 1.0 if call == coin else -1.0

    def calling(coin):
        one, two = (coin[0] if sees in who else "" for who in (("one", "both"), ("both",)))
        guesses = {
            call: Choice(1, f"C{two}", {guess: paid(coin, call, guess) for guess in sides}) for call in sides
        }
        return Choice(0, f"A{one}", {"out": 0.0, **guesses})

    return grown(Choice(CHANCE, "toss", {coin: calling(coin) for coin in sides}))
