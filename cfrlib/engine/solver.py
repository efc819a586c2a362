"""`CFR`: counterfactual regret minimization on flat arrays, with the sampling, regret and averaging rules as switches.

An iteration is a walk for player 0 and then one for player 1. Tables, random numbers and counters are the whole
state, so a run can stop anywhere and go on bit for bit the same, also from a file.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from cfrlib._util.arguments import MOST_THREADS, checked_seed, one_of, positive, typed, whole
from cfrlib._util.interrupts import alone, held
from cfrlib._util.progress import bar as progress_bar
from cfrlib.engine.common.regret_matching import address_of
from cfrlib.engine.common.single_histories import baselines
from cfrlib.engine.contract import Setup, check_solved, engine_of, layout_of
from cfrlib.engine.convergence import label
from cfrlib.engine.saving import load, save
from cfrlib.engine.step import ZERO_TOLERANCE, make_rule
from cfrlib.engine.sums import largest
from cfrlib.game import Game
from cfrlib.regret import averaging, discounted, power_of_t, regret_rule
from cfrlib.sampling import scheme

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from cfrlib.engine.common.single_histories.baselines import Baseline
    from cfrlib.games import matrix
    from cfrlib.profile import Profile
    from cfrlib.regret import Averaging, Ramp, RegretRule
    from cfrlib.sampling import ByPlace, Mixed, Scheme
    from cfrlib.tree import Tree

MOMENT = 0.05  # Seconds: about how long a kernel runs before it lets go
GROWTH = 4  # how many times as many iterations a kernel does at most, as long as it takes less
NEAR, FASTEST_DECAY, FARTHEST = 2, 1 / 4, 1.25
"""When `until` is checked again, see `_next_check`."""
STAKES = {"float64": (1e-270, 1e100), "float32": (1e-20, 1e10)}
"""Limits of the largest payoff of a game. Above there is room for sums of it; below, for smaller payoffs, times the
probabilities of chance and opponents, and for the digits of these. At 1e-300 and 1e-38 digits go."""
TINY = 1e-300  # a sum of regrets up to here is taken for 0: its reciprocal would overflow
SOON, PER_BYTE = 1e-3, 1e-8
"""Seconds of solving, at least and for each byte of regrets, until these are checked again for overflow."""


class CFR:
    """A solver of a two-player zero-sum game.

    Parameters
    ----------
    game : Game, matrix or Tree
        What is to be solved.
    sampling : str, Scheme, Mixed or ByPlace
        A row of `cfrlib.sampling`: vanilla pcs opcs spcs cs es os robust; or a mix of two.
    regret : str or RegretRule
        A row of `cfrlib.regret`: rm rm+ linear discounted predictive pcfr+ dcfr+ pdcfr+ apcfr+ sapcfr+
        hedge mmd.
    average : str, float, Ramp, sequence of float or Averaging
        The weights of iterations: uniform, linear or quadratic, a power of t, which may be a `cfrlib.regret.Ramp`, or
        a sequence of weights; under sampling also lazy or optimistic ("linear lazy").
    seed : int
        Of the random draws.
    updates : {"alternating", "simultaneous"}
        Whether player 1's walk sees player 0's update of the same iteration.
    average_at : {"own", "opponent"}, optional
        Whether a walk adds to the average of its own player or of the opponent; by default of the opponent whose
        actions are sampled (see `Scheme.average_at`), else of its own. A mix on the published scale is "custom": each
        of its schemes adds where it is customary (see `Mixed`).
    threads : int
        At most so many, where there is enough to share: Bluff above 100,000 information sets; vanilla on all flops of
        hold'em, and under buckets the rows that carry many hands. 1 to 1,024; no result depends on it.
    dtype : {"float64", "float32"}
        Of the tables. float32 takes half the memory. Its rounding adds up: on Kuhn poker exploitability
        falls for some 3 * 10^5 iterations, then rises again. Large games do not get that far.
    baseline : {"none", "learned", "exact"} or Baseline
        What stands for values that a sampled walk leaves out; see `cfrlib.engine.common.single_histories.baselines`.
    locked : dict of pair of str to dict of str to float, optional
        What is played at some information sets at all times, {key: {action: probability}}, of either player or both.
        The rest becomes an equilibrium of the game in which chance plays there: `exploitability` and ``run(until=)``
        ask for best responses that keep what is locked. Actions left out have probability 0.

    Attributes
    ----------
    iterations : int
        How many are complete.
    nodes_touched : int
        Public nodes entered times the private outcomes of the walking player carried there.
    histories_touched : int
        The same with pairs of private outcomes, deals included.
    seconds : float
        Of the solve alone.
    label : str
        What is known about these switches together, with their numbers: "proved (by whom)", "heuristic (why)" or
        "unknown (why)". What counts as proved stands in `cfrlib.engine.convergence`.

    Raises
    ------
    ValueError
        If an argument is wrong, the game does not keep to what `Game` says, or the switches do not go together. The
        message names the argument.

    References
    ----------
    M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information*
    (2007).
    M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, *Monte Carlo Sampling for Regret Minimization in Extensive Games*
    (2009).
    M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling, *Efficient Nash Equilibrium Approximation through Monte
    Carlo Counterfactual Regret Minimization* (2012).
    M. Schmid and others, *Variance Reduction in Monte Carlo Counterfactual Regret Minimization (VR-MCCFR) for Extensive
    Form Games Using Baselines* (2019).

    Examples
    --------
    >>> import cfrlib
    >>> solver = cfrlib.CFR.plus(cfrlib.games.kuhn())
    >>> solver.run(1000)
    >>> solver.exploitability() < 1e-4
    True
    """

    def __init__(
        self, game: Game | matrix | Tree, sampling: str | Scheme | Mixed | ByPlace = "vanilla", *,
        regret: str | RegretRule = "rm",
        average: str | float | Ramp | Sequence[float] | Averaging = "uniform", seed: int = 0,
        updates: str = "alternating", average_at: str | None = None, threads: int = 1, dtype: str = "float64",
        baseline: str | Baseline = "none",
        locked: Mapping[tuple[str, str], Mapping[str, float]] | None = None,
    ) -> None:  # fmt: skip
        check_solved(game)
        self.game = game
        self.sampling, self.regret, self.average = scheme(sampling), regret_rule(regret), averaging(average)
        self.seed = checked_seed(seed)
        self.updates = one_of("updates", updates, ("alternating", "simultaneous"))
        default = "own" if self.average.unvisited == "lazy" else self.sampling.average_at
        places = ("own", "opponent", *({self.sampling.average_at} - {"own", "opponent"}))
        self.average_at = one_of("average_at", default if average_at is None else average_at, places)
        self.threads = whole("threads", threads, 1, MOST_THREADS)
        self.dtype = one_of("dtype", dtype, ("float64", "float32"))
        self.baseline = baselines.baseline(baseline)
        self.locked = {} if locked is None else typed("locked", locked, Mapping, "{key: {action: probability}}")
        self.layout = layout_of(game)
        least, most = STAKES[self.dtype]
        if self.layout.stakes and not least <= self.layout.stakes <= most:
            limit = f"at least {least:g}" if self.layout.stakes < least else f"at most {most:g}"
            raise ValueError(
                f"game={game!r}: its largest payoff is {self.layout.stakes:g}; tables of {self.dtype} take {limit}"
            )
        self.iterations = self.nodes_touched = self.histories_touched = 0
        self.seconds, self._last_check, self._chunk = 0.0, -np.inf, 1
        self._prepared, self._cached_rule = False, (None, None)
        self.rng = np.random.Generator(np.random.PCG64(self.seed))
        self.engine = engine_of(Setup(**{field.name: getattr(self, field.name) for field in fields(Setup)}))
        if self.locked:
            self.locked = self.engine.setup.locks.strategies
            self.engine.keep()
        self.label = label(self.sampling, self.regret, self.average, self.updates, self.average_at, self.layout)

    @classmethod
    def plus(cls, game: Game | matrix | Tree, **switches: Any) -> Self:
        """Return CFR+ (Tammelin 2014): RM+, alternating updates, linear average.

        Parameters
        ----------
        game : Game, matrix or Tree
            What is to be solved.
        **switches : object
            Other arguments of `CFR`; regret and average replace those of CFR+.

        Returns
        -------
        CFR
            The solver, before its first iteration.

        Examples
        --------
        >>> import cfrlib
        >>> solver = cfrlib.CFR.plus(cfrlib.games.kuhn())
        >>> str(solver.regret), str(solver.average)
        ('rm+', 'linear')
        """
        return cls(game, **{"regret": "rm+", "average": "linear", **switches})

    @classmethod
    def linear(cls, game: Game | matrix | Tree, **switches: Any) -> Self:
        """Return Linear CFR (Brown and Sandholm 2019): iteration t has weight t in regrets and average.

        Parameters
        ----------
        game : Game, matrix or Tree
            What is to be solved.
        **switches : object
            Other arguments of `CFR`; regret and average replace those of Linear CFR.

        Returns
        -------
        CFR
            The solver, before its first iteration.
        """
        return cls(game, **{"regret": "linear", "average": "linear", **switches})

    @classmethod
    def discounted(
        cls, game: Game | matrix | Tree, alpha: float | Ramp = 1.5, beta: float | Ramp = 0.0,
        gamma: float | Ramp = 2.0, **switches: Any,
    ) -> Self:  # fmt: skip
        """Return Discounted CFR (Brown and Sandholm 2019).

        Parameters
        ----------
        game : Game, matrix or Tree
            What is to be solved.
        alpha, beta : float or Ramp
            Positive, and negative, regrets are multiplied by t^alpha / (t^alpha + 1), and with beta; see
            `cfrlib.regret.discounted`.
        gamma : float or Ramp
            The strategy of iteration t has weight t^gamma in the average.
        **switches : object
            Other arguments of `CFR`; regret and average replace those of Discounted CFR.

        Returns
        -------
        CFR
            The solver, before its first iteration.

        Raises
        ------
        ValueError
            If alpha, beta or gamma is no such number.
        """
        return cls(game, **{"regret": discounted(alpha, beta), "average": power_of_t("gamma", gamma), **switches})

    @classmethod
    def predictive(cls, game: Game | matrix | Tree, **switches: Any) -> Self:
        """Return predictive CFR+ (Farina, Kroer and Sandholm 2021): quadratic average.

        Parameters
        ----------
        game : Game, matrix or Tree
            What is to be solved.
        **switches : object
            Other arguments of `CFR`; regret and average replace those of predictive CFR+.

        Returns
        -------
        CFR
            The solver, before its first iteration.
        """
        return cls(game, **{"regret": "predictive", "average": "quadratic", **switches})

    @alone
    def run(
        self, iterations: int | None = None, *, seconds: float | None = None, until: float | None = None,
        progress: bool = False,
    ) -> None:  # fmt: skip
        """Add iterations to what was run before.

        Parameters
        ----------
        iterations : int, optional
            How many.
        seconds : float, optional
            Stop after about so long.
        until : float, optional
            Stop when the exploitability of the average strategy, computed now and then, is at most this, in the game's
            unit.
        progress : bool
            Show a bar.

        Raises
        ------
        ValueError
            If none of the three says when to stop, or one is no such number; if regrets have grown beyond what
            tables can hold; or if another run of this solver has not ended.
        """
        if iterations is None and seconds is None and until is None:
            raise ValueError("run: it takes iterations=, seconds= or until= to know when to stop")
        last = None if iterations is None else self.iterations + whole("iterations", iterations, 0)
        limit = None if seconds is None else self.seconds + positive("seconds", seconds)
        if until is not None:
            positive("until", until)
        with progress_bar(progress, iterations) as bar:
            self.prepare()
            chunk, check_at = self._chunk if seconds is None else 1, self.iterations
            while (last is None or self.iterations < last) and (limit is None or self.seconds < limit):
                self._check_overflow()
                if until is not None and self.iterations >= check_at:
                    ratio = self.exploitability() / until if self.iterations else 1.0
                    if self.iterations and ratio <= 1:
                        break
                    check_at = self._next_check(check_at, ratio)
                batch = chunk
                if last is not None:
                    batch = min(batch, last - self.iterations)
                if until is not None:
                    batch = min(batch, check_at - self.iterations)
                elapsed = self._advance(batch)
                bar.update(batch)
                chunk = self._chunk = min(max(int(batch * MOMENT / max(elapsed, 1e-6)), 1), GROWTH * chunk)
            self._check_overflow()

    def _next_check(self, check_at, ratio):
        """Return the iteration after which exploitability, now `ratio` times the target, is computed again.

        It is assumed to fall no faster than t^-4. To go from `ratio` to NEAR times the target takes at least until
        iteration t (ratio / NEAR)^(1/4); never skip more than 25 % ahead.
        """
        soonest = self.iterations * min((ratio / NEAR) ** FASTEST_DECAY, FARTHEST)
        while check_at <= self.iterations or check_at < soonest:
            check_at = max(check_at + 1, int(check_at * 1.02))
        return check_at

    def _check_overflow(self):
        """Raise ValueError if regrets are NaN, infinite or near overflow. Large tables are scanned rarely."""
        since = self.seconds - self._last_check
        if since < SOON or not self.iterations:
            return
        tables = self.engine.regret_tables()
        if since < PER_BYTE * sum(table.nbytes for table in tables):
            return
        for table in tables:
            most = largest(table.dtype)
            if table.size and not (table.max() <= most and table.min() >= -most):
                raise ValueError(
                    f"regret={str(self.regret)!r}: after {self.iterations:,} iterations regrets are larger than tables "
                    f"of {table.dtype} can hold, and what comes of them would be no strategy; it takes discounts of at "
                    "most 1, smaller payoffs, or dtype='float64'"
                )
        self._last_check = self.seconds

    def prepare(self) -> None:
        """Compile, and make what depends on the game's cards or later games; else the first `run` does so.

        None of it counts as `seconds`.
        """
        if self._prepared:
            return
        self.engine.prepare()
        if self.regret.local is not None:
            address_of(self.regret.local, self.dtype)
        self._prepared = True

    def _advance(self, iterations):
        """Perform and count `iterations` in one go; return the seconds. Interrupts wait until that is done."""
        self._logarithms(self.iterations + iterations)
        with held():
            started, last = time.perf_counter(), self.iterations + iterations
            while self.iterations < last:
                weights = self.average, self.engine.setup.regret_weights
                until = self.iterations + 1 if self.locked and not self.engine.holds else last
                self._stretch(min(weight.stretch(self.iterations + 1, until, self.dtype) for weight in weights))
            elapsed = time.perf_counter() - started
            self.seconds += elapsed
        return elapsed

    def _stretch(self, last):
        """Iterate up to iteration `last`; all of these have one exponent of the average, and one of regrets."""
        done, first = self.iterations, self.iterations + 1
        self.average.rescale(self.engine.sum_tables(), done, first, self.dtype)
        self.engine.setup.regret_weights.rescale(self.engine.regret_tables(), done, first, self.dtype)
        # Locked rows are rewritten before each iteration: hugely negative regret on actions that are never played, so
        # no gain can revive them; afterwards 0, the stored form.
        rewritten = self.locked and not self.engine.holds
        if rewritten:
            self.engine.keep(-1.0)
        nodes, histories = self.engine.iterate(self._rule(last), self.rng, first, last - done)
        if rewritten:
            self.engine.keep()
        self.iterations = last
        self.nodes_touched += int(nodes)
        self.histories_touched += int(histories)

    def _rule(self, iterations):
        """Return the `Rule` that kernels update tables by, with weights up to iteration `iterations`.

        It is the same object until it is another rule: so kernels need not read it again.
        """
        exponent, gain_exponent = (
            weight.exponent(iterations, self.dtype) for weight in (self.average, self.engine.setup.regret_weights)
        )
        tolerance = max(ZERO_TOLERANCE * min(1.0, self.layout.stakes) * 2.0**-gain_exponent, TINY)
        logarithms, weights = self._logarithms(iterations), self.average.logarithms(iterations)
        made_of = self.regret, self.average, logarithms.shape, len(weights), exponent, gain_exponent
        if self._cached_rule[0] != made_of:
            local = address_of(self.regret.local, self.dtype) if self.regret.local else 0
            numbers = logarithms, exponent, tolerance, gain_exponent, weights, local
            self._cached_rule = made_of, make_rule(self.regret, self.average, *numbers)
        return self._cached_rule[1]

    def _logarithms(self, iterations):
        """Return the logarithms of the discounts up to an iteration, computed ahead."""
        known = vars(self).get("_discounts")
        if known is None or (known.shape[1] <= iterations + 1 and self.regret.discounts):
            self._discounts = self.regret.logarithms(2 * iterations + 1000)
        return self._discounts

    def average_strategy(self) -> Profile:
        """Return the average profile, which converges to an equilibrium; uniform where nothing has been added yet.

        Returns
        -------
        Profile
            A snapshot; above ten million information-set actions a view of the tables, valid until the next `run`.
        """
        return self.engine.average(self.iterations).snapshot()

    def current_strategy(self) -> Profile:
        """Return the profile that the next iteration starts from.

        Returns
        -------
        Profile
            A snapshot or a view, as from `average_strategy`.
        """
        return self.engine.current().snapshot()

    def exploitability(self) -> float:
        """Return the exploitability of the average strategy.

        Returns
        -------
        float
            What best responses to it earn on average, in the game's unit; 0 in equilibrium.

        Raises
        ------
        ValueError
            If the players do not remember what they knew, as in hold'em with ``recall="imperfect"``.
        """
        return self.engine.exploitability(self.iterations)

    def __repr__(self):
        switches = f"sampling={self.sampling}, regret={self.regret}, average={self.average}, {self.updates}"
        if self.baseline.kind != "none":
            switches += f", baseline={self.baseline}"
        if self.locked:
            switches += f", {len(self.locked):,} information sets locked"
        return f"<CFR of {self.game}: {switches}; {self.label}; {self.iterations:,} iterations>"

    @alone
    def save(self, path: str | PathLike[str], progress: bool = False) -> None:
        """Write everything to exactly this path, whole or not at all; no pickle is involved.

        Parameters
        ----------
        path : str or Path
            Of the file; nothing is added to its name.
        progress : bool
            Show a bar: tables may have gigabytes.

        Raises
        ------
        ValueError
            If a probability of mixed sampling or a discount is a user-defined function, or a rule has a user-defined
            class: neither can be written down. Or if the solver is running.
        OSError
            If the disk is full, say. A file that was there before is left as it was.
        """
        save(self, path, progress)

    @classmethod
    def load(cls, path: str | PathLike[str], game: Game | matrix | Tree | None = None, progress: bool = False) -> Self:
        """Return the solver that `save` wrote, ready to go on.

        Parameters
        ----------
        path : str or Path
            Of the file.
        game : Game, matrix or Tree, optional
            Needed for a game that is not of `cfrlib.games`, and for a tree.
        progress : bool
            Show a bar.

        Returns
        -------
        CFR
            It goes on bit for bit as if it had never been saved.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        ValueError
            If the file is damaged, is no saved solver, or belongs to another game.
        """
        return load(cls, path, game, progress)
