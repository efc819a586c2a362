r"""The public tree of rising bids in closed form, for games with hundreds of millions of information sets.

In Bluff an action sequence is a set of bids in rising order. Let bid b of B stand for bit B - 1 - b: then an action
sequence is a *mask*, a number below 2^B, and no tree is stored.

- The lowest set bit k of a mask says that k higher bids are left, so k + 1 actions with the call.
- The bits of a mask are counted to find out who moves.
- The histories below a mask with lowest bit k are the next 2^k numbers, in depth-first order.

Rolls that no bid still possible can tell apart share a *class*, and how many there are depends on k alone; a walk
carries one number for each (the probability of all its rolls together), which loses nothing.

**Order of the tables.** The T highest bits of a mask, the lowest bids, are its *prefix*. Below two prefixes of the same
parity everything looks alike, so `batch` of them form a group that is walked at once: each number of a walk becomes a
vector. A player's table holds their part of the prefixes, [mask][action][class], and then for each parity of prefixes,
[group][mask below][action][class][member]. Masks with k = 0 have one action, the call, and take no entry. With 24 bids
the tables of Bluff(2,2) have 127 million, and what a walk needs beside them fits into the processor's cache.
"""

from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.table_layout import TableLayout

BATCH = 512  # prefixes walked at once, at most: vectors of 1 to 2 KB


class BidPlaces(NamedTuple):
    """What kernels know of rising bids. Players first, then lowest bits k = 0..B (k = B is the start)."""

    bids: int
    low: int  # bits below the prefix
    batch: int
    groups: int  # of each parity
    classes: np.ndarray  # (2, B + 1) int64: classes of a player
    node: np.ndarray  # (2, 2^low) int64: by parity of the prefix, a mask's block within its group
    group: np.ndarray  # (2, 2) int64: by parity and player, entries of one group
    below: np.ndarray  # (2, 2) int64: by parity and player, where the groups start in the table
    above: np.ndarray  # (2^T,) int64: where a prefix's own block starts in the table


class BidsLayout(TableLayout):
    """The public tree and the tables of a game of rising bids, in closed form.

    A table has `num_entries`, those before `split` player 0's. Of either player, at each k: the class of a roll
    (`class_of`), how many dice of a class count for the bid of bit k (`matches`), and how many more must (`needs`).
    """

    fastest = {"dtype": "float32", "threads": 2}

    def __init__(self, game):
        super().__init__(game)
        self.weights = [np.asarray(game.roll_weights(player), dtype=float) for player in (0, 1)]
        self._sort_rolls()
        self.places, self.split, self.num_entries = self._places(lambda k, begun: np.where(k > 0, k + begun, 0))
        # The same for a list with one number for each row of the table, those of masks with k = 0 included.
        self.places_of_rows, _, self.num_rows = self._places(lambda k, begun: np.ones_like(k))
        self.num_nodes = 2 ** (self.places.bids + 1) - 1  # every set of bids, and a call after each but the empty one
        self.running_deals = np.outer(*self.weights).ravel().cumsum()  # player 1's roll the faster

    def _sort_rolls(self):
        game, B = self.game, len(self.game.bids)
        quantity = np.asarray(game.quantities)[::-1]
        self.class_of, self.matches, self.needs, counts = [], [], [], []
        for player in (0, 1):
            have = np.asarray(game.roll_counts(player))[:, ::-1]
            need = np.clip(quantity - have, 0, game.dice[1 - player] + 1)
            class_of = np.zeros((B + 1, len(have)), dtype=np.int64)
            for k in range(B + 1):
                names = need[:, : k + 1] if game.merged else np.arange(len(have))[:, None]
                _, first, inverse = np.unique(names, axis=0, return_index=True, return_inverse=True)
                order = np.argsort(np.argsort(first))
                class_of[k] = order[inverse.ravel()]
            counts.append(class_of.max(axis=1) + 1)
            matches, needs = np.zeros((2, B + 1, counts[-1].max()), dtype=np.int64)
            for k in range(B):
                matches[k, class_of[k]], needs[k, class_of[k]] = have[:, k], need[:, k]
            self.class_of.append(class_of)
            self.matches.append(matches)
            self.needs.append(needs)
        self.classes = np.array(counts)

    def _places(self, numbers):
        """Return `BidPlaces` for ``numbers(k, begun)`` a class, where player 1's part starts, and the length of all."""
        B, classes = self.classes.shape[1] - 1, self.classes
        top = 2 + B // 3
        low, batch = B - top, min(BATCH, 2 ** (top - 1))
        groups = 2 ** (top - 1) // batch
        masks = np.arange(2**low)
        k = lowest_bit(masks, low)
        node, group = np.zeros((2, 2**low), dtype=np.int64), np.zeros((2, 2), dtype=np.int64)
        for parity in (0, 1):
            mover = (parity + popcount(masks)) % 2
            for player in (0, 1):
                size = np.where((mover == player) & (masks > 0), numbers(k, 1) * classes[player, k] * batch, 0)
                starts = np.cumsum(size) - size
                node[parity] += np.where(mover == player, starts, 0)
                group[parity, player] = size.sum()
        prefixes = np.arange(2**top)
        k = low + lowest_bit(prefixes, top)
        above, below, place = np.zeros(2**top, dtype=np.int64), np.zeros((2, 2), dtype=np.int64), 0
        for player in (0, 1):
            mine = popcount(prefixes) % 2 == player
            size = np.where(mine, numbers(k, prefixes > 0) * classes[player, k], 0)
            above[mine] = (place + np.cumsum(size) - size)[mine]
            place += int(size.sum())
            for parity in (0, 1):
                below[parity, player] = place
                place += groups * int(group[parity, player])
            if player == 0:
                split = place
        return BidPlaces(B, low, batch, groups, classes, node, group, below, above), split, place

    def lowest(self, mask):
        """Return the lowest set bit of a mask: how many higher bids are left."""
        return self.places.bids if mask == 0 else (mask & -mask).bit_length() - 1

    def place(self, mask, player, roll):
        """Return (entry of the first action, distance to the next, actions) of a roll at a mask; None if k = 0."""
        r, k = self.places, self.lowest(mask)
        c = int(self.class_of[player][k][roll])
        prefix, below = divmod(mask, 2**r.low)
        if k == 0:
            return None
        if below == 0:
            return int(r.above[prefix]) + c, int(r.classes[player, k]), k + (mask > 0)
        parity, (group, member) = prefix.bit_count() % 2, divmod(prefix >> 1, r.batch)
        start = r.below[parity, player] + group * r.group[parity, player] + r.node[parity, below]
        return int(start) + c * r.batch + member, int(r.classes[player, k]) * r.batch, k + 1

    def actions(self, mask):
        """Return the names of the actions at a mask: the higher bids, rising, and the call."""
        bids = self.game.bids
        return (*bids[len(bids) - self.lowest(mask) :], "call") if mask else bids

    def masks_and_rolls(self):
        """Yield (key, names of actions, mask, player, roll) of all information sets, histories depth first."""
        bids, B = self.game.bids, self.places.bids
        for mask in range(2**B):
            player, names = mask.bit_count() % 2, self.actions(mask)
            said = " ".join(bid for k, bid in enumerate(bids) if mask >> (B - 1 - k) & 1)
            for roll, label in enumerate(self.game.outcomes(player)):
                yield (label, said), names, mask, player, roll

    def information_sets(self):
        for key, names, mask, player, roll in self.masks_and_rolls():
            yield key, names, self._at(mask, player, roll)

    def find(self, key):
        try:
            roll, bids = self.game.canonical(key)
            places = [self.game.bids.index(bid) for bid in bids.split()]
            player = len(places) % 2
            outcome = self.game.outcomes(player).index(roll)
        except (AttributeError, TypeError, ValueError):
            return None
        if any(a >= b for a, b in zip(places, places[1:], strict=False)):
            return None
        mask = sum(1 << (self.places.bids - 1 - place) for place in places)
        return self.actions(mask), self._at(mask, player, outcome)

    def sharing(self, key):
        at = self.find(key)[1]
        others = ((roll, key[1]) for roll in self.game.outcomes(self.player_of(key)))
        return [other for other in others if at and other != key and self.find(other)[1] == at]

    def player_of(self, key):
        return len(key[1].split()) % 2

    def _at(self, mask, player, roll):
        place = self.place(mask, player, roll)
        return None if place is None else (0, *place[:2])

    def merging(self, player):
        """Return which class at a lower k each becomes, and whether as the first: two (from k, to k, classes)."""
        B, widest = self.places.bids, int(self.classes.max())
        into, fresh = np.zeros((B + 1, B + 1, widest), dtype=np.int64), np.zeros((B + 1, B + 1, widest), dtype=bool)
        class_of = self.class_of[player]
        for k in range(B + 1):
            for j in range(k):
                into[k, j, class_of[k]] = class_of[j]
                first = np.unique(into[k, j, : self.classes[player, k]], return_index=True)[1]
                fresh[k, j, first] = True
        return into, fresh

    def parts(self):
        players = {f"{name}{p}": getattr(self, name)[p] for name in ("class_of", "needs", "weights") for p in (0, 1)}
        return {"classes": self.classes, **players}


def lowest_bit(masks, none):
    """Return the place of the lowest set bit of each number; `none` for 0."""
    lowest = masks & -masks
    return np.where(masks > 0, popcount(lowest - 1), none)


def popcount(numbers):
    """Return how many bits of each number are set."""
    return np.bitwise_count(numbers).astype(np.int64)


LAYOUT = BidsLayout
