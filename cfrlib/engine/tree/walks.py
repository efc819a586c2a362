"""The walks of a public tree: the solver's switches, as numbers for the kernels, and their workspace."""

from cfrlib.engine.common.carried import make_view
from cfrlib.engine.common.tree_tables import TreeEngine, empty_tables
from cfrlib.engine.tree import vector


class VectorWalks(TreeEngine):
    """Walks that carry vectors over private outcomes and try every action."""

    def __init__(self, setup):
        super().__init__(setup)
        self.tables = empty_tables(self.setup)
        b = self.layout.bundles
        own, opponent, public = (switch == "all" for switch in self.setup.sampling.chance)
        self.views = tuple(make_view(b, private, public) for private in ((own, opponent), (opponent, own)))
        self.vectors = vector.make_vectors(b, self.views)

    def iterate(self, rule, rng, t, iterations):
        return vector.iterate(
            self.layout.bundles, self.views, rule, self.opponents_average, self.simultaneous,
            rng, self.tables, self.vectors, t, iterations,
        )  # fmt: skip
