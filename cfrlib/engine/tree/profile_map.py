"""Which entry of a table holds the probability of which action of a `Profile`.

A profile has one row for each information set (`Game.key`), a table one for each class (`Game.row`).
"""

from functools import cached_property

import numpy as np

from cfrlib.engine.common.flat_tree import blocks_in
from cfrlib.engine.sums import proportions
from cfrlib.game import Game
from cfrlib.profile import Profile, in_order


class ProfileMap:
    """The information sets of a game in the order of its public tree, and where its tables keep them.

    `entries` has the entry of a table for each entry of a profile; `infostates` the entry of the profile for each
    (action, infostate) of a block without classes, or -1. `joined`: whether one has several infostates.
    """

    def __init__(self, tree):
        self.tree = tree
        self.keys, self.players, self.actions, entries, infostates = [], [], [], [], []
        self.joined, place, size = False, {}, 0
        b, game = tree.bundles, tree.game
        possible, plain = [part > 0 for part in b.marginals], getattr(game.key, "__func__", None) is Game.key
        for g in np.argsort(np.where(b.kind >= 0, b.kind, 2), kind="stable"):
            player, stage = int(b.kind[g]), int(b.stage[g])
            if player < 0:
                break
            publics, n, num_actions = tree.publics[stage], int(b.outcomes[player]), int(b.edges[g + 1] - b.edges[g])
            step = np.arange(num_actions)
            first, infostate = [], -1
            if plain:
                shown = possible[player][b.first_board[stage] :][: len(publics)]
                states = np.flatnonzero(np.tile(shown.ravel(), len(tree.members[g])))
                first = np.full(shown.size * len(tree.members[g]), -1)
                first[states] = size + num_actions * np.arange(len(states))
                row = states if b.identity[g] else b.class_of[b.infostate[g] + states]
                entries.append((b.block[g] + row[:, None] + step * b.classes[g]).ravel())
                size += num_actions * len(states)
                self.players += [player] * len(states)
                for actions, names in zip(tree.members[g], tree.actions[g], strict=True):
                    self._list(game, player, actions, names, publics, shown)
            for actions, names in () if plain else zip(tree.members[g], tree.actions[g], strict=True):
                for k, public in enumerate(publics):
                    for outcome in range(n):
                        infostate += 1
                        if not possible[player][b.first_board[stage] + k][outcome]:
                            first.append(-1)
                            continue
                        name = key = game.key(player, actions, public, outcome)
                        if type(game).key is not Game.key:
                            name = (actions, key)
                            self.joined |= name in place
                        if name not in place:
                            place[name] = size
                            self.keys.append(key)
                            self.players.append(player)
                            self.actions.append(names)
                            row = infostate if b.identity[g] else b.class_of[b.infostate[g] + infostate]
                            entries.append(b.block[g] + row + step * b.classes[g])
                            size += num_actions
                        first.append(place[name])
            first = np.array(first)
            infostates.append(np.where(first >= 0, first + step[:, None], -1).ravel())
        self.entries = np.concatenate(entries) if entries else np.zeros(0, dtype=np.int64)
        self.infostates = np.concatenate(infostates) if infostates else np.zeros(0, dtype=np.int64)
        self.starts = np.cumsum([0, *map(len, self.actions)])[:-1]

    def _list(self, game, player, actions, names, publics, shown):
        """Add the keys after an action sequence where these are as `Game.key` has them, and the actions."""
        labels = game.outcomes(player)
        for public, possible in zip(publics, shown, strict=True):
            text, held = game.public_string(actions, public), np.flatnonzero(possible).tolist()
            self.keys += [(labels[k], text) for k in held]
            self.actions += [names] * len(held)

    @cached_property
    def places(self):
        """The number of each key."""
        return {key: k for k, key in enumerate(self.keys)}

    def profile(self, strategy):
        """Return the profile of a table of probabilities."""
        return Profile.of_known(self.keys, self.players, self.actions, strategy[self.entries], self.tree.game)

    def average(self, sums):
        """Return the profile of a table of summed strategies; uniform where nothing has been summed."""
        return self.profile(normalized_rows(sums, self.tree))

    def flat(self, profile):
        """Return a profile's probabilities in the order of `keys`; ValueError if its keys or actions are others."""
        return in_order(profile, self.keys, self.actions)

    def by_infostate(self, probabilities):
        """Return the probabilities (in the order of `keys`) of each action at each infostate; 0 if it cannot occur."""
        return np.append(probabilities, 0.0)[self.infostates]


def normalized_rows(sums, tree):
    """Return a table whose rows sum to 1, in proportion to `sums` (float64), uniform where those are all 0."""
    result = np.empty(len(sums))
    for block, part in zip(blocks_in(tree.bundles, result), blocks_in(tree.bundles, sums), strict=True):
        block[:] = proportions(part, 0.0)
    return result
