"""A round of Bluff to be played against a solved profile, by mouse or keyboard."""

from html import escape

import ipywidgets as W
import numpy as np

from cfrlib.arguments import one_of, whole
from cfrlib.games import bluff
from cfrlib.solver import CFR
from cfrlib.widgets.bluff_table import table_picture
from cfrlib.widgets.canvas import Canvas
from cfrlib.widgets.controls import button, field, row, switch
from cfrlib.widgets.fallback import StaticFallback

KEYS = {
    "ArrowRight": "right", "ArrowLeft": "left", "ArrowDown": "down", "ArrowUp": "up", "Enter": "take",
    "c": "call", "n": "new_round", "h": "turn_hints",
}  # fmt: skip
ITERATIONS = 300
"""Of Discounted CFR, if no profile is given."""
LARGEST = 4
"""Faces, so that the bids fit on the table and the opponent is solved in a moment."""


class BluffRound(StaticFallback, W.VBox):
    """Rounds of Bluff: the reader against a profile.

    Parameters
    ----------
    game : bluff, optional
        By default two dice each with three faces. It is played round by round: a round that is won counts 1.
    opponent : Profile, optional
        What the opponent follows, and what the hints show; by default `ITERATIONS` of Discounted CFR.
    seat : {0, 1}
        The reader's; player 0 opens.
    seed : int
        Of the dice, and of the opponent's draws.

    Attributes
    ----------
    actions : list of str
        Of this round.
    wins, losses : int
        Rounds that the reader has won and lost.

    Examples
    --------
    >>> table = BluffRound(seed=3)
    >>> table.bid("4-*")
    >>> table.over, table.actions
    (True, ['4-*', 'call'])
    """

    def __init__(self, game=None, opponent=None, seat=0, seed=0):
        game = bluff((2, 2), 3, "one") if game is None else game
        if not isinstance(game, bluff):
            raise ValueError(f"game={game!r}: it takes a game of cfrlib.games.bluff")
        if game.faces > LARGEST:
            raise ValueError(f"game={game!r}: it takes at most {LARGEST} faces")
        self.game, self.opponent = game, opponent
        if opponent is None:
            solver = CFR.discounted(game)
            solver.run(ITERATIONS)
            self.opponent = solver.average_strategy()
        self.seat, self._rng = one_of("seat", seat, (0, 1)), np.random.default_rng(whole("seed", seed, 0))
        self.wins = self.losses = self.rounds = 0
        super().__init__(self._controls())
        self.add_class("cfr-widget")
        self.add_class("cfr-keys")
        self.new_round()

    # -- playing ---------------------------------------------------------------------

    def new_round(self):
        """Roll the dice; the opponent opens if the reader does not."""
        self.rolls = [
            int(self._rng.choice(len(self.game.outcomes(p)), p=self.game.roll_weights(p))) for p in (0, 1)
        ]
        self.actions, self.rounds = [], self.rounds + 1
        self._answer()

    def bid(self, bid):
        """Bid, or "call"; the opponent answers at once.

        Raises
        ------
        ValueError
            If that cannot be done now.
        """
        if bid not in self.possible:
            raise ValueError(f"bid={bid!r}: it takes one of {', '.join(self.possible) or 'nothing: the round is over'}")
        self.actions.append(bid)
        self._answer()

    def call(self):
        """Call the last bid, if there is one."""
        if "call" in self.possible:
            self.bid("call")

    def take(self):
        """Do what is chosen by the arrow keys; a new round if this one is over."""
        if self.over:
            self.new_round()
        else:
            self.bid(self.chosen)

    def press(self, key):
        """Do what a key does: see `KEYS`."""
        if key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
            self._choose({"ArrowRight": 1, "ArrowLeft": -1, "ArrowDown": self.game.faces,
                          "ArrowUp": -self.game.faces}[key])  # fmt: skip
        else:
            getattr(self, KEYS[key])()

    def turn_hints(self):
        """Show or hide what the profile would do."""
        self._hinting.value = not self._hinting.value

    def _answer(self):
        """Let the opponent move if it is their turn, and see who has won."""
        if not self.over and len(self.actions) % 2 != self.seat:
            choices = self._strategy(1 - self.seat)
            chances = np.array(list(choices.values()))
            self.actions.append(str(self._rng.choice(list(choices), p=chances / chances.sum())))
        if self.over:
            self.wins, self.losses = self.wins + self.won, self.losses + (not self.won)
        self.chosen = self.possible[0] if self.possible else None
        self._refresh()

    def _choose(self, by):
        if self.possible:
            names = (*self.game.bids, "call")
            wanted = names.index(self.chosen) + by
            inside = [names.index(action) for action in self.possible]
            self.chosen = names[min(inside, key=lambda place: abs(place - wanted))]
            self._refresh()

    # -- looking ---------------------------------------------------------------------

    @property
    def over(self):
        """Whether somebody has called."""
        return bool(self.actions) and self.actions[-1] == "call"

    @property
    def possible(self):
        """What the reader may do now: a tuple, empty when the round is over."""
        return () if self.over else tuple(self.game.node(tuple(self.actions)).actions)

    @property
    def hints(self):
        """What the profile would do in the reader's place, if the hints are on: {action: probability}."""
        return self._strategy(self.seat) if self._hinting.value and not self.over else {}

    @property
    def held(self):
        """Whether the bid that was called holds."""
        return sum(sum(self.counting(player)) for player in (0, 1)) >= int(self.actions[-2].split("-")[0])

    @property
    def won(self):
        """Whether the reader has won the round."""
        bidder = len(self.actions) % 2
        return (bidder == self.seat) == self.held

    def faces(self, player):
        """Return what the dice of a player show."""
        return list(self.game.outcomes(player)[self.rolls[player]])

    def counting(self, player):
        """Return for each die of a player whether it counts for the bid that was called."""
        face = self.actions[-2].split("-")[1]
        return [shown in (face, "*") for shown in self.faces(player)]

    @property
    def words(self):
        """Where we are, in a sentence."""
        said = f"Round {self.rounds}. You hold {' and '.join(self.faces(self.seat))}."
        if self.over:
            caller = "You call" if (len(self.actions) - 1) % 2 == self.seat else "The opponent calls"
            total = sum(sum(self.counting(player)) for player in (0, 1))
            verdict = "the bid holds" if self.held else "it was a bluff"
            return (
                f"{said} {caller} {self.actions[-2]}: {total} of {sum(self.game.dice)} dice count, {verdict}. "
                f"You {'win' if self.won else 'lose'} the round. So far: {self.wins} won, {self.losses} lost."
            )
        before = f" The opponent has bid {self.actions[-1]}." if self.actions else " You open."
        return f"{said}{before} Your turn: {'bid higher, or call' if self.actions else 'bid'}."

    def _strategy(self, player):
        return self.opponent[self.game.key(player, tuple(self.actions), (), self.rolls[player])]

    def picture(self):
        """Return the table as a picture for a file."""
        return table_picture(self, standalone=True)

    # -- the widget ------------------------------------------------------------------

    def _controls(self):
        again = button("New round", "refresh", "Roll the dice again (key: n)", self.new_round)
        again.button_style = "primary"
        tip = "Show how often the profile would do each in your place (key: h)"
        self._hinting = switch("Hints", tip, lambda _: self._refresh(), "lightbulb-o")
        tip = "Player 1 opens; changing it begins a new round"
        self._seat = field(
            W.Dropdown, "you are", tip, "16em", self._sit, options=[("Player 1 (opens)", 0), ("Player 2", 1)],
            value=self.seat,
        )  # fmt: skip
        self._says = W.HTML()
        self.canvas = Canvas(takes=list(KEYS), focusable=".node")
        self.canvas.on_key(self.press)
        self.canvas.on_click(lambda node, _: self.bid(node) if node in self.possible else None)
        return [row(again, self._hinting, self._seat), self._says, self.canvas]

    def _sit(self, change):
        self.seat = change.new
        self.new_round()

    def _refresh(self):
        drawn = table_picture(self, standalone=False)
        self.canvas.svg, self.canvas.alt = drawn.svg, drawn.text
        self._says.value = (
            f'<div class="cfr-says cfr-p{self.seat + 1}" style="min-height:0"><p>{escape(self.words)}</p></div>'
        )
