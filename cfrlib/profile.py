"""A profile: for each information set, how likely its player takes each action."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import lazy_loader as lazy
import numpy as np

from cfrlib import games
from cfrlib._util import archive
from cfrlib._util.arguments import (
    GREATEST,
    checked_seed,
    file_path,
    is_real,
    listed,
    numbers,
    plain,
    refuse,
    said,
    typed,
    whole,
)
from cfrlib._util.files import read_csv, write_csv
from cfrlib._util.imports import lazy_import
from cfrlib.game import Game
from cfrlib.games import matrix
from cfrlib.games.overrides import changes
from cfrlib.tree import Tree, from_openspiel, unroll
from cfrlib.tree.openspiel import side_by_side

if TYPE_CHECKING:
    from os import PathLike

    import pandas
    import pyspiel
    from numpy.typing import ArrayLike

pd = lazy.load("pandas")

Player = Callable[[Any, tuple[str, str], tuple[str, ...], np.random.Generator], Mapping[str, float] | str]
"""A player that is a function; see `Profile.from_function`."""
FORMAT = "cfrlib profile 1"
TABLES_FORMAT = "cfrlib table profile 1"
"""The format of the tables of a large game, which the engine reads."""
MAX_TABLE_ROWS = 1_000_000
NAMES = "player", "private", "public"
"""Names of the index of a table."""
TOLERANCE = 1e-6
"""How far the probabilities that a user writes down may be from summing to 1; they are divided by their sum."""
ROUNDING = 1e-12
"""How far computed probabilities may be from summing to 1 without being touched."""
OURS = __name__.partition(".")[0]
PLAYED = (
    "__getitem__", "__iter__", "__len__", "__contains__", "get", "items", "keys", "values", "copy", "snapshot",
    "players", "probabilities", "offsets",
)  # fmt: skip
"""What no subclass of a user overrides: most of the package reads the probabilities past it."""


def checked_profile(profile, name="profile"):
    """Return what is passed as an argument of this name if it is a `Profile`, else raise TypeError."""
    return typed(name, profile, Profile, "a Profile; Profile.from_dict makes one")


def checked_player(player, name="player"):
    """Return what is passed as an argument of this name if it is a `Profile`, or a function."""
    takes = "a Profile, such as Profile.from_dict makes, or a function of the game, a key, the actions and a generator"
    return player if callable(player) else typed(name, player, Profile, takes)


def tabled(game, player, name="profile"):
    """Return a player as a `Profile`: itself, or what a function says at each information set of a game."""
    return player if isinstance(checked_player(player, name), Profile) else Profile.from_function(game, player)


def answered(name, player, game, key, actions, rng):
    """Return the probabilities of `actions` by a player that is a function; see `Profile.from_function`."""
    answer = player(game, key, actions, rng)
    if not isinstance(answer, Mapping) and answer not in actions:
        takes = f"one of {actions}, or their probabilities"
        raise ValueError(f"{name}: at {key!r} it said {said(answer)}; it takes {takes}")
    return _row(name, key, actions, answer if isinstance(answer, Mapping) else {answer: 1.0})


def profile_of(game, profile, name="profile"):
    """Return what is passed as an argument of this name if it is a `Profile`, and no table of another kind of game.

    Whether a profile that lists its information sets says all that a game asks is seen when they are read.
    """
    own, other = getattr(game, "game", game), checked_profile(profile, name).game
    known = isinstance(own, Game | matrix) and isinstance(other, Game | matrix)
    if hasattr(profile, "tables") and known and not isinstance(own, type(other)) and not isinstance(other, type(own)):
        raise ValueError(f"{name}={profile!r}: it takes a profile of {own}")
    return profile


class Profile(Mapping[tuple[str, str], dict[str, float]]):
    """A strategy for both players, looked up by information set; nothing changes it later, and no subclass.

    Parameters
    ----------
    keys : sequence of pair of str
        Names of the information sets: what only its player knows, and what everybody knows.
    players : sequence of int
        Who moves there: 0 or 1.
    actions : sequence of tuple of str
        Legal actions of each information set.
    probabilities : array_like, shape (sum of numbers of actions,)
        Of the actions, one information set after the other. As an attribute they are divided by their sums; a profile
        of a large game has none.
    game : Game, optional
        Lets `__getitem__` accept every spelling of a key that the game knows.

    Raises
    ------
    ValueError
        If a probability is negative or not a number, those of an information set do not sum to 1, or the parts are not
        equally long.

    Examples
    --------
    >>> import cfrlib
    >>> p = cfrlib.Profile.uniform(cfrlib.games.kuhn())
    >>> p["Q", "pb"]
    {'p': 0.5, 'b': 0.5}
    >>> p.replace({("Q", "pb"): {"p": 0.4, "b": 0.6}})["Q", "pb"]
    {'p': 0.4, 'b': 0.6}
    """

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        known = next(base for base in cls.__mro__[1:] if issubclass(base, Profile)).__mro__
        for name in PLAYED if cls.__module__.partition(".")[0] != OURS else ():
            if next((base for base in cls.__mro__ if name in vars(base)), Profile) not in known:
                raise TypeError(
                    f"{cls.__name__}.{name}: a subclass of Profile cannot say what is played, as much of the package "
                    "reads its probabilities past that; Profile.from_dict(game, {key: {action: probability}}) makes "
                    "a profile of any strategy, and profile.replace({...}) one that is another at some information sets"
                )

    def __init__(
        self, keys: Sequence[tuple[str, str]], players: Sequence[int], actions: Sequence[Sequence[str]],
        probabilities: ArrayLike, game: Game | matrix | None = None,
    ) -> None:  # fmt: skip
        keys, players, actions = _checked_names(keys, players, actions)
        if not (game is None or hasattr(game, "num_infosets") or hasattr(game, "num_players")):
            raise ValueError(f"game={said(game)}: it takes the game that the profile is of, or None")
        self._fill(keys, players, actions, probabilities, game)

    @classmethod
    def of_known(
        cls, keys: Sequence[tuple[str, str]], players: Sequence[int], actions: Sequence[tuple[str, ...]],
        probabilities: ArrayLike, game: Any,
    ) -> Self:  # fmt: skip
        """Return the profile whose information sets are known to be right: a game or a tree has listed them.

        Parameters
        ----------
        keys, players, actions, probabilities, game : object
            As `Profile` takes them; only the probabilities are checked.

        Returns
        -------
        Profile
            The same as from the constructor.
        """
        profile = cls.__new__(cls)
        profile._fill(keys, players, actions, probabilities, game)
        return profile

    def _fill(self, keys, players, actions, probabilities, game):
        self._keys, self.players, self._actions, self.game = list(keys), list(players), list(actions), game
        self.offsets = np.cumsum([0, *map(len, self._actions)])
        takes = f"{self.offsets[-1]} numbers, of all actions at one information set after the other"
        probabilities = numbers("probabilities", probabilities, takes)
        if probabilities.shape != (self.offsets[-1],):
            raise ValueError(f"probabilities of shape {probabilities.shape}: it takes ({self.offsets[-1]},)")
        sums = self._checked_sums(probabilities)
        if np.abs(sums - 1).max(initial=0) > ROUNDING:
            probabilities /= np.repeat(sums, np.diff(self.offsets))
        probabilities += 0.0  # -0.0 is 0.0, too
        probabilities.setflags(write=False)
        self.probabilities = probabilities

    def _checked_sums(self, probabilities):
        with np.errstate(invalid="ignore"):
            sums = np.add.reduceat(probabilities, self.offsets[:-1])
        low = np.minimum.reduceat(probabilities, self.offsets[:-1])
        bad = np.flatnonzero(~((np.abs(sums - 1) <= TOLERANCE) & (low >= 0)))
        if len(bad):
            key, part = self._keys[bad[0]], probabilities[self.offsets[bad[0]] : self.offsets[bad[0] + 1]]
            raise ValueError(_sums_to("profile", key, part.tolist(), sums[bad[0]]))
        return sums

    @classmethod
    def from_flat(cls, tree: Tree, probabilities: ArrayLike) -> Self:
        """Return the profile of a tree from its flat array of probabilities.

        Parameters
        ----------
        tree : Tree
            Such as `cfrlib.tree.unroll` returns.
        probabilities : array_like, shape (num_infoset_actions,)
            Of the actions at each information set of ``tree.infosets``, one after the other.

        Returns
        -------
        Profile
            Its game is what the tree was derived from.

        Raises
        ------
        ValueError
            If this is no tree, or these are no probabilities of its actions.
        """
        sets = typed("tree", tree, Tree, "a Tree, such as cfrlib.tree.unroll returns").infosets
        return cls.of_known(
            [i.key for i in sets], [i.player for i in sets], [i.actions for i in sets], probabilities, tree.game
        )

    @classmethod
    def uniform(cls, game: Game | matrix | Tree) -> Self:
        """Return the profile of a small game or tree in which every legal action is equally likely.

        Parameters
        ----------
        game : Game, matrix or Tree
            At most so large that `cfrlib.tree.unroll` takes it.

        Returns
        -------
        Profile
            Of both players.

        Raises
        ------
        TypeError, ValueError
            If this is no game, or too large.
        """
        tree = unroll(game)
        return cls.from_flat(tree, [1 / len(i.actions) for i in tree.infosets for _ in i.actions])

    @classmethod
    def from_dict(
        cls, game: Game | matrix | Tree, probabilities: Mapping[tuple[str, str], Mapping[str, float]]
    ) -> Self:
        """Return the profile written down as ``{key: {action: probability}}``.

        Parameters
        ----------
        game : Game, matrix or Tree
            At most so large that `cfrlib.tree.unroll` takes it.
        probabilities : dict of pair of str to dict of str to float
            Of all information sets. Actions left out have probability 0.

        Returns
        -------
        Profile
            Its keys are spelled as the game does.

        Raises
        ------
        TypeError, ValueError
            If this is no game, or too large, an information set is missing or unknown, an action unknown, or
            probabilities do not sum to 1.

        Examples
        --------
        >>> import cfrlib
        >>> pennies = cfrlib.games.matrix([[1, -1], [-1, 1]], rows=("heads", "tails"))
        >>> mine = {("Player 1", ""): {"heads": 1}, ("Player 2", ""): {"heads": 0.5, "tails": 0.5}}
        >>> cfrlib.best_response_values(pennies, cfrlib.Profile.from_dict(pennies, mine))
        (0.0, 1.0)
        """
        typed("probabilities", probabilities, Mapping, "{key: {action: probability}} for all information sets")
        return cls._from_rows(game, "probabilities", dict(probabilities).items())

    @classmethod
    def from_function(cls, game: Game | matrix | Tree, player: Player, seed: int = 0) -> Self:
        """Return the profile of a player that is a function, asked once at each information set.

        Parameters
        ----------
        game : Game, matrix or Tree
            At most so large that `cfrlib.tree.unroll` takes it.
        player : callable
            ``player(game, key, actions, rng)`` returns {action: probability}, or an action. `key` is that of the
            information set, `actions` a tuple, and `rng` a NumPy generator.
        seed : int
            Of that generator.

        Returns
        -------
        Profile
            What the function says. One that remembers what it was asked, or draws its action, is better left a
            function: `cfrlib.match` takes it as it is.

        Raises
        ------
        TypeError, ValueError
            If this is no game, or too large, or what the function returns is neither.

        Examples
        --------
        >>> import cfrlib
        >>> game = cfrlib.games.kuhn()
        >>> bets = Profile.from_function(game, lambda game, key, actions, rng: actions[-1])
        >>> bets["J", "b"], round(cfrlib.exploitability(game, bets), 3)
        ({'p': 0.0, 'b': 1.0}, 0.333)
        """
        tree, rng = unroll(game), np.random.default_rng(checked_seed(seed))
        if not callable(player):
            refuse("player", player, "a function of the game, a key, the actions and a generator")
        asked = [answered("player", player, game, i.key, i.actions, rng) for i in tree.infosets]
        return cls.from_flat(tree, np.concatenate(asked))

    @classmethod
    def _from_rows(cls, game, argument, rows, rounded=False):
        tree = unroll(game)
        spelling = getattr(tree.game, "canonical", lambda key: key)
        known, given = {i.key for i in tree.infosets}, {}
        for written, strategy in rows:
            key = spelling(written) if _is_key(written) else written
            if key in given:
                raise ValueError(f"{argument}: information set {key!r} is there twice, also as {written!r}")
            given[key] = strategy
        for key in given:
            if key not in known:
                raise ValueError(f"{argument}: {key!r} is no information set of {tree.game or 'the tree'}")
        flat = np.zeros(tree.num_infoset_actions)
        for infoset in tree.infosets:
            if infoset.key not in given:
                raise ValueError(f"{argument}: information set {infoset.key!r} is missing")
            flat[infoset.entries] = _row(argument, infoset.key, infoset.actions, given[infoset.key], rounded)
        return cls.from_flat(tree, flat)

    def replace(self, changes: Mapping[tuple[str, str], Mapping[str, float]]) -> Profile:
        """Return a copy with other probabilities at some information sets.

        Parameters
        ----------
        changes : dict of pair of str to dict of str to float
            ``{key: {action: probability}}``; actions left out have probability 0.

        Returns
        -------
        Profile
            Of the same information sets.

        Raises
        ------
        KeyError
            If there is no such information set.
        ValueError
            If there is no such action, probabilities do not sum to 1, or one of several information sets that share a
            row of the tables of a large game would change alone.
        """
        typed("changes", changes, Mapping, "{key: {action: probability}}")
        flat, changed = self.probabilities.copy(), set()
        for key, strategy in changes.items():
            k = self._find(key, " (changes)")
            if k in changed:
                raise ValueError(f"changes: information set {self._keys[k]!r} is there twice, also as {key!r}")
            changed.add(k)
            flat[self.offsets[k] : self.offsets[k + 1]] = _row("changes", key, self._actions[k], strategy)
        return Profile.of_known(self._keys, self.players, self._actions, flat, self.game)

    def stitch(self, other: Profile) -> Profile:
        """Return a copy that plays as another profile does where that has information sets: below a public state, say.

        Parameters
        ----------
        other : Profile
            Of a subgame of this profile's game, or of the game; see `cfrlib.resolve`. Of a safe subgame only the
            strategy of the resolver is taken.

        Returns
        -------
        Profile
            Of the same information sets as this one.

        Raises
        ------
        TypeError
            If `other` is no profile.
        ValueError
            If it is of another game, has an information set or an action that this one does not have, or as `replace`.

        Examples
        --------
        >>> import cfrlib
        >>> game = cfrlib.games.kuhn()
        >>> uniform = cfrlib.Profile.uniform(game)
        >>> after_bet = cfrlib.resolve(game, uniform, ("b",), resolver=1)
        >>> len(after_bet), uniform.stitch(after_bet)["K", "b"]
        (3, {'p': 0.0, 'b': 1.0})
        """
        whole = checked_profile(other, "other").game
        resolver = getattr(whole, "resolver", None)
        while whole != self.game and hasattr(whole, "whole"):
            whole = whole.whole
        if None not in (whole, self.game) and whole != self.game:
            raise ValueError(f"other={other!r}: it takes a profile of a subgame of {self.game}")
        sets = zip(other, other.players, strict=True)
        taken = {key: other[key] for key, player in sets if resolver in (None, player)}
        try:
            return self.replace(taken)
        except KeyError as error:
            raise ValueError(f"other={other!r}: {error.args[0]}") from None

    def copy(self) -> Profile:
        """Return an independent copy.

        Returns
        -------
        Profile
            The same probabilities, whatever happens to the solver that this one is from.
        """
        return Profile.of_known(self._keys, self.players, self._actions, self.probabilities, self.game)

    @cached_property
    def _index(self):
        return {key: k for k, key in enumerate(self._keys)}

    def _find(self, key, of=""):
        try:
            if key in self._index:
                return self._index[key]
        except TypeError:  # a list, say, which is no key of anything
            raise KeyError(f"key={said(key)}: it takes a key of an information set, a tuple{of}") from None
        spelling = spelled(self.game, key)
        if not _is_key(key) or spelling not in self._index:
            some = ", ".join(map(repr, self._keys[:3]))
            raise KeyError(f"key={said(key)}: no such information set; keys look like {some}{of}")
        return self._index[spelling]

    def __getitem__(self, key: tuple[str, str]) -> dict[str, float]:
        k = self._find(key)
        strategy = self.probabilities[self.offsets[k] : self.offsets[k + 1]]
        return dict(zip(self._actions[k], strategy.tolist(), strict=True))

    def __contains__(self, key: object) -> bool:
        try:
            self._find(key)
        except KeyError:
            return False
        return True

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self):
        return f"<Profile of {self.game or 'a tree'}: {len(self)} information sets>"

    def __eq__(self, other):
        if not isinstance(other, Profile) or len(self) != len(other):
            return False
        one, two = ([vars(profile).get(part) for part in ("_keys", "_actions")] for profile in (self, other))
        if one == two and None not in one:
            return np.array_equal(self.probabilities, other.probabilities)
        return all(key in other and self[key] == other[key] for key in self)

    __hash__ = None

    def table(self, digits: int | None = None) -> pandas.DataFrame:
        """Return the profile as a table: one row for each information set, one column for each action.

        Parameters
        ----------
        digits : int, optional
            Round to so many decimals. `from_table` divides rounded probabilities by their sum; where nothing but zeros
            is left, it cannot.

        Returns
        -------
        pandas.DataFrame
            Index (player, private, public), players 1 and 2; NaN where an action is not legal. `to_csv` writes it, and
            `from_table` reads it.

        Raises
        ------
        ValueError
            Above a million information sets, or if `digits` is no such number.
        """
        digits = None if digits is None else whole("digits", digits, 0, 100)
        if len(self) > MAX_TABLE_ROWS:
            raise ValueError(f"table: {len(self):,} rows; it takes at most {MAX_TABLE_ROWS:,}; use items()")
        index = pd.MultiIndex.from_tuples(
            [(player + 1, *key) for player, key in zip(self.players, self, strict=True)], names=NAMES
        )
        rows = [self[key] for key in self]
        table = pd.DataFrame(rows, index=index, columns=list(dict.fromkeys(a for row in rows for a in row)))
        return table if digits is None else table.round(digits)

    @classmethod
    def from_table(cls, game: Game | matrix | Tree, table: pandas.DataFrame | str | PathLike[str]) -> Self:
        """Return the profile that `table` or `to_csv` gave, or a table like it.

        Parameters
        ----------
        game : Game, matrix or Tree
            At most so large that `cfrlib.tree.unroll` takes it.
        table : pandas.DataFrame, str or Path
            As `table` returns it, or the path of a file as `to_csv` writes it: the first columns named player, private
            and public say which information set, and all others are actions. Probabilities may be rounded: n of them
            with d decimals may be n / 2 times 10^-d from summing to 1, and are divided by their sum.

        Returns
        -------
        Profile
            Of the game.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        TypeError, ValueError
            If this is no table, or no profile of the game.

        Examples
        --------
        >>> import cfrlib
        >>> kuhn = cfrlib.games.kuhn()
        >>> exact = cfrlib.equilibrium(kuhn)[1]
        >>> Profile.from_table(kuhn, exact.table()) == exact
        True
        """
        if not isinstance(table, pd.DataFrame):
            actions, keys, rows = _read(file_path("table", table))
        elif table.index.nlevels != len(NAMES):
            raise ValueError(f"table: its index has {table.index.nlevels} levels; it takes {', '.join(NAMES)}")
        else:
            actions, keys = list(table.columns), [key for _, *key in table.index]
            rows = np.where(table.isna(), math.nan, table.to_numpy())
        if len(set(actions)) < len(actions):
            raise ValueError(f"table: of its columns {said(actions)} two have one name; it takes one for each action")
        legal = ({a: p for a, p in zip(actions, row, strict=True) if p == p} for row in rows)
        return cls._from_rows(game, "table", zip(map(tuple, keys), legal, strict=True), rounded=True)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the profile as a table that spreadsheets and other programs read, all digits of its numbers.

        Parameters
        ----------
        path : str or Path
            Of the file: a row for each information set, columns player (1 or 2), private, public, and one for each
            action, empty where it is not legal.

        Raises
        ------
        ValueError
            Above a million information sets.
        OSError
            If it cannot be written. A file that was there before is left as it was.
        """
        table = self.table()
        rows = zip(table.index, table.to_numpy().tolist(), strict=True)
        written = ([str(player), *key, *("" if p != p else repr(p) for p in row)] for (player, *key), row in rows)
        write_csv(file_path("path", path), [[*NAMES, *table.columns], *written])

    @classmethod
    def from_openspiel(cls, game: Game | Tree, policy: Any, openspiel: pyspiel.Game | str | None = None) -> Self:
        """Return a policy of OpenSpiel as a profile.

        Parameters
        ----------
        game : Game or Tree
            A tree that `cfrlib.tree.from_openspiel` returned, or a game whose tree is alike.
        policy : object
            With a method ``action_probabilities(state)``, as all of OpenSpiel's have.
        openspiel : pyspiel.Game or str, optional
            The policy's game, or its name; by default the one that the tree is of.

        Returns
        -------
        Profile
            Of both players.

        Raises
        ------
        ModuleNotFoundError
            If OpenSpiel is not installed.
        ValueError
            If the trees of both games are not alike, or the policy is none of this game.

        Examples
        --------
        >>> import cfrlib
        >>> from open_spiel.python.policy import UniformRandomPolicy
        >>> import pyspiel
        >>> theirs = pyspiel.load_game("kuhn_poker")
        >>> Profile.from_openspiel(cfrlib.games.kuhn(), UniformRandomPolicy(theirs), theirs)["Q", "pb"]
        {'p': 0.5, 'b': 0.5}
        """
        tree = unroll(game)
        flat = np.zeros(tree.num_infoset_actions)
        for infoset, state in side_by_side(tree, tree.game if openspiel is None else openspiel):
            known = policy.action_probabilities(state)
            flat[infoset.entries] = [known.get(move, 0.0) for move in state.legal_actions()]
        return cls.from_flat(tree, flat)

    def to_openspiel(self, openspiel: pyspiel.Game | str | None = None) -> pyspiel.TabularPolicy:
        """Return the profile as a policy of OpenSpiel.

        Parameters
        ----------
        openspiel : pyspiel.Game or str, optional
            The game that it plays, or its name; by default the one that the profile's tree is of.

        Returns
        -------
        pyspiel.TabularPolicy
            What ``pyspiel.nash_conv(openspiel, policy)``, for one, takes.

        Raises
        ------
        ModuleNotFoundError
            If OpenSpiel is not installed.
        ValueError
            If the trees of both games are not alike.
        """
        # Optional: only whoever passes a game of OpenSpiel has it.
        import pyspiel

        tree, rows = unroll(self.game) if isinstance(self.game, Game | matrix) else from_openspiel(self.game), {}
        for infoset, state in side_by_side(tree, tree.game if openspiel is None else openspiel):
            rows[state.information_state_string()] = list(
                zip(state.legal_actions(), self[infoset.key].values(), strict=True)
            )
        return pyspiel.TabularPolicy(rows)

    def snapshot(self) -> Profile:
        """Return a profile that a solver's further iterations do not change, unless it is too large for that.

        Returns
        -------
        Profile
            This one if it is a snapshot already, or if it has more than ten million information-set actions; else a
            copy.
        """
        return self

    def save(self, path: str | PathLike[str]) -> None:
        """Write the profile to exactly this path, whole or not at all; no pickle is involved.

        Parameters
        ----------
        path : str or Path
            Of the file; nothing is added to its name.

        Raises
        ------
        OSError
            If it cannot be written. A file that was there before is left as it was.
        """
        names = {
            "format": FORMAT,
            "keys": self._keys,
            "players": [int(player) for player in self.players],
            "actions": self._actions,
            "game": described(self.game),
        }
        archive.write(path, names, {"probabilities": self.probabilities}, "names")

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Profile:
        """Return the profile that `save` wrote.

        Parameters
        ----------
        path : str or Path
            Of the file.

        Returns
        -------
        Profile
            With its game if that is of `cfrlib.games`, else without.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If the file is damaged or is no profile.
        """
        with archive.reading(path, "profile", "names") as stored:
            if stored.check_format(FORMAT, TABLES_FORMAT) == TABLES_FORMAT:
                return lazy_import("table_profile")(stored)
            names = stored.header
            keys, actions = (list(map(tuple, names[part])) for part in ("keys", "actions"))
            players, game = names["players"], names["game"]
            probabilities = stored.take("probabilities", (sum(map(len, actions)),), "float64", 0, 1 + TOLERANCE)
            return cls(keys, players, actions, probabilities, None if game is None else rebuilt(game))


def in_order(profile, keys, actions):
    """Return a profile's probabilities of these actions at the information sets of these keys, all in one array."""
    if vars(profile).get("_keys") == keys and profile._actions == actions:
        return profile.probabilities
    flat, listed = [], "_keys" in vars(profile)
    for key, names in zip(keys, actions, strict=True):
        k = profile._index.get(key) if listed else None
        if k is not None and profile._actions[k] == names:  # as nearly always; the rest is for what is written by hand
            flat += profile.probabilities[profile.offsets[k] : profile.offsets[k + 1]].tolist()
            continue
        if key not in profile:
            raise ValueError(f"profile: information set {key!r} is missing")
        strategy = profile[key]
        if set(strategy) != set(names):
            raise ValueError(f"profile: at information set {key!r} it has actions {tuple(strategy)}, the game {names}")
        flat += [strategy[action] for action in names]
    return np.array(flat, dtype=float)


def locked_rows(locked, game, find, argument="locked"):
    """Return {key: (place, probabilities)} of the information sets that are locked, keys spelled as the game does.

    ``find(key)`` says (names of actions, place) of an information set, None if there is none of this name. Errors name
    the `argument`.
    """
    game, rows = getattr(game, "game", game), {}
    typed(argument, locked, Mapping, "{key: {action: probability}}")
    for written, strategy in dict(locked).items():
        known = find(written) if isinstance(written, tuple) else None
        if known is None:
            raise ValueError(f"{argument}: {said(written)} is no information set of {game or 'the tree'}")
        key = spelled(game, written)
        if key in rows:
            raise ValueError(f"{argument}: information set {key!r} is there twice, also as {written!r}")
        rows[key] = known[1], np.array(_row(argument, key, known[0], strategy))
    return rows


def locked_entries(locked, tree):
    """Return what is locked in the order of the tree's flat arrays, -1 where nothing is; None if nothing is locked."""
    rows = {} if locked is None else locked_rows(locked, tree, infosets_of(tree))
    kept = np.full(tree.num_infoset_actions, -1.0)
    for (_, entry, _), row in rows.values():
        kept[entry : entry + len(row)] = row
    return kept if rows else None


def infosets_of(tree):
    """Return a function of a key that says (names of actions, place in a flat array) of an information set, or None.

    A place is as tables have them: (0, entry of the first action, 1, the distance to the next).
    """
    known = {i.key: i for i in tree.infosets}

    def find(key):
        infoset = known.get(spelled(tree.game, key))
        return infoset and (infoset.actions, (0, infoset.offset, 1))

    return find


def _read(path):
    """Return actions, keys and rows of the table in a file: keys are texts, rows numbers where something stands."""
    takes = f"table={str(path)!r}: it takes what Profile.to_csv writes"
    try:
        header, *lines = read_csv(path) or [[]]
    except (csv.Error, UnicodeError) as error:
        raise ValueError(f"{takes}; {error}") from None
    for name in NAMES:
        if name not in header:
            raise ValueError(f"{takes}; it has no column {name!r}" if header else f"{takes}; No columns in it")
    of_key = [header.index(name) for name in NAMES]
    for line in lines:
        if any(line[len(header) :]):
            raise ValueError(f"{takes}; {said(line)} has {len(line)} cells, more than the {len(header)} columns")
        line += [""] * (len(header) - len(line))
    of_actions = [k for k in range(len(header)) if k not in of_key and any(line[k] for line in lines)]
    keys = [[line[column] for column in of_key[1:]] for line in lines]
    return [header[k] for k in of_actions], keys, [[_number(line[k]) for k in of_actions] for line in lines]


def _number(text):
    """Return the number that is written in a cell, NaN if none is; what is no number stays as it is."""
    try:
        return float(text or math.nan)
    except ValueError:
        return text


def described(game):
    """Return what `rebuilt` takes; None unless the game is one of `cfrlib.games` as it stands there."""
    if vars(games).get(type(game).__name__) is not type(game) or changes(game):
        return None
    return {"name": game.name, "parameters": game.parameters}


def rebuilt(described, size=math.inf):
    """Return the game of `cfrlib.games` with this name and these parameters.

    Whoever is to build its tables says how many bytes the file has: an honest one has at least a number of four bytes
    for four actions.
    """
    if described["name"] not in games.__all__:
        raise ValueError(f"game {described['name']!r}")
    game = getattr(games, described["name"])(**described["parameters"])
    if size < math.inf and 2 * size < game.num_infoset_actions:
        raise ValueError(f"{size:,} bytes of arrays are too few for {game!r}")
    return game


def spelled(game, key):
    """Return a key as the game spells it, or as it is."""
    return game.canonical(key) if hasattr(game, "canonical") and _is_key(key) else key


def _is_key(key):
    return isinstance(key, tuple) and len(key) == 2 and all(isinstance(part, str) for part in key)


def _checked_names(keys, players, actions):
    """Return the names of information sets, who moves there and the actions, as lists, or say what is wrong."""
    given = {"keys": keys, "players": players, "actions": actions}
    takes = "a list, with an item for each information set"
    keys, players, actions = (listed(name, values, takes) for name, values in given.items())
    if not len(keys) == len(players) == len(actions):
        lengths = f"{len(keys)}, {len(players)} and {len(actions)}"
        raise ValueError(f"keys, players, actions: there are {lengths} of them; it takes as many of each")
    if not all(map(_is_key, keys)) or len(set(keys)) < len(keys):
        raise ValueError(f"keys={said(keys)}: it takes different pairs (private, public) of texts")
    players = [whole("players", player, 0, 1) for player in players]
    if not all(map(_are_actions, actions)):
        raise ValueError(f"actions={said(actions)}: it takes different texts for each information set")
    return keys, players, list(map(tuple, actions))


def _are_actions(names):
    texts = isinstance(names, tuple | list) and names and all(isinstance(name, str) for name in names)
    return texts and len(set(names)) == len(names)


def _row(argument, key, actions, strategy, rounded=False):
    """Return the probabilities of `actions` that a user wrote down as {action: probability}, 0 where left out.

    They are divided by their sum where that is not 1.
    """
    if not isinstance(strategy, Mapping):
        raise ValueError(f"{argument}: at {key!r} it has {said(strategy)}; it takes {{action: probability}}")
    unknown = [action for action in strategy if action not in actions]
    if unknown:
        raise ValueError(f"{argument}: at {key!r} the actions are {actions}, not {unknown[0]!r}")
    if not all(is_real(type(p)) and not GREATEST < abs(plain(p)) < math.inf for p in strategy.values()):
        raise ValueError(f"{argument}: at {key!r} it has {said(strategy)}; it takes a number for each action")
    row = [float(strategy.get(action, 0.0)) for action in actions]
    total = sum(row)
    off = abs(total - 1)
    if not (min(row) >= 0 and (off <= TOLERANCE or rounded and 0 < total < math.inf and off <= _lost(strategy, row))):
        raise ValueError(_sums_to(argument, key, row, total))
    return row if off <= ROUNDING else [p / total for p in row]


def _lost(strategy, row):
    """Return how far from 1 rounding may bring a sum of so many numbers with the decimals that are seen.

    Two with one decimal, or any number without, have a sum of 1 unless they are a slip.
    """
    seen = (Decimal(str(p if isinstance(p, np.floating) else float(p))) for p in strategy.values())
    decimals = max(-p.normalize().as_tuple().exponent for p in seen)
    return len(row) / 2 * 10.0**-decimals + ROUNDING if decimals >= (1 if len(row) > 2 else 2) else 0.0


def _sums_to(argument, key, row, total):
    takes = "they must be >= 0 and sum to 1"
    return f"{argument}: at information set {key!r} the probabilities {row} sum to {total:.12g}; {takes}"
