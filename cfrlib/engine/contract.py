"""What an engine is, and which one does which game.

An engine is a folder beside this file, named as `Game.layout` says. Its ``layout.py`` has ``LAYOUT``, the class that
says how a game lies in memory; its ``engine.py`` has ``ROWS``, which row of the table of switches is done by which
`Engine`, and ``check``, which refuses the rest (`cfrlib.engine.combinations`). An engine of your own is a module with
all three, anywhere, whose dotted name is the `layout` of its games. One that evaluates profiles fast has an
``EVALUATOR`` there; one that says what states are worth has ``STATES`` (`cfrlib.engine.common.state_values`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType

from cfrlib._util.built import derived
from cfrlib.engine.combinations import kind_of, refuse
from cfrlib.engine.locks import Locks
from cfrlib.game import Game
from cfrlib.games.bluff import bluff
from cfrlib.games.checks import check_game
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.games.matrix import matrix
from cfrlib.games.overrides import own_rules
from cfrlib.regret import Averaging, RegretRule
from cfrlib.sampling import ByPlace, Mixed, Scheme
from cfrlib.tree import Tree, unroll
from cfrlib.tree.checks import complete

BY_HEART = {"bids": bluff, "two_rounds": LimitHoldem, "buckets": LimitHoldem}
"""Layouts that know the rules of a class and read little else."""


def check_solved(game):
    """Refuse what `CFR` does not solve: it takes a `Game` that is as that says, a matrix game or a complete tree."""
    if isinstance(game, matrix | Tree):
        tree = complete(unroll(game))
        if "layout_of" in vars(tree).get("_derived", ()):
            layout_of(tree).parts()  # says if the tree has changed since
    else:
        check_game(game)


@derived
def layout_of(game):
    """Return how a checked game lies in memory: the same object at every call; ValueError if no layout reads it."""
    if isinstance(game, matrix):
        return layout_of(unroll(game))
    kind = BY_HEART.get(game.layout)
    if kind is not None and (own_rules(game) or not isinstance(game, kind)):
        own = ", ".join(sorted(own_rules(game))) or "these"
        raise ValueError(
            f"game={game!r}: layout={game.layout!r} knows the rules of {kind.__name__} by heart and would not read "
            f"{own}; layout='tree' reads all rules"
        )
    return part_of(game, "layout").LAYOUT(game)


def part_of(game, name):
    """Return a file of the engine of a game, or the module that is all of it, if that is somewhere else."""
    return import_module(game.layout if "." in game.layout else f"cfrlib.engine.{game.layout}.{name}")


def _beside(layout, name):
    """Return a file of the engine that a layout belongs to, or the module that is all of it."""
    module = type(layout).__module__
    return import_module(module.removesuffix("layout") + name if module.startswith("cfrlib.engine.") else module)


@dataclass(frozen=True)
class Setup:
    """The switches of a solver, checked; see `cfrlib.CFR`."""

    game: Game | matrix | Tree
    layout: "Layout"
    sampling: Scheme | Mixed | ByPlace
    regret: RegretRule
    average: Averaging
    updates: str
    average_at: str
    threads: int
    dtype: str
    baseline: object  # a Baseline; it stands with the walks that use it, above
    locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None

    @property
    def kind(self):
        """What the row is to an engine; see `kind_of`."""
        return kind_of(self.sampling)

    @cached_property
    def locks(self):
        """Where tables have what is locked, `cfrlib.engine.locks.Locks`; None if nothing is."""
        return Locks(self.layout, self.locked) if self.locked else None

    @cached_property
    def regret_weights(self):
        """What an iteration counts in regrets, which are divided like sums of the average, to stay finite."""
        return Averaging(self.regret.gain)


class Layout(ABC):
    """How a game lies in memory: what an engine, an evaluator and a file need to know of it."""

    imperfect_recall = False  # whether information sets join different pasts of their player
    shares_rows = False
    """Whether rows of a table are not the information sets, and nobody has checked that nothing is lost by it."""
    stakes = 1.0  # the largest payoff, without its sign; 1 where payoffs are never small
    fastest = MappingProxyType({})
    """Switches of `cfrlib.CFR` that solve the game soonest, where rounding errors do not matter."""
    sizes = ()  # entries of its only table, or of one for early rounds and one for the last
    num_entries = num_rows = None  # of the only table; a row is what one strategy stands in
    row_parents = None  # the entry of each row's own action before it, -1 for none; lazy averages need it
    find = None
    """A function from a key to (names of actions, place), or to None if no information set is called so. The place is
    (table, entry of the first action, distance to the next), or None where there is one action. Locks need it."""

    def __init__(self, game):
        self.game = game

    @cached_property
    def evaluator(self):
        """What evaluates profiles fast, or None; its compiled code takes a while to import, and pictures need none."""
        make = getattr(_beside(self, "engine"), "EVALUATOR", None)
        return make and make(self)

    def sharing(self, key):
        """Return the other information sets whose strategies stand in the same row of a table."""
        return ()

    @abstractmethod
    def average(self, sums):
        """Return the profile of a table of summed strategies, or of a tuple of tables."""

    @abstractmethod
    def exploitability(self, sums):
        """Return the exploitability of that profile."""

    @abstractmethod
    def parts(self):
        """Return everything a solver knows about the game, as named arrays: a saved solver bears their digest."""


class Engine(ABC):
    """Does the iterations of some rows in games of one layout.

    It owns the `tables`, a named tuple of arrays: all that is learned. With the random numbers and the counters of a
    solver they are the whole state.
    """

    def __init__(self, setup):
        self.setup, self.layout = setup, setup.layout
        self.simultaneous = setup.updates == "simultaneous"
        self.opponents_average = setup.average_at == "opponent"

    @abstractmethod
    def prepare(self):
        """Compile, and make what depends on the cards or on later games, so that the clock does not count it."""

    @abstractmethod
    def iterate(self, rule, rng, first, count):
        """Do `count` iterations from `first` on, by a `Rule`; return nodes and histories touched, see `cfrlib.CFR`."""

    def unmerged(self):
        """Return what does the same with tables as they were in files of before outcomes were merged."""
        return self

    def sums(self, iterations):
        """Return what the average strategy after so many iterations is made of: a table, or a tuple of two."""
        tables = tuple(self.sum_tables())
        return tables if len(tables) > 1 else tables[0]

    @abstractmethod
    def current(self):
        """Return the profile that the next iteration starts from; a view of the tables where these are large."""

    def average(self, iterations):
        """Return the average profile; a view of the tables where these are large."""
        return self.layout.average(self.sums(iterations))

    def exploitability(self, iterations):
        """Return the exploitability of the average profile."""
        locks = self.setup.locks
        return self.layout.exploitability(self.sums(iterations), **({"locks": locks} if locks else {}))

    def keep(self, low=0.0):
        """Put back what is locked; `low` stands for the regret of actions that are never taken, see `Locks.put`."""
        strategies = [*self._named("strategy"), *self._named("matched")]
        self.setup.locks.put(self.regret_tables(), self.sum_tables(), strategies, low)

    def check(self):  # noqa: B027
        """Raise ValueError if tables that were read do not fit together: by default all do."""

    def sum_tables(self):
        """Return the arrays that strategies are summed up in."""
        return self._named("sums")

    def regret_tables(self):
        """Return the arrays that instantaneous regrets are summed up in."""
        return self._named("regret")

    def _named(self, end):
        return [getattr(self.tables, name) for name in _ending(type(self.tables), end)]


@cache
def _ending(tables, end):
    """Return the names of a class of tables that end so."""
    return [name for name in tables._fields if name.endswith(end)]


def engine_of(setup):
    """Return what does the iterations of a solver; ValueError says which of its switches are refused for this game."""
    module = _beside(setup.layout, "engine")
    refuse(setup, "every")
    module.check(setup)
    return module.ROWS[setup.kind](setup)
