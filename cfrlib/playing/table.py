"""A table: hands of any game are dealt, played by the rules and paid, one at a time."""

from dataclasses import replace

import numpy as np

from cfrlib._util.arguments import said
from cfrlib.cards.deck import FLOP, HOLE, number
from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit
from cfrlib.playing.record import Round

SHOWN = {kuhn: 0, leduc: 1, leduc_no_limit: 1, bluff: 0, holdem: 1}
"""How many public outcomes chance shows at most. Of any other game all sequences of actions are looked at."""


class Table:
    """Where a game is dealt and paid.

    Parameters
    ----------
    game : Game
        Hold'em in two rounds with all its cards, not under buckets.

    Raises
    ------
    ValueError
        If it is no game of this kind.
    """

    def __init__(self, game):
        if not isinstance(game, Game):
            raise ValueError(f"game={game!r}: it takes a Game, such as cfrlib.games.leduc()")
        if game.layout == "buckets":
            raise ValueError(
                f"game={game!r}: real cards are dealt here; it takes cfrlib.games.holdem() without buckets, of which "
                "cfrlib.engine.buckets.lifting.lifted_profile makes a profile"
            )
        self.game = game
        self.shown = SHOWN[type(game)] if type(game) in SHOWN else _most_shown(game)
        self._nodes, self._weights, self._upto, self._payoffs, self._next = {}, {}, None, {}, {}

    def node(self, actions):
        """Return what happens after these actions; see `Game.node`."""
        if actions not in self._nodes:
            self._nodes[actions] = self.game.node(actions)
        return self._nodes[actions]

    # -- dealing ---------------------------------------------------------------------

    def deal(self, rng):
        """Return the private outcomes of both players, (i, j), and all public ones that may be shown, a tuple.

        They come with the probability ``game.weights(public)[i, j]``.
        """
        if self.game.layout == "two_rounds":
            deck = self.game.deck
            cards = rng.permutation(deck.cards)[: 2 * HOLE + FLOP].tolist()
            return (int(number(cards[:2])), int(number(cards[2:4]))), (deck.label(cards[4:]),)
        weights = self._joint(())
        if self._upto is None:
            self._upto = np.cumsum(weights)
        i, j = np.unravel_index(_place(self._upto, rng), weights.shape)
        public = ()
        for _ in range(self.shown):
            choices = self.game.public_outcomes(public)
            chances = [self._joint((*public, choice))[i, j] for choice in choices]
            public = (*public, choices[drawn(chances, rng)])
        return (int(i), int(j)), public

    def possible(self, deal, public):
        """Return whether chance can deal this, and show all of that."""
        if len(public) != self.shown:
            return False
        if not all(outcome in self.game.public_outcomes(public[:k]) for k, outcome in enumerate(public)):
            return False
        if self.game.layout != "two_rounds":
            return bool(self._joint(public)[deal] > 0)
        deck = self.game.deck
        return len({*deck.hands[list(deal)].flat, *deck.parse(public[0], FLOP)}) == 2 * HOLE + FLOP

    def _joint(self, public):
        if public not in self._weights:
            self._weights[public] = self.game.weights(public)
        return self._weights[public]

    # -- paying ----------------------------------------------------------------------

    def pay(self, round):
        """Return what player 0 gets for a round. Where a further round follows, it is what that is worth to them.

        Raises
        ------
        ValueError
            If the round is not over.
        """
        if not isinstance(self.node(round.actions), Terminal):
            raise ValueError(f"round={round!r}: it takes a round that is over")
        if isinstance(self.game, bluff):
            return self.game.leaf(self.winner(round)).value
        return self.paid(round.actions, round.shown(), round.deal)

    def paid(self, actions, public, deal):
        """Return what player 0 gets at a terminal with these private outcomes."""
        payoff, (i, j) = self._payoff(actions, public), deal
        if isinstance(payoff, Comparison):
            mine, theirs = payoff.strength[0][i], payoff.strength[1][j]
            return float(payoff.win if mine > theirs else payoff.lose if mine < theirs else payoff.tie)
        shape = len(self.game.outcomes(0)), len(self.game.outcomes(1))
        return float(np.broadcast_to(payoff, shape)[i, j])

    def winner(self, round):
        """Return who wins a round that is over: 0, 1, or None if nobody does."""
        if isinstance(self.game, bluff):  # what the next round is worth does not matter, so it need not be solved
            count, needed = self.dice(round)
            bidder = len(round.actions) % 2
            return bidder if count >= needed else 1 - bidder
        paid = self.pay(round)
        return None if paid == 0 else int(paid < 0)

    def dice(self, round):
        """Return how many dice count for the bid that was called, and how many it said."""
        bid = self.game.bids.index(round.actions[-2])
        count = sum(self.game.roll_counts(player)[round.deal[player], bid] for player in (0, 1))
        return int(count), int(self.game.quantities[bid])

    def showdown(self, round):
        """Return whether a round ends with the private outcomes shown: whether they decide what is paid."""
        if not isinstance(self.node(round.actions), Terminal):
            return False
        if isinstance(self.game, bluff):
            return True
        payoff = self._payoff(round.actions, round.shown())
        return isinstance(payoff, Comparison) or np.ndim(payoff) > 0

    def after(self, winner):
        """Return the table of the next round if this player wins, who is player 0 in it; None after the last round."""
        if winner not in self._next:
            game = self.game.subgame(winner) if isinstance(self.game, bluff) else None
            self._next[winner] = None if game is None else Table(game)
        return self._next[winner]

    def _payoff(self, actions, public):
        if self.game.layout == "two_rounds":  # too many to keep
            return self.game.payoff(actions, public)
        if (actions, public) not in self._payoffs:
            self._payoffs[actions, public] = self.game.payoff(actions, public)
        return self._payoffs[actions, public]


class Play:
    """A hand in progress. Public chance moves at once, and so does the next round begin.

    Parameters
    ----------
    table : Table
    seat : {0, 1}
        The person's in the first round.
    deals : callable
        Gets a table and how many rounds went before; returns what `Table.deal` does.

    Attributes
    ----------
    round : Round
        In progress, or the last one.
    rounds : tuple of Round
        That are over.
    paid : float or None
        To the person, once the hand is over.
    """

    def __init__(self, table, seat, deals):
        self.rounds, self.paid, self._deals = (), None, deals
        self._begin(table, seat)

    @property
    def node(self):
        """What happens now: a `Decision`, or a `Terminal` when the hand is over."""
        return self.table.node(self.round.actions)

    def act(self, action):
        """Let whoever is to move do this.

        Raises
        ------
        ValueError
            If that cannot be done now.
        """
        legal = self.node.actions if isinstance(self.node, Decision) else ()
        if not isinstance(action, str) or action not in legal:
            takes = f"it takes one of {', '.join(map(repr, legal))}" if legal else "the hand is over"
            raise ValueError(f"action={said(action)}: {takes}")
        self._add(action)
        self._settle()

    def _begin(self, table, seat):
        self.table = table
        self.round = Round(table.game, seat, *self._deals(table, len(self.rounds)))
        self._settle()

    def _add(self, action):
        self.round = replace(self.round, actions=(*self.round.actions, action))

    def _settle(self):
        while isinstance(self.node, PublicChance):
            self._add(CHANCE)
        if isinstance(self.node, Decision):
            return
        self.rounds = (*self.rounds, self.round)
        winner, seat = self.table.winner(self.round), self.round.seat
        following = self.table.after(winner)
        if following is None:
            self.paid = self.table.pay(self.round) * (1 if seat == 0 else -1)
        else:
            self._begin(following, 0 if winner == seat else 1)


def _most_shown(game):
    return max(actions.count(CHANCE) for actions, _ in game.action_sequences())


def drawn(weights, rng):
    """Return a place, drawn in proportion to weights."""
    return _place(np.cumsum(weights), rng)


def _place(upto, rng):
    return int(np.searchsorted(upto, rng.random() * upto[-1], side="right"))
