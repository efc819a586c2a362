"""The public tree of a game as flat arrays: what the fast solvers walk.

A *state* is a pair (action sequence, public outcomes); a *lane* is a state with a private outcome of one player.
A walk carries one number for each lane: a vector over private outcomes instead of a walk for each.

Where two action sequences go on alike (the same player moves, then as many actions, and so on to the end), nothing but
payoffs tells them apart. Such sequences form a *bundle*, and a walk treats the lanes of a whole bundle as one long
vector. In Leduc, everything after the public card is the same six-decision tree five times, and six times over for the
cards; in Bluff, all histories with the same last bid go on alike. So a few dozen bundles stand for thousands of public
states, and the loops are as long as the processor likes them.

The lanes of a bundle lie in the order (action sequence, public outcomes, private outcome). Its table of regrets or
strategies is a *block* of ``num_actions * classes`` entries, action after action; a class is a row of the table (see
`Game.row`). By default every lane is its own class, and the block has the same order as the lanes.
"""

from functools import cached_property

import numpy as np

from cfrlib.game import CHANCE as CHANCE_MARK
from cfrlib.game import Decision, Game, PublicChance
from cfrlib.layout.bundles import Bundles
from cfrlib.layout.profile_map import ProfileMap
from cfrlib.tree.explicit import CHANCE, TERMINAL

MAX_ENTRIES = 50_000_000
"""Of tables and of payoff matrices; more is refused before anything is built."""


class PublicTree:
    """The public tree of a game, in flat arrays.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    bundles : Bundles
    members : list of list of tuple
        The action sequences of each bundle, in order.
    publics : list of list of tuple
        The public outcomes of each stage, in order.
    num_entries, num_rows : int
        Length of a table, and of a list of its rows.
    split : int
        Entries before it belong to player 0, from it on to player 1.

    Raises
    ------
    ValueError
        If the tables would be too large; nothing is built then.
    """

    def __init__(self, game):
        self.game = game
        for what, size in (("tables", game.num_infoset_actions), ("payoffs", np.prod(_num_outcomes(game)))):
            if size > MAX_ENTRIES:
                raise ValueError(
                    f"game={game!r}: its {what} have {size:,} entries of 8 bytes; this takes at most {MAX_ENTRIES:,}"
                )
        nodes = dict(game.action_sequences())
        last = max(actions.count(CHANCE_MARK) for actions in nodes)
        self.publics = [list(game.public_sequences(stage)) for stage in range(last + 1)]
        self._weights = [np.array([game.weights(public) for public in publics]) for publics in self.publics]
        self._payoffs, self._matrices, self._kept = {}, {}, []
        self._bundle(nodes)
        self.bundles = Bundles(**self._edges(), **self._blocks(), **self._chance(), **self._terminals())

    # -- which sequences go on alike ---------------------------------------------------

    def _bundle(self, nodes):
        """Sort the action sequences into bundles, and the bundles parents first."""
        shapes, shape_of, height = {}, {}, {}
        for actions, node in reversed(nodes.items()):
            children = [(*actions, a) for a in _below(node)]
            below = tuple(shape_of[c] for c in children)
            shape = (_kind(node), actions.count(CHANCE_MARK), below)
            shape_of[actions] = shapes.setdefault(shape, len(shapes))
            height[shape_of[actions]] = 1 + max((height[c] for c in below), default=0)
        shapes = list(shapes)
        order = sorted(range(len(shapes)), key=lambda s: (shapes[s][1], -height[s], s))
        self._shapes = [shapes[s] for s in order]
        self._place = {s: g for g, s in enumerate(order)}
        self.members = [[] for _ in order]
        self.members[0].append(())
        self.actions, self._slots = [], [[0] * len(below) for _, _, below in self._shapes]
        arrivals = [[] for _ in order]
        for g, (kind, _, below) in enumerate(self._shapes):
            if kind == TERMINAL:  # those that share a payoff matrix side by side
                arrivals[g].sort(key=lambda arrival: self._payoff_of(arrival[2][0])[0])
            for parent, a, sequences in arrivals[g]:
                self._slots[parent][a] = len(self.members[g])
                self.members[g].extend(sequences)
            names = [_below(nodes[actions]) for actions in self.members[g]]
            self.actions.append(names)
            for a, child in enumerate(below):
                sequences = [(*actions, own[a]) for actions, own in zip(self.members[g], names, strict=True)]
                arrivals[self._place[child]].append((g, a, sequences))

    def _edges(self):
        below = [[self._place[s] for s in children] for _, _, children in self._shapes]
        return {
            "kind": _integers(kind for kind, _, _ in self._shapes),
            "stage": _integers(stage for _, stage, _ in self._shapes),
            "sequences": _integers(map(len, self.members)),
            "edges": _integers(np.cumsum([0, *map(len, below)])),
            "child": _integers(c for children in below for c in children),
            "slot": _integers(s for slots in self._slots for s in slots),
        }

    # -- tables ------------------------------------------------------------------------

    def _blocks(self):
        """Give every decision bundle its block: player 0's first, so that a player's entries are one slice."""
        game, G = self.game, len(self._shapes)
        own_rows = type(game).row is not Game.row or type(game).key is not Game.key
        block, classes, row, lane = (np.zeros(G, dtype=np.int64) for _ in range(4))
        identity, maps, lanes, entries, rows = np.ones(G, dtype=bool), [np.zeros(0, dtype=np.int64)], 0, 0, 0
        for player in (0, 1):
            for g, (kind, stage, below) in enumerate(self._shapes):
                if kind != player:
                    continue
                per_sequence = len(self.publics[stage]) * _num_outcomes(game)[player]
                classes[g] = len(self.members[g]) * per_sequence
                if own_rows:
                    found, count = self._classes(player, g, stage)
                    identity[g] = np.array_equal(found, np.arange(len(found)))
                    if not identity[g]:
                        classes[g], lane[g] = count, lanes
                        maps.append(found)
                        lanes += len(found)
                block[g], row[g] = entries, rows
                entries += len(below) * int(classes[g])
                rows += int(classes[g])
            if player == 0:
                self.split, self.row_split = entries, rows
        self.num_entries, self.num_rows = entries, rows
        return {
            "block": block, "classes": classes, "row": row, "identity": identity,
            "lane": lane, "class_of": np.concatenate(maps),
        }  # fmt: skip

    def _classes(self, player, g, stage):
        """Return the class of each lane of a decision bundle, and how many there are. Lanes that cannot occur share
        one."""
        game, found, rows = self.game, [], {}
        for actions in self.members[g]:
            for public in self.publics[stage]:
                possible = game.weights(public).any(axis=1 - player)
                for outcome in range(len(possible)):
                    name = (actions, game.row(player, actions, public, outcome)) if possible[outcome] else None
                    found.append(rows.setdefault(name, len(rows)))
        return _integers(found), len(rows)

    # -- chance and payoffs --------------------------------------------------------------

    def _chance(self):
        game = self.game
        places = [{public: k for k, public in enumerate(publics)} for publics in self.publics]
        counts = [len(publics) for publics in self.publics]
        weights = np.concatenate(self._weights)
        parts = np.split(weights.sum(axis=(1, 2)), np.cumsum(counts)[:-1])
        return {
            "boards": _integers(counts),
            "first_board": _integers(np.cumsum([0, *counts[:-1]])),
            "parent": _integers(
                places[stage - 1][public[:-1]] if stage else 0
                for stage, publics in enumerate(self.publics)
                for public in publics
            ),
            "weights": weights,
            "marginals": (weights.sum(axis=2), weights.sum(axis=1)),
            "total": np.concatenate(parts),
            "running": np.concatenate([np.cumsum(part) for part in parts]),
            "running_one": tuple(weights.sum(axis=axis).cumsum(axis=1).ravel() for axis in (2, 1)),
            "running_pair": weights.cumsum(axis=2).ravel(),
            "pairs": np.count_nonzero(weights, axis=(1, 2)),
            "outcomes": _integers(_num_outcomes(game)),
        }

    def _payoff_of(self, actions):
        """Return (place of the payoff matrix, factor) of a terminal: for pots of all sizes one matrix is kept."""
        if actions not in self._payoffs:
            game, stage = self.game, actions.count(CHANCE_MARK)
            weights = self._weights[stage]
            tables = np.array([game.payoff_table(actions, public) for public in self.publics[stage]], dtype=float)
            tables = np.where(weights > 0, tables, 0.0)
            factor = tables.flat[np.argmax(np.abs(tables))]
            tables = (tables / factor if factor else tables) + 0.0  # no -0
            name = (stage, tables.tobytes())
            if name not in self._matrices:
                self._matrices[name] = sum(map(len, self._kept))
                self._kept.append(tables * weights)
                if sum(map(np.size, self._kept)) > MAX_ENTRIES:
                    raise ValueError(f"game={game!r}: its payoffs have more than {MAX_ENTRIES:,} entries")
            self._payoffs[actions] = self._matrices[name], factor
        return self._payoffs[actions]

    def _terminals(self):
        terminal, matrix, scale = np.zeros(len(self._shapes), dtype=np.int64), [], []
        for g, (kind, _, _) in enumerate(self._shapes):
            if kind == TERMINAL:
                terminal[g] = len(matrix)
                for actions in self.members[g]:
                    place, factor = self._payoff_of(actions)
                    matrix.append(place)
                    scale.append(factor)
        to_first = np.concatenate(self._kept)
        payoffs = np.ascontiguousarray(to_first.transpose(0, 2, 1)), -to_first
        return {"terminal": terminal, "matrix": _integers(matrix), "scale": np.array(scale), "payoffs": payoffs}

    # -- looking -----------------------------------------------------------------------

    @cached_property
    def num_lane_entries(self):
        """Length of a table in which every lane is a class of its own."""
        b = self.by_lane
        return int((b.classes * np.diff(b.edges))[b.kind >= 0].sum())

    @cached_property
    def by_lane(self):
        """The same bundles with every lane a class of its own."""
        b = self.bundles
        if b.identity[b.kind >= 0].all():
            return b
        block, classes, size = np.zeros_like(b.block), np.zeros_like(b.classes), 0
        for player in (0, 1):
            for g in np.flatnonzero(b.kind == player):
                classes[g] = b.sequences[g] * b.boards[b.stage[g]] * b.outcomes[player]
                block[g] = size
                size += classes[g] * (b.edges[g + 1] - b.edges[g])
        return b._replace(block=block, classes=classes, identity=np.ones_like(b.identity))

    @cached_property
    def row_parents(self):
        """For each row the entry of its player's last action before, -1 if there was none: (num_rows,) int64.

        None where rows join lanes with different pasts (merged rolls, imperfect recall).
        """
        b, found = self.bundles, np.full(self.num_rows, -2)
        for player in (0, 1):
            n = int(b.outcomes[player])
            counts = b.sequences * b.boards[b.stage]
            last = [np.full((count, n), -1) for count in counts.tolist()]
            for g, (kind, stage, below) in enumerate(self._shapes):
                if kind == player:
                    lanes = np.arange(last[g].size)
                    classes = lanes if b.identity[g] else b.class_of[b.lane[g] : b.lane[g] + len(lanes)]
                    weights = self._weights[stage].sum(axis=2 - player)
                    possible = np.tile(weights.ravel() > 0, b.sequences[g])
                    rows = b.row[g] + classes[possible]
                    found[rows] = last[g].ravel()[possible]
                    if (found[rows] != last[g].ravel()[possible]).any():
                        return None
                for a in range(len(below)):
                    edge = b.edges[g] + a
                    child, slot, wide = b.child[edge], b.slot[edge], b.boards[stage]
                    if kind == CHANCE:
                        shown = len(self.publics[stage + 1])
                        parents = b.parent[b.first_board[stage + 1] :][:shown]
                        passed = last[g].reshape(-1, wide, n)[:, parents].reshape(-1, n)
                        wide = shown
                    elif kind == player:
                        passed = (b.block[g] + a * b.classes[g] + classes).reshape(-1, n)
                    else:
                        passed = last[g]
                    last[child][slot * wide : slot * wide + len(passed)] = passed
        return found

    @cached_property
    def imperfect_recall(self):
        """Whether information sets join different pasts of their player.

        Rows that a game shares between information sets (`Game.row`) it has promised to lose nothing; only the
        information sets themselves are looked at.
        """
        own_keys, shares = type(self.game).key is not Game.key, type(self.game).row is not Game.row
        return own_keys and not shares and self.row_parents is None

    @cached_property
    def running_deals(self):
        """Weights summed up to each deal, in the order (player 0's outcome, player 1's, public outcomes); float64."""
        return self._weights[-1].transpose(1, 2, 0).cumsum()

    @cached_property
    def profile_map(self):
        """How the table and a `Profile` name the same things; see `ProfileMap`."""
        return ProfileMap(self)

    @cached_property
    def evaluator(self):
        """Fast evaluation, or None where an information set joins lanes; see `Evaluator`."""
        from cfrlib.kernels.response import Evaluator

        return None if self.profile_map.joined else Evaluator(self)


def public_tree(game):
    """Return the public tree of a game: the same object at every call with the same game."""
    if "_public_tree" not in vars(game):
        game._public_tree = PublicTree(game)
    return game._public_tree


def _num_outcomes(game):
    return tuple(len(game.outcomes(player)) for player in (0, 1))


def _kind(node):
    return node.player if isinstance(node, Decision) else CHANCE if isinstance(node, PublicChance) else TERMINAL


def _below(node):
    return node.actions if isinstance(node, Decision) else (CHANCE_MARK,) if isinstance(node, PublicChance) else ()


def _integers(values):
    return np.array(list(values), dtype=np.int64)
