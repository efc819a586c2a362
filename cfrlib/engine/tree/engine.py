"""What walks an ordinary public tree: vectors where some chance is enumerated, else single histories; by a list of
operations where all is."""

from dataclasses import replace

import numpy as np

from cfrlib._util.jit import Bound
from cfrlib.engine.combinations import ALL_CHANCE, PCS, SINGLE, VANILLA
from cfrlib.engine.common.flat_tree import TreeEngine, empty_tables, uniform
from cfrlib.engine.common.single_histories.walks import SingleWalks
from cfrlib.engine.tree import drawn_walk, walk
from cfrlib.engine.tree.carried import make_view
from cfrlib.engine.tree.evaluator import Evaluator
from cfrlib.engine.tree.program import compile_program


class VectorWalks(TreeEngine):
    """Walks that carry vectors over private outcomes and try every action."""

    def __init__(self, setup):
        super().__init__(setup)
        self.tables = empty_tables(self.setup, uniform(self.setup))
        b = self.layout.with_matrices
        own, opponent, public = (switch == "all" for switch in self.setup.sampling.chance)
        views = (make_view(b, private, public) for private in ((own, opponent), (opponent, own)))
        self.walks, self.walk = tuple(drawn_walk.make_walk(b, view) for view in views), Bound(drawn_walk.iterate)

    def iterate(self, rule, rng, t, iterations):
        tree, order = self.layout.with_matrices, (self.opponents_average, self.simultaneous)
        return self.walk(tree, self.walks, rule, *order, rng, self.tables, t, iterations)


class WholeWalks(TreeEngine):
    """Walks that draw nothing, by a list of operations; what nothing tells apart is merged, see `merging`."""

    def __init__(self, setup, merge=True):
        self.apart = setup.layout
        merge = merge and setup.regret.local is None  # which would see what is added up
        merge = merge and not setup.locked  # which may tell apart what else nothing does
        super().__init__(replace(setup, layout=self.apart.merged) if merge else setup)
        self.tables, self.program = empty_tables(self.setup, uniform(self.setup)), self.layout.program
        if self.simultaneous and self.layout.splits:  # both walks see the strategies of before
            self.program = compile_program(self.layout.bundles, self.layout.orders)
        self.vectors = walk.make_vectors(self.program)
        self.walk = Bound(walk.iterate)
        b = self.apart.bundles
        first, second = b.outcomes.tolist()
        states = b.sequences * b.boards[b.stage]
        pairs = np.add.reduceat(b.pairs, b.first_board)[b.stage] * b.sequences
        self.touched = int(states.sum()) * (first + second), 2 * (1 + first + int(pairs.sum()))

    def iterate(self, rule, rng, t, iterations):
        self.walk(
            self.program, rule, self.opponents_average, self.simultaneous, self.tables, self.vectors, t, iterations
        )
        return tuple(iterations * count for count in self.touched)

    def without_merging(self):
        return WholeWalks(replace(self.setup, layout=self.apart), merge=False)


def public_chance(setup):
    """Return what samples public chance, if there is any."""
    return (VectorWalks if setup.layout.bundles.boards[-1] > 1 else WholeWalks)(setup)


ROWS = dict.fromkeys(ALL_CHANCE, VectorWalks) | {VANILLA: WholeWalks, PCS: public_chance}
ROWS |= dict.fromkeys(SINGLE, SingleWalks)
EVALUATOR = Evaluator
