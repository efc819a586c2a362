"""Wrong arguments: every public callable refuses them with an error that names the argument, or has a reason not to.

A case is a callable and, for each of its arguments, a value that is right and a *kind*, which says what else is right.
All values of `WRONG`, and what a kind adds to them, are put in the place of one argument after the other; what the kind
does not know as right must be refused, at once and by name.
"""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf, isfinite, nan
from numbers import Integral, Real
from pathlib import Path

import numpy as np
import pytest

import cfrlib
from cfrlib import abstraction, deep, draw, games, regret, sampling, textbook, tree  # noqa: F401

SLOW = 3.0
"""Seconds that no refusal may take."""
LARGEST = 2**63 - 1


class Odd:
    """Neither a number nor a text, with a repr that names no argument."""

    def __repr__(self):
        return "<odd>"


WRONG = (
    None, True, False, np.True_, "x", "", "x\0y", b"x", -1, 0, 1, 2, 1.5, -0.5, nan, inf, -inf, 10**30, 10**400, -(10**30), 1j,
    Fraction(1, 3), [], (), {}, set(), {1, 2}, [1], [[1], [1, 2]], ["x", "y"], {"x": 1}, {1: 2}, [None], (nan, nan),
    np.array([1, 2]), np.array(3), np.array([nan, 1.0]), np.array(["a", "b"]), np.float64(nan), np.int8(-3), range(3),
    object, len, Odd(), iter(()),
)  # fmt: skip


# -- kinds --------------------------------------------------------------------------------


@dataclass
class Kind:
    """What is right in the place of an argument."""

    right: object
    """A function that says whether a value is."""
    more: tuple = ()
    """Further values to try."""
    why: str = ""
    """The reason why something odd is right."""


def whole(low, high=LARGEST):
    return Kind(lambda v: isinstance(v, Integral) and not isinstance(v, bool) and low <= v <= high)


def number(low, high=inf, above=False):
    def right(v):
        return isinstance(v, Real) and not isinstance(v, bool | np.bool_) and (low < v if above else low <= v) and v <= high

    return Kind(right)


POSITIVE = number(0, 1e100, above=True)
SEED = Kind(lambda v: isinstance(v, Integral) and not isinstance(v, bool) and v >= 0, why="a seed may have any size")
FLAG = Kind(lambda v: isinstance(v, bool | np.bool_))
TEXT = Kind(lambda v: isinstance(v, str))
NOTHING = Kind(lambda v: False)
FUNCTION = Kind(callable, why="a function is only called later")


def choice(*names):
    return Kind(lambda v: isinstance(v, type(names[0])) and not isinstance(v, bool) and v in names)


def maybe(kind, empty=None):
    return Kind(lambda v: v is empty or kind.right(v), kind.more, kind.why)


def either(*kinds):
    return Kind(lambda v: any(kind.right(v) for kind in kinds), sum((kind.more for kind in kinds), ()))


def few(kind, *valid):
    """So many of a kind: a tuple or list, with each of its items wrong in turn."""
    items = [(*valid[:k], w, *valid[k + 1 :]) for k in range(len(valid)) for w in (*WRONG, *kind.more)]
    shapes = [valid[1:], (*valid, valid[0]), set(valid), dict.fromkeys(valid), "".join(map(str, valid))]
    right = lambda v: isinstance(v, tuple | list) and len(v) == len(valid) and all(map(kind.right, v))  # noqa: E731
    return Kind(right, (*items, *shapes, iter(valid)))


def several(kind, *valid, of=(tuple, list)):
    """Any number of a kind."""
    items = [(*valid[:k], w, *valid[k + 1 :]) for k in range(len(valid)) for w in (*WRONG, *kind.more)]
    return Kind(lambda v: isinstance(v, of) and all(map(kind.right, v)), tuple(items))


def but(kind, right, why):
    """A kind that takes something else, too, for a reason."""
    return Kind(lambda v: kind.right(v) or right(v), kind.more, why)


def plus(kind, *more):
    return Kind(kind.right, (*kind.more, *more), kind.why)


# -- what the cases share -----------------------------------------------------------------


@cache
def kuhn():
    return games.kuhn()


@cache
def uniform():
    return cfrlib.Profile.uniform(kuhn())


@cache
def kuhn_tree():
    return cfrlib.tree.unroll(kuhn())


@cache
def cards():
    """Two-round hold'em, small."""
    return games.holdem(deck=(3, 3))


@cache
def buckets():
    return games.holdem(deck=(3, 3), buckets=2)


@cache
def solver():
    found = cfrlib.CFR(kuhn())
    found.run(2)
    return found


@cache
def hold_em():
    found = cfrlib.CFR(cards(), "pcs")
    found.run(1)
    return found.average_strategy()


@cache
def other_profile():
    return cfrlib.Profile.uniform(games.leduc())


CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def slow(function):
    """A case for `make faults` only."""
    function.slow = True
    return case(function)


def profile_kind(*more):
    return plus(NOTHING, {("Q", ""): {"p": 1.0}}, other_profile(), *more)


GAME = plus(NOTHING, "kuhn", games.matrix([[1, 0], [0, 1]]), games)
GAME_TREE = plus(NOTHING, "kuhn", games)

# -- games ----------------------------------------------------------------------------------


@case
def games_kuhn():
    return games.kuhn, {"cards": (3, whole(2, 1000)), "ante": (1, POSITIVE), "bet": (1, POSITIVE)}


@case
def games_leduc():
    return games.leduc, {
        "ranks": (3, whole(2, 13)), "suits": (2, whole(1, 4)), "ante": (1, POSITIVE),
        "bets": ((2, 4), plus(few(POSITIVE, 2, 4), "doubling ")), "raises": (2, whole(1, 20)), "suits_matter": (True, FLAG),
    }  # fmt: skip


@case
def games_leduc_no_limit():
    return games.leduc_no_limit, {"stack": (20, whole(2, 200))}


@case
def games_bluff():
    return games.bluff, {
        "dice": ((1, 1), few(whole(1, 2), 2, 1)), "faces": (6, whole(2, 10)), "rounds": ("all", choice("all", "one")),
        "merged": (True, FLAG), "leaf_tolerance": (1e-4, number(1e-8, 1)),
    }  # fmt: skip


@case
def games_holdem():
    return games.holdem, {
        "raises": ((1, 1), few(whole(0, 10), 1, 1)), "deck": ((13, 4), Kind(lambda v: fits(v, 7), few(whole(3, 4), 3, 4).more)),
        "buckets": (5, maybe(either(whole(1, 1000), few(whole(1, 1000), 5, 4)))),
        "recall": ("perfect", choice("perfect", "imperfect")),
    }  # fmt: skip


@case
def games_texas():
    return games.texas, {
        "buckets": (5, either(whole(1, 31), few(whole(1, 1000), 5, 4, 3, 2))),
        "raises": ((3, 4, 4, 4), few(whole(0, 10), 3, 4, 4, 4)), "deck": ((13, 4), Kind(fits, few(whole(3, 13), 13, 4).more)),
        "recall": ("perfect", choice("perfect", "imperfect")),
    }  # fmt: skip


@case
def games_matrix():
    payoffs = plus(NOTHING, [[1, nan], [0, 1]], [[1, inf], [0, 1]], [["x", 0], [0, 1]], [["1", 0], [0, 1]], [[10**400, 1], [0, 1]],
                   [[True, False], [False, True]], [[1j, 0], [0, 1]], np.zeros((2, 2, 2)), [[1, 2], [3]])  # fmt: skip
    names = few(TEXT, "a", "b")
    names = Kind(names_right, names.more, why="whole numbers are names, too")
    return games.matrix, {
        "payoffs": ([[1, 0], [0, 1]], payoffs), "rows": (("a", "b"), maybe(names)), "columns": (("a", "b"), maybe(names)),
        "unit": ("points", TEXT),
    }  # fmt: skip


def names_right(v):
    right = isinstance(v, tuple | list | np.ndarray) and len(v) == 2 and all(isinstance(n, str | Integral) for n in v)
    return right and not any(isinstance(n, bool) for n in v) and str(v[0]) != str(v[1])


# -- solvers --------------------------------------------------------------------------------

MIXES = (sampling.Mixed("es", "os", 0.5), sampling.ByPlace(sampling.visits(3)))


def switches():
    rule = Kind(lambda v: False, ("rm ", "RM", ("rm",)))
    return {
        "sampling": ("vanilla", plus(NOTHING, "Vanilla", ("es",), sampling)), "regret": ("rm", rule),
        "average": ("uniform", but(plus(NOTHING, "linear linear", "uniform x"), power, "a number is a power of t")),
        "seed": (0, SEED), "updates": ("alternating", choice("alternating", "simultaneous")),
        "average_in": (None, maybe(choice("own", "opponent"))), "threads": (1, whole(1, 1024)),
        "dtype": ("float64", plus(choice("float64", "float32"), float, np.float64, np.dtype(float))),
        "baseline": ("none", choice("none")),
    }  # fmt: skip


def power(v):
    return isinstance(v, Real) and not isinstance(v, bool | np.bool_) and 0 <= v < 100


@case
def CFR():
    return cfrlib.CFR, {"game": (kuhn(), GAME), **switches()}


@case
def CFR_plus():
    return cfrlib.CFR.plus, {"game": (kuhn(), GAME), **switches()}


@case
def CFR_linear():
    return cfrlib.CFR.linear, {"game": (kuhn(), GAME)}


@case
def CFR_predictive():
    return cfrlib.CFR.predictive, {"game": (kuhn(), GAME)}


EXPONENT = but(number(-inf), lambda v: isinstance(v, float) and v == v, "infinity is an exponent")


@case
def CFR_discounted():
    return cfrlib.CFR.discounted, {
        "game": (kuhn(), GAME), "alpha": (1.5, EXPONENT), "beta": (0.0, EXPONENT), "gamma": (2.0, Kind(power)),
    }  # fmt: skip


@case
def CFR_run():
    endless = "it runs until it is interrupted, as asked"
    iterations = but(maybe(whole(0, 2)), lambda v: whole(3).right(v), endless)
    return solver().run, {
        "iterations": (1, iterations), "seconds": (1e-4, maybe(POSITIVE)), "until": (10.0, maybe(POSITIVE)),
        "progress": (False, FLAG),
    }  # fmt: skip


PATH = but(NOTHING, lambda v: isinstance(v, str) and v and "\0" not in v, "any text is a file's name")


@case
def CFR_save():
    return solver().save, {"path": ("solver", PATH), "progress": (False, FLAG)}


@case
def CFR_load():
    solver().save("solver")
    return cfrlib.CFR.load, {"path": ("solver", PATH), "game": (None, maybe(plus(GAME, games.leduc()))), "progress": (False, FLAG)}


@case
def textbook_CFR():
    found = switches()
    for name in ("threads", "dtype", "baseline"):
        del found[name]
    found["average"] = ("uniform", plus(found["average"][1], "lazy", "optimistic", "linear lazy"))
    return textbook.CFR, {"game": (kuhn(), GAME_TREE), **found}


@case
def textbook_CFR_run():
    return textbook.CFR(kuhn()).run, {"iterations": (1, but(whole(0, 2), whole(3).right, "it runs on, as asked"))}


@case
def textbook_CFR_walk():
    def walk(player, gains):
        return list(textbook.CFR(kuhn()).walk(player, gains))

    return walk, {
        "player": (0, choice(0, 1)),
        "gains": (None, Kind(lambda v: v is None or isinstance(v, dict), why="a dict is added to")),
    }


@case
def textbook_PublicChanceCFR():
    found = {name: kind for name, kind in switches().items() if name in ("sampling", "updates", "seed")}
    return textbook.PublicChanceCFR, {"game": (kuhn(), GAME), **found}


@case
def textbook_PublicChanceCFR_run():
    return textbook.PublicChanceCFR(kuhn()).run, {"iterations": (1, but(whole(0, 2), whole(3).right, "it runs on, as asked"))}


@case
def textbook_regret_matching():
    def play(game, rounds, start, rng):
        return [r for r, _ in zip(textbook.regret_matching(game, rounds, start, rng), range(3), strict=False)]

    row = several(number(-1e300, 1e300), 0.0, 0.0)
    start = Kind(lambda v: False, tuple((w, (0, 0)) for w in (*WRONG, *row.more)) + ((0, 0), ((0, 0),), {(0, 0): (1, 1)}))
    start = maybe(but(start, lambda v: isinstance(v, tuple) and len(v) == 2 and vector(v[0], 2), "regrets"))
    return play, {
        "game": (games.matrix([[1, 0], [0, 1]]), plus(NOTHING, kuhn())), "rounds": (2, maybe(whole(0))),
        "start": (((0, 1), (1, 0)), start), "rng": (np.random.default_rng(0), maybe(plus(NOTHING, np.random, 5))),
    }  # fmt: skip


def vector(v, n=None, low=-inf):
    """Whether a value is a row of numbers."""
    if not isinstance(v, list | tuple | np.ndarray | range) or (isinstance(v, np.ndarray) and v.dtype.kind not in "iuf"):
        return False
    items = list(v) if np.ndim(v) == 1 else [None]
    numbers = all(isinstance(x, Real) and not isinstance(x, bool) and abs(x) < 1e308 and isfinite(x) and x >= low for x in items)
    return numbers and (len(items) == n if n else len(items) > 0)


@case
def textbook_match_regrets():
    return textbook.match_regrets, {"regrets": (np.ones(3), Kind(vector))}


@case
def textbook_normalised():
    return textbook.normalised, {"weights": (np.ones(3), Kind(lambda v: vector(v, low=0)))}


# -- sampling and regret ----------------------------------------------------------------------


@case
def sampling_Scheme():
    switch = choice("all", "one")
    return sampling.Scheme, {
        "name": ("mine", TEXT), "own_private": ("one", switch), "opponent_private": ("one", switch), "public": ("one", switch),
        "own_actions": ("all", either(switch, whole(1))), "opponent_actions": ("one", switch),
        "epsilon": (0.6, number(0, 1, above=True)),
        "draws": ("independent", choice("independent")),
    }  # fmt: skip


@case
def sampling_os():
    return sampling.os, {"epsilon": (0.6, number(0, 1, above=True))}


@case
def sampling_robust():
    return sampling.robust, {"k": (2, whole(1))}


@case
def sampling_pcs():
    return sampling.pcs, {"draws": ("epochs", choice("independent", "epochs", "stratified"))}


@case
def sampling_cs():
    return sampling.cs, {"draws": ("sequences", choice("independent", "sequences"))}


@case
def sampling_scheme():
    return lambda sampling: cfrlib.sampling.scheme(sampling), {"sampling": ("es", plus(NOTHING, "ES", ("es",)))}


@case
def sampling_Mixed():
    part = plus(NOTHING, "pcs", "vanilla", MIXES[0], MIXES[1])
    return sampling.Mixed, {
        "first": ("es", part), "second": ("os", part), "per_node": (False, FLAG), "scale": ("one", choice("one", "published")),
        "probability": (0.5, but(number(0, 1), callable, "a function of the iteration is only called later")),
    }  # fmt: skip


@case
def sampling_Linear():
    return sampling.Linear, {"iterations": (10, POSITIVE)}


@case
def sampling_HalfLife():
    return sampling.HalfLife, {"iterations": (10, POSITIVE)}


FROM_0 = but(number(0, 1e100), lambda v: v is inf, "after infinity is never")


@case
def sampling_after():
    return sampling.after, {"iteration": (10, FROM_0)}


@case
def sampling_half_life():
    return sampling.half_life, {"iterations": (10, POSITIVE)}


@case
def sampling_visits():
    return sampling.visits, {"number": (10, FROM_0)}


@case
def sampling_ByPlace():
    return sampling.ByPlace, {
        "confident": (sampling.after(3), plus(NOTHING, MIXES[0])), "cutoff": ((60, 10), few(POSITIVE, 60, 10)),
        "epsilon": (0.6, number(0, 1, above=True)),
    }  # fmt: skip


@case
def regret_RegretRule():
    def rule(regret, alpha, beta):
        return cfrlib.regret.RegretRule(regret, alpha, beta)

    return rule, {"regret": ("discounted", NOTHING), "alpha": (1.5, EXPONENT), "beta": (0.0, EXPONENT)}


@case
def regret_discounted():
    return regret.discounted, {"alpha": (1.5, EXPONENT), "beta": (0.0, EXPONENT)}


@case
def regret_Averaging():
    return regret.Averaging, {"power": (1.0, Kind(power)), "unvisited": ("lazy", choice("stochastic", "lazy", "optimistic"))}


@case
def regret_averaging():
    return lambda average: regret.averaging(average), {"average": ("linear", switches()["average"][1])}


@case
def regret_regret_rule():
    return lambda regret: cfrlib.regret.regret_rule(regret), {"regret": ("rm", NOTHING)}


@case
def solver_Baseline():
    from cfrlib.solver.baselines import Baseline

    return lambda baseline, rate: Baseline(baseline, rate), {
        "baseline": ("learned", choice("none", "learned", "exact")), "rate": (0.5, number(0, 1, above=True)),
    }  # fmt: skip


# -- profiles and evaluation ------------------------------------------------------------------


@case
def Profile():
    keys, actions = [("Q", ""), ("K", "")], [("p", "b"), ("p", "b")]
    return cfrlib.Profile, {
        "keys": (keys, plus(NOTHING, [("Q", ""), ("Q", "")], [("Q", ""), 3], [("Q",), ("K",)], [("Q", ""), ("K", 1)])),
        "players": ((0, 1), plus(NOTHING, (0, 2), (0, "x"), (0, True), (0,), (0, nan), (0, [1]))),
        "actions": (actions, plus(NOTHING, [("p", "b"), 3], [("p", "b"), ()], [("p", "b"), ("p", "p")], [("p", "b"), (1, 2)])),
        "probabilities": ([0.5, 0.5, 1, 0], plus(NOTHING, [0.5, 0.5, True, False], [0.5, 0.5, nan, 1], [0.5, 0.5, 2, -1],
                          [0.5, 0.5, 1], [0.5, 0.5, "1", "0"], [0.5, 0.5, None, 1], [0.5, 0.5, 1j, 0],
                          np.array([True] * 4), np.ones((2, 2)) / 2)),
        "game": (kuhn(), maybe(plus(NOTHING, "kuhn"))),
    }  # fmt: skip


@case
def Profile_from_flat():
    size = kuhn_tree().num_infoset_actions
    return cfrlib.Profile.from_flat, {
        "tree": (kuhn_tree(), plus(NOTHING, kuhn())),
        "probabilities": (np.full(size, 0.5), plus(NOTHING, np.full(size, 0.4), np.full(size + 1, 0.5), np.full(size, True))),
    }  # fmt: skip


@case
def Profile_uniform():
    return cfrlib.Profile.uniform, {"game": (kuhn(), GAME_TREE)}


def written():
    return {key: {"p": 0.5, "b": 0.5} for key in uniform()}


def _with(change):
    return {**written(), ("Q", ""): change}


CHANGES = tuple(_with(w) for w in WRONG) + tuple(_with({"p": w, "b": 0.5}) for w in WRONG) + (
    _with({"p": 0.5, "x": 0.5}), {**written(), ("X", ""): {"p": 1.0}}, {**written(), 3: {"p": 1.0}},
    _with({"p": 1.5, "b": -0.5}), _with({"p": "0.5", "b": "0.5"}),
)  # fmt: skip


@case
def Profile_from_dict():
    ones = lambda v: isinstance(v, Mapping) and len(v) == 12 and v[("Q", "")] in ({"p": 1, "b": 0},)  # noqa: E731
    return cfrlib.Profile.from_dict, {
        "game": (kuhn(), GAME_TREE), "probabilities": (written(), Kind(ones, (*CHANGES, other_profile()))),
    }  # fmt: skip


@case
def Profile_replace():
    return uniform().replace, {"changes": ({("Q", ""): {"p": 1.0}}, but(plus(NOTHING, *CHANGES), lambda v: v == {} and isinstance(v, dict), "nothing changes"))}


@case
def Profile_getitem():
    return lambda key: uniform()[key], {"key": (("Q", ""), plus(NOTHING, ("Q",), ("Q", 1), ("Q", "xx"), ("Q", "", ""), [("Q", "")], ("Q", nan), (("Q",), "")))}


@case
def Profile_of_cards_getitem():
    wrong = (
        "Jc", ("Jc", ""), ("JcJc", ""), ("XxYy", ""), ("JcKc", "zz"), (3, ""), ("JcKc", 3), ("JcKc", "cc/JcKdQh:"), ("JcKc", "cc/"),
    )  # fmt: skip
    return lambda key: hold_em()[key], {"key": (("JcKc", ""), plus(NOTHING, *wrong))}


@case
def Profile_table():
    return uniform().table, {"digits": (2, maybe(whole(0, 100)))}


@case
def Profile_save():
    return uniform().save, {"path": ("profile", PATH)}


@case
def Profile_load():
    uniform().save("profile")
    return cfrlib.Profile.load, {"path": ("profile", PATH)}


@case
def Profile_of_cards_save():
    return hold_em().save, {"path": ("profile", PATH)}


def evaluation(function):
    return function, {"game": (kuhn(), GAME_TREE), "profile": (uniform(), profile_kind(hold_em()))}


@case
def expected_value():
    return evaluation(cfrlib.expected_value)


@case
def best_response_values():
    return evaluation(cfrlib.best_response_values)


@case
def best_response():
    return evaluation(cfrlib.best_response)


@case
def exploitability():
    return evaluation(cfrlib.exploitability)


@case
def exploitability_of_cards():
    return cfrlib.exploitability, {"game": (cards(), GAME_TREE), "profile": (hold_em(), profile_kind(uniform()))}


@case
def exploitability_on_vectors():
    game = games.leduc()
    return cfrlib.exploitability, {
        "game": (game, GAME_TREE),
        "profile": (cfrlib.Profile.uniform(game), plus(NOTHING, uniform(), cfrlib.Profile.uniform(games.leduc(ante=2)))),
    }  # fmt: skip


@case
def equilibrium():
    return cfrlib.equilibrium, {"game": (kuhn(), plus(GAME_TREE, games.leduc(ranks=13, suits=4)))}


# -- curves and matches ---------------------------------------------------------------------


@case
def curve():
    found = switches()
    del found["seed"]
    marks = several(whole(1), 1, 2, of=(tuple, list, range, set, np.ndarray))
    rising = but(marks, lambda v: rises(v, 1), "any rising numbers")
    points = Kind(lambda v: whole(1, 10**6).right(v) or rises(v, 1), rising.more)
    seeds = Kind(lambda v: whole(1, 10**6).right(v) or rises(v, 0, strictly=False))
    return cfrlib.curve, {
        "game": (kuhn(), GAME), **found, "points": (2, points), "iterations": (2, whole(1, 10**15)), "seeds": (1, seeds),
        "executor": (None, maybe(NOTHING)), "progress": (False, FLAG),
    }  # fmt: skip


def rises(v, low, strictly=True):
    if isinstance(v, str | bytes | dict | set) or not hasattr(v, "__len__") or isinstance(v, np.ndarray) and not v.ndim:
        return False
    items = list(v)
    right = bool(items) and all(whole(low).right(x) for x in items) and len(set(items)) == len(items)
    return right and (not strictly or items == sorted(items))


@case
def curve_seeds_that_differ():
    """Sets are no rows of seeds: they have no order."""
    return lambda seeds: cfrlib.curve(kuhn(), points=1, iterations=1, seeds=seeds), {
        "seeds": ([3, 1], Kind(lambda v: whole(1, 10**6).right(v) or rises(v, 0, strictly=False))),
    }  # fmt: skip


@case
def curves_runs():
    from cfrlib.curves import EFFORTS, runs

    table = cfrlib.curve(kuhn(), points=2, iterations=2, seeds=1)
    return runs, {
        "table": (table, plus(NOTHING, table.drop(columns="exploitability"))), "x": ("iterations", choice(*EFFORTS)),
        "by": ("sampling", maybe(plus(but(NOTHING, lambda v: isinstance(v, list | tuple) and not v, "all that differ"), ["x"]))),
    }  # fmt: skip


HANDS = but(whole(4, 1000), whole(4, 10**8).right, "so many hands would only take long")


@case
def match():
    return cfrlib.match, {
        "game": (kuhn(), GAME), "p": (uniform(), profile_kind()), "q": (uniform(), profile_kind()),
        "hands": (10, plus(HANDS, 10**12, 10**15)), "duplicate": (True, FLAG), "seed": (0, SEED), "progress": (False, FLAG),
    }  # fmt: skip


@case
def match_of_cards():
    return cfrlib.match, {
        "game": (cards(), GAME), "p": (hold_em(), profile_kind()), "q": (hold_em(), profile_kind()),
        "hands": (10, plus(HANDS, 10**12, 10**15)), "duplicate": (True, FLAG), "seed": (0, SEED), "progress": (False, FLAG),
    }  # fmt: skip


@case
def matches_expected():
    from cfrlib.matches.playing import expected

    return expected, {"game": (kuhn(), plus(NOTHING, "kuhn", games)), "p": (uniform(), profile_kind()), "q": (uniform(), profile_kind())}


@case
def cross_table():
    players = {"a": uniform(), "b": uniform()}
    wrong = (*({**players, "b": w} for w in WRONG), {**players, "b": other_profile()}, {"a": uniform()}, {1: uniform(), 2: uniform()})
    return cfrlib.cross_table, {
        "game": (kuhn(), GAME), "players": (players, plus(NOTHING, *wrong)), "hands": (10, HANDS), "seed": (0, SEED),
        "progress": (False, FLAG),
    }  # fmt: skip


@case
def matches_baseline():
    from cfrlib.matches import baseline

    names = choice("fold", "call", "raise", "uniform", "rule")
    return baseline, {"game": (cards(), plus(GAME, kuhn())), "name": ("call", names)}


# -- trees ------------------------------------------------------------------------------------


@case
def tree_unroll():
    return tree.unroll, {"game": (kuhn(), plus(GAME_TREE, games.leduc(ranks=13, suits=4)))}


@case
def tree_Tree():
    return tree.Tree, {"game": (None, Kind(lambda v: True, why="whatever a tree was derived from")), "unit": ("points", TEXT), "separator": (" ", TEXT)}


@case
def tree_infoset():
    return kuhn_tree().infoset, {"key": (("Q", ""), plus(NOTHING, ("Q",), ("Q", 1), (["Q"], "")))}


@case
def tree_find():
    return lambda history: kuhn_tree().find("Q", history), {"history": ("K", NOTHING)}


@case
def tree_given():
    return lambda chance: kuhn_tree().given("Q", chance), {"chance": ("K", NOTHING)}


# -- abstraction --------------------------------------------------------------------------------

CARD_TEXT = plus(but(NOTHING, lambda v: isinstance(v, np.ndarray) and v.dtype == int, "numbers of cards"), "As", "AsAs", "AsKdQh", "AxKx", "asas", ("As", "Kd"), [0, 0], [0, 99], [0.5, 1], [True, 2])
BOARD = but(plus(NOTHING, "As", "AsKdQh2c3d4h", "2c2c7d", [0, 99, 3]), lambda v: hasattr(v, "__len__") and np.ndim(v) in (0, 1)
            and len(np.atleast_1d(v)) == 0 and not isinstance(v, set | dict) or isinstance(v, str) and not v or empty_iterator(v)
            or v == range(3), "no card is shown yet, or the first three")  # fmt: skip


def empty_iterator(v):
    return type(v) is type(iter(()))


DECK = few(whole(3, 4), 4, 4)


@case
def abstraction_futures():
    from cfrlib.abstraction.futures import futures

    found = {"deck": ((4, 4), plus(NOTHING, *(d for d in DECK.more if not fits(d)))), "hand": ("AsKd", CARD_TEXT)}
    return futures, found | {"board": ("AhKhQh", plus(BOARD, "AsKhQh")), "last": (5, choice(3, 5))}


def fits(deck, needed=9):
    """Whether a deck has enough cards."""
    if not isinstance(deck, tuple | list) or len(deck) != 2 or not all(map(whole(1, 13).right, deck)):
        return False
    return deck[0] >= 2 and deck[1] <= 4 and deck[0] * deck[1] >= needed


@case
def abstraction_same_mean_pair():
    from cfrlib.abstraction.futures import same_mean_pair

    return same_mean_pair, {
        "flop": ("AhKhQh", plus(but(NOTHING, lambda v: v == range(3), "numbers of cards"), "AhKh", "AhAhKh", [0, 1, 99])), "bound": (0.3, POSITIVE),
        "deck": ((4, 4), plus(NOTHING, *(d for d in DECK.more if not fits(d)))),
    }  # fmt: skip


@case
def abstraction_bracket():
    from cfrlib.abstraction.evaluator import bracket

    profile = cfrlib.CFR(buckets(), "pcs").average_strategy()
    return bracket, {
        "game": (buckets(), plus(GAME, cards(), kuhn())), "profile": (profile, profile_kind()),
        "boards": (10, but(whole(1, 1000), whole(1, 10**12).right, "so many boards would only take long")), "seed": (0, SEED),
        "tables": (None, maybe(NOTHING)), "progress": (False, FLAG),
    }  # fmt: skip


@case
def abstraction_joint_table():
    from cfrlib.abstraction.joint import joint_table

    return joint_table, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "boards": (10, maybe(but(whole(1, 1000), whole(1, 10**12).right, "so many boards would only take long"))),
        "seed": (0, SEED), "threads": (1, whole(1, 1024)), "progress": (False, FLAG),
    }  # fmt: skip


@case
def abstraction_CFRBR():
    from cfrlib.abstraction.cfr_br import CFRBR

    return CFRBR, {
        "game": (buckets(), plus(GAME, cards(), kuhn())), "regret": ("rm", plus(choice("rm", "rm+"), "linear")),
        "average": ("linear", plus(switches()["average"][1], "lazy")),
    }  # fmt: skip


@case
def abstraction_lifted():
    from cfrlib.abstraction.lifting import real_game

    return real_game, {"game": (buckets(), plus(GAME, cards(), kuhn()))}


# -- deep ---------------------------------------------------------------------------------------


@case
def deep_DeepCFR():
    retrain = but(number(0, 1), callable, "a function of the iteration: what it gives is looked at, what it raises is its own")
    return deep.DeepCFR, {
        "game": (kuhn(), GAME), "walks": (2, whole(1)), "capacity": (10, maybe(whole(1))),
        "learner": ("network", choice("network", "table")), "retrain": (1.0, retrain),
        "otherwise": ("keep", choice("keep", "adjust")), "no_positive": ("largest", choice("largest", "uniform")),
        "seed": (0, SEED), "steps": ((4, 5, 6), few(whole(1), 4, 5, 6)),
        "hidden": ((8, 8), several(whole(1, 10**6), 8, 8)), "batch": (8, whole(1)), "rate": (1e-3, POSITIVE),
    }  # fmt: skip


@case
def deep_run():
    return deep.DeepCFR(kuhn(), walks=1, learner="table").run, {
        "iterations": (1, but(whole(0, 2), whole(3).right, "it runs on, as asked")), "progress": (False, FLAG),
    }  # fmt: skip


@case
def deep_save():
    return deep.DeepCFR(kuhn(), walks=1, learner="table").save, {"path": ("deep", PATH)}


@case
def deep_load():
    deep.DeepCFR(kuhn(), walks=1, learner="table").save("deep")
    return deep.DeepCFR.load, {"path": ("deep", PATH), "game": (None, maybe(plus(GAME, games.leduc())))}


@case
def deep_InfoSets():
    return deep.InfoSets, {"game": (kuhn(), GAME)}


@case
def deep_Reservoir():
    return deep.Reservoir, {"width": (2, whole(1)), "capacity": (10, maybe(whole(1))), "seed": (0, but(SEED, lambda v: isinstance(v, np.random.SeedSequence), ""))}


@case
def deep_Perceptron():
    return deep.Perceptron, {
        "infosets": (deep.InfoSets(kuhn()), NOTHING), "hidden": ((8, 8), several(whole(1, 10**6), 8, 8)), "batch": (8, whole(1)),
        "rate": (1e-3, POSITIVE),
    }  # fmt: skip


@case
def deep_Table():
    return deep.Table, {"infosets": (deep.InfoSets(kuhn()), NOTHING)}


# -- playing --------------------------------------------------------------------------------------

SEAT = choice(0, 1)


def sitting():
    return {
        "game": (kuhn(), GAME), "profile": (uniform(), maybe(profile_kind())),
        "seat": ("alternate", either(choice("alternate"), SEAT)), "seed": (0, SEED), "seconds": (0.01, POSITIVE),
        "path": (None, maybe(PATH)),
    }  # fmt: skip


@case
def playing_Session():
    from cfrlib.playing.session import Session

    return Session, {**sitting(), "progress": (False, FLAG)}


@case
def playing_Session_act():
    from cfrlib.playing.session import Session

    return lambda action: Session(kuhn(), uniform(), seat=1, seed=1).act(action), {"action": ("b", choice("p", "b"))}


@case
def play():
    return cfrlib.play, sitting()


@case
def playing_watch():
    from cfrlib.playing.log import watch

    return watch, {
        "game": (kuhn(), GAME), "p": (uniform(), profile_kind()), "q": (uniform(), profile_kind()), "hands": (1, but(whole(1, 3), whole(1).right, "only long")),
        "seed": (0, SEED),
    }  # fmt: skip


def hands_played():
    from cfrlib.playing.log import played

    return list(played(kuhn(), uniform(), uniform(), hands=2))


def of_hands(function, **more):
    hands = plus(NOTHING, [1, 2], [hands_played()[0], 3])
    return function, {"game": (kuhn(), GAME), "profile": (uniform(), profile_kind()), "hands": (hands_played(), hands), **more}


@case
def playing_losses():
    from cfrlib.playing.losses import losses

    return of_hands(losses)


@case
def playing_breakdown():
    from cfrlib.playing.luck import breakdown

    return of_hands(breakdown, kind=("mean", choice("mean", "best")))


@case
def playing_summary():
    from cfrlib.playing.luck import summary

    return of_hands(summary, kind=("mean", choice("mean", "best")))


@case
def playing_estimate():
    from cfrlib.playing.posterior import estimate

    return of_hands(
        estimate, samples=(2, but(whole(2, 3), whole(2, 10**9).right, "only long")), prior=(None, maybe(POSITIVE)), seed=(0, SEED),
        players=(1, but(whole(1, 2), whole(1, 10**9).right, "only long")),
    )  # fmt: skip


# -- pictures ---------------------------------------------------------------------------------------

NAME = but(NOTHING, lambda v: isinstance(v, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", v), "a file's name")


def words(standalone=True):
    found = {"title": ("Title", maybe(TEXT)), "name": (None, maybe(NAME))}
    return found | ({"standalone": (True, FLAG)} if standalone else {})


def indices(high, what=()):
    """A collection of indices."""
    right = lambda v: isinstance(v, tuple | list | set | range | np.ndarray | dict) and np.ndim(v) != 0 and all(  # noqa: E731
        isinstance(x, Integral) and not isinstance(x, bool) and 0 <= x < high for x in v)  # fmt: skip
    right2 = lambda v: right(v) or isinstance(v, set | dict) and all(isinstance(x, int) and not isinstance(x, bool) and x < high for x in v)  # noqa: E731
    return plus(but(Kind(right2), empty_iterator, "nothing"), "", [high], [0.5], ["x"], [True], *what)


@case
def draw_tree():
    histories = kuhn_tree().num_histories
    notes = Kind(lambda v: v is None or isinstance(v, dict) and all(whole(0, histories - 1).right(k) and noted(x) for k, x in v.items()),
                 ({0: 3}, {0: None}, {0: [3]}, {0: {"x"}}, {0: nan}, {0: b"x"}))  # fmt: skip
    edge_notes = Kind(notes.right, notes.more)
    keys = {key: {"p": 0.5, "b": 0.5} for key in uniform()}
    profiles = maybe(plus(NOTHING, other_profile(), {**keys, ("Q", ""): {"p": "x", "b": 1}}, {**keys, ("Q", ""): {"p": nan, "b": 1}},
                          {**keys, ("Q", ""): {"p": -1, "b": 2}}, {**keys, ("Q", ""): 3}))  # fmt: skip
    return draw.tree, {
        "game_or_tree": (kuhn(), GAME_TREE), "infosets": (True, FLAG), "join_deals": (True, FLAG), "folded": ((), indices(histories)),
        "profile": (None, profiles), "notes": (None, notes), "edge_notes": (None, edge_notes), "current": (0, maybe(whole(0, histories - 1))),
        "path": ((), indices(histories)), "highlight": ((), indices(12)), "dim": ((), indices(histories)), "room": (0, whole(0, 1000)),
        **words(),
    }  # fmt: skip


def noted(v):
    return isinstance(v, str) or isinstance(v, list | tuple) and all(isinstance(x, str) for x in v)


@case
def draw_public_tree():
    return draw.public_tree, {
        "game": (kuhn(), GAME), "profile": (None, maybe(plus(NOTHING, other_profile(), {("Q", ""): {"p": 1}}))), "depth": (None, maybe(whole(0))),
        "public": ((), but(plus(NOTHING, ("x",)), lambda v: isinstance(v, tuple | list) and not v, "nothing is shown")), **words(),
    }  # fmt: skip


@case
def draw_public_tree_of_leduc():
    return lambda public: draw.public_tree(games.leduc(), depth=4, public=public), {"public": (("Ks",), Kind(
        lambda v: isinstance(v, tuple | list) and (not v or v == ("Ks",))))}  # fmt: skip


@case
def draw_strategy_chart():
    wrong = ({"a": uniform(), "b": other_profile()}, {"a": 3}, {"a": {("Q", ""): {"p": nan, "b": 1}}}, {("Q", ""): {"p": "x", "b": 1}}, {("Q", ""): {}})
    keys = plus(NOTHING, [("X", "")], [3], ["Q"], [("Q",)])
    stages = Kind(lambda v: v is None or isinstance(v, dict) and all(isinstance(x, str) for x in (*v, *v.values())), ({"": 3}, {3: "x"}, {"": None}))
    return draw.strategy_chart, {
        "profiles": (uniform(), plus(NOTHING, *wrong)), "keys": ([("Q", "")], maybe(keys)), "stages": (None, stages),
        "width": (240, number(1, 10**4)), **words(),
    }  # fmt: skip


def points(v):
    return vector(v)


CURVES = tuple({"a": w} for w in WRONG) + tuple({"a": (w, [1, 2])} for w in WRONG) + tuple({"a": ([1, 2], w)} for w in WRONG) + (
    {"a": ([1, 2], [0, -1])}, {"a": ([1, 2], [nan, nan])}, {3: ([1, 2], [1, 2])}, {"a": [([1, 2], [1, 2]), ([1, 3], [1, 2])]},
)  # fmt: skip


def curves_right(v):
    def pair(p):
        return isinstance(p, tuple) and len(p) == 2 and all(isinstance(q, list | range | np.ndarray | tuple) and np.ndim(q) == 1 and len(q) == 2 for q in p)

    return isinstance(v, dict) and set(v) == {"a"} and pair(v["a"]) and all(vector(q, 2) for q in v["a"][:1]) and not isinstance(
        v["a"][1], list) and any(isinstance(x, Real) and x > 0 for x in v["a"][1])  # fmt: skip


def levels(v):
    one = lambda x: isinstance(x, Real) and not isinstance(x, bool | np.bool_) and abs(x) < 1e300 and isfinite(x)  # noqa: E731
    return v is None or one(v) or isinstance(v, dict) and all(isinstance(k, str) and one(x) for k, x in v.items())


def bands(right=lambda v: v is None or v == {} and isinstance(v, dict)):
    return Kind(right, ({"a": 3}, {"a": ([1], [1])}, {"a": ([1, "x"], [1, 2])}, {"x": ([1, 1], [2, 2])}, {"a": ([nan, 1], [1, 2])}))


@case
def draw_convergence():
    limits = maybe(plus(but(NOTHING, lambda v: isinstance(v, np.ndarray | tuple | list) and len(v) == 2 and vector(v, 2) and 0 < v[0] < v[1] if np.ndim(v) == 1 else False, "(low, high)"),
                        (1, "x"), (2, 1), (0, 1), (nan, 1), (1, inf), (1, None)))  # fmt: skip
    reference = Kind(lambda v: v is None or v == {} and isinstance(v, dict), ({"a": 3}, {3: len}, {"a": len}))
    return draw.convergence, {
        "curves": ({"a": ([1, 2], [2, 1])}, Kind(curves_right, CURVES)), "xlabel": ("x", TEXT), "ylabel": ("y", TEXT),
        "bands": (None, bands()), "log": (True, either(FLAG, choice("x"))), "reference": (None, reference),
        "target": (None, Kind(levels, ({"a": "x"}, {"a": nan}))), "xlim": (None, limits), "ylim": (None, limits),
        **words(standalone=False),
    }  # fmt: skip


@case
def draw_lines():
    return draw.lines, {
        "curves": ({"a": ([1, 2], [2, 1])}, Kind(lambda v: curves_right(v) or lines_right(v), CURVES)), "xlabel": ("x", TEXT), "ylabel": ("y", TEXT), "bands": (None, bands()),
        "log_x": (False, FLAG), "target": (None, Kind(levels, ({"a": "x"}, {"a": nan}))), **words(standalone=False),
    }  # fmt: skip


def lines_right(v):
    return v == {"a": ([1, 2], [0, -1])} or v.get("a", [0])[0] == "never" if isinstance(v, dict) and v.keys() == {"a"} and v["a"] == ([1, 2], [0, -1]) else False


@case
def draw_histogram():
    wrong = tuple({"a": w} for w in WRONG) + ({3: [1, 2]},)
    right = lambda v: isinstance(v, dict) and v and all(isinstance(k, str) and vector(x) for k, x in v.items())  # noqa: E731
    return draw.histogram, {
        "samples": ({"a": [1, 2, 3]}, Kind(right, wrong)), "exact": (2.0, maybe(number(-1e300, 1e300))), "bins": (5, whole(1, 10**4)),
        "xlabel": ("x", TEXT), **words(standalone=False),
    }  # fmt: skip


@case
def draw_bars():
    wrong = tuple({"a": w} for w in WRONG) + tuple({"a": {"b": w}} for w in WRONG) + ({"a": {"b": 1}, "c": {"d": 1}}, {3: {"b": 1}}, {"a": {3: 1}})
    one = lambda x: isinstance(x, Real) and not isinstance(x, bool | np.bool_) and 0 < x < 1e300  # noqa: E731
    right = lambda v: isinstance(v, dict) and v.keys() == {"a"} and isinstance(v["a"], dict) and v["a"].keys() in ({"b"}, {"x"}) and all(map(one, v["a"].values()))  # noqa: E731
    return draw.bars, {"values": ({"a": {"b": 1.0}}, Kind(right, wrong)), "ylabel": ("y", TEXT), **words(standalone=False)}


@case
def draw_simplex():
    third = [[1 / 3, 1 / 3, 1 / 3]]
    wrong = tuple({"a": w} for w in WRONG) + ([[0.5, 0.5, nan]], [[2, -1, 0]], [["x", 0, 0]], {k: third for k in "abcde"}, {3: third})
    return draw.simplex, {
        "trajectories": (third, plus(NOTHING, *wrong)), "labels": (("a", "b", "c"), few(TEXT, "a", "b", "c")),
        "equilibrium": (third[0], maybe(plus(NOTHING, (1, 1, 1), (nan, 0, 1)))), "marks": ((1,), marks()), **words(),
    }  # fmt: skip


def marks():
    right = lambda v: isinstance(v, tuple | list | set | range | np.ndarray | dict) and all(whole(0).right(x) for x in v) if np.ndim(v) or isinstance(v, set | dict) else False  # noqa: E731
    return but(Kind(right), empty_iterator, "none")


@case
def draw_plane():
    wrong = tuple({"a": w} for w in WRONG) + ([[0.5, nan]], [[2, -1]], [["x", 0]])
    right = lambda v: isinstance(v, dict) and isinstance(v.get("a"), list) and v["a"] == [[1], [1, 2]] and False  # noqa: E731
    return draw.plane, {
        "trajectories": ([[0.5, 0.5]], Kind(right, wrong)), "labels": (("a", "b"), few(TEXT, "a", "b")),
        "equilibrium": ((0.5, 0.5), maybe(plus(NOTHING, (1, 2), (nan, 0)))), "marks": ((1,), marks()), **words(),
    }  # fmt: skip


@case
def draw_cross_table():
    import pandas as pd

    table = pd.DataFrame(0.0, index=["a", "b"], columns=["a", "b"])
    wrong = (table.rename(columns={"a": "c"}), table.astype(object).replace(0.0, "x"), table * nan, table.iloc[:1], pd.DataFrame())
    return draw.cross_table, {"means": (table, plus(NOTHING, *wrong)), "widths": (table, plus(NOTHING, *wrong)), "unit": ("x", TEXT), **words()}


@case
def draw_masks():
    game = games.leduc()
    board = plus(NOTHING, ("x",), ("Ks", "Qs"), "Ks")
    return draw.masks, {
        "game": (game, plus(GAME, games)), "board": (("Ks",), but(board, lambda v: isinstance(v, tuple | list) and not v, "before the board")),
        "drawn": ((0, 1), few(whole(0, 5), 0, 1)), "player": (0, SEAT), **words(standalone=False),
    }  # fmt: skip


@case
def draw_betting_rounds():
    return draw.betting_rounds, {"game": (cards(), plus(GAME, kuhn())), **words()}


@case
def draw_preflop_grid():
    return draw.preflop_grid, {
        "profile": (hold_em(), profile_kind(uniform())), "after": ("", choice("")), "chosen": (None, maybe(plus(NOTHING, "AAs"))), **words(),
    }  # fmt: skip


@case
def draw_flop_chart():
    return draw.flop_chart, {
        "profile": (hold_em(), profile_kind(uniform())), "board": ("JcKcQc", plus(NOTHING, "JcKc", "JcJcKc")), "before": ("cc", choice("cc")), "after": ("", choice("")),
        **words(),
    }  # fmt: skip


@case
def draw_preflop_buckets():
    return draw.preflop_buckets, {"game": (buckets(), plus(GAME, cards(), kuhn())), **words()}


@case
def draw_bucket_path():
    return draw.bucket_path, {
        "game": (buckets(), plus(GAME, cards(), kuhn())), "hand": ("JcKc", CARD_TEXT), "board": ("QcJdKd", plus(BOARD, "JcQcJd")), **words(),
    }  # fmt: skip


@case
def draw_futures():
    pairs = plus(NOTHING, ("AsKd", 3), ("AsKd", "x"), ("AsKd", "AhKh", "AcKc"), "AsAs", ())
    return draw.futures, {
        "hands": ("AsKd", pairs), "board": ("AhKhQh", plus(BOARD, "AsKhQh")), "deck": ((4, 4), plus(NOTHING, *(d for d in DECK.more if not fits(d)))),
        "last": (5, choice(3, 5)), **words(),
    }  # fmt: skip


@case
def draw_sweep_picture():
    from cfrlib.textbook.terminals import Showdown, sweep

    showdown = Showdown(np.array([1, 2]), np.array([1, 2]), np.array([0.5, 0.5]))
    return draw.sweep_picture, {"showdown": (showdown, NOTHING), "step": (sweep(*showdown.arguments)[0], NOTHING), **words()}


@case
def draw_Picture():
    return draw.Picture, {"svg": ("<svg/>", TEXT), "text": ("words", TEXT), "name": ("x", maybe(NAME))}


@case
def draw_show():
    return draw.show, {"picture": (draw.Picture("<svg/>", "words"), NOTHING), "name": ("x", NAME)}


# -- the test -------------------------------------------------------------------------------------


def tried(function, arguments):
    """Yield (argument, value, what went wrong) for each wrong value; None if it was refused as it should be."""
    right = {name: value for name, (value, _) in arguments.items()}
    for name, (_, kind) in arguments.items():
        for value in (*WRONG, *kind.more):
            if not is_right(kind, value):
                yield name, value, refused(function, {**right, name: value}, name)


def is_right(kind, value):
    try:
        return bool(kind.right(value))
    except (TypeError, ValueError, OverflowError, IndexError, KeyError):
        return False


def refused(function, arguments, name):
    """Return what is wrong with how a call is refused, None if nothing is."""
    began = time.perf_counter()
    try:
        function(**arguments)
    except (ValueError, TypeError, KeyError) as error:
        said = str(error)
        if not re.search(rf"\b{name}\b", said) or "ambiguous" in said:
            return f"{type(error).__name__} does not name it: {said[:150]}"
        if len(said) > 2000:
            return f"a message of {len(said)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:150]}"
    else:
        return "silently accepted"
    took = time.perf_counter() - began
    return f"refused after {took:.1f} s" if took > SLOW else None


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory, monkeypatch):
    """Files go into a folder of this test."""
    monkeypatch.chdir(tmp_path_factory.mktemp("arguments"))


PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.slow_fault] if getattr(function, "slow", False) else []) for name, function in CASES.items()
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", PARAMETERS)
def test_wrong_arguments_are_refused_by_name(name):
    function, arguments = CASES[name]()
    function(**{argument: value for argument, (value, _) in arguments.items()})  # what is right is accepted
    function, arguments = CASES[name]()
    found = list(tried(function, arguments))
    wrong = [f"{argument}={str(value)[:60] if not isinstance(value, int) or abs(value) < 10**40 else '10**400'}: {what}"
             for argument, value, what in found if what]  # fmt: skip
    assert not wrong, f"{len(wrong)} of {len(found)} wrong values:\n" + "\n".join(wrong)


def test_there_are_thousands_of_cases():
    assert sum(len(WRONG) * len(CASES[name]()[1]) for name in CASES) > 10_000


del Path
