"""What is known about a combination of switches: proved to converge, a heuristic, or unknown.

*Proved* means a bound on exploitability that falls as 1/sqrt(T) in T iterations, on every game with perfect recall.
`THEOREMS` has all that we know of, with the parameters that each covers. Those marked as our own extend a published one
to other parameters by its own means, as follows. Write g_t for the gains of a row in iteration t and R_t for its
regrets. The strategy is in proportion to the positive part of R_(t-1), so g_t has the mean 0 under it.

Regrets. Let P_t be the product of the discounts of positive regrets before iteration t, w_t = t^gain / P_t, and
S_t = R_t / P_t. Where negative regrets are discounted at least as much, or raised to 0, S_t >= S_(t-1) + w_t g_t; and
the positive part of S_t is at most a constant times sqrt(w_1^2 + ... + w_t^2). With Power(alpha), alpha >= 1, P_t is
1/t (alpha = 1) or above a constant.

Averages. Let c_t be the weights of the average. The sum of c_t g_t is at most that of (c_t / w_t) (S_t - S_(t-1)), and
summation by parts leaves S_t times the change of c/w. Where c/w falls, upper bounds of S_t are enough. Where it grows,
it takes lower ones: R_t >= 0 with a floor; with Power(beta), by induction, R_t >= -(t^b + 1) times the largest gain,
b = max(beta, 0). Regrets that are not discounted have none, so plain CFR has the uniform average only.

Predictions. With a floor, the sum of R_(t-1) g_t over the actions is at most |prediction| |g_t|, as taking positive
parts brings no two points farther apart. So R_t grows as sqrt(t) at most, whatever is predicted. The same holds of
d_t R_(t-1), to which a prediction is added when discounts come after; where they come before, R_(t-1) with a prediction
is in proportion to d_t R_(t-1) with d_t times the prediction. An asymmetry makes predictions smaller, never larger.

Alternating updates cost nothing if a player's next strategy does no worse than the last one against what it has just
met (Burch, Moravcik and Schmid 2019). Summed over the actions, (R + g)^+ g >= R^+ g = 0, and a common factor moves no
strategy, so this holds with all discounts here. With predictions it need not, and we know of no theorem.

Hedge. Its next strategy does no worse than the last one if the rate stays. The rate falls from t to t + 1 by a part of
1/(2t), which moves the strategy by a constant times as much at most: alternation adds a constant times log T at most to
the sum of regrets.

Sampling. Bounds on the regret of a row hold for any gains, so for sampled ones, too. If these are bounded and have the
right mean, the true regret is as small with high probability (Lanctot et al. 2009, Farina, Kroer and Sandholm 2020),
also with weights that grow as a power of t. Where updates alternate, that is proved of each player's regret only: a
sampled update may do worse against what it has just met.
"""

from math import inf
from typing import NamedTuple

from cfrlib.regret import PLAIN, Power, Ramp, RegretRule, softmax


class Theorem(NamedTuple):
    """What is proved by whom: ranges of the numbers of `cfrlib.regret.RegretRule` and of the power of the average."""

    source: str
    updates: tuple[str, ...]
    positive: tuple[float, float] = (inf, inf)  # exponents of the discount, infinity for none
    negative: tuple[float, float] = (inf, inf)
    floor: float | None = None
    prediction: tuple[float, float] = (0, 0)
    gain: tuple[float, float] = (0, 0)
    power: tuple[float, float] = (0, 0)
    local: object = None
    decay: tuple[float, float] = (0, 0)  # of the rate of `softmax`
    asymmetry: tuple[float, float] = (0, 0)
    ours: bool = False  # whether the parameters go beyond the source, by the argument above

    def covers(self, regret, average, updates):
        """Return whether a rule, an averaging and a kind of updates are among its parameters.

        The keys of `numbers` are fields of `Theorem`. A number of a rule without such a field must be as in `PLAIN`.
        """
        if type(regret) is not RegretRule or regret.floor != self.floor or updates not in self.updates:
            return False
        if regret.local is not self.local or (regret.after and regret.local):  # a discount changes what it sees
            return False
        if any(getattr(regret, name) != PLAIN[name] for name in UNCOVERED):
            return False
        numbers = {
            "positive": _exponent(regret.positive), "negative": _exponent(regret.negative),
            "prediction": regret.prediction, "gain": regret.gain, "asymmetry": regret.asymmetry,
            "power": average.power if isinstance(average.power, float) else None,
            "decay": regret.parameters[1] if regret.local is softmax else 0,
        }  # fmt: skip
        ranges = self._asdict()
        return all(x is not None and ranges[name][0] <= x <= ranges[name][1] for name, x in numbers.items())

    @property
    def quoted(self):
        """The citation as a label shows it."""
        return self.source + ("; with these parameters by an argument of our own" if self.ours else "")


UNCOVERED = PLAIN.keys() - {*Theorem._fields, "after", "parameters"}
"""Numbers of a rule of which no theorem says anything."""
SIMULTANEOUS, ALTERNATING = ("simultaneous",), ("alternating",)
BOTH = SIMULTANEOUS + ALTERNATING
BURCH, BROWN = "alternating updates: Burch, Moravcik and Schmid 2019", "Brown and Sandholm 2019"
FARINA, XU = "Farina, Kroer and Sandholm 2021", "Xu et al. 2024"
AUER = "Zinkevich et al. 2007, with the bound of Auer, Cesa-Bianchi and Gentile 2002 on regrets"
THEOREMS = (
    Theorem("Zinkevich et al. 2007", SIMULTANEOUS),
    Theorem(BURCH, ALTERNATING),
    Theorem("Tammelin et al. 2015", SIMULTANEOUS, floor=0, power=(0, 1)),
    Theorem(BURCH, ALTERNATING, floor=0, power=(0, 1)),
    Theorem("Tammelin et al. 2015", SIMULTANEOUS, floor=0, power=(1, inf), ours=True),
    Theorem(BURCH, ALTERNATING, floor=0, power=(1, inf), ours=True),
    Theorem(BROWN, BOTH, gain=(1, 1), power=(1, 1)),
    Theorem(BROWN, BOTH, gain=(1, 1), power=(0, 1), ours=True),
    Theorem(BROWN, BOTH, positive=(1, 1), negative=(1, 1), power=(1, 1)),
    Theorem(BROWN, BOTH, positive=(1, 1), negative=(1, 1), power=(0, 1), ours=True),
    Theorem(BROWN, BOTH, positive=(1.5, 1.5), negative=(0, 0), power=(2, 2)),
    Theorem(BROWN, BOTH, positive=(1, inf), negative=(-inf, 0.5), power=(0, inf), ours=True),
    Theorem(FARINA, SIMULTANEOUS, floor=0, prediction=(1, 1)),
    Theorem(FARINA, SIMULTANEOUS, floor=0, prediction=(0, inf), asymmetry=(0, inf), power=(0, inf), ours=True),
    Theorem(AUER, SIMULTANEOUS, local=softmax, decay=(0.5, 0.5)),
    Theorem(AUER, ALTERNATING, local=softmax, decay=(0.5, 0.5), ours=True),
    Theorem(XU, BOTH, positive=(1, inf), floor=0, power=(0, inf), ours=True),
    Theorem(
        XU, SIMULTANEOUS, positive=(1, inf), floor=0, prediction=(0, inf), asymmetry=(0, inf), power=(0, inf), ours=True
    ),
)
"""The first that covers a combination is quoted. Sampling asks for the same, without predictions."""


def _exponent(discount):
    """Return the exponent of a discount as powers have it, infinity if there is none; None of all others."""
    if type(discount) is Power:
        return None if isinstance(discount.exponent, Ramp) else discount.exponent
    return inf if discount == 1.0 else None


def label(sampling, regret, average, updates, average_at, layout):
    """Return "proved (by whom)", "heuristic (why)", or "unknown (why)" for switches that go together.

    Reasons against a theorem come first, the gravest before others: the first that holds is the label.
    """
    sampled, published = sampling.samples_something, getattr(sampling, "scale", "one") == "published"
    theorem = next((known for known in THEOREMS if known.covers(regret, average, updates)), None)
    if theorem is None and not (regret.known and type(regret) is RegretRule):
        return f"unknown (regret={regret.name!r} is a rule of your own)"
    if regret.name == "mmd" and regret.discounts:
        return "heuristic (mmd: its strategies go to a quantal response equilibrium, where they come to rest)"
    if layout.imperfect_recall:
        return "heuristic (imperfect recall)"
    if getattr(layout, "shares_rows", False):  # a layout of your own need not say so
        return "unknown (row: rows of the table are not the information sets, and nobody has checked what that loses)"
    if getattr(sampling, "draws", "independent") not in ("independent", "sequences"):
        return f"heuristic ({sampling.draws}: the draws of an epoch depend on one another)"
    if sampled and regret.prediction:
        return "heuristic (a sampled gain predicts badly)"
    if average.unvisited == "optimistic":
        return "heuristic (optimistic averaging is biased)"
    if published:
        return (
            "heuristic (scale='published': an iteration of outcome sampling counts more in the average than one of "
            "external sampling, by factors that may differ from place to place)"
        )
    if average_at == "own" and sampling.samples_opponent and average.unvisited == "stochastic":
        return (
            "heuristic (average_at='own': an information set that the opponent's current strategy avoids is not "
            "visited, and the iteration is lost to its average)"
        )
    if theorem is None:
        return f"unknown (no theorem that we know of has regret={regret}, average={average}, {updates} updates)"
    if not sampled:
        return f"proved ({theorem.quoted})"
    only = "; of each player's regret only, as updates alternate" if updates == "alternating" else ""
    return f"proved with high probability (unbiased values: Lanctot et al. 2009, Farina, Kroer and Sandholm 2020{only})"
