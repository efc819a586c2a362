"""CFR-BR: the best strategy there is in an abstraction, found against an opponent who sees the cards.

An equilibrium of an abstract game may lose more in the real one than another strategy of the same buckets. In CFR-BR
each player learns against a best response of the real game to how they play now (Johanson, Bard, Burch and Bowling
2012, "Finding optimal abstract strategies in extensive-form games"): the regrets are those of real hands, summed up
within buckets, and the average tends to the least exploitable strategy that the buckets allow.
"""

import time

import numpy as np

from cfrlib._util.arguments import whole
from cfrlib._util.interrupts import alone, held
from cfrlib._util.progress import bar
from cfrlib.engine.buckets.lifting import gather, lift_of, lifted, real_game
from cfrlib.engine.buckets.workspace import BucketWorkspace, every_sequence
from cfrlib.engine.common.limit_holdem.tables import plain_walk
from cfrlib.engine.common.vector_walks import ANSWER, REGRETS
from cfrlib.engine.contract import layout_of
from cfrlib.engine.step import constants_in, make_rule
from cfrlib.engine.two_rounds.workspace import TwoRoundsWorkspace
from cfrlib.regret import averaging, regret_rule


class CFRBR:
    """CFR-BR in two-round hold'em with buckets and perfect recall, by "rm" or "rm+" and any of the averages.

    What the strategies of each iteration lose to best responses in the real game, the mean of both players, is appended
    to `against_best`.
    """

    def __init__(self, game, regret="rm+", average="linear"):
        self.real = layout_of(real_game(game))
        self.game, self.tree = game, layout_of(game)
        if game.recall != "perfect":
            raise ValueError(f"game={game!r}: it takes recall='perfect'")
        self.regret, self.average = regret_rule(regret), averaging(average)
        if self.regret.name not in ("rm", "rm+"):
            raise ValueError(f"regret={regret!r}: it takes 'rm' or 'rm+'")
        if self.average.unvisited != "stochastic":
            raise ValueError(
                f"average={average!r}: every entry is visited; it takes 'uniform', 'linear', 'quadratic' or a power"
            )
        self.regrets, self.sums = (tuple(np.zeros(size) for size in self.tree.sizes) for _ in range(2))
        self.iterations, self.seconds, self.against_best = 0, 0.0, []
        self._workspaces = None

    @alone
    def run(self, iterations, progress=False):
        """Add so many iterations, and show a bar on demand."""
        whole("iterations", iterations, 0)
        if self._workspaces is None:
            abstract = BucketWorkspace(self.tree, "float64", self.tree.sequences)
            self._steps = every_sequence(self.tree)
            lift_of(self.game)
            early, last = self.real.sizes
            self._lifted, self._answer = ((np.zeros(early), np.zeros(last, dtype=np.float32)) for _ in range(2))
            self._workspaces = TwoRoundsWorkspace(self.real, "float32"), abstract  # last, so that all the rest is there
        with bar(progress, iterations) as shown:
            for _ in range(iterations):
                with held():
                    self._iterate()
                shown.update(1)

    def _iterate(self):
        began, t = time.perf_counter(), self.iterations + 1
        self.average.rescale(self.sums, self.iterations, t)
        lost = sum(self._learn(me) for me in (0, 1)) / 2
        self.iterations = t
        self.against_best.append(lost)
        self.seconds += time.perf_counter() - began

    def _learn(self, me):
        """Do one iteration of a player; return what a best response gets from their strategy."""
        self._add_to_average(me)
        mine, answer = self._lifted, self._answer  # the latter's rows of the best response are written anew
        lifted(self.game, self.regrets, mine)
        lost = self._walk(ANSWER, 1 - me, mine, mine, answer)
        self._walk(REGRETS, me, mine, answer, mine)
        for part, lift, table, regrets in zip(self.real.rounds, lift_of(self.game), mine, self.regrets, strict=True):
            own = np.repeat(part.betting.kind == me, np.diff(part.betting.edges))  # rows of own decisions
            gather(table, lift, own, regrets)
            if self.regret.name == "rm+":
                np.maximum(regrets, 0, out=regrets)
        return lost

    def _walk(self, purpose, me, matched, theirs, written):
        """Walk the real game; where regrets are sought, the discount is 0, so instantaneous ones alone are left."""
        walks = (
            plain_walk(me, purpose, own)._replace(
                constants=constants_in(own.dtype, 0.0, 0.0), theirs=other, regret=out, sums=out
            )
            for own, other, out in zip(matched, theirs, written, strict=True)
        )
        return self._workspaces[0].walk(*walks)

    def _add_to_average(self, me):
        """Add the player's current strategy, by own reach, to the average."""
        walks = tuple(
            plain_walk(1 - me, ANSWER, table)._replace(averaged=me, sums=sums)
            for table, sums in zip(self.regrets, self.sums, strict=True)
        )
        t = self.iterations + 1
        average = self.average
        rule = make_rule(self.regret, average, np.zeros((2, 1)), average.exponent(t), weights=average.logarithms(t))
        self._workspaces[1].down(self._steps, walks, rule, t)

    def average_strategy(self):
        """Return the average profile of the abstract game."""
        return self.tree.average(self.sums).snapshot()

    def current_strategy(self):
        """Return the profile that the next iteration starts from."""
        return self.tree.average(self.regrets).snapshot()
