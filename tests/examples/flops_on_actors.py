"""One solve of two-round hold'em over several machines: each has the tables of some flops, and walks over them.

A walk over all flops comes in 16 pieces. A piece needs what the players do before the flop, some kilobytes, and returns
what its flops are worth to each class of hands, in each way of betting before them. Home has the betting before the
flop, and adds the pieces up in their order: so however many machines share them, no bit changes.

It goes by the engine's own names, which may change with it. It takes alternating updates, and rules that keep no table
beside regrets and sums. Sums that grow until the solver scales them down (powers of t far above 2) would have to be
scaled here, too.
"""

from itertools import chain

import numpy as np

import cfrlib


class Flops:
    """An actor of Dask: some neighboring pieces of the flops, of a solver of its own.

    Memory that nobody writes to costs nothing, so it may have tables of all flops.
    """

    def __init__(self, rules, switches, first, last):
        self.engine = _solver(rules, switches).engine
        self.pieces = self.engine.workspace.pieces[first:last]

    def walk(self, me, numbers, discounts, reach, mine, at):
        """Return what the pieces are worth to a player, [piece][lane][class], and update their tables."""
        early, late = self.engine.workspace.rounds.early, self.engine.late[me]
        own, sent = (*late[4:6], early.reach, early.mine, early.at), (numbers, discounts, reach, mine, at)
        for array, values in zip(own, sent, strict=True):
            array[:] = values
        return np.stack(list(self.engine.workspace._walk_pieces(late, self.pieces)))

    def tables(self):
        """Return where the tables of the pieces begin, regrets and sums."""
        layout, flops = self.engine.layout, np.concatenate([flops for flops, _ in self.pieces])
        if not len(flops):
            return 0, np.zeros(0), np.zeros(0)
        start = layout.flops.start[[flops[0], flops[-1] + 1]] * layout.second.betting.rows * layout.lanes
        return int(start[0]), *(table[slice(*start)] for table in (self.engine.tables.regret, self.engine.tables.sums))


def spread(client, rules, switches, workers):
    """Return a solver of ``holdem(**rules)`` whose flops are on these workers of a Dask client, and their actors."""
    solver = _solver(rules, switches)
    workspace = solver.engine.workspace
    cuts = np.linspace(0, len(workspace.pieces), len(workers) + 1).astype(int).tolist()
    actors = [
        client.submit(Flops, rules, switches, first, last, actor=True, pure=False, workers=[worker])
        for worker, first, last in zip(workers, cuts[:-1], cuts[1:], strict=True)
    ]
    actors, alone = [actor.result() for actor in actors], workspace._walk_pieces

    def walk_pieces(late, pieces):
        if pieces is not workspace.pieces:  # what compiles, and walks no flop
            return alone(late, pieces)
        early = workspace.rounds.early
        asked = [actor.walk(late.me, *late[4:6], early.reach, early.mine, early.at) for actor in actors]
        return chain.from_iterable(answer.result() for answer in asked)

    workspace._walk_pieces = walk_pieces
    return solver, actors


def gather(solver, actors):
    """Bring the tables home, so that the solver can be asked for its strategy and saved; they must fit there."""
    for actor in actors:
        first, *tables = actor.tables().result()
        for own, table in zip((solver.engine.tables.regret, solver.engine.tables.sums), tables, strict=True):
            own[first : first + len(table)] = table


def _solver(rules, switches):
    """Return a solver that is compiled: that walks once, with numbers that mean nothing."""
    solver = cfrlib.CFR(cfrlib.games.holdem(**rules), **switches)
    solver.prepare()
    return solver
