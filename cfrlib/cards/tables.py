"""The tables of a deck, computed at their first use and kept on disk (`cfrlib._util.cache`)."""

import threading
from math import comb, factorial

import numpy as np

from cfrlib._util import cache
from cfrlib._util.waiting import announced
from cfrlib.cards import flops
from cfrlib.cards.deck import FLOP, Deck, number
from cfrlib.cards.flops import preflop_table
from cfrlib.cards.isomorphism import suit_permutations

FORMAT = "cfrlib flops 1"
_ONE_AT_A_TIME = threading.Lock()
_loaded = {}


def flop_tables(deck):
    """Return the tables of the flop of a deck, as `Flops`: 14 MB for 52 cards, the same object at every call.

    The first call ever computes them, about a second for 52 cards, and says so in the log `cfrlib`.
    """
    deck = Deck.of(deck)
    with _ONE_AT_A_TIME:
        if deck not in _loaded:
            _loaded[deck] = _kept(deck) or _compute(deck)
        return _loaded[deck]


def _name(deck):
    return f"{FORMAT}: {deck!r}"


def _compute(deck):
    """Compute the tables of a deck and keep them."""
    with announced(f"the flops of {deck!r}"):
        tables = flops.build(deck)
    arrays = [(name, array.dtype.str, array.shape) for name, array in tables._asdict().items()]
    cache.store("flops", _name(deck), {"arrays": arrays}, b"".join(array.tobytes() for array in tables))
    return tables


def _kept(deck):
    """Return the tables in the cache, or None."""

    def read(header, body):
        shapes = {name: tuple(shape) for name, _, shape in header["arrays"]}
        kinds = _kinds(deck, shapes["cards"][0], shapes["multiplicity"][0], shapes["orbit_size"][1])
        if header["arrays"] != [[name, np.dtype(kind[0]).str, list(kind[1])] for name, kind in kinds.items()]:
            raise ValueError(f"arrays {header['arrays']}")
        tables = flops.Flops(*cache.arrays(body, kinds.values()))
        _check(deck, tables)
        for array in tables:
            array.setflags(write=False)
        return tables

    return cache.load("flops", _name(deck), read)


def _kinds(deck, f, n, o):
    """Return the dtypes and shapes of `Flops`, in its order, and the lowest and the highest number in each."""
    hands, orders, every = len(deck.hands), factorial(deck.suits), comb(deck.cards, FLOP)
    return {
        "cards": ("i1", (f, FLOP), 0, deck.cards - 1), "weight": ("i8", (f,), 1, orders),
        "start": ("i8", (f + 1,), 0, n), "groups": ("i2", (f,), 1, hands), "orbits": ("i1", (f,), 1, o),
        "orbit_size": ("i1", (f, o), 0, deck.cards), "multiplicity": ("i1", (n,), 1, orders),
        "preflop": ("i2", (n,), 0, hands - 1), "group": ("i2", (n,), 0, hands - 1), "orbit": ("i1", (n, 2), 0, o - 1),
        "hand_class": ("i2", (f, hands), -1, hands - 1), "canonical": ("i2", (every,), 0, f - 1),
        "permutation": ("i1", (every,), 0, orders - 1), "moved": ("i2", (orders, hands), 0, hands - 1),
    }  # fmt: skip


def _check(deck, t):
    """Raise ValueError unless tables whose numbers lie where they may fit together, and the rules of their deck."""
    suits = suit_permutations(deck)
    cache.check((t.start[0] == 0, t.start[-1] == len(t.group), (np.diff(t.start) > 0).all()), "classes of each flop")
    cache.check(t.moved == suits.hands, "permutations of the suits")
    cache.check(np.diff(t.cards) > 0, "different cards")
    put = np.take_along_axis(suits.cards[t.permutation], deck.flops, axis=1)
    cache.check(number(put) == number(t.cards[t.canonical].astype(np.int64)), "the way to canonical flops")
    cache.check(t.weight == np.bincount(t.canonical, minlength=len(t.cards)), "the weights of canonical flops")
    free = ~(deck.hands[:, :, None] == t.cards[:, None, None, :]).any(axis=(2, 3))
    cache.check((t.hand_class >= 0) == free, "hands that share no card with the flop")
    cache.check(t.hand_class < np.diff(t.start)[:, None], "classes of the flop")
    classes = (t.start[:-1, None] + t.hand_class)[free]
    cache.check(t.multiplicity == np.bincount(classes, minlength=len(t.group)), "how many hands the classes have")
    before = np.broadcast_to(preflop_table(deck).hand_class, free.shape)[free]
    cache.check(t.preflop[classes] == before, "classes before the flop")
    first = np.isin(np.arange(len(t.group)), t.start)
    cache.check(first | np.isin(np.diff(t.group, prepend=0), (0, 1)), "rising strengths")
    cache.check((t.group[t.start[:-1]] == 0, t.groups == t.group[t.start[1:] - 1] + 1), "numbers of strengths")
    cache.check(t.orbits == (t.orbit_size > 0).sum(axis=1), "numbers of orbits")
    flop = np.repeat(np.arange(len(t.cards)), np.diff(t.start))
    orbits = (flop[:, None] * t.orbit_size.shape[1] + t.orbit).ravel()
    held = np.bincount(orbits, np.repeat(t.multiplicity, 2), t.orbit_size.size).reshape(t.orbit_size.shape)
    cache.check(held == t.orbit_size.astype(int) * (deck.cards - FLOP - 1), "orbits of the cards of hands")
