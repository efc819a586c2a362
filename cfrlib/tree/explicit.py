"""A two-player zero-sum game in extensive form: nodes, information sets, and the sequences that reach them.

A node is a history: the actions of chance and of the players since the root. A *sequence* of a player is one of his
(information set, action) pairs, seen as everything he must do to get there; with perfect recall it is the same for all
histories of a set. Flat arrays over these pairs hold strategies, regrets and realization probabilities alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from cfrlib._util.arguments import number, said, text
from cfrlib.tree.checks import checked_payoff, checked_probabilities

CHANCE, TERMINAL = -1, -2
"""What `Node.player` says where nobody decides. The mark of public chance in the rules of a game is `cfrlib.CHANCE`."""


@dataclass(slots=True)
class Node:
    """A history of an explicit tree: what `player` (0, 1, `CHANCE` or `TERMINAL`) can do there, and where it leads.

    `index` and `parent` are positions in `Tree.nodes`, parents before children; `children` are those behind `actions`,
    in their order. `probabilities` are those of a chance node, `payoff` is a terminal's, to player 0, and `infoset` is
    an index in `Tree.infosets`; infoset and parent are -1 where there is none. `action` labels the edge that leads here
    (None at the root), and `depth` is how many edges do.
    """

    index: int
    player: int
    actions: tuple[str, ...] = ()
    children: list[int] = field(default_factory=list)
    probabilities: tuple[float, ...] = ()
    infoset: int = -1
    payoff: float = 0.0
    parent: int = -1
    action: str | None = None
    depth: int = 0
    _above: Node | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def history(self) -> tuple[str, ...]:
        """What happened, chance included: a tuple of str. It is put together when it is asked for."""
        actions, node = [], self
        while node._above is not None:
            actions.append(node.action)
            node = node._above
        return tuple(reversed(actions))


@dataclass(slots=True)
class InfoSet:
    """An information set: `nodes` are the histories, as indices in `Tree.nodes`, that `player` cannot distinguish.

    `key` is its name: what only its player knows, and what everybody knows. `index` is its position in `Tree.infosets`,
    and `offset` is where its entries in flat arrays begin, one for each action.
    """

    index: int
    key: tuple[str, ...]
    player: int
    actions: tuple[str, ...]
    offset: int
    nodes: list[int] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What texts call it: card and actions, such as "Qpb"; "Qs rc/Ks:r" where a card has two letters."""
        parts = [str(part) for part in self.key if str(part)] or [str(self.index)]
        return ("" if len(parts[0]) == 1 else " ").join(parts)

    @property
    def entries(self) -> slice:
        """The slice of flat arrays that belongs to this information set."""
        return slice(self.offset, self.offset + len(self.actions))


class Tree:
    """An explicit game tree; grow it from the root with `add`. It may be looked at on the way.

    Parameters
    ----------
    game : object, optional
        What the tree was derived from.
    unit : str
        Of the payoffs.
    separator : str
        What stands between two actions when a history is written.
    constant : float
        What both players get together at each terminal. Payoffs, and all values computed from them, are player 0's less
        half of it: a zero-sum game with the same equilibria.

    Attributes
    ----------
    nodes : list of Node
        All histories, parents before children.
    infosets : list of InfoSet
        All information sets, in the order in which they were first met.

    Raises
    ------
    ValueError
        If `unit` or `separator` is no text, or `constant` no finite number.

    Examples
    --------
    Player 0 hides a coin, and player 1 guesses:

    >>> tree = Tree()
    >>> hider = tree.add(player=0, actions=("heads", "tails"), key=("hider", ""))
    >>> for hidden in hider.actions:
    ...     guesser = tree.add(hider, hidden, player=1, actions=("heads", "tails"), key=("guesser", ""))
    ...     for guess in guesser.actions:
    ...         leaf = tree.add(guesser, guess, player=TERMINAL, payoff=-1 if guess == hidden else 1)
    >>> tree.num_histories, tree.num_infosets
    (7, 2)
    """

    layout = "explicit"  # which engine solves it; see `Game.layout`

    def __init__(self, game: Any = None, unit: str = "points", separator: str = " ", constant: float = 0.0) -> None:
        self.game, self.unit, self.separator = game, text("unit", unit), text("separator", separator)
        self.constant = number("constant", constant)
        self.nodes: list[Node] = []
        self.infosets: list[InfoSet] = []
        self._by_key = {}

    def __repr__(self):
        of = "" if self.game is None else f" of {self.game!r}"
        return f"<Tree{of}: {self.num_histories:,} histories, {self.num_infosets:,} information sets>"

    def __getstate__(self):
        return {name: value for name, value in vars(self).items() if name not in COMPUTED}

    def add(
        self, parent: Node | None = None, action: str | None = None, *, player: int, actions: Sequence[str] = (),
        probabilities: Sequence[float] = (), key: tuple[str, ...] | None = None, payoff: float = 0.0,
    ) -> Node:  # fmt: skip
        """Append a node below `parent`, reached by `action`, one of the parent's; return it. The root has neither.

        `player` is 0, 1, `CHANCE` or `TERMINAL`. A decision takes its `actions` and the `key` of the information set
        that it joins, a chance node its `actions` and their `probabilities`, a terminal its `payoff` to player 0. A
        node that does not fit its parent or its information set is refused.
        """
        node = Node(len(self.nodes), player, tuple(actions))
        if parent is not None:
            node.parent, node.action, node.depth, node._above = parent.index, action, parent.depth + 1, parent
        self._check(node, parent, key)
        if player == TERMINAL:
            node.payoff = checked_payoff(payoff, node)
        elif player == CHANCE:
            node.probabilities = checked_probabilities(probabilities, node)
        else:
            node.infoset = self._join(key, player, node)
        if parent is not None:
            parent.children.append(node.index)
        self.nodes.append(node)
        for name in COMPUTED & vars(self).keys():
            vars(self).pop(name, None)
        return node

    def _check(self, node, parent, key):
        """Refuse a node that cannot be there."""
        if parent is None and self.nodes:
            raise ValueError("parent=None: the tree has a root; it takes a node of the tree")
        if parent is not None:
            if parent.index >= len(self.nodes) or self.nodes[parent.index] is not parent:
                raise ValueError(f"parent={parent!r}: it takes a node of this tree")
            at = len(parent.children)
            if parent.actions[at : at + 1] != (node.action,):  # not the next one, as it nearly always is
                taken = {self.nodes[child].action for child in parent.children}
                left = [a for a in parent.actions if a not in taken]
                if node.action not in left:
                    takes = f"it takes one of {', '.join(map(repr, left))}" if left else "nothing else follows"
                    raise ValueError(f"action={node.action!r}: after {parent.history} {takes}")
        if node.player not in (0, 1, CHANCE, TERMINAL):
            raise ValueError(f"player={node.player!r}: it takes 0, 1, CHANCE or TERMINAL of cfrlib.tree")
        if node.player >= 0 and not node.actions:
            raise ValueError(f"actions=(): after {node.history} it takes at least one")
        if node.player == TERMINAL and node.actions:
            raise ValueError(f"actions={node.actions}: after {node.history} nothing follows a terminal; it takes none")
        if not all(isinstance(a, str) for a in node.actions) or len(set(node.actions)) < len(node.actions):
            raise ValueError(f"actions={said(node.actions)}: after {node.history} it takes different texts")
        if node.player >= 0 and not isinstance(key, tuple):
            raise ValueError(f"key={key!r}: after {node.history} it takes a tuple, the name of the information set")

    def _join(self, key, player, node):
        infoset = self._by_key.get(key)
        if infoset is None:
            infoset = InfoSet(len(self.infosets), key, player, node.actions, self.num_infoset_actions)
            self.infosets.append(infoset)
            self._by_key[key] = infoset
        elif infoset.player != player or infoset.actions != node.actions:
            raise ValueError(
                f"information set {key!r}: player {player} with actions {node.actions} after {node.history}, "
                f"but player {infoset.player} with actions {infoset.actions} elsewhere"
            )
        infoset.nodes.append(node.index)
        return infoset.index

    @property
    def root(self) -> Node:
        """The first node."""
        if not self.nodes:
            raise ValueError("tree: it has no nodes yet; grow it from the root with add")
        return self.nodes[0]

    @property
    def num_histories(self) -> int:
        """Number of nodes, terminals and chance nodes included."""
        return len(self.nodes)

    @property
    def num_infosets(self) -> int:
        """Number of information sets of both players."""
        return len(self.infosets)

    @property
    def num_infoset_actions(self) -> int:
        """Number of (information set, action) pairs: the length of flat arrays."""
        return self.infosets[-1].entries.stop if self.infosets else 0

    @cached_property
    def terminals(self) -> list[Node]:
        """The terminal nodes, in order."""
        return [node for node in self.nodes if node.player == TERMINAL]

    def infoset(self, key: tuple[str, ...]) -> InfoSet:
        """Return the information set with this key, such as ``("Q", "pb")``; a KeyError shows what keys look like."""
        try:
            known = key in self._by_key or not hasattr(self.game, "canonical")
            return self._by_key[key if known else self.game.canonical(key)]
        except (KeyError, TypeError, ValueError):  # a list, say, is no key of anything
            some = ", ".join(repr(i.key) for i in self.infosets[:3])
            raise KeyError(f"key={said(key)}: no such information set; keys look like {some}") from None

    def find(self, *history: str) -> Node:
        """Return the node that these actions lead to from the root, those of chance included.

        Example: ``tree.find("Q", "K", "p")``. Without actions it is the root; a KeyError says which actions are
        possible.
        """
        node = self.root
        for action in history:
            if not isinstance(action, str) or action not in node.actions:
                raise KeyError(f"history={history!r}: after {node.history!r} possible are {node.actions!r}")
            node = self.nodes[node.children[node.actions.index(action)]]
        return node

    def children(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Yield the edges that leave a node: pairs of an action and the node where it leads."""
        for action, child in zip(node.actions, node.children, strict=True):
            yield action, self.nodes[child]

    def label(self, node: Node) -> str:
        """Return the history of a node as text, such as "QKpb", with the tree's `separator` between the actions."""
        return self.separator.join(node.history)

    def given(self, *chance: str) -> Tree:
        """Return a new tree, the part of this one where chance takes these outcomes, each with probability 1.

        They are outcomes of the first chance nodes on every path: ``tree.given("Q", "K")`` is one deal of Kuhn poker.
        More outcomes than any path uses are refused.
        """
        part = Tree(self.game, self.unit, self.separator, self.constant)
        unused = len(chance)
        stack = [(self.root, None, None, 0)]
        while stack:
            node, parent, action, used = stack.pop()
            unused = min(unused, len(chance) - used)
            actions, probabilities, children = node.actions, node.probabilities, node.children
            if node.player == CHANCE and used < len(chance):
                if not isinstance(chance[used], str) or chance[used] not in actions:
                    raise ValueError(f"chance={chance!r}: after {node.history!r} possible are {actions!r}")
                children = [children[actions.index(chance[used])]]
                actions, probabilities, used = chance[used : used + 1], (1.0,), used + 1
            key = self.infosets[node.infoset].key if node.infoset >= 0 else None
            new = part.add(
                parent, action, player=node.player, actions=actions, probabilities=probabilities, key=key,
                payoff=node.payoff,
            )  # fmt: skip
            following = [(self.nodes[child], new, a, used) for a, child in zip(actions, children, strict=False)]
            stack.extend(reversed(following))
        if unused:
            raise ValueError(f"chance={chance!r}: no path has more than {len(chance) - unused} chance nodes")
        return part

    @cached_property
    def sequences(self) -> np.ndarray:
        """The last sequence of each player at each node: (2, num_histories) indices into flat arrays, -1 for none."""
        last = np.full((2, len(self.nodes)), -1)
        for node in self.nodes:
            for k, child in enumerate(node.children):
                last[:, child] = last[:, node.index]
                if node.player >= 0:
                    last[node.player, child] = self.infosets[node.infoset].offset + k
        return last

    @cached_property
    def perfect_recall(self) -> bool:
        """Whether every player remembers his own actions and what he knew (None of his sets hides a past)."""
        return self.forgetful is None

    @cached_property
    def forgetful(self) -> InfoSet | None:
        """The first information set whose histories differ in their player's past, or None."""
        for infoset in self.infosets:
            if len(set(self.sequences[infoset.player, infoset.nodes].tolist())) > 1:
                return infoset
        return None

    @cached_property
    def parent_sequence(self) -> np.ndarray:
        """For each information set the sequence that leads to it: (num_infosets,) indices, -1 for none.

        A tree without perfect recall is refused.
        """
        if not self.perfect_recall:
            joined = self.forgetful
            past = self.sequences[joined.player, joined.nodes]
            one, other = (self.nodes[joined.nodes[k]].history for k in (0, np.argmax(past != past[0])))
            raise ValueError(
                f"tree: information set {joined.key!r} joins {one} and {other}, before which its player did or knew "
                "different things (imperfect recall); this takes a tree with perfect recall"
            )
        return np.array([self.sequences[i.player, i.nodes[0]] for i in self.infosets], dtype=int)

    @cached_property
    def chance_reach(self) -> np.ndarray:
        """Probability that chance plays its part of each history: (num_histories,)."""
        reach = np.ones(len(self.nodes))
        for node in self.nodes:
            for k, child in enumerate(node.children):
                reach[child] = reach[node.index] * (node.probabilities[k] if node.player == CHANCE else 1)
        return reach


COMPUTED = {"_derived", *(name for name, part in vars(Tree).items() if isinstance(part, cached_property))}
"""What is worked out of a tree when that is first asked: `add` drops it, and copies and pickles do without."""
