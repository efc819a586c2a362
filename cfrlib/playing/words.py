"""Words for what is done at a table: a hand as it would be told, by what each game calls its actions."""

import re

from cfrlib.game import CHANCE, Decision


def words(round, k):
    """Return what happened in place k of a round, without who: "checks", "bets 3", or "shows Ks" of public chance."""
    before, action = round.actions[:k], round.actions[k]
    if action == CHANCE:
        return f"shows {round.public[before.count(CHANCE)]}"
    return re.sub(r"^\w+", r"\g<0>s", round.table.phrase(before, action))


def happened(round):
    """Return what has happened in a round, in order, a list of (who, what).

    Who is "person" or "machine", and what an action; or "chance" and a public outcome.
    """
    public, events = iter(round.public), []
    for k, action in enumerate(round.actions):
        node = round.game.node(round.actions[:k])
        if isinstance(node, Decision):
            events.append(("person" if node.player == round.seat else "machine", action))
        else:
            events.append(("chance", next(public)))
    return events
