"""The information sets of a game as a network sees them: a row of features each, a column for every action.

What a player holds and what chance has shown is read letter by letter; of what was done, how often each action was
taken in each round. If that does not tell all information sets apart, the places of actions are added.
"""

from functools import cached_property

import numpy as np

from cfrlib.engine.contract import layout_of
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.game import CHANCE
from cfrlib.games.checks import check_game


class InfoSets:
    """The rows of a solver's table for a game of layout "tree"; ValueError if the game is too large to list.

    Of each row there is a key of `keys` (an information set that uses it), who moves (`players`), `columns` (of its
    actions among `names`, all of the game), what is `legal` and the `entries` of the table (-1 where not), each (rows,
    columns), and the `features`, (rows, features) float32, whose columns have `meanings`.
    """

    def __init__(self, game):
        check_game(game)
        if not isinstance(layout_of(game), PublicTree):
            raise ValueError(f"game={game!r}: it takes a Game whose information sets can be listed (layout 'tree')")
        self.game = game
        sets = layout_of(game).profile_map
        first, rows = np.unique(sets.entries[sets.starts], return_index=True)
        self.keys = [sets.keys[k] for k in rows]
        self.players = np.array([sets.players[k] for k in rows])
        self.names = tuple(dict.fromkeys(name for k in rows for name in sets.actions[k]))
        column = {name: c for c, name in enumerate(self.names)}
        self.columns = [np.array([column[name] for name in sets.actions[k]]) for k in rows]
        self.entries = np.full((len(rows), len(self.names)), -1)
        for row, k in enumerate(rows):
            actions = len(self.columns[row])
            self.entries[row, self.columns[row]] = sets.entries[sets.starts[k] : sets.starts[k] + actions]
        self.legal = self.entries >= 0
        self._first = first
        self.features, self.meanings = _encoded([_traits(game, key) for key in self.keys])

    def __len__(self):
        return len(self.keys)

    def of(self, entries):
        """Return the rows whose first entries in a solver's table are these."""
        return np.searchsorted(self._first, entries)

    def spread(self, rows, regrets):
        """Return values of actions, in the order of each row's own actions, in the columns of all: (m, columns)."""
        order = self._order[rows]
        values = np.zeros((len(rows), len(self.names) + 1))
        np.put_along_axis(values, order, regrets[:, : order.shape[1]], axis=1)
        return values[:, :-1]

    @cached_property
    def _order(self):
        """For each row the columns of its actions; one more, for nothing, where it has fewer than others."""
        most = max(map(len, self.columns))
        return np.array([np.pad(c, (0, most - len(c)), constant_values=len(self.names)) for c in self.columns])

    def table(self, values, size):
        """Return a solver's table of so many entries with these values: (n, columns) at legal actions, else 0."""
        table = np.zeros(size)
        table[self.entries[self.legal]] = values[self.legal]
        return table


def _traits(game, key):
    """Return what is to be seen at an information set: two sets of traits, the second for where order matters."""
    private, public = key
    held = {("private", k, letter) for k, letter in enumerate(private)}
    counts, order = set(), set()
    for number, part in enumerate(public.split(CHANCE)):
        shown, colon, actions = part.rpartition(":")
        if colon:
            held |= {("public", number, k, letter) for k, letter in enumerate(shown)}
        taken = actions.split(game.separator) if game.separator else list(actions)
        taken = [action for action in taken if action]
        counts |= {("round", number, action, taken[: k + 1].count(action)) for k, action in enumerate(taken)}
        order |= {("place", number, k, action) for k, action in enumerate(taken)}
    return held | counts, order


def _encoded(traits):
    """Return a matrix of zeros and ones, and what its columns mean."""
    without, all_of = [first for first, _ in traits], [first | second for first, second in traits]
    told_apart = len(set(map(frozenset, without))) == len(without)
    chosen = without if told_apart else all_of
    meanings = sorted(set().union(*chosen), key=repr)
    place = {meaning: k for k, meaning in enumerate(meanings)}
    matrix = np.zeros((len(chosen), len(meanings)), dtype=np.float32)
    for row, own in enumerate(chosen):
        matrix[row, [place[meaning] for meaning in own]] = 1
    return matrix, meanings
