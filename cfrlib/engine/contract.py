"""What an engine is, and which one does which game.

An engine is a folder beside this file, named as `Game.layout` says. Its ``layout.py`` has ``LAYOUT``, the class that
says how a game lies in memory; its ``engine.py`` has ``ROWS``, which row of the table of switches is done by which
`Engine`, and ``check``, which refuses what cannot be done and says why. An engine of your own is a module with all
three, anywhere; the `layout` of its games is the name by which it is imported, with a dot in it. One that says what the
states of a game are worth has ``STATES``, too, in its ``values.py``: see `cfrlib.engine.common.state_values`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from itertools import product

from cfrlib.games.bluff import bluff
from cfrlib.games.checks import check_game
from cfrlib.games.limit_base import LimitHoldem
from cfrlib.games.overrides import own_rules
from cfrlib.regret import Averaging
from cfrlib.sampling import SCHEMES, ByPlace, Mixed

VANILLA, PCS, OPCS, SPCS, CS = (tuple(chance.split()) for chance in (
    "all all all", "all all one", "all one one", "one all one", "one one one",
))  # fmt: skip
"""Switches for chance: own private outcomes, the opponent's, public ones."""
ALL_CHANCE = tuple(product(("all", "one"), repeat=3))
SINGLE = CS, "actions", "mixed", "by place"
"""Rows whose walks may follow a single history; see `Setup.kind`."""


BY_HEART = {"bids": bluff, "two_rounds": LimitHoldem, "buckets": LimitHoldem}
"""Layouts that know the rules of a class and read little else."""


def layout_of(game):
    """Return the public tree of a game as it lies in memory: the same object at every call with the same game.

    Raises
    ------
    ValueError
        If this is no game, a wrong one, one that its layout would not read, or too large for it.
    """
    if not hasattr(game, "_layout"):
        check_game(game)
        kind, own = BY_HEART.get(game.layout), ", ".join(sorted(own_rules(game)))
        if kind is not None and (own or not isinstance(game, kind)):
            raise ValueError(
                f"game={game!r}: layout={game.layout!r} knows the rules of {kind.__name__} by heart and would not read "
                f"{own or 'these'}; layout='tree' reads all rules"
            )
        made = part_of(game, "layout").LAYOUT(game)
        vars(game).setdefault("_layout", made)  # of two threads that both make one, the first has made it
    return game._layout


def part_of(game, name):
    """Return a file of the engine of a game, or the module that is all of it, if that is somewhere else."""
    return import_module(game.layout if "." in game.layout else f"cfrlib.engine.{game.layout}.{name}")


@dataclass(frozen=True)
class Setup:
    """The switches of a solver, checked; see `cfrlib.CFR`."""

    game: object
    layout: object
    sampling: object
    regret: object
    average: object
    updates: str
    average_at: str
    threads: int
    dtype: str
    baseline: object

    @property
    def kind(self):
        """What the row is to an engine; see `kind_of`."""
        return kind_of(self.sampling)

    @cached_property
    def gains(self):
        """What the gains of an iteration count in regrets, which are divided like sums of the average, to stay
        finite."""
        return Averaging(self.regret.gain)


def kind_of(sampling):
    """Return what a row is to an engine: "mixed", "by place", "actions" where they are sampled, or its switches for
    chance."""
    if isinstance(sampling, Mixed | ByPlace):
        return "mixed" if isinstance(sampling, Mixed) else "by place"
    return "actions" if sampling.samples_actions else sampling.chance


class Engine(ABC):
    """Does the iterations of some rows in games of one layout, and owns their tables.

    Parameters
    ----------
    setup : Setup

    Attributes
    ----------
    tables : named tuple of arrays
        All that is learned; with the random numbers and the counters of the solver it is the whole state.
    """

    def __init__(self, setup):
        self.setup, self.layout = setup, setup.layout
        self.simultaneous = setup.updates == "simultaneous"
        self.opponents_average = setup.average_at == "opponent"

    @abstractmethod
    def prepare(self):
        """Compile, and make what depends on the cards or on sub-games, so that the clock does not count it."""

    @abstractmethod
    def iterate(self, rule, rng, first, count):
        """Do iterations `first`, `first` + 1, ...

        Parameters
        ----------
        rule : cfrlib.engine.common.regret_matching.Rule
        rng : numpy.random.Generator
        first, count : int

        Returns
        -------
        (int, int)
            Nodes and histories touched; see `cfrlib.CFR`.
        """

    @abstractmethod
    def sums(self, iterations):
        """Return what the average strategy after so many iterations is made of: a table, or a tuple of two."""

    @abstractmethod
    def current(self):
        """Return the profile that the next iteration starts from; a view of the tables where these are large."""

    def average(self, iterations):
        """Return the average profile; a view of the tables where these are large."""
        return self.layout.average(self.sums(iterations))

    def exploitability(self, iterations):
        """Return the exploitability of the average profile."""
        return self.layout.exploitability(self.sums(iterations))

    def check(self):  # noqa: B027
        """Raise ValueError if tables that were read do not fit together: by default all do."""

    def sum_tables(self):
        """Return the arrays that strategies are summed up in."""
        return self._named("sums")

    def regret_tables(self):
        """Return the arrays that gains are summed up in."""
        return self._named("regret")

    def _named(self, end):
        return [table for name, table in self.tables._asdict().items() if name.endswith(end)]


def engine_of(setup):
    """Return what does the iterations of a solver.

    Raises
    ------
    ValueError
        If these switches are refused for this game: the message says which are not.
    """
    module = _module(type(setup.layout).__module__.removesuffix(".layout"))
    module.check(setup)
    return module.ROWS[setup.kind](setup)


def _module(engine):
    """Return what says which rows an engine has: ``engine.py`` in its folder, or the module that is all of it."""
    return import_module(f"{engine}.engine" if engine.startswith("cfrlib.engine.") else engine)


ENGINES = ("tree", "bids", "two_rounds", "buckets")


def support_table():
    """Return which rows each engine walks, as a table in Markdown."""
    rows = {**{name: kind_of(scheme) for name, scheme in SCHEMES.items()}, "mixed": "mixed", "by place": "by place"}
    modules = [_module(f"cfrlib.engine.{engine}") for engine in ENGINES]
    lines = [["row", *ENGINES], ["---"] * (1 + len(ENGINES))]
    lines += [[row, *("yes" if kind in module.ROWS else "" for module in modules)] for row, kind in rows.items()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


# -- what engines refuse alike ------------------------------------------------------------------


def refuse_draws(setup):
    """Raise ValueError for draws that depend on one another, or of sequences of buckets."""
    row = setup.sampling
    if setup.kind not in ("mixed", "by place") and row.draws != "independent":
        names = {"sequences": "sequences are for hold'em with buckets"}
        what = names.get(row.draws, "epochs are for two-round hold'em")
        raise ValueError(f"sampling={str(row)!r}: {what}, not for {setup.game}")


def refuse_baseline(setup, rows):
    """Raise ValueError for a baseline; these rows would take one."""
    if setup.baseline.kind != "none":
        raise ValueError(
            f"baseline={str(setup.baseline)!r} with sampling={str(setup.sampling)!r}: baselines are for walks on "
            f"single histories: {rows} and their mixes"
        )


def refuse_places(setup):
    """Raise ValueError for a row that samples by place."""
    if setup.kind == "by place":
        raise ValueError(
            f"sampling={str(setup.sampling)!r}: places are rows whose visits are counted, and for {setup.game} they "
            "are not; a mix takes turns by walk or node"
        )


def refuse_other_rows(setup, rows, whole):
    """Raise ValueError for a row of hold'em that is not among these; `whole` names the row of all cards, if any."""
    if setup.kind not in rows:
        raise ValueError(
            f"sampling={str(setup.sampling)!r}: for {setup.game} it takes {whole}pcs opcs spcs cs es os robust, or a "
            "mix of the last four: whoever draws hands draws the board, too"
        )
