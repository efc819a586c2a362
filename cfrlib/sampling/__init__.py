"""The table of switches: which events a walk enumerates, and which it samples.

Each published method is a row of five answers, "all" or "one" (or a number of the walking player's actions): for the
private chance of the walking player, that of the opponent, public chance, the walking player's actions and the
opponent's. One weight rule then makes all rows unbiased: an enumerated event multiplies reach by its probability, a
sampled one by probability over sampling probability. A new method is a new row::

    mine = Scheme("mine", own_private="all", opponent_private="one", public="all")
    cfrlib.CFR(game, sampling=mine)

Two rows may take turns: by iteration or node (`Mixed`), or by place in the tree (`ByPlace`)::

    cfrlib.CFR(game, sampling=Mixed("es", "os", HalfLife(1024)))
    cfrlib.CFR(game, sampling=ByPlace(visits(100), cutoff=(60, 10)))

References
----------
M. Johanson, N. Bard, M. Lanctot, R. Gibson, M. Bowling, *Efficient Nash Equilibrium Approximation through Monte Carlo
Counterfactual Regret Minimization* (2012), Fig. 1.
M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, *Monte Carlo Sampling for Regret Minimization in Extensive Games*
(2009).
H. Li and others, *Double Neural Counterfactual Regret Minimization* (2018).
M. Meyer, *Toward Generality: Building Better Counterfactual Regret Minimization for Imperfect Information Games*
(thesis, 2021).
M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret Minimization in Games with Incomplete Information* (2007).
"""

from __future__ import annotations

from dataclasses import asdict

from cfrlib.sampling.mixing import ByPlace, Confidence, HalfLife, Linear, Mixed, after, half_life, visits
from cfrlib.sampling.schemes import SCHEMES, Scheme, cs, os, pcs, robust, row


def scheme(value: str | Scheme | Mixed | ByPlace) -> Scheme | Mixed | ByPlace:
    """Return the scheme of this name, one of `SCHEMES`, or the scheme itself."""
    return value if isinstance(value, Mixed | ByPlace) else row(value)


def describe(value):
    """Return a scheme as JSON can hold it, or None for a mix by a function of one's own."""
    if isinstance(value, ByPlace):
        return asdict(value)
    if isinstance(value, Mixed):
        chance = value.probability
        kind = type(chance).__name__
        if isinstance(chance, Linear | HalfLife):
            chance = [kind, chance.iterations]
        elif callable(chance):
            return None
        parts = {"first": describe(value.first), "second": describe(value.second)}
        return {**parts, "p": chance, "per_node": value.per_node, "scale": value.scale}
    return asdict(value)


def from_description(text):
    """Return the scheme that `describe` wrote down."""
    if "confident" in text:
        return ByPlace(**{**text, "confident": Confidence(**text["confident"])})
    if "first" not in text:
        return Scheme(**text)
    chance = text["p"]
    if isinstance(chance, list):
        chance = {"Linear": Linear, "HalfLife": HalfLife}[chance[0]](chance[1])
    first, second = (from_description(text[part]) for part in ("first", "second"))
    return Mixed(first, second, chance, text["per_node"], text.get("scale", "one"))


__all__ = [
    "SCHEMES", "ByPlace", "HalfLife", "Linear", "Mixed", "Scheme", "after", "cs", "half_life", "os", "pcs", "robust",
    "scheme", "visits",
]  # fmt: skip
