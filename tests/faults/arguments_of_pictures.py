"""Arguments of the functions of `cfrlib.draw`."""

import re
from math import inf, nan

import numpy as np
from argument_cases import (
    BOARD,
    CARD_TEXT,
    DECK,
    GAME,
    GAME_TREE,
    SEAT,
    buckets,
    cards,
    case,
    hold_em,
    kuhn,
    kuhn_tree,
    other_profile,
    profile_kind,
    uniform,
)
from wrong_values import (
    FLAG,
    NOTHING,
    POSITIVE,
    TEXT,
    WRONG,
    Kind,
    but,
    choice,
    collection,
    either,
    few,
    is_number,
    is_vector,
    maybe,
    number,
    plus,
    whole,
)

from cfrlib import draw, games, widgets

# -- pictures ------------------------------------------------------------------------


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
def draw_intervals():
    three = Kind(lambda v: is_vector(v) and len(v) == 3, (*WRONG, [1, 2], [1, 2, nan]))
    return draw.intervals, {
        "means": ([1, 2, 3], three),
        "halves": ([1, 2, 3], three),
        "exact": (2.0, number(-1e100, 1e100)),
        "ylabel": ("x", TEXT),
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
    given = {"values": ({"a": {"b": 1.0}}, right_or_not), "ylabel": ("y", TEXT), "start": (1.0, maybe(POSITIVE))}
    return draw.bars, given | words(standalone=False)


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
    takes = {"means": (table, tables), "widths": (table, maybe(tables)), "unit": ("x", TEXT)}
    return draw.cross_table, takes | words()


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
def widgets_predict():
    known = ("00_start_here/deals", "00_start_here", "00_start_here/", "/deals", "00_start_here/bluff", "../x/deals")
    return widgets.predict, {"name": (known[0], plus(choice(known[0]), *known))}


@case
def widgets_self_test():
    return widgets.self_test, {"lesson": ("00_start_here", plus(choice("00_start_here"), "00", "00_start_here.toml"))}


@case
def draw_Picture():
    return draw.Picture, {"svg": ("<svg/>", TEXT), "text": ("words", TEXT), "name": ("x", maybe(NAME))}


@case
def draw_show():
    return draw.show, {"picture": (draw.Picture("<svg/>", "words"), NOTHING), "name": ("x", NAME)}
