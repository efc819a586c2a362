"""What walks of bids need: the sides they carry, the workspace they work in, and the threads that share the groups."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cfrlib.engine.bids import prefixes, vector
from cfrlib.engine.bids.layout import BidsLayout
from cfrlib.engine.bids.prefixes import Top
from cfrlib.engine.bids.vector import Boundary, Side, Workspace
from cfrlib.games import bluff


def whole_side(layout, player):
    """Return the side of a walk that carries all classes of a player."""
    most, B = int(layout.classes.max()), layout.places.bids
    into, fresh = layout.merging(player)
    chance = np.bincount(layout.class_of[player][B], weights=layout.weights[player], minlength=most)
    rows = np.tile(np.arange(most), (B + 1, 1))
    return _side(layout, player, layout.classes[player], rows, into, fresh, chance)


def side_of_roll(layout, player, roll):
    """Return the side of a walk that carries one roll of a player."""
    rows = np.ascontiguousarray(layout.class_of[player][:, [roll]])
    shape = (*rows.shape[:1], *rows.shape)
    into, fresh = np.zeros(shape, dtype=np.int64), np.ones(shape, dtype=bool)
    return _side(layout, player, np.ones(len(rows), dtype=np.int64), rows, into, fresh, np.ones(1))


def _side(layout, player, count, rows, into, fresh, chance):
    k = np.arange(len(rows))[:, None]
    matches, needs = layout.matches[player], layout.needs[player]
    known = np.minimum(rows, matches.shape[1] - 1)
    return Side(np.ascontiguousarray(count), rows, into, fresh, matches[k, known], needs[k, known], chance)


class BidsWorkspace:
    """The workspaces of the walks of one solver or evaluator: threads share groups, each walked alike by whomever."""

    def __init__(self, layout, dtype, threads=1):
        r, widest = layout.places, layout.classes.max(axis=0)
        starts = np.cumsum([0, *widest[: r.low]]) * r.batch
        size, most = int(starts[-1]), int(widest.max())
        self.layout, self.dtype, self.threads = layout, np.dtype(dtype), min(threads, 2 * r.groups)
        self.workspaces = [
            Workspace(
                starts, *(np.zeros(size, dtype=dtype) for _ in range(4)), np.zeros((4 + most) * r.batch, dtype=dtype)
            )
            for _ in range(self.threads)
        ]
        self.boundary = tuple(
            Boundary(starts, *(np.zeros(r.groups * size, dtype=dtype) for _ in range(3))) for _ in range(2)
        )
        self.top = Top(*(np.zeros((len(r.above), most)) for _ in range(4)))
        self.tail = np.zeros(3)

    def walk(self, walk):
        """Do a walk; return what its player gets."""
        r, tasks = self.layout.places, 2 * self.layout.places.groups
        prefixes.walk_down(r, walk, self.top, self.boundary)

        def work(workspace, first, last):
            vector.walk_groups(r, walk, workspace, self.boundary, first, last)

        cuts = np.linspace(0, tasks, self.threads + 1).astype(int).tolist()
        if self.threads == 1:
            work(self.workspaces[0], *cuts)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(work, self.workspaces, cuts[:-1], cuts[1:]))
        return prefixes.walk_up(r, walk, self.top, self.boundary, self.tail)


def smaller(game, size):
    """Return modes of a game that need less memory, and their bytes, which is the `size` of a layout and a dtype."""
    modes = []
    for merged, dtype in ((game.merged, "float32"), (True, "float64"), (True, "float32")):
        layout = BidsLayout(bluff(**{**game.parameters, "merged": merged}))
        modes.append((f"merged={merged}, dtype={dtype!r}", size(layout, dtype)))
    return modes
