"""Words for what is done at a table: each game's actions, and a hand as it would be told."""

import re

from cfrlib.game import CHANCE, Decision
from cfrlib.games import bluff, kuhn, leduc, leduc_no_limit
from cfrlib.games.limit import LimitHoldem
from cfrlib.playing.table import Table

NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four"}
"""How many dice a bid says; there are four at most."""
FACES = {
    "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "*": "star",
}  # fmt: skip


def phrase(game, before, action):
    """Return what an action is called: "check", "call", "raise by 4", "bid three fives".

    Parameters
    ----------
    game : Game
    before : tuple of str
        The actions before it, which say whether there is something to call.
    action : str
    """
    for kind, name in ((kuhn, _kuhn), (leduc_no_limit, _no_limit), ((leduc, LimitHoldem), _limit), (bluff, _bluff)):
        if isinstance(game, kind):
            return name(game, before, action)
    return f"play {action}"


def words(game, round, k):
    """Return what happened in place k of a round, after the name of who did it: "checks", "bets 3", or "shows Ks".

    Parameters
    ----------
    game : Game
    round : Round
    k : int
        Of ``round.actions``; where public chance moved, it is chance who "shows".
    """
    before, action = round.actions[:k], round.actions[k]
    if action == CHANCE:
        return f"shows {round.public[before.count(CHANCE)]}"
    return re.sub(r"^\w+", r"\g<0>s", phrase(game, before, action))


def happened(round):
    """Return what has happened in a round, in order, a list of (who, what).

    Who is "person" or "machine", and what an action; or "chance" and a public outcome.
    """
    public, found = iter(round.public), []
    for k, action in enumerate(round.actions):
        node = round.game.node(round.actions[:k])
        if isinstance(node, Decision):
            found.append(("person" if node.player == round.seat else "machine", action))
        else:
            found.append(("chance", next(public)))
    return found


def _kuhn(game, before, action):
    if before and before[-1] == "b":
        return {"p": "fold", "b": "call"}[action]
    return {"p": "check", "b": "bet"}[action]


def _limit(game, before, action):
    """In hold'em the big blind is a bet that is raised."""
    facing = "f" in game.node(before).actions
    blinds = isinstance(game, LimitHoldem) and CHANCE not in before
    return {"f": "fold", "c": "call" if facing else "check", "r": "raise" if facing or blinds else "bet"}[action]


def _no_limit(game, before, action):
    amounts = [[]]
    for chips in before:
        amounts.append([]) if chips == CHANCE else amounts[-1].append(int(chips))
    now, player, chips = amounts[-1], len(amounts[-1]) % 2, int(action)
    call = abs(sum(now[::2]) - sum(now[1::2]))
    left = game.stack - 1 - sum(sum(put[player::2]) for put in amounts)
    if chips == 0:
        return "fold" if call else "check"
    named = "call" if chips == call else f"raise by {chips - call}" if call else f"bet {chips}"
    return f"{named}, all-in" if chips == left else named


def _bluff(game, before, action):
    if action == "call":
        return "call the bluff"
    quantity, face = action.split("-")
    many = "" if quantity == "1" else "es" if face == "6" else "s"
    return f"bid {NUMBERS[quantity]} {FACES[face]}{many}"


# -- a hand ----------------------------------------------------------------------------------


def amount(game, paid):
    """Return what is won or lost, without a sign: "2 chips", "3,000 mbb", and in Bluff "the game" or "the round"."""
    if isinstance(game, bluff):
        return "the round" if game.rounds == "one" else "the game"
    if game.unit == "chips":
        return f"{abs(paid):g} chip{'' if abs(paid) == 1 else 's'}"
    return f"{abs(paid):,g} {game.unit.removesuffix('/g')}"


def told(hand, number):
    """Return a hand as a line, or several if the game has several rounds. Everything is told, also what nobody saw.

    Parameters
    ----------
    hand : Hand
    number : int
        Of the hand, from 1.

    Examples
    --------
    >>> from cfrlib.playing.record import Hand, Round
    >>> print(told(Hand((Round(kuhn(), 0, (1, 2), (), ("b", "p")),), 1.0), 1))
    Hand 1. Player 1 holds Q, Player 2 holds K. Player 1 bets (b), Player 2 folds (p). Player 1 wins 1 chip.
    """
    rounds, first = hand.rounds, hand.rounds[0].seat
    several = isinstance(rounds[0].game, bluff) and {rounds[0].game.subgame(winner) for winner in (0, 1)} != {None}
    titles = [f"Hand {number}, round {k}." if several else f"Hand {number}." for k in range(1, len(rounds) + 1)]
    return "\n".join(f"{title} {_told(round, first)}" for title, round in zip(titles, rounds, strict=True))


def _told(round, first):
    """Return a round in words; who sat in this seat at `first` is meant by the record's seat."""
    game, seats = round.game, (round.seat, 1 - round.seat) if first == 0 else (1 - round.seat, round.seat)
    names = {seats[0]: "Player 1", seats[1]: "Player 2"}
    held = {seat: game.outcomes(seat)[round.deal[seat]] for seat in (0, 1)}
    sentences = [[f"{names[seat]} holds {held[seat]}" for seat in seats], []]
    for k, action in enumerate(round.actions):
        node = game.node(round.actions[:k])
        if isinstance(node, Decision):
            sentences[-1].append(f"{names[node.player]} {words(game, round, k)} ({action})")
        else:
            sentences += [[f"Chance {words(game, round, k)}"], []]
    return " ".join(", ".join(parts) + "." for parts in [*sentences, *_end(round, names, held)] if parts)


def _end(round, names, held):
    game, table = round.game, Table(round.game)
    winner = table.winner(round)
    if isinstance(game, bluff):
        count, needed = table.dice(round)
        verdict = "the bid holds" if count >= needed else "it was a bluff"
        won = "the round" if table.after(winner) else amount(game, 1)
        return [f"Showdown: {count} of {sum(game.dice)} dice count", verdict], [f"{names[winner]} wins {won}"]
    won = "nobody wins" if winner is None else f"{names[winner]} wins {amount(game, table.pay(round))}"
    if not table.showdown(round):
        return ([won[0].upper() + won[1:]],)
    if winner is None:
        return ([f"Showdown: {held[0]} and {held[1]} are equal", won],)
    return ([f"Showdown: {held[winner]} beats {held[1 - winner]}", won],)
