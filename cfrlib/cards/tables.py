"""The tables of a deck, computed at their first use and kept on disk (`cfrlib._util.cache`)."""

import logging
import threading
import time
from math import comb, factorial

import numpy as np

from cfrlib._util import cache, waiting
from cfrlib.cards import flops
from cfrlib.cards.deck import FLOP, Deck

log = logging.getLogger("cfrlib")
FORMAT = "cfrlib flops 1"
_ONE_AT_A_TIME = threading.Lock()
_loaded = {}


def flop_tables(deck):
    """Return the tables of the flop.

    The first call of a process reads them from the cache; the first one ever computes them, about a second for
    52 cards, which leaves a line in the log `cfrlib`, level INFO, when it begins and when it is done.

    Parameters
    ----------
    deck : Deck or pair of int
        Ranks and suits.

    Returns
    -------
    Flops
        14 MB for 52 cards; the same object at every call with the same deck.

    Raises
    ------
    ValueError
        See `Deck`.
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
    log.info("computing the flops of %r, once", deck)
    waiting.say(f"computing the flops of {deck!r}, once")
    began = time.perf_counter()
    tables = flops.build(deck)
    log.info("computed the flops of %r in %.1f s", deck, time.perf_counter() - began)
    waiting.say("")
    arrays = [(name, array.dtype.str, array.shape) for name, array in tables._asdict().items()]
    cache.store("flops", _name(deck), {"arrays": arrays}, b"".join(array.tobytes() for array in tables))
    return tables


def _kept(deck):
    """Return the tables in the cache, or None."""

    def read(header, body):
        shapes = {name: tuple(shape) for name, _, shape in header["arrays"]}
        kinds = _kinds(deck, shapes["cards"][0], shapes["multiplicity"][0], shapes["orbit_size"][1])
        if header["arrays"] != [[name, np.dtype(dtype).str, list(shape)] for name, (dtype, shape) in kinds.items()]:
            raise ValueError(f"arrays {header['arrays']}")
        found = cache.arrays(body, kinds.values())
        for array in found:
            array.setflags(write=False)
        return flops.Flops(*found)

    return cache.load("flops", _name(deck), read)


def _kinds(deck, f, n, o):
    """Return the dtypes and shapes of `Flops`, in its order."""
    hands, orders = len(deck.hands), factorial(deck.suits)
    return {
        "cards": ("i1", (f, FLOP)), "weight": ("i8", (f,)), "start": ("i8", (f + 1,)), "groups": ("i2", (f,)),
        "orbits": ("i1", (f,)), "orbit_size": ("i1", (f, o)), "multiplicity": ("i1", (n,)), "preflop": ("i2", (n,)),
        "group": ("i2", (n,)), "orbit": ("i1", (n, 2)), "hand_class": ("i2", (f, hands)),
        "canonical": ("i2", (comb(deck.cards, FLOP),)), "permutation": ("i1", (comb(deck.cards, FLOP),)),
        "moved": ("i2", (orders, hands)),
    }  # fmt: skip
