"""What walks two-round hold'em, which depends on what is drawn: a flop, and whose hands.

Best responses and expected values are the same walks, with the strategies of tables of sums.
"""

from math import comb

import numpy as np

from cfrlib.engine.combinations import CS, OPCS, PCS, SPCS, VANILLA
from cfrlib.engine.common.limit_holdem.draws import dealer, flop_sampler
from cfrlib.engine.common.limit_holdem.tables import RoundsEvaluator, RoundsVectorWalks, evaluating_walks, learning_walk
from cfrlib.engine.common.regret_matching_vectors import set_time
from cfrlib.engine.common.table_layout import PerThread
from cfrlib.engine.common.vector_walks import BEST, MEAN
from cfrlib.engine.two_rounds import one_sided, vector
from cfrlib.engine.two_rounds.single import TwoRoundsSingleWalks
from cfrlib.engine.two_rounds.workspace import TwoRoundsWorkspace


class TwoRoundsVectorWalks(RoundsVectorWalks):
    """What walks on vectors share."""

    def __init__(self, setup):
        super().__init__(setup)
        layout = self.layout
        self.nodes = len(layout.first.nodes), len(layout.second.nodes) * layout.lanes
        self.workspace = TwoRoundsWorkspace(self.layout, self.setup.dtype, self.setup.threads)
        self.early, self.late = (tuple(learning_walk(self, me, part) for me in (0, 1)) for part in (0, 1))

    def _summed(self):
        return comb(self.layout.game.deck.cards - 2, 2)


class TwoRoundsWholeWalks(TwoRoundsVectorWalks):
    """The row vanilla: all flops. Threads share them."""

    def prepare(self):
        self.workspace.compile()

    def iterate(self, rule, rng, t, iterations):
        for now in range(t, t + iterations):
            for before, matched in zip(self.before, self.matched_tables(), strict=True):
                before[:] = matched[: len(before)]
            for walks in zip(self.early, self.late, strict=True):
                for walk in walks:
                    set_time(walk, rule, now, now - 1)
                self.workspace.walk(*walks)
        flops = int(self.layout.flops.weight.sum())
        return tuple(2 * iterations * count for count in touched(self.layout, self.nodes, flops))


class TwoRoundsFlopWalks(TwoRoundsVectorWalks):
    """The row pcs: one flop, drawn by how often it comes, or in epochs."""

    def __init__(self, setup):
        super().__init__(setup)
        self.sampler = flop_sampler(self.layout, self.setup.sampling.draws, self.tables.order)

    def _noted(self):
        flops = len(self.layout.flops.weight)
        return (0,), (2, flops), (2, flops if self.setup.sampling.draws != "independent" else 0)

    def iterate(self, rule, rng, t, iterations):
        vector.iterate(
            self.workspace.rounds, self.early, self.late, self.sampler, self.simultaneous, self.tables.last_update,
            rule, rng, t, iterations,
        )  # fmt: skip
        return tuple(2 * iterations * count for count in touched(self.layout, self.nodes, 1))


def touched(layout, nodes, flops):
    """Return the nodes times own hands, and histories, of a walk: `nodes` before the flop, and on each of `flops`."""
    cards = layout.game.deck.cards
    hands = comb(cards, 2), comb(cards - 3, 2) * flops
    pairs = hands[0] * comb(cards - 2, 2), hands[1] * comb(cards - 5, 2)
    return nodes[0] * hands[0] + nodes[1] * hands[1], 1 + hands[0] + nodes[0] * pairs[0] + nodes[1] * pairs[1]


class TwoRoundsOneSidedWalks(TwoRoundsVectorWalks):
    """The rows opcs and spcs: on one flop all hands of one player, and one of the other.

    All hands on the flop are averaged, also those that share a card with the drawn one: that counts them alike.
    """

    def __init__(self, setup):
        self.own_all = setup.sampling.own_private == "all"
        super().__init__(setup)
        layout = self.layout
        cards, rounds = layout.game.deck.cards, self.workspace.rounds
        held = (
            one_sided.HandWeights(np.zeros(n), *(np.zeros(k * many, dtype=kind) for k in (n, n, one_sided.TILE)))
            for n, many, kind in (
                (layout.classes, 1, "float64"), (int(np.diff(layout.flops.start).max()), layout.lanes, self.setup.dtype)
            )
        )  # fmt: skip
        self.side = one_sided.Side(dealer(layout), self.own_all, *held, np.zeros(layout.classes))
        self.rounds = rounds._replace(scale=comb(cards - 2, 3) / comb(cards - 4, 3))
        before, after = comb(cards, 2), comb(cards - 3, 2)
        pairs, others = comb(cards - 2, 2), comb(cards - 5, 2)
        carried = (before, after) if self.own_all else (1, 1)
        self.touched = (
            2 * (self.nodes[0] * carried[0] + self.nodes[1] * carried[1]),
            2 * (self.nodes[0] * pairs + self.nodes[1] * others) + 2 + before + 1,
        )

    def _noted(self):
        layout = self.layout
        return (0,), (2 * self.discounts, layout.classes + int(layout.flops.start[-1])), (0,)

    def iterate(self, rule, rng, t, iterations):
        one_sided.iterate(
            self.rounds, self.side, self.early, self.late, self.simultaneous, self.tables.last_update, rule, rng, t,
            iterations,
        )  # fmt: skip
        return self.touched[0] * iterations, self.touched[1] * iterations


class TwoRoundsEvaluator(RoundsEvaluator):
    """Evaluation of the profiles of one game of two-round hold'em, over all flops."""

    def __init__(self, layout):
        super().__init__(layout)
        self.workspaces = PerThread(lambda dtype: TwoRoundsWorkspace(layout, dtype))

    def before_the_flop(self, me, sums, best=False):
        """Return a player's values before the flop, (nodes, classes), if both follow `sums` or the player responds."""
        self._value(BEST if best else MEAN, me, sums, sums, self.none)
        return self.workspaces.of(sums[1].dtype).rounds.early.value.reshape(len(self.layout.first.betting.kind), -1)

    def _value(self, purpose, me, mine, theirs, tolerance):
        return self.workspaces.of(mine[1].dtype).walk(*evaluating_walks(me, purpose, mine, theirs, tolerance))


EVALUATOR = TwoRoundsEvaluator


ROWS = {
    VANILLA: TwoRoundsWholeWalks, PCS: TwoRoundsFlopWalks, OPCS: TwoRoundsOneSidedWalks, SPCS: TwoRoundsOneSidedWalks,
    **dict.fromkeys((CS, "actions", "mixed"), TwoRoundsSingleWalks),
}  # fmt: skip
