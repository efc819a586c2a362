"""Who follows a profile at a table, and how a profile is found on the spot."""

import numpy as np

from cfrlib._util.arguments import positive, typed
from cfrlib._util.progress import bar
from cfrlib._util.samples import drawn
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.engine.following import solution
from cfrlib.evaluate import flat
from cfrlib.profile import Profile
from cfrlib.tree import unroll

POINTLESS = {"mbb/g": 1.0}
"""How exploitable a profile may be that is solved on the spot: what thousands of hands would not show."""
POINTLESS_ELSE = 1e-3
SOON = 0.25
"""Seconds until it is first asked how exploitable the profile is, at most; then each time twice as many."""


class Machine:
    """Who follows a profile, and after the first round of a chained game the solutions of its later games."""

    def __init__(self, game, profile, name="profile"):
        typed(name, profile, Profile, f"a Profile of {game}")
        if profile.game is None:
            _check_names(game, profile, name)
        elif profile.game != game:
            raise ValueError(f"{name}={profile!r}: it takes a profile of {game}")
        self._profiles = {game: profile, **{following: solution(following).profile() for following in game.chain[1:]}}

    def strategy(self, round):
        """Return the strategy at the decision that a round has come to: {action: probability}."""
        player = round.game.node(round.actions).player
        return self._profiles[round.game][round.key(player, round.actions)]

    def choose(self, round, rng):
        """Return an action, drawn from the strategy."""
        strategy = self.strategy(round)
        return list(strategy)[drawn(np.cumsum(list(strategy.values())), rng)]


def _check_names(game, profile, name):
    """Refuse a profile that does not say its game, unless it has exactly what this one needs."""
    try:
        flat(unroll(game), profile)
    except ValueError as error:
        raise ValueError(f"{name}={profile!r}: it takes a profile of {game} ({error})") from None


def solved(game, seconds, progress=False):
    """Return a profile that Discounted CFR finds in about so many seconds, and how exploitable it is.

    It stops earlier where more time would make no difference at a table.
    """
    solver = CFR.discounted(game, **getattr(layout_of(game), "fastest", {}))
    enough, part = POINTLESS.get(game.unit, POINTLESS_ELSE), min(positive("seconds", seconds) / 16, SOON)
    with bar(progress, None) as shown:
        while True:
            before = solver.iterations
            solver.run(seconds=part)
            shown.update(solver.iterations - before)
            gap = solver.exploitability()
            if gap <= enough or solver.seconds >= seconds:
                return solver.average_strategy(), gap
            part = min(solver.seconds, seconds - solver.seconds)
