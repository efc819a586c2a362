"""A person plays hand after hand against a profile, by mouse or keyboard, and is told afterwards how it went."""

from __future__ import annotations

from html import escape
from os import PathLike
from typing import Any

import ipywidgets as W

from cfrlib.draw.picture import Picture
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.playing.session import Session
from cfrlib.playing.values import RoundValues
from cfrlib.profile import Player, Profile
from cfrlib.tree import Tree
from cfrlib.widgets.parts import play_page
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, column, stage
from cfrlib.widgets.parts.play_report import SURE, counted, last_verdict, log, report, sums
from cfrlib.widgets.parts.play_table import WIDTH, how_it_ended, spaced, table_picture, what_happened
from cfrlib.widgets.widget import Widget

STEPS = {"ArrowRight": 1, "ArrowDown": 1, "ArrowLeft": -1, "ArrowUp": -1}
"""What the arrow keys choose: the next action, or the one before."""
COMMANDS = {"Enter": "take", "n": "next_hand", "h": "turn_hints", "t": "turn_trainer", "w": "tell"}
LETTERS = "fcrpb"
"""Actions that have a key of their own; in Bluff "c" calls."""


class play(Widget):
    """A table at which the reader plays.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played; hold'em with all its cards, not under buckets.
    profile : Profile or callable, optional
        What the machine follows, or a function that is asked when it moves (`Profile.from_function`), of which there
        are no hints. By default a profile that is found on the spot, while a bar is shown. If it is a
        `cfrlib.Resolving`, the machine thinks during the hand, and what it solves is shown.
    seat : {"alternate", 0, 1}
        The reader's, hand after hand.
    seed : int
        Of the deals and of the machine's actions.
    seconds : float
        For finding a profile, at most.
    path : str or Path, optional
        Where the session is kept after each action. One that is there already is taken up again.

    Attributes
    ----------
    session : Session
        What is played; all of it can be had without the widget.
    chosen : str or None
        The action that Enter takes.
    told : ipywidgets.HTML
        What `tell` has said.
    recorded : int
        How many hands of the session a page has, with their cards and the machine's draws; it draws all others itself.

    Raises
    ------
    TypeError, ValueError
        As from `cfrlib.playing.Session`.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> table = play(game, cfrlib.Profile.uniform(game), seat=0, seed=1)
    >>> table.canvas.press("b")
    >>> table.session.over
    True
    """

    takes, only = (*STEPS, *COMMANDS, *LETTERS), "larger games, hints, a trainer, and a report on your hands"
    recorded = play_page.MATCH
    width, shrink, around = WIDTH, 0.75, PAGE + BAR + 3 * LINE

    def __init__(
        self, game: Game | matrix | Tree, profile: Profile | Player | None = None, seat: str | int = "alternate",
        seed: int = 0, seconds: float = 10, path: str | PathLike[str] | None = None,
    ) -> None:  # fmt: skip
        self.session = Session(game, profile, seat, seed, seconds, path, progress=profile is None)
        self._values = None  # of all states, when hints are first asked for
        self._best = None  # the same to a best response, when the trainer is
        self.played, self.told = W.HTML(), W.HTML()
        self.chosen = self._first()
        played = stage(self.canvas, column(self.played, width="27em"))
        super().__init__(self._controls(), self.says, played, self.told)

    def act(self, action: str | None) -> None:
        """Do this; nothing happens where it is not possible.

        Parameters
        ----------
        action : str or None
            One of ``session.actions``.
        """
        if action in self.session.actions:
            self.session.act(action)
            self._settle()

    click = act

    def take(self) -> None:
        """Do what is chosen; nothing when the hand is over, so that a second Enter deals no cards."""
        self.act(self.chosen)

    def next_hand(self) -> None:
        """Deal the next hand, if this one is over."""
        if self.session.over:
            self.session.next_hand()
            self._settle()

    def press(self, key: str) -> None:
        """Do what a key does: see `STEPS`, `COMMANDS` and `LETTERS`.

        Parameters
        ----------
        key : str
            Its name, as browsers have it.
        """
        actions = self.session.actions
        if key in COMMANDS:
            getattr(self, COMMANDS[key])()
        elif key in STEPS and actions:
            self.chosen = actions[(actions.index(self.chosen) + STEPS[key]) % len(actions)]
            self.refresh()
        else:
            self.act("call" if key == "c" and "call" in actions else key)

    def turn_hints(self) -> None:
        """Show or hide what the profile would do in the reader's place."""
        self._hinting.value = not self._hinting.value

    def turn_trainer(self) -> None:
        """Start or stop saying after each action of the reader what it cost."""
        self._training.value = not self._training.value

    @property
    def verdict(self) -> str:
        """What the reader's last action in this round cost against this profile, as in "−0.17: best was to fold".

        Empty before there is one, and while the trainer is off.
        """
        session = self.session
        if not self._training.value:
            return ""
        try:
            if self._best is None:
                self._best = RoundValues(session.game, session.profile, "best")
            return last_verdict(session.round, self._best.of(session.round))
        except (KeyError, TypeError, ValueError) as error:
            return f"What it cost is not to be had: {error}."

    def tell(self) -> None:
        """Say how the reader has played so far."""
        self.told.value = "<p><em>Working it out ...</em></p>"
        self.told.value = f'<div class="cfr-report" tabindex="-1">{report(self.session)}</div>'
        self.canvas.reveal(".cfr-report")

    def for_page(self) -> dict[str, Any]:
        """Return what a page needs to play on without a kernel, from the hand in progress on.

        Returns
        -------
        dict
            The tree of the game, the profile, what actions are worth, and the draws of the hands that are `recorded`.

        Raises
        ------
        ValueError
            If the game has more than 700 histories, or several rounds.
        """
        return play_page.for_page(self)

    def _first(self):
        return next((action for action in self.session.actions if self._name(action) != "fold"), None)  # no slip folds

    def _settle(self):
        self.chosen = self._first()
        self.refresh()

    def _name(self, action):
        return self.session.round.table.phrase(self.session.round.actions, action)

    @property
    def hints(self) -> dict[str, tuple[float, float | None]]:
        """For each action how often the profile takes it, and its regret there: {action: (probability, regret)}.

        The regret is what the action is worth, less what following the profile is worth; None in a game that is too
        large for it. Empty if the hints are off, the hand is over, or the machine is a function.
        """
        session = self.session
        if not self._hinting.value or session.over or session.machine.asked:
            return {}
        chances, worth = session.strategy_of(session.seat), self._worth()
        if worth is None:
            return {action: (chance, None) for action, chance in chances.items()}
        mean = sum(chance * worth[action] for action, chance in chances.items())
        return {action: (chance, worth[action] - mean) for action, chance in chances.items()}

    def _worth(self):
        """Return what each action is worth to who goes on as the profile does."""
        session, round_ = self.session, self.session.round
        try:
            if self._values is None:
                self._values = RoundValues(session.game, session.profile)
            values = self._values.of(round_)
            return values.action_values(round_.actions, round_.shown(), round_.deal[round_.seat])
        except ValueError:
            return None

    @property
    def words(self) -> str:
        """Where we are, in a few sentences."""
        session = self.session
        number = len(session.hands) + (not session.over)
        several = len(session.rounds) + (not session.over)
        first = f"Hand {number}" + (f", round {several}" if several > 1 else "")
        told = what_happened(session.round)
        held = spaced(session.round.table, session.private)
        laid = f"On the table: {' '.join(laid)}. " if (laid := session.round.table.laid) else ""
        said = f"{first}. You hold {held}. {laid}" + "".join(f"{t[0].upper()}{t[1:]}. " for t in told)
        if not session.over:
            before = f"The last round: {how_it_ended(session, session.rounds[-1])} " if session.rounds else ""
            return before + said + "Your turn."
        paid, game = session.paid, session.game
        ended = said + how_it_ended(session, session.round)
        silent = paid == 0 or game.unit == "wins"
        return ended if silent else f"{ended.removesuffix('.')} {session.round.table.amount(paid)}."

    @property
    def thinking(self) -> str:
        """What the opponent has solved anew in this round, in a sentence; empty if nothing."""
        solved = self.session.solved
        return f"The opponent solved what follows anew: {'; then '.join(map(str, solved))}. " if solved else ""

    @property
    def score(self) -> str:
        """What has been won so far, in a sentence."""
        session = self.session
        if not session.hands:
            return "No hand is over yet."
        unit, many = session.game.unit.removesuffix("/g"), len(session.hands)
        if abs(session.score) == 1:
            unit = unit.removesuffix("s")
        total = f"{many:,} hand{'' if many == 1 else 's'}: {counted(session.score, 6)} {unit}"
        if many < SURE:
            return f"{total}. With an interval from {SURE} hands on."
        mean, half = session.interval
        return f"{total}, {counted(mean, 3)} ± {counted(half, 2, sign=False)} a hand (95 % interval)."

    def draw(self, standalone: bool) -> Picture:
        return table_picture(self, standalone)

    def _controls(self):
        tip = "Deal the next hand (key: n)"
        self.next_button = self.button("Next hand", "forward", tip, self.next_hand, "primary")
        tip = "Show how often the profile takes each action in your place, and its regret r (key: h)"
        self._hinting = self.switch("Hints", tip, icon="lightbulb-o")
        tip = "Say after each action what it cost against this opponent, and draw how it adds up (key: t)"
        self._training = self.switch("Trainer", tip, icon="graduation-cap")
        tell = self.button("How did I play?", "bar-chart", "Three numbers about your play so far (key: w)", self.tell)
        return [self.next_button, self._hinting, self._training, tell]

    def refresh(self) -> None:
        self.next_button.disabled = not self.session.over
        drawn = self.draw(standalone=False)
        said = "" if self.chosen is None else f" Enter: {self._name(self.chosen)}."
        verdict = self.verdict
        self.canvas.show(drawn, f"{verdict} {drawn.text}{said}".lstrip())
        below = f"{self.thinking}{self.score} Keys: arrows and Enter, n for the next hand, letters in parentheses."
        self.says.value = (
            f'<div class="cfr-says cfr-p{self.session.seat + 1}"><p>{f"<b>{escape(verdict)}</b> " if verdict else ""}'
            f"{escape(self.words)}</p>"
            f"<small>{escape(below)}</small></div>"
        )
        self.played.value = (sums(self.session) if self._training.value else "") + log(self.session)
