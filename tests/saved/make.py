"""Writes saved solvers, profiles and sessions into a new folder, with what they must still say when they are loaded.

    python tests/saved/make.py before_checksums

was run once, before files had checksums. What it wrote, packed by xz, is data now: whatever comes later must load it.
A new format gets a folder of its own; nobody runs this for a folder that is there.
"""

import json
import lzma
import sys
from pathlib import Path

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, texas
from cfrlib.matches import baseline
from cfrlib.playing.session import Session
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
    "leduc_cs": (leduc(bets="doubling", raises=1), {"sampling": "cs", "dtype": "float32", "seed": 8}),
    "leduc_opcs": (leduc(suits_matter=False), {"sampling": "opcs", "seed": 9}),
    "leduc_no_limit": (leduc_no_limit(4), {"sampling": "spcs", "seed": 10}),
    "bluff": (bluff((1, 1), 3), {"regret": "discounted"}),
    "bluff_chain": (bluff((2, 1), 2), {"regret": "rm+"}),
    "ladder": (LADDER, {"regret": "discounted", "dtype": "float32", "average": 2.0}),
    "ladder_cs": (LADDER, {"sampling": "cs", "regret": "predictive", "seed": 11, "dtype": "float32"}),
    "ladder_es": (LADDER, {"sampling": "es", "seed": 12, "dtype": "float32"}),
    "flop": (FLOP, {"regret": "discounted", "average": 2.0}),
    "flop_pcs": (FLOP, {"sampling": "pcs", "dtype": "float32", "seed": 13}),
    "flop_epochs": (FLOP, {"sampling": cfrlib.sampling.pcs("epochs"), "seed": 14}),
    "flop_spcs": (FLOP, {"sampling": "spcs", "seed": 15}),
    "flop_cs": (FLOP, {"sampling": "cs", "seed": 16}),
    "flop_os": (FLOP, {"sampling": "os", "seed": 17}),
    "buckets": (BUCKETS, {"regret": "rm+"}),
    "buckets_pcs": (BUCKETS, {"sampling": "pcs", "seed": 18}),
    "buckets_spcs": (BUCKETS, {"sampling": "spcs", "regret": "discounted", "seed": 19}),
    "buckets_cs": (BUCKETS, {"sampling": "cs", "seed": 20}),
    "buckets_es": (BUCKETS, {"sampling": "es", "seed": 21}),
}
PROFILES = ("kuhn_plus", "leduc_cs", "ladder", "flop", "buckets_pcs")
SESSIONS = ("kuhn_plus", "leduc_pcs", "bluff_chain")


def main(name):
    folder = Path(__file__).parent / name
    (folder / "solvers").mkdir(parents=True)
    (folder / "profiles").mkdir()
    (folder / "sessions").mkdir()
    known = {"solvers": {}, "deep": {}, "profiles": {}, "sessions": {}}
    for solver_name, (game, switches) in SOLVERS.items():
        solver = cfrlib.CFR(game, **switches)
        solver.run(20)
        solver.save(folder / "solvers" / solver_name)
        known["solvers"][solver_name] = {"iterations": 20, "exploitability": solver.exploitability()}
        solver.run(5)
        known["solvers"][solver_name]["after 5 more"] = solver.exploitability()
    for learner in ("table", "network"):
        deep = DeepCFR(kuhn(), walks=5, capacity=200, learner=learner, steps=(20, 5, 50))
        deep.run(4)
        deep.save(folder / "solvers" / f"deep_{learner}")
        known["deep"][f"deep_{learner}"] = {"iterations": 4, "exploitability": deep.exploitability()}
    for solver_name in PROFILES:
        profile = cfrlib.CFR.load(folder / "solvers" / solver_name).average_strategy()
        profile.save(folder / "profiles" / solver_name)
        known["profiles"][solver_name] = {"exploitability": cfrlib.exploitability(profile.game, profile)}
    fold = baseline(FLOP, "fold")
    fold.save(folder / "profiles" / "fold")
    known["profiles"]["fold"] = {"exploitability": cfrlib.exploitability(FLOP, fold)}
    for solver_name in SESSIONS:
        profile = cfrlib.CFR.load(folder / "solvers" / solver_name).average_strategy()
        session = Session(profile.game, profile, seed=22, path=folder / "sessions" / solver_name)
        while len(session.hands) < 3 or session.over:
            if session.over:
                session.next_hand()
            else:
                session.act(session.actions[-1])
        known["sessions"][solver_name] = {
            "paid": [hand.paid for hand in session.hands], "private": session.private, "actions": session.actions
        }  # fmt: skip
    for path in filter(Path.is_file, list(folder.rglob("*"))):
        path.with_name(path.name + ".xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
        path.unlink()
    (folder / "known.json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
