"""A spot of no-limit hold'em on the turn or the river: each player has a range of hands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cfrlib._util.arguments import listed, number, one_of, pair, positive, refuse, said, text, typed
from cfrlib.cards.deck import FLOP, HOLE, Deck, apart
from cfrlib.cards.ranges import parse_range
from cfrlib.game import CHANCE, Comparison, Decision, Game, PublicChance, Terminal, by_round
from cfrlib.games.at_table import Table
from cfrlib.games.overrides import counted_anew

TURN, RIVER = 4, 5
ALL_IN = "all-in"
ROUNDS = "turn", "river"
Sizes = Sequence[Any] | Mapping[str, Sequence[Any]]


class Worth(NamedTuple):
    """What a player takes out of the pot on average."""

    chips: float
    percent: float
    """The value in percent of the pot as it was at the start."""


class SpotTable(Table):
    """A spot at a table."""

    key_note = 'Behind b (bet) and r (raise) stands what the player has then bet in all: "b66 r165" is a raise to 165.'

    @property
    def shown(self):
        return RIVER - len(self.game.board)

    @property
    def laid(self):
        return self.game.shown

    @property
    def stack(self):
        return self.game.pot / 2 + self.game.stack

    def staked(self, actions):
        return tuple(self.game.pot / 2 + bet for bet in self.game.bets_after(actions))

    def weight(self, deal, public):
        dealt = self.game.removal(public)
        if dealt is None:
            return super().weight(deal, public)
        ((first, a), (second, b)), (i, j) = dealt, deal
        return a[i] * b[j] * apart(first[[i]], second[[j]])[0, 0]

    def phrase(self, before, action):
        now, bets, left = self.game._round(before)
        own, other = bets[:: 1 if len(now) % 2 == 0 else -1]
        if action == "f":
            return "fold"
        if action == "c":
            named, put = ("call", other) if other > own else ("check", 0)
        else:
            put = float(action[1:])
            named = f"{'bet' if action[0] == 'b' else 'raise to'} {put:g}"
        return f"{named}, all-in" if put == left else named


class spot(Game):
    """A spot on the turn or the river: no-limit hold'em with two betting rounds to go, or one, from any two ranges.

    Player 0, out of position, acts first in each round. Payoffs are chips to player 0, with half of the pot counted as
    put in by each player, so that the game is zero-sum; `worth` says a value as players do. Actions are "f" (fold), "c"
    (check or call), "b66" (bet 66) and "r165" (raise to 165); bets on the river do not count those on the turn. Private
    outcomes are the hands of each range that do not meet the board and that can meet a hand of the other, from the
    weakest to the strongest. After the betting on the turn chance shows one more card, any that nobody holds.

    With all hands a turn has some millions of information sets. Only walks that draw nothing solve it then: others take
    the weights of all pairs of hands, once for each river card. This is no solver of flops: below a flop turn and river
    fall in 49 * 48 = 2,352 ways, and at the end of each line of betting on flop and turn each of them is a game as
    large as a spot on the river.

    Parameters
    ----------
    board : str
        Four or five cards, such as "Td9d6hQc2s".
    ranges : pair of str
        The hands of player 0 and of player 1 as players write them: "QQ+", "AKs", "KTo+", "A5s-A2s", "AhKd", "random"
        (or "100%") for all, "15%" for those that win most often against a random hand before the flop. Any of these has
        the weight that stands behind it, ":0.5", ":50%" or "@50", or around it, "[50]AA, KK[/50]"; else 1. "!AA" takes
        hands out; what comes later overrides.
    pot, stack : float
        Chips in the pot, and behind it of each player (the smaller stack, if they differ), to twelve digits.
    bets : sequence of float or str
        Sizes of a bet: fractions of the pot, 0.5 or "50%", and "all-in", which more than is left of the stack is, too.
        A pair of sequences is of player 0 and of player 1; a dict such as {"turn": [0.5], "river": ([0.5], ["all-in"])}
        has one or the other for each round to come.
    raises : sequence of float or str
        Likewise of a raise: multiples of the bet faced, at least 2, so that 2.5 raises 66 to 165; and "50%", by half of
        the pot that a call would make, at least by as much as the bet or raise before.
    all_in_from : float
        A bet or raise of at least this share of what is left of the stack becomes all-in: above 0, at most 1.
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

    The same on the turn, where the kings can still get better. After a bet and a call nobody has chips left to bet:

    >>> turn = spot("2c2d7h8s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=["all-in"], raises=[])
    >>> len(turn.public_outcomes(())), turn.num_infosets
    (48, 274)
    >>> turn.node(("c", "c", "/")).actions, turn.node(("b1", "c", "/"))
    (('c', 'b1'), Terminal())

    Only player 1 may raise, to 50 and half of the 200 that are in the pot after a call:

    >>> spot("2c2d7h8s9s", ("QQ", "KK"), pot=100, stack=900, bets=["50%"], raises=([], ["50%"])).node(("b50",)).actions
    ('f', 'c', 'r150')
    """

    separator = " "
    table = SpotTable

    def __init__(
        self, board: str, ranges: tuple[str, str], pot: float, stack: float,
        bets: Sizes = (0.33, 0.75, ALL_IN), raises: Sizes = (2.5, ALL_IN),
        all_in_from: float = 1.0, deck: tuple[int, int] = (13, 4),
    ) -> None:  # fmt: skip
        self.deck = Deck.of(deck)
        needed = RIVER + 2 * HOLE
        if self.deck.cards < needed:
            raise ValueError(f"deck={said(deck)}: it takes at least {needed} cards, for two hands and the board")
        self.board = tuple(_board(board, self.deck))
        self.ranges = tuple(pair("ranges", ranges, "a pair of texts, one for each player"))
        self.pot, self.stack = positive("pot", pot), _rounded(positive("stack", stack))
        rounds = ROUNDS[len(self.board) - TURN :]
        self.bets, self._bets = _by_round("bets", bets, rounds, "a fraction of the pot above 0", 0)
        self.raises, self._raises = _by_round("raises", raises, rounds, "a multiple of the bet of at least 2", 2)
        self.all_in_from = number("all_in_from", all_in_from, "a number above 0, at most 1", 0, 1, above=True)
        self._hands, self._shares, self._levels = self._dealt()
        parameters = {"board": board, "ranges": self.ranges, "pot": self.pot, "stack": positive("stack", stack)}
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

    @cached_property
    def _spelled(self):
        return {label[2:] + label[:2]: label for labels in self._labels for label in labels}

    def canonical(self, key: tuple[str, str]) -> tuple[str, str]:
        return self._spelled.get(key[0], key[0]), key[1]

    def outcomes(self, player: int) -> tuple[str, ...]:
        return self._labels[player]

    @cached_property
    def _apart(self):
        return apart(*(self.deck.hands[hands] for hands in self._hands))

    @cached_property
    def _weights(self):
        return np.outer(*self._shares) * self._apart

    def weights(self, public: tuple[str, ...]) -> np.ndarray:
        if not public:
            return self._weights
        (_, first), (_, second) = self.removal(public)
        return np.outer(first, second) * self._apart

    def removal(self, public: tuple[str, ...]) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        shares = self._shares
        if public:
            left = self.deck.cards - TURN - 2 * HOLE
            shares = [share * free / by for share, free, by in zip(shares, self._free(*public), (left, 1), strict=True)]
        return tuple((self.deck.hands[hands], share) for hands, share in zip(self._hands, shares, strict=True))

    def public_outcomes(self, public: tuple[str, ...]) -> tuple[str, ...]:
        if len(self.board) + len(public) == RIVER:
            return ()
        return tuple(name for card, name in enumerate(self.deck.names) if card not in self.board)

    def _free(self, river):
        """Return which hands of each player a river card leaves."""
        card = self.deck.names.index(river)
        return [(self.deck.hands[hands] != card).all(axis=1) for hands in self._hands]

    @cached_property
    def _strengths(self):
        """How strong the hands of each player are, by the public outcomes; 0 where the river card is in a hand."""
        # Compiled code takes a while to import, and other games need none.
        from cfrlib.cards.best_five import levels_of

        strengths = {} if len(self.board) == TURN else {(): tuple(self._levels)}
        for river in self.public_outcomes(()):
            board, levels = [*self.board, self.deck.names.index(river)], [np.zeros(len(h), int) for h in self._hands]
            for level, hands, free in zip(levels, self._hands, self._free(river), strict=True):
                cards = self.deck.hands[hands[free]]
                level[free] = levels_of(np.column_stack([cards, np.tile(board, (len(cards), 1))]), self.deck)
            strengths[river,] = tuple(levels)
        return strengths

    @property
    def shown(self) -> tuple[str, ...]:
        """The cards of the board, in the order in which they were named."""
        board = self.parameters["board"]
        return tuple(board[k : k + 2] for k in range(0, len(board), 2))

    def bets_after(self, actions: tuple[str, ...]) -> tuple[float, float]:
        """Return the chips that each player has bet on turn and river, besides what was in the pot before."""
        _, bets, left = self._round(actions)
        return tuple(_exact(self.stack - left + bet) for bet in bets)

    def _round(self, actions):
        """Return the actions of this betting round, what each player has bet in it, and has had when it began."""
        *before, now = by_round(actions)
        return now, _put(now), _exact(self.stack - sum(max(_put(part)) for part in before))

    def node(self, actions: tuple[str, ...]) -> Decision | PublicChance | Terminal:
        now, bets, left = self._round(actions)
        if now[-1:] == ["f"] or not left:
            return Terminal()
        if now[-1:] == ["c"] and len(now) > 1:
            return Terminal() if len(self.board) + actions.count(CHANCE) == RIVER else PublicChance()
        player, faced = len(now) % 2, max(bets)
        pot = self.pot + 2 * (self.stack - left)
        kind, sizes = ("r", self._raises) if faced else ("b", self._bets)
        sizes = sizes[actions.count(CHANCE)][player] if faced < left else ()
        amounts = {left if size == ALL_IN else self._amount(_chips(size, bets, pot), left) for size in sizes}
        raised = (f"{kind}{amount:.15g}" for amount in sorted(amounts) if amount)
        return Decision(player, (*(("f",) if faced else ()), "c", *raised))

    def _amount(self, chips, left):
        """Return what a size comes to: amounts are compared as they are rounded, or one could come twice."""
        chips = _rounded(chips)
        return left if chips >= _rounded(self.all_in_from * left) else chips

    def payoff(self, actions: tuple[str, ...], public: tuple[str, ...]) -> float | Comparison:
        stake = self.pot / 2 + min(self.bets_after(actions))
        if actions[-1] == "f":
            return stake if len(self._round(actions)[0]) % 2 == 0 else -stake
        return Comparison(self._strengths[public], win=stake, lose=-stake)

    def num_keys(self, actions: tuple[str, ...]) -> int:
        if counted_anew(self):
            return super().num_keys(actions)
        player, rivers = len(self._round(actions)[0]) % 2, actions.count(CHANCE)
        return self._on_rivers[player] if rivers else len(self._hands[player])

    @cached_property
    def _on_rivers(self):
        """How many hands of each player there are on all rivers: those that can still meet a hand of the other."""
        held = [(self.deck.hands[hands][:, :, None] == np.arange(self.deck.cards)).any(axis=1) for hands in self._hands]
        met = [apart @ (1 - other) for apart, other in ((self._apart * 1.0, held[1]), (self._apart.T * 1.0, held[0]))]
        return [
            int(np.delete((left > 0) & ~own, self.board, axis=1).sum()) for left, own in zip(met, held, strict=True)
        ]

    def state(self, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the actions, and the river, of a decision that is written as the keys of information sets have it.

        "" is the opening of player 0, "c b66" what follows on a check and a bet of 66, "c c/Ks:b66" on two checks, the
        river Ks and a bet.
        """
        rivers, states = [(river,) for river in self.public_outcomes(())], {}
        for actions, node in self.action_sequences():
            if isinstance(node, Decision):
                shown = rivers if CHANCE in actions else [()]
                states |= {self.public_string(actions, public): (actions, public) for public in shown}
        some = [text for text, (_, public) in states.items() if public in ((), *rivers[:1])]  # enough to be told
        one_of("after", after, tuple(states if isinstance(after, str) and after in states else sorted(some)))
        return states[after]

    def lock(
        self, after: str, strategy: Mapping[str, float], hands: str = "random"
    ) -> dict[tuple[str, str], dict[str, float]]:
        """Return what `cfrlib.CFR` and others take as `locked`, for a whole decision or for a range of hands there.

        ``locked=game.lock("c b66", {"f": 1}, "22-77, !5h5d")``: after a check and a bet of 66 these hands always fold.
        `after` is as in `state`, but "c c/:b66" is on all rivers at once; several locks are joined by ``|``.
        """
        nodes = ((a, node) for a, node in self.action_sequences() if isinstance(node, Decision))
        alike = {self.public_string(a, ("",) * a.count(CHANCE)): a for a, _ in nodes}
        actions = alike[after] if isinstance(after, str) and after in alike else self.state(after)[0]
        weights = parse_range("hands", text("hands", hands), self.deck)
        if not np.isin(weights, (0, 1)).all():
            refuse("hands", hands, "a range without weights", True)
        named = {self.deck.label(self.deck.hands[hand]) for hand in np.flatnonzero(weights)}
        keys = [key for key in self.keys(actions) if key[0] in named and after in (*alike, key[1])]
        if not keys:
            refuse("hands", hands, f"hands that Player {self.node(actions).player + 1} can hold there", True)
        for action in typed("strategy", strategy, Mapping, "{action: probability}"):
            one_of("strategy", action, self.node(actions).actions)
        return {key: dict(strategy) for key in keys}

    def worth(self, value: float, player: int = 0) -> Worth:
        """Return what a player gets of the pot on average, beyond their own bets.

        `value` is the one to player 0 in chips, as from `cfrlib.expected_value`. The result is in chips and in percent
        of the pot at the start; the shares of both players add up to the pot.
        """
        sign = 1 if one_of("player", player, (0, 1)) == 0 else -1
        chips = self.pot / 2 + sign * number("value", value)
        return Worth(chips, 100 * chips / self.pot)


def _board(board, deck):
    """Return the numbers of the four or five cards of a board."""
    count = len(board) // 2 if isinstance(board, str) else 0
    if count == FLOP:
        why = "a flop is too large: turn and river fall in 49 * 48 = 2,352 ways, each as large as a spot on the river"
        raise ValueError(f"board={said(board)}: it takes four or five cards; {why}")
    try:
        return deck.parse(board, count if count == TURN else RIVER)
    except ValueError:
        takes = f"four or five different cards of this deck, {deck.names[0]} to {deck.names[-1]}, such as 'Td9d6hQc2s'"
        return refuse("board", board, takes, isinstance(board, str))


def _put(actions):
    """Return what each player has bet in a betting round."""
    bets = [0.0, 0.0]
    for k, action in enumerate(actions):
        if action == "c":
            bets[k % 2] = bets[1 - k % 2]
        elif action != "f":
            bets[k % 2] = float(action[1:])
    return tuple(bets)


def _rounded(chips):
    """Return a number of chips that a size comes to, to twelve digits."""
    return float(f"{chips:.12g}")


def _exact(chips):
    """Return a sum of such numbers without its rounding error: what is left after a small bet has more digits."""
    return float(f"{chips:.15g}")


def _chips(size, bets, pot):
    """Return what a size comes to after `bets` in this round, into a pot that was there before it."""
    faced = max(bets)
    if not isinstance(size, str):
        return size * (faced or pot)
    return max(faced + float(size[:-1]) / 100 * (pot + 2 * faced), 2 * faced - min(bets))


def _by_round(name, sizes, rounds, takes, low):
    """Return the sizes of bets or raises in the form in which they are given, and for each round a pair of tuples."""
    if not isinstance(sizes, Mapping):
        given, both = _by_player(name, sizes, takes, low)
        return given, [both] * len(rounds)
    if set(sizes) != set(rounds):
        refuse(name, sizes, f"a list of sizes, or a dict of such for {' and '.join(map(repr, rounds))}", True)
    given, both = zip(*(_by_player(f"{name}[{part!r}]", sizes[part], takes, low) for part in rounds), strict=True)
    return dict(zip(rounds, given, strict=True)), both


def _by_player(name, sizes, takes, low):
    """Return the sizes in the form in which they are given, for both players or for each, and a pair of tuples."""
    takes = f"a list of sizes, each a share of the pot such as '50%', {takes} or {ALL_IN!r}"
    items = listed(name, sizes, takes)
    if items and all(isinstance(part, list | tuple) for part in items):
        parts = enumerate(pair(name, items, "a list of sizes, or a pair of lists, one for each player"))
        both = tuple(_sizes(f"{name}[{player}]", part, takes, low) for player, part in parts)
        return both, both
    given = _sizes(name, items, takes, low)
    return given, (given, given)


def _sizes(name, sizes, takes, low):
    """Return sizes as a tuple: numbers above or from `low` on, shares of the pot such as "50%", and "all-in"."""
    share, checked = re.compile(r"(?=.*[1-9])(\d+\.?\d*|\.\d+)%"), []
    for size in sizes:
        written = isinstance(size, str) and (size == ALL_IN or share.fullmatch(size))
        checked.append(size if written else number(name, size, takes, low, above=low == 0))
    return tuple(dict.fromkeys(checked))
