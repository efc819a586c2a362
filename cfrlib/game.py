"""A game, described once.

Every game here has *observable actions*: what the players do is public, only chance is private. So a game is

- a **public tree**: action sequences, with a mark where public chance moves (a board card is turned);
- **private outcomes** of each player (cards or dice), all dealt at the root. What is dealt now and seen later is
  part of the outcome, and `key` says when it is seen;
- their **joint weight**: the probability that chance deals outcome i to player 0, j to player 1, and shows
  the public outcomes seen so far. Cards that exclude one another are zeros in this weight;
- a **class map**: which (public chance, private outcome) share an information set (`key`), and
  which information sets share a row of a solver's table because nothing can tell them apart (`row`);
- the **payoff** of each terminal, a function of the two real outcomes.

The rules of a game are a subclass of `Game` that says these five things. Everything else is derived: the
explicit tree that we draw and solve exactly, and the flat arrays that the fast solvers walk.

Players are 0 and 1; payoffs are to player 0 (the games are zero-sum). A solver checks that a game keeps to all this
(`cfrlib.games.checks`). A game with hidden actions is written down as an explicit tree instead: `cfrlib.tree`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cfrlib._util.draws import drawn

SMALL = 200
"""Information sets of a game that is evaluated on its explicit tree, without compiled code."""
CHANCE = "/"
"""The mark that stands in an action sequence where public chance moves."""


class Decision(NamedTuple):
    """A node of the public tree where `player` chooses one of `actions`."""

    player: int
    actions: tuple


class PublicChance(NamedTuple):
    """A node of the public tree where chance shows the next public outcome."""


class Terminal(NamedTuple):
    """A node of the public tree where the game is over."""


@dataclass(frozen=True)
class Comparison:
    """A payoff decided by comparing two numbers: a showdown, or a call of "liar".

    Player 0 gets `win` where ``strength[0][i] > strength[1][j]``, `tie` where they are equal, `lose` where less.
    Because only the order matters, it could be evaluated in O(n) instead of O(n^2) (Johanson et al. 2012, 3.2; see
    `cfrlib.textbook.terminals`). On the layout "tree" `cfrlib.CFR` does not do so: it sums over all pairs of `table`.

    Parameters
    ----------
    strength : pair of arrays, shapes (n0,) and (n1,)
        One number for each private outcome of player 0 and of player 1.
    win, lose, tie : float
        Payoffs to player 0, in the game's unit.
    """

    strength: tuple
    win: float
    lose: float
    tie: float = 0.0

    def table(self):
        """Return the payoffs as an array of shape (n0, n1)."""
        difference = np.subtract.outer(*self.strength)
        return np.select([difference > 0, difference < 0], [self.win, self.lose], self.tie)

    def entry(self, i, j):
        """Return one entry of that array, which is never made."""
        mine, theirs = self.strength[0][i], self.strength[1][j]
        return float(self.win if mine > theirs else self.lose if mine < theirs else self.tie)


class Game(ABC):
    """A two-player zero-sum game with observable actions.

    A subclass passes its parameters to ``super().__init__`` and defines `outcomes`, `weights`, `node`, `payoff` and,
    if it has public chance, `public_outcomes`. It redefines `key` where the players see less than
    their whole private outcome and all of public chance.

    Actions are strings. An action sequence is a tuple of them, with `CHANCE` where public chance moved; a public
    state is the pair (action sequence, public outcomes), the latter a tuple with one label for each `CHANCE` mark.
    """

    unit = "chips"
    layout = "tree"
    """Which engine solves it: "tree", which fits every game, "bids", "two_rounds" or "buckets"; see `cfrlib.engine`."""
    separator = ""
    """What stands between two actions of a round in a key."""

    def __init__(self, **parameters):
        self.parameters = parameters

    # -- what the rules of a game say -------------------------------------------------

    @abstractmethod
    def outcomes(self, player):
        """Return the labels of the private outcomes of `player`, a tuple of n strings."""

    @abstractmethod
    def weights(self, public):
        """Return the joint probability of the private outcomes and of the public outcomes `public`.

        Parameters
        ----------
        public : tuple of str
            Public outcomes so far, () at the start.

        Returns
        -------
        (n0, n1) float64 array
            Entry (i, j): the probability that chance deals i to player 0, j to player 1 and shows `public`. Sums to 1
            at the start, and the arrays of all continuations of `public` sum to the array of `public`.
        """

    @abstractmethod
    def node(self, actions):
        """Return what happens after the action sequence: a `Decision`, `PublicChance` or `Terminal`.

        It depends on the actions alone, never on chance: a player may see which actions are legal.
        """

    @abstractmethod
    def payoff(self, actions, public):
        """Return the payoff to player 0 at a terminal: a number, a `Comparison`, or an array that fits (n0, n1)."""

    def best_payoff(self, player, actions, public):
        """Return the most that `player` can get at a terminal that stands for a further game.

        Where a game goes on after what is modelled here, `payoff` is what the rest is worth when both follow a profile
        of it that is fixed, and this is what a best response to that profile earns. Best responses and
        exploitability use it, so they are those of the game as a whole.

        Returns
        -------
        number, Comparison or array
            As from `payoff`, but to `player`. None: no more than the payoff.
        """
        return None

    def public_outcomes(self, public):
        """Return the labels that public chance can show next, after the public outcomes `public`."""
        raise NotImplementedError(f"{self.name} has no public chance")

    def key(self, player, actions, public, outcome):
        """Return the name of an information set: a pair (what only `player` knows, what everybody knows).

        States of `player` after the same actions that have the same key are one information set. Actions are public, so
        no key may come after two different action sequences: a solver refuses such a game. The default shows the player
        the whole private outcome, all actions and all of public chance.

        Parameters
        ----------
        player : int
        actions : tuple of str
        public : tuple of str
        outcome : int
            Index of the private outcome of `player`.
        """
        return self.outcomes(player)[outcome], self.public_string(actions, public)

    def row(self, player, actions, public, outcome):
        """Return what identifies the row of a solver's table that this information set uses.

        By default one row for each information set. A game may let information sets share one where nothing that can
        still happen tells them apart (lossless merging); the tree that is drawn never does.
        """
        return self.key(player, actions, public, outcome)

    def canonical(self, key):
        """Return the spelling of `key` under which profiles store it."""
        return key

    # -- derived ---------------------------------------------------------------------

    @property
    def name(self):
        """The name of the game in `cfrlib.games`."""
        return type(self).__name__

    def __repr__(self):
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.parameters.items())})"

    def __eq__(self, other):
        return type(self) is type(other) and self.parameters == other.parameters

    def __hash__(self):
        return hash(repr(self))

    def public_string(self, actions, public):
        """Return the public part of a key, such as "rc/Ks:r": actions by round, each board before its round."""
        rounds = [[]]
        for action in actions:
            if action == CHANCE:
                rounds.append([])
            else:
                rounds[-1].append(action)
        first, *later = (self.separator.join(r) for r in rounds)
        return first + "".join(f"/{shown}:{text}" for shown, text in zip(public, later, strict=True))

    def action_sequences(self):
        """Yield (actions, node) for every node of the tree of actions, parents first."""
        stack = [()]
        while stack:
            actions = stack.pop()
            node = self.node(actions)
            yield actions, node
            if isinstance(node, Decision):
                stack.extend((*actions, a) for a in reversed(node.actions))
            elif isinstance(node, PublicChance):
                stack.append((*actions, CHANCE))

    def public_sequences(self, length):
        """Yield every tuple of `length` public outcomes that has a positive probability."""
        if length == 0:
            yield ()
            return
        for public in self.public_sequences(length - 1):
            for shown in self.public_outcomes(public):
                if self.weights((*public, shown)).any():
                    yield (*public, shown)

    def payoff_table(self, actions, public):
        """Return the payoffs to player 0 at a terminal as an array of shape (n0, n1)."""
        return self._table(self.payoff(actions, public))

    def best_payoff_table(self, player, actions, public):
        """Return what `player` can get at a terminal by best play in what follows, as an array of shape (n0, n1)."""
        best = self.best_payoff(player, actions, public)
        if best is None:
            return self.payoff_table(actions, public) * (1 if player == 0 else -1)
        return self._table(best)

    def _table(self, payoff):
        if isinstance(payoff, Comparison):
            payoff = payoff.table()
        return np.broadcast_to(payoff, (len(self.outcomes(0)), len(self.outcomes(1))))

    def keys(self, actions):
        """Return the keys of all information sets at a decision, in the order of public chance and outcomes."""
        player = self.node(actions).player
        found = {}
        for public in self.public_sequences(actions.count(CHANCE)):
            for outcome in np.flatnonzero(self.weights(public).any(axis=1 - player)):
                found[self.key(player, actions, public, int(outcome))] = None
        return list(found)

    def num_keys(self, actions):
        """Return the number of information sets at a decision. Games whose tables are large give it by formula."""
        return len(self.keys(actions))

    @cached_property
    def _sizes(self):
        counts = [
            (self.num_keys(actions), len(node.actions))
            for actions, node in self.action_sequences()
            if isinstance(node, Decision)
        ]
        return sum(n for n, _ in counts), sum(n * k for n, k in counts)

    @property
    def num_infosets(self):
        """Number of information sets of both players."""
        return self._sizes[0]

    @property
    def num_infoset_actions(self):
        """Number of (information set, action) pairs of both players: the entries of a table of regrets."""
        return self._sizes[1]

    @property
    def small(self):
        """Whether its profiles are evaluated on its explicit tree, without compiled code."""
        return self.num_infosets <= SMALL

    # -- at a table ------------------------------------------------------------------

    abstract = False
    """Whether players see buckets in place of cards; such a game cannot be dealt."""
    match_table = "any_table"
    """Where hands of two strategies are played: a module of `cfrlib.matches`."""

    @cached_property
    def num_shown(self):
        """How many public outcomes chance shows at most."""
        return max(actions.count(CHANCE) for actions, _ in self.action_sequences())

    def deal(self, rng):
        """Return private outcomes, (i, j), and all public ones that may be shown, with the probability `weight`."""
        i, j = divmod(drawn(self._running_weights, rng), len(self.outcomes(1)))
        public = ()
        for _ in range(self.num_shown):
            choices = self.public_outcomes(public)
            chances = [self.weight((i, j), (*public, choice)) for choice in choices]
            public = (*public, choices[drawn(np.cumsum(chances), rng)])
        return (i, j), public

    @cached_property
    def _running_weights(self):
        return np.cumsum(self.weights(()))

    def weight(self, deal, public):
        """Return one entry of `weights`."""
        return self.weights(public)[deal]

    def possible(self, deal, public):
        """Return whether chance can deal these private outcomes, and show all of that until the end."""
        shown = len(public) == self.num_shown
        shown = shown and all(one in self.public_outcomes(public[:k]) for k, one in enumerate(public))
        return shown and bool(self.weight(deal, public) > 0)

    def paid(self, actions, public, deal):
        """Return what player 0 gets at a terminal with these private outcomes."""
        return self._entry(self.payoff(actions, public), deal)

    def best_paid(self, player, actions, public, deal):
        """Return what `player` can get there by best play in what follows; see `best_payoff`."""
        best = self.best_payoff(player, actions, public)
        if best is None:
            return self.paid(actions, public, deal) * (1 if player == 0 else -1)
        return self._entry(best, deal)

    def _entry(self, payoff, deal):
        return payoff.entry(*deal) if isinstance(payoff, Comparison) else float(self._table(payoff)[deal])

    def winner(self, actions, public, deal):
        """Return who wins at a terminal: 0, 1, or None if nobody does."""
        paid = self.paid(actions, public, deal)
        return None if paid == 0 else int(paid < 0)

    def shows_hands(self, actions, public):
        """Return whether the private outcomes are shown at a terminal: whether they decide what it pays."""
        payoff = self.payoff(actions, public)
        return isinstance(payoff, Comparison) or np.ndim(payoff) > 0

    def subgame(self, winner):
        """Return the game that follows after this one if `winner` wins, who is player 0 in it; None if none does."""
        return None

    @property
    def chain(self):
        """This game and all that may follow, each once: most games stand alone."""
        found = [self]
        for game in found:
            for following in map(game.subgame, (0, 1)):
                if following is not None and following not in found:
                    found.append(following)
        return found

    # -- in words and pictures -------------------------------------------------------

    holds = "cards"
    """What a player holds: "cards" or "dice"."""
    grid = ()
    """Rows of actions that always stay in sight: first what stands to the left of the others; () if none do."""
    key_note = ""
    """A sentence for whoever reads the keys of its information sets."""

    def action_words(self, before, action):
        """Return what an action is called after the actions before it: "check", "raise by 4", "bid three fives"."""
        return f"play {action}"

    def amount(self, paid):
        """Return what is won or lost, without a sign: "2 chips", "3,000 mbb", and in Bluff "the game"."""
        if self.unit == "chips":
            return f"{abs(paid):g} chip{'' if abs(paid) == 1 else 's'}"
        return f"{abs(paid):,g} {self.unit.removesuffix('/g')}"

    def verdict(self, actions, deal):
        """Return what a showdown comes to, if it is more than who wins, and what follows from it: two texts, or ()."""
        return ()

    def counting(self, player, actions, outcome):
        """Return which dice of a private outcome count at a showdown, a list of bool; () where it is shown whole."""
        return ()
