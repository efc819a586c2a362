"""A solver of every kind: each engine, kind of walk, average and rule that keeps something of its own between runs."""

import cfrlib
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.sampling import ByPlace, HalfLife, Mixed, visits

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
