"""Walks of limit hold'em under buckets: from the switches to `cfrlib.engine.buckets.vector`."""

from math import comb

import numpy as np

from cfrlib._util.memory import zeros
from cfrlib.engine.buckets.deals import deal_board, iterate_hands
from cfrlib.engine.buckets.evaluator import worth
from cfrlib.engine.buckets.joint_table import joint_table, joint_to_draw, log, takes_long
from cfrlib.engine.buckets.one_sided import deal_side
from cfrlib.engine.buckets.vector import EARLY
from cfrlib.engine.buckets.workspace import BucketWorkspace, Worth, every_sequence, make_steps, make_table, path
from cfrlib.engine.common.limit_holdem.betting_round import Walk
from cfrlib.engine.common.limit_holdem.tables import RoundsEngine, bytes_of
from cfrlib.engine.common.regret_matching import IDLE
from cfrlib.engine.common.vector_walks import COPIED, REGRETS, round_numbers


class BucketWalks(RoundsEngine):
    """Base of the walks under buckets.

    Parameters
    ----------
    setup : Setup
    """

    carried_together = True
    """Whether a walk carries many sequences of a street."""

    def __init__(self, setup):
        super().__init__(setup)
        layout, (early, last) = self.layout, self.layout.sizes
        self.before = zeros(early * self.simultaneous, "float64"), zeros(last * self.simultaneous, self.setup.dtype)
        cards = layout.game.deck.cards
        shown = sum(layout.game.shows)
        self.hands, self.pairs = comb(cards - shown, 2), comb(cards - shown, 2) * comb(cards - shown - 2, 2)
        self.nodes = sum(len(part.nodes) * lanes for part, lanes in zip(layout.rounds, layout.lanes, strict=True))
        self.walks = None

    def _read_rule(self):
        """Without perfect recall a walk may come to a sequence on several ways, so strategies are kept apart too."""
        super()._read_rule()
        if self.layout.imperfect_recall and self.carried_together:
            self.source, self.keeps_matched = COPIED, True

    def _noted(self):
        return (0,), (2, sum(self.layout.sequences)), (0,)

    def _extra(self, dtype):
        return bytes_of(self.layout, dtype) * self.simultaneous

    def prepare(self):
        """Make tables of cards, and compile, so that the clock does not count it."""
        if self.walks is None:
            self._make()
            for before, matched in zip(self.before, self.matched_tables(), strict=True):
                before[:] = matched[: len(before)]
            self.walks = tuple(
                tuple(self._walk_of(me, part) for me in (0, 1)) for part in (0, 1)
            )  # early streets, last street
            self._compile()
            if self.simultaneous:
                self.room.remember(make_steps(0), self.matched_tables(), self.before)

    def _compile(self):
        """Do a walk without any steps."""
        nobody = make_steps(0)
        empty, late = np.zeros((0, 0)), np.zeros((0, 0), dtype=self.setup.dtype)
        none = Worth((*(empty,) * self.layout.last, late), late)
        early, last = self.walks
        self.room.walk(nobody, nobody, none, early[0], last[0], IDLE, self.tables.last_update, 1)

    def _make(self):
        """Make what depends on the cards."""
        raise NotImplementedError

    def _walk_of(self, me, part):
        tables, dtype = self.tables, (np.dtype(float), np.dtype(self.setup.dtype))[part]
        regret, sums = ((tables.early_regret, tables.early_sums), (tables.regret, tables.sums))[part]
        matched = self.matched_tables()[part]
        theirs = self.before[part] if me == 1 and self.simultaneous else matched
        averaged = 1 - me if self.opponents_average else me
        numbers = round_numbers(dtype, self.tolerance()[part], self.setup.regret, self.source)
        return Walk(me, REGRETS, self.source, averaged, numbers, np.ones(2, dtype=dtype), theirs, matched, regret, sums)


class BucketDealWalks(BucketWalks):
    """The row cs: one board and two hands, or two sequences of buckets; for alternating updates."""

    carried_together = False

    def _make(self):
        layout = self.layout
        self.room = BucketWorkspace(layout, self.setup.dtype, [1] * (layout.last + 1), 1)
        self.buckets = layout.game.percentiles.tables
        self.steps = path(layout.last + 1), path(layout.last + 1)
        self.board = np.zeros(sum(layout.game.shows), dtype=np.int8)
        self.sequences = np.zeros((2, layout.last + 1), dtype=np.int64)
        self.joint = joint_to_draw(layout, self.setup.sampling.draws)

    def _compile(self):
        RoundsEngine.prepare(self)

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        room = self.room
        ends = tuple(street.ends for street in room.early)
        iterate_hands(
            self.buckets, self.joint, self.board, self.sequences, self.steps, room.early, room.last, ends, *self.walks,
            rule, self.tables.last_update, room.open, rng, t, iterations,
        )  # fmt: skip
        return 2 * self.nodes * iterations, 2 * (self.nodes + 2) * iterations


class BucketBoardWalks(BucketWalks):
    """The row pcs: one board, with all hands of both players."""

    def __init__(self, setup):
        super().__init__(setup)
        self.touched = 2 * self.nodes * self.hands, 2 * self.nodes * self.pairs

    def _summed(self):
        return self.pairs

    def _make(self):
        layout = self.layout
        most = [min(n, self.hands) for n in layout.sequences]
        if layout.imperfect_recall:
            most = [self.hands] * len(most)
        self.room = BucketWorkspace(layout, self.setup.dtype, most, self.setup.threads)
        self.buckets = layout.game.percentiles.tables
        self.table = make_table(self.buckets, self.setup.dtype)
        self.steps = tuple(make_steps(sum(most)) for _ in range(2))  # of the walk of either player
        self.early_pairs = tuple(np.zeros(most[min(k, layout.last - 1)] ** 2) for k in range(EARLY))
        self._deal(0, np.random.Generator(np.random.PCG64(0)))  # compiled, so that the clock does not count it

    def _deal(self, me, rng):
        """Draw what a walk carries; return the steps of the walking player and of the opponent, and their `Worth`."""
        steps = self.steps[me]
        deal_board(self.buckets, self.table, steps, self.room.sizes, self.early_pairs, rng)
        return steps, steps, self._worth(*(steps.count[1:],) * 2)

    def _worth(self, mine, theirs):
        """Return the `Worth` in the room for it, for so many steps of each street."""
        number = self.room.number
        pairs = (*self.early_pairs[:number], self.table.pairs)
        worth = [flat[: n * m].reshape(n, m) for flat, n, m in zip(pairs, mine, theirs, strict=False)]
        n, m = mine[number], theirs[number]
        return Worth(tuple(worth), self.table.wins[: n * m].reshape(n, m))

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        early, last = self.walks
        for now in range(t, t + iterations):
            walked = []
            try:
                for me in (0, 1):
                    mine, theirs, worth = self._deal(me, rng)
                    walked.append(mine)
                    self.room.walk(mine, theirs, worth, early[me], last[me], rule, self.tables.last_update, now)
            finally:  # who stops it may go on
                if self.simultaneous and walked:
                    self.room.remember(walked[0], self.matched_tables(), self.before)
        return tuple(iterations * count for count in self.touched)


class BucketOneSidedWalks(BucketBoardWalks):
    """The rows opcs and spcs: on one board all hands of one player, and one of the other.

    Strategies of all hands on the board are averaged, whether they share a card with the one that is drawn or not: that
    counts all of them alike.
    """

    def __init__(self, setup):
        self.own_all = setup.sampling.own_private == "all"
        super().__init__(setup)
        carried = self.hands if self.own_all else 1
        self.touched = 2 * self.nodes * carried, 2 * self.nodes * self._summed()

    def _summed(self):
        return self.pairs // self.hands

    def _make(self):
        streets = self.layout.last + 1
        self.alone = tuple(path(streets) for _ in range(2))
        super()._make()

    def _deal(self, me, rng):
        whole, alone = self.steps[me], self.alone[me]
        deal_side(self.buckets, self.table, whole, alone, self.room.sizes, self.early_pairs, self.own_all, rng)
        mine, theirs = (whole, alone) if self.own_all else (alone, whole)
        return mine, theirs, self._worth(mine.count[1:], theirs.count[1:])


class BucketWholeWalks(BucketWalks):
    """The row vanilla: all sequences of buckets, with the exact table of the abstract game."""

    def __init__(self, setup):
        super().__init__(setup)
        if takes_long(self.setup.game):
            log.warning(
                "sampling='vanilla' of %s: the first run makes a table over all boards, which takes minutes to hours; "
                "sampling='pcs' draws boards and needs none",
                self.setup.game,
            )

    def _extra(self, dtype):
        """Return the bytes of the ends of all sequences, of the matrices between these, and of copies."""
        layout, itemsize, n = self.layout, np.dtype(dtype).itemsize, self.layout.sequences[-1]
        ends = sum(
            many * part.betting.stakes.size * (8 if k < layout.last else itemsize)
            for k, (many, part) in enumerate(zip(layout.sequences, layout.rounds, strict=True))
        )
        return super()._extra(dtype) + 2 * ends + 2 * n**2 * (8 + itemsize)

    def _make(self):
        layout = self.layout
        self.room = BucketWorkspace(layout, self.setup.dtype, layout.sequences, self.setup.threads)
        self.steps = every_sequence(layout)
        self.worth = worth(joint_table(layout.game), layout, self.setup.dtype)

    def iterate(self, rule, rng, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        early, last = self.walks
        for now in range(t, t + iterations):
            try:
                for me in (0, 1):
                    self.room.walk(
                        self.steps, self.steps, self.worth, early[me], last[me], rule, self.tables.last_update, now
                    )
            finally:  # who stops it may go on
                if self.simultaneous:
                    self.room.remember(self.steps, self.matched_tables(), self.before)
        layout, nodes, histories = self.layout, 0, 1 + self.layout.sequences[0]  # before a player is dealt anything
        for part, lanes, n in zip(layout.rounds, layout.lanes, layout.sequences, strict=True):
            nodes += len(part.nodes) * lanes * n
            histories += len(part.nodes) * lanes * n**2
        return 2 * iterations * nodes, 2 * iterations * histories
