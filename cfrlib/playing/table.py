"""A table: hands of any game are dealt, played by the rules and paid, one at a time, and put into words."""

import re
from dataclasses import replace

from cfrlib._util.arguments import said
from cfrlib.game import CHANCE, Decision, Game, PublicChance
from cfrlib.games import checks, matrix
from cfrlib.playing.trees import kind_of
from cfrlib.tree import Tree, unroll
from cfrlib.tree.checks import complete


def check_game(game):
    """Raise ValueError unless hands of this can be dealt."""
    if isinstance(game, matrix | Tree):
        complete(unroll(game))
    elif checks.check_game(game) or game.abstract:
        raise ValueError(
            f"game={game!r}: real cards are dealt here; it takes cfrlib.games.holdem() without buckets, of which "
            "cfrlib.engine.buckets.lifting.lifted_profile makes a profile"
        )


class Play:
    """A hand in progress. Public chance moves at once, and so does the next round begin.

    `deals` gets a game and how many rounds went before; it returns what `cfrlib.games.at_table.Table.deal` does.
    `round` is the one in progress, or the last one, `rounds` are those that are over, and `paid` is what the person
    gets once the hand is over.
    """

    def __init__(self, game, seat, deals):
        self.rounds, self.paid, self._deals = (), None, deals
        self._begin(game, seat)

    @property
    def node(self):
        """What happens now: a `Decision`, or a `Terminal` when the hand is over."""
        return self.round.node()

    def act(self, action):
        """Let whoever is to move do this; raise ValueError if it cannot be done now."""
        legal = self.node.actions if isinstance(self.node, Decision) else ()
        if not isinstance(action, str) or action not in legal:
            takes = f"it takes one of {', '.join(map(repr, legal))}" if legal else "the hand is over"
            raise ValueError(f"action={said(action)}: {takes}")
        self._add(action)
        self._settle()

    def _begin(self, game, seat):
        self.round = kind_of(game)(game, seat, *self._deals(game, len(self.rounds)))
        self._settle()

    def _add(self, action):
        self.round = replace(self.round, actions=(*self.round.actions, action))

    def _settle(self):
        while isinstance(self.node, PublicChance):
            self._add(self.round.by_chance())
        if isinstance(self.node, Decision):
            return
        self.rounds = (*self.rounds, self.round)
        seat, following = self.round.seat, self.round.following
        if following is None:
            self.paid = self.round.pay() * (1 if seat == 0 else -1)
        else:
            self._begin(following, 0 if self.round.winner == seat else 1)


def words(round, k):
    """Return what happened in place k of a round, without who: "checks", "bets 3", or "shows Ks" of public chance."""
    before, action = round.actions[:k], round.actions[k]
    if action == CHANCE:
        return f"shows {round.public[before.count(CHANCE)]}"
    return re.sub(r"^\w+", r"\g<0>s", round.table.phrase(before, action))


def happened(round):
    """Return what has happened in a round, in order, a list of (who, what).

    Who is "person" or "machine", and what an action; or "chance" and a public outcome. In a tree moves may be hidden:
    what others did is told when it is over.
    """
    events = []
    for k, what in enumerate(round.history[len(round.history) - len(round.actions) :]):
        node = round.node(round.actions[:k])
        who = "chance" if isinstance(node, PublicChance) else "person" if node.player == round.seat else "machine"
        events.append((who, what))
    return [event for event in events if told(round, event[0] == "person")]


def told(round, own):
    """Return whether a person may be told of an action: of their own always, of another in a tree at the end."""
    return own or round.over or isinstance(round.game, Game)
