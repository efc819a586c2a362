"""Re-solving: a subgame is solved anew, and the rest of a profile stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from cfrlib._util.arguments import one_of, refuse, said
from cfrlib.exact.linear_program import equilibrium
from cfrlib.exact.subgames import SAFE, Subgame, subgame
from cfrlib.game import Decision, Game
from cfrlib.profile import Profile, checked_profile, in_order
from cfrlib.tree import Tree

METHODS = ("naive", *SAFE)


def resolve(
    game: Game, profile: Profile, actions: Sequence[str], public: Sequence[str] = (), resolver: int = 0,
    method: str = "naive", solve: Callable[[Game | Tree], Profile] | None = None, worth: ArrayLike | None = None,
) -> Profile:  # fmt: skip
    """Return how a player plays below a public state when they solve it anew.

    By the safe methods a best response to the old profile with this one stitched in earns no more than to the old one,
    up to the tolerance of the linear program; "reach" also where all subgames of a game are solved anew at once.

    Parameters
    ----------
    game : Game
        In which no further game follows after a terminal.
    profile : Profile
        How both come to the public state.
    actions, public : sequence of str
        The action sequence that leads there, with `CHANCE` where public chance moves, and the public outcomes on the
        way.
    resolver : int
        Who solves it anew: 0 or 1.
    method : {"naive", "gadget", "margin", "reach"}
        "naive": as if the other player's range were certain, which may cost any amount; the others are safe, see
        `cfrlib.subgame`.
    solve : callable, optional
        Gets the game (or tree) and returns a profile of it. By default an equilibrium by linear programming. There are
        nearly always several, and what another solver comes to may lose more or less in the whole game.
    worth : array_like, shape (n,), optional
        What the other player gets or pays by the safe methods, if that is known already; see `cfrlib.subgame`.

    Returns
    -------
    Profile
        Of the subgame: the resolver's new strategy, and the old one of the other player. `Profile.stitch` takes it.

    Raises
    ------
    TypeError, ValueError
        As from `cfrlib.subgame`, or if `solve` does not return a profile of the game that it got.

    Examples
    --------
    Somebody who flips coins loses 0.5 to a best response. Now they think again after a bet:

    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> uniform = cfrlib.Profile.uniform(game)
    >>> for method in ("naive", "margin"):
    ...     new = uniform.stitch(cfrlib.resolve(game, uniform, ("b",), resolver=1, method=method))
    ...     print(f"{method}: {cfrlib.best_response_values(game, new)[0]:.3f}")
    naive: 0.167
    margin: 0.208
    """
    return solved_anew(game, profile, actions, public, resolver, method, solve, worth)[2]


def solved_anew(game, profile, actions, public, resolver, method, solve, worth):
    """Return the game (or tree) that was solved, a profile of it, and what `resolve` makes of that."""
    one_of("method", method, METHODS)
    check_solve(solve)
    bound = subgame(game, profile, actions, public, resolver, None if method == "naive" else method, worth)
    solved = equilibrium(bound)[1] if solve is None else checked_profile(solve(bound), "solve")
    place = getattr(bound, "game", bound)
    below = Subgame(game, place.start, place.shown, place.ranges, resolver)
    decisions = [(at, node) for at, node in below.action_sequences() if isinstance(node, Decision)]
    sets = [(key, *node) for at, node in decisions for key in below.keys(at)]
    keys, players, names = ([each[part] for each in sets] for part in range(3))
    try:
        new = in_order(solved, keys, names)
    except ValueError as error:
        raise ValueError(f"solve={said(solve)}: of what it returns, {error}") from None
    own = np.repeat(np.array(players) == resolver, list(map(len, names)))
    new = np.where(own, new, in_order(profile, keys, names))
    return bound, solved, Profile.of_known(keys, players, names, new, below)


def check_solve(solve):
    """Raise an error unless this solves games, or is None."""
    if not (solve is None or callable(solve)):
        refuse("solve", solve, "a function of a game that returns a profile of it")
