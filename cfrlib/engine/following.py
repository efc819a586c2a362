"""Solutions of the games that others end in, found once and kept on disk.

Bluff after a round goes on by a *later game*; a profile of it is found here and fixed. All profiles of a chain together
are a profile of the whole game: what it is worth follows from the last game upwards with expected values in place of
payoffs, and what a best response earns with best response values, for each player by itself.
"""

import logging
import threading
from dataclasses import dataclass, field, replace
from io import BytesIO

import numpy as np

from cfrlib import __version__
from cfrlib._util import cache
from cfrlib._util.built import derived
from cfrlib.engine.saving import saved_bytes
from cfrlib.engine.solver import CFR
from cfrlib.evaluate import best_response_values, expected_value
from cfrlib.profile import described

log = logging.getLogger("cfrlib")
FORMAT = f"cfrlib sub-game 2, solver {__version__}"
_ONE_AT_A_TIME = threading.RLock()


@dataclass(frozen=True)
class Solution:
    """A profile of a game, as good as was asked for, and what it is worth; how long it took to solve."""

    game: object
    value: float  # to player 0, when both follow the profile
    best: tuple  # what a best response of player 0, and of player 1, earns against it
    iterations: int
    seconds: float
    saved: bytes = field(repr=False, compare=False)

    @property
    def interval(self):
        """The bounds (-b2, b1) between which the value of the game lies, to player 0."""
        return -self.best[1], self.best[0]

    @property
    def exploitability(self):
        """Half the width of the interval."""
        return max(sum(self.best) / 2, 0.0)

    def profile(self):
        return CFR.load(BytesIO(self.saved), game=self.game).average_strategy()


def solution(game):
    """Return the solution of a game that others end in: the same object at every call with the same game.

    Discounted CFR solves it to an exploitability, later games included, of ``game.tolerance``; it is kept in the cache.
    """
    with _ONE_AT_A_TIME:
        return _solution(game)


@derived
def _solution(game):
    leaves = [[leaf.value, *leaf.best] for leaf in map(game.leaf, (0, 1))]
    return described(game) and _kept(game, leaves) or _solve(game, leaves)  # another game may have the same name


def _kept(game, leaves):
    """Return the solution in the cache; None unless it was found for exactly these leaves."""

    def read(header, saved):
        solver = CFR.load(BytesIO(saved), game=game)
        solved = _solution_of(solver, saved)
        told = {name: header[name] for name in ("leaves", "iterations")}
        cache.check(told == {"leaves": leaves, "iterations": solver.iterations}, f"{told}")
        value, (first, second) = header["value"], header["best"]
        numbers = np.array([value, first, second], dtype=float)
        cache.check(abs(numbers - (solved.value, *solved.best)) < 1e-9, f"what the profile is worth: {numbers}")
        cache.check(solved.exploitability <= 1.001 * game.tolerance, f"an exploitability of at most {game.tolerance}")
        return replace(solved, value=value, best=(first, second))  # to the last digit what others have taken them for

    return cache.load("subgame", f"{FORMAT}: {game!r}", read)


def _solve(game, leaves):
    """Solve a game and keep the solution."""
    log.info("solving %r to an exploitability of %g", game, game.tolerance)
    solver = CFR.discounted(game, threads=2)
    solver.run(until=game.tolerance)
    solved = _solution_of(solver, saved_bytes(solver))
    log.info("solved %r: %d iterations, %.1f s, value %.5f", game, solved.iterations, solved.seconds, solved.value)
    header = {"leaves": leaves, "value": solved.value, "best": solved.best, "iterations": solved.iterations}
    if described(game):
        cache.store("subgame", f"{FORMAT}: {game!r}", header, solved.saved)
    return solved


def _solution_of(solver, saved):
    """Return the solution that a solver has come to."""
    game, profile = solver.game, solver.average_strategy()
    value, best = float(expected_value(game, profile)), tuple(map(float, best_response_values(game, profile)))
    return Solution(game, value, best, solver.iterations, solver.seconds, saved)
