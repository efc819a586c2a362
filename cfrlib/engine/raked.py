"""Spots with rake: the house takes a share of the pot, so what one player wins is more than the other loses less.

What is paid to each player alone makes a zero-sum game, the spot *as this player sees it*. CFR gives each of the two
the regrets of their own, while both games are played with the same strategies. No theorem says that the averages go to
an equilibrium then; so what is left to be gained is measured, by best responses.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from cfrlib._util.arguments import number, refuse, typed, whole
from cfrlib.engine.solver import CFR
from cfrlib.evaluate import best_response_values, expected_value
from cfrlib.exact.spot_table import spot_of
from cfrlib.game import Comparison
from cfrlib.games import spot
from cfrlib.games.checks import check_game
from cfrlib.profile import Profile, described

LABEL = "heuristic (rake: the game is not zero-sum, and no theorem says that averages go to an equilibrium)"


class Raked(NamedTuple):
    """How a spot is played, and what it is `worth` to each player in chips out of the pot, less own bets and rake.

    `incentives` are what each could gain by a best response, 0 in an equilibrium. What is computed from the `profile`
    alone, such as a `cfrlib.spot_table`, knows of no rake; of ``seen[player]``, the same profile in the spot as a
    player sees it, the values to that player are those after rake.
    """

    profile: Profile
    worth: tuple[float, float]
    incentives: tuple[float, float]
    label: str
    seen: tuple[Profile, Profile]


class Seen(spot):
    """A spot as one player sees it: player 0 is paid what `player` gets, or minus that if that is player 1."""

    def __init__(self, share, cap, player, **parameters):
        super().__init__(**parameters)
        self.share, self.cap, self.player = share, cap, player
        self.parameters = {"share": share, "cap": cap, "player": player, **parameters}

    def payoff(self, actions, public):
        paid, pot = super().payoff(actions, public), self.pot + 2 * min(self.bets_after(actions))
        rake, sign = min(self.share * pot, self.cap), 1 - 2 * self.player

        def left(chips):
            return chips - sign * rake * (1 + np.sign(sign * chips)) / 2

        compared = isinstance(paid, Comparison)
        return Comparison(paid.strength, *map(left, (paid.win, paid.lose, paid.tie))) if compared else left(paid)


def solve_raked(
    game: spot, share: float, cap: float = math.inf, iterations: int = 1000, *,
    locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None,
) -> Raked:  # fmt: skip
    """Solve a spot in which the house takes a share of the pot, by a heuristic whose result is measured.

    Parameters
    ----------
    game : spot
        Of `cfrlib.games`.
    share : float
        Of the pot that is won or shared, bets that were called included: 0.05 for 5 %, at most 1.
    cap : float
        The most that the house takes, in chips.
    iterations : int
        Of predictive CFR+, of each player with their own payoffs, updated simultaneously.
    locked : dict of pair of str to dict of str to float, optional
        What is played at some information sets all the same, as `cfrlib.CFR` takes it and ``game.lock(...)`` returns
        it. Best responses keep it, too.

    Returns
    -------
    Raked
        The average profile, what it is worth to each player, what each could gain, and the label "heuristic (why)".

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    A call of 1 for a pot of 3 wins one time in three. That is just enough, but not after rake: nobody calls.

    >>> import cfrlib
    >>> game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd,AhAs,4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> raked = cfrlib.solve_raked(game, share=0.05, cap=0.1)
    >>> round(raked.profile["KdKc", "b1"]["f"], 3), max(raked.incentives) < 1e-4, raked.label[:9]
    (1.0, True, 'heuristic')
    """
    solvers = [CFR.predictive(one, updates="simultaneous", locked=locked) for one in _seen(game, share, cap)]
    for solver in solvers:
        solver.engine = solver.engine.without_merging()
    first, second = (solver.engine.tables.strategy for solver in solvers)
    split = solvers[0].engine.layout.split
    for _ in range(whole("iterations", iterations, 1)):
        for solver in solvers:
            solver.run(1)
        first[split:], second[:split] = second[split:], first[:split]
    return judge_raked(_of(game, solvers[0].average_strategy()), share, cap, locked=locked)


def judge_raked(
    profile: Profile, share: float, cap: float = math.inf, *,
    locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None,
) -> Raked:  # fmt: skip
    """Return the `Raked` of any profile of a spot, such as one that was found without rake.

    Parameters
    ----------
    profile : Profile
        Of a spot of `cfrlib.games`.
    share, cap : float
        As `solve_raked` takes them.
    locked : dict of pair of str to dict of str to float, optional
        What best responses keep.

    Returns
    -------
    Raked
        What the profile is worth to each player after rake, and what each could gain.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.spot("2c2d7h8s9s", ("AcAd, 4h3h", "KcKd"), pot=1, stack=1, bets=[1], raises=[])
    >>> raked = cfrlib.judge_raked(cfrlib.equilibrium(game)[1], share=0.1)
    >>> [round(chips, 3) for chips in raked.worth], [round(chips, 3) for chips in raked.incentives]
    ([0.637, 0.188], [0.013, 0.037])
    """
    game = spot_of(profile)
    games = _seen(game, share, cap)
    seen, chips = tuple(_of(one, profile) for one in games), game.pot / 2
    both = tuple(zip(games, seen, strict=True))
    worth = tuple(chips + sign * expected_value(*of) for sign, of in zip((1, -1), both, strict=True))
    best = [chips + best_response_values(*of, locked=locked)[player] for player, of in enumerate(both)]
    return Raked(profile, worth, tuple(b - w for b, w in zip(best, worth, strict=True)), LABEL, seen)


def _of(game, profile):
    """Return the same strategies as a profile of a game with the same information sets."""
    actions = [tuple(strategy) for strategy in profile.values()]
    flat = [p for strategy in profile.values() for p in strategy.values()]
    return Profile.of_known(list(profile), profile.players, actions, flat, game)


def _seen(game, share, cap):
    """Return a spot as either player sees it."""
    check_game(game)
    if described(typed("game", game, spot, "a spot, cfrlib.games.spot")) is None:
        refuse("game", game, "a spot as it stands in cfrlib.games", True)
    share = number("share", share, "a number from 0 to 1", 0, 1)
    cap = number("cap", cap, "chips, at least 0", 0, math.inf)
    return [Seen(share, cap, player, **game.parameters) for player in (0, 1)]
