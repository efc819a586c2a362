"""Regret matching on a matrix game, round by round, with payoffs that can be edited."""

from dataclasses import replace
from html import escape
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

import ipywidgets as W
import numpy as np
from numpy.typing import ArrayLike

from cfrlib import draw
from cfrlib._util.arguments import number, whole
from cfrlib.draw.picture import Picture
from cfrlib.exact.linear_program import equilibrium
from cfrlib.games import matrix
from cfrlib.textbook import Round, match_regrets, regret_matching
from cfrlib.widgets.parts.controls import BAR, LINE, PAGE, in_order, stage
from cfrlib.widgets.parts.numbers import show, signed
from cfrlib.widgets.widget import Widget

RPS = matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], ("rock", "paper", "scissors"))
TRIANGLE = 456
"""Width of a picture without its legend, in pixels."""
SIGNS = "In the pictures: ■ current strategy · ▲ average · ○ start · + equilibrium"
LARGEST, ON_A_PAGE = 6, 120
"""Actions of a player, so that the payoffs fit on the screen; rounds that a page has."""
KEYS = {"ArrowRight": "step", "n": "run", "Home": "reset"}


class regret_explorer(Widget):
    """Regret matching in self-play: edit the game, step or run, and watch where current and average strategy go.

    The rule is that of Hart and Mas-Colell (2000); each player faces the whole strategy of the other. `game` has the
    payoffs to Player 1, at most six actions a player, by default rock, paper, scissors. `push` is the regret that
    Player 1's first action starts with: without it nothing moves where uniform play is an equilibrium. `rounds` lists
    the rounds played since the start.
    """

    takes, state, shrink, around = KEYS, ("_played",), 0.5, PAGE + BAR + 11 * LINE
    width = beside = TRIANGLE
    only = f"payoffs to edit, and more than {ON_A_PAGE} rounds"

    def __init__(self, game: matrix | ArrayLike | None = None, push: float = 1.0) -> None:
        game = RPS if game is None else game
        self.game = game if isinstance(game, matrix) else matrix(game)
        if max(self.game.payoffs.shape) > LARGEST:
            raise ValueError(f"game={game!r}: it takes at most {LARGEST} actions a player")
        self.push, self._solved = number("push", push), None
        actions, more = self._controls()
        self._lay_out_payoffs()
        self._begin()
        super().__init__(actions, self.says, stage(self.canvas, self.other, self.panel), more=more)

    def reset(self) -> None:
        """Start again with the present payoffs."""
        self._begin()
        self.refresh()

    def _begin(self):
        m, n = self.game.payoffs.shape
        self.start = (np.zeros(m), np.zeros(n))
        self.start[0][0] = self.push
        self._play = regret_matching(self.game, start=self.start)
        self._known, self.rounds = [], []

    @property
    def _played(self):
        """How many rounds; can be set, to fewer, too."""
        return len(self.rounds)

    @_played.setter
    def _played(self, many):
        self._known.extend(islice(self._play, max(many - len(self._known), 0)))
        self.rounds = self._known[:many]
        self.refresh()

    def recordable(self) -> bool:
        return self._played <= ON_A_PAGE

    def step(self, n: int = 1) -> None:
        """Play `n` rounds."""
        self._played += whole("n", n, 0)

    def run(self, n: int | None = None) -> None:
        """Play `n` rounds, by default as many as the field beside the button says."""
        self.step(self._many.value if n is None else n)

    @property
    def round(self) -> Round | None:
        """The last round, a `cfrlib.textbook.Round`; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def current(self) -> tuple[np.ndarray, np.ndarray]:
        """What the players play next: a pair of arrays."""
        totals = self.round.totals if self.rounds else self.start
        return tuple(match_regrets(total) for total in totals)

    @property
    def average(self) -> tuple[np.ndarray, np.ndarray]:
        """Their average strategies so far: a pair of arrays; what they play first if there has been no round."""
        return self.round.averages if self.rounds else self.current

    @property
    def exploitability(self) -> float:
        """The exploitability of the average strategies: half of what best responses could gain together."""
        x, y = self.average
        return float(max(self.game.payoffs @ y) - min(x @ self.game.payoffs)) / 2

    def table(self) -> list[dict[str, Any]]:
        """Return the numbers of the last round, a dict for each player and action.

        "strategy" is what was played, "value" the value of each action and "regret" its regret, both None before the
        first round, "total" the cumulative regret, "next" what is played next, and "average" the average strategy.
        """
        last, rows, none = self.round, [], [None] * LARGEST
        for i, names in enumerate((self.game.rows, self.game.columns)):
            played = (last.strategies, last.values, last.regrets, last.totals) if last else None
            columns = [pair[i] for pair in played] if played else [self.current[i], none, none, self.start[i]]
            columns += [self.current[i], self.average[i]]
            for action, *numbers in zip(names, *columns, strict=False):
                said = {key: n if n is None else float(n) for (key, *_), n in zip(COLUMNS, numbers, strict=True)}
                rows.append({"player": i + 1, "action": action, **said})
        return rows

    @property
    def words(self) -> str:
        """Where we are, in a sentence."""
        if not self.rounds:
            return "Before round 1. Press Step: both players play in proportion to their positive regrets."
        (x, y), payoffs = self.average, self.game.payoffs
        bracket = f"guarantee Player 1 {signed(min(x @ payoffs))} and concede {signed(max(payoffs @ y))}"
        return f"Round {self.round.t}. The averages {bracket}."

    def picture(self) -> Picture:
        return replace(self.draw(standalone=True), text=f"Regret matching. {self.words}")

    def draw(self, standalone: bool) -> Picture:
        return self._draw_player(0, standalone)

    def draw_beside(self) -> Picture:
        return self._draw_player(1, standalone=False)

    def _controls(self):
        step = self.button("Step", "chevron-right", "Play one round (key: right arrow)", self.step, "primary")
        run = self.button("Run", "forward", "Play as many rounds as the field says (key: n)", self.run)
        reset = self.button("Reset", "step-backward", "Back to before the first round (key: Home)", self.reset)
        tip = "How many rounds Run plays"
        self._many = self.field(W.BoundedIntText, "rounds", tip, "10em", value=100, min=1, max=100_000)
        self._grid, self.panel = W.GridBox(), W.HTML()
        self.canvas.bare = self.other.bare = True
        self.panel.add_class("cfr-panel")
        return [step, run, self._many, reset], [self._grid]

    def _lay_out_payoffs(self):
        """Fill the grid of payoffs: one field for each pair of actions."""
        names = [W.HTML(f"<b>{escape(column)}</b>") for column in self.game.columns]
        rows, self.cells, look = [W.HTML("<small>Player 1 gets</small>"), *names], [], W.Layout(width="5em")
        for name, payoffs in zip(self.game.rows, self.game.payoffs.tolist(), strict=True):
            rows.append(W.HTML(f"<b>{escape(name)}</b>"))
            for column, payoff in zip(self.game.columns, payoffs, strict=True):
                tip = f"Payoff to Player 1 for {name} against {column}"
                cell = in_order(W.FloatText(payoff, tooltip=tip, layout=look))
                cell.observe(self._edit, "value")
                self.cells.append(cell)
                rows.append(cell)
        self._grid.children = rows
        columns = f"8em {'5.5em ' * len(names)}"
        self._grid.layout = W.Layout(grid_template_columns=columns, align_items="center", margin="4px 32px 8px 0")

    def _edit(self, _):
        values = np.array([cell.value for cell in self.cells]).reshape(self.game.payoffs.shape)
        if np.isfinite(values).all():
            self.game = matrix(values, self.game.rows, self.game.columns)
            self.reset()

    def _paths(self, player):
        """Return the strategies that a player has gone through, one a row: current and average."""
        current = [r.strategies[player] for r in self.rounds] + [self.current[player]]
        average = [r.averages[player] for r in self.rounds] or [self.current[player]]
        return {"current": np.array(current), "average": np.array(average)}

    def _draw_player(self, player, standalone):
        """Draw the paths in the triangle of three actions, else what they come to as bars."""
        names = (self.game.rows, self.game.columns)[player]
        look = {"standalone": standalone, "title": f"Player {player + 1}"}
        if len(names) == 3:
            return draw.simplex(self._paths(player), names, equilibrium=self._equilibrium[player], **look)
        bars = {
            label: {(f"Player {player + 1}", ""): dict(zip(names, rows[-1].tolist(), strict=True))}
            for label, rows in self._paths(player).items()
        }
        return draw.strategy_chart(bars, **look)

    def refresh(self) -> None:
        if self.game != self._solved:
            self._solved = self.game
            _, profile = equilibrium(self.game)
            self._equilibrium = [np.array(list(profile[f"Player {i + 1}", ""].values())) for i in (0, 1)]
        super().refresh()
        drawn = 3 in self.game.payoffs.shape
        self.panel.value = table_html(self.table()) + f'<p class="cfr-key"><small>{SIGNS}</small></p>' * drawn


COLUMNS = (
    ("strategy", "σ", "strategy of this round"),
    ("value", "u", "value of the action against what the other played"),
    ("regret", "r", "regret: value of the action minus value of what was played"),
    ("total", "R", "regrets summed up"),
    ("next", "next σ", "strategy of the next round: in proportion to positive R"),
    ("average", "σ̄", "average strategy"),
)


def table_html(rows):
    """Return the numbers of a round as a table."""
    head = "".join(f'<th scope="col" title="{escape(meaning)}">{symbol}</th>' for _, symbol, meaning in COLUMNS)
    body = []
    for player, group in groupby(rows, key=itemgetter("player")):
        actions = list(group)
        name = f'<span class="cfr-p{player}">Player {player}</span>'
        who = f'<th scope="rowgroup" rowspan="{len(actions)}">{name}</th>'
        for numbers in actions:
            cells = "".join(f"<td>{_cell(key, numbers[key])}</td>" for key, *_ in COLUMNS)
            body.append(f'<tr>{who}<th scope="row">{escape(numbers["action"])}</th>{cells}</tr>')
            who = ""
    return (
        '<table class="cfr-table cfr-steps cfr-both"><thead><tr><th scope="col">player</th><th scope="col">action</th>'
        f"{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        '<p class="cfr-key"><small>σ this round · u value · r regret · R regret in total · σ̄ average</small></p>'
    )


def _cell(key, number):
    if number is None:
        return "–"
    return signed(number) if key == "regret" else show(number)
