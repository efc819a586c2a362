"""Walks of limit hold'em on a single deal: from the switches to `cfrlib.engine.common.single_holdem`."""

from math import comb

import numpy as np

from cfrlib.engine.buckets.engine import joint_to_draw
from cfrlib.engine.common import single_holdem as hand_walk
from cfrlib.engine.common import single_skipped as hand_skipped
from cfrlib.engine.common import skipped
from cfrlib.engine.common.baseline import Guesses
from cfrlib.engine.common.betting_tree import Part, make_hand, make_room
from cfrlib.engine.common.choosing import BY_PLACE, Switches
from cfrlib.engine.common.round_tables import RoundTableWalks, bytes_of
from cfrlib.engine.common.single_deals import make_bucketing, make_deal, make_flops
from cfrlib.engine.tree.engine import ScalarWalks


class HandWalks(RoundTableWalks, ScalarWalks):
    """The rows on a single deal: cs, es, os, robust, and mixes of them by iteration or by node.

    A subclass says in `_cards` what is dealt from, and in `_classes` how many rows there are.
    """

    def __init__(self, solver):
        self._read(solver)
        if self.coin == BY_PLACE:
            raise ValueError(
                f"sampling={str(solver.sampling)!r}: places are rows whose visits are counted, and for {solver.game} "
                "they are not; a mix takes turns by walk or node"
            )
        if solver.baseline.kind != "none":
            raise ValueError(
                f"baseline={str(solver.baseline)!r}: a baseline is a guess of every action's value, and for "
                f"{solver.game} none are kept; it takes 'none'"
            )
        RoundTableWalks.__init__(self, solver)
        self.cards, self.hand = None, make_hand(solver.tree)
        self.room = make_room(self.hand, _deals(solver.game), self.simultaneous)
        self.deals = tuple(make_deal(solver.tree) for _ in range(2))
        tables, bases = solver._tables, self._bases(solver)
        early = tables.early_regret, bases[0], tables.early_sums, tables.early_seen, tables.early_passed
        last = tables.regret, bases[1], tables.sums, tables.seen, tables.passed
        nothing = self.nothing(solver)
        self.parts = Part(*early, nothing[0]), Part(*last, nothing[1])

    def _noted(self, solver):
        return *((size * self.discounts,) for size in solver.tree.sizes), (0,)

    def _skipped(self, solver):
        if self.average == skipped.STOCHASTIC:
            return 0, 0
        sizes = [
            int((part.betting.kind < 2).sum()) * lanes * many
            for part, lanes, many in zip(solver.tree.rounds, *self._classes(solver.tree), strict=True)
        ]
        return sum(sizes[:-1]), sizes[-1]

    def _classes(self, layout):
        """Return how many lanes each round has, and how many classes."""
        raise NotImplementedError

    def _extra(self, solver, dtype):
        """Return the bytes of the copies that `sums` makes."""
        if self.average != skipped.LAZY:
            return 0
        return bytes_of(solver.tree, dtype) + 8 * sum(self._skipped(solver))

    def prepare(self, solver):
        """Make tables of cards, and compile, so that the clock does not count it."""
        if self.cards is None:
            self.cards = self._cards(solver)
        self.iterate(solver, solver.rule(1), 1, 0)

    def _switches(self, solver, t, iterations):
        none = np.zeros(0, dtype=np.int64)
        probability = self.mixed.probabilities(t, iterations) if self.mixed else np.zeros(0)
        return Switches(
            self.own, self.opponent, self.epsilon, self.coin, probability, self.average, none, np.zeros(0),
            self.cutoff, Guesses(none, none, 0.0, np.zeros(0)), self.by_deal, solver.average_in == "custom", None,
        )  # fmt: skip

    def iterate(self, solver, rule, t, iterations):
        """Do iterations t, t + 1, ...; return nodes and histories touched."""
        nodes = hand_walk.iterate(
            self.hand, self.cards, self._switches(solver, t, iterations), self.room, self.deals,
            *self.parts, rule, self.opponents_average, solver._rng, t, iterations,
        )  # fmt: skip
        return nodes, nodes + 4 * iterations

    def sums(self, solver):
        """Return what the average strategy is made of; lazy averaging first pushes down, in copies, what is still on
        its way."""
        if self.average != skipped.LAZY:
            return super().sums(solver)
        self.prepare(solver)
        parts = [part._replace(sums=part.sums.copy(), passed=part.passed.copy()) for part in self.parts]
        hand_skipped.push_down(
            self.hand, self.cards, self.room, self.deals[0], *parts, solver.average.power, solver.iterations
        )
        return tuple(part.sums for part in parts)


class StreetHandWalks(HandWalks):
    """Two-round hold'em with all its cards."""

    def _cards(self, solver):
        return make_flops(solver.tree)

    def _classes(self, layout):
        return (1, layout.lanes), (layout.classes, int(layout.flops.start[-1]))


class BucketActionWalks(HandWalks):
    """Hold'em under buckets, where actions are sampled or updates simultaneous; else cs goes by vectors, see
    `cfrlib.engine.buckets.engine`.

    With perfect recall a row has one past, so what it has missed can be made up for.
    """

    def __init__(self, solver):
        if solver.tree.imperfect_recall and solver.average.unvisited == "lazy":
            raise ValueError(
                f"average={str(solver.average)!r} with recall='imperfect': rows of the table join different pasts, "
                f"and what they have missed cannot be told; for {solver.game} take stochastic averaging (the default)"
            )
        super().__init__(solver)

    def _cards(self, solver):
        drawn = getattr(solver.sampling, "draws", "independent")
        return make_bucketing(solver.tree, joint_to_draw(solver.tree, drawn))

    def _classes(self, layout):
        return layout.lanes, layout.sequences


def _deals(game):
    """Return how many deals there are up to each round."""
    cards = game.deck.cards
    deals, left = [comb(cards, 2) * comb(cards - 2, 2)], cards - 4
    for shown in game.shows:
        deals.append(deals[-1] * comb(left, shown))
        left -= shown
    return deals
