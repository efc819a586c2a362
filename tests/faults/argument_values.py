"""Which callables `test_arguments` calls, with what is right and what is wrong in the place of their arguments."""

from math import inf, nan

import numpy as np
import pandas as pd
from hands_played import played

import cfrlib
from cfrlib import deep, games, sampling, textbook
from cfrlib.playing.session import Session
from cfrlib.textbook.places import after
from cfrlib.textbook.terminals import Showdown, sweep

KUHN, LEDUC, CARDS, BUCKETS = games.kuhn(), games.leduc(), games.holdem(deck=(3, 3)), games.holdem((1, 1), (3, 3), 2)
RIVER = games.spot("Td9d6hQc2s", ("AA", "KK"), 2, 3)
UNIFORM, TREE = cfrlib.Profile.uniform(KUHN), cfrlib.tree.unroll(KUHN)
OF_CARDS = cfrlib.CFR(CARDS, "pcs").average_strategy()
OF_LEDUC = cfrlib.Profile.uniform(LEDUC)
HANDS = list(played(KUHN, UNIFORM, UNIFORM, hands=2))
EVEN = {key: {"p": 0.5, "b": 0.5} for key in UNIFORM}
THIRD = [[1 / 3, 1 / 3, 1 / 3]]
CROSS = pd.DataFrame(0.0, index=["a", "b"], columns=["a", "b"])
SHOWDOWN = Showdown(np.array([1, 2]), np.array([1, 2]), np.array([0.5, 0.5]))
MIXED, BY_PLACE = sampling.Mixed("es", "os", 0.5), sampling.ByPlace(sampling.visits(3))


class Each(tuple):
    """Several wrong values."""


MORE = (
    "cfrlib.abstraction.futures.futures", "cfrlib.deep.InfoSets",
    "cfrlib.deep.Perceptron", "cfrlib.deep.Reservoir", "cfrlib.deep.Table", "cfrlib.engine.buckets.evaluator.bracket",
    "cfrlib.engine.buckets.cfr_br.CFRBR", "cfrlib.engine.buckets.joint_table.joint_table",
    "cfrlib.engine.buckets.lifting.real_game", "cfrlib.matches.duplicate.expected",
    "cfrlib.playing.losses.losses", "cfrlib.playing.aivat.breakdown", "cfrlib.playing.aivat.summary",
    "cfrlib.playing.posterior.estimate", "cfrlib.textbook.averages.Averages",
    "cfrlib.textbook.baselines.BaselineCFR", "cfrlib.textbook.places.ByPlace",
)  # fmt: skip
"""What notebooks call beside the public names."""
WITHOUT = (
    "cfrlib.Comparison", "cfrlib.Decision", "cfrlib.Game", "cfrlib.PublicChance", "cfrlib.Terminal",
    "cfrlib.matches.Match", "cfrlib.tree.InfoSet", "cfrlib.tree.Node", "cfrlib.textbook.PublicStep",
    "cfrlib.textbook.Round", "cfrlib.textbook.Step", "cfrlib.textbook.regret_matching", "cfrlib.tree.from_openspiel",
    "cfrlib.widgets.",
)  # fmt: skip
"""Public names that other files look at: `test_wrong_games` at games, `test_tree_files`, and those of the widgets; and
records, which algorithms make."""


def begin(game, rounds=2, start=None):
    return next(textbook.regret_matching(game, rounds, start))


METHODS = {
    **{f"CFR.{name}": getattr(cfrlib.CFR, name) for name in ("discounted", "linear", "load", "plus", "predictive")},
    "CFR.run": cfrlib.CFR(KUHN).run,
    "CFR.save": cfrlib.CFR(KUHN).save,
    **{f"Profile.{name}": getattr(cfrlib.Profile, name) for name in ("from_dict", "from_flat", "load", "uniform")},
    **{f"Profile.{name}": getattr(UNIFORM, name) for name in ("replace", "save", "stitch", "table")},
    "Profile[]": lambda key: UNIFORM[key],
    "Profile of cards[]": lambda key: OF_CARDS[key],
    "Profile of cards.save": OF_CARDS.save,
    "Resolving.cfr_d": cfrlib.Resolving.cfr_d,
    "Session.act": Session(KUHN, UNIFORM, seat=1, seed=1).act,
    "Tree.find": lambda history: TREE.find("Q", history),
    "Tree.given": lambda chance: TREE.given(chance),
    "Tree.infoset": TREE.infoset,
    "DeepCFR.load": deep.DeepCFR.load,
    "DeepCFR.run": deep.DeepCFR(KUHN, walks=1, learner="table").run,
    "DeepCFR.save": deep.DeepCFR(KUHN, walks=1, learner="table").save,
    "DeepCFR training": lambda hidden=(8, 8), batch=8, rate=1e-3: deep.DeepCFR(
        KUHN, 1, hidden=hidden, batch=batch, rate=rate
    ),
    "textbook.CFR.run": textbook.CFR(KUHN).run,
    "textbook.CFR.walk": lambda player: list(textbook.CFR(KUHN).walk(player)),
    "textbook.PublicChanceCFR.run": textbook.PublicChanceCFR(KUHN).run,
    "regret_matching": begin,
    "sampling.scheme": lambda sampling: cfrlib.sampling.scheme(sampling),
}

RIGHT = {
    "action": "b", "actions": [("p", "b"), ("p", "b")], "before": "cc", "board": "AhKhQh", "cfr":
    textbook.CFR(KUHN, updates="simultaneous"), "chance": "K", "changes": {("Q", ""): {"p": 1.0}},
    "confident": sampling.after(3), "curves": {"a": ([1, 2], [2, 1])}, "deck": (4, 4), "drawn": (0, 1), "exact": 2.0,
    "exponent": 1.5, "first": "es", "flop": "AhKhQh", "game": KUHN, "game_or_tree": KUHN, "halves": [1, 2, 3],
    "hand": "AsKd", "hands": HANDS, "history": "K", "infosets": deep.InfoSets(KUHN), "iteration": 10, "iterations": 1,
    "key": ("Q", ""), "keys": [("Q", ""), ("K", "")], "means": [1, 2, 3], "name": "mine", "number": 10,
    "other": UNIFORM, "p": UNIFORM, "path": "file", "payoffs": [[1, 0], [0, 1]],
    "picture": cfrlib.draw.Picture("<svg/>", "words"),
    "player": 0, "players": (0, 1), "probabilities": [0.5, 0.5, 1, 0], "probability": 0.5, "profile": UNIFORM,
    "profiles": UNIFORM, "q": UNIFORM, "regrets": np.ones(3), "sampling": "es",
    "second": "os", "seeds": 2, "showdown": SHOWDOWN, "step": next(sweep(*SHOWDOWN.arguments)), "svg": "<svg/>",
    "text": "words", "text_or_path": cfrlib.tree.to_efg(TREE), "trajectories": THIRD, "tree": TREE,
    "values": {"a": {"b": 1.0}}, "weights": np.ones(3), "width": 2,
}  # fmt: skip
"""For arguments without a default, by name."""
PLAYED = {"hands": 10}
RIGHT_OF = {
    "cross_table": {"players": {"a": UNIFORM, "b": UNIFORM}, **PLAYED}, "match": PLAYED,
    "curve": {"game": KUHN, "points": 2, "iterations": 2, "seeds": 1},
    **{name: {"actions": ("p",)} for name in ("reach", "resolve", "subgame")},
    **{name: {"where": [("p",)]} for name in ("Resolving", "Resolving.cfr_d")},
    "Profile.from_dict": {"probabilities": EVEN}, "Profile.from_flat": {"probabilities": np.full(12, 0.5)},
    "Profile of cards[]": {"key": ("JcKc", "")}, "regret_matching": {"game": games.matrix([[1, 0], [0, 1]])},
    "matches.baseline": {"game": CARDS, "name": "call"}, "draw.betting_rounds": {"game": CARDS},
    "draw.preflop_buckets": {"game": BUCKETS}, "draw.preflop_grid": {"profile": OF_CARDS},
    "games.spot": RIVER.parameters,
    "draw.range_grid": {"game": RIVER}, "draw.spot_grid": {"profile": cfrlib.Profile.uniform(RIVER)},
    **{name: {"profile": cfrlib.Profile.uniform(RIVER)} for name in ("spot_table", "spot_to_json")},
    "solve_raked": {"game": RIVER, "share": 0.05},
    "judge_raked": {"profile": cfrlib.Profile.uniform(RIVER), "share": 0.05},
    "draw.flop_chart": {"profile": OF_CARDS, "board": "JcKcQc"},
    "draw.cross_table": {"means": CROSS},
    "engine.buckets.evaluator.bracket": {"game": BUCKETS, "profile": cfrlib.CFR(BUCKETS, "pcs").average_strategy()},
    "engine.buckets.cfr_br.CFRBR": {"game": BUCKETS}, "engine.buckets.joint_table.joint_table": {"game": BUCKETS},
    "engine.buckets.lifting.real_game": {"game": BUCKETS}, "textbook.baselines.BaselineCFR": {"sampling": "os"},
    "textbook.PublicChanceCFR": {"sampling": "pcs"}, "CFR.run": {"iterations": 1},
    "textbook.places.ByPlace": {"confident": after(3)}, "regret.Ramp": {"first": 1, "last": 4, "length": 9},
}  # fmt: skip
"""For those of one callable."""

CHANGED = Each(
    {**EVEN, ("Q", ""): wrong}
    for wrong in ({"p": 0.5, "x": 0.5}, {"p": 1.5, "b": -0.5}, {"p": nan, "b": 0.5}, {"p": "0.5", "b": "0.5"})
) + ({**EVEN, ("X", ""): {"p": 1.0}}, {**EVEN, 3: {"p": 1.0}})
CURVES = Each((
    {"a": ([1, 2], [-2, -1])}, {"a": ([1, 2], [nan, nan])}, {3: ([1, 2], [1, 2])}, {"a": [1, 2]},
    {"a": [([1, 2], [1, 2]), ([1, 3], [1, 2])]}, {"a": ([1, 2], "x")}, {"a": (nan, [1, 2])},
))  # fmt: skip
LOCKED = Each(({("Q", ""): {"x": 1.0}}, {("X", ""): {"p": 1.0}}, {("Q", ""): {"p": nan}}, {3: {"p": 1.0}}))
PATHS = Each(({"a": [[0.5, nan]]}, [[2, -1]], [["x", 0]]))
TABLES = Each((CROSS.rename(columns={"a": "c"}), CROSS.astype(str), CROSS * nan, CROSS.iloc[:1], pd.DataFrame()))
WRONG = {
    "action": "x", "actions": Each(([("p", "b"), ()], [("p", "b"), ("p", "p")], [("p", "b"), (1, 2)])), "after": "x",
    "alpha": nan, "ante": 0, "average": Each(("linear linear", "uniform x")), "average_at": "both", "bands":
    Each(({"a": ([1], [1])}, {"x": ([1, 1], [2, 2])}, {"a": ([nan, 1], [1, 2])})), "baseline": "best", "batch": 0,
    "before": "x", "below": 0, "bet": -1, "beta": nan, "bets": Each(("doubling ", (0, 4))),
    "board": Each(("AsKdQh2c3d4h", "2c2c7d", [0, 99, 3])), "cap": -1,
    "boards": 0, "bound": 0, "by": "suit",
    "buckets": Each((0, (5, 0))),
    "capacity": 0, "cards": 1, "cfr": textbook.CFR(KUHN), "chance": "X", "changes": CHANGED, "chosen": "AAs",
    "columns": Each((("a", "a"), ("a",))), "confident": MIXED, "constant": inf, "current": 999, "curves": CURVES,
    "cutoff": (0, 10), "deck": (14, 4), "depth": -1, "dice": (0, 1), "digits": -1, "dim": (999,), "draws": "sorted",
    "drawn": (0, 9), "dtype": np.float64, "edge_notes": {0: nan}, "epsilon": 0, "equilibrium": (1, 1, 1), "exact": nan,
    "exponent": nan, "faces": 1, "first": Each(("pcs", MIXED)), "floor": -1, "flop": "AhAhKh", "folded": (999,),
    "gain": -1, "game": "kuhn", "game_or_tree": "kuhn", "gamma": -1, "halves": [1, 2], "hand": Each(("AsAs", "AxKx")),
    "hands": Each((0, [HANDS[0], 3])), "hidden": (8, 0), "highlight": (999,), "history": "X", "infosets": KUHN,
    "iteration": -1, "iterations": -1, "k": 0, "key": ("Q", "xx"), "kind": "worst", "labels": ("a",), "last": 4,
    "keys": Each(([("Q", ""), ("Q", "")], [("Q", ""), 3], [("Q",)], [("X", "")])), "leaf_tolerance": 0,
    "asymmetry": -1, "learner": "tree", "length": 0, "local": "hardmax", "locked": LOCKED, "log": "y",
    "parameters": [nan], "marks": (-1,), "temperature": -1, "means": [1, nan, 3],
    "method": "safe", "name": Each(("", "a/b")),
    "no_positive": "first", "notes": {0: 3}, "number": -1, "opponent_actions": "some", "opponent_private": "some",
    "other": OF_LEDUC, "otherwise": "x", "own_actions": 0, "own_private": "some", "p": OF_LEDUC,
    "path": Each(("", "a\0b")),
    "payoffs": Each(([[1, nan], [0, 1]], [[1, 2], [3]], [["1", 0], [0, 1]], [[True, False]], [[10**400, 1]])),
    "player": 2, "players": Each(((0, 2), (0, True), (0,), 0)), "positive": (0.5, 2),
    "points": Each((0, (2, 1), (), (0, 2), "ten")), "power": -1, "prediction": -1, "prior": 0,
    "negative": -0.1, "note_width": -1,
    "probabilities": Each(([0.5, 0.5, nan, 1], [0.5, 0.5, 2, -1], [0.5, 0.5, 1], np.ones((2, 2)) / 2, [True] * 4)),
    "probability": 1.1, "profile": OF_LEDUC, "profiles": Each(({"a": UNIFORM, "b": OF_LEDUC}, {("Q", ""): {"p": "x"}})),
    "public": ("x",), "q": OF_LEDUC, "raises": (1, -1), "ranks": 1, "rate": 0, "recall": "none",
    "reference": Each(({3: abs}, {"a": len})), "regret": "RM", "regrets": [1, nan], "resolver": 2, "retrain": 1.1,
    "rng": 5, "rounds": Each(("some", -1)), "rows": ("a", "a"), "safe": "naive",
    "sampling": Each(("ES", ("es",))), "scale": "two", "seat": 2, "second": BY_PLACE, "seconds": -1, "seed": -1,
    "share": 1.1,
    "seeds": Each((0, (1, 1), (-1,))), "stack": 1, "stages": {3: "x"}, "solve": lambda game: OF_LEDUC,
    "start": -1, "steps": (4, 0, 6), "suits": 5,
    "target": {"a": nan}, "text_or_path": Each(("EFG 2 R", "nowhere.efg")), "threads": Each((0, 10**6)),
    "trajectories": PATHS, "tree": KUHN, "until": 0, "unvisited": "later", "updates": "both",
    "values": Each(({"a": {"b": 0}}, {"a": {"b": 1}, "c": {"d": 1}}, {3: {"b": 1}}, {"a": {3: 1}})), "walks": 0,
    "weights": [1, -1], "where": Each(([("x",)], [("p", "p")], ("p",), [])), "width": 0, "widths": TABLES,
    "worth": Each(([1, 2], [1, 2, nan], [[1, 2, 3]])), "xlim": Each(((2, 1), (0, 1), (1, inf))), "ylim": (1, "x"),
}  # fmt: skip
"""By the name of the argument. Texts, flags and objects are wrong in their type only, and stand in `TYPED`."""
WRONG_OF = {
    "cross_table": {"players": Each(({"a": UNIFORM}, {1: UNIFORM, 2: UNIFORM}, {"a": UNIFORM, "b": OF_LEDUC}))},
    "Profile.from_dict": {"probabilities": CHANGED}, "Profile.from_flat": {"probabilities": np.full(12, 0.4)},
    "Profile of cards[]": {"key": Each((("Jc", ""), ("JcJc", ""), ("XxYy", ""), ("JcKc", "zz"), ("JcKc", "cc/")))},
    "equilibrium": {"game": games.leduc(ranks=13, suits=4)}, "tree.unroll": {"game": games.leduc(ranks=13, suits=4)},
    "draw.cross_table": {"means": TABLES}, "draw.simplex": {"labels": ("a", "b")},
    "draw.tree": {"path": (999,), "profile": Each((OF_LEDUC, {**EVEN, ("Q", ""): {"p": nan, "b": 1}}))},
    "draw.strategy_chart": {"keys": Each(([("X", "")], ["Q"])), "targets": {}},
    "draw.lines": {"curves": CURVES[1:]}, "playing.posterior.estimate": {"players": 0, "samples": 1},
    "Resolving": {"solve": Each()}, "Resolving.cfr_d": {"solve": Each(), "iterations": 0},
    "regret.RegretRule": {"name": Each(("rm+", ""))}, "regret.Ramp": {"last": nan}, "sampling.Scheme": {"name": Each()},
    "regret_matching": {"game": KUHN, "start": (0, 0)},
    "match": {"hands": 3}, "textbook.baselines.BaselineCFR": {"sampling": "pcs"},
    "CFR.load": {"game": LEDUC}, "DeepCFR.load": {"game": LEDUC}, "matches.baseline": {"game": KUHN},
    "draw.betting_rounds": {"game": KUHN}, "draw.preflop_buckets": {"game": CARDS},
    "engine.buckets.cfr_br.CFRBR": {"game": CARDS, "regret": "linear", "average": "lazy"},
    "engine.buckets.joint_table.joint_table": {"game": CARDS}, "engine.buckets.lifting.real_game": {"game": CARDS},
    "textbook.CFR": {"average": Each(("lazy", "optimistic"))}, "games.holdem": {"deck": (2, 2)},
    "sampling.half_life": {"iterations": 0}, "sampling.HalfLife": {"iterations": 0},
    "sampling.Linear": {"iterations": 0}, "draw.spot_grid": {"profile": UNIFORM},
    "games.spot": {
        "ranges": Each((("AA",), ("AA", "KKs"), ("AA", ""), ("AA", 3), ("QhQc", "AA"), "AA")), "deck": (4, 2),
        "stack": 0, "board": Each(("Td9d6h", "Td9d6hQcTd")), "pot": 0,
        "bets": Each(([0], ["pot"], 0.5, [nan], ["0%"], {"turn": [1]})),
        "all_in_from": 0, "raises": Each(([1.5], ["pot"], 3, ([3], [1]))),
    },
}  # fmt: skip
"""Of one callable."""
TYPED = {
    "best", "duplicate", "executor", "infosets", "join_deals", "log_x", "make", "merged", "per_node", "picture",
    "progress", "refine",
    "separator", "showdown", "standalone", "step", "suits_matter", "svg", "tables", "text", "title", "trunk_only",
    "unit", "xlabel", "ylabel",
}  # fmt: skip
ANYTHING = {
    "tree.Tree game", "textbook.match_regrets tolerance", "sampling.scheme value",
    "textbook.places.ByPlace confident",
}  # fmt: skip
"""These take anything, or call it otherwise."""
