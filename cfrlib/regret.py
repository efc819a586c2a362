r"""How regrets become the next strategy, and how strategies are averaged. Both are data, not code.

A walk of iteration t finds g(I, a), estimates of the counterfactual regret. A rule says what becomes of a row R of the
table, and which numbers the next strategy is in proportion to (their positive part: regret matching):

.. math::
    R \leftarrow \max(d_t R + t^w g, \text{floor}), \qquad \text{match } R + m \, t^w g

Here d_t is the discount, one for positive and one for negative regrets, t^w the weight of what is added, and m that of
a prediction: that it comes again. With ``after=True`` strategies are matched to what the next discount leaves of R.

Discounting before or after adding is one algorithm, but with a prediction. Let D_t be the discount of iteration t, a
positive factor for each sign. One order keeps R_t = D_(t-1)(R_(t-1)) + g_t, the other R'_t = D_t(R'_(t-1) + g_t), and

.. math::
    R'_{t-1} = D_{t-1}(R_{t-1}) \;\Rightarrow\; R'_t = D_t(D_{t-1}(R_{t-1}) + g_t) = D_t(R_t), \qquad
    \frac{D_t(R)^+}{\sum D_t(R)^+} = \frac{R^+}{\sum R^+}

So both play the same strategies: regret matching does not see a common factor. They differ by rounding only. But
R + m g and D_t(R) + m g are not in proportion: a prediction counts more beside regrets that are discounted already.

With an *asymmetry* A a prediction counts m / (1 + r) only. The worse the predictions of an information set have been,
relative to how far its regrets have moved, the larger is r; where no regret has moved, r = A (Meng et al. 2026,
equations 4 and 10):

.. math::
    r = \min\left(\sqrt{\frac{\sum_{s \le t} |g_s - g_{s-1}|^2}{\sum_{s \le t} |R_s - R_{s-1}|^2}}, A\right)

=============  =====================================  =========  ====================================================
rule           its data                               average    source
=============  =====================================  =========  ====================================================
rm             nothing: R + g                         uniform    Zinkevich et al. 2007
rm+            floor 0                                linear     Tammelin 2014
linear         gain 1: iteration t counts t           linear     Brown and Sandholm 2019
discounted     positive and negative regrets by       quadratic  Brown and Sandholm 2019
               Power(alpha), Power(beta): 1.5 and 0
predictive     floor 0, prediction 1                  quadratic  Farina, Kroer and Sandholm 2021: PCFR+
pcfr+          another name of it                     quadratic
dcfr+          positive regrets by Power(1.5), floor  4          Xu et al. 2024
               0
pdcfr+         positive regrets by Power(2.3) after   5          Xu et al. 2024
               adding, floor 0, prediction 1
apcfr+         floor 0, prediction 1, asymmetry 5     quadratic  Meng et al. 2026
sapcfr+        floor 0, prediction 1/3                quadratic  Meng et al. 2026
hedge          local update `softmax`: rate 10/t^.5  uniform    Freund and Schapire 1999
mmd            that, and regrets are discounted by    uniform    Sokota et al. 2023: magnetic mirror descent
               a constant after adding: see `mmd`
=============  =====================================  =========  ====================================================

The average is the one of its paper. ``regret=`` never changes ``average=``: ``CFR(game, regret="dcfr+", average=4)``.

A rule of your own is a `RegretRule` with other numbers; it runs in the textbook and on every engine. Under sampling
only visited rows change; discounts and weights count iterations, so what a row has missed is made up when it is
visited. In the average, the strategy of iteration t counts t^power: uniform 0, linear 1, quadratic 2. (Discounted CFR's
gamma is this power.) What is proved to converge stands in `cfrlib.engine.convergence`.

A *schedule* moves exponents as iterations go: where there is a power, there may be a `Ramp`. Zhang, McAleer and
Sandholm (2024) plan n iterations: ``CFR.discounted(game, Ramp(1, 4, n), Ramp(-1, -3, n), Ramp(30, 25, n))`` is HS-DCFR,
``CFR.predictive(game, average=Ramp(30, 25, n))`` HS-PCFR+. The length is the rule's; ``run`` does not change it.

A *local update* of a rule takes the place of regret matching. It is a function ``local(row, t, parameters)`` that gets
what the strategy would be matched to, after iteration t, and puts a strategy there. The textbook calls it; the engines
of public and of explicit trees compile it, so it keeps to what numba takes. The other engines refuse it.

References
----------
Y. Freund, R. Schapire, *Adaptive Game Playing Using Multiplicative Weights* (1999).
O. Tammelin, *Solving Large Imperfect Information Games Using CFR+* (2014).
N. Brown, T. Sandholm, *Solving Imperfect-Information Games via Discounted Regret Minimization* (2019).
G. Farina, C. Kroer, T. Sandholm, *Faster Game Solving via Predictive Blackwell Approachability: Connecting Regret
Matching and Mirror Descent* (2021).
M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, *Monte Carlo Sampling for Regret Minimization in Extensive Games*
(2009).
S. Sokota and others, *A Unified Approach to Reinforcement Learning, Quantal Response Equilibria, and Two-Player
Zero-Sum Games* (2023).
N. Zhang, S. McAleer, T. Sandholm, *Faster Game Solving via Hyperparameter Schedules* (2024).
H. Xu and others, *Minimizing Weighted Counterfactual Regret with Optimistic Online Mirror Descent* (2024).
L. Meng and others, *Efficient Last-Iterate Convergence in Solving Extensive-Form Games* (2025).
L. Meng and others, *Faster Game Solving via Asymmetry of Step Sizes* (2026).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cfrlib._util.arguments import flag, is_number, listed, number, one_of, refuse, said, text, whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

POWERS = {"uniform": 0.0, "linear": 1.0, "quadratic": 2.0}
UNVISITED = ("stochastic", "lazy", "optimistic")
HIGHEST = 1000
"""Power of t in the average."""
NO_ROW = np.zeros(0)
STEPS = {"float64": 512, "float32": 64}
"""Weights of the average are rescaled in steps of 2^512, in float32 2^64: half of the exponents that numbers have."""
SMALLEST = -700.0
"""Logarithm of the smallest discount: as good as 0."""
TAKES = "a number from 0 to 1, a Power, a row of numbers from 0 to 1, or a function of the iteration"


@dataclass(frozen=True)
class Ramp:
    """An exponent that goes in a straight line from `first`, before iteration 1, to `last` after `length` iterations.

    There it stays. The length belongs to the rule: how many iterations `run` is asked for does not change it.
    """

    first: float
    last: float
    length: int

    def __post_init__(self):
        for name in ("first", "last"):
            takes = f"a number from -{HIGHEST} to {HIGHEST}"
            object.__setattr__(self, name, number(name, getattr(self, name), takes, -HIGHEST, HIGHEST))
        whole("length", self.length, 1)

    def __call__(self, s: ArrayLike) -> np.ndarray:
        """Return the exponents when so many iterations are done: float64 of the shape of `s`."""
        return self.first + (self.last - self.first) * np.minimum(np.asarray(s, dtype=float) / self.length, 1.0)

    def __str__(self):
        return f"{self.first:g} to {self.last:g} in {self.length:,}"


@dataclass(frozen=True)
class Power:
    """The discounts s^exponent / (s^exponent + 1) when s = 1, 2, ... iterations are done (Brown and Sandholm 2019).

    From s = 2 on an exponent of infinity discounts nothing, and one of minus infinity everything; for s = 1 all
    discounts are 1/2. The exponent may be a `Ramp`.
    """

    exponent: float | Ramp

    def __post_init__(self):
        object.__setattr__(self, "exponent", _exponent("exponent", self.exponent))

    def _at(self, s):
        """Return the exponents when s iterations are done: an array if s is one, or a number."""
        return self.exponent(s) if isinstance(self.exponent, Ramp) else self.exponent

    def __call__(self, s: ArrayLike) -> np.ndarray:
        """Return the discounts when so many iterations are done, from 1: float64 of the shape of `s`."""
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            x = np.asarray(s, dtype=float) ** self._at(s)
            return np.where(np.isinf(x), 1.0, x / (x + 1))


class Constants(NamedTuple):
    """What a rule multiplies by in one iteration, and raises to; see `RegretRule.step`."""

    weight: float  # of what the iteration adds
    up: float  # discount of regrets above 0 before that
    down: float  # and of all others
    floor: float  # -infinity is none
    prediction: float
    next_up: float  # discounts of what a prediction is added to
    next_down: float
    asymmetry: float


@dataclass(frozen=True)
class RegretRule:
    """What becomes of regrets after a walk; see `cfrlib.regret`.

    Parameters
    ----------
    name : str
        Of one of the rules that have names, with its numbers, or any other text.
    positive, negative : float, Power, sequence of float, or callable
        What positive, and negative, regrets are multiplied by, from 0 to 1: the same number in each iteration; a power
        of the iterations that are done; number s of a row when s = 1, 2, ... are done (after its end the last one
        stays); or what a function of s returns.
    after : bool
        Whether the discount of an iteration comes after adding, or before.
    floor : {None, 0}
        Whether regrets are raised to 0. Another floor would depend on the unit of an engine's tables.
    prediction : float
        The weight of the prediction, 0 or above.
    gain : float
        What iteration t adds counts t^gain.
    local : callable or "softmax", optional
        A local update instead of regret matching; see `cfrlib.regret`. It sees the size of regrets, so gain is 0.
    parameters : sequence of float
        What it is told: the rate of softmax, and its decay.
    asymmetry : float
        Where predictions have been bad, they count down to 1 / (1 + asymmetry) as much; see `cfrlib.regret`. It takes a
        prediction, and a gain of 0.

    Raises
    ------
    ValueError
        If a number is not among these, or the name is that of a rule with other numbers.

    Examples
    --------
    DCFR+ with a prediction that counts half:

    >>> import cfrlib
    >>> rule = cfrlib.regret.RegretRule("mine", positive=cfrlib.regret.Power(1.5), floor=0, prediction=0.5)
    >>> solver = cfrlib.CFR(cfrlib.games.kuhn(), regret=rule, average=4)
    >>> solver.run(200)
    >>> solver.exploitability() < 0.002
    True
    """

    name: str
    positive: float | Power | Sequence[float] | Callable[[int], float] = 1.0
    negative: float | Power | Sequence[float] | Callable[[int], float] = 1.0
    after: bool = False
    floor: float | None = None
    prediction: float = 0.0
    gain: float = 0.0
    local: Callable[[np.ndarray, int, np.ndarray], object] | str | None = None
    parameters: Sequence[float] = ()
    asymmetry: float = 0.0

    def __post_init__(self):
        def put(name, value):
            object.__setattr__(self, name, value)

        if not text("name", self.name):
            refuse("name", self.name, "a text", right_type=True)
        put("positive", _discount("positive", self.positive))
        put("negative", _discount("negative", self.negative))
        put("after", flag("after", self.after))
        if self.floor is not None:
            put("floor", number("floor", self.floor, "None or 0", 0, 0))
        put("prediction", number("prediction", self.prediction, "a number from 0 to 1000", 0, 1000))
        put("gain", number("gain", self.gain, f"a power of t, from 0 to {HIGHEST}", 0, HIGHEST))
        if isinstance(self.local, str):
            put("local", LOCAL[one_of("local", self.local, LOCAL)])
        if self.local is not None and not callable(self.local):
            refuse("local", self.local, "None, or a function of a row, the iteration and parameters")
        takes = "finite numbers, for a local update"
        put("parameters", tuple(number("parameters", x, takes) for x in listed("parameters", self.parameters, takes)))
        if self.local is None and self.parameters:
            refuse("parameters", self.parameters, "nothing without a local update", right_type=True)
        if self.local is not None and self.gain:
            refuse("gain", self.gain, "0 with a local update, which sees the size of regrets", right_type=True)
        put("asymmetry", number("asymmetry", self.asymmetry, "a number from 0 to 1000", 0, 1000))
        if self.asymmetry and (self.gain or self.local is not None or not self.prediction):
            takes = "0 without a prediction, with a gain, and with a local update"
            refuse("asymmetry", self.asymmetry, takes, right_type=True)
        if not self.known and self.name in NAMES:
            raise ValueError(f"name={self.name!r}: this rule has other numbers; a rule of your own takes another name")

    @property
    def known(self) -> bool:
        """Whether it is one of the rules that have names."""
        if self.name not in RULES:
            return False
        standard, free = {**PLAIN, **RULES[self.name]}, FREE.get(self.name, ())
        return all(
            type(getattr(self, name)) is type(value) if name in free else getattr(self, name) == value
            for name, value in standard.items()
        )

    @property
    def discounts(self) -> bool:
        """Whether any regret is discounted."""
        return self.positive != 1.0 or self.negative != 1.0

    def __str__(self):
        if self.name == "discounted" and self.known:
            return f"discounted({_shown(self.positive.exponent)}, {_shown(self.negative.exponent)})"
        if self.name == "mmd" and self.known:
            rate = self.parameters[0]
            return f"mmd({rate:g}, {(1 / self.positive - 1) / rate:g})"
        if self.known:
            return self.name + (f"({', '.join(map(_shown, self.parameters))})" if self.parameters else "")
        shown = [f"{key}={getattr(self, key)!r}" for key in PLAIN if getattr(self, key) != PLAIN[key]]
        return f"{self.name}({', '.join(shown)})"

    def factors(self, first: int, last: int) -> np.ndarray:
        """Return the discounts when s = first, ..., last iterations are done: (2, last - first + 1) float64.

        The rows are factors from 0 to 1 of positive and of negative regrets. A discount that is a function must return
        such numbers.
        """
        s = np.arange(first, last + 1)
        return np.array([_factors(name, schedule, s) for name, schedule in self._schedules()])

    def step(self, t: int, since: int) -> Constants:
        """Return the numbers of iteration t for regrets that were updated last in iteration `since`, 0 for never.

        With instantaneous regrets g times `weight`, regrets R become max(D(R) + g, floor), where D multiplies by `up`
        what is above 0 and all else by `down`; the strategy is matched to R, or to D'(R) + prediction g, where D' is by
        the discounts `next_up` and `next_down`.
        """
        (up, down), (next_up, next_down) = (1.0, 1.0), (1.0, 1.0)
        if self.discounts and t > max(since, 1):
            up, down = self.factors(max(since, 1), t - 1).prod(axis=1).tolist()
        if self.after and (self.prediction or self.local):
            next_up, next_down = self.factors(t, t)[:, 0].tolist()
        try:
            weight = t**self.gain
        except OverflowError:
            takes = "it takes a smaller power of t"
            raise ValueError(f"regret={str(self)!r}: in iteration {t:,} no number can hold a gain; {takes}") from None
        floor = -math.inf if self.floor is None else self.floor
        return Constants(weight, up, down, floor, self.prediction, next_up, next_down, self.asymmetry)

    def logarithms(self, iterations: int) -> np.ndarray:
        """Return the logarithms of the products of all discounts up to each iteration, from iteration 0 on.

        The array is (2, iterations + 1), for positive and for negative regrets; it is (2, 1) zeros if nothing is
        discounted.
        """
        if not self.discounts:
            return np.zeros((2, 1))
        result, s = np.zeros((2, iterations + 1)), np.arange(1, iterations + 1, dtype=float)
        for row, (name, schedule) in zip(result, self._schedules(), strict=True):
            with np.errstate(over="ignore", divide="ignore"):
                exact = isinstance(schedule, Power)  # also where a discount is all but 1
                logs = -np.log1p(s ** -schedule._at(s)) if exact else np.log(_factors(name, schedule, s))
            np.cumsum(np.maximum(logs, SMALLEST), out=row[1:])
        return result

    def _schedules(self):
        return ("positive", self.positive), ("negative", self.negative)

    def describe(self) -> dict[str, Any]:
        """Return the rule as numbers and texts that JSON can hold; `from_description` makes an equal rule of them.

        A rule is refused if a discount or the local update is a function of one's own, or if its class is a subclass.
        """
        if type(self) is not RegretRule or any(callable(x) and not isinstance(x, Power) for _, x in self._schedules()):
            raise ValueError(
                f"regret={said(self)}: one of your own cannot be saved; a RegretRule of numbers, rows and Powers can"
            )
        names = {function: name for name, function in LOCAL.items()} | {None: None}
        if self.local not in names:
            raise ValueError(f"regret={said(self)}: a local update of one's own cannot be saved")
        made = {name: {"power": written(x.exponent)} if isinstance(x, Power) else x for name, x in self._schedules()}
        return {**{field.name: getattr(self, field.name) for field in fields(self)}, **made, "local": names[self.local]}

    @classmethod
    def from_description(cls, described: dict[str, Any]) -> RegretRule:
        """Return a rule equal to the one that `describe` wrote down."""
        if "alpha" in described:  # as older files have it
            parameters = {"alpha": described["alpha"], "beta": described["beta"]}
            return discounted(**parameters) if described["name"] == "discounted" else regret_rule(described["name"])
        discounts = {name: described[name] for name in ("positive", "negative")}
        made = {name: Power(read(x["power"])) if isinstance(x, dict) else x for name, x in discounts.items()}
        kept = {name: value for name, value in described.items() if name != "pull"}
        if described.get("pull"):
            raise ValueError(f"regret={described['name']!r}: a rule with a pull, such as RTCFR+, is read no longer")
        return cls(**{**kept, **made})


def _discount(name, value):
    """Return a discount as a rule has it: a number, a Power, a tuple of numbers or a function."""
    if isinstance(value, Power) or callable(value):
        return value
    if is_number(value) or isinstance(value, str):
        return number(name, value, TAKES, 0, 1)
    row = tuple(number(name, x, TAKES, 0, 1) for x in listed(name, value, TAKES))
    if not row:
        refuse(name, value, TAKES, right_type=True)
    return row


def _factors(name, schedule, s):
    """Return the discounts of a schedule when s iterations are done; `s` an array."""
    if isinstance(schedule, Power):
        return schedule(s)
    if callable(schedule):
        takes = "a function whose values are from 0 to 1"
        return np.array([number(name, schedule(int(t)), takes, 0, 1) for t in s])
    if isinstance(schedule, tuple):
        return np.array(schedule)[np.minimum(np.asarray(s, dtype=int), len(schedule)) - 1]
    return np.full(len(s), schedule)


def _exponent(name, value):
    """Return an exponent of a discount if it is a number or a Ramp, else raise an error."""
    return value if isinstance(value, Ramp) else number(name, value, "a number; infinity is one", -np.inf, np.inf)


def _shown(value):
    return str(value) if isinstance(value, Ramp) else f"{value:g}"


def written(value):
    """Return a number, a row of them or a Ramp as JSON can hold it."""
    return {"ramp": astuple(value)} if isinstance(value, Ramp) else value


def read(value):
    """Return what was `written`."""
    return Ramp(*value["ramp"]) if isinstance(value, dict) else value


def softmax(row: np.ndarray, t: int, parameters: Sequence[float]) -> None:
    """Replace regrets, in place, by the strategy in proportion to exp(rate / t^decay * regret): hedge's local update.

    `row` has one regret for each action, then one probability; `parameters` are the rate and its decay, `t` the
    iteration.
    """
    rate, largest, total = parameters[0] / t ** parameters[1], row.max(), 0.0
    for a in range(len(row)):
        row[a] = math.exp(rate * (row[a] - largest))
        total += row[a]
    for a in range(len(row)):
        row[a] /= total


LOCAL = {"softmax": softmax}
"""Local updates that files know by name."""
PLAIN = {field.name: field.default for field in fields(RegretRule)[1:]}
"""The numbers of a rule where nothing else is given."""
RULES = {
    "rm": {},
    "rm+": {"floor": 0.0},
    "linear": {"gain": 1.0},
    "discounted": {"positive": Power(1.5), "negative": Power(0.0)},
    "predictive": {"floor": 0.0, "prediction": 1.0},
    "pcfr+": {"floor": 0.0, "prediction": 1.0},
    "dcfr+": {"positive": Power(1.5), "floor": 0.0},
    "pdcfr+": {"positive": Power(2.3), "after": True, "floor": 0.0, "prediction": 1.0},
    "apcfr+": {"floor": 0.0, "prediction": 1.0, "asymmetry": 5.0},
    "sapcfr+": {"floor": 0.0, "prediction": 1 / 3},
    "hedge": {"local": softmax, "parameters": (10.0, 0.5)},
    "mmd": {"positive": 1 / 1.01, "negative": 1 / 1.01, "after": True, "local": softmax, "parameters": (0.1, 0.0)},
}
"""Rules that have names, where they differ from that."""
FREE = {"discounted": ("positive", "negative"), "hedge": ("parameters",), "mmd": ("positive", "negative", "parameters")}
"""What is not the same in all rules of a name."""
NAMES = tuple(RULES)


def discounted(alpha: float | Ramp = 1.5, beta: float | Ramp = 0.0) -> RegretRule:
    """Return the rule that discounts positive regrets by t^alpha / (t^alpha + 1), negative ones with beta.

    An exponent of infinity discounts nothing.
    """
    return RegretRule("discounted", Power(_exponent("alpha", alpha)), Power(_exponent("beta", beta)))


def mmd(rate: float = 0.1, temperature: float = 0.1) -> RegretRule:
    """Return magnetic mirror descent (Sokota et al. 2023), its magnet the uniform strategy.

    With counterfactual values q, a rate e above 0 and a temperature c from 0 in the unit of the game, the strategy x
    becomes x'(a) in proportion to (x(a) exp(e q(a)))^(1 / (1 + e c)): its logarithm is e d R, where d = 1 / (1 + e c)
    discounts the regrets R after adding. It does not go to an equilibrium: where it comes to rest, x(a) is in
    proportion to exp(q(a) / c). In a matrix game that is the logit quantal response equilibrium of temperature c; in
    other games it is that of their agent form, where agents earn counterfactual values, so c counts more where the
    others, or chance, seldom come. With smaller rates it comes to rest in more games.
    """
    rate = number("rate", rate, "a number above 0, at most 1000", 1e-9, HIGHEST)
    discount = 1 / (1 + rate * number("temperature", temperature, "a number from 0 to 1000", 0, HIGHEST))
    return RegretRule("mmd", discount, discount, after=True, local=softmax, parameters=(rate, 0.0))


def regret_rule(value: str | RegretRule) -> RegretRule:
    """Return the rule of this name, or the rule itself."""
    if isinstance(value, RegretRule):
        return value
    name = one_of("regret", value, NAMES)
    return RegretRule(name, **RULES[name])


@lru_cache(maxsize=16)
def _logarithms(weights, size):
    """Return the logarithms, base 2, of the weights of iterations 0, ..., size - 1, and their running maxima.

    The weights are by a Ramp or a row; place 0 repeats iteration 1.
    """
    t = np.maximum(np.arange(size), 1)
    if isinstance(weights, Ramp):
        logs = np.cumsum(weights(t) * np.diff(np.log2(t), prepend=0.0))
    else:
        with np.errstate(divide="ignore"):
            logs = np.log2(np.array(weights)[np.minimum(t, len(weights)) - 1])
    return logs, np.maximum(np.maximum.accumulate(logs), 0.0)


@dataclass(frozen=True)
class Averaging:
    """How strategies are averaged.

    Parameters
    ----------
    power : float, Ramp or sequence of float
        Iteration t counts t^power. With a Ramp it counts (t / (t - 1))^power as much as the one before, by the power of
        its time. A row has what iterations 1, 2, ... count; after its end the last number stays.
    unvisited : {"stochastic", "lazy", "optimistic"}
        What makes up for information sets that a sampled walk does not visit: dividing by the probability of the visit;
        pushing the missed weights down exactly when a walk comes by (Lanctot et al. 2009); or taking the strategy of
        the visit for all iterations since the last.

    Raises
    ------
    ValueError
        If the power is not from 0 to 1000, or the way with unvisited information sets is none of these.

    Examples
    --------
    >>> Averaging(2).weight(10)
    100.0
    """

    power: float | Ramp | Sequence[float] = 0.0
    unvisited: str = "stochastic"

    def __post_init__(self):
        object.__setattr__(self, "power", power_of_t("power", self.power))
        one_of("unvisited", self.unvisited, UNVISITED)

    def weight(self, t: int, dtype: str = "float64") -> float:
        """Return what iteration `t`, from 1, counts: t^power / 2^exponent, relative to sums of the same `exponent`.

        `dtype` is that of the tables of sums, "float64" or "float32".
        """
        exponent = self.exponent(t, dtype)
        if not isinstance(self.power, float):
            return float(2.0 ** (self._table(t)[0][t] - exponent))
        return float(t) ** self.power if exponent == 0 else 2.0 ** (self.power * math.log2(t) - exponent)

    def exponent(self, t: int, dtype: str = "float64") -> int:
        """Return the power of two that weights and sums are divided by in iteration `t`, so that they stay finite.

        It grows with t alone, in steps of 512, or of 64 for tables in float32. Dividing by a power of two is exact, and
        changes no probability. Powers of t up to 2 never need it.
        """
        if not isinstance(self.power, float):
            return int(self._table(t)[1][t] // STEPS[dtype]) * STEPS[dtype]
        if self.power <= 2 or t <= 1:
            return 0
        return int(self.power * math.log2(t) // STEPS[dtype]) * STEPS[dtype]

    def logarithms(self, iterations: int) -> np.ndarray:
        """Return the logarithms, base 2, of what iterations count before they are divided, from iteration 0 on.

        The array has `iterations` + 1 numbers or more; it is empty if iterations count a fixed power of t.
        """
        return NO_ROW if isinstance(self.power, float) else self._table(iterations)[0]

    def _table(self, t):
        return _logarithms(self.power, 1 << max(10, int(t).bit_length()))

    def rescale(self, sums: Iterable[np.ndarray], done: int, t: int, dtype: str = "float64") -> None:
        """Divide arrays of summed strategies, in place, by the power of two by which they shrink up to iteration `t`.

        `done` iterations are in the sums, and iteration `t` is added next.
        """
        growth = self.exponent(t, dtype) - self.exponent(done, dtype)
        for array in sums if growth else ():
            np.ldexp(array, -growth, out=array)

    def stretch(self, first: int, last: int, dtype: str = "float64") -> int:
        """Return the last iteration from `first` to `last` up to which the exponent is the same as in `first`."""
        exponent = self.exponent(first, dtype)
        if self.exponent(last, dtype) == exponent:
            return last
        low, high = first, last  # the exponents of these differ
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.exponent(middle, dtype) == exponent else (low, middle)
        return low

    def __str__(self):
        names = {power: name for name, power in POWERS.items()}
        ramp = isinstance(self.power, Ramp)
        weight = f"t^({self.power})" if ramp else "by a row" if not isinstance(self.power, float) else None
        weight = weight or names.get(self.power, f"t^{self.power:g}")
        return weight if self.unvisited == "stochastic" else f"{weight} {self.unvisited}"


def power_of_t(name, value):
    """Return `value` if it is a power of t or a row of weights that an average can have, else raise ValueError."""
    if isinstance(value, Ramp):
        return value if min(value.first, value.last) >= 0 else refuse(name, value, "powers from 0", right_type=True)
    if isinstance(value, list | tuple | np.ndarray):
        takes = "a row of weights from 0 to 1e100, not all 0"
        row = tuple(number(name, x, takes, 0, 1e100) for x in value)
        return row if any(row) else refuse(name, value, takes, right_type=True)
    return number(name, value, f"a power of t, from 0 to {HIGHEST}", 0, HIGHEST)


def averaging(value):
    """Return the averaging of this description: a weight, a way with unvisited sets, or both, such as "linear lazy".

    A number is a power of t.
    """
    if isinstance(value, Averaging):
        return value
    if is_number(value) and 0 <= value <= HIGHEST:
        return Averaging(float(value))
    if isinstance(value, Ramp | list | tuple | np.ndarray):
        return Averaging(power_of_t("average", value))
    words = value.split() if isinstance(value, str) else []
    weights = [w for w in words if w in POWERS]
    ways = [w for w in words if w in UNVISITED]
    if not words or len(weights) + len(ways) < len(words) or len(weights) > 1 or len(ways) > 1:
        raise ValueError(
            f"average={said(value)}: it takes one of {', '.join(map(repr, POWERS))}, under sampling one of "
            f"{', '.join(map(repr, UNVISITED))} or both ('linear lazy'), the power of t as a number from 0 to "
            f"{HIGHEST} or a Ramp, or a row of weights"
        )
    return Averaging(POWERS[weights[0]] if weights else 0.0, ways[0] if ways else "stochastic")
