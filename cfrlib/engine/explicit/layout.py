"""An explicit tree in memory, in sequence form (Koller, Megiddo and von Stengel 1996).

A *sequence* of a player is all that they do on the way to a history; 0 is the empty one. Each of their *pasts*, an
information set with the sequence that leads to it, has a sequence for each action. With perfect recall every
information set has one past. Without, it has several, which share a row of the tables: they play alike, and what they
learn is added up.

What the terminals pay, times chance's part, is a sparse matrix: a row for each sequence of a player, a column for each
of the other's. So the counterfactual values of all sequences are that matrix times the other's realization plan, and
one pass over the pasts, the last first, carries them up.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from cfrlib.engine.common.single_histories import nodes as of
from cfrlib.engine.contract import Layout
from cfrlib.engine.step import EMPTY
from cfrlib.engine.sums import check_finite
from cfrlib.profile import infosets_of
from cfrlib.tree.checks import contents
from cfrlib.tree.explicit import CHANCE, TERMINAL


class Form(NamedTuple):
    """What a player can do and what it pays; pasts come in an order in which those that lead to one are before.

    k is the number of pasts, s of sequences, z of pairs of sequences that end at a terminal.
    """

    parent: np.ndarray  # (k,) int64: the sequence that leads to a past
    first: np.ndarray  # (k + 1,) int64: where the sequences of its actions begin
    entry: np.ndarray  # (k,) int64: where its information set begins in a table
    chance: np.ndarray  # (k,) float64: how likely chance is to play its part of the histories there
    starts: np.ndarray  # (s + 1,) int64: where the terminals of a sequence begin in the next two
    other: np.ndarray  # (z,) int64: the other player's sequence
    payoff: np.ndarray  # (z,) float64: to this player, times chance's part


class ExplicitTree(Layout):
    """A complete tree as two `Form`s, one for each player. Tables have the entries of its flat arrays."""

    def __init__(self, tree):
        super().__init__(tree)
        self.num_entries, self.num_rows = tree.num_infoset_actions, tree.num_infosets
        self.contents = contents(tree)
        self.stakes = float(np.abs(self.contents["payoff"]).max(initial=0.0))
        self.forms = forms_of(tree)
        """The sequence forms of player 0 and of player 1."""

    @property
    def imperfect_recall(self):
        return not self.game.perfect_recall

    @cached_property
    def row_parents(self):
        """The entry of each information set's own action before, -1 for none; None without perfect recall."""
        return None if self.imperfect_recall else self.game.parent_sequence.astype(np.int64)

    @cached_property
    def nodes(self):
        return nodes_of(self.game)

    @cached_property
    def find(self):
        """See `Layout.find`."""
        return infosets_of(self.game)

    def exploitability(self, sums, locks=None):
        check_finite(sums)
        kept = locks.kept(np.zeros(self.num_entries)) if locks else EMPTY
        return max(sum(self.evaluator.best_response_values(sums, kept)) / 2, 0.0)

    def parts(self):
        """Return what the tree holds. ValueError if it has been changed since it was read."""
        fresh = contents(self.game)
        if any(not np.array_equal(part, self.contents[name]) for name, part in fresh.items()):
            raise ValueError(
                f"game={self.game!r}: the tree has been changed since a solver was first built of it; it takes a tree "
                "that stays as it is: build another one"
            )
        return fresh


def forms_of(tree, paid=None):
    """Return the `Form` of either player; `paid` is what each gets at the terminals, times chance's part (2, z)."""
    last = np.zeros((2, len(tree.nodes)), np.int64)  # the sequence of each player
    past = {}, {}  # of each player: numbers of pasts, by information set and sequence
    first = [1], [1]
    chance = [], []
    for node in tree.nodes:
        onward, player = last[:, node.index], node.player
        if player >= 0:
            k = past[player].setdefault((node.infoset, int(onward[player])), len(past[player]))
            if k == len(chance[player]):
                chance[player].append(0.0)
                first[player].append(first[player][-1] + len(node.actions))
            chance[player][k] += tree.chance_reach[node.index]
        for a, child in enumerate(node.children):
            last[:, child] = onward
            if player >= 0:
                last[player, child] = first[player][k] + a
    terminals = np.array([node.index for node in tree.nodes if node.player == TERMINAL])
    if paid is None:
        payoff = np.array([tree.nodes[z].payoff for z in terminals]) * tree.chance_reach[terminals]
        paid = payoff, -payoff
    offsets = [infoset.offset for infoset in tree.infosets]
    return tuple(
        Form(
            np.array([sequence for _, sequence in past[p]], np.int64),
            np.array(first[p], np.int64),
            np.array([offsets[I] for I, _ in past[p]], np.int64),
            np.array(chance[p]),
            *_rows(last[p, terminals], last[1 - p, terminals], (first[p][-1], first[1 - p][-1]), paid[p]),
        )
        for p in (0, 1)
    )


def _rows(own, other, shape, paid):
    """Return a sparse matrix of what is paid, by rows: where they begin, columns and values."""
    pairs, place = np.unique(own * shape[1] + other, return_inverse=True)
    starts = np.searchsorted(pairs // shape[1], np.arange(shape[0] + 1))
    return starts.astype(np.int64), pairs % shape[1], np.bincount(place, weights=paid, minlength=len(pairs))


def nodes_of(tree):
    """Return the `SingleTree` of a tree: each history is a bundle of its own."""
    edges = np.concatenate([[0], np.cumsum([len(node.children) for node in tree.nodes])]).astype(np.int64)
    places, place, after = {(): 0}, np.zeros(len(tree.nodes), np.int64), []
    shown = {tree.root.index: ()}
    for node in tree.nodes:
        before = shown.pop(node.index)
        place[node.index] = places[before]
        for action, child in zip(node.actions, node.children, strict=True):
            shown[child] = (*before, action) if node.player == CHANCE else before
            after.append(places.setdefault(shown[child], len(places)))
    probabilities = [p for node in tree.nodes for p in (node.probabilities or [0.0] * len(node.children))]
    kind, infoset = (np.array([getattr(node, name) for node in tree.nodes]) for name in ("player", "infoset"))
    offsets = np.array([*(infoset.offset for infoset in tree.infosets), -1])[infoset]
    number, terminal = np.arange(len(kind)), kind == TERMINAL
    columns = {
        of.STAGE: np.where(terminal, 0, place), of.CLASSES: 1, of.ROW: infoset, of.INFOSTATE: -1,
        of.BLOCK: np.where(terminal, number, np.where(kind < 0, edges[:-1], offsets)), of.BUNDLE: number,
    }  # fmt: skip
    child = np.array([child for node in tree.nodes for child in node.children], np.int64)
    return of.SingleTree(
        of.rows_of_nodes(kind, edges, child, 0, columns),
        np.zeros(0, np.int64), np.zeros(len(kind), np.int64), np.array([node.payoff for node in tree.nodes], float),
        np.ones(1), None, of.Draws(np.array(probabilities, float), np.array(after, np.int64)),
    )  # fmt: skip


LAYOUT = ExplicitTree
