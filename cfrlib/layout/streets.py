"""Two rounds of betting around a flop, by classes of hands: how limit hold'em lies in memory.

The betting before the flop is one small tree, that on the flop another, the same on every flop and after every way of
betting before it. So a table has a first part, [row][class before the flop], and one block for each canonical flop,
[row][class][lane]: a row is an action at a decision, a lane is a way of betting before the flop. A walk carries all
hands at once (`cfrlib.kernels.street`).
"""

from functools import cached_property

import numpy as np

from cfrlib.cards.preflop import preflop_table
from cfrlib.cards.tables import flop_tables
from cfrlib.game import CHANCE, Comparison, Decision, PublicChance
from cfrlib.kernels.street import FOLD, NEXT, SHOWDOWN, Betting, Boards


class Round:
    """The betting of one round.

    Parameters
    ----------
    game : holdem
    starts : list of tuple
        The action sequences it may start from; all go on alike.

    Attributes
    ----------
    betting : Betting
    nodes : list of tuple
        The actions since the start, of each node.
    names : list of tuple
        The actions of each decision, () at ends.
    nexts : list of tuple
        The action sequences of the first start that go on to the next round.
    """

    def __init__(self, game, starts):
        found = self._nodes(game, starts[0])
        order = {NEXT: 2, SHOWDOWN: 1, FOLD: 0}
        kinds = [_kind(game, starts[0] + actions) for actions in found]
        ends = sorted((i for i, kind in enumerate(kinds) if kind > 1), key=lambda i: (order[kinds[i]], i))
        place = {actions: i for i, actions in enumerate(found)}
        self.nodes, self.names, edges, child, rows, row = found, [], [0], [], 0, []
        for actions in found:
            node = game.node(starts[0] + actions)
            names = node.actions if isinstance(node, Decision) else ()
            child.extend(place[(*actions, a)] for a in names)
            edges.append(len(child))
            self.names.append(names)
            row.append(rows)
            rows += len(names)
        end = np.full(len(found), -1)
        end[ends] = np.arange(len(ends))
        folds, shows = (sum(kind == which for kind in kinds) for which in (FOLD, SHOWDOWN))
        stakes = np.array([[_stake(game, s + found[i]) for s in starts] for i in ends[: folds + shows]], dtype=float)
        self.nexts = [starts[0] + found[i] for i in ends[folds + shows :]]
        self.betting = Betting(
            np.array(kinds), np.array(edges), np.array(child, dtype=np.int64), np.array(row), end, folds, shows,
            stakes.reshape(folds + shows, len(starts)), rows,
        )  # fmt: skip

    @staticmethod
    def _nodes(game, start):
        """Return the actions to each node of the round, parents first."""
        found = [()]
        for actions in found:
            node = game.node(start + actions)
            if isinstance(node, Decision):
                found.extend((*actions, a) for a in node.actions)
        return found


def _kind(game, actions):
    node = game.node(actions)
    if isinstance(node, Decision):
        return node.player
    if isinstance(node, PublicChance):
        return NEXT
    return FOLD if actions[-1] == "f" else SHOWDOWN


def _stake(game, actions):
    if actions[-1] == "f":
        return game.payoff(actions, ())
    return game.stakes(actions)[0][0]


class Streets:
    """The public tree and the tables of two-round hold'em.

    Parameters
    ----------
    game : holdem

    Attributes
    ----------
    first, second : Round
        Before the flop, and on it.
    lanes : int
    num_first : int
        Entries of the part before the flop.
    num_entries : int
        Entries of all blocks of flops.
    """

    imperfect_recall = False

    def __init__(self, game):
        self.game = game
        self.first = Round(game, [()])
        self.second = Round(game, [(*actions, CHANCE) for actions in self.first.nexts])
        self.lanes = len(self.first.nexts)
        self.num_first = self.first.betting.rows * len(self.preflop.multiplicity)

    @cached_property
    def preflop(self):
        """The classes before the flop: `cfrlib.cards.preflop.Preflop`."""
        return preflop_table(self.game.deck)

    @cached_property
    def flops(self):
        """The classes on all flops: `cfrlib.cards.flops.Flops`."""
        return flop_tables(self.game.deck)

    @property
    def num_entries(self):
        """Entries of all blocks of flops."""
        return self.second.betting.rows * self.lanes * int(self.flops.start[-1])

    @cached_property
    def boards(self):
        """`Boards` before the flop (a single one) and on it."""
        return self._before_the_flop(), self._on_flops()

    def _before_the_flop(self):
        table = self.preflop
        hands, n = table.multiplicity.astype(float), len(table.multiplicity)
        orbit = table.orbits.astype(np.int64)
        share = hands[:, None] / table.orbit_size[orbit]
        none = np.zeros(n, dtype=np.int64)
        return Boards(np.array([0, n]), hands, orbit, share, none + n, none, len(table.orbit_size))

    def _on_flops(self):
        table = self.flops
        hands, orbit = table.multiplicity.astype(float), table.orbit.astype(np.int64)
        board = np.repeat(np.arange(len(table.cards)), np.diff(table.start))
        share = hands[:, None] / table.orbit_size[board[:, None], orbit]
        group = np.cumsum(np.diff(board * 100_000 + table.group, prepend=-1) != 0) - 1
        after = np.searchsorted(group, group, side="right") - table.start[board]
        return Boards(
            table.start.astype(np.int64), hands, orbit, share, after, table.preflop.astype(np.int64),
            int(table.orbits.max()),
        )  # fmt: skip
