"""Hold'em before the flop while it is being solved: the square of hands, drawn again a few times a second."""

from dataclasses import replace
from html import escape

import ipywidgets as W
import numpy as np

from cfrlib._util.arguments import one_of, positive
from cfrlib.draw.parts.grid import STEPS, HandSquare
from cfrlib.draw.parts.svg import num, readable
from cfrlib.draw.picture import Picture
from cfrlib.draw.preflop import action_words, decisions, preflop_grid, read_range, situation
from cfrlib.engine import CFR
from cfrlib.exact.public_states import counterfactual_values
from cfrlib.games.holdem import holdem
from cfrlib.profile import Profile
from cfrlib.widgets.parts.contest import Entrant
from cfrlib.widgets.parts.controls import BAR, PAGE, column, go_or_pause, stage, value_of
from cfrlib.widgets.parts.numbers import counted
from cfrlib.widgets.parts.running import Running, lively

KEYS = {" ": "run_or_pause", "s": "interrupt", "Home": "reset", "b": "after_menu", "a": "_strategy"}
STRATEGIES = ("average", "current")
SQUARE = 652
"""Width of the picture with a full deck, in pixels."""


class preflop_view(Running):
    """The strategy before the flop, live. Nothing starts before the reader presses Run.

    `solver` is a CFR of two-round hold'em, or the game, for Discounted CFR with tables in float32. Read it while it
    does not run, as after `stop`; it runs for at most `seconds` each time it is started. Pointing at a hand, or an
    arrow key, shows its probabilities, its value if both play this strategy, and its regrets in the game's unit: how
    much more than the strategy each action earns.
    """

    takes, state = KEYS | dict.fromkeys(STEPS, "chosen"), ("after", "chosen")
    left_out = "go_button", "end_button", "_status", " ", "s", "Home", "a"
    width, around, only = SQUARE, PAGE + BAR, "more iterations, and the current strategy"

    def __init__(self, solver: CFR | holdem, seconds: float = 120) -> None:
        self.game = solver.game if isinstance(solver, CFR) else solver
        if not isinstance(self.game, holdem) or self.game.layout == "tree":
            raise ValueError(f"solver={solver!r}: it takes two-round hold'em, or a CFR of it")
        if solver is self.game:
            solver = CFR.discounted(solver, dtype="float32")
        self.entrant = Entrant("solver", solver, seconds=positive("seconds", seconds))
        self._chosen, self._square, self._last = None, HandSquare(self.game.deck), (None, None)
        self._valued = None, None
        actions, numbers, more = self._controls()
        super().__init__([self.entrant], actions, stage(self.canvas, numbers), more=more)

    @property
    def solver(self) -> CFR:
        """The solver; `reset` makes a new one."""
        return self.entrant.solver

    after = value_of("after_menu", "after", 'The betting so far, "" or "c" or "r" and so on; can be set.')
    strategy = value_of("_strategy", "strategy", 'Which strategy is shown, "average" or "current"; can be set.')

    @property
    def chosen(self) -> str | None:
        """The class of hands whose numbers are shown, such as "AKs", or None; can be set."""
        return self._chosen

    @chosen.setter
    def chosen(self, chosen: str | None) -> None:
        self._chosen = None if chosen is None else one_of("chosen", chosen, self._square.names)
        self.refresh()

    def press(self, key: str) -> None:
        if key in STEPS:
            now = None if self.chosen is None else self._square.names.index(self.chosen)
            self.chosen = self._square.names[self._square.step(now, key)]
        else:
            super().press(key)

    def click(self, spot: str) -> None:
        self.chosen = spot

    @property
    def spots(self) -> tuple[str, ...]:
        return self._square.names

    @property
    def profile(self) -> Profile:
        """The profile shown: a view of the solver's tables."""
        return self.solver.average_strategy() if self.strategy == "average" else self.solver.current_strategy()

    @property
    def _seen(self):
        """What is done with all hands, and its picture; read again when the solver has gone on."""
        what = self.solver, self.solver.iterations, self.after, self.strategy
        if what != self._last[0]:
            profile = self.profile
            self._last = what, (read_range(profile, self.after), preflop_grid(profile, self.after, standalone=False))
        return self._last[1]

    @property
    def _worth(self):
        """What hands are worth; while the solver runs, as of the last time that its exploitability was measured."""
        running = self.entrant.state == "running" and self.entrant.points
        at = self.entrant.points[-1]["iterations"] if running else self.solver.iterations
        what = self.solver, at, self.after, self.strategy
        if what != self._valued[0]:
            self._valued = what, worth(self.profile, self.after, self._square.first)
        return self._valued[1]

    @property
    def _numbers(self):
        """The chosen hands: who they are, their value; name, probability and regret of each action."""
        (mixed, _), (values, regrets), actions = self._seen, self._worth, tuple(self.after)
        c, words = self._square.names.index(self.chosen), action_words(self.game, actions)
        rows = [(words[a], num(float(p[c]), 3), rounded(regrets[a][c])) for a, p in mixed.strategy.items()]
        held = f"{self.chosen} ({counted(mixed.hands[c], 'hand')})"
        return f"{situation(self.game, actions)}, with {held}", f"{rounded(values[c])} {self.game.unit}", rows

    @property
    def words(self) -> str:
        """What is done with the chosen hands, what they are worth, and their regrets."""
        if self.chosen is None:
            return "Point at a hand, or choose one with the arrow keys, to read its numbers."
        held, value, rows = self._numbers
        choice, regrets = (", ".join(f"{row[0]} {row[k]}" for row in rows) for k in (1, 2))
        return f"{held}: {choice}. Value {value}, regrets: {regrets}."

    @property
    def _panel(self):
        """These words as HTML, with a table of the actions."""
        if self.chosen is None:
            return f"<p>{self.words}</p>"
        held, value, rows = self._numbers
        head = "".join(f'<th scope="col">{name}</th>' for name in ("action", "plays", "regret"))
        lines = (f'<tr><th scope="row">{word}</th><td>{p}</td><td>{regret}</td></tr>' for word, p, regret in rows)
        table = f'<table class="cfr-table"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
        return f"<p>{held}: value <b>{value}</b></p>{table}"

    @property
    def status(self) -> str:
        """How far the solver has come, in a sentence."""
        if self.entrant.error:
            return f"failed · {self.entrant.error}"
        if not self.solver.iterations:
            running = self.entrant.state == "running"
            return "running · compiling first" if running else "Every action is equally likely. Press Run."
        effort = f"{self.entrant.state} · {counted(self.solver.iterations, 'iteration')}, {self.solver.seconds:.1f} s"
        if not (points := self.entrant.points):
            return effort
        last = points[-1]
        reached = f"{readable(last['exploitability'], 3)} {self.game.unit}"
        return f"{effort} · exploitability {reached} after {last['iterations']:,}"

    def picture(self) -> Picture:
        title = f"The {self.strategy} strategy after {counted(self.solver.iterations, 'iteration')}"
        drawn = preflop_grid(self.profile, self.after, title, chosen=self.chosen)
        return drawn if self.chosen is None else replace(drawn, text=f"{drawn.text} {self.words}")

    def _controls(self):
        tip = "Let the solver run, or pause it (key: space)"
        self.go_button = self.button("Run", "play", tip, self.run_or_pause, "primary")
        self.end_button = self.button("Stop", "stop", "Stop the solver and keep what it found (key: s)", self.interrupt)
        again = self.button("Reset", "step-backward", "A new solver, the same seed (key: Home)", self.reset)
        nodes = [(situation(self.game, tuple(after)), after) for after in decisions(self.game)]
        tip = "Who decides, after which betting (key: b)"
        self.after_menu = self.field(W.Dropdown, "decision", tip, "26em", options=nodes)
        tip = "The average converges to an equilibrium; the current one is what the next iteration plays (key: a)"
        self._strategy = self.field(W.Dropdown, "strategy", tip, "13em", options=list(STRATEGIES))
        self._status, self.canvas.hovers = W.HTML(), True
        numbers = column(self.says, self._status, width="15em")
        return [self.go_button, self.end_button, self.after_menu], numbers, [self._strategy, again]

    def _news(self):
        return self.entrant.state, self.after, self.strategy, self.chosen

    def _frame(self, new):
        on = self.contest.running
        go_or_pause(self.go_button, on)
        self.go_button.disabled = self.entrant.state == "failed"
        self.end_button.disabled = self.entrant.state not in ("ready", "running", "paused")
        _, drawn = self._seen
        self._status.value = f"<p{' role=alert' if self.entrant.error else ''}>{lively(escape(self.status))}</p>"
        looks = f'class="cfr-says cfr-p{1 + self.game.node(tuple(self.after)).player}"'
        self.says.value = f"<div {looks}>{self._panel}</div>"
        self.canvas.ringed = self.chosen or ""
        self.canvas.svg, self.canvas.running = drawn.svg, "The solver of hold'em" if on else ""
        if new:
            self.canvas.alt = drawn.text if self.chosen is None else self.words


def worth(profile, after, hands):
    """Return what classes of hands are worth at a decision, given by a hand of each, and {action: its regret}.

    Both are per time that the player comes there with the hand; nan where the other player never lets it happen.
    """
    actions = tuple(after)
    player, names = profile.game.node(actions)
    values = counterfactual_values(profile.game, profile, player, best=False)
    mass, mean = values.mass_and_values(actions, ())
    mass = np.where(mass > 0, mass, np.nan)
    return (mean / mass)[hands], {a: ((values[(*actions, a), ()] - mean) / mass)[hands] for a in names}


def rounded(x):
    """Return a number of chips with its sign: "+1,315", "−500", "0"; "–" for nan."""
    if np.isnan(x):
        return "–"
    return f"{round(x):+,}".replace("-", "−") if round(x) else "0"
