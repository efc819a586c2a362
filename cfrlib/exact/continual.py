"""Continual re-solving: what follows after a public state is solved anew whenever somebody asks how to play there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from time import perf_counter
from typing import NamedTuple, Self

import numpy as np

from cfrlib._util.arguments import flag, listed, one_of, refuse, said, whole
from cfrlib.evaluate import expected_value, flat
from cfrlib.exact.decomposition import decomposed
from cfrlib.exact.public_states import check, reach
from cfrlib.exact.resolving import METHODS, check_solve, solved_anew
from cfrlib.exact.subgames import worth_to
from cfrlib.game import CHANCE, Decision, Game
from cfrlib.games.checks import check_game
from cfrlib.profile import Player, Profile, tabled
from cfrlib.tree import Tree, unroll


class Solved(NamedTuple):
    """What was solved anew: so many information sets of both players, in `seconds`.

    `value` is what the game that was solved is worth to the resolver; by "margin" and "reach" that is the margin.
    """

    infosets: int
    method: str
    value: float
    seconds: float

    def __str__(self):
        name = "value" if self.method in ("naive", "gadget") else "margin"
        value = 0.0 if abs(self.value) < 5e-10 else self.value
        return f"{self.infosets:,} information sets, {name} {value:.2g}, {self.seconds:.2g} s"


class Resolving(Profile):
    """A profile that solves anew what follows after a public state, as soon as it is asked how to play there.

    Above it plays as a profile that was found before, the *blueprint*. Each player solves alone, from the range with
    which they come to the public state, and what was solved once is kept. Nothing hangs on the order in which it is
    asked. With a private outcome with which the blueprint never comes there, it plays on as the blueprint does.

    It is a `Profile`: `cfrlib.play`, a session and `cfrlib.match` ask it place by place. What needs all of it, as
    `cfrlib.exploitability`, hints at a table, `copy` and `save`, solves whatever has not been asked for. `copy` returns
    an ordinary profile; a session that is kept in a file is played against that.

    Parameters
    ----------
    game : Game
        At most so large that `cfrlib.tree.unroll` takes it, in which no further game follows after a terminal.
    profile : Profile or callable
        The blueprint; a function is asked once at each information set.
    method : {"margin", "naive", "gadget", "reach"}
        How a subgame is solved; see `cfrlib.resolve`. By all but "naive" the whole is never more exploitable than the
        blueprint, up to the tolerance of the solver.
    solve : callable, optional
        Who solves it, as `cfrlib.resolve` takes it; by default a linear program.
    where : sequence of sequence of str, optional
        After which action sequences it solves anew, whatever public chance has shown. By default after each move of
        public chance. After an action sequence that continues another one here it is solved again, from the ranges and
        values that were found above; by "reach" there may be none.
    trunk_only : bool
        Keep of the blueprint no more than its trunk: the strategy above `where`, and for each public state there what
        it is worth to either player, by private outcome. Where nothing is solved anew below, it plays uniformly.

    Attributes
    ----------
    blueprint : Profile
        Where it comes from.
    solved : dict of (actions, public, player) to Solved
        What was solved so far, by whom: `infosets`, of both players; `value` to them of the game that was solved (the
        margin, by "margin" and "reach"), in the game's unit, per deal that comes there; `seconds`.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If the profile is of another game, the game is too large or has no public chance and `where` is missing, or an
        information set goes on where other public outcomes were shown; when asked, as from `cfrlib.resolve`.

    References
    ----------
    N. Burch, M. Johanson, M. Bowling, *Solving Imperfect Information Games Using Decomposition* (2014).
    M. Moravcik and others, *DeepStack: Expert-Level Artificial Intelligence in No-Limit Poker* (2017).

    Examples
    --------
    Leduc after 100 iterations; the second round is solved anew, only when it is needed:

    >>> import cfrlib
    >>> game = cfrlib.games.leduc(suits_matter=False)
    >>> solver = cfrlib.CFR(game)
    >>> solver.run(100)
    >>> player = cfrlib.Resolving(game, solver.average_strategy(), trunk_only=True)
    >>> player["Q", ""] == solver.average_strategy()["Q", ""], len(player.solved)
    (True, 0)
    >>> player["Q", "cc/K:"]["r"] > 0, list(player.solved), player.solved[("c", "c", "/"), ("K",), 0].infosets
    (True, [(('c', 'c', '/'), ('K',), 0)], 18)
    >>> [round(cfrlib.exploitability(game, p), 3) for p in (solver.average_strategy(), player)]
    [0.096, 0.06]
    >>> len(player.solved)
    30
    """

    def __init__(
        self, game: Game, profile: Profile | Player, method: str = "margin",
        solve: Callable[[Game | Tree], Profile] | None = None, where: Sequence[Sequence[str]] | None = None,
        trunk_only: bool = False,
    ) -> None:  # fmt: skip
        check_game(game)
        check(game, profile := tabled(game, profile))
        tree = unroll(game)
        self.blueprint = Profile.from_flat(tree, flat(tree, profile))
        vars(self).update(vars(self.blueprint))
        del self.probabilities  # which says that all is solved
        self.method, self.solve = one_of("method", method, METHODS), solve
        check_solve(solve)
        self.where, self.solved, self._after, self._worth = _starts(game, where), {}, {}, {}
        if method == "reach" and any(self._last(start[:-1]) is not None for start in self.where if start):
            raise ValueError(f"where={said(where)}: by method='reach' it takes none that continues another one")
        self._states = self._places()
        if flag("trunk_only", trunk_only):
            self._forget()

    @classmethod
    def cfr_d(
        cls, game: Game, iterations: int = 300, below: int = 100, method: str = "gadget",
        solve: Callable[[Game | Tree], Profile] | None = None, where: Sequence[Sequence[str]] | None = None,
    ) -> Self:  # fmt: skip
        """Return one without a blueprint below its trunk: CFR in the trunk, where each iteration solves what follows.

        Kept are the trunk's average strategy, and what each public state below was worth on average, as by
        `trunk_only`.

        Parameters
        ----------
        game : Game
            As from the constructor.
        iterations : int
            Of CFR+ in the trunk.
        below : int
            In each of them, so many of CFR+ in what follows, which begin anew.
        method : {"gadget", "margin", "naive"}
            How a subgame is solved when it is asked.
        solve, where : object
            As the constructor takes them.

        Returns
        -------
        Resolving
            Its blueprint is uniform below the trunk.

        Raises
        ------
        TypeError, ValueError
            As from the constructor; if `method` is "reach", as what was given up on the way is not known.

        References
        ----------
        N. Burch, M. Johanson, M. Bowling, *Solving Imperfect Information Games Using Decomposition* (2014).

        Examples
        --------
        >>> import cfrlib
        >>> game = cfrlib.games.leduc(suits_matter=False)
        >>> player = cfrlib.Resolving.cfr_d(game, iterations=30, below=10)
        >>> [round(cfrlib.exploitability(game, p), 2) for p in (player.blueprint, player)]
        [2.07, 0.19]
        """
        check_game(game)
        new = cls(game, Profile.uniform(game), method, solve, where)
        if method == "reach":
            raise ValueError("method='reach': it takes 'gadget', 'margin' or 'naive'; gifts on the way are not known")
        iterations, below = whole("iterations", iterations, 1), whole("below", below, 1)
        new.blueprint, new._worth = decomposed(new.blueprint, new._states, new._firsts(), iterations, below)
        return new

    def _last(self, actions):
        """Return the longest beginning of an action sequence after which it is solved anew; None if there is none."""
        return next((actions[:t] for t in range(len(actions), -1, -1) if actions[:t] in self.where), None)

    def _places(self):
        """Return for the information sets of what is solved anew in which subgame each is: {key: (actions, public)}."""
        game, states = self.game, {}
        for actions, node in game.action_sequences():
            start = self._last(actions)
            for public in game.public_sequences(actions.count(CHANCE)) if start is not None else ():
                state = start, public[: start.count(CHANCE)]
                held = game.weights(public).any(axis=1 - node.player) if isinstance(node, Decision) else ()
                for i in np.flatnonzero(held).tolist():
                    key = game.key(node.player, actions, public, i)
                    if states.setdefault(key, state) != state and not game.isomorphic:
                        raise ValueError(
                            f"game={game!r}: information set {key!r} goes on where something else was shown"
                        )
        return states

    def _forget(self):
        """Keep what the first states are worth, and no more of the blueprint below them."""
        for actions, public, player in self._firsts() if self.method != "naive" else ():
            other = self.game, self.blueprint, 1 - player, actions, public
            self._worth[actions, public, player] = worth_to(*other, self.method == "reach")
        names = {key: self.blueprint[key] for key in self._states}
        self.blueprint = self.blueprint.replace({key: dict.fromkeys(s, 1 / len(s)) for key, s in names.items()})

    def _first(self, start):
        """Whether it is solved anew after this action sequence, but nowhere above."""
        return not start or self._last(start[:-1]) is None

    def _firsts(self):
        """Return who solves what first, in a fixed order: (actions, public, player)."""
        states = dict.fromkeys(state for state in self._states.values() if self._first(state[0]))
        return [(*state, player) for state in states for player in (0, 1)]

    def __getitem__(self, key: tuple[str, str]) -> dict[str, float]:
        if "probabilities" in vars(self):
            return super().__getitem__(key)
        k = self._find(key)
        state = self._states.get(self._keys[k])
        profile = self.blueprint if state is None else self._once_solved(*state, self.players[k])
        return profile[key]

    @cached_property
    def probabilities(self) -> np.ndarray:
        """The probabilities of all actions, as any `Profile` has: what has not been asked for is solved now."""
        return self.blueprint.replace({key: self[key] for key in self._states}).probabilities

    def _once_solved(self, actions, public, player):
        """Return how both play once a player has solved anew what follows after a public state."""
        place = actions, public, player
        if place not in self._after:
            profile = self._above(actions, public)
            ranges = list(reach(self.game, profile, actions, public))
            if self.method != "naive":
                ranges[1 - player] = np.ones_like(ranges[1 - player])
            if (self.game.weights(public) * np.outer(*ranges)).sum() > 0:
                began, kept = perf_counter(), self._worth.get(place)
                bound, exact, new = solved_anew(self.game, profile, *place, self.method, self.solve, kept)
                value, profile = expected_value(bound, exact) * (1, -1)[player], profile.stitch(new)
                self.solved[place] = Solved(len(new), self.method, value, perf_counter() - began)
            self._after[place] = profile
        return self._after[place]

    def _above(self, actions, public):
        """Return how both play when they come to a public state: as was solved above it, or as the blueprint does."""
        if self._first(actions):
            return self.blueprint
        start = self._last(actions[:-1])
        one, other = (self._once_solved(start, public[: start.count(CHANCE)], player) for player in (0, 1))
        theirs = {key for key, player in zip(self._keys, self.players, strict=True) if player == 1}
        return one.replace({key: other[key] for key in theirs})


def _starts(game, where):
    """Return as a set after which action sequences a game is solved anew; raise an error if these are none."""
    takes = "action sequences, tuples, after each of which a player decides"
    decisions = [actions for actions, node in game.action_sequences() if isinstance(node, Decision)]
    if where is None:
        starts = [actions for actions in decisions if actions[-1:] == (CHANCE,)]
        return set(starts) or refuse("where", where, f"{takes}; {game} has no public chance", right_type=True)
    starts = [tuple(listed("where", actions, takes)) for actions in listed("where", where, takes)]
    known = all(start in decisions for start in starts)
    return set(starts) if starts and known else refuse("where", where, takes, right_type=True)
