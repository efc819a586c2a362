"""Freezes what the package computes, so that two checkouts can be compared on one machine.

    PYTHONPATH=. python benchmarks/frozen.py write before.json
    PYTHONPATH=. python benchmarks/frozen.py compare before.json after.json
    PYTHONPATH=. python benchmarks/frozen.py compare before.json after.json --within 1e-12

A configuration is a game, an algorithm and its switches. A solver runs, is saved, loaded, and runs on. What it then
saves, counts and is worth is written down: numbers in hexadecimal, arrays as digests. A combination that is refused is
written down, too; other words in its message are only noted. An interrupted `write` goes on where it stopped. Both
files take the same machine and the same packages: others may round differently.

A digest cannot tell rounding from a fault. So the configurations "tables, ...", of each engine, scheme and rule, keep
their arrays whole. With `--within` these, and all numbers, may differ by so much of the largest entry, and digests are
not compared.
"""

import argparse
import importlib.util
import inspect
import io
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from itertools import product
from pathlib import Path

import numpy as np
from differences import WHOLE, compare, packed

import cfrlib
from cfrlib import deep, matches, sampling, textbook, tree
from cfrlib.games import bluff, holdem, kuhn, leduc, leduc_no_limit, matrix, texas
from cfrlib.sampling import HalfLife, Linear, Mixed, Scheme

LISTED = 1_100
"""Information sets up to which all of a profile is looked up."""
COUNTED = "iterations", "nodes_touched", "histories_touched", "against_best", "regret", "strategy_sum", "strategy"
"""What a solver may have, the last three as lists of arrays."""


class paired(kuhn):
    """A game of one's own: Kuhn poker in which a player cannot tell two neighboring cards apart."""

    def key(self, player, actions, public, outcome):
        return str(outcome // 2), self.public_string(actions, public)

    def num_keys(self, actions):
        return (self.cards + 1) // 2


class ladder(bluff):
    """Bluff that lies in memory as large games of it do, however small it is."""

    layout = bluff((2, 2)).layout


GAMES = {
    "kuhn": (kuhn, 20), "kuhn of 5": (partial(kuhn, 5, ante=2), 10), "paired kuhn": (partial(paired, 5), 10),
    "leduc": (leduc, 5), "small leduc": (partial(leduc, 2, suits_matter=False, raises=1), 10),
    "leduc without suits": (partial(leduc, suits_matter=False, bets="doubling", raises=1), 5),
    "no-limit leduc": (partial(leduc_no_limit, 5), 5), "bluff": (partial(bluff, (1, 1), 3, "one"), 5),
    "bluff in rounds": (partial(bluff, (2, 1), 2), 5), "ladder": (partial(ladder, (1, 1), 3), 5),
    "ladder of 3 dice": (partial(ladder, (2, 1), 3, "one"), 2), "ladder in rounds": (partial(ladder, (2, 1), 2), 5),
    "ladder unmerged": (partial(ladder, (1, 1), 4, merged=False), 2), "holdem": (partial(holdem, (1, 1), (4, 2)), 3),
    "holdem of 5": (partial(holdem, (2, 1), (5, 2)), 2), "holdem of a suit": (partial(holdem, (1, 2), (7, 1)), 3),
    "buckets": (partial(holdem, (1, 2), (4, 2), (2, 3)), 5),
    "buckets of a suit": (partial(holdem, (2, 1), (7, 1), 2), 5),
    "buckets forgotten": (partial(holdem, (1, 1), (5, 2), 3, "imperfect"), 5),
    "texas": (partial(texas, (2, 2, 1, 2), (1, 0, 0, 1), (3, 3)), 5),
    "texas forgotten": (partial(texas, (3, 2, 2, 3), (0, 1, 0, 0), (3, 3), "imperfect"), 5),
}  # fmt: skip
"""How to make them; iterations before saving and after loading, ten times as many where a walk is a single history."""
LARGE = {"large ladder": partial(bluff, (1, 1), 7), "large ladder in rounds": partial(bluff, (2, 1), 5)}
TREES = {"tree": lambda: tree.unroll(kuhn(4)), "matrix": lambda: matrix([[0, -1, 2], [1, 0, -1], [-1, 1, 0.5]])}
GAME = {title: cache(make) for title, make in ({t: m for t, (m, _) in GAMES.items()} | LARGE | TREES).items()}
ROWS = {
    **sampling.SCHEMES, "os 0.2": sampling.os(0.2), "robust 1": sampling.robust(1), "robust 3": sampling.robust(3),
    "epochs": sampling.pcs("epochs"), "stratified": sampling.pcs("stratified"), "sequences": sampling.cs("sequences"),
    "one opponent": Scheme("one opponent", opponent_private="one"), "one own": Scheme("one own", own_private="one"),
    "both hands": Scheme("both hands", "one", "one"), "own action": Scheme("own action", *["one"] * 4),
    "two own actions": Scheme("two own actions", "one", "one", "one", 2), "mixed": Mixed("es", "os", 0.5),
    "mixed by node": Mixed("cs", "robust", Linear(20), per_node=True), "half-life": Mixed("os", "es", HalfLife(8)),
    "published": Mixed("es", "os", 0.5, scale="published"),
    "published by node": Mixed("es", "os", 0.3, per_node=True, scale="published"),
    "visits": sampling.ByPlace(sampling.visits(2), cutoff=(2, 1)),
    "after": sampling.ByPlace(sampling.after(5), cutoff=(3, 2)),
    "place half-life": sampling.ByPlace(sampling.half_life(8), (2, 2), 0.3),
}  # fmt: skip
RULES = {rule: rule for rule in ("rm", "rm+", "linear", "discounted", "predictive")}
RULES["discounted 2 -1"] = cfrlib.regret.discounted(2, -1)
SWITCHES = [
    *({"average": average} for average in ("linear", "quadratic", 0.5, 5, 1000)), {"updates": "simultaneous"},
    {"average_at": "own"}, {"average_at": "opponent"}, {"average_at": "opponent", "updates": "simultaneous"},
    *({"average": average} for average in ("lazy", "linear lazy", "optimistic")), {"dtype": "float32"},
    {"average": "quadratic lazy", "updates": "simultaneous"}, {"average": "quadratic optimistic", "dtype": "float32"},
    {"average_at": "own", "average": 1000, "updates": "simultaneous", "dtype": "float32"},
    {"baseline": "learned"}, {"baseline": "exact"}, {"baseline": "learned", "updates": "simultaneous"},
    {"baseline": "exact", "dtype": "float32"}, {"threads": 2}, {"threads": 2, "dtype": "float32", "average": "linear"},
    {"updates": "simultaneous", "dtype": "float32"},
]  # fmt: skip
"""Switches that take turns; the first nine are the textbook's, too."""
ENGINES = {
    "tree": "leduc without suits", "bids": "ladder in rounds", "two rounds": "holdem", "buckets": "buckets",
    "explicit": "tree",
}  # fmt: skip
"""A game of each engine, of whose solvers all arrays are kept, after 50 iterations of each of these rows."""
KEPT = *sampling.SCHEMES, "mixed", "visits"
DEEP = {
    "table": {"learner": "table"}, "half": {"learner": "table", "retrain": 0.5}, "network": {"hidden": (8,)},
    "adjusted": {"retrain": HalfLife(2), "otherwise": "adjust", "no_positive": "uniform", "hidden": (4, 4), "batch": 8},
}  # fmt: skip


def exact(value):
    """Return what JSON can hold of a value: equal if and only if all bits are."""
    if isinstance(value, dict):
        return {name: exact(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [exact(part) for part in value]
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(np.ascontiguousarray(value)).hexdigest()}"
    if isinstance(value, Mapping | bytes):  # a profile, or a text
        return sha256(value if isinstance(value, bytes) else repr(list(value.items())).encode()).hexdigest()
    return float(value).hex() if isinstance(value, float | np.floating) else value


def result(name, work):
    """Return the exact result of a call, or what it raises: only a refusal may change its words."""
    try:
        return {name: exact(work())}
    except Exception as error:
        words = "message" if isinstance(error, ValueError) else "text"
        return {f"{name} raises": type(error).__name__, f"{words} of {name}": str(error)}


def saved(data):
    """Return what is in a saved file but for its clocks and switches, read by numpy alone."""
    with np.load(io.BytesIO(data)) as file:
        arrays = {f"array {name}": file[name] for name in file.files if name != "header"}
        header = json.loads(file["header"].tobytes())
    inner = saved(arrays.pop("array walker").tobytes()) if "array walker" in arrays else {}
    kept = {**header["counters"], **{name: header.get(name) for name in ("random", "leaves", "seen", "capacity")}}
    counted = {f"saved {name}": value for name, value in kept.items() if name != "seconds"}
    return {**arrays, **counted, **{f"walker: {name}": value for name, value in inner.items()}}


def scores(game, **profiles):
    """Return what profiles of a game are worth."""
    facts = {}
    for name, profile in profiles.items():
        for score in (cfrlib.exploitability, cfrlib.best_response_values, cfrlib.expected_value):
            facts |= result(f"{name} {score.__name__}", partial(score, game, profile))
        facts |= {f"{name} profile": profile} if len(profile) <= LISTED else {}
    return facts


def made(kind, title, **switches):
    """Return a solver of a game; where it adds to the average was called `average_in` once."""
    known = inspect.signature(kind).parameters
    if "average_at" in switches and "average_in" in known and "average_at" not in known:
        switches["average_in"] = switches.pop("average_at")
    return kind(GAME[title](), **switches)


def run(kind, title, iterations, folder, rebuild=False, **switches):
    """Run a solver; save and load it, with its game or without, and run it further; return all that is there then."""
    solver, path, facts = made(kind, title, **switches), folder / "solver", {}
    solver.run(iterations)
    if hasattr(solver, "save"):
        solver.save(path)
        solver = type(solver).load(path, game=None if rebuild else solver.game)
        solver.run(iterations)
        facts |= result("own exploitability", solver.exploitability)
        solver.save(path)
        facts |= saved(path.read_bytes())
    facts |= {name: part for name in COUNTED if isinstance(part := getattr(solver, name, None), int | list)}
    game = solver.tree if kind is textbook.CFR else solver.game
    return facts | scores(game, average=solver.average_strategy(), current=solver.current_strategy())


def tables(title, folder, **switches):
    """Return all arrays of a solver, whole."""
    solver = made(cfrlib.CFR, title, **switches)
    solver.run(50)
    solver.save(folder / "solver")
    arrays = {name: value for name, value in saved((folder / "solver").read_bytes()).items() if name.startswith(WHOLE)}
    return {name: packed(array) if array.dtype.kind == "f" else array for name, array in arrays.items()}


def cfr_br(game, **switches):
    """Return CFR-BR of a game, wherever that lives."""
    for module in ("cfrlib.engine.buckets.cfr_br", "cfrlib.abstraction.cfr_br"):
        if importlib.util.find_spec(module.rpartition(".")[0]) and importlib.util.find_spec(module):
            CFRBR = importlib.import_module(module).CFRBR
    return CFRBR(game, **switches)


def match(title, name, duplicate, folder):
    """Save and load an average strategy, and let it play the current one, or a simple player."""
    game, solver, path = GAME[title](), made(cfrlib.CFR, title, sampling="es", seed=1), folder / "profile"
    solver.run(100)
    p, q = solver.average_strategy(), solver.current_strategy() if name == "current" else matches.baseline(game, name)
    p.save(path)
    outcome = cfrlib.match(game, p, q, hands=200, duplicate=duplicate, seed=1)
    facts = {part: getattr(outcome, part) for part in ("mean", "half_width", "deviation", "hands", "won")}
    facts |= result("expected", partial(matches.expected, game, p, q))
    return facts | {"loaded": cfrlib.Profile.load(path)} | scores(game, other=q)


def full_deck(folder):
    """Let two simple players play with all ranks and suits: small decks need only a part of the tables of hands."""
    call, bet = (matches.baseline(texas(1), name) for name in ("call", "raise"))
    return {"won": cfrlib.match(texas(1), call, bet, hands=400, seed=1).won}


def whole(title, folder):
    """Return the equilibrium of a small game, a best response, and its tree as a file."""
    game, uniform = GAME[title](), cfrlib.Profile.uniform(GAME[title]())
    facts = scores(game, uniform=uniform, response=cfrlib.best_response(game, uniform))
    facts |= result("equilibrium", partial(cfrlib.equilibrium, game))
    return facts | {"file": tree.to_efg(tree.unroll(game)).encode()}


def combinations(titles, switches, many):
    """Yield (title, name, row, switches) of each row and rule: without other switches, and with so many in turn."""
    for turn, (title, (row, rule)) in enumerate(product(titles, product(ROWS, RULES))):
        for more in [{}, *(switches[(turn * many + k + turn // len(RULES)) % len(switches)] for k in range(many))]:
            name = f"{title}, {row}, {rule}" + "".join(f", {key}={value}" for key, value in more.items())
            yield title, name, row, {"sampling": ROWS[row], "regret": RULES[rule], "seed": 1, **more}


def configurations():
    """Yield (name, work) of everything."""
    for title, name, row, switches in combinations(GAMES, SWITCHES, 3):
        often = GAMES[title][1] * (10 if getattr(ROWS[row], "chance", ("one",) * 3) == ("one",) * 3 else 1)
        yield name, partial(run, cfrlib.CFR, title, often, **switches)
    for title, preset in product(GAMES, ("plus", "linear", "discounted", "predictive")):
        rebuild = type(GAME[title]()).__module__ != __name__
        yield f"{title}, {preset}", partial(run, getattr(cfrlib.CFR, preset), title, 10, rebuild=rebuild)
    for title, row, threads in product(LARGE, ("vanilla", "spcs", "cs", "es", "os"), (1, 2)):
        switches = {"sampling": row, "regret": "discounted", "threads": threads, "dtype": "float32"}
        yield f"{title}, {row}, threads={threads}", partial(run, cfrlib.CFR, title, 1, **switches)
    for (engine, title), row, rule, dtype in product(ENGINES.items(), KEPT, RULES, ("float64", "float32")):
        if dtype == "float64" or row in ("vanilla", "es"):
            switches = {"sampling": ROWS[row], "regret": RULES[rule], "average": "linear", "dtype": dtype, "seed": 1}
            yield f"tables, {engine}, {row}, {rule}, {dtype}", partial(tables, title, **switches)
    for title, (name, switches) in product(("kuhn", "small leduc", "bluff"), DEEP.items()):
        small = {"walks": 20, "capacity": 200, "steps": (20, 5, 50), "seed": 1, **switches}
        yield f"deep, {title}, {name}", partial(run, deep.DeepCFR, title, 3, **small)
    for title, name, _, switches in combinations(("kuhn", "small leduc", *TREES), SWITCHES[:9], 2):
        yield f"textbook, {name}", partial(run, textbook.CFR, title, 12, **switches)
    for title, row, updates in product(("kuhn", "small leduc"), ROWS, ("alternating", "simultaneous")):
        work = partial(run, textbook.PublicChanceCFR, title, 5, sampling=ROWS[row], updates=updates, seed=1)
        yield f"by vectors, {title}, {row}, {updates}", work
    for title, rule, power in product(("buckets", "buckets of a suit"), ("rm", "rm+", "linear"), ("uniform", 5, 1000)):
        yield f"CFR-BR, {title}, {rule}, {power}", partial(run, cfr_br, title, 5, regret=rule, average=power)
    players, played = ("current", "fold", "call", "raise", "rule"), ("leduc", "bluff", "holdem", "buckets", "texas")
    for title, name, twice in product(played, players, (True, False)):
        yield f"match, {title}, {name}, duplicate={twice}", partial(match, title, name, twice)
    yield "match, full deck", full_deck
    for title in ("kuhn", "small leduc", "leduc", "no-limit leduc", "bluff", "bluff in rounds", *TREES):
        yield f"as a whole, {title}", partial(whole, title)


def write(path, only):
    """Run all configurations that are not in the file yet, and add each as soon as it is done."""
    begun, folder = time.perf_counter(), Path(cfrlib.__file__).parent
    sources = [(str(file.relative_to(folder)), file.read_bytes()) for file in sorted(folder.rglob("*.py"))]
    digest = {"message of sources": exact(repr(sources).encode())}
    known = json.loads(path.read_text()) if path.exists() else {}
    if known.get("sources", digest) != digest:
        sys.exit(f"{path}: it was written by other sources than those in {folder}; take another file")
    tasks = {name: task for name, task in configurations() if only in name}
    tasks = {name: task for name, task in {"sources": None, **tasks}.items() if name not in known}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        os.environ["CFRLIB_CACHE"] = folder  # later games and tables of cards are of this checkout, too
        for k, (name, task) in enumerate(tasks.items(), start=1):
            known[name] = digest if task is None else result("all", partial(task, folder=Path(folder)))
            with path.open("r+b" if path.exists() else "w+b") as file:
                end = file.seek(0, os.SEEK_END)
                file.seek(max(end - 3, 0))
                file.write(f"{',' if end else '{'}\n{json.dumps(name)}: {json.dumps(known[name])}\n}}\n".encode())
            if k % 200 == 0 or k == len(tasks):
                print(f"{time.perf_counter() - begun:6.1f} s, {k:6,} of {len(tasks):,}: {name}", file=sys.stderr)
    kinds = Counter(facts.get("all raises", "finished") for name, facts in known.items() if name != "sources")
    print(", ".join(f"{number:,} {kind}" for kind, number in kinds.items()), file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=("write", "compare"))
    parser.add_argument("files", type=Path, nargs="+", help="one to write, two to compare")
    parser.add_argument("--only", default="", metavar="TEXT", help="write configurations with this in their names")
    parser.add_argument("--within", type=float, metavar="PART", help="compare numbers but for so much of the largest")
    given = parser.parse_args()
    if len(given.files) != (1 if given.command == "write" else 2):
        parser.error("write takes one file, compare two")
    sys.exit(write(*given.files, given.only) if given.command == "write" else compare(*given.files, given.within))
