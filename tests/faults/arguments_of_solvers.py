"""Arguments of games, solvers and their switches."""

from itertools import islice
from math import inf, nan

import numpy as np
from argument_cases import EXPONENT, GAME, GAME_TREE, MIXES, PATH, case, kuhn, kuhn_tree, solver, switches
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
    either,
    few,
    fits,
    is_number,
    is_power,
    is_vector,
    is_whole,
    maybe,
    number,
    plus,
    several,
    whole,
)

import cfrlib
from cfrlib import deep, games, regret, sampling, textbook, tree

# -- games ---------------------------------------------------------------------------



def is_zero(v):
    return not isinstance(v, bool | np.bool_) and isinstance(v, int | float | np.integer | np.floating) and v == 0


def is_discount(v):
    """Whether this is a number, or numbers, from 0 to 1, or may be called."""
    if callable(v):
        return True
    try:
        row = [v] if is_number(v) else v if isinstance(v, tuple | list | np.ndarray) else []
        return len(row) > 0 and all(is_number(x) and 0 <= x <= 1 for x in row)
    except Exception:
        return False


DISCOUNT = but(plus(NOTHING, -0.1, 1.1, (0.5, 2), ()), is_discount, "numbers from 0 to 1, and what can be called")


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


def is_pair_array(v):
    return isinstance(v, np.ndarray) and v.tolist() in ([1, 1], [1, 2], [2, 1], [2, 2])


@case
def games_bluff():
    return games.bluff, {
        "dice": ((1, 1), but(few(whole(1, 2), 2, 1), is_pair_array, "an array of two numbers is a pair")),
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


# -- solvers -------------------------------------------------------------------------


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
def tree_to_efg():
    return tree.to_efg, {"tree": (kuhn_tree(), plus(NOTHING, kuhn())), "title": ("Kuhn", TEXT)}


@case
def tree_from_efg():
    return tree.from_efg, {"text_or_path": (tree.to_efg(kuhn_tree()), plus(NOTHING, "EFG", "EFG 2 R", "nowhere.efg"))}


# -- sampling and regret -------------------------------------------------------------


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
def regret_Power():
    return regret.Power, {"exponent": (1.5, EXPONENT)}


@case
def regret_RegretRule():
    """A discount is a number or numbers from 0 to 1, or anything that can be called."""
    return regret.RegretRule, {
        "name": ("mine", but(plus(NOTHING, "rm+", ""), lambda v: isinstance(v, str) and v != "rm+" and v, "a text")),
        "positive": (0.5, DISCOUNT), "negative": (0.5, DISCOUNT), "after": (False, FLAG),
        "floor": (None, but(plus(NOTHING, -1, 0.5), lambda v: v is None or is_zero(v), "a floor")),
        "prediction": (1.0, number(0, 1000)), "gain": (1.0, number(0, 1000)),
    }  # fmt: skip


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
    from cfrlib.engine.common.single_histories.baselines import Baseline

    return lambda baseline, rate: Baseline(baseline, rate), {
        "baseline": ("learned", choice("none", "learned", "exact")),
        "rate": (0.5, number(0, 1, above=True)),
    }


# -- deep ----------------------------------------------------------------------------


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
