"""One on one: hands played between two strategies, and how sure one can be of who is better.

In a *duplicate* match each deal is played twice, with seats and cards exchanged: what luck gives it takes away. A mean
comes with its 95 % confidence interval, from the spread of the deals, which takes them as independent. A function that
remembers would know the other's cards when a deal comes again, so it plays plain hands, in one seat and the other by
turns, unless duplicates are asked for.

In hold'em the small bet is the big blind, so thousandths of a big blind a game are also millibets a hand (mb/h;
Zinkevich et al. 2007, section 5). Hold'em is played with real cards whatever buckets a strategy sees, hundreds of
thousands of hands a second; other games are played out in Python.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from typing import TYPE_CHECKING

import lazy_loader as lazy
import numpy as np

from cfrlib._util.arguments import checked_seed, flag, refuse, said, whole
from cfrlib._util.memory import check_bytes
from cfrlib._util.progress import bar
from cfrlib._util.samples import plus_minus
from cfrlib.evaluate import value_between
from cfrlib.game import Game
from cfrlib.games.at_table import table_of
from cfrlib.games.checks import check_game
from cfrlib.games.matrix import matrix
from cfrlib.matches.trees import TreeTable
from cfrlib.profile import Player, Profile, checked_player, checked_profile
from cfrlib.tree import Tree

if TYPE_CHECKING:
    import pandas

pd = lazy.load("pandas")

SURE = 1.959963984540054
"""Standard errors to either side of a mean that hold it in 95 of 100 cases."""
BATCH = 4096
"""Deals that are made before they are played."""
HELD = 5 * 8
"""Bytes of a deal: two numbers won, two in temporary copies, and one mean."""


@dataclass(frozen=True)
class Match:
    """What came out of a match.

    Parameters
    ----------
    mean : float
        What the first player won a hand, in the game's unit.
    half_width : float
        Half of the 95 % confidence interval, which takes hands as independent, or deals in a duplicate match. Those of
        a player that learns during the match are not.
    deviation : float
        Standard deviation of one hand, or of the mean of the two hands of a deal in a duplicate match.
    hands : int
        How many were played.
    duplicate : bool
        Whether each deal was played in both seats.
    unit : str
        Of the game: what `mean`, `half_width` and `deviation` are in.
    won : (2, deals) float64 array
        What the first player won in seat 0, and in seat 1: of each deal, in a duplicate match; else of different deals.
    """

    mean: float
    half_width: float
    deviation: float
    hands: int
    duplicate: bool
    unit: str
    won: np.ndarray = field(repr=False, compare=False)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval: (low, high)."""
        return self.mean - self.half_width, self.mean + self.half_width

    def __str__(self):
        how = "duplicate" if self.duplicate else "plain"
        return f"{plus_minus(self.mean, self.half_width)} {self.unit} (95 %, {self.hands:,} {how} hands)"


def match(
    game: Game | matrix | Tree, p: Profile | Player, q: Profile | Player, hands: int = 100_000,
    duplicate: bool | None = None, seed: int = 0, progress: bool = False,
) -> Match:  # fmt: skip
    """Return how a strategy fares against another one, in either seat equally often.

    Parameters
    ----------
    game : Game, matrix or Tree
        Under buckets, any of the abstractions: real cards are dealt. A tree is played without duplicates.
    p, q : Profile or callable
        Of this game; in hold'em, of the same rules and deck with whatever buckets. A function, which may remember what
        it was asked before, is asked at each decision: see `Profile.from_function`. It is told the key there, and
        neither its seat nor how a hand ends. One that is both `p` and `q` sees both hands. Hold'em takes none.
    hands : int
        At least four; an odd one is not played.
    duplicate : bool, optional
        Play each deal in both seats, one after the other; else each once, the first half in seat 0, but with a function
        in seats by turns. By default two profiles play duplicates, in all but trees: there chance may depend on what
        the players do, so that no deal can be played again. A function that remembers knows the other's cards in the
        second hand of a deal, so ask for duplicates only if it does not.
    seed : int
        Of the deals and of the actions.
    progress : bool
        Whether to show a bar.

    Returns
    -------
    Match
        What `p` won a hand, and how sure that is.

    Raises
    ------
    ValueError
        If a profile is of another game, so many hands do not fit into memory, or an argument is wrong.
    TypeError
        If it is neither a profile nor a function, or in hold'em no profile.

    References
    ----------
    M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information*
    (2007), section 5.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> optimal, uniform = cfrlib.equilibrium(game)[1], cfrlib.Profile.uniform(game)
    >>> found = cfrlib.match(game, optimal, uniform, hands=10_000)
    >>> found.mean > 0, found.hands, found.unit
    (True, 10000, 'chips')

    A player that remembers: it bets once a Queen has been bet into.

    >>> seen = set()
    >>> def wary(game, key, actions, rng):
    ...     seen.add(key)
    ...     return "b" if ("Q", "b") in seen else {"p": 0.5, "b": 0.5}
    >>> cfrlib.match(game, optimal, wary, hands=10_000).mean > 0
    True
    """
    table, asked = _table(game), not (isinstance(p, Profile) and isinstance(q, Profile))
    duplicate = table is not TreeTable and not asked if duplicate is None else flag("duplicate", duplicate)
    step = 1 if asked and not duplicate else BATCH  # a function changes its seat after each hand
    deals = whole("hands", hands, 4) // 2
    check_bytes("hands", hands, HELD * deals)
    cards, actions = map(np.random.default_rng, np.random.SeedSequence(checked_seed(seed)).spawn(2))
    p, q = checked_player(p, "p"), checked_player(q, "q")
    table, won = table(game, p, q), np.empty((2, deals))
    with bar(progress, deals) as shown:
        for begin in range(0, deals, step):
            part = won[:, begin : begin + step]
            for seats in [(0, 1)] if duplicate else [(0,), (1,)]:
                table.play(part[seats[0] : seats[-1] + 1], seats, cards, actions)
            shown.update(part.shape[1])
    samples = won.mean(axis=0) if duplicate else won.ravel()
    deviation = float(samples.std(ddof=1))
    return Match(
        float(samples.mean()), SURE * deviation / sqrt(len(samples)), deviation, 2 * deals, duplicate, game.unit, won
    )


def expected(game: Game, p: Profile, q: Profile) -> float:
    """Return exactly what a strategy wins from another one a hand, the mean of both seats: what `match` estimates.

    The value to Player 1, of one profile for both players, is `cfrlib.expected_value`.

    Under buckets both profiles see the same buckets, with perfect recall. The baseline "fold" is refused: it gives up
    where the game has no such action.
    """
    check_game(game)
    for name, profile in (("p", p), ("q", q)):
        if checked_profile(profile, name).game != game or getattr(profile, "gives_up", False):
            raise ValueError(f"{name}={profile!r}: it takes a profile of {game} that keeps to its actions")
    if getattr(game, "recall", "perfect") != "perfect":
        raise ValueError(f"game={game!r}: it takes recall='perfect'; a match takes any")
    return (value_between(game, p, q) - value_between(game, q, p)) / 2


def cross_table(
    game: Game | matrix | Tree, players: dict[str, Profile | Player], hands: int = 100_000, seed: int = 0,
    progress: bool = False,
) -> tuple[pandas.DataFrame, pandas.DataFrame]:
    """Return the matches of all pairs: two tables, of means and of half the 95 % confidence intervals.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is played.
    players : dict of str to Profile or callable
        At least two, by name; see `match`. A player that is an object begins each pair as a copy (`copy.deepcopy`) of
        what is passed, so the order of pairs does not matter to what it remembers. A plain function cannot be copied:
        it is one player through the whole table, and remembers all of it.
    hands : int
        Of each match: duplicates for two profiles of a game; plain, in both seats by turns, with a function.
    seed : int
        The same deals for all pairs that play the same kind of hands.
    progress : bool
        Whether to show a bar.

    Returns
    -------
    means : pandas.DataFrame
        What the row's player wins a hand from the column's, in the game's unit; nothing from himself.
    half_widths : pandas.DataFrame
        Half of the 95 % confidence intervals of these.

    Raises
    ------
    ValueError, TypeError
        As `match` does, in hold'em before the first match is played; if an object that plays cannot be copied.

    Examples
    --------
    >>> import cfrlib
    >>> game = cfrlib.games.kuhn()
    >>> players = {"optimal": cfrlib.equilibrium(game)[1], "uniform": cfrlib.Profile.uniform(game)}
    >>> means, _ = cfrlib.cross_table(game, players, hands=10_000)
    >>> bool(means.loc["optimal", "uniform"] > 0)
    True
    """
    if not isinstance(players, dict) or len(players) < 2 or not all(isinstance(name, str) for name in players):
        raise ValueError(f"players={said(players)}: it takes a dict of at least two names and profiles")
    table = _table(game)
    for name, profile in players.items():  # before many matches have been played
        argument = f"players[{name!r}]"
        table.check(game, argument, checked_player(profile, argument))
        _fresh(argument, profile)
    names = list(players)
    means, widths = (pd.DataFrame(0.0, index=names, columns=names) for _ in range(2))
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    with bar(progress, len(pairs)) as shown:
        for a, b in pairs:
            p, q = (_fresh(f"players[{name!r}]", players[name]) for name in (a, b))
            result = match(game, p, q, hands=hands, seed=seed)
            means.loc[a, b], means.loc[b, a] = result.mean, -result.mean
            widths.loc[a, b] = widths.loc[b, a] = result.half_width
            shown.update(1)
    return means, widths


def _fresh(argument, player):
    """Return a player that remembers nothing of other pairs: a profile itself, else a copy."""
    try:
        return player if isinstance(player, Profile) else deepcopy(player)
    except Exception as error:
        refuse(argument, player, f"a player that copy.deepcopy copies for each pair, or a plain function ({error})")


def _table(game):
    """Return where hands of a game are played, or say what is wrong with it."""
    if isinstance(game, matrix | Tree):
        return TreeTable
    check_game(game)
    return import_module(f"cfrlib.matches.{table_of(game).matches}").TABLE
