"""How strong every hand is on every canonical board, exactly: what percentile buckets are made of.

HS, the hand strength on a *last* board (of five cards, or of three in the two-round games), is the probability to win
against a hand dealt at random of what hand and board leave in the deck, a tie counting half (Zinkevich et al. 2007,
section 4). Before, E[HS^p] is its mean over all the cards to come: E[HS] is the probability to win from here on, and
E[HS^2] (Johanson et al. 2012) likes a hand more that can become very strong.

Everything is a whole number: sums, over the last boards, of (twice the hands beaten, plus those tied with)^p. So to
compare them is exact; E[HS^p] is the sum over that of a hand that always wins.
"""

import threading
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from cfrlib._util import cache
from cfrlib._util.arguments import one_of
from cfrlib._util.progress import bar
from cfrlib._util.waiting import announced
from cfrlib.cards.best_five import best_five
from cfrlib.cards.board_kernels import Boards
from cfrlib.cards.boards import MOST, canonical_boards
from cfrlib.cards.deck import FLOP, HOLE, Deck
from cfrlib.cards.strength_kernels import add_card, fill_doubled, make_workspace

FORMAT = "cfrlib hand strength 1"
ROUNDS = {0: "before the flop", 3: "on the flop", 4: "on the turn"}
"""Betting rounds whose tables are kept on disk, by how many cards are shown."""
LAST = (FLOP, MOST)
"""How many cards a last board may have."""
CHUNK = 128
"""How many boards a kernel fills before the bar moves."""
_ONE_AT_A_TIME = threading.RLock()
_loaded = {}


class HandStrength(NamedTuple):
    """The strength of all hands on all canonical boards of one size."""

    boards: Boards
    total: np.ndarray
    """(b, hands) uint16, uint32 or int64: The sum for each hand, see above; 0 where it shares a card with the
    board. Read-only."""
    certain: int
    """The sum for a hand that always wins: ``total / certain`` is E[HS^p]."""


def final(deck, last=MOST, progress=False):
    """Return HS of all hands on all last boards of five cards, or of three, as `HandStrength`, a new one at each call.

    With 52 cards it takes 357 MB for boards of five, in a few seconds: so they are not kept.
    """
    deck = large_enough(deck, last)
    boards, tables = canonical_boards(deck, last), best_five(deck)
    doubled = np.empty((len(boards.cards), len(deck.hands)), dtype=np.uint16)
    workspace = make_workspace(deck.cards, len(tables.levels))
    with bar(progress, len(doubled)) as shown:
        for begin in range(0, len(doubled), CHUNK):
            part = slice(begin, begin + CHUNK)
            fill_doubled(tables, boards.cards[part], workspace, doubled[part])
            shown.update(len(doubled[part]))
    doubled.setflags(write=False)
    return HandStrength(boards, doubled, certain_wins(deck, last, last, 1))


def hand_strength(deck, shown, power=2, last=MOST, progress=False):
    """Return E[HS^power] of all hands on all canonical boards of no, three or four cards, before the last.

    The first call ever computes it, from the betting round after it, and says so in the log `cfrlib`; each round is
    kept on disk as soon as it is done, so what was interrupted goes on from there. The same object is returned at every
    call. With 52 cards it has 87 MB on the turn (uint32), 9 MB on the flop (uint32), 11 kB before it (int64).
    """
    deck = large_enough(deck, last)
    one_of("shown", shown, tuple(size for size in ROUNDS if size < last))
    what = _Sums(deck, shown, one_of("power", power, (1, 2)), last)
    with _ONE_AT_A_TIME:
        if what not in _loaded:
            total = _kept(what)
            if total is None:
                total = _compute(what, progress)
            _loaded[what] = HandStrength(canonical_boards(deck, shown), total, certain_wins(*what[:2], last, power))
        return _loaded[what]


class _Sums(NamedTuple):
    """What a table of sums is of; see `hand_strength`."""

    deck: Deck
    shown: int
    power: int
    last: int

    @property
    def name(self):
        """What it is called in the cache."""
        return f"{FORMAT}: {self.deck!r}, {self.shown} shown, power {self.power}, last {self.last}"


def large_enough(deck, last):
    """Return the `Deck`, if it is large enough for two hands and a last board."""
    deck = Deck.of(deck)
    one_of("last", last, LAST)
    if deck.cards < 2 * HOLE + last:
        takes = f"at least {2 * HOLE + last} cards, for two hands and a board of {last}"
        raise ValueError(f"deck=({deck.ranks}, {deck.suits}): it takes {takes}")
    return deck


def certain_wins(deck, shown, last, power):
    """Return the sum of a hand that always wins: `HandStrength.certain`."""
    to_come, others = comb(deck.cards - HOLE - shown, last - shown), comb(deck.cards - HOLE - last, HOLE)
    return to_come * (2 * others) ** power


def _compute(what, progress):
    """Compute the sums of one betting round, and keep them: (b, hands)."""
    deck, shown, power, last = what
    next_shown = {0: FLOP, FLOP: 4, 4: MOST}[shown]
    further = hand_strength(deck, next_shown, power, last, progress) if next_shown < last else None
    square, name = power == 2 and further is None, "E[HS]" if power == 1 else "E[HS^2]"
    with announced(f"{name} {ROUNDS[shown]} of {deck!r}"):
        further = further or final(deck, last, progress)
        if shown == 0:
            total = _before_the_flop(further, square, last)
        else:
            total = _one_card_less(deck, shown, last, further, square, progress)
    total.setflags(write=False)
    header = {"dtype": total.dtype.str, "shape": total.shape}
    cache.store("hand-strength", what.name, header, total.tobytes())
    return total


def _one_card_less(deck, shown, last, further, square, progress):
    """Return the sums on boards with one card less. With 52 cards they are below 1081 x 1980^2 < 2^32."""
    boards = canonical_boards(deck, shown)
    total = np.empty((len(boards.cards), len(deck.hands)), dtype=np.uint32)
    sums = np.empty((CHUNK, len(deck.hands)), dtype=np.int64)
    with bar(progress, len(total)) as moving:
        for begin in range(0, len(total), CHUNK):
            end = min(begin + CHUNK, len(total))
            add_card(boards, further.boards, further.total, square, begin, end, sums[: end - begin])
            total[begin:end] = sums[: end - begin] // (last - shown)
            moving.update(end - begin)
    return total


def _before_the_flop(flop, square, last):
    """Return the sums before the flop, (1, hands) int64: over all flops under all names of the suits.

    So each flop that a canonical one stands for is met k! / weight times, and each last board with each of the flops in
    it: C(5, 3) of five cards.
    """
    on_flops = flop.total.astype(np.int64)
    over_flops = flop.boards.weight @ (on_flops**2 if square else on_flops)
    over_names = over_flops[flop.boards.moved_hands].sum(axis=0)
    return over_names[None] // (factorial(flop.boards.suits) * comb(last, FLOP))


def _kept(what):
    """Return the sums in the cache, or None."""

    def read(header, body):
        deck, cards = what.deck, canonical_boards(what.deck, what.shown).cards
        shape = [len(cards), len(deck.hands)]
        if header != {"dtype": np.dtype("u4" if what.shown else "i8").str, "shape": shape}:
            raise ValueError(f"header {header}")
        most = certain_wins(deck, what.shown, what.last, what.power)
        (total,) = cache.arrays(body, [(header["dtype"], shape, 0, most)])
        for card in range(deck.cards):
            board, hand = (cards == card).any(axis=1), (deck.hands == card).any(axis=1)
            cache.check(total[np.ix_(board, hand)] == 0, "0 where hand and board share a card")
        total.setflags(write=False)
        return total

    return cache.load("hand-strength", what.name, read)
