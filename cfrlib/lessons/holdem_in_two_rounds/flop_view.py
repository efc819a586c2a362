"""Hold'em on the flop: choose a board and the betting, and see what is done with every hand."""

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import whole
from cfrlib.draw.picture import Picture
from cfrlib.draw.preflop import betting, game_of, situation
from cfrlib.game import CHANCE
from cfrlib.lessons.holdem_in_two_rounds.flop_chart import bettings, flop_chart, read_board
from cfrlib.profile import Profile
from cfrlib.widgets.parts.controls import BAR, PAGE, complaint, value_of
from cfrlib.widgets.widget import Widget

KEYS = {"n": "another_board", "b": "_before", "f": "after_menu"}
DOZEN = 12
"""Flops on a page."""


class flop_view(Widget):
    """A field for the board, menus for the betting, and below them what the profile does with every hand.

    `profile` is one of two-round hold'em without buckets; `board` is random by default. Where the field has no board,
    the picture is that of the last one, and `message` says what is wrong.
    """

    takes, state, only = KEYS, ("_turn", "before", "after"), f"more flops than these {DOZEN}"
    around = PAGE + 3 * BAR

    def __init__(self, profile: Profile, board: str | None = None, seed: int = 0) -> None:
        self._profile, self.game = profile, game_of(profile)
        self._rng = np.random.default_rng(whole("seed", seed, 0))
        self._shown = self._draw_board() if board is None else board
        self._boards, self._at = [self._shown], 0
        read_board(self.game.deck, self._shown)
        super().__init__(self._controls())

    @property
    def profile(self) -> Profile:
        """The profile that is drawn; it can be set to another one of the game."""
        return self._profile

    @profile.setter
    def profile(self, profile: Profile) -> None:
        if getattr(profile, "game", None) != self.game:
            raise ValueError(f"profile={profile!r}: it takes a profile of {self.game}")
        self._profile = profile
        self.refresh()

    board = value_of("_board", "board", "What stands in the field; can be set, and `message` says if it is no board.")
    before = value_of("_before", "before", 'The betting before the flop, such as "cc"; can be set.')
    after = value_of("after_menu", "after", 'The betting on the flop so far, such as "" or "c"; can be set.')

    def another_board(self) -> None:
        """Draw a board."""
        self._turn += 1

    @property
    def _turn(self):
        """How many boards have been drawn; set to one of them, it is shown again."""
        return self._at

    @_turn.setter
    def _turn(self, turn):
        while len(self._boards) <= turn:
            self._boards.append(self._draw_board())
        self._at, self.board = turn, self._boards[turn]

    def recordable(self) -> bool:
        return self._at < DOZEN

    def _draw_board(self):
        deck = self.game.deck
        return deck.label(deck.flops[self._rng.integers(len(deck.flops))])

    @property
    def message(self) -> str:
        """What is wrong with the board in the field; "" if nothing is."""
        return complaint(read_board, self.game.deck, self.board)

    def draw(self, standalone: bool) -> Picture:
        return flop_chart(self.profile, self._shown, self.before, self.after, standalone=standalone)

    def _controls(self):
        game, (starts, decided) = self.game, bettings(self.game)
        tip = "Three cards in any order: a rank of 2 to 9, T J Q K A, then a suit of c d h s"
        self._board = self.field(W.Text, "board", tip, "11em", value=self._shown)
        another = self.button("Another board", "random", "Draw a board (key: n)", self.another_board, "primary")
        tip = "The betting before the flop (key: b)"
        before = [(", ".join(betting(game, tuple(start))), start) for start in starts]
        self._before = self.field(W.Dropdown, "before the flop", tip, "21em", options=before)
        tip = "Who decides on the flop, after which betting (key: f)"
        after = [(situation(game, (*starts[0], CHANCE, *actions)), actions) for actions in decided]
        self.after_menu = self.field(W.Dropdown, "on the flop", tip, "25em", options=after)
        return [another, self._board, self._before, self.after_menu]

    def refresh(self) -> None:
        self._shown = self._shown if self.message else self.board
        super().refresh()
