r"""What a profile makes of a public state: with which hands both come there, and what these are worth.

A public state is what everybody sees, an action sequence and the public outcomes on the way. With :math:`W_{ij}` the
weight of the private outcomes i and j there, :math:`r_j` the probability that the other player plays their part of the
way with j, and v the expected payoff, the counterfactual value of i is

.. math:: c_i = \sum_j W_{ij} \, r_j \, v_{ij}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from cfrlib._util.arguments import flag, listed, one_of, said
from cfrlib._util.imports import lazy_import
from cfrlib.game import CHANCE, Decision, Game, PublicChance
from cfrlib.games.checks import check_game
from cfrlib.profile import Profile, checked_profile, in_order

SHOWN = 60
"""Public outcomes that an error lists at most."""


def reach(
    game: Game, profile: Profile, actions: Sequence[str] = (), public: Sequence[str] = ()
) -> tuple[np.ndarray, np.ndarray]:
    """Return how likely each player plays their part of the way to a public state, by private outcome: the range.

    Parameters
    ----------
    game : Game
        What is played.
    profile : Profile
        How both play it.
    actions, public : sequence of str
        The action sequence that leads there, with `CHANCE` where public chance moves, and the public outcomes on the
        way.

    Returns
    -------
    pair of (n,) float64 arrays
        Of player 0 and of player 1: the product of the probabilities of their own actions. The cards that exclude one
        another are not in it, but in ``game.weights(public)``.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the profile is of another game, or the game has no such public state.

    Examples
    --------
    Player 1 bets a king, and a jack one time in three:

    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> bluffs = cfrlib.Profile.uniform(game).replace({
    ...     ("J", "p"): {"p": 2 / 3, "b": 1 / 3}, ("Q", "p"): {"p": 1}, ("K", "p"): {"b": 1}})
    >>> [part.round(2).tolist() for part in reach(game, bluffs, ("p", "b"))]
    [[0.5, 0.5, 0.5], [0.33, 0.0, 1.0]]
    """
    check(game, profile)
    actions, public = checked_state(game, actions, public)
    ranges = tuple(np.ones(len(game.outcomes(player))) for player in (0, 1))
    for t, action in enumerate(actions):
        if action != CHANCE:
            before, shown = actions[:t], public[: actions[:t].count(CHANCE)]
            player, names = game.node(before)
            dealt = np.flatnonzero(game.weights(shown).any(axis=1 - player))
            keys = [game.key(player, before, shown, i) for i in dealt.tolist()]
            strategies = in_order(profile, keys, [names] * len(keys)).reshape(-1, len(names))
            ranges[player][dealt] *= strategies[:, names.index(action)]
    return ranges


class CounterfactualValues(Mapping):
    """The counterfactual values of one player at all public states, computed together or when first asked for."""

    def __init__(self, game, profile, player, best):
        check(game, profile)
        self.game, self.player = game, one_of("player", player, (0, 1))
        self._states = lazy_import("states_of")(game, profile, self.player, flag("best", best))

    def __getitem__(self, state):
        try:
            return self.mass_and_values(*state)[1]
        except (KeyError, TypeError, ValueError):
            raise KeyError(f"{said(state)}: {self.game} has no such state; it takes (actions, public)") from None

    def __iter__(self) -> Iterator:
        for actions, _ in self.game.action_sequences():
            yield from ((actions, public) for public in self.game.public_sequences(actions.count(CHANCE)))

    def __len__(self):
        return sum(1 for _ in self)

    def mass_and_values(self, actions, public):
        """Return the probability of chance's and the other player's part of the way, and the values, by outcome."""
        return self._states.vectors(actions, public)

    def alike(self, actions, public, outcome):
        """Return the (public outcomes, private outcome) that the player cannot tell from these, these among them."""
        return self._states.alike(actions, public, outcome)


def counterfactual_values(
    game: Game, profile: Profile, player: int, best: bool = True
) -> Mapping[tuple[tuple[str, ...], tuple[str, ...]], np.ndarray]:
    """Return what each public state is worth to a player, by private outcome, whatever they did to come there.

    Parameters
    ----------
    game : Game
        What is played; not under buckets.
    profile : Profile
        How both play it.
    player : int
        To whom: 0 or 1.
    best : bool
        Whether they go on by a best response to the other's strategy (counterfactual best response values), or by the
        profile.

    Returns
    -------
    mapping of (actions, public) to (n,) float64 array
        In the game's unit, times the probability that chance and the other player play their parts of the way. Divided
        by that, ``game.weights(public) @ reach`` of the other, it is an expectation.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the profile is of another game, or the game too large.

    References
    ----------
    N. Burch, M. Johanson, M. Bowling, *Solving Imperfect Information Games Using Decomposition* (2014).

    Examples
    --------
    Against a coin flipper a king that has passed is worth twice its chance and more, a jack something by a bluff:

    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> values = counterfactual_values(game, cfrlib.Profile.uniform(game), 0)
    >>> values[("p",), ()].round(4).tolist()
    [-0.3333, 0.0, 0.5]
    """
    return CounterfactualValues(game, profile, player, best)


def check(game, profile):
    """Raise an error unless these are a game and a profile of it."""
    check_game(game)
    checked_profile(profile)
    if profile.game is not None and profile.game != game:
        raise ValueError(f"profile={profile!r}: it takes a profile of {game}")


def checked_state(game, actions, public):
    """Return an action sequence and the public outcomes on the way as tuples, if a game has this public state."""
    takes = f"a tuple of actions, with {CHANCE!r} where public chance moves"
    actions, public = tuple(listed("actions", actions, takes)), tuple(listed("public", public, "a tuple of outcomes"))
    for t, action in enumerate(actions):
        node = game.node(actions[:t])
        choices = node.actions if isinstance(node, Decision) else (CHANCE,) * isinstance(node, PublicChance)
        if not isinstance(action, str) or action not in choices:
            takes = f"one of {', '.join(map(repr, choices))}" if choices else "no more, the game is over"
            raise ValueError(f"actions={actions!r}: after {actions[:t]!r} it takes {takes}")
    if len(public) != actions.count(CHANCE):
        raise ValueError(f"public={public!r}: it takes one outcome for each {CHANCE!r} in {actions!r}")
    for k, shown in enumerate(public):
        outcomes = game.public_outcomes(public[:k])
        if not isinstance(shown, str) or shown not in outcomes or not game.weights(public[: k + 1]).any():
            choices = (repr(one) for one in outcomes if game.weights((*public[:k], one)).any())
            some = ", ".join(islice(choices, SHOWN)) + ", ..." * (len(outcomes) > SHOWN)
            raise ValueError(f"public={public!r}: after {public[:k]!r} it takes one of {some}")
    return actions, public
