"""Files that are damaged or made up: refused with the file and the field, and never large in memory."""

import io
import json
import tracemalloc
import zipfile

import numpy as np
import pytest
from random_games import RandomGame

import cfrlib
from cfrlib._util import archive
from cfrlib.deep import DeepCFR
from cfrlib.engine.saving import COUNTERS, saved_bytes
from cfrlib.games import holdem, kuhn, leduc

FLOP = holdem(deck=(4, 2))
LITTLE = {"walks": 2, "learner": "table", "capacity": 10}
solvers = pytest.mark.parametrize("kind", [cfrlib.CFR, DeepCFR])


def members(path):
    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def rewritten(path, change, header="header", seal=True):
    """Write a file again after `change(header, arrays)`, with checksums that are right unless `seal` is false."""
    arrays = members(path)
    text = json.loads(arrays.pop(header).tobytes())
    checksums = text.pop("checksums")
    change(text, arrays)
    if seal:
        path.write_bytes(archive.packed(text, arrays, header))
    else:
        text = np.frombuffer(json.dumps({**text, "checksums": checksums}).encode(), np.uint8)
        with open(path, "wb") as file:
            np.savez(file, **{header: text}, **arrays)
    return path


def saved(tmp_path, game=None, kind=cfrlib.CFR, **switches):
    solver = kind(game or kuhn(), **(LITTLE | switches if kind is DeepCFR else switches))
    solver.run(5)
    solver.save(tmp_path / "solver")
    return tmp_path / "solver"


@solvers
def test_a_truncated_file_is_refused_wherever_it_ends(kind, tmp_path):
    data = saved(tmp_path, kind=kind).read_bytes()
    for length in range(0, len(data), len(data) // 20):
        (tmp_path / "part").write_bytes(data[:length])
        with pytest.raises(ValueError, match="^path=.*not a complete saved"):
            kind.load(tmp_path / "part")


@solvers
def test_files_of_something_else_are_refused(kind, tmp_path):
    cfrlib.Profile.uniform(kuhn()).save(tmp_path / "profile")
    saved(tmp_path, kind=cfrlib.CFR if kind is DeepCFR else DeepCFR)
    (tmp_path / "text").write_text("hello")
    for name in ("profile", "solver", "text"):
        with pytest.raises(ValueError, match="^path="):
            kind.load(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        kind.load(tmp_path / "missing")


@solvers
def test_the_game_of_a_file_is_known_or_passed_and_no_other_one_is_taken(kind, tmp_path):
    for game, others in ((kuhn(), (kuhn(cards=4), kuhn(bet=2))), (RandomGame(12), (RandomGame(6),))):
        path = saved(tmp_path, game, kind)
        for other in (*others, RandomGame(5)):
            with pytest.raises(ValueError, match="^game="):
                kind.load(path, other)
        assert kind.load(path, game).game == game
    with pytest.raises(ValueError, match="^game=None: .*pass it"):
        kind.load(path)


def put(name, value, at=0):
    def change(header, arrays):
        arrays[name] = arrays[name].copy()
        arrays[name].reshape(-1)[at] = value

    return change


def counter(name, value):
    return lambda header, arrays: header["counters"].update({name: value})


def random(**values):
    def change(header, arrays):
        for name, value in values.items():
            (header["random"]["state"] if name in ("state", "inc") else header["random"])[name] = value

    return change


DISCOUNTED_ES = {"sampling": "es", "regret": "discounted"}
TABLES = [
    (kuhn(), {}, "regret", np.nan), (kuhn(), {}, "regret", np.inf), (kuhn(), {}, "sums", -1.0),
    (kuhn(), {}, "sums", -np.inf), (kuhn(), {}, "strategy", np.nan), (kuhn(), {}, "strategy", 2.0),
    (kuhn(), {"regret": "rm+"}, "regret", -0.5), (kuhn(), DISCOUNTED_ES, "seen", 10**12),
    (kuhn(), DISCOUNTED_ES, "seen", -1), (kuhn(), {"sampling": "es", "average": "lazy"}, "passed", -1.0),
    (kuhn(), {"sampling": "os", "baseline": "learned"}, "guess", np.nan),
    (FLOP, {}, "early_sums", np.nan), (FLOP, {"regret": "predictive"}, "basis", -1.0),
    (FLOP, {"sampling": "pcs"}, "seen", 6), (FLOP, {"sampling": cfrlib.sampling.pcs("epochs")}, "order", 10**6),
    (FLOP, {"sampling": cfrlib.sampling.pcs("epochs")}, "order", -1),
]  # fmt: skip


@pytest.mark.parametrize("game, switches, table, value", TABLES, ids=str)
def test_a_table_holds_only_what_iterations_can_have_brought(game, switches, table, value, tmp_path):
    path = rewritten(saved(tmp_path, game, **switches), put(table, value))
    with pytest.raises(ValueError, match=f"^path='.*solver': not a complete saved solver .{table}: "):
        cfrlib.CFR.load(path)


NO_COUNTS = (-5, "x", None, True, 10**99)
HEADERS = {
    **{f"iterations={value!r}": ("iterations", counter("iterations", value)) for value in (*NO_COUNTS, 1.5, -(10**9))},
    **{f"{name}={value!r}": (name, counter(name, value)) for name, value in zip(COUNTERS[1:], NO_COUNTS, strict=False)},
    "seconds=nan": ("seconds", counter("seconds", float("nan"))),
    "random.state=-1": ("random", random(state=-1)),
    "random.inc=2**128": ("random", random(inc=2**128)),
    "random.uinteger='x'": ("random", random(uinteger="x")),
    "random.bit_generator": ("random", random(bit_generator="MT19937")),
    "random=None": ("random", lambda header, arrays: header.update(random=None)),
    "switches": ("prediction", lambda header, arrays: header["switches"]["regret"].update(prediction=-1)),
    "power": ("power", lambda header, arrays: header["switches"]["average"].update(power=float("nan"))),
    "dtype": ("dtype", lambda header, arrays: header["switches"].update(dtype="object")),
    "threads": ("threads", lambda header, arrays: header["switches"].update(threads=10**9)),
    "sampling": ("", lambda header, arrays: header["switches"].update(sampling=3)),
    "format": ("format", lambda header, arrays: header.update(format="cfrlib solver 99")),
    "no format": ("format", lambda header, arrays: header.pop("format")),
    "no counters": ("counters", lambda header, arrays: header.pop("counters")),
    "no table": ("regret", lambda header, arrays: arrays.pop("regret")),
    "shape": ("regret", lambda header, arrays: arrays.update(regret=np.zeros(3))),
    "type": ("regret", lambda header, arrays: arrays.update(regret=arrays["regret"].astype("float32"))),
    "order": ("regret", lambda header, arrays: arrays.update(regret=arrays["regret"].astype(">f8"))),
    "complex": ("regret", lambda header, arrays: arrays.update(regret=arrays["regret"].astype(complex))),
}


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_says_only_what_a_solver_can_be(name, tmp_path):
    field, change = HEADERS[name]
    with pytest.raises(ValueError, match=f"^path='.*solver': not a complete saved solver .*{field}"):
        cfrlib.CFR.load(rewritten(saved(tmp_path), change))


def test_a_changed_number_is_seen_by_its_checksum(tmp_path):
    path = rewritten(saved(tmp_path), put("regret", 0.25), seal=False)
    with pytest.raises(ValueError, match="regret: its checksum differs"):
        cfrlib.CFR.load(path)
    profile = tmp_path / "profile"
    cfrlib.Profile.uniform(kuhn()).save(profile)

    def swap(header, arrays):
        arrays["probabilities"] = arrays["probabilities"] * 1.0
        arrays["probabilities"][:2] = 0.25, 0.75

    with pytest.raises(ValueError, match="probabilities: its checksum differs"):
        cfrlib.Profile.load(rewritten(profile, swap, "names", seal=False))


def bomb(name, shape, data=b"", compressed=False):
    """Return a file whose header or table declares a shape that it does not hold."""
    file = io.BytesIO()
    how = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", how) as stored, stored.open(f"{name}.npy", "w") as member:
        np.lib.format.write_array_header_1_0(member, {"descr": "|u1", "fortran_order": False, "shape": shape})
        member.write(data)
    return file.getvalue()


def assert_small(load):
    """Refuse what is loaded, in a few megabytes."""
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="^path="):
            load()
        assert tracemalloc.get_traced_memory()[1] < 2**23
    finally:
        tracemalloc.stop()


def overlapping():
    """Return a file whose members are many times one and the same piece of it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as stored:
        stored.writestr("header.npy", bytes(2**20))
        stored.filelist *= 1000
        stored.NameToInfo = {}
    return file.getvalue()


BOMBS = {
    "10^12 entries": bomb("header", (10**12,)),
    "10^30 entries": bomb("header", (10**30,)),
    "negative": bomb("header", (-1, -8), bytes(8)),
    "compressed": bomb("header", (10**8,), bytes(10**8), compressed=True),
    "names": bomb("names", (10**12,)),
    "overlapping": overlapping(),
    "an empty archive": b"PK\5\6" + bytes(18),
}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("kind", [cfrlib.CFR, cfrlib.Profile, DeepCFR])
def test_no_file_takes_more_memory_than_it_has_bytes(name, kind, tmp_path):
    path = tmp_path / "bomb"
    path.write_bytes(BOMBS[name])
    assert_small(lambda: kind.load(path))


LARGE = {
    "leduc": {"ranks": 13, "suits": 4, "raises": 4}, "leduc_no_limit": {"stack": 40}, "texas": {"buckets": 12},
    "bluff": {"dice": [1, 1], "faces": 10}, "holdem": {},
}  # fmt: skip


def names_another_game(game, kind, path):
    """Write a small file that says it is of this game."""

    def change(header, arrays):
        header["game"] = {"name": game, "parameters": LARGE[game]}

    header = "header"
    if kind is DeepCFR:
        made = DeepCFR(kuhn(), 2, learner="table")
        made.run(2)
        made.save(path)
        walker = path.with_name("walker")
        walker.write_bytes(members(path)["walker"].tobytes())
        inner = np.frombuffer(rewritten(walker, change).read_bytes(), np.uint8)
        return rewritten(path, lambda header, arrays: arrays.update(walker=inner))
    if kind is cfrlib.Profile:
        cfrlib.CFR(FLOP).average_strategy().save(path)
        header = "names"
    else:
        cfrlib.CFR(kuhn()).save(path)
    return rewritten(path, change, header)


@pytest.mark.parametrize("kind, game", [
    *((cfrlib.CFR, game) for game in LARGE), (cfrlib.Profile, "leduc_no_limit"), (DeepCFR, "leduc_no_limit"),
])  # fmt: skip
def test_a_small_file_that_names_a_large_game_is_refused_before_its_tables_are_built(game, kind, tmp_path):
    path = names_another_game(game, kind, tmp_path / "file")
    assert_small(lambda: kind.load(path))


def test_a_small_file_asks_for_no_large_network_or_memory(tmp_path):
    wide = {"hidden": [10**4] * 9}
    for switches, change in (
        ({"steps": (2, 2, 2)}, lambda header, arrays: header["switches"]["training"].update(wide)),
        ({"learner": "table", "capacity": None}, lambda header, arrays: header["seen"].__setitem__(0, 10**12)),
    ):
        made = DeepCFR(kuhn(), walks=5, **switches)
        made.run(1)
        made.save(tmp_path / "deep")
        path = rewritten(tmp_path / "deep", change)
        assert_small(lambda path=path: DeepCFR.load(path))


@pytest.mark.parametrize("kind", ["solver", "table", "deep"])
def test_every_flipped_bit_of_what_describes_the_arrays_is_harmless(kind, tmp_path):
    """It is refused by a ValueError, or changes nothing that is read."""
    path, again = tmp_path / "file", tmp_path / "again"
    if kind == "deep":
        made = DeepCFR(kuhn(), 2, learner="table")
        load, same = DeepCFR.load, lambda one, other: np.array_equal(one.strategy, other.strategy)
    elif kind == "solver":
        made = cfrlib.CFR(kuhn(), "es")
        load, same = cfrlib.CFR.load, lambda one, other: saved_bytes(one) == saved_bytes(other)
    else:
        made = cfrlib.CFR(FLOP).average_strategy()
        load, same = cfrlib.Profile.load, lambda one, other: one == other
    if hasattr(made, "run"):
        made.run(2)
    made.save(path)
    whole, data = load(path), path.read_bytes()
    with zipfile.ZipFile(path) as stored:
        starts = [member.header_offset for member in stored.infolist()]
    places = [place for start in starts for place in range(start, start + 170)]
    places = [*places, *range(data.rindex(b"PK\1\2"), len(data))][::23]
    rng = np.random.default_rng(0)
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.integers(8)
        again.write_bytes(damaged)
        try:
            loaded = load(again)
        except ValueError:
            continue
        assert same(loaded, whole), place


def test_tables_that_are_not_finite_are_no_strategy():
    """No evaluation returns a number for them."""
    for game in (leduc(), FLOP):
        solver = cfrlib.CFR(game)
        solver.run(3)
        profile = solver.average_strategy()
        tables = profile.tables if hasattr(profile, "tables") else (profile.probabilities,)
        for wrong in (np.nan, np.inf):
            for sums in solver.engine.sum_tables():
                before, sums[3] = sums[3], wrong
                with pytest.raises(ValueError, match="not finite"):
                    solver.exploitability()
                with pytest.raises(ValueError, match="not finite"):
                    solver.average_strategy()
                sums[3] = before
        assert all(np.isfinite(table).all() for table in tables)


def test_deep_cfr_checks_what_it_reads(tmp_path):
    made = DeepCFR(kuhn(), 3, learner="table", capacity=50)
    made.run(3)
    for field, change in {
        "places0": put("places0", 10**9), "values1": put("values1", np.nan), "times2": put("times2", -3),
        "strategy": put("strategy", 7.0), "walker": put("walker", 0, at=500),
        "format": lambda header, arrays: header.update(format="cfrlib deep 9"),
        "iterations": counter("iterations", -1), "trained": counter("trained", [True]),
        "seconds": counter("seconds", {"walking": "x", "training": 0.0}),
        "random": lambda header, arrays: header["random"][0].update(bit_generator="x"),
        "seen": lambda header, arrays: header["seen"].__setitem__(0, -1),
        "learner0 means": put("learner0 means", np.inf),
    }.items():  # fmt: skip
        path = tmp_path / field.replace(" ", "_")
        made.save(path)
        with pytest.raises(ValueError, match=f"^path=.*not a complete saved DeepCFR.*{field.removeprefix('walker')}"):
            DeepCFR.load(rewritten(path, change))
