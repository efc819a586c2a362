"""Words for what is done at a table: a hand as it would be told, by what each game calls its actions."""

import re

from cfrlib.game import CHANCE, Decision


def words(round, k):
    """Return what happened in place k of a round, after the name of who did it: "checks", "bets 3", or "shows Ks".

    Parameters
    ----------
    round : Round
    k : int
        Of ``round.actions``; where public chance moved, it is chance who "shows".
    """
    before, action = round.actions[:k], round.actions[k]
    if action == CHANCE:
        return f"shows {round.public[before.count(CHANCE)]}"
    return re.sub(r"^\w+", r"\g<0>s", round.table.phrase(before, action))


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


# -- a hand ----------------------------------------------------------------------------------


def told(hand, number):
    """Return a hand as a line, or several if the game has several rounds. Everything is told, also what nobody saw.

    Parameters
    ----------
    hand : Hand
    number : int
        Of the hand, from 1.

    Examples
    --------
    >>> from cfrlib.games import kuhn
    >>> from cfrlib.playing.record import Hand, Round
    >>> print(told(Hand((Round(kuhn(), 0, (1, 2), (), ("b", "p")),), 1.0), 1))
    Hand 1. Player 1 holds Q, Player 2 holds K. Player 1 bets (b), Player 2 folds (p). Player 1 wins 1 chip.
    """
    rounds, first = hand.rounds, hand.rounds[0].seat
    several = len(rounds[0].game.chain) > 1
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
            sentences[-1].append(f"{names[node.player]} {words(round, k)} ({action})")
        else:
            sentences += [[f"Chance {words(round, k)}"], []]
    return " ".join(", ".join(parts) + "." for parts in [*sentences, *_end(round, names, held)] if parts)


def _end(round, names, held):
    table, winner = round.table, round.winner
    verdict = table.verdict(round.actions, round.deal)
    won = "the round" if round.following is not None else table.amount(round.pay())
    won = "nobody wins" if winner is None else f"{names[winner]} wins {won}"
    if verdict:
        return [f"Showdown: {verdict[0]}", verdict[1]], [won]
    if not round.showdown:
        return ([won[0].upper() + won[1:]],)
    if winner is None:
        return ([f"Showdown: {held[0]} and {held[1]} are equal", won],)
    return ([f"Showdown: {held[winner]} beats {held[1 - winner]}", won],)
