"""The interface of engines, and the choice of one for a game.

An engine is a package ``cfrlib.engine.LAYOUT``, named as `Game.layout` says. It has ``layout.LAYOUT``, a subclass of
`Layout`, and ``engine.ROWS``, a dict from `Setup.kind` to a subclass of `Engine`. What it does not solve is one of the
`cfrlib.engine.combinations.REFUSALS`. Optional are ``engine.EVALUATOR``, a fast evaluator of profiles, and
``values.STATES``, the values of states (`cfrlib.engine.common.state_values`).

A user-defined engine is one module with all of these, and its name is the `layout` of its games. It has to say where an
information set lies (`Layout.find`) and what an iteration does (`Engine.iterate`). All else has a default. What is not
plain CFR is refused, unless a function ``check(setup)`` of the module refuses something else (`refuse_others`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from cfrlib._util.built import derived
from cfrlib.engine.combinations import ENGINES, kind_of, refuse, refuse_others, refuse_rows
from cfrlib.engine.locks import Locks
from cfrlib.engine.step import IDLE
from cfrlib.engine.sums import check_finite, row_of
from cfrlib.evaluate import exploitability
from cfrlib.game import Game
from cfrlib.games.bluff import bluff
from cfrlib.games.checks import check_game
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.games.matrix import matrix
from cfrlib.games.overrides import own_rules
from cfrlib.profile import Profile
from cfrlib.regret import Averaging, RegretRule
from cfrlib.sampling import ByPlace, Mixed, Scheme
from cfrlib.tree import Tree, unroll
from cfrlib.tree.checks import complete, contents

BY_HEART = {"bids": bluff, "two_rounds": LimitHoldem, "buckets": LimitHoldem}
"""Layouts that implement the rules of a class, and do not read those of its games."""
IDLE_RNG = np.random.Generator(np.random.PCG64(0))
"""Nobody draws from it. One for all, as Numba never lets go of a generator that it has seen."""


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
    try:
        module = engine_module(game, "layout")
    except ModuleNotFoundError as error:
        takes = f"it takes {' '.join(ENGINES)}, or the name of a module that Python can import"
        raise ValueError(f"game={game!r}: layout={game.layout!r}: {error}; {takes}") from error
    return module.LAYOUT(game)


def engine_module(game, name):
    """Return a module of the engine of a game; a user-defined engine is one module with everything."""
    return import_module(f"cfrlib.engine.{game.layout}.{name}" if game.layout in ENGINES else game.layout)


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
        """The key of `sampling` in the ``ROWS`` of an engine, ("all", "all", "all") for vanilla; see `kind_of`."""
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
    num_entries: int  # of its only table
    num_rows: int  # of that table: a row stores one strategy
    row_parents = None  # the entry of each row's own action before it, -1 for none; lazy averages need it

    def __init__(self, game):
        self.game = game

    @cached_property
    def sizes(self):
        """Entries of its only table, or of one for early rounds and one for the last."""
        return (self.num_entries,)

    @cached_property
    def evaluator(self):
        """A fast evaluator of profiles, or None; its compiled code takes a while to import, and pictures need none."""
        make = getattr(sibling_module(self, "engine"), "EVALUATOR", None)
        return make and make(self)

    def sharing(self, key):
        """Return the other information sets whose strategies are stored in the same row of a table."""
        return ()

    @abstractmethod
    def find(self, key):
        """Return (names of actions, position) of the information set with this key, None if there is none. A position
        is (table, entry of the first action, distance to the next), or None where there is one action."""

    def average(self, sums):
        """Return the profile of a table of summed strategies, or of a tuple of tables."""
        tree, tables = unroll(self.game), check_finite(sums)
        rows = [row_of(tables, *self.find(infoset.key)) for infoset in tree.infosets]
        return Profile.from_flat(tree, np.concatenate([np.zeros(0), *rows]))

    def exploitability(self, sums, locks=None):
        """Return the exploitability of that profile, to best responses that keep `locks`."""
        return exploitability(self.game, self.average(sums), locked=locks and locks.strategies)

    def parts(self):
        """Return everything a solver knows about the game, as named arrays: a saved solver stores their digest."""
        tree = unroll(self.game)
        return {**contents(tree), "places": np.array([self.find(i.key)[1] or (-1, -1, -1) for i in tree.infosets])}


class Learned(NamedTuple):
    """The tables of an engine that asks for no others."""

    regret: np.ndarray
    sums: np.ndarray


class Engine(ABC):
    """Performs the iterations of some kinds of sampling (`Setup.kind`), in games of one layout.

    All that is learned is in its `tables`, a named tuple; with the random numbers and the counters of a solver they are
    the whole state. Fields whose names end in regret, sums, strategy or matched are found by these names.
    """

    holds = False
    """Whether its iterations leave locked rows as they are, so that no `keep` is needed between them."""

    def __init__(self, setup):
        self.setup, self.layout = setup, setup.layout
        self.simultaneous = setup.updates == "simultaneous"
        self.opponents_average = setup.average_at == "opponent"

    @cached_property
    def tables(self):
        return Learned(*np.zeros((2, self.layout.num_entries), self.setup.dtype))

    def prepare(self):
        """Compile, and make what depends on the cards or on later games, so that the clock does not count it."""
        self.iterate(IDLE, IDLE_RNG, 1, 0)

    @abstractmethod
    def iterate(self, rule, rng, first, count):
        """Do `count` iterations from `first` on, or none, by a `cfrlib.engine.step.Rule`; return nodes and histories
        touched, see `cfrlib.CFR`. In `tables` the regrets of a row decide the next strategy, its sums the average."""

    def without_merging(self):
        """Return an equivalent engine without merged outcomes: older solver files have tables of that size."""
        return self

    def sums(self, iterations):
        """Return the summed strategies, brought up to date after `iterations`: a table, or a tuple of two."""
        tables = tuple(self.sum_tables())
        return tables if len(tables) > 1 else tables[0]

    def current(self):
        """Return the profile that the next iteration starts from; a view of the tables where these are large."""
        tables = tuple(self._named("strategy") or self.regret_tables())
        return self.layout.average(tables if len(tables) > 1 else tables[0])

    def average(self, iterations):
        """Return the average profile; a view of the tables where these are large."""
        return self.layout.average(self.sums(iterations))

    def exploitability(self, iterations):
        """Return the exploitability of the average profile."""
        return self.layout.exploitability(self.sums(iterations), self.setup.locks)

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
    name = module.__name__.removeprefix("cfrlib.engine.").removesuffix(".engine")
    refuse(setup, "every")
    refuse(setup, name) if name in ENGINES else getattr(module, "check", refuse_others)(setup)
    refuse_rows(setup, module.ROWS)
    return module.ROWS[setup.kind](setup)
