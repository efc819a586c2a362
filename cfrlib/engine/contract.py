"""The interface of engines, and the choice of one for a game.

An engine is a package ``cfrlib.engine.LAYOUT``, named as `Game.layout` says. It has ``layout.LAYOUT``, a subclass of
`Layout`; ``engine.ROWS``, a dict from `Setup.kind` to a subclass of `Engine`; and ``engine.check(setup)``, which raises
ValueError for what it does not solve (`cfrlib.engine.combinations`). Optional are ``engine.EVALUATOR``, a fast
evaluator of profiles, and ``values.STATES``, the values of states (`cfrlib.engine.common.state_values`). A user-defined
engine is one module with all of these, whose dotted name is the `layout` of its games.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

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
"""Layouts that implement the rules of a class, and do not read those of its games."""


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
    """Return the `Layout` of a checked game: the same object at every call; ValueError if no layout reads it."""
    if isinstance(game, matrix):
        return layout_of(unroll(game))
    kind = BY_HEART.get(game.layout)
    if kind is not None and (own_rules(game) or not isinstance(game, kind)):
        own = ", ".join(sorted(own_rules(game))) or "these"
        raise ValueError(
            f"game={game!r}: layout={game.layout!r} knows the rules of {kind.__name__} by heart and would not read "
            f"{own}; layout='tree' reads all rules"
        )
    return engine_module(game, "layout").LAYOUT(game)


def engine_module(game, name):
    """Return a module of the engine of a game; a user-defined engine is one module with everything."""
    return import_module(game.layout if "." in game.layout else f"cfrlib.engine.{game.layout}.{name}")


def sibling_module(layout, name):
    """Return a module of the engine of a layout; see `engine_module`."""
    module = type(layout).__module__  # <engine>/layout.py, where LAYOUT is defined, or all of a user-defined engine
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
    baseline: object  # a Baseline, which is defined in `cfrlib.engine.common`, with the walks that use it
    locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None

    @property
    def kind(self):
        """The key of `sampling` in the ``ROWS`` of an engine; see `kind_of`."""
        return kind_of(self.sampling)

    @cached_property
    def locks(self):
        """The locked entries of tables, and their strategies, `cfrlib.engine.locks.Locks`; None if none are."""
        return Locks(self.layout, self.locked) if self.locked else None

    @cached_property
    def regret_weights(self):
        """Weights t^gain of instantaneous regrets, with a shared power-of-two exponent so that sums stay finite."""
        return Averaging(self.regret.gain)


class Layout(ABC):
    """A game as arrays: which entries of tables belong to which information set, for engine, evaluator and file."""

    imperfect_recall = False  # whether information sets join different pasts of their player
    shares_rows = False
    """Whether information sets share rows of a table, or have several, and nobody has checked that this is lossless."""
    stakes = 1.0  # the largest payoff, without its sign; 1 where payoffs are never small
    fastest = MappingProxyType({})
    """Switches of `cfrlib.CFR` that solve the game soonest, where rounding errors do not matter."""
    sizes = ()  # entries of its only table, or of one for early rounds and one for the last
    num_entries = num_rows = None  # of the only table; a row of a table stores one strategy
    row_parents = None  # the entry of each row's own action before it, -1 for none; lazy averages need it
    find = None
    """A function from a key to (names of actions, position), or to None if no information set has this key. A position
    is (table, entry of the first action, distance to the next), or None where there is one action. Locks need it."""

    def __init__(self, game):
        self.game = game

    @cached_property
    def evaluator(self):
        """A fast evaluator of profiles, or None; its compiled code takes a while to import, and pictures need none."""
        make = getattr(sibling_module(self, "engine"), "EVALUATOR", None)
        return make and make(self)

    def sharing(self, key):
        """Return the other information sets whose strategies are stored in the same row of a table."""
        return ()

    @abstractmethod
    def average(self, sums):
        """Return the profile of a table of summed strategies, or of a tuple of tables."""

    @abstractmethod
    def exploitability(self, sums, locks=None):
        """Return the exploitability of that profile, to best responses that keep `locks`."""

    @abstractmethod
    def parts(self):
        """Return everything a solver knows about the game, as named arrays: a saved solver stores their digest."""


class Engine(ABC):
    """Performs the iterations of some kinds of sampling (`Setup.kind`), in games of one layout.

    All that is learned is in its `tables`; with the random numbers and the counters of a solver they are the whole
    state. Fields whose names end in regret, sums, strategy or matched are found by these names.
    """

    tables: NamedTuple  # of arrays; set by the subclass

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

    def without_merging(self):
        """Return an equivalent engine without merged outcomes: older solver files have tables of that size."""
        return self

    def sums(self, iterations):
        """Return the summed strategies, brought up to date after `iterations`: a table, or a tuple of two."""
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
        sums, locks = self.sums(iterations), self.setup.locks  # user-defined layouts without `find` need no `locks`
        return self.layout.exploitability(sums, locks) if locks else self.layout.exploitability(sums)

    def keep(self, low=0.0):
        """Rewrite locked rows of all tables; actions that are never taken get the regret `low`, see `Locks.put`."""
        strategies = [*self._named("strategy"), *self._named("matched")]
        self.setup.locks.put(self.regret_tables(), self.sum_tables(), strategies, low)

    def check(self):  # noqa: B027
        """Raise ValueError if tables that were read do not fit together: by default all do."""

    def sum_tables(self):
        """Return the tables of summed strategies."""
        return self._named("sums")

    def regret_tables(self):
        """Return the tables of summed instantaneous regrets."""
        return self._named("regret")

    def _named(self, end):
        return [getattr(self.tables, name) for name in _ending(type(self.tables), end)]


@cache
def _ending(tables, end):
    """Return the field names of a named tuple that end in `end`."""
    return [name for name in tables._fields if name.endswith(end)]


def engine_of(setup):
    """Return the `Engine` of a solver; ValueError says which of its switches are refused for this game."""
    module = sibling_module(setup.layout, "engine")
    refuse(setup, "every")
    module.check(setup)
    return module.ROWS[setup.kind](setup)
