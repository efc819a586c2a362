"""A hand in its buckets: choose two cards, deal the board card by card, and see what the abstraction sees of them."""

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import whole
from cfrlib.abstraction.futures import futures
from cfrlib.cards.boards import MOST, read_cards, read_deal
from cfrlib.cards.deck import FLOP, HOLE
from cfrlib.draw.parts.svg import readable
from cfrlib.draw.picture import Picture
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.lessons.abstraction.hand_in_buckets import bucketed, hand_in_buckets, read_path, sequence
from cfrlib.widgets.parts.controls import complaint, value_of
from cfrlib.widgets.widget import Widget

KEYS = {
    "n": "next_card", "ArrowRight": "next_card", "b": "take_back", "ArrowLeft": "take_back", "o": "other_cards",
}  # fmt: skip


class bucket_view(Widget):
    """Fields for the cards, and below them the hand strengths that can come and the bucket in each betting round.

    `game` is texas or holdem with buckets; they are cut when the widget is made. `cards` are two, such as "AsKd", by
    default random ones; `board` has no, three, four or five. Where the cards in the fields are wrong, words and picture
    are those of the last right ones, and `message` says what is wrong.
    """

    takes, only = KEYS, "any cards, typed or dealt"

    def __init__(self, game: LimitHoldem, cards: str | None = None, board: str = "", seed: int = 0) -> None:
        self.game, self._deck, self._last = bucketed(game), game.deck, sum(game.shows)
        self._rng = np.random.default_rng(whole("seed", seed, 0))
        if cards is None:
            taken = read_cards("board", board, self._deck, (0, FLOP, 4, MOST))
            cards = self._deck.label(self._deal(HOLE, taken))
        hand, shown = read_deal(self._deck, cards, board, self._last, "cards")
        self._shown = self._deck.label(hand), self._named(shown)
        super().__init__(self._controls())

    cards = value_of("_cards", "cards", "What stands in the field for the hand; can be set, see `message`.")
    board = value_of("_board", "board", "What stands in the field for the board; can be set like `cards`.")

    def next_card(self) -> None:
        """Deal the flop, the turn or the river; nothing happens when all are dealt, or the cards are wrong."""
        if not self.message and len(self._dealt[1]) < self._last:
            hand, board = self._dealt
            self.board = self._named((*board, *self._deal(1 if board else FLOP, (*hand, *board))))

    def take_back(self) -> None:
        """Take the river, the turn or the flop back; nothing happens before the flop, or if the cards are wrong."""
        if not self.message:
            board = self._dealt[1]
            self.board = self._named(board[:-1] if len(board) > FLOP else ())

    def other_cards(self) -> None:
        """Draw two other cards, and take the board back."""
        with self.quietly():
            self.cards, self.board = self._deck.label(self._deal(HOLE, self._dealt[0])), ""
        self.refresh()

    def _deal(self, count, taken):
        """Return the numbers of cards drawn from those that are left."""
        left = [card for card in range(self._deck.cards) if card not in taken]
        return tuple(self._rng.choice(left, count, replace=False).tolist())

    def _named(self, board):
        """Return a board as it stands in the field: "2c7d9h Jc 3s"."""
        flop = [self._deck.label(board[:FLOP])] if board else []
        return " ".join([*flop, *(self._deck.names[card] for card in board[FLOP:])])

    @property
    def message(self) -> str:
        """What is wrong with the cards in the fields; "" if nothing is."""
        return complaint(read_deal, self._deck, self.cards, self.board, self._last, "cards")

    @property
    def words(self) -> str:
        """Strength and bucket of the hand, in a sentence."""
        hand, board = self._dealt
        strengths, path = futures(self._deck, hand, board, self._last), read_path(self.game, hand, board)
        dealt = [step for step in path if step.bucket is not None]
        held = self._deck.label(hand) + (f" on {self._named(board)}" if board else " before the flop")
        strength = "HS = {} and HS² = {}" if len(board) == self._last else "E[HS] = {} and E[HS²] = {}"
        strength = strength.format(readable(strengths.mean, 3), readable(strengths.mean_square, 3))
        into = f"bucket {dealt[-1].bucket + 1} of {dealt[-1].buckets}"
        if self.game.recall == "perfect" and dealt[1:]:
            into += f" of the hands in {sequence(dealt[:-1])}: its sequence is {sequence(dealt)}"
        return f"{held}: {strength}, which puts it into {into}."

    def draw(self, standalone: bool) -> Picture | str:
        drawn = hand_in_buckets(self.game, *self._shown, standalone=standalone)
        return drawn if standalone else drawn.svg

    @property
    def _dealt(self):
        """The numbers of the cards that are shown: hand and board."""
        return read_deal(self._deck, *self._shown, self._last)

    def _controls(self):
        cards, board = self._shown
        tip = "Two cards: a rank of 2 to 9, T J Q K A, then a suit of c d h s"
        self._cards = self.field(W.Text, "cards", tip, "9em", value=cards)
        tip = "None, or the flop, the turn and the river in this order, written like the cards"
        self._board = self.field(W.Text, "board", tip, "14em", value=board)
        tip = "Deal the flop, the turn, the river (key: n, or right arrow)"
        self.next_button = self.button("Next card", "chevron-right", tip, self.next_card, "primary")
        tip = "Take the last of them back (key: b, or left arrow)"
        self.back_button = self.button("Back", "chevron-left", tip, self.take_back)
        other = self.button("Other cards", "random", "Draw two other cards (key: o)", self.other_cards)
        return [self.back_button, self.next_button, other, self._cards, self._board]

    def refresh(self) -> None:
        wrong = self.message
        if not wrong:
            self._shown = self.cards, self.board
        super().refresh()
        many = len(self._dealt[1])
        self.next_button.disabled = bool(wrong) or many == self._last
        self.back_button.disabled = bool(wrong) or many == 0
