"""Checks of lesson 07: Leduc hold'em, its rules, and a game of one's own."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from cfrlib.exact.linear_program import equilibrium
from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.lessons.verdict import Case, Wrong, call, check, compare, returned, tried_on
from cfrlib.lessons.your_own_game.house_rules import house_rules
from cfrlib.tree import unroll

FAIR = 0.005
"""What `check_fair_rules` calls fair, in chips."""


@tried_on([cards for cards in product("JQK", repeat=3) if len({*cards}) > 1], "{} against {}, public card {}".format)
def check_showdown(own, other, board):
    """Check a function (card of Player 1, card of Player 2, public card) to 1, -1 or 0."""
    strength = [3 if card == board else "JQK".index(card) for card in (own, other)]
    hint = "A pair with the public card wins; else the higher card; equal cards split."
    if board in (own, other):
        who = "Player 1" if own == board else "Player 2"
        hint = f"The {board} of {who} makes a pair, which beats any single card."
    yield Case(int(np.sign(strength[0] - strength[1])), hint)
    return "A Jack with a pair beats a King: the public card turns the order of the cards round."


@check
def check_fair_rules(fair_rules):
    """Check a function without arguments that gives rules (keywords of `house_rules`) worth about 0."""
    rules = fair_rules()
    if not isinstance(rules, Mapping):
        raise Wrong(f"Expected a dictionary of rules, such as dict(raises=1, ante=2); found {rules!r}.")
    try:
        value = equilibrium(house_rules(**rules))[0]
    except (TypeError, ValueError) as error:
        raise Wrong(f"At your rules: {error}") from None
    if abs(value) > FAIR:
        who = "Player 1" if value > 0 else "Player 2"
        raise Wrong(
            f"At your rules: they are worth {value:.4f} chips to Player 1, so {who} has the better seat. Change one "
            f"rule and see which way the value moves; {FAIR} on either side is fair enough."
        )
    return f"Worth {value:.4f} chips to Player 1. Nobody needs to care who sits where."


@tried_on([
    ((), ()), (("c", "r"), ()), (("c", "c", "/"), ("K",)), (("r", "r", "c", "/", "c", "r"), ("K",)),
], "actions {!r}, public card {!r}".format)
def check_what_was_seen(actions, public):
    """Check a function (actions, public) to the public part of an information set's key."""
    joined = "".join(actions)
    yield Case(joined.replace("/", "/K:"), "Join the actions, and put the public card and a colon behind the slash.")
    yield joined, "The public card is still missing, so a Jack and a King turned up would be the same information set."
    wrongs = (joined.replace("/", wrong) for wrong in ("/K", "/:K", ":/K"))
    yield *wrongs, "The colon stands behind the public card: it keeps the card apart from the actions."
    return "What a player has seen is part of the information set. Leave it out, and you solve another game."


@tried_on({
    "three different cards": ([1, 1, 1],),
    "Leduc: two of each rank": ([2, 2, 2],),
    "one Jack, two Queens, three Kings": ([1, 2, 3],),
})
def check_deal_weights(copies):
    """Check a function (copies of each rank) to the joint probabilities of both players' ranks."""
    pairs, off = np.outer(copies, copies), 1 - np.eye(len(copies))
    ways = pairs - np.diag(copies)
    hint = "Entry (i, j): copies[i] times the copies of rank j that are left, divided by the number of all deals."
    yield Case(ways / ways.sum(), hint)
    again = "That deals a card, puts it back, and deals again. The second player draws from what is left."
    yield pairs / pairs.sum(), again
    yield ways, "Those are numbers of deals. Divide by their sum, so that the probabilities add up to 1."
    yield off / off.sum(), "That forbids equal ranks and counts all others alike. Count the cards of each rank."
    two = "Two cards of one rank can be dealt if the deck has two of them."
    yield pairs * off / (pairs * off).sum(), two
    return "All that chance does before the game, in one table."


class Coin(Game):
    """Both draw a number; Player 1 may double; then a coin says whether a call is won by the higher or lower number."""

    def outcomes(self, player):
        return "1", "2", "3"

    def public_outcomes(self, public):
        return "heads", "tails"

    def weights(self, public):
        return (1 - np.eye(3)) / 6 / 2 ** len(public)

    def node(self, actions):
        choices = {
            (): Decision(0, ("check", "double")),
            ("double",): PublicChance(),
            ("double", CHANCE): Decision(1, ("fold", "call")),
        }
        return choices.get(tuple(actions), Terminal())

    def payoff(self, actions, public):
        numbers = np.array([1, 2, 3]) * (-1 if public == ("tails",) else 1)
        stake = 2 if "call" in actions else 1
        return 1 if "fold" in actions else Comparison((numbers, numbers), win=stake, lose=-stake)


@check
def check_coin_game(coin_game):
    """Check a function without arguments that gives a game equal to `Coin`."""
    game = returned(coin_game(), "your game")
    if not isinstance(game, Game):
        raise Wrong(f"Expected a game, such as Coin(), with its brackets; found {game!r}.")
    right = Coin()
    after = ("double", CHANCE)
    for actions in ((), ("check",), ("double",), after, (*after, "fold"), (*after, "call")):
        where = f"node({actions!r})"
        compare(repr(call(game.node, where, actions)), repr(right.node(actions)), where, "Who moves here, and how?")
    for public in ((), ("heads",), ("tails",)):
        hint = "The probability of a deal and of the coin: half of the deal's, once the coin is shown."
        where = f"weights({public!r})"
        compare(call(game.weights, where, public), right.weights(public), where, hint)
    answers = [((*after, answer), (coin,)) for answer in ("fold", "call") for coin in ("heads", "tails")]
    for actions, public in ((("check",), ()), *answers):
        hint = "On tails a call is won by the lower number." if "call" in actions else "The coin changes calls only."
        where = f"payoff({actions!r}, {public!r})"
        compare(call(game.payoff_table, where, actions, public), right.payoff_table(actions, public), where, hint)
    value = equilibrium(unroll(game))[0]
    return f"Worth {value:.4f} to Player 1. Solve it: which number do they double now?"
