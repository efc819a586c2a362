"""Which switches go together: what a row is to an engine, and one table of what is refused, with the reasons.

``cfrlib.engine.support_table()`` prints which rows each engine walks, ``refusal_table()`` what is refused beside that.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import product
from typing import NamedTuple

import numpy as np

from cfrlib.sampling import SCHEMES, ByPlace, Mixed

ENGINES = ("tree", "bids", "two_rounds", "buckets", "explicit")
VANILLA, PCS, OPCS, SPCS, CS = (
    tuple(chance.split()) for chance in ("all all all", "all all one", "all one one", "one all one", "one one one")
)
"""Switches for chance: own private outcomes, the opponent's, public ones."""
ALL_CHANCE = tuple(product(("all", "one"), repeat=3))
SINGLE = CS, "actions", "mixed", "by place"
"""Rows whose walks may follow a single history; see `kind_of`."""
LONG, FADED = 10**6, -30.0
"""Iterations, and the logarithm of a discount: what is left of a regret after so many, at least, if it is to count."""
HOLDEM = VANILLA, PCS, OPCS, SPCS, CS, "actions", "mixed"


def kind_of(sampling):
    """Return what a row is to an engine: "mixed", "by place", "actions" where sampled, or its switches for chance."""
    if isinstance(sampling, Mixed | ByPlace):
        return "mixed" if isinstance(sampling, Mixed) else "by place"
    return "actions" if sampling.samples_actions else sampling.chance


class Refusal(NamedTuple):
    """Switches that do not go together."""

    engines: str  # those that refuse them, or "every"
    message: str
    """Which arguments they are, and why: a text with the names of switches in braces."""
    applies: Callable  # whether a `cfrlib.engine.contract.Setup` has them


REFUSALS = (
    # -- averages, wherever the game lies ----------------------------------------------------------
    Refusal(
        "every",
        "average={average!r} with sampling={sampling!r}: lazy and optimistic averaging are for walks that leave "
        "actions out: es os robust",
        lambda s: _makes_up(s) and not s.sampling.samples_actions,
    ),
    Refusal(
        "every",
        "average={average!r}: lazy and optimistic averaging take uniform, linear or quadratic weights",
        lambda s: _makes_up(s) and s.average.power not in (0, 1, 2),
    ),
    Refusal(
        "every",
        "average={average!r} with scale='published': lazy and optimistic averaging count iterations, not visits, and "
        "have one scale only; take stochastic averaging (the default)",
        lambda s: _makes_up(s) and getattr(s.sampling, "scale", "one") == "published",
    ),
    Refusal(
        "every",
        "average_at='opponent' with average='lazy': a strategy may change between two visits of the opponent's walks, "
        "so what they have missed is not known; it takes 'own'",
        lambda s: _lazy(s) and s.average_at == "opponent",
    ),
    # -- predictions -------------------------------------------------------------------------------
    Refusal(
        "every",
        "regret={regret!r} with sampling={name!r}: the last sampled gain is almost all noise, so it predicts nothing; "
        "take rm+ with os, or predictive without sampling",
        lambda s: s.regret.prediction and _follows_one_history(s.sampling),
    ),
    Refusal(
        "buckets",
        "regret={regret!r} with sampling={sampling!r} and recall='imperfect': for {game} it takes rm rm+ linear "
        "discounted, or sampling cs es os robust",
        lambda s: s.regret.prediction and _forgets(s) and s.kind in (PCS, OPCS, SPCS),
    ),
    # -- local updates -----------------------------------------------------------------------------
    Refusal(
        "bids two_rounds buckets",
        "regret={regret!r}: in {game} strategies are matched to regrets wherever they are read, and a local update of "
        "its own is called once for each row; it takes rules that match regrets, such as rm+",
        lambda s: s.regret.local is not None,
    ),
    # -- locks -------------------------------------------------------------------------------------
    Refusal(
        "every",
        "locked with regret={regret!r}: regrets hold a locked strategy in place, and a local update of its own makes "
        "something else of them; it takes rules that match regrets, such as rm+",
        lambda s: s.locked and s.regret.local is not None,
    ),
    Refusal(
        "every",
        "locked with regret={regret!r} and sampling={sampling!r}: regrets that hold a locked strategy in place are "
        "discounted until they no longer do; it takes a discount of positive regrets such as t^1.5 / (t^1.5 + 1)",
        lambda s: s.locked and _fades(s),
    ),
    # -- rows --------------------------------------------------------------------------------------
    Refusal(
        "two_rounds buckets",
        "sampling={sampling!r}: places are rows whose visits are counted, and for {game} they are not; a mix takes "
        "turns by walk or node",
        lambda s: s.kind == "by place",
    ),
    Refusal(
        "buckets",
        "sampling={sampling!r} with recall='imperfect': there is no table of all sequences of buckets; for {game} it "
        "takes pcs opcs spcs cs es os robust, which draw cards",
        lambda s: _forgets(s) and s.kind != "mixed" and ("one" not in s.sampling.chance or _draws(s) == "sequences"),
    ),
    Refusal(
        "tree bids two_rounds explicit",
        "sampling={sampling!r}: sequences are for hold'em with buckets, not for {game}",
        lambda s: _draws(s) == "sequences",
    ),
    Refusal(
        "tree bids explicit",
        "sampling={sampling!r}: epochs are for two-round hold'em, not for {game}",
        lambda s: _draws(s) in ("epochs", "stratified"),
    ),
    Refusal(
        "buckets",
        "sampling={sampling!r}: epochs are for all cards of two-round hold'em, not for buckets",
        lambda s: _draws(s) in ("epochs", "stratified"),
    ),
    Refusal(
        "two_rounds buckets",
        "sampling={sampling!r}: for {game} it takes {vanilla}pcs opcs spcs cs es os robust, or a mix of the last four: "
        "whoever draws hands draws the board, too",
        lambda s: s.kind not in HOLDEM,
    ),
    Refusal(
        "explicit",
        "sampling={sampling!r}: an explicit tree does not say whose chance it is, and no vectors lie over its private "
        "outcomes; it takes vanilla cs es robust os, or a mix of the last four",
        lambda s: s.kind in ALL_CHANCE and s.kind not in (VANILLA, CS),
    ),
    # -- averages and baselines, by engine ---------------------------------------------------------
    Refusal(
        "bids",
        "average={average!r}: lazy averaging asks of each row which one comes before it, and in a game as large as "
        "{game} that is not kept; take stochastic averaging (the default)",
        lambda s: _lazy(s),
    ),
    Refusal(
        "tree explicit",
        "average={average!r}: in {game} rows of the table join different pasts, and what they have missed cannot be "
        "told; take stochastic averaging (the default)",
        lambda s: _lazy(s) and s.layout.row_parents is None,
    ),
    Refusal(
        "buckets",
        "average={average!r} with recall='imperfect': rows of the table join different pasts, and what they have "
        "missed cannot be told; for {game} take stochastic averaging (the default)",
        lambda s: _lazy(s) and _forgets(s),
    ),
    Refusal(
        "tree",
        "baseline={baseline!r} with sampling={sampling!r}: baselines are for walks on single histories: cs es robust "
        "os and their mixes",
        lambda s: s.baseline.kind != "none" and s.kind not in SINGLE,
    ),
    Refusal(
        "bids",
        "baseline={baseline!r} with sampling={sampling!r}: baselines are for walks on single histories: es robust os "
        "and their mixes",
        lambda s: s.baseline.kind != "none" and s.kind in ALL_CHANCE,
    ),
    Refusal(
        "bids",
        "baseline='exact': it works out the value of every history before each walk, and {game} has too many; take "
        "'learned' or 'none'",
        lambda s: s.baseline.kind == "exact",
    ),
    Refusal(
        "tree",
        "average={average!r} with baseline='exact': lazy averaging counts on rows that change only when they are "
        "visited, and this baseline changes all; take stochastic averaging (the default)",
        lambda s: _lazy(s) and s.baseline.kind == "exact",
    ),
    Refusal(
        "two_rounds buckets explicit",
        "baseline={baseline!r}: a baseline is a guess of every action's value, and for {game} none are kept; it takes "
        "'none'",
        lambda s: s.baseline.kind != "none",
    ),
)
"""All that is refused; of several reasons the first is told."""


def _makes_up(setup):
    return setup.average.unvisited != "stochastic"


def _lazy(setup):
    return setup.average.unvisited == "lazy"


def _fades(setup):
    """Return whether discounts take away all of a positive regret, in an iteration, or while walks pass it by."""
    logarithms = setup.regret.logarithms(LONG)[0]
    return (np.diff(logarithms) if setup.kind == VANILLA else logarithms).min(initial=0.0) < FADED


def _forgets(setup):
    return setup.layout.imperfect_recall


def _draws(setup):
    return getattr(setup.sampling, "draws", "independent")


def _follows_one_history(sampling):
    if hasattr(sampling, "first"):
        return _follows_one_history(sampling.first) or _follows_one_history(sampling.second)
    return sampling.own_actions == sampling.opponent_actions == "one"


def refuse(setup, engine):
    """Raise ValueError if "every" engine, or one of ours, refuses these switches; the message says which, and why."""
    for refusal in REFUSALS:
        if engine not in refusal.engines.split() or not refusal.applies(setup):
            continue
        switches = {name: str(getattr(setup, name)) for name in ("sampling", "regret", "average", "baseline")}
        vanilla = "" if _forgets(setup) else "vanilla "
        raise ValueError(refusal.message.format(**switches, name=setup.sampling.name, game=setup.game, vanilla=vanilla))


def refuse_others(setup, **takes):
    """Raise ValueError if a switch is neither as `cfrlib.CFR` has it by default nor one that an engine ``takes``."""
    usual = {"regret": "rm", "average": "uniform", "updates": "alternating", "average_at": setup.sampling.average_at}
    for name, words in {**usual, "baseline": "none", **takes}.items():
        if str(getattr(setup, name)) not in words.split():
            raise ValueError(f"{name}={str(getattr(setup, name))!r}: for {setup.game} it takes {words}")


def refuse_rows(setup, kinds):
    """Raise ValueError unless a row is of these kinds."""
    if setup.kind not in kinds:
        names = " ".join(name for name, row in SCHEMES.items() if kind_of(row) in kinds)
        raise ValueError(f"sampling={str(setup.sampling)!r}: for {setup.game} it takes {names}")


def support_table():
    """Return which rows each engine walks, as a table in Markdown."""
    rows = {**{name: kind_of(scheme) for name, scheme in SCHEMES.items()}, "mixed": "mixed", "by place": "by place"}
    walked = [import_module(f"cfrlib.engine.{engine}.engine").ROWS for engine in ENGINES]
    return _markdown(
        ["row", *ENGINES], ([row, *("yes" if kind in kinds else "" for kinds in walked)] for row, kind in rows.items())
    )


def refusal_table():
    """Return which switches are refused together, by which engines, and why, as a table in Markdown."""
    texts = [(refusal.engines, refusal.message.replace("!r", "")) for refusal in REFUSALS]
    texts = [(engines, text.replace("{game}", "this game").replace("{vanilla}", "vanilla ")) for engines, text in texts]
    return _markdown(["engines", "switches", "why"], [(engines, *text.split(": ", 1)) for engines, text in texts])


def _markdown(title, rows):
    """Return a table in Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (title, ["---"] * len(title), *rows))
