"""Wrong arguments: every public callable refuses them with an error that names the argument, or has a reason not to.

A case is a callable and, for each of its arguments, a value that is right and a *kind*, which says what else is right.
All values of `WRONG`, and what a kind adds to them, are put in the place of one argument after the other; what the kind
does not know as right must be refused, at once and by name.
"""

import re
from functools import cache
from itertools import islice
from math import inf, nan

import numpy as np
import pytest
from wrong_values import (
    FLAG,
    NOTHING,
    POSITIVE,
    SEED,
    TEXT,
    WRONG,
    Kind,
    but,
    choice,
    collection,
    either,
    few,
    fits,
    is_empty_iterator,
    is_number,
    is_power,
    is_vector,
    is_whole,
    maybe,
    number,
    plus,
    rises,
    several,
    tried,
    whole,
)

import cfrlib
from cfrlib import deep, draw, games, regret, sampling, textbook, tree

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
        "ranks": (3, whole(2, 13)),
        "suits": (2, whole(1, 4)),
        "ante": (1, POSITIVE),
        "bets": ((2, 4), plus(few(POSITIVE, 2, 4), "doubling ")),
        "raises": (2, whole(1, 20)),
        "suits_matter": (True, FLAG),
    }


@case
def games_leduc_no_limit():
    return games.leduc_no_limit, {"stack": (20, whole(2, 200))}


@case
def games_bluff():
    return games.bluff, {
        "dice": ((1, 1), few(whole(1, 2), 2, 1)),
        "faces": (6, whole(2, 10)),
        "rounds": ("all", choice("all", "one")),
        "merged": (True, FLAG),
        "leaf_tolerance": (1e-4, number(1e-8, 1)),
    }


@case
def games_holdem():
    return games.holdem, {
        "raises": ((1, 1), few(whole(0, 10), 1, 1)),
        "deck": ((13, 4), Kind(lambda v: fits(v, 7), few(whole(3, 4), 3, 4).more)),
        "buckets": (5, maybe(either(whole(1, 1000), few(whole(1, 1000), 5, 4)))),
        "recall": ("perfect", choice("perfect", "imperfect")),
    }


@case
def games_texas():
    return games.texas, {
        "buckets": (5, either(whole(1, 31), few(whole(1, 1000), 5, 4, 3, 2))),
        "raises": ((3, 4, 4, 4), few(whole(0, 10), 3, 4, 4, 4)),
        "deck": ((13, 4), Kind(fits, few(whole(3, 13), 13, 4).more)),
        "recall": ("perfect", choice("perfect", "imperfect")),
    }


@case
def games_matrix():
    def right(v):
        named = isinstance(v, str | tuple | list | np.ndarray) and len(v) == 2
        return named and all(isinstance(n, str) or is_whole(n, -inf, inf) for n in v) and str(v[0]) != str(v[1])

    wrong = (
        [[1, nan], [0, 1]],
        [[1, inf], [0, 1]],
        [["x", 0], [0, 1]],
        [["1", 0], [0, 1]],
        [[10**400, 1], [0, 1]],
        [[True, False], [False, True]],
        [[1j, 0], [0, 1]],
        np.zeros((2, 2, 2)),
        [[1, 2], [3]],
    )
    names = maybe(Kind(right, few(TEXT, "a", "b").more, "whole numbers and letters are names, too"))
    return games.matrix, {
        "payoffs": ([[1, 0], [0, 1]], plus(NOTHING, *wrong)),
        "rows": (("a", "b"), names),
        "columns": (("a", "b"), names),
        "unit": ("points", TEXT),
    }


# -- solvers --------------------------------------------------------------------------------

MIXES = (sampling.Mixed("es", "os", 0.5), sampling.ByPlace(sampling.visits(3)))


def switches():
    rule = Kind(lambda v: False, ("rm ", "RM", ("rm",)))
    return {
        "sampling": ("vanilla", plus(NOTHING, "Vanilla", ("es",), sampling)),
        "regret": ("rm", rule),
        "average": ("uniform", but(plus(NOTHING, "linear linear", "uniform x"), is_power, "a number is a power of t")),
        "seed": (0, SEED),
        "updates": ("alternating", choice("alternating", "simultaneous")),
        "average_in": (None, maybe(choice("own", "opponent"))),
        "threads": (1, plus(whole(1, 1024), 10**6)),
        "dtype": ("float64", plus(choice("float64", "float32"), float, np.float64, np.dtype(float))),
        "baseline": ("none", choice("none")),
    }


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
        "game": (kuhn(), GAME),
        "alpha": (1.5, EXPONENT),
        "beta": (0.0, EXPONENT),
        "gamma": (2.0, Kind(is_power)),
    }


@case
def CFR_run():
    endless = "it runs until it is interrupted, as asked"
    iterations = but(maybe(whole(0, 2)), lambda v: whole(3).right(v), endless)
    return solver().run, {
        "iterations": (1, iterations),
        "seconds": (1e-4, maybe(POSITIVE)),
        "until": (10.0, maybe(POSITIVE)),
        "progress": (False, FLAG),
    }


PATH = but(NOTHING, lambda v: isinstance(v, str) and v and "\0" not in v, "any text is a file's name")


@case
def CFR_save():
    return solver().save, {"path": ("solver", PATH), "progress": (False, FLAG)}


@case
def CFR_load():
    solver().save("solver")
    return cfrlib.CFR.load, {
        "path": ("solver", PATH),
        "game": (None, maybe(plus(GAME, games.leduc()))),
        "progress": (False, FLAG),
    }


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
    return textbook.PublicChanceCFR(kuhn()).run, {
        "iterations": (1, but(whole(0, 2), whole(3).right, "it runs on, as asked"))
    }


@case
def textbook_regret_matching():
    def play(game, rounds, start, rng):
        return list(islice(textbook.regret_matching(game, rounds, start, rng), 3))

    rows = several(number(-1e300, 1e300), 0.0, 0.0)
    start = but(
        plus(NOTHING, *((row, (0, 0)) for row in (*WRONG, *rows.more)), (0, 0), ((0, 0),), {(0, 0): (1, 1)}),
        lambda v: isinstance(v, tuple) and len(v) == 2 and all(is_vector(row, 2) for row in v),
        "regrets",
    )
    return play, {
        "game": (games.matrix([[1, 0], [0, 1]]), plus(NOTHING, kuhn())),
        "rounds": (2, maybe(whole(0))),
        "start": (((0, 1), (1, 0)), maybe(start)),
        "rng": (np.random.default_rng(0), maybe(plus(NOTHING, np.random, 5))),
    }


@case
def textbook_match_regrets():
    return textbook.match_regrets, {"regrets": (np.ones(3), Kind(is_vector))}


@case
def textbook_normalised():
    return textbook.normalised, {"weights": (np.ones(3), Kind(lambda v: is_vector(v, low=0)))}


@case
def textbook_Mixed():
    from cfrlib.textbook.mixed import Mixed

    return Mixed, {
        "game": (kuhn(), GAME_TREE),
        "mix": (MIXES[0], plus(NOTHING, MIXES[1], "es", sampling.SCHEMES["es"])),
        "average_in": (None, maybe(choice("own", "opponent", "custom"))),
    }


@case
def textbook_ByPlace():
    from cfrlib.textbook.places import ByPlace, after

    return ByPlace, {
        "game": (kuhn(), GAME_TREE),
        "confident": (after(3), Kind(callable, why="a function of one's own is a rule")),
        "cutoff": ((60, 10), few(POSITIVE, 60, 10)),
        "epsilon": (0.6, number(0, 1, above=True)),
        "seed": (0, SEED),
    }


@case
def textbook_BaselineCFR():
    from cfrlib.textbook.baselines import BaselineCFR

    return BaselineCFR, {
        "game": (kuhn(), GAME_TREE),
        "sampling": ("os", plus(NOTHING, "pcs")),
        "rate": (0.5, number(0, 1, above=True)),
        "baseline": ("learned", choice("none", "learned", "exact")),
    }


@case
def textbook_Averages():
    from cfrlib.textbook.averages import Averages

    cfr = textbook.CFR(kuhn(), updates="simultaneous")
    return Averages, {"cfr": (cfr, plus(NOTHING, textbook.CFR(kuhn()), solver()))}


@case
def textbook_compare_rules():
    from cfrlib.textbook.averages import compare_rules

    return compare_rules, {
        "game": (kuhn(), GAME_TREE),
        "sampling": ("es", plus(NOTHING, "pcs")),
        "iterations": (1, but(whole(1, 1), whole(1).right, "only long")),
        "seeds": (2, but(whole(2, 2), whole(2).right, "only long")),
    }


@case
def tree_to_efg():
    return tree.to_efg, {"tree": (kuhn_tree(), plus(NOTHING, kuhn())), "title": ("Kuhn", TEXT)}


@case
def tree_from_efg():
    return tree.from_efg, {"text_or_path": (tree.to_efg(kuhn_tree()), plus(NOTHING, "EFG", "EFG 2 R", "nowhere.efg"))}


# -- sampling and regret ----------------------------------------------------------------------


@case
def sampling_Scheme():
    switch = choice("all", "one")
    return sampling.Scheme, {
        "name": ("mine", TEXT),
        "own_private": ("one", switch),
        "opponent_private": ("one", switch),
        "public": ("one", switch),
        "own_actions": ("all", either(switch, whole(1))),
        "opponent_actions": ("one", switch),
        "epsilon": (0.6, number(0, 1, above=True)),
        "draws": ("independent", choice("independent")),
    }


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
        "first": ("es", part),
        "second": ("os", part),
        "per_node": (False, FLAG),
        "scale": ("one", choice("one", "published")),
        "probability": (0.5, but(number(0, 1), callable, "a function of the iteration is only called later")),
    }


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
        "confident": (sampling.after(3), plus(NOTHING, MIXES[0])),
        "cutoff": ((60, 10), few(POSITIVE, 60, 10)),
        "epsilon": (0.6, number(0, 1, above=True)),
    }


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
    return regret.Averaging, {
        "power": (1.0, Kind(is_power)),
        "unvisited": ("lazy", choice("stochastic", "lazy", "optimistic")),
    }


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
        "baseline": ("learned", choice("none", "learned", "exact")),
        "rate": (0.5, number(0, 1, above=True)),
    }


# -- profiles and evaluation ------------------------------------------------------------------


@case
def Profile():
    keys, actions = [("Q", ""), ("K", "")], [("p", "b"), ("p", "b")]
    return cfrlib.Profile, {
        "keys": (keys, plus(NOTHING, [("Q", ""), ("Q", "")], [("Q", ""), 3], [("Q",), ("K",)], [("Q", ""), ("K", 1)])),
        "players": ((0, 1), plus(NOTHING, (0, 2), (0, "x"), (0, True), (0,), (0, nan), (0, [1]))),
        "actions": (
            actions,
            plus(NOTHING, [("p", "b"), 3], [("p", "b"), ()], [("p", "b"), ("p", "p")], [("p", "b"), (1, 2)]),
        ),
        "probabilities": (
            [0.5, 0.5, 1, 0],
            plus(
                NOTHING,
                [0.5, 0.5, True, False],
                [0.5, 0.5, nan, 1],
                [0.5, 0.5, 2, -1],
                [0.5, 0.5, 1],
                [0.5, 0.5, "1", "0"],
                [0.5, 0.5, None, 1],
                [0.5, 0.5, 1j, 0],
                np.array([True] * 4),
                np.ones((2, 2)) / 2,
            ),
        ),
        "game": (kuhn(), maybe(plus(NOTHING, "kuhn"))),
    }


@case
def Profile_from_flat():
    size = kuhn_tree().num_infoset_actions
    return cfrlib.Profile.from_flat, {
        "tree": (kuhn_tree(), plus(NOTHING, kuhn())),
        "probabilities": (
            np.full(size, 0.5),
            plus(NOTHING, np.full(size, 0.4), np.full(size + 1, 0.5), np.full(size, True)),
        ),
    }


@case
def Profile_uniform():
    return cfrlib.Profile.uniform, {"game": (kuhn(), GAME_TREE)}


def written():
    return {key: {"p": 0.5, "b": 0.5} for key in uniform()}


def _with(change):
    return {**written(), ("Q", ""): change}


CHANGES = (
    tuple(_with(w) for w in WRONG)
    + tuple(_with({"p": w, "b": 0.5}) for w in WRONG)
    + (
        _with({"p": 0.5, "x": 0.5}),
        {**written(), ("X", ""): {"p": 1.0}},
        {**written(), 3: {"p": 1.0}},
        _with({"p": 1.5, "b": -0.5}),
        _with({"p": "0.5", "b": "0.5"}),
    )
)


@case
def Profile_from_dict():
    pure = but(plus(NOTHING, *CHANGES, other_profile()), lambda v: v[("Q", "")] == {"p": 1, "b": 0}, "a pure strategy")
    return cfrlib.Profile.from_dict, {"game": (kuhn(), GAME_TREE), "probabilities": (written(), pure)}


@case
def Profile_replace():
    nothing = but(plus(NOTHING, *CHANGES), lambda v: isinstance(v, dict) and not v, "nothing changes")
    return uniform().replace, {"changes": ({("Q", ""): {"p": 1.0}}, nothing)}


@case
def Profile_getitem():
    return lambda key: uniform()[key], {
        "key": (
            ("Q", ""),
            plus(NOTHING, ("Q",), ("Q", 1), ("Q", "xx"), ("Q", "", ""), [("Q", "")], ("Q", nan), (("Q",), "")),
        )
    }


@case
def Profile_of_cards_getitem():
    wrong = (
        "Jc",
        ("Jc", ""),
        ("JcJc", ""),
        ("XxYy", ""),
        ("JcKc", "zz"),
        (3, ""),
        ("JcKc", 3),
        ("JcKc", "cc/JcKdQh:"),
        ("JcKc", "cc/"),
    )
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
        "profile": (cfrlib.Profile.uniform(game), plus(NOTHING, uniform())),
    }


@case
def equilibrium():
    return cfrlib.equilibrium, {"game": (kuhn(), plus(GAME_TREE, games.leduc(ranks=13, suits=4)))}


# -- curves and matches ---------------------------------------------------------------------


@case
def curve():
    found = switches()
    del found["seed"]
    points = Kind(lambda v: is_whole(v, 1, 10**6) or rises(v, 1), (*several(whole(1), 1, 2).more, 10**9))
    seeds = Kind(lambda v: is_whole(v, 1, 10**6) or rises(v, 0, strictly=False), several(whole(0), 3, 1).more)
    return cfrlib.curve, {
        "game": (kuhn(), GAME),
        **found,
        "points": (2, points),
        "iterations": (2, whole(1, 10**15)),
        "seeds": (1, seeds),
        "executor": (None, maybe(NOTHING)),
        "progress": (False, FLAG),
    }


@case
def curves_runs():
    from cfrlib.curves import EFFORTS, runs

    table = cfrlib.curve(kuhn(), points=2, iterations=2, seeds=1)
    return runs, {
        "table": (table, plus(NOTHING, table.drop(columns="exploitability"))),
        "x": ("iterations", choice(*EFFORTS)),
        "by": (
            "sampling",
            maybe(plus(but(NOTHING, lambda v: isinstance(v, list | tuple) and not v, "all that differ"), ["x"])),
        ),
    }


HANDS = but(whole(4, 1000), whole(4, 10**8).right, "so many hands would only take long")


@case
def match():
    return cfrlib.match, {
        "game": (kuhn(), GAME),
        "p": (uniform(), profile_kind()),
        "q": (uniform(), profile_kind()),
        "hands": (10, plus(HANDS, 10**12, 10**15)),
        "duplicate": (True, FLAG),
        "seed": (0, SEED),
        "progress": (False, FLAG),
    }


@case
def match_of_cards():
    return cfrlib.match, {
        "game": (cards(), GAME),
        "p": (hold_em(), profile_kind()),
        "q": (hold_em(), profile_kind()),
        "hands": (10, plus(HANDS, 10**12, 10**15)),
        "duplicate": (True, FLAG),
        "seed": (0, SEED),
        "progress": (False, FLAG),
    }


@case
def matches_expected():
    from cfrlib.matches.playing import expected

    return expected, {
        "game": (kuhn(), plus(NOTHING, "kuhn", games)),
        "p": (uniform(), profile_kind()),
        "q": (uniform(), profile_kind()),
    }


@case
def cross_table():
    players = {"a": uniform(), "b": uniform()}
    wrong = (
        *({**players, "b": w} for w in WRONG),
        {**players, "b": other_profile()},
        {"a": uniform()},
        {1: uniform(), 2: uniform()},
    )
    return cfrlib.cross_table, {
        "game": (kuhn(), GAME),
        "players": (players, plus(NOTHING, *wrong)),
        "hands": (10, HANDS),
        "seed": (0, SEED),
        "progress": (False, FLAG),
    }


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
    return tree.Tree, {
        "game": (None, Kind(lambda v: True, why="whatever a tree was derived from")),
        "unit": ("points", TEXT),
        "separator": (" ", TEXT),
    }


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

CARD_TEXT = but(
    plus(NOTHING, "As", "AsAs", "AsKdQh", "AxKx", "asas", ("As", "Kd"), [0, 0], [0, 99], [0.5, 1], [True, 2]),
    lambda v: isinstance(v, np.ndarray) and rises(v, 0) and len(v) == 2,
    "numbers of cards",
)
BOARD = but(
    plus(NOTHING, "As", "AsKdQh2c3d4h", "2c2c7d", [0, 99, 3]),
    lambda v: is_empty_iterator(v) or v == range(3) or (isinstance(v, str | list | tuple) and not v),
    "no card is shown yet, or the first three are",
)
DECK = Kind(fits, few(whole(3, 4), 4, 4).more)


@case
def abstraction_futures():
    from cfrlib.abstraction.futures import futures

    found = {"deck": ((4, 4), DECK), "hand": ("AsKd", CARD_TEXT)}
    return futures, found | {"board": ("AhKhQh", plus(BOARD, "AsKhQh")), "last": (5, choice(3, 5))}


@case
def abstraction_same_mean_pair():
    from cfrlib.abstraction.futures import same_mean_pair

    return same_mean_pair, {
        "flop": (
            "AhKhQh",
            plus(but(NOTHING, lambda v: v == range(3), "numbers of cards"), "AhKh", "AhAhKh", [0, 1, 99]),
        ),
        "bound": (0.3, POSITIVE),
        "deck": ((4, 4), DECK),
    }


@slow
def abstraction_bracket():
    from cfrlib.abstraction.evaluator import bracket

    profile = cfrlib.CFR(buckets(), "pcs").average_strategy()
    return bracket, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "profile": (profile, profile_kind()),
        "boards": (10, but(whole(1, 1000), whole(1, 10**12).right, "so many boards would only take long")),
        "seed": (0, SEED),
        "tables": (None, maybe(NOTHING)),
        "progress": (False, FLAG),
    }


@slow
def abstraction_joint_table():
    from cfrlib.abstraction.joint import joint_table

    return joint_table, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "boards": (10, maybe(but(whole(1, 1000), whole(1, 10**12).right, "so many boards would only take long"))),
        "seed": (0, SEED),
        "threads": (1, whole(1, 1024)),
        "progress": (False, FLAG),
    }


@case
def abstraction_CFRBR():
    from cfrlib.abstraction.cfr_br import CFRBR

    return CFRBR, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "regret": ("rm", plus(choice("rm", "rm+"), "linear")),
        "average": ("linear", plus(switches()["average"][1], "lazy")),
    }


@case
def abstraction_lifted():
    from cfrlib.abstraction.lifting import real_game

    return real_game, {"game": (buckets(), plus(GAME, cards(), kuhn()))}


# -- deep ---------------------------------------------------------------------------------------


@case
def deep_DeepCFR():
    retrain = but(
        number(0, 1), callable, "a function of the iteration: what it gives is looked at, what it raises is its own"
    )
    return deep.DeepCFR, {
        "game": (kuhn(), GAME),
        "walks": (2, whole(1)),
        "capacity": (10, maybe(whole(1))),
        "learner": ("network", choice("network", "table")),
        "retrain": (1.0, retrain),
        "otherwise": ("keep", choice("keep", "adjust")),
        "no_positive": ("largest", choice("largest", "uniform")),
        "seed": (0, SEED),
        "steps": ((4, 5, 6), few(whole(1), 4, 5, 6)),
        "hidden": ((8, 8), several(whole(1, 10**6), 8, 8)),
        "batch": (8, whole(1, 10**6)),
        "rate": (1e-3, POSITIVE),
    }


@case
def deep_run():
    return deep.DeepCFR(kuhn(), walks=1, learner="table").run, {
        "iterations": (1, but(whole(0, 2), whole(3).right, "it runs on, as asked")),
        "progress": (False, FLAG),
    }


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
    return deep.Reservoir, {
        "width": (2, whole(1)),
        "capacity": (10, maybe(whole(1))),
        "seed": (0, but(SEED, lambda v: isinstance(v, np.random.SeedSequence), "")),
    }


@case
def deep_Perceptron():
    return deep.Perceptron, {
        "infosets": (deep.InfoSets(kuhn()), NOTHING),
        "hidden": ((8, 8), several(whole(1, 10**6), 8, 8)),
        "batch": (8, whole(1, 10**6)),
        "rate": (1e-3, POSITIVE),
    }


@case
def deep_Table():
    return deep.Table, {"infosets": (deep.InfoSets(kuhn()), NOTHING)}


# -- playing --------------------------------------------------------------------------------------

SEAT = choice(0, 1)


def sitting():
    return {
        "game": (kuhn(), GAME),
        "profile": (uniform(), maybe(profile_kind())),
        "seat": ("alternate", either(choice("alternate"), SEAT)),
        "seed": (0, SEED),
        "seconds": (0.01, POSITIVE),
        "path": (None, maybe(PATH)),
    }


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
        "game": (kuhn(), GAME),
        "p": (uniform(), profile_kind()),
        "q": (uniform(), profile_kind()),
        "hands": (1, but(whole(1, 3), whole(1).right, "only long")),
        "seed": (0, SEED),
    }


def hands_played():
    from cfrlib.playing.log import played

    return list(played(kuhn(), uniform(), uniform(), hands=2))


def of_hands(function, **more):
    hands = plus(NOTHING, [1, 2], [hands_played()[0], 3])
    return function, {
        "game": (kuhn(), GAME),
        "profile": (uniform(), profile_kind()),
        "hands": (hands_played(), hands),
        **more,
    }


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
        estimate,
        samples=(2, but(whole(2, 3), whole(2, 10**9).right, "only long")),
        prior=(None, maybe(POSITIVE)),
        seed=(0, SEED),
        players=(1, but(whole(1, 2), whole(1, 10**9).right, "only long")),
    )


# -- pictures -----------------------------------------------------------------------------

NAME = Kind(lambda v: isinstance(v, str) and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", v), why="a file's name")
INDICES = collection(kuhn_tree().num_histories)


def words(standalone=True):
    found = {"title": ("Title", maybe(TEXT)), "name": (None, maybe(NAME))}
    return found | ({"standalone": (True, FLAG)} if standalone else {})


def nothing_in(kind):
    """None, or a dict in which there is nothing."""
    return but(kind, lambda v: v is None or (isinstance(v, dict) and not v), "nothing is asked for")


@case
def draw_tree():
    lines = ({0: 3}, {0: None}, {0: [3]}, {0: {"x"}}, {0: nan}, {0: b"x"})
    even = {key: {"p": 0.5, "b": 0.5} for key in uniform()}
    odd = [
        {**even, ("Q", ""): odd}
        for odd in ({"p": "x", "b": 1}, {"p": nan, "b": 1}, {"p": -1, "b": 2}, 3, {"p": True, "b": 0})
    ]
    return draw.tree, {
        "game_or_tree": (kuhn(), GAME_TREE),
        "infosets": (True, FLAG),
        "join_deals": (True, FLAG),
        "folded": ((), INDICES),
        "profile": (None, maybe(plus(NOTHING, other_profile(), *odd))),
        "notes": (None, nothing_in(plus(NOTHING, *lines))),
        "edge_notes": (None, nothing_in(plus(NOTHING, *lines))),
        "current": (0, maybe(whole(0, len(kuhn_tree().nodes) - 1))),
        "path": ((), INDICES),
        "highlight": ((), collection(12)),
        "dim": ((), INDICES),
        "room": (0, whole(0, 1000)),
        **words(),
    }


@case
def draw_public_tree():
    nothing = but(plus(NOTHING, ("x",)), lambda v: isinstance(v, tuple | list) and not v, "nothing is shown")
    return draw.public_tree, {
        "game": (kuhn(), GAME),
        "profile": (None, maybe(plus(NOTHING, other_profile(), {("Q", ""): {"p": 1}}))),
        "depth": (None, maybe(whole(0))),
        "public": ((), nothing),
        **words(),
    }


@case
def draw_public_tree_of_leduc():
    shown = Kind(lambda v: isinstance(v, tuple | list) and (not v or v == ("Ks",)))
    return lambda public: draw.public_tree(games.leduc(), depth=4, public=public), {"public": (("Ks",), shown)}


@case
def draw_strategy_chart():
    wrong = (
        {"a": uniform(), "b": other_profile()},
        {"a": 3},
        {"a": {("Q", ""): {"p": nan, "b": 1}}},
        {("Q", ""): {"p": "x", "b": 1}},
        {("Q", ""): {}},
    )
    return draw.strategy_chart, {
        "profiles": (uniform(), plus(NOTHING, *wrong)),
        "width": (240, number(1, 10**4)),
        "keys": ([("Q", "")], maybe(plus(NOTHING, [("X", "")], [3], ["Q"], [("Q",)]))),
        "stages": (None, nothing_in(plus(Kind(lambda v: False), {"": 3}, {3: "x"}, {"": None}))),
        **words(),
    }


CURVES = tuple(curve for w in WRONG for curve in ({"a": w}, {"a": (w, [1, 2])}, {"a": ([1, 2], w)})) + (
    {"a": ([1, 2], [0, -1])},
    {"a": ([1, 2], [nan, nan])},
    {3: ([1, 2], [1, 2])},
    {"a": [([1, 2], [1, 2]), ([1, 3], [1, 2])]},
)


def one_curve(v, above=0):
    """Whether this is one curve, with a point above a number; points that are not there are left out."""
    if not isinstance(v, dict) or v.keys() != {"a"} or not isinstance(v["a"], tuple) or len(v["a"]) != 2:
        return False
    x, y = v["a"]
    gaps = isinstance(y, np.ndarray) and y.dtype == float and np.isfinite(y).any()
    return is_vector(x, 2) and (is_vector(y, 2) or gaps) and np.nanmax(y) > above


def a_level(v):
    """Whether this is a number, or numbers by label."""
    items = v if isinstance(v, dict) else {"": v}
    return all(isinstance(label, str) and is_number(x) and abs(x) <= 1e100 for label, x in items.items())


def axes(curve):
    bands = ({"a": 3}, {"a": ([1], [1])}, {"a": ([1, "x"], [1, 2])}, {"x": ([1, 1], [2, 2])}, {"a": ([nan, 1], [1, 2])})
    return {
        "curves": ({"a": ([1, 2], [2, 1])}, Kind(curve, CURVES)),
        "xlabel": ("x", TEXT),
        "ylabel": ("y", TEXT),
        "bands": (None, nothing_in(plus(NOTHING, *bands))),
        **words(standalone=False),
        "target": (None, maybe(Kind(a_level, ({"a": "x"}, {"a": nan}, {3: 1.0})))),
    }


@case
def draw_convergence():
    limits = Kind(
        lambda v: v is None or is_vector(v, 2) and 0 < v[0] < v[1],
        ((1, "x"), (2, 1), (0, 1), (nan, 1), (1, inf), (1, None)),
    )
    return draw.convergence, axes(one_curve) | {
        "log": (True, either(FLAG, choice("x"))),
        "xlim": (None, limits),
        "ylim": (None, limits),
        "reference": (None, nothing_in(plus(NOTHING, {"a": 3}, {3: abs}, {"a": len}, {"a": str}))),
    }


@case
def draw_lines():
    return draw.lines, axes(lambda v: one_curve(v, -inf)) | {"log_x": (False, FLAG)}


@case
def draw_histogram():
    def right(v):
        return isinstance(v, dict) and v and all(isinstance(k, str) and is_vector(x) for k, x in v.items())

    return draw.histogram, {
        "samples": ({"a": [1, 2, 3]}, Kind(right, (*({"a": w} for w in WRONG), {3: [1, 2]}))),
        "xlabel": ("x", TEXT),
        "exact": (2.0, maybe(number(-1e100, 1e100))),
        "bins": (5, whole(1, 10**4)),
        **words(standalone=False),
    }


@case
def draw_bars():
    def right(v):
        parts = list(v.values())
        return (
            parts
            and all(isinstance(k, str) for k in (*v, *parts[0]))
            and all(is_number(x) and 0 < x <= 1e100 for x in parts[0].values())
        )

    wrong = tuple(bars for w in WRONG for bars in ({"a": w}, {"a": {"b": w}})) + (
        {"a": {"b": 1}, "c": {"d": 1}},
        {3: {"b": 1}},
        {"a": {3: 1}},
    )
    right_or_not = Kind(
        lambda v: isinstance(v, dict) and len(v) == 1 and isinstance(*v.values(), dict) and right(v), wrong
    )
    return draw.bars, {"values": ({"a": {"b": 1.0}}, right_or_not), "ylabel": ("y", TEXT), **words(standalone=False)}


def letters(*names):
    return but(few(TEXT, *names), lambda v: isinstance(v, str) and len(v) == len(names), "letters are names, too")


@case
def draw_simplex():
    third = [[1 / 3, 1 / 3, 1 / 3]]
    wrong = (
        *({"a": w} for w in WRONG),
        [[0.5, 0.5, nan]],
        [[2, -1, 0]],
        [["x", 0, 0]],
        dict.fromkeys("abcde", third),
        {3: third},
    )
    return draw.simplex, {
        "trajectories": (third, plus(NOTHING, *wrong)),
        "labels": (("a", "b", "c"), letters("a", "b", "c")),
        "equilibrium": (third[0], maybe(plus(NOTHING, (1, 1, 1), (nan, 0, 1)))),
        "marks": ((1,), collection(2**63)),
        **words(),
    }


@case
def draw_plane():
    wrong = (*({"a": w} for w in WRONG), [[0.5, nan]], [[2, -1]], [["x", 0]])
    return draw.plane, {
        "trajectories": ([[0.5, 0.5]], plus(NOTHING, *wrong)),
        "labels": (("a", "b"), letters("a", "b")),
        "equilibrium": ((0.5, 0.5), maybe(plus(NOTHING, (1, 2), (nan, 0)))),
        "marks": ((1,), collection(2**63)),
        **words(),
    }


@case
def draw_cross_table():
    import pandas as pd

    table = pd.DataFrame(0.0, index=["a", "b"], columns=["a", "b"])
    texts = pd.DataFrame("x", index=["a", "b"], columns=["a", "b"])
    tables = plus(NOTHING, table.rename(columns={"a": "c"}), texts, table * nan, table.iloc[:1], pd.DataFrame())
    return draw.cross_table, {"means": (table, tables), "widths": (table, tables), "unit": ("x", TEXT), **words()}


@case
def draw_masks():
    board = plus(NOTHING, ("x",), ("Ks", "Qs"), "Ks")
    return draw.masks, {
        "game": (games.leduc(), plus(GAME, games)),
        "drawn": ((0, 1), few(whole(0, 5), 0, 1)),
        "player": (0, SEAT),
        "board": (("Ks",), but(board, lambda v: isinstance(v, tuple | list) and not v, "before the board")),
        **words(standalone=False),
    }


@case
def draw_betting_rounds():
    return draw.betting_rounds, {"game": (cards(), plus(GAME, kuhn())), **words()}


@case
def draw_preflop_grid():
    return draw.preflop_grid, {
        "profile": (hold_em(), profile_kind(uniform())),
        "after": ("", choice("")),
        "chosen": (None, maybe(plus(NOTHING, "AAs"))),
        **words(),
    }


@case
def draw_flop_chart():
    return draw.flop_chart, {
        "profile": (hold_em(), profile_kind(uniform())),
        "board": ("JcKcQc", plus(NOTHING, "JcKc", "JcJcKc")),
        "before": ("cc", choice("cc")),
        "after": ("", choice("")),
        **words(),
    }


@case
def draw_preflop_buckets():
    return draw.preflop_buckets, {"game": (buckets(), plus(GAME, cards(), kuhn())), **words()}


@case
def draw_bucket_path():
    return draw.bucket_path, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "hand": ("JcKc", CARD_TEXT),
        "board": ("QcJdKd", plus(BOARD, "JcQcJd")),
        **words(),
    }


@case
def draw_futures():
    hands = plus(NOTHING, ("AsKd", 3), ("AsKd", "x"), ("AsKd", "AhKh", "AcKc"), "AsAs", ())
    return draw.futures, {
        "hands": ("AsKd", hands),
        "board": ("AhKhQh", plus(BOARD, "AsKhQh")),
        "deck": ((4, 4), DECK),
        "last": (5, choice(3, 5)),
        **words(),
    }


@case
def draw_sweep_picture():
    from cfrlib.textbook.terminals import Showdown, sweep

    showdown = Showdown(np.array([1, 2]), np.array([1, 2]), np.array([0.5, 0.5]))
    return draw.sweep_picture, {
        "showdown": (showdown, NOTHING),
        "step": (next(sweep(*showdown.arguments)), NOTHING),
        **words(),
    }


@case
def draw_Picture():
    return draw.Picture, {"svg": ("<svg/>", TEXT), "text": ("words", TEXT), "name": ("x", maybe(NAME))}


@case
def draw_show():
    return draw.show, {"picture": (draw.Picture("<svg/>", "words"), NOTHING), "name": ("x", NAME)}


# -- the test -------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory, monkeypatch):
    """Files go into a folder of this test."""
    monkeypatch.chdir(tmp_path_factory.mktemp("arguments"))


PARAMETERS = [
    pytest.param(name, marks=[pytest.mark.slow_fault] if getattr(function, "slow", False) else [])
    for name, function in CASES.items()
]


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("name", PARAMETERS)
def test_wrong_arguments_are_refused_by_name(name):
    function, arguments = CASES[name]()
    function(**{argument: value for argument, (value, _) in arguments.items()})  # what is right is accepted
    function, arguments = CASES[name]()
    found = list(tried(function, arguments))
    wrong = [
        f"{argument}={str(value)[:60] if not isinstance(value, int) or abs(value) < 10**40 else '10**400'}: {what}"
        for argument, value, what in found
        if what
    ]
    assert not wrong, f"{len(wrong)} of {len(found)} wrong values:\n" + "\n".join(wrong)


def test_there_are_thousands_of_cases():
    assert sum(len(WRONG) * len(CASES[name]()[1]) for name in CASES) > 10_000
