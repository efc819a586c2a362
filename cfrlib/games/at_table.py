"""A game at a table: how a hand of it is dealt and paid, and what is said and shown of it. A game that has words of its
own, or a quicker way to deal, says so in a class beside its rules, which is its `table`."""

from functools import cached_property

import numpy as np

from cfrlib._util.built import derived
from cfrlib._util.samples import drawn
from cfrlib.game import CHANCE, Comparison
from cfrlib.games.overrides import made_from, own_rules


class Table:
    """Any game at a table."""

    matches = "any_game"
    """Where hands of two strategies are played: a module of `cfrlib.matches`."""
    holds = "cards"
    """What a player holds, for pictures: cards or dice."""
    grid = ()
    """Actions that stay in sight whether they can be taken or not: those to the left, then the others, row by row."""
    stack = None
    """What each player has before a hand; None where nobody can run out of chips."""
    laid = ()
    """Cards that lie on the table before anybody acts."""
    turned = "{} is turned over"
    """What is said of public chance."""
    key_note = ""
    """A sentence for whoever reads the keys of information sets."""
    by_heart = False
    """Whether it deals or pays by what it knows of the rules, and asks the game only for its words."""

    def __init__(self, game):
        self.game = game

    @property
    def name(self):
        """What the game is called."""
        return self.game.name

    @cached_property
    def shown(self):
        """How many public outcomes chance shows at most."""
        return max(actions.count(CHANCE) for actions, _ in self.game.action_sequences())

    def deal(self, rng):
        """Return the private outcomes of both players, (i, j), and all public ones that may be shown, a tuple.

        They come with the probability `weight`.
        """
        i, j = divmod(drawn(self._running, rng), len(self.game.outcomes(1)))
        public = ()
        for _ in range(self.shown):
            choices = self.game.public_outcomes(public)
            chances = [self.weight((i, j), (*public, choice)) for choice in choices]
            public = (*public, choices[drawn(np.cumsum(chances), rng)])
        return (i, j), public

    @cached_property
    def _running(self):
        return np.cumsum(self.game.weights(()))

    def weight(self, deal, public):
        """Return how likely chance deals these private outcomes and shows these public ones; see `Game.weights`."""
        return self.game.weights(public)[deal]

    def possible(self, deal, public):
        """Return whether chance can deal this, and show all of that."""
        shown = len(public) == self.shown
        shown = shown and all(one in self.game.public_outcomes(public[:k]) for k, one in enumerate(public))
        return shown and bool(self.weight(deal, public) > 0)

    def paid(self, actions, public, deal):
        """Return what player 0 gets at a terminal with these private outcomes."""
        return self._entry(self.game.payoff(actions, public), deal)

    def best_paid(self, player, actions, public, deal):
        """Return what a player can get there by best play in what follows; see `Game.best_payoff`."""
        best = self.game.best_payoff(player, actions, public)
        return self.paid(actions, public, deal) * (1, -1)[player] if best is None else self._entry(best, deal)

    def _entry(self, payoff, deal):
        if isinstance(payoff, Comparison):  # without its table, which is large in hold'em
            mine, theirs = (strength[k] for strength, k in zip(payoff.strength, deal, strict=True))
            return float(payoff.win if mine > theirs else payoff.lose if mine < theirs else payoff.tie)
        return float(np.broadcast_to(payoff, [len(self.game.outcomes(player)) for player in (0, 1)])[deal])

    def staked(self, actions):
        """Return what each player has put into the pot after these actions, in the game's unit; None without a pot."""
        return None

    def winner(self, actions, public, deal):
        """Return who wins at a terminal: 0, 1, or None if nobody does."""
        paid = self.paid(actions, public, deal)
        return None if paid == 0 else int(paid < 0)

    def showdown(self, actions, public):
        """Return whether the private outcomes are shown at a terminal: whether they decide what is paid."""
        payoff = self.game.payoff(actions, public)
        return isinstance(payoff, Comparison) or np.ndim(payoff) > 0

    def phrase(self, before, action):
        """Return what an action after others is called: "check", "call", "raise by 4", "bid three fives"."""
        return f"play {action}"

    def amount(self, paid):
        """Return what is won or lost, without a sign: "2 chips", "3,000 mbb", and in Bluff "the game"."""
        unit = self.game.unit.removesuffix("/g")
        return f"{abs(paid):,g} {unit.removesuffix('s') if abs(paid) == 1 else unit}"

    def verdict(self, actions, deal):
        """Return what a showdown finds, and what follows, if there is more to say than whose hand wins: two texts."""
        return ()

    def counting(self, player, actions, outcome):
        """Return which of the dice that a player holds count for what was called, a list of bool; () before a call."""
        return ()


@derived
def table_of(game):
    """Return a checked game at a table: the same object at every call with the same game.

    A table of ours does not know actions of one's own, and one that plays by heart no rule at all.
    """
    kind, own = game.table or Table, own_rules(game)
    inherited = game.table is made_from(game).table
    return (Table if inherited and ("node" in own or (own and kind.by_heart)) else kind)(game)
