"""A game tree to fold and unfold, whole or one deal at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import ipywidgets as W

from cfrlib import draw
from cfrlib._util.arguments import flag
from cfrlib.game import Game
from cfrlib.tree import CHANCE, TERMINAL, unroll
from cfrlib.widgets.parts.canvas import Canvas
from cfrlib.widgets.parts.controls import button, field, row, switch
from cfrlib.widgets.parts.fallback import Rows
from cfrlib.widgets.parts.frame import BAR, LINE, PAGE, frame
from cfrlib.widgets.parts.numbers import history

if TYPE_CHECKING:
    from cfrlib.games import matrix
    from cfrlib.tree import Tree

ALL = ""
"""What a menu says when no outcome of chance is chosen."""

COMFORTABLE = 150
"""Larger trees open with the first outcomes of chance already chosen."""


class TreeView(Rows):
    """A game tree whose subtrees fold away when they are clicked.

    Parameters
    ----------
    game : Game, matrix or Tree
        At most so large that `cfrlib.tree.unroll` takes it.
    chance : sequence of str, optional
        Outcomes of the first chance nodes: ``("Js", "Ks", "Qs")`` is one deal of Leduc with its public card. By
        default as few as it takes to draw the rest.
    pointed : bool
        Show only the information set that is pointed at, instead of all.
    lit : str, optional
        A history at which somebody decides, as text: its information set is lit while none is pointed at.

    Raises
    ------
    TypeError
        If this is no game.
    ValueError
        If there is no such history to light up, an outcome of `chance` cannot happen, or the game is too large.

    Examples
    --------
    >>> import cfrlib
    >>> view = TreeView(cfrlib.games.kuhn(), chance=("Q", "K"))
    >>> view.fold("QKp")
    >>> view.picture().text
    'Game tree of kuhn: 1 chance node, 3 decisions in 3 information sets, 2 terminals, 4 more folded away.'
    """

    def __init__(
        self, game: Game | matrix | Tree, chance: Sequence[str] | None = None, pointed: bool = False,
        lit: str | None = None,
    ) -> None:  # fmt: skip
        self.whole, self._pointed, self._lit = unroll(game), flag("pointed", pointed), lit
        if lit is not None and lit not in [self.whole.label(node) for node in self.whole.nodes if node.player >= 0]:
            raise ValueError(f"lit={lit!r}: it takes a history at which somebody decides, such as 'QK' in Kuhn poker")
        self._folded, self._outcomes = set(), []
        super().__init__(self._controls())
        self.deal(*(self._few() if chance is None else chance))

    # -- what is drawn ----------------------------------------------------------------

    @property
    def chance(self) -> tuple[str, ...]:
        """The chosen outcomes of chance."""
        return self._chance

    @property
    def folded(self) -> list[str]:
        """The folded histories, as text; those inside of others are among them."""
        return [self.tree.label(node) for node in self.tree.nodes if node.history in self._folded]

    @property
    def infosets(self) -> bool:
        """Whether information sets are drawn; can be set."""
        return self._infosets.value

    @infosets.setter
    def infosets(self, on: bool) -> None:
        self._infosets.value = bool(on)

    @property
    def join_deals(self) -> bool:
        """Whether the two deals are drawn as one; can be set."""
        return self._join.value

    @join_deals.setter
    def join_deals(self, on: bool) -> None:
        self._join.value = bool(on)

    def deal(self, *chance: str) -> None:
        """Draw only the part of the tree where chance takes these outcomes; all of it if there are none.

        Parameters
        ----------
        *chance : str
            Outcomes of the first chance nodes on every path, such as "Q" and "K".

        Raises
        ------
        ValueError
            If one cannot happen.
        """
        self.tree = self.whole.given(*chance) if chance else self.whole
        self._chance = tuple(chance)
        self._nodes = {self.tree.label(node): node for node in self.tree.nodes}
        self._refresh()

    def fold(self, what: str) -> None:
        """Hide what follows a history, such as "QKp".

        Parameters
        ----------
        what : str
            The history, as text: "QKp", "" for the root.

        Raises
        ------
        ValueError
            If there is none of this name that goes on.
        """
        self._folded.add(self._foldable(what).history)
        self._refresh()

    def unfold(self, what: str) -> None:
        """Show what follows a history.

        Parameters
        ----------
        what : str
            The history, as text: "QKp", "" for the root.

        Raises
        ------
        ValueError
            If there is none of this name that goes on.
        """
        self._folded.discard(self._foldable(what).history)
        self._refresh()

    def toggle(self, what: str) -> None:
        """Fold what is unfolded, unfold what is folded.

        Parameters
        ----------
        what : str
            The history, as text: "QKp", "" for the root.

        Raises
        ------
        ValueError
            If there is none of this name that goes on.
        """
        node = self._foldable(what)
        (self.unfold if node.history in self._folded else self.fold)(what)

    def fold_all(self) -> None:
        """Fold every decision: the tree can then be opened one move at a time."""
        self._folded |= {node.history for node in self.tree.nodes if node.player >= 0}
        self._refresh()

    def unfold_all(self) -> None:
        """Show everything."""
        self._folded.clear()
        self._refresh()

    def _draw(self, standalone):
        return draw.tree(
            self.tree,
            infosets="pointed" if self._pointed and self.infosets else self.infosets,
            join_deals=self.join_deals,
            folded=[node.index for node in self.tree.nodes if node.history in self._folded],
            highlight=[self._nodes[self._lit].infoset] if self._lit in self._nodes else [],
            standalone=standalone,
        )

    def _foldable(self, what):
        if what not in self._nodes or not self._nodes[what].children:
            some = ", ".join(repr(label) for label, node in self._nodes.items() if node.player >= 0)[:80]
            raise ValueError(f"what={what!r}: it takes a history that does not end the game, such as {some}")
        return self._nodes[what]

    # -- chance -----------------------------------------------------------------------

    def _few(self):
        """Return as few first outcomes of chance as leave a tree that is comfortable to look at."""
        chosen, left = (), self.whole
        while left.num_histories > COMFORTABLE and (possible := next_outcomes(self.whole, chosen)):
            pick = (0, -1, len(possible) // 2)[len(chosen) % 3]  # different cards, so that there is something to win
            chosen = (*chosen, possible[pick])
            left = self.whole.given(*chosen)
        return chosen

    def _choose(self, level, outcome):
        """Choose an outcome by a menu; what was chosen after it stays if it is still possible."""
        chosen = list(self._chance[:level])
        if outcome != ALL:
            chosen.append(outcome)
            for later in self._chance[level + 1 :]:
                if later not in next_outcomes(self.whole, chosen):
                    break
                chosen.append(later)
        self.deal(*chosen)

    # -- the widget -------------------------------------------------------------------

    def _controls(self):
        again = lambda _: self._refresh()  # noqa: E731
        self.which = field(W.Dropdown, "history", "Which history to fold or unfold", "13em")
        self._infosets = switch("Information sets", "Draw the information sets", again, on=True)
        self._join = switch("Deals as one", "Draw the two deals as one chance node", again, on=True)
        tip = "Hide or show what follows the chosen history"
        fold = button("Fold / unfold", "compress", tip, self._toggle_chosen)
        tip = "Fold every decision, to open the tree move by move: click on a history, or press Enter on it"
        every = button("Fold all", "minus-square-o", tip, self.fold_all, "primary")
        none = button("Unfold all", "plus-square-o", "Show everything", self.unfold_all)
        self.deals, self.note = row(), W.HTML()
        self.canvas = Canvas(self._clicked, focusable=".node")
        self.canvas.around = PAGE + BAR + 2 * LINE
        more = [self.which, fold, self._infosets, self._join]
        return frame([every, none, self.deals], self.note, self.canvas, more=more)

    def _toggle_chosen(self):
        self.toggle(self.which.value)

    def _clicked(self, node, infoset):
        if node and self.tree.nodes[int(node)].children:
            self.toggle(self.tree.label(self.tree.nodes[int(node)]))

    def _refresh(self):
        if self._busy or not hasattr(self, "tree"):
            return
        with self._quietly():
            self._menus()
        try:
            drawn = self._draw(standalone=False)
        except ValueError as error:
            self.note.value = f"<p>{error}</p>"
            return
        self.canvas.show(drawn)
        self.note.value = f"<p>{drawn.text}</p>"

    def _menus(self):
        """Offer the histories that can be folded, and the outcomes of chance."""
        hidden = set()
        for node in self.tree.nodes:
            if node.parent in hidden or (node.parent >= 0 and self.tree.nodes[node.parent].history in self._folded):
                hidden.add(node.index)
        options = [
            (f"{'▸' if node.history in self._folded else '▾'} {history(self.tree, node)}", self.tree.label(node))
            for node in self.tree.nodes
            if node.player != TERMINAL and node.index not in hidden
        ]
        chosen = self.which.value
        self.which.options = options
        self.which.value = chosen if chosen in [label for _, label in options] else options[0][1]
        self._offer_chance()

    def _offer_chance(self):
        levels = []
        for level in range(len(self._chance) + 1):
            possible = next_outcomes(self.whole, self._chance[:level])
            if possible:
                levels.append((possible, self._chance[level] if level < len(self._chance) else ALL))
        if [possible for possible, _ in levels] != self._outcomes:
            self._outcomes = [possible for possible, _ in levels]
            self.deals.children = [self._menu(k, possible) for k, possible in enumerate(self._outcomes)]
        for menu, (_, outcome) in zip(self.deals.children, levels, strict=True):
            menu.value = outcome

    def _chance_name(self, level):
        if isinstance(self.whole.game, Game):
            return ("Player 1 gets", "Player 2 gets")[level] if level < 2 else "chance shows"
        return f"chance {level + 1}"

    def _menu(self, level, possible):
        return field(
            W.Dropdown, self._chance_name(level), "Draw every outcome of chance here, or only one", "14em",
            lambda change: self._busy or self._choose(level, change.new),
            options=[("all", ALL), *((outcome, outcome) for outcome in possible)],
        )  # fmt: skip


def next_outcomes(tree, chosen):
    """Return the outcomes that the next chance node can take on every path, after the chosen ones on that path."""
    found = []

    def look(node, left):
        if node.player == CHANCE:
            if not left:
                found.append(node.actions)
                return
            for action, child in tree.children(node):
                if action == left[0]:
                    look(child, left[1:])
            return
        for _, child in tree.children(node):
            look(child, left)

    look(tree.root, tuple(chosen))
    return [o for o in found[0] if all(o in actions for actions in found)] if found else []


tree_view = TreeView
"""As notebooks call it."""
