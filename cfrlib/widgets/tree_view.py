"""A game tree to fold and unfold, whole or one deal at a time."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as W

from cfrlib import draw
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.tree import CHANCE, TERMINAL, Tree, unroll
from cfrlib.widgets.parts.controls import row
from cfrlib.widgets.parts.numbers import history
from cfrlib.widgets.widget import Widget

ALL = ""
"""What a menu says when no outcome of chance is chosen."""

FEW = 6
"""Histories that go on; of larger trees a page has no foldings."""

COMFORTABLE = 150
"""Larger trees open with the first outcomes of chance already chosen."""


class tree_view(Widget):
    """A game tree whose subtrees fold away when they are clicked.

    `chance` lists outcomes of the first chance nodes: ``("Js", "Ks", "Qs")`` is one deal of Leduc with its public card;
    by default they are as few as it takes to draw the rest. The switches `infosets` and `join_deals` draw information
    sets, and the two deals as one chance node.
    """

    state = "_chosen", "_folded"
    only = "folding a large tree; here, choose the outcomes of chance first"

    def __init__(self, game: Game | matrix | Tree, chance: Sequence[str] | None = None) -> None:
        self.whole = unroll(game)
        actions, more = self._controls()
        with self.quietly():
            self.deal(*(few_outcomes(self.whole) if chance is None else chance))
        super().__init__(actions, self.says, self.canvas, more=more)

    @property
    def folded(self) -> list[str]:
        """The folded histories, as text; those inside of others are among them."""
        return [self.tree.label(node) for node in self.tree.nodes if node.history in self._folded]

    def deal(self, *chance: str) -> None:
        """Draw only the part of the tree where chance takes these outcomes, unfolded; all of it if there are none.

        They are those of the first chance nodes on every path, such as "Q" and "K"; one that cannot happen is refused.
        """
        self.tree = self.whole.given(*chance) if chance else self.whole
        self.chance, self._folded = tuple(chance), frozenset()
        self._nodes = {self.tree.label(node): node for node in self.tree.nodes}
        self._offer()
        self.refresh()

    @property
    def _chosen(self):
        return self.chance

    @_chosen.setter
    def _chosen(self, chance):
        self.deal(*chance)

    @property
    def spots(self) -> list[int]:
        return [node.index for node in self.tree.nodes if node.children]

    def recordable(self) -> bool:
        return not self._folded or len(self.spots) <= FEW

    def fold(self, what: str | None = None) -> None:
        """Hide what follows a history, such as "QKp", or "" for the root; by default fold every decision."""
        self._folded |= {node.history for node in self._foldable(what)}
        self.refresh()

    def unfold(self, what: str | None = None) -> None:
        """Show what follows a history, such as "QKp", or "" for the root; by default show everything."""
        shown = self._folded if what is None else {node.history for node in self._foldable(what)}
        self._folded = self._folded - shown
        self.refresh()

    def _toggle(self, what):
        """Fold what is unfolded, unfold what is folded."""
        (self.unfold if what in self.folded else self.fold)(what)

    def draw(self, standalone: bool) -> draw.Picture:
        return draw.tree(
            self.tree,
            infosets=self.infosets.value,
            join_deals=self.join_deals.value,
            folded=[node.index for node in self.tree.nodes if node.history in self._folded],
            standalone=standalone,
        )

    def _foldable(self, what):
        """Return the history of this name, if it goes on, or all decisions."""
        if what is None:
            return [node for node in self.tree.nodes if node.player >= 0]
        if what not in self._nodes or not self._nodes[what].children:
            some = ", ".join(repr(label) for label, node in self._nodes.items() if node.player >= 0)[:80]
            raise ValueError(f"what={what!r}: it takes a history that does not end the game, such as {some}")
        return [self._nodes[what]]

    def _choose(self, level, outcome):
        """Choose an outcome by a menu; what was chosen after it stays if it is still possible."""
        chosen = list(self.chance[:level])
        for one in (outcome, *self.chance[level + 1 :]):
            if one not in next_outcomes(self.whole, chosen):  # as `ALL` never is
                break
            chosen.append(one)
        self.deal(*chosen)

    def _controls(self):
        self.which = self.field(W.Dropdown, "history", "Which history to fold or unfold", "13em")
        self.infosets = self.switch("Information sets", "Draw the information sets", on=True)
        self.join_deals = self.switch("Deals as one", "Draw the two deals as one chance node", on=True)
        tip = "Hide or show what follows the chosen history"
        self.fold_button = self.button("Fold / unfold", "compress", tip, lambda: self._toggle(self.which.value))
        tip = "Fold every decision, to open the tree move by move: click on a history, or press Enter on it"
        every = self.button("Fold all", "minus-square-o", tip, self.fold, "primary")
        none = self.button("Unfold all", "plus-square-o", "Show everything", self.unfold)
        firsts = ()
        while possible := next_outcomes(self.whole, firsts):
            firsts = (*firsts, possible[0])
        self.deals, self.canvas.focusable = row(*map(self._menu, range(len(firsts)))), ".node"
        return [every, none, self.deals], [self.which, self.fold_button, self.infosets, self.join_deals]

    def click(self, spot: str) -> None:
        node = self.tree.nodes[int(spot)]
        if node.children:
            self._toggle(self.tree.label(node))

    def refresh(self) -> None:
        if self._busy:
            return
        with self.quietly():
            self._menus()
        try:
            drawn = self.draw(standalone=False)
        except ValueError as error:
            self.says.value = f"<p>{error}</p>"
            return
        self.canvas.show(drawn)
        self.says.value = f"<p>{drawn.text}</p>"

    def _menus(self):
        """Offer the histories that can be folded."""
        hidden, options = set(), {}
        for node in self.tree.nodes:
            if node.parent in hidden or (node.parent >= 0 and self.tree.nodes[node.parent].history in self._folded):
                hidden.add(node.index)
            elif node.player != TERMINAL:
                mark = "▸" if node.history in self._folded else "▾"
                options[self.tree.label(node)] = f"{mark} {history(self.tree, node)}"
        chosen = self.which.value
        self.which.options = [(words, label) for label, words in options.items()]
        self.which.value = chosen if chosen in options else next(iter(options))

    def _offer(self):
        """Offer the outcomes of chance: those of a level when one is chosen of each before it."""
        with self.quietly():
            for level, menu in enumerate(self.deals.children):
                chosen = self.chance[: level + 1]
                possible = next_outcomes(self.whole, chosen[:level]) if len(self.chance) >= level else []
                menu.options = [("all", ALL), *((outcome, outcome) for outcome in possible)]
                menu.value = chosen[level] if level < len(chosen) else ALL
                menu.disabled = not possible

    def _menu(self, level):
        name = f"chance {level + 1}"
        if isinstance(self.whole.game, Game):
            name = ("Player 1 gets", "Player 2 gets")[level] if level < 2 else "chance shows"
        tip = "Draw every outcome of chance here, or only one"
        choose = lambda change: self._choose(level, change.new)  # noqa: E731
        return self.field(W.Dropdown, name, tip, "14em", choose, options=[("all", ALL)])


def next_outcomes(tree, chosen):
    """Return the outcomes that the next chance node can take on every path, after the chosen ones on that path."""
    offered, paths = [], [(tree.root, tuple(chosen))]
    for node, left in paths:
        if node.player == CHANCE and not left:
            offered.append(node.actions)
            continue
        for action, child in tree.children(node):
            if node.player != CHANCE:
                paths.append((child, left))
            elif action == left[0]:
                paths.append((child, left[1:]))
    return [one for one in offered[0] if all(one in actions for actions in offered)] if offered else []


def few_outcomes(tree):
    """Return as few first outcomes of chance as leave a tree that is comfortable to look at."""
    chosen, left = (), tree
    while left.num_histories > COMFORTABLE and (possible := next_outcomes(tree, chosen)):
        pick = (0, -1, len(possible) // 2)[len(chosen) % 3]  # different cards, so that there is something to win
        chosen = (*chosen, possible[pick])
        left = tree.given(*chosen)
    return chosen
