"""Writes saved solvers, profiles and a session into a new folder, with what they must still say when they are loaded.

    python tests/saved/make.py today

was run once. What it wrote, one small file a kind, is data now: whatever comes later must load it.
A new format gets a folder of its own; nobody runs this for a folder that is there.
"""

import json
import lzma
import sys
from pathlib import Path

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.games import bluff, holdem, kuhn, texas
from cfrlib.playing.session import Session
from cfrlib.sampling import HalfLife, Mixed

BIDS = bluff((1, 1), 7, "one")
FLOP = holdem((1, 1), (4, 2))
BUCKETS = texas((2, 2, 1, 2), (1, 0, 0, 1), (3, 3))

SOLVERS = {
    "tree": (kuhn(4), {"regret": "predictive", "average": "quadratic", "updates": "simultaneous"}),
    "tree_single": (kuhn(), {"sampling": "os", "average": "linear lazy", "regret": "discounted", "seed": 1}),
    "tree_baseline": (kuhn(), {"sampling": Mixed("es", "robust", HalfLife(64)), "baseline": "learned", "seed": 2}),
    "bids": (BIDS, {"sampling": "es", "regret": "discounted", "average": 2.0, "dtype": "float32", "seed": 5}),
    "two_rounds": (FLOP, {"sampling": cfrlib.sampling.pcs("epochs"), "dtype": "float32", "seed": 3}),
    "buckets": (BUCKETS, {"sampling": "spcs", "regret": "discounted", "seed": 4}),
}
PROFILES = ("tree", "buckets")


def main(name):
    folder = Path(__file__).parent / name
    for kind in ("solvers", "profiles", "sessions"):
        (folder / kind).mkdir(parents=True)
    known = {"solvers": {}, "deep": {}, "profiles": {}, "sessions": {}}
    for solver_name, (game, switches) in SOLVERS.items():
        solver = cfrlib.CFR(game, **switches)
        solver.run(20)
        solver.save(folder / "solvers" / solver_name)
        known["solvers"][solver_name] = {"iterations": 20, "exploitability": solver.exploitability()}
        solver.run(5)
        known["solvers"][solver_name]["after 5 more"] = solver.exploitability()
    deep = DeepCFR(kuhn(), walks=5, capacity=200, learner="table", steps=(20, 5, 50))
    deep.run(4)
    deep.save(folder / "solvers" / "deep")
    known["deep"]["deep"] = {"iterations": 4, "exploitability": deep.exploitability()}
    for solver_name in PROFILES:
        profile = cfrlib.CFR.load(folder / "solvers" / solver_name).average_strategy()
        profile.save(folder / "profiles" / solver_name)
        known["profiles"][solver_name] = {"exploitability": cfrlib.exploitability(profile.game, profile)}
    session = Session(kuhn(), cfrlib.Profile.uniform(kuhn()), seed=22, path=folder / "sessions" / "session")
    while len(session.hands) < 3 or session.over:
        if session.over:
            session.next_hand()
        else:
            session.act(session.actions[-1])
    known["sessions"]["session"] = {
        "paid": [hand.paid for hand in session.hands], "private": session.private, "actions": session.actions
    }  # fmt: skip
    for path in filter(Path.is_file, list(folder.rglob("*"))):
        path.with_name(path.name + ".xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
        path.unlink()
    (folder / "known.json").write_text(json.dumps(known, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
