r"""Mixed sampling (Meyer 2021, section 5.2): a coin decides between two schemes, for a walk or at each decision.

What each of them adds to the average is on one scale, or on the scale that is customary for it:

====================  ==========================================  ===========================================
scale                 external sampling                           outcome sampling
====================  ==========================================  ===========================================
one                   :math:`\pi_i(h)\,\pi_c(h)/q(h)`             :math:`\pi_i(h)\,\pi_c(h)/q(h)`
published             the same, which is 1                        :math:`\pi_i(h)/q(h)`
where (published)     at the opponent's nodes                     at the walking player's nodes
====================  ==========================================  ===========================================

Here q(h) is the probability that the walk comes to h, chance's part included. An information set I is visited at all of
its h, so on the published scale an iteration of outcome sampling adds, in the mean, :math:`\pi_i(I)` times the
*number* of deals in I, and one of external sampling times their probability. (Fast: `cfrlib.sampling.Mixed`.)
"""

from cfrlib.textbook.cfr import CFR


class Mixed(CFR):
    """CFR that mixes two schemes. A walk adds to the average at nodes of `average_at`: "own", "opponent", or "custom",
    which is the last line of the table above."""

    def __init__(self, game, mix, *, average_at=None, **switches):
        super().__init__(game, mix.first, **switches)
        self.mix, self._used, self._place = mix, {}, average_at or mix.average_at
        self.average_at = None  # the walk itself adds nothing: `_count` does

    def steps(self):
        """Do one iteration, and add to the average at each decision that the walk has been to."""
        for step in super().steps():
            if step.kind == "value" and step.infoset >= 0:
                self._count(step)
            yield step

    def _throw(self):
        """Let the coin say which scheme is used from here on."""
        p = self.mix.probabilities(self.iterations + 1, 1)[0]
        certain = p == 1 and not self.mix.per_node  # then there is no throw
        self.scheme = self.mix.first if certain or self.rng.random() < p else self.mix.second

    def _deal(self, node):
        first_of_walk = not self._dealt
        outcome = super()._deal(node)
        if first_of_walk and not self.mix.per_node:
            self._throw()
        return outcome

    def _follow(self, node, player, sigma):
        if node.infoset >= 0:
            if self.mix.per_node:
                self._throw()
            self._used[node.index] = self.scheme
        return super()._follow(node, player, sigma)

    def _count(self, step):
        """Add the strategy at a history to the average of whose turn it is."""
        who, scheme = self.tree.infosets[step.infoset].player, self._used[step.node]
        by_deal = self.mix.scale == "published" and scheme.own_actions == "one"
        place = self._place
        if place == "custom":
            place = "own" if by_deal else "opponent"
        if who == (step.player if place == "own" else 1 - step.player):
            weight = step.reach[who] * (1.0 if by_deal else step.reach[2]) / step.visited
            added = self.average.weight(step.iteration) * weight * step.strategy
            self.strategy_sum[step.infoset] = self.strategy_sum[step.infoset] + added
