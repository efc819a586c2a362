"""A river spot of no-limit hold'em: all five board cards are dealt, and each player has a range of hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import listed, number, one_of, pair, positive, refuse, said, text
from cfrlib.cards.deck import HOLE, Deck, apart
from cfrlib.cards.ranges import parse_range
from cfrlib.game import Comparison, Decision, Game, Terminal
from cfrlib.games.at_table import Table
from cfrlib.games.overrides import counted_anew

RIVER = 5
ALL_IN = "all-in"


class Worth(NamedTuple):
    """What a player takes out of the pot on average."""

    chips: float
    percent: float
    """Of the pot as it was at the start."""


class SpotTable(Table):
    """A river spot at a table."""

    shown = 0
    key_note = 'Behind b (bet) and r (raise) stands what the player has then bet in all: "b66 r165" is a raise to 165.'

    @property
    def laid(self):
        return self.game.shown

    @property
    def stack(self):
        return self.game.pot / 2 + self.game.stack

    def staked(self, actions):
        return tuple(self.game.pot / 2 + bet for bet in self.game.bets_after(actions))

    def phrase(self, before, action):
        own, other = self.game.bets_after(before)[:: 1 if len(before) % 2 == 0 else -1]
        if action == "f":
            return "fold"
        if action == "c":
            named, put = ("call", other) if other > own else ("check", 0)
        else:
            put = float(action[1:])
            named = f"{'bet' if action[0] == 'b' else 'raise to'} {put:g}"
        return f"{named}, all-in" if put == self.game.stack else named


class spot(Game):
    """A river spot: no-limit hold'em with one betting round to go, from any two ranges.

    Player 0, out of position, acts first. Payoffs are chips to player 0, with half of the pot counted as put in by each
    player, so that the game is zero-sum; `worth` says a value as players do. Actions are "f" (fold), "c" (check or
    call), "b66" (bet 66) and "r165" (raise to 165). Private outcomes are the hands of each range that do not meet the
    board and that can meet a hand of the other, from the weakest to the strongest.

    This is no solver of flops: below a flop turn and river fall in 49 * 48 = 2,352 ways, and at the end of each line of
    betting on flop and turn each of them is a game as large as this one.

    Parameters
    ----------
    board : str
        Five cards, such as "Td9d6hQc2s".
    ranges : pair of str
        The hands of player 0 and of player 1 as players write them: "QQ+", "AKs", "KTo+", "A5s-A2s", "AhKd", "random"
        (or "100%") for all. With ":0.5" behind it, any of these has that weight; else 1. What comes later overrides.
    pot, stack : float
        Chips in the pot, and behind it of each player (the smaller stack, if they differ).
    bets : sequence of float or "all-in"
        Sizes of a bet, as fractions of the pot. More than the stack is all-in.
    raises : sequence of float or "all-in"
        Sizes of a raise, as multiples of the bet faced, at least 2: 2.5 raises 66 to 165.
    all_in_from : float
        A bet or raise of at least this share of the stack becomes all-in: above 0, at most 1.
    deck : pair of int
        Numbers of ranks and suits; see `holdem`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, a card is named twice, or no two hands of the ranges can meet. The message
        names the argument.

    Examples
    --------
    Aces or a busted draw against a pair of kings that beats nothing else, a bet of the pot:

    >>> game = spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> game.outcomes(0), game.num_infosets
    (('4h3h', 'AdAc'), 6)
    >>> game.node(()).actions
    ('c', 'b1')
    >>> game.worth(0.25)
    Worth(chips=0.75, percent=75.0)
    """

    separator = " "
    table = SpotTable

    def __init__(
        self, board: str, ranges: tuple[str, str], pot: float, stack: float,
        bets: Sequence[float | str] = (0.33, 0.75, ALL_IN), raises: Sequence[float | str] = (2.5, ALL_IN),
        all_in_from: float = 1.0, deck: tuple[int, int] = (13, 4),
    ) -> None:  # fmt: skip
        self.deck = Deck.of(deck)
        needed = RIVER + 2 * HOLE
        if self.deck.cards < needed:
            raise ValueError(f"deck={said(deck)}: it takes at least {needed} cards, for two hands and the board")
        self.board = _board(board, self.deck)
        self.ranges = tuple(pair("ranges", ranges, "a pair of texts, one for each player"))
        self.pot, self.stack = positive("pot", pot), positive("stack", stack)
        self.bets = _sizes("bets", bets, "a fraction of the pot above 0", 0)
        self.raises = _sizes("raises", raises, "a multiple of the bet of at least 2", 2)
        self.all_in_from = number("all_in_from", all_in_from, "a number above 0, at most 1", 0, 1, above=True)
        self._hands, self._shares, self._strengths = self._dealt()
        parameters = {"board": board, "ranges": self.ranges, "pot": self.pot, "stack": self.stack}
        parameters |= {"bets": self.bets, "raises": self.raises}
        parameters |= {"all_in_from": self.all_in_from} if self.all_in_from < 1 else {}
        parameters |= {"deck": (self.deck.ranks, self.deck.suits)} if self.deck != Deck() else {}
        super().__init__(**parameters)

    def _dealt(self):
        """Return the numbers of the hands of each player, their shares of a range, and how strong they are."""
        # Compiled code takes a while to import, and other games need none.
        from cfrlib.cards.best_five import levels_of

        cards, free = self.deck.hands, ~np.isin(self.deck.hands, self.board).any(axis=1)
        weights = [parse_range(f"ranges[{p}]", text(f"ranges[{p}]", self.ranges[p]), self.deck) * free for p in (0, 1)]
        held = [np.flatnonzero(part) for part in weights]
        for p in (0, 1):
            if not len(held[p]):
                raise ValueError(f"ranges[{p}]={said(self.ranges[p])}: the board leaves none of its hands")
        meets = apart(cards[held[0]], cards[held[1]])
        if not meets.any():
            raise ValueError(f"ranges={said(self.ranges)}: no hand of one can meet a hand of the other")
        hands = [part[meets.any(axis=1 - p)] for p, part in enumerate(held)]
        levels = [levels_of(np.column_stack([cards[h], np.tile(self.board, (len(h), 1))]), self.deck) for h in hands]
        order = [np.argsort(part, kind="stable") for part in levels]
        hands, levels = ([part[o] for part, o in zip(parts, order, strict=True)] for parts in (hands, levels))
        shares = [weights[p][hands[p]] for p in (0, 1)]
        shares[0] /= shares[0] @ apart(cards[hands[0]], cards[hands[1]]) @ shares[1]
        return hands, shares, levels

    @cached_property
    def _labels(self):
        return tuple(tuple(map(self.deck.label, self.deck.hands[hands])) for hands in self._hands)

    def outcomes(self, player: int) -> tuple[str, ...]:
        return self._labels[player]

    @cached_property
    def _weights(self):
        return np.outer(*self._shares) * apart(*(self.deck.hands[hands] for hands in self._hands))

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        return self._weights

    def removal(self, public: tuple[str, ...]) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        return tuple((self.deck.hands[hands], shares) for hands, shares in zip(self._hands, self._shares, strict=True))

    @property
    def shown(self) -> tuple[str, ...]:
        """The cards of the board, in the order in which they were named."""
        board = self.parameters["board"]
        return tuple(board[k : k + 2] for k in range(0, len(board), 2))

    def bets_after(self, actions: tuple[str, ...]) -> tuple[float, float]:
        """Return what each player has bet on the river.

        Parameters
        ----------
        actions : tuple of str
            The action sequence.

        Returns
        -------
        pair of float
            In chips, beside what was in the pot before.
        """
        bets = [0.0, 0.0]
        for k, action in enumerate(actions):
            if action == "c":
                bets[k % 2] = bets[1 - k % 2]
            elif action != "f":
                bets[k % 2] = float(action[1:])
        return tuple(bets)

    def node(self, actions: tuple[str, ...]) -> Decision | Terminal:
        if actions and (actions[-1] == "f" or (actions[-1] == "c" and len(actions) > 1)):
            return Terminal()
        player, faced = len(actions) % 2, max(self.bets_after(actions))
        kind, unit, sizes = ("r", faced, self.raises) if faced else ("b", self.pot, self.bets)
        amounts = {self.stack if size == ALL_IN else self._amount(unit * size) for size in sizes if faced < self.stack}
        raised = (f"{kind}{amount:.12g}" for amount in sorted(amounts))
        return Decision(player, (*(("f",) if faced else ()), "c", *raised))

    def _amount(self, chips):
        return self.stack if chips >= self.all_in_from * self.stack else chips

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        bets = self.bets_after(actions)
        stake = self.pot / 2 + min(bets)
        if actions[-1] == "f":
            return stake if len(actions) % 2 == 0 else -stake
        return Comparison(tuple(self._strengths), win=stake, lose=-stake)

    def num_keys(self, actions: tuple[str, ...]) -> int:
        if counted_anew(self):
            return super().num_keys(actions)
        return len(self._hands[len(actions) % 2])

    def worth(self, value: float, player: int = 0) -> Worth:
        """Return a value as players say it: what of the pot a player gets on average, beyond what he bets himself.

        Parameters
        ----------
        value : float
            To player 0, in chips, as from `cfrlib.expected_value`.
        player : int
            Of whom: 0 or 1.

        Returns
        -------
        Worth
            In chips, and in percent of the pot. Those of both players add up to the pot.
        """
        sign = 1 if one_of("player", player, (0, 1)) == 0 else -1
        chips = self.pot / 2 + sign * number("value", value)
        return Worth(chips, 100 * chips / self.pot)


def _board(board, deck):
    """Return the numbers of the five cards of a board."""
    try:
        return deck.parse(board, RIVER)
    except ValueError:
        takes = f"five different cards of this deck, {deck.names[0]} to {deck.names[-1]}, such as 'Td9d6hQc2s'"
        return refuse("board", board, takes, isinstance(board, str))


def _sizes(name, sizes, takes, low):
    """Return the sizes of bets or raises as a tuple: numbers above or from `low` on, and "all-in"."""
    takes = f"a list of sizes, each {takes} or {ALL_IN!r}"
    checked = (
        size if isinstance(size, str) and size == ALL_IN else number(name, size, takes, low, above=low == 0)
        for size in listed(name, sizes, takes)
    )
    return tuple(dict.fromkeys(checked))
