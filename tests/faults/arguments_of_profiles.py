"""Arguments of what is done with profiles: evaluated, drawn as curves, played."""

from math import nan

import numpy as np
from argument_cases import (
    BOARD,
    CARD_TEXT,
    DECK,
    GAME,
    GAME_TREE,
    PATH,
    SEAT,
    buckets,
    cards,
    case,
    hold_em,
    kuhn,
    kuhn_tree,
    other_profile,
    profile_kind,
    slow,
    switches,
    uniform,
)
from hands_played import played
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
    is_whole,
    maybe,
    number,
    plus,
    rises,
    several,
    whole,
)

import cfrlib
from cfrlib import games, tree

# -- profiles and evaluation ---------------------------------------------------------


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


# -- curves and matches --------------------------------------------------------------


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
    from cfrlib.runs.curves import EFFORTS, runs

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
    from cfrlib.matches.duplicate import expected

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


# -- trees ---------------------------------------------------------------------------


@case
def tree_unroll():
    return tree.unroll, {"game": (kuhn(), plus(GAME_TREE, games.leduc(ranks=13, suits=4)))}


@case
def tree_Tree():
    return tree.Tree, {
        "game": (None, Kind(lambda v: True, why="whatever a tree was derived from")),
        "unit": ("points", TEXT),
        "separator": (" ", TEXT),
        "constant": (0.5, number(-1e100, 1e100)),
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


# -- abstraction ---------------------------------------------------------------------


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
    from cfrlib.engine.buckets.bounds import bracket

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
    from cfrlib.engine.buckets.joint_table import joint_table

    return joint_table, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "boards": (10, maybe(but(whole(1, 1000), whole(1, 10**12).right, "so many boards would only take long"))),
        "seed": (0, SEED),
        "threads": (1, whole(1, 1024)),
        "progress": (False, FLAG),
    }


@case
def abstraction_CFRBR():
    from cfrlib.engine.buckets.cfr_br import CFRBR

    return CFRBR, {
        "game": (buckets(), plus(GAME, cards(), kuhn())),
        "regret": ("rm", plus(choice("rm", "rm+"), "linear")),
        "average": ("linear", plus(switches()["average"][1], "lazy")),
    }


@case
def abstraction_lifted():
    from cfrlib.engine.buckets.lifting import real_game

    return real_game, {"game": (buckets(), plus(GAME, cards(), kuhn()))}


# -- playing -------------------------------------------------------------------------


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


def hands_played():
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
