"""Who sits at a table: a profile that is followed, or a function that is asked; how a profile is found on the spot."""

import numpy as np

from cfrlib._util.arguments import positive
from cfrlib._util.progress import bar
from cfrlib._util.samples import drawn
from cfrlib.engine import CFR
from cfrlib.engine.contract import layout_of
from cfrlib.engine.following import solution
from cfrlib.evaluate import flat
from cfrlib.game import Game
from cfrlib.profile import Profile, answered, checked_player
from cfrlib.tree import unroll

POINTLESS = {"mbb/g": 1.0}
"""How exploitable a profile may be that is solved on the spot: what thousands of hands would not show."""
POINTLESS_ELSE = 1e-3
SOON = 0.25
"""Seconds until it is first asked how exploitable the profile is, at most; then each time twice as many."""


class Machine:
    """Who follows a profile, and after the first round of a chained game the solutions of its later games.

    A player that is a function (`Profile.from_function`) is asked in all rounds, at each decision once.
    """

    def __init__(self, game, player, name="profile"):
        self.player, self._name = checked_player(player, name), name
        self.asked = not isinstance(player, Profile)
        """Whether it is a function, which may remember what it was asked."""
        if not self.asked and (player.game is None or not isinstance(game, Game)):
            _check_names(game, player, name)
        elif not self.asked and player.game != game:
            raise ValueError(f"{name}={player!r}: it takes a profile of {game}")
        later = game.chain[1:] if isinstance(game, Game) and not self.asked else ()
        self._profiles = {game: player, **{following: solution(following).profile() for following in later}}

    def strategy(self, round, rng=None):
        """Return the strategy at the decision that a round has come to: {action: probability}."""
        node = round.node()
        key = round.key(node.player, round.actions)
        if not self.asked:
            return self._profiles[round.game][key]
        if rng is None:
            raise ValueError(f"{self._name}={self.player!r}: it takes a Profile; a function is asked when it moves")
        row = answered(self._name, self.player, round.game, key, node.actions, rng)
        return dict(zip(node.actions, row, strict=True))

    def choose(self, round, rng):
        """Return an action, drawn from the strategy."""
        strategy = self.strategy(round, rng)
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
