"""Two rounds of betting around a flop, by classes of hands: how limit hold'em lies in memory.

The betting on the flop is one small tree, the same on every flop and after every way of betting before it, a *lane*. So
a table has a first part, [row][class before the flop], and one block for each canonical flop, [row][class][lane]: a row
is an action at a decision.
"""

from functools import cached_property

import numpy as np

from cfrlib.cards.deck import number
from cfrlib.cards.flops import find as find_class
from cfrlib.cards.flops import preflop_table, representatives
from cfrlib.cards.tables import flop_tables
from cfrlib.engine.common.limit_holdem.rounds import Boards, Round, betting_parts
from cfrlib.engine.common.table_layout import TableLayout
from cfrlib.game import CHANCE


class TwoRoundsLayout(TableLayout):
    """The public tree and the tables of two-round hold'em: a `Round` before the flop, and one on it."""

    def __init__(self, game):
        super().__init__(game)
        self.first = Round(game, [()])
        self.second = Round(game, [(*actions, CHANCE) for actions in self.first.nexts])
        self.rounds = self.first, self.second
        self.lanes = len(self.first.nexts)
        self.classes = len(self.preflop.multiplicity)

    @cached_property
    def preflop(self):
        """The classes before the flop: `cfrlib.cards.flops.Preflop`."""
        return preflop_table(self.game.deck)

    @cached_property
    def flops(self):
        """The classes on all flops: `cfrlib.cards.flops.Flops`."""
        return flop_tables(self.game.deck)

    @cached_property
    def boards(self):
        """`Boards` before the flop (a single one) and on it."""
        return self._before_the_flop(), self._on_flops()

    def _before_the_flop(self):
        table = self.preflop
        hands, n = table.multiplicity.astype(float), len(table.multiplicity)
        orbit = table.orbits.astype(np.int64)
        share = hands[:, None] / table.orbit_size[orbit]
        none = np.zeros(n, dtype=np.int64)
        return Boards(np.array([0, n]), hands, orbit, share, none + n, none, len(table.orbit_size))

    def _on_flops(self):
        table = self.flops
        hands, orbit = table.multiplicity.astype(float), table.orbit.astype(np.int64)
        board = np.repeat(np.arange(len(table.cards)), np.diff(table.start))
        share = hands[:, None] / table.orbit_size[board[:, None], orbit]
        group = np.cumsum(np.diff(board * 100_000 + table.group, prepend=-1) != 0) - 1
        after = np.searchsorted(group, group, side="right") - table.start[board]
        return Boards(
            table.start.astype(np.int64), hands, orbit, share, after, table.preflop.astype(np.int64),
            int(table.orbits.max()),
        )  # fmt: skip

    @property
    def sizes(self):
        """Entries of the table before the flop, and of that on it."""
        return self.first.betting.rows * self.classes, self.second.betting.rows * self.lanes * int(self.flops.start[-1])

    def find(self, key):
        deck = self.game.deck
        try:
            private, public = key
            before, slash, rest = public.partition("/")
            hand = int(number(deck.parse(private, 2)))
            if not slash:
                node = self.first.nodes.index(tuple(before))
                return self._before(node, int(self.preflop.hand_class[hand]))
            shown, _, after = rest.partition(":")
            lane = self.first.nexts.index(tuple(before))
            flop, c = find_class(self.flops, number(deck.parse(shown, 3)), hand)
            node = self.second.nodes.index(tuple(after))
        except (AttributeError, TypeError, ValueError):
            return None
        return None if c < 0 else self._after(node, lane, int(flop), int(c))

    def player_of(self, key):
        before, slash, rest = key[1].partition("/")
        part, actions = (self.second, rest.partition(":")[2]) if slash else (self.first, before)
        return int(part.betting.kind[part.nodes.index(tuple(actions))])

    def _before(self, node, c):
        names = self.first.names[node]
        return (names, (0, int(self.first.betting.row[node]) * self.classes + c, self.classes)) if names else None

    def _after(self, node, lane, flop, c):
        names, start = self.second.names[node], int(self.flops.start[flop])
        if not names:
            return None
        width = (int(self.flops.start[flop + 1]) - start) * self.lanes
        entry = self.second.betting.rows * self.lanes * start + int(self.second.betting.row[node]) * width
        return names, (1, entry + c * self.lanes + lane, width)

    def information_sets(self):
        game, deck = self.game, self.game.deck
        lowest = np.unique(self.preflop.hand_class, return_index=True)[1]
        for node, actions in enumerate(self.first.nodes):
            for c, hand in enumerate(lowest if self.first.names[node] else ()):
                yield (game.outcomes(0)[hand], "".join(actions)), *self._before(node, c)
        for lane, before in enumerate(self.first.nexts):
            for flop, cards in enumerate(self.flops.cards):
                start = f"{''.join(before)}/{deck.label(cards)}:"
                for node, actions in enumerate(self.second.nodes):
                    for c, hand in enumerate(representatives(self.flops, flop) if self.second.names[node] else ()):
                        yield (game.outcomes(0)[hand], start + "".join(actions)), *self._after(node, lane, flop, c)

    def places(self, boards, hands):
        """Return (base, stride) of deals; see `cfrlib.engine.buckets.layout.BucketLayout.places`."""
        flops, classes = find_class(self.flops, np.broadcast_to(number(boards), hands.shape), hands)
        flops, classes = flops.astype(np.int64), classes.astype(np.int64)
        start = self.flops.start[flops]
        width = (self.flops.start[flops + 1] - start) * self.lanes
        before = self.preflop.hand_class[hands].astype(np.int64)
        base = np.stack([before, self.second.betting.rows * self.lanes * start + classes * self.lanes], axis=-1)
        return base, np.stack([np.full_like(width, self.classes), width], axis=-1)

    def parts(self):
        betting = betting_parts(("first", "second"), self.rounds)
        return {"cards": self.flops.cards, "start": self.flops.start, **betting}


LAYOUT = TwoRoundsLayout
