"""A solver of every kind: each engine, kind of walk, average and rule that keeps something of its own between runs."""

import numpy as np

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.deep.infosets import InfoSets
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.common.single_histories.nodes import SingleTree
from cfrlib.engine.common.table_layout import TableLayout
from cfrlib.engine.contract import Setup
from cfrlib.engine.tree.layout import PublicTree
from cfrlib.game import Game
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.sampling import ByPlace, HalfLife, Mixed, visits
from cfrlib.textbook import places
from cfrlib.tree import Tree

LADDER = bluff((2, 1), 5, "one")
FLOP = holdem((2, 1), (4, 2))
BUCKETS = texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3))

SOLVERS = {
    "kuhn_plus": (kuhn(), {"regret": "rm+", "average": "linear"}),
    "kuhn_cfr": (kuhn(4, ante=2, bet=3), {"updates": "simultaneous", "average_at": "opponent"}),
    "kuhn_discounted": (kuhn(), {"regret": cfrlib.regret.discounted(2, -1), "average": 5, "dtype": "float32"}),
    "kuhn_predictive": (kuhn(), {"regret": "predictive", "average": "quadratic"}),
    "kuhn_es_lazy": (kuhn(), {"sampling": "es", "average": "linear lazy", "seed": 1}),
    "kuhn_os_optimistic": (kuhn(), {"sampling": "os", "average": "optimistic", "seed": 2}),
    "kuhn_robust": (kuhn(), {"sampling": "robust", "regret": "linear", "seed": 3}),
    "kuhn_baseline": (kuhn(), {"sampling": "os", "baseline": "learned", "seed": 4}),
    "kuhn_mixed": (kuhn(), {"sampling": Mixed("es", "os", HalfLife(64)), "seed": 5}),
    "kuhn_by_place": (kuhn(), {"sampling": ByPlace(visits(10), cutoff=(2, 1)), "seed": 6}),
    "leduc_pcs": (leduc(), {"sampling": "pcs", "seed": 7}),
    "leduc_cs": (leduc(bets="doubling", raises=1), {"sampling": "cs", "seed": 8}),
    "leduc_opcs": (leduc(suits_matter=False), {"sampling": "opcs", "seed": 9}),
    "leduc_no_limit": (leduc_no_limit(4), {"sampling": "spcs", "seed": 10}),
    "bluff": (bluff((1, 1), 3), {"regret": "discounted"}),
    "bluff_chain": (bluff((2, 1), 2), {"regret": "rm+"}),
    "ladder": (LADDER, {"regret": "discounted", "dtype": "float32", "average": 2.0}),
    "ladder_cs": (LADDER, {"sampling": "cs", "regret": "predictive", "seed": 11, "dtype": "float32"}),
    "ladder_es": (LADDER, {"sampling": "es", "seed": 12}),
    "flop": (FLOP, {"regret": "discounted", "average": 2.0}),
    "flop_pcs": (FLOP, {"sampling": "pcs", "dtype": "float32", "seed": 13}),
    "flop_epochs": (FLOP, {"sampling": cfrlib.sampling.pcs("epochs"), "seed": 14}),
    "flop_spcs": (FLOP, {"sampling": "spcs", "seed": 15}),
    "flop_cs": (FLOP, {"sampling": "cs", "seed": 16}),
    "flop_os": (FLOP, {"sampling": "os", "seed": 17}),
    "buckets": (BUCKETS, {"regret": "rm+"}),
    "buckets_pcs": (BUCKETS, {"sampling": "pcs", "dtype": "float32", "seed": 18}),
    "buckets_spcs": (BUCKETS, {"sampling": "spcs", "dtype": "float32", "regret": "discounted", "seed": 19}),
    "buckets_cs": (BUCKETS, {"sampling": "cs", "dtype": "float32", "seed": 20}),
    "buckets_es": (BUCKETS, {"sampling": "es", "seed": 21}),
}
"""By name: the game, and the switches of `cfrlib.CFR`."""
OTHERS = {
    "textbook": lambda: cfrlib.textbook.CFR(kuhn(), "es"),
    "textbook_simultaneous": lambda: cfrlib.textbook.CFR(kuhn(4), updates="simultaneous"),
    "textbook_public_chance": lambda: cfrlib.textbook.PublicChanceCFR(leduc(raises=1), "pcs"),
    "textbook_by_place": lambda: places.ByPlace(kuhn(), places.after(10)),
    "deep_table": lambda: DeepCFR(kuhn(), walks=20, capacity=500, learner="table"),
    "deep_network": lambda: DeepCFR(kuhn(), walks=20, capacity=500, steps=(20, 5, 50)),
    "cfr_br": lambda: CFRBR(holdem((1, 1), (4, 2), 2)),
}
MAKERS = {name: lambda game=game, more=more: cfrlib.CFR(game, **more) for name, (game, more) in SOLVERS.items()}
MAKERS |= OTHERS
"""Of every solver, by name, what makes a new one."""

UNCHANGED = Game, Tree, PublicTree, TableLayout, Setup, InfoSets, SingleTree
"""What a run does not change; the types whose objects are not looked into."""
SCRATCH = (
    ".seconds", "._last_check", "._chunk", "._discounts", "._cached_rule", ".engine.workspace", ".engine.frames",
    ".engine.walks", "._workspaces",
)  # fmt: skip
"""Clocks, what is computed ahead, and where kernels work."""


def parts(value, path="", without=SCRATCH):
    """Yield (path, value) of everything that a run changes: arrays as they are, the rest as plain values."""
    if isinstance(value, np.ndarray):
        yield path, value
    elif isinstance(value, np.random.Generator | np.random.RandomState):
        state = value.bit_generator if isinstance(value, np.random.Generator) else value
        yield path, repr(state.state if isinstance(value, np.random.Generator) else value.get_state(legacy=False))
    elif isinstance(value, str | int | float | None):
        yield path, value
    elif not isinstance(value, UNCHANGED) and not callable(value):
        if hasattr(value, "_asdict"):
            value = value._asdict()
        elif isinstance(value, list | tuple):
            value = dict(enumerate(value))
        for name, part in (value if isinstance(value, dict) else getattr(value, "__dict__", {})).items():
            if f"{path}.{name}" not in without:
                yield from parts(part, f"{path}.{name}", without)
