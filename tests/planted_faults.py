"""Thirty-odd faults, planted one by one in a copy of the kernels: does the suite notice? `make planted`.

Each fault names tests that are to fail; before that they must pass without it. Kernels run as plain Python, where
that is quicker than to compile them anew. Words on the command line choose the faults whose file or text has one.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILED = {"deals", "drawn deals"}
"""What runs compiled: it takes many draws, of few kernels."""
TESTS = {
    "rules": "engine/test_tree_walks.py -k 'every_step and not random and kuhn'",
    "vanilla": "engine/test_single_walks.py -k 'whole_runs and kuhn and vanilla'",
    "vector": "engine/test_sampling.py -k 'vector_walks_have and kuhn'",
    "vector on random games": "engine/test_sampling.py -k 'vector_walks_have and random'",
    "scalar": "engine/test_single_walks.py -k 'every_step and kuhn and not mixed and not baseline'",
    "robust": "engine/test_single_walks.py -k 'every_step and robust and leduc'",
    "runs": "engine/test_single_walks.py -k 'whole_runs and discounted'",
    "places": "engine/test_single_walks.py -k 'every_step and place and kuhn'",
    "baselines": "engine/test_single_walks.py -k 'every_step and baseline and not random'",
    "lazy": "engine/test_single_deals.py -k 'lazy_averaging_is and kuhn'",
    "evaluation": "engine/test_values.py -k leduc",
    "bids": "engine/test_bids_walks.py -k 'vectors_are_equal and discounted'",
    "bids evaluation": "engine/test_bids_runs.py -k one_profile",
    "rounds": "engine/test_values.py -k 'holdem and unroll'",
    "flops": "engine/test_two_rounds_walks.py -k one_flop",
    "one hand": "engine/test_two_rounds_samples.py -k sides",
    "single": "engine/test_two_rounds_samples.py -k chance_sampling_are_exact",
    "drawn deals": "engine/test_two_rounds_samples.py -k 'exact_mean and robust and not cs'",
    "deals": "engine/test_two_rounds_samples.py -k deals_are_equally",
    "lazy deals": "engine/test_single_deals.py -k 'lazy_averaging_is and uniform and holdem'",
    "buckets": "engine/test_buckets_walks.py -k 'full_walks and two and discounted'",
    "board": "engine/test_buckets_draws.py -k 'one_board and holdem and not imperfect'",
    "hand": "engine/test_buckets_draws.py -k one_hand",
    "joint": "engine/test_buckets_joint.py -k 'pairs_and_wins and holdem'",
    "learners": "deep/test_learners.py -k the_table_is",
    "reservoir": "deep/test_reservoir.py -k as_likely",
    "deep": "deep/test_deep_cfr.py -k played_by_hand",
}
ENGINE, TREE, SINGLE = "engine", "engine/tree", "engine/common/single_histories"
HOLDEM, ROUNDS, BUCKETS, BIDS = "engine/common/limit_holdem", "engine/two_rounds", "engine/buckets", "engine/bids"
FAULTS = [
    # off by one, a forgotten floor, a wrong sign, a wrong clock
    ("rules", ENGINE, "step", "[sign, since - 1]", "[sign, since]"),
    ("rules", ENGINE, "step", "r if r > floor else floor", "r"),
    ("rules", ENGINE, "step", "+ c.prediction * g", "- c.prediction * g"),
    ("rules", ENGINE, "step", "float(t) ** power", "float(t + 1) ** power"),
    ("runs", ENGINE, "step", "last_update[row] = t", "last_update[row] = t - 1"),
    # a swapped player, a missing conditional probability, a wrong weight
    ("vector on random games", TREE, "carried", "tree.marginals[0][board, drawn[0]]",
     "tree.marginals[1][board, drawn[1]]"),
    ("vector on random games", TREE, "carried", "board = 0  #", "board = board  #"),
    ("vector", TREE, "drawn_walk", "weight / drawn.probability[stage]", "weight"),
    ("vanilla", TREE, "walk", "if not simultaneous:", "if simultaneous:"),
    ("evaluation", TREE, "terminals", "s, i = correction * scale[z + k]", "s, i = correction * scale[z]"),
    # sampled actions and baselines: forgotten probabilities, a mean that is not taken
    ("scalar", SINGLE, "walk", "weight * reach / q", "weight * reach"),
    ("scalar", ENGINE, "step", "(values[v] - mean)", "values[v]"),
    ("scalar", SINGLE, "walk", "number[f + THEIRS] / number[f + Q]", "number[f + MINE] / number[f + Q]"),
    ("scalar", SINGLE, "actions", "u -= explore + (1 - epsilon) * strategy", "u -= explore + strategy"),
    ("robust", SINGLE, "actions", "last, how / actions", "last, left / actions"),
    ("drawn deals", SINGLE, "actions", "] = how / actions", "] = left / actions"),
    ("places", SINGLE, "actions", "visits[row] <= cutoff[2]", "visits[row] < cutoff[2]"),
    ("baselines", SINGLE, "walk", "(value - baseline) / xi", "value / xi"),
    ("baselines", SINGLE, "baselines", "drawn[0], drawn[1]] / before", "drawn[0], drawn[1]]"),
    ("lazy", SINGLE, "lazy_averages", "weight if how == LAZY", "weight if how != LAZY"),
    # bids
    ("bids", ENGINE, "step", "(c.up if r > 0 else c.down) + c.weight * value", "c.up + c.weight * value"),
    ("bids", BIDS, "vector", "held, failed = failed, held", "pass"),
    ("bids", BIDS, "vector", "(k - 1 - j)", "(k - j)"),
    ("bids evaluation", BIDS, "prefixes", "their.matches[k, c] + 1", "their.matches[k, c]"),
    # hold'em: the hand taken away twice, weights of flops and hands, the sign of a fold, the same card twice
    ("rounds", HOLDEM, "betting_round", "who = 1 - who", "pass"),
    ("rounds", ROUNDS, "terminals", ", load(workspace.batch, x + l)", ", held(sums, every, l)"),
    ("rounds", ROUNDS, "vector", "weight * boards.hands[start + k]", "weight"),
    ("flops", HOLDEM, "draws", "weights * len(weights)", "weights * 1"),
    ("one hand", ROUNDS, "one_sided", "wins = -wins", "pass"),
    ("single", HOLDEM, "single_walk", "sign * hand.stake[node]", "hand.stake[node]"),
    ("single", HOLDEM, "single_walk", "workspace.reach[1 - me, node] / workspace.q[node]", "workspace.reach[me, node]"),
    ("deals", HOLDEM, "draws", "out | (1 << first))", "out)"),
    ("lazy deals", SINGLE, "lazy_averages", "weight = now - accounted[row]", "weight = now"),
    # buckets
    ("buckets", BUCKETS, "vector", "me == 1 and b.kind[node] == FOLD", "me == 1"),
    ("buckets", HOLDEM, "betting_round", "last_update[me, place] = t", "last_update[me, place] = t - 1"),
    ("board", BUCKETS, "vector", "walk.numbers[WEIGHT] *= steps.hands[i]", "pass"),
    ("joint", BUCKETS, "deals", "table.pairs[step * m + step] += 1", "table.pairs[step * m + step] += 0"),
    ("hand", BUCKETS, "deals", "-1 if own_all else 1", "1"),
    # Deep CFR
    ("learners", "deep", "learners", "memory.times.astype(float)", "1.0"),
    ("reservoir", "deep", "reservoir", "(order + 1)", "order"),
    ("deep", "deep", "solver", "expected.argmax", "expected.argmin"),
]  # fmt: skip
"""Which tests, folder and file, what stands there once, and what is put in its place."""


def misplaced():
    """Return what is wrong with faults: a text that does not stand in its file exactly once, or names of tests."""
    wrong = [f"{name}: there are no such tests" for name, *_ in FAULTS if name not in TESTS]
    wrong += [f"{name}: no fault names these tests" for name in TESTS if name not in {fault[0] for fault in FAULTS}]
    for _, place, module, old, _ in FAULTS:
        count = (ROOT / "cfrlib" / place / f"{module}.py").read_text(encoding="utf-8").count(old)
        wrong += [f"{place}/{module}.py: {old!r} stands there {count} times, not once"] if count != 1 else []
    return wrong


def run(copy, name):
    """Return whether tests pass in a copy of the project."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    words = shlex.split(TESTS[name])
    environment = {**os.environ, "PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": str(int(name not in COMPILED))}
    done = subprocess.run([*command, f"tests/{words[0]}", *words[1:]], cwd=copy, env=environment, capture_output=True)
    if done.returncode > 1:
        sys.exit(f"{name}: {done.stdout.decode()[-2000:]}")
    return done.returncode == 0


def main(*chosen):
    if wrong := misplaced():
        sys.exit("\n".join(wrong))
    passed, missed = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("cfrlib", "tests"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        for name, place, module, old, new in FAULTS:
            file = copy / "cfrlib" / place / f"{module}.py"
            if chosen and not any(word in f"{name} {file} {old}" for word in chosen):
                continue
            whole = file.read_text(encoding="utf-8")
            if name not in passed:
                passed[name] = run(copy, name)
            file.write_text(whole.replace(old, new), encoding="utf-8")
            caught = passed[name] and not run(copy, name)
            file.write_text(whole, encoding="utf-8")
            missed += not caught
            verdict = "caught" if caught else "NOT caught" if passed[name] else "its tests fail without it"
            print(f"{verdict}: {place}/{module}: {old} -> {new} ({name})", flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
