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

A subclass of `Game` says these five things; all else is derived. Players are 0 and 1; payoffs are to player 0 (the
games are zero-sum). A solver checks that a game keeps to all this (`cfrlib.games.checks`). A game with hidden actions
is written down as an explicit tree instead: `cfrlib.tree`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cfrlib._util.built import Built

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

SMALL = 200
"""Information sets of a game that is evaluated on its explicit tree, without compiled code."""
CHANCE = "/"
"""The mark that stands in an action sequence where public chance moves; `cfrlib.CHANCE`. In an explicit tree chance
is a player, whose number is `cfrlib.tree.CHANCE`."""
CARDS = 52
"""The most cards that a deck has; see `Game.removal`."""
LONGEST = 1000
"""Actions in a row after which a game is said never to end. Ours have some 50 at most."""


class Decision(NamedTuple):
    """A node of the public tree where `player` chooses one of `actions`.

    Parameters
    ----------
    player : int
        Who moves: 0 or 1.
    actions : tuple of str
        What he can do, at least one action.
    """

    player: int
    actions: tuple[str, ...]


class PublicChance(NamedTuple):
    """A node of the public tree where chance shows the next public outcome."""


class Terminal(NamedTuple):
    """A node of the public tree where the game is over."""


@dataclass(frozen=True)
class Comparison:
    """A payoff decided by comparing two numbers: a showdown, or a call of "liar".

    Player 0 gets `win` where ``strength[0][i] > strength[1][j]``, `tie` where they are equal, `lose` where less. Only
    the order matters, so it can be evaluated in O(n) instead of O(n^2): see `cfrlib.textbook.terminals`.

    Parameters
    ----------
    strength : pair of arrays, shapes (n0,) and (n1,)
        One number for each private outcome of player 0 and of player 1.
    win, lose, tie : float
        Payoffs to player 0, in the game's unit.

    Examples
    --------
    The higher of two cards wins one chip:

    >>> Comparison(([0, 1], [0, 1]), win=1, lose=-1).table().tolist()
    [[0.0, -1.0], [1.0, 0.0]]
    """

    strength: tuple[ArrayLike, ArrayLike]
    win: float
    lose: float
    tie: float = 0.0

    def table(self) -> np.ndarray:
        """Return the payoffs as an array.

        Returns
        -------
        (n0, n1) array
            Entry (i, j): the payoff to player 0 with the outcomes i and j, in the game's unit.
        """
        difference = np.subtract.outer(*self.strength)
        return np.select([difference > 0, difference < 0], [self.win, self.lose], self.tie)


def by_round(actions):
    """Return the actions of each betting round, lists."""
    rounds = [[]]
    for action in actions:
        if action == CHANCE:
            rounds.append([])
        else:
            rounds[-1].append(action)
    return rounds


class Endless(ValueError):
    """The rules of a game go on and on."""


class Game(Built):
    """A two-player zero-sum game with observable actions.

    A subclass passes its parameters to ``super().__init__`` and defines `outcomes`, `weights`, `node`, `payoff` and,
    if it has public chance, `public_outcomes`. It redefines `key` where the players see less than their whole private
    outcome and all of public chance. An action sequence is a tuple of str, with `CHANCE` where public chance moved;
    the public outcomes on the way are a tuple with one label for each such mark.

    Parameters
    ----------
    **parameters : object
        What the constructor of the subclass takes. Two games of one class with equal parameters are equal. They are
        kept as copies that nobody can change, and so is what the game calls by the same names: while a constructor
        runs, it may set anything, and later only what begins with "_", or a method that overrides a rule of the game.

    Examples
    --------
    Both players get 0 or 1, and the higher one wins a chip; player 0 may pass or bet another one:

    >>> class High(Game):
    ...     def outcomes(self, player):
    ...         return "0", "1"
    ...     def weights(self, public):
    ...         return np.full((2, 2), 1 / 4)
    ...     def node(self, actions):
    ...         return Terminal() if actions else Decision(0, ("pass", "bet"))
    ...     def payoff(self, actions, public):
    ...         stake = 2 if actions == ("bet",) else 1
    ...         return Comparison(([0, 1], [0, 1]), win=stake, lose=-stake)
    >>> High().num_infosets, High().num_infoset_actions
    (2, 4)
    """

    unit = "chips"
    """What payoffs are counted in."""
    layout = "tree"
    """Which engine solves it: "tree", which fits every game, "bids", "two_rounds" or "buckets", or the name of a module
    with one of your own; see `cfrlib.engine`."""
    isomorphic = False
    """Whether public outcomes that differ in the names of suits only have the same information sets: each stands for
    all. Then the private part of a key names all that only this player knows."""
    separator = ""
    """What stands between two actions of a round in a key."""
    table: type | None = None
    """How it is dealt, played and told: a `cfrlib.games.at_table.Table`, if it has one of its own."""

    def __init__(self, **parameters: Any) -> None:
        self.parameters = parameters

    @abstractmethod
    def outcomes(self, player: int) -> tuple[str, ...]:
        """Return the labels of the private outcomes of a player.

        Parameters
        ----------
        player : int
            Of whom: 0 or 1.

        Returns
        -------
        tuple of str
            All n of them; an outcome is spoken of by its place in this tuple.
        """

    @abstractmethod
    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        """Return how likely chance deals each pair of private outcomes and shows the public outcomes `public`.

        Parameters
        ----------
        public : tuple of str
            Public outcomes so far, () at the start.

        Returns
        -------
        (n0, n1) float64 array
            Probabilities: they sum to 1 at the start, and those of all that may be shown next to those of `public`.
        """

    def removal(self, public: tuple[str, ...]) -> tuple[tuple[np.ndarray, np.ndarray], ...] | None:
        """Return what says as much as `weights` where private outcomes are hands of two cards; by default nothing.

        Then all terminals that are decided by one number or a `Comparison` are evaluated in O(n), with no matrix.

        Parameters
        ----------
        public : tuple of str
            Public outcomes so far, () at the start.

        Returns
        -------
        pair of pairs of arrays, or None
            For each player the cards of his private outcomes, (n, 2) int, all below `CARDS`, and their shares, (n,)
            float64. The weight of two outcomes is the product of their shares, or 0 if they have a card in common.
        """
        return None

    @abstractmethod
    def node(self, actions: tuple[str, ...]) -> Decision | PublicChance | Terminal:
        """Return what happens after an action sequence, never depending on chance: players see which actions are legal.

        Parameters
        ----------
        actions : tuple of str
            The action sequence, () at the start.

        Returns
        -------
        Decision, PublicChance or Terminal
            Whose turn it is, if anybody's.
        """

    @abstractmethod
    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison | np.ndarray:
        """Return the payoff to player 0 at a terminal.

        Parameters
        ----------
        actions, public : tuple of str
            The action sequence that leads to the terminal, and the public outcomes on the way.

        Returns
        -------
        float, Comparison or array
            In the game's unit: one number for all private outcomes, what decides between them, or an array that fits
            (n0, n1).
        """

    def best_payoff(
        self, player: int, actions: tuple[str, ...], public: tuple[str, ...]
    ) -> float | Comparison | np.ndarray | None:
        """Return the most that `player` can get at a terminal that stands for a further game.

        There `payoff` is what the rest is worth when both follow a fixed profile of it, and this is what a best
        response to that profile earns. So best responses and exploitability are those of the game as a whole.

        Parameters
        ----------
        player : int
            Who responds: 0 or 1.
        actions, public : tuple of str
            The action sequence that leads to the terminal, and the public outcomes on the way.

        Returns
        -------
        float, Comparison, array or None
            As from `payoff`, but to `player`. None: no more than the payoff.
        """
        return None

    def following(self, winner: int) -> Game | None:
        """Return the game that follows after this one.

        Parameters
        ----------
        winner : int
            Who has won this one: 0 or 1. He is player 0 of the next.

        Returns
        -------
        Game or None
            The same at each call; None if nothing follows, as after most games.
        """
        return None

    def public_outcomes(self, public: tuple[str, ...]) -> tuple[str, ...]:
        """Return the labels that public chance can show next.

        Parameters
        ----------
        public : tuple of str
            The public outcomes so far.

        Returns
        -------
        tuple of str
            Those whose `weights` are all 0 cannot be shown.

        Raises
        ------
        NotImplementedError
            If the game has no public chance.
        """
        raise NotImplementedError(f"{self.name} has no public chance")

    def key(self, player: int, actions: tuple[str, ...], public: tuple[str, ...], outcome: int) -> tuple[str, str]:
        """Return the name of an information set: a pair (what only `player` knows, what everybody knows).

        States of `player` that have the same key are one information set. Actions are public, so no key may come after
        two different action sequences: a solver refuses such a game. The default shows all that there is to see.

        Parameters
        ----------
        player : int
            Who decides: 0 or 1.
        actions, public : tuple of str
            The action sequence that leads to the decision, and the public outcomes on the way.
        outcome : int
            Index of the private outcome of `player`.

        Returns
        -------
        pair of str
            The private and the public part, such as ``("Q", "pb")``.
        """
        return self.outcomes(player)[outcome], self.public_string(actions, public)

    def row(self, player: int, actions: tuple[str, ...], public: tuple[str, ...], outcome: int) -> Hashable:
        """Return what identifies the row of a solver's table that this information set uses.

        By default each has its own. They may share one where nothing that can still happen tells them apart (lossless
        merging). Nobody checks that nothing is lost: what a solver of such a game converges to is labelled *unknown*.
        Outcomes that nothing at all can tell apart, as suits in Leduc, need no row: walks that draw nothing find them.

        Parameters
        ----------
        player : int
            Who decides: 0 or 1.
        actions, public : tuple of str
            The action sequence that leads to the decision, and the public outcomes on the way.
        outcome : int
            Index of the private outcome of `player`.

        Returns
        -------
        hashable
            The same for all information sets that share a row.
        """
        return self.key(player, actions, public, outcome)

    def canonical(self, key: tuple[str, str]) -> tuple[str, str]:
        """Return the spelling of a key under which profiles store it.

        Parameters
        ----------
        key : pair of str
            The key as a user writes it.

        Returns
        -------
        pair of str
            The key as `key` gives it; by default nothing changes.
        """
        return key

    @property
    def name(self) -> str:
        """The name of the game in `cfrlib.games`."""
        return type(self).__name__

    @property
    def abstract(self) -> bool:
        """Whether players see buckets in place of what is dealt."""
        return False

    @property
    def small(self) -> bool:
        """Whether its profiles are evaluated on its explicit tree, without compiled code."""
        return self.num_infosets <= SMALL

    @property
    def chain(self) -> list[Game]:
        """This game and all that may follow, each once."""
        chain = [self]
        for game in chain:
            if len(chain) > LONGEST:
                raise Endless(f"game={self!r}: it never ends: more than {LONGEST:,} games follow one another")
            for following in map(game.following, (0, 1)):
                if following is not None and following not in chain:
                    chain.append(following)
        return chain

    def __repr__(self):
        return f"{self.name}({', '.join(f'{k}={v!r}' for k, v in self.parameters.items())})"

    def public_string(self, actions: tuple[str, ...], public: tuple[str, ...]) -> str:
        """Return the public part of a key, such as "rc/Ks:r": actions by round, each board before its round.

        Parameters
        ----------
        actions, public : tuple of str
            The action sequence, and the public outcomes, one for each `CHANCE` mark in it.

        Returns
        -------
        str
            Two actions of a round have the `separator` between them.
        """
        first, *later = map(self.separator.join, by_round(actions))
        return first + "".join(f"/{shown}:{text}" for shown, text in zip(public, later, strict=True))

    def action_sequences(self) -> Iterator[tuple[tuple[str, ...], Decision | PublicChance | Terminal]]:
        """Yield every node of the tree of actions, parents first.

        Yields
        ------
        actions : tuple of str
            The action sequence that leads there.
        node : Decision, PublicChance or Terminal
            What happens after it.

        Raises
        ------
        ValueError
            If one is so long that the game never ends.
        """
        stack = [()]
        while stack:
            actions = stack.pop()
            if len(actions) > LONGEST:
                start = ", ".join(map(repr, actions[:8]))
                raise Endless(f"game={self!r}: it never ends: more than {LONGEST:,} actions in a row, {start}, ...")
            node = self.node(actions)
            yield actions, node
            if isinstance(node, Decision):
                stack.extend((*actions, a) for a in reversed(node.actions))
            elif isinstance(node, PublicChance):
                stack.append((*actions, CHANCE))

    def public_sequences(self, length: int) -> Iterator[tuple[str, ...]]:
        """Yield every sequence of public outcomes that has a positive probability.

        Parameters
        ----------
        length : int
            How many outcomes each has.

        Yields
        ------
        tuple of str
            The outcomes, in the order in which they are shown.
        """
        if length == 0:
            yield ()
            return
        for public in self.public_sequences(length - 1):
            for shown in self.public_outcomes(public):
                if self.weights((*public, shown)).any():
                    yield (*public, shown)

    def payoff_table(self, actions: tuple[str, ...], public: tuple[str, ...]) -> np.ndarray:
        """Return the payoffs to player 0 at a terminal as an array.

        Parameters
        ----------
        actions, public : tuple of str
            The action sequence that leads to the terminal, and the public outcomes on the way.

        Returns
        -------
        (n0, n1) array
            By private outcomes, in the game's unit. It is not to be written to.
        """
        return self._table(self.payoff(actions, public))

    def best_payoff_table(self, player: int, actions: tuple[str, ...], public: tuple[str, ...]) -> np.ndarray:
        """Return what a player can get at a terminal by best play in what follows, as an array.

        Parameters
        ----------
        player : int
            Who responds: 0 or 1.
        actions, public : tuple of str
            The action sequence that leads to the terminal, and the public outcomes on the way.

        Returns
        -------
        (n0, n1) array
            By private outcomes, to `player`, in the game's unit; see `best_payoff`.
        """
        best = self.best_payoff(player, actions, public)
        if best is None:
            return self.payoff_table(actions, public) * (1 if player == 0 else -1)
        return self._table(best)

    def _table(self, payoff):
        if isinstance(payoff, Comparison):
            payoff = payoff.table()
        return np.broadcast_to(payoff, (len(self.outcomes(0)), len(self.outcomes(1))))

    def keys(self, actions: tuple[str, ...]) -> list[tuple[str, str]]:
        """Return the keys of all information sets at a decision.

        Parameters
        ----------
        actions : tuple of str
            The action sequence that leads to the decision.

        Returns
        -------
        list of pair of str
            In the order of public chance and of private outcomes.
        """
        player = self.node(actions).player
        listed = {}
        for public in self.public_sequences(actions.count(CHANCE)):
            for outcome in np.flatnonzero(self.weights(public).any(axis=1 - player)):
                listed[self.key(player, actions, public, int(outcome))] = None
        return list(listed)

    def num_keys(self, actions: tuple[str, ...]) -> int:
        """Return the number of information sets at a decision. Games whose tables are large give it by formula.

        Parameters
        ----------
        actions : tuple of str
            The action sequence that leads to the decision.

        Returns
        -------
        int
            How many keys `keys` lists.
        """
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
    def num_infosets(self) -> int:
        """Number of information sets of both players."""
        return self._sizes[0]

    @property
    def num_infoset_actions(self) -> int:
        """Number of (information set, action) pairs of both players: the entries of a table of regrets."""
        return self._sizes[1]
