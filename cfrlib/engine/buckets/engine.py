"""What walks limit hold'em under buckets: from the switches to `cfrlib.engine.buckets.vector`.

Single deals with all actions go by vectors of states, unless updates are simultaneous.
"""

from math import comb

import numpy as np

from cfrlib.engine.buckets import hands, vector
from cfrlib.engine.buckets.deals import deal_board, deal_side
from cfrlib.engine.buckets.evaluator import BucketEvaluator, worth
from cfrlib.engine.buckets.joint_table import joint_table, log, takes_long
from cfrlib.engine.buckets.single import BucketSingleWalks
from cfrlib.engine.buckets.workspace import BucketWorkspace, Worth, every_sequence, make_steps, make_table, path
from cfrlib.engine.combinations import CS, OPCS, PCS, SPCS, VANILLA
from cfrlib.engine.common.limit_holdem.tables import RoundsVectorWalks, learning_walk
from cfrlib.engine.common.vector_walks import COPIED
from cfrlib.engine.contract import Engine
from cfrlib.engine.step import IDLE


class BucketWalks(RoundsVectorWalks):
    """Base of the walks under buckets, which have a pair of `Walk`s for each player: early rounds, last round."""

    carried_together = True  # whether a walk carries many sequences of a round

    def __init__(self, setup):
        super().__init__(setup)
        layout = self.layout
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

    def prepare(self):
        """Make tables of cards, and compile, so that the clock does not count it."""
        if self.walks is None:
            self._make()
            for before, matched in zip(self.before, self.matched_tables(), strict=True):
                before[:] = matched[: len(before)]
            self.walks = tuple(tuple(learning_walk(self, me, part) for part in (0, 1)) for me in (0, 1))
            self._compile()
            self._remember(make_steps(0))

    def _remember(self, steps):
        """Under simultaneous updates copy what the strategies of all steps are matched to."""
        if self.simultaneous:
            vector.remember(steps, self.workspace.rounds, self.matched_tables(), self.before)

    def _compile(self):
        """Do a walk without any steps."""
        nobody = make_steps(0)
        empty, late = np.zeros((0, 0)), np.zeros((0, 0), dtype=self.setup.dtype)
        none = Worth((*(empty,) * self.layout.last, late), late)
        self.workspace.walk(nobody, nobody, none, self.walks[0], IDLE, self.tables.last_update, 1)

    def _make(self):
        """Make what depends on the cards."""
        raise NotImplementedError

    def _deal(self, me, rng):
        """Draw what a walk carries; return the steps of the walking player and of the opponent, and their `Worth`."""
        raise NotImplementedError

    def iterate(self, rule, rng, t, iterations):
        for now in range(t, t + iterations):
            walked = []
            try:
                for me in (0, 1):
                    mine, theirs, worth = self._deal(me, rng)
                    walked.append(mine)
                    self.workspace.walk(mine, theirs, worth, self.walks[me], rule, self.tables.last_update, now)
            finally:  # who stops it may go on
                if walked:
                    self._remember(walked[0])
        return tuple(iterations * count for count in self.touched)


class BucketDealWalks(BucketWalks):
    """The row cs: one board and two hands, or two sequences of buckets; for alternating updates."""

    carried_together = False

    def _make(self):
        layout = self.layout
        self.workspace = BucketWorkspace(layout, self.setup.dtype, [1] * (layout.last + 1))
        reach = self.workspace.rounds  # one against one: reach times what is won is what a terminal is worth
        early_values = tuple(part.terminals for part in reach.early)
        self.rounds = reach._replace(early_values=early_values, last_values=reach.last.terminals)
        self.steps = path(layout.last + 1), path(layout.last + 1)
        self.drawn = hands.make_drawn(layout, self.setup.sampling.draws)

    def _compile(self):
        Engine.prepare(self)

    def iterate(self, rule, rng, t, iterations):
        hands.iterate(
            self.drawn, self.steps, self.rounds, self.walks, rule, self.tables.last_update, rng, t, iterations
        )
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
        self.workspace = BucketWorkspace(layout, self.setup.dtype, most, self.setup.threads)
        self.buckets = layout.game.percentiles.tables
        self.table = make_table(self.buckets, self.setup.dtype)
        self.steps = tuple(make_steps(sum(most)) for _ in range(2))  # of the walk of either player
        self.early_pairs = tuple(np.zeros(most[min(k, layout.last - 1)] ** 2) for k in range(vector.EARLY))
        self._deal(0, np.random.Generator(np.random.PCG64(0)))  # compiled, so that the clock does not count it

    def _deal(self, me, rng):
        steps = self.steps[me]
        deal_board(self.buckets, self.table, steps, self.workspace.sizes, self.early_pairs, rng)
        return steps, steps, self._worth(*(steps.count[1:],) * 2)

    def _worth(self, mine, theirs):
        """Return the `Worth` that was filled in, for so many steps of each round."""
        number = self.workspace.number
        pairs = (*self.early_pairs[:number], self.table.pairs)
        worth = [flat[: n * m].reshape(n, m) for flat, n, m in zip(pairs, mine, theirs, strict=False)]
        n, m = mine[number], theirs[number]
        return Worth(tuple(worth), self.table.wins[: n * m].reshape(n, m))


class BucketOneSidedWalks(BucketBoardWalks):
    """The rows opcs and spcs: on one board all hands of one player, and one of the other.

    All hands on the board are averaged, also those that share a card with the drawn one: that counts them alike.
    """

    def __init__(self, setup):
        self.own_all = setup.sampling.own_private == "all"
        super().__init__(setup)
        carried = self.hands if self.own_all else 1
        self.touched = 2 * self.nodes * carried, 2 * self.nodes * self._summed()

    def _summed(self):
        return self.pairs // self.hands

    def _make(self):
        self.alone = tuple(path(self.layout.last + 1) for _ in range(2))
        super()._make()

    def _deal(self, me, rng):
        whole, alone = self.steps[me], self.alone[me]
        deal_side(self.buckets, self.table, whole, alone, self.workspace.sizes, self.early_pairs, self.own_all, rng)
        mine, theirs = (whole, alone) if self.own_all else (alone, whole)
        return mine, theirs, self._worth(mine.count[1:], theirs.count[1:])


class BucketWholeWalks(BucketWalks):
    """The row vanilla: all sequences of buckets, with the exact table of the abstract game."""

    def __init__(self, setup):
        super().__init__(setup)
        layout, nodes, histories = self.layout, 0, 1 + self.layout.sequences[0]  # before a player is dealt anything
        for part, lanes, n in zip(layout.rounds, layout.lanes, layout.sequences, strict=True):
            nodes += len(part.nodes) * lanes * n
            histories += len(part.nodes) * lanes * n**2
        self.touched = 2 * nodes, 2 * histories
        if takes_long(self.setup.game):
            log.warning(
                "sampling='vanilla' of %s: the first run makes a table over all boards, which takes minutes to hours; "
                "sampling='pcs' draws boards and needs none",
                self.setup.game,
            )

    def _extra(self, dtype):
        """Return the bytes of the ends of all sequences, of the matrices between these, and of copies."""
        layout, itemsize, n = self.layout, np.dtype(dtype).itemsize, self.layout.sequences[-1]
        terminals = sum(
            many * part.betting.stakes.size * (8 if k < layout.last else itemsize)
            for k, (many, part) in enumerate(zip(layout.sequences, layout.rounds, strict=True))
        )
        return super()._extra(dtype) + 2 * terminals + 2 * n**2 * (8 + itemsize)

    def _make(self):
        layout = self.layout
        self.workspace = BucketWorkspace(layout, self.setup.dtype, layout.sequences, self.setup.threads)
        self.steps = every_sequence(layout)
        self.worth = worth(joint_table(layout.game), layout, self.setup.dtype)

    def _deal(self, me, rng):
        return self.steps, self.steps, self.worth


ROWS = {
    VANILLA: BucketWholeWalks, PCS: BucketBoardWalks, OPCS: BucketOneSidedWalks, SPCS: BucketOneSidedWalks,
    CS: lambda setup: (BucketSingleWalks if setup.updates == "simultaneous" else BucketDealWalks)(setup),
    "actions": BucketSingleWalks, "mixed": BucketSingleWalks,
}  # fmt: skip
EVALUATOR = BucketEvaluator
