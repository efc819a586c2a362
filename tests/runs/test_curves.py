"""Convergence over seeds: the same table from any executor, ready to be drawn."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from threading import Lock
from types import ModuleType

import pandas as pd
import pytest

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.regret import RegretRule
from cfrlib.runs.curves import geometric, runs
from cfrlib.sampling import Linear, Mixed

pytestmark = pytest.mark.slow

KUHN = cfrlib.games.kuhn()
COLUMNS = [
    "sampling", "regret", "average", "updates", "baseline", "seed",
    "iterations", "nodes_touched", "histories_touched", "seconds", "exploitability",
]  # fmt: skip


@pytest.fixture(scope="module")
def table():
    return cfrlib.curve(cfrlib.games.kuhn(), sampling="es", points=12, iterations=300, seeds=3)


def test_the_columns_and_the_rows(table):
    assert table.columns.tolist() == COLUMNS
    assert table["seed"].tolist() == [s for s in range(3) for _ in geometric(12, 300)]
    assert table.groupby("seed")["iterations"].apply(list).tolist() == [geometric(12, 300)] * 3
    assert (table["sampling"] == "es").all()
    assert (table["average"] == "uniform").all()


def test_a_row_is_what_the_solver_says(table):
    solver = cfrlib.CFR(cfrlib.games.kuhn(), sampling="es", seed=2)
    solver.run(300)
    last = table.iloc[-1]
    assert last["exploitability"] == solver.exploitability()
    assert last["nodes_touched"] == solver.nodes_touched
    assert last["histories_touched"] == solver.histories_touched


@pytest.fixture(scope="module")
def executors():
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        yield {"threads": threads, "processes": processes}


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_an_executor_changes_nothing_but_seconds(table, executors, kind):
    game = cfrlib.games.kuhn()
    cfrlib.CFR(game).run(1)  # leaves behind what cannot be pickled
    same = cfrlib.curve(game, sampling="es", points=12, iterations=300, seeds=3, executor=executors[kind])
    pd.testing.assert_frame_equal(same.drop(columns="seconds"), table.drop(columns="seconds"), check_exact=True)


def test_what_cannot_be_sent_to_a_process_is_named(executors):
    class local(cfrlib.games.kuhn):
        pass

    mixed = cfrlib.sampling.Mixed("es", "os", lambda t: 0.5)
    for name, given in {"sampling": {"sampling": mixed}, "game": {"sampling": "es", "game": local()}}.items():
        with pytest.raises(ValueError, match=f"^{name}=.*: it cannot be sent to another process; it takes"):
            cfrlib.curve(**{"game": cfrlib.games.kuhn(), "points": [1], "executor": executors["processes"], **given})


def half_and_half(seed):
    return cfrlib.CFR(cfrlib.games.kuhn(), cfrlib.sampling.Mixed("es", "os", lambda t: 0.5), seed=seed)


SHARED = half_and_half(0)


def test_solvers_of_ones_own_go_where_their_name_goes(executors):
    many = {"make": half_and_half, "points": 12, "iterations": 300, "seeds": 3}
    table, away = (cfrlib.curve(**many, executor=executor) for executor in (None, executors["processes"]))
    pd.testing.assert_frame_equal(away.drop(columns="seconds"), table.drop(columns="seconds"), check_exact=True)
    solver = half_and_half(2)
    solver.run(300)
    assert table.iloc[-1]["exploitability"] == solver.exploitability()
    with pytest.raises(ValueError, match="^make=<function .*: it cannot be sent to another process; it takes"):
        cfrlib.curve(make=lambda seed: half_and_half(seed), points=[1], executor=executors["processes"])


def test_make_stands_for_game_and_switches(table):
    made = cfrlib.curve(make=lambda seed: cfrlib.CFR(KUHN, "es", seed=seed), points=12, iterations=300, seeds=3)
    pd.testing.assert_frame_equal(made.drop(columns="seconds"), table.drop(columns="seconds"), check_exact=True)
    slow = cfrlib.curve(make=lambda seed: cfrlib.textbook.CFR(KUHN), points=[3], seeds=1)
    assert slow["exploitability"][0] == pytest.approx(cfrlib.curve(KUHN, points=[3], seeds=1)["exploitability"][0])
    assert slow["seconds"].isna().all()


@pytest.mark.parametrize(
    "arguments, said",
    [
        ({"game": KUHN}, "game=.*it takes nothing beside make"),
        ({"sampling": "es"}, "sampling=.*beside make"),
        ({"updates": "simultaneous"}, "updates=.*beside make"),
        ({"make": 3}, "make=3: it takes a function of a seed"),
        ({"make": lambda seed: seed}, "make=.*it returned 0; it takes a function that returns a solver"),
        ({"make": lambda seed: SHARED, "seeds": 2}, "make=.*returns a new one each time"),
    ],
)
def test_what_does_not_go_with_make_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        cfrlib.curve(**{"make": half_and_half, "points": [5], "seeds": 1, **arguments})


def test_an_interrupted_curve_goes_on(table, tmp_path):
    begun, folder = [], tmp_path / "new" / "curve"

    def make(seed):
        begun.append(seed)
        if begun == [0, 0, 1]:  # the first is made to look at what is wrong
            raise KeyboardInterrupt
        return cfrlib.CFR(KUHN, "es", seed=seed)

    many = {"make": make, "points": 12, "iterations": 300, "path": folder}
    with pytest.raises(KeyboardInterrupt):
        cfrlib.curve(**many, seeds=2)
    cfrlib.curve(**many, seeds=2)
    longer = cfrlib.curve(KUHN, "es", points=12, iterations=300, seeds=3, path=folder)  # the same by another name
    assert begun == [0, 0, 1, 0, 1]
    assert longer.dtypes.equals(table.dtypes)
    pd.testing.assert_frame_equal(longer.drop(columns="seconds"), table.drop(columns="seconds"), check_exact=True)
    again = cfrlib.curve(KUHN, "es", points=12, iterations=300, seeds=3, path=folder)
    pd.testing.assert_frame_equal(again, longer, check_exact=True)


def test_a_path_of_other_arguments_is_refused(tmp_path):
    right = {"game": KUHN, "sampling": "es", "points": [1, 2], "seeds": 1, "path": tmp_path}
    cfrlib.curve(**right)
    for wrong, said in (
        ({"points": [1, 3]}, r"points=\[1, 2\], not \[1, 3\]"),
        ({"game": cfrlib.games.leduc()}, "game; it takes another folder"),
        ({"sampling": "os"}, "sampling=.*'os'"),
        ({"regret": "rm+"}, "regret="),
        ({"average": [1.0, 2.0]}, "average="),
        ({"dtype": "float32"}, "dtype="),
        ({"locked": {("Q", ""): {"p": 1.0}}}, "locked="),
    ):
        with pytest.raises(ValueError, match=f"^path=.*{tmp_path.name}.*of another {said}"):
            cfrlib.curve(**right | wrong)
    for text in ("[{", "3", "{}", '[{"seed": 0, "iterations": 1}]', '[{"seed": 0}]'):
        (tmp_path / "0.json").write_text(text)
        with pytest.raises(ValueError, match="^path=.*0.json is damaged"):
            cfrlib.curve(**right)
    with pytest.raises(ValueError, match="^path=.*it takes a folder, not a file"):
        cfrlib.curve(**right | {"path": tmp_path / "0.json"})


def constant(x):
    return lambda t: x


def given(t, x=0.5):
    return x


class Constant:
    def __init__(self, x):
        self.x = x

    def __call__(self, t):
        return self.x


def local(power):
    def update(row, t, parameters):
        total = 0.0
        for i in range(len(row)):
            row[i] = max(row[i], 0.0) ** power
            total += row[i]
        for i in range(len(row)):
            row[i] = row[i] / total if total > 0 else 1 / len(row)

    return update


def of_module(x):
    """Return a function of a module of its own, which looks for a number there."""
    module = ModuleType("mine")
    exec(f"X = {x}\ndef chance(t):\n    return X", vars(module))
    return module.chance


def game_that_pays(times):
    class Mine(cfrlib.games.kuhn):
        def payoff(self, *arguments):
            worth = super().payoff(*arguments)
            return worth * times if isinstance(worth, int | float) else worth

    return Mine()


def deep(game=KUHN, **arguments):
    return {"make": lambda seed: DeepCFR(game, **{"walks": 20, "learner": "table", "seed": seed, **arguments})}


def textbook(game=KUHN, **arguments):
    return {"make": lambda seed: cfrlib.textbook.CFR(game, seed=seed, **arguments)}


def mixed(chance):
    return {"game": KUHN, "sampling": Mixed("es", "os", chance)}


def rule(**data):
    return {"game": KUHN, "regret": RegretRule("mine", **data)}


class Halved(cfrlib.CFR):
    part = 0.5

    def exploitability(self):
        return self.part * super().exploitability()


class Thirds(Halved):
    part = 1 / 3


@pytest.mark.parametrize(
    "one, other",
    [
        (deep(), deep(walks=200)),
        (deep(), deep(cfrlib.games.kuhn(5))),
        (deep(), deep(game_that_pays(2))),
        (deep(), deep(capacity=30)),
        (deep(retrain=constant(0.5)), deep(retrain=constant(0.25))),
        (textbook(), textbook(cfrlib.games.kuhn(bet=2))),
        (textbook(), textbook(game_that_pays(2))),
        (textbook(), textbook(regret="rm+")),
        (textbook(), textbook(updates="simultaneous")),
        (textbook(sampling="es"), {"make": lambda seed: cfrlib.textbook.CFR(KUHN, "es", seed=seed + 1)}),
        (rule(positive=constant(0.9)), rule(positive=constant(0.1))),
        (rule(positive=0.9), rule(positive=constant(0.9))),
        (rule(local=local(1)), rule(local=local(3))),
        (mixed(constant(0.95)), mixed(constant(0.05))),
        (mixed(partial(given, x=0.1)), mixed(partial(given, x=0.2))),
        (mixed(given), mixed(partial(given, x=0.2))),
        (mixed(lambda t, x=0.1: x), mixed(lambda t, x=0.2: x)),
        (mixed(lambda t, *, x=0.1: x), mixed(lambda t, *, x=0.2: x)),
        (mixed(Constant(0.1)), mixed(Constant(0.2))),
        (mixed(Constant(0.1).__call__), mixed(Constant(0.2).__call__)),
        (mixed(of_module(0.1)), mixed(of_module(0.2))),
        (mixed(Linear(10)), mixed(Linear(20))),
        ({"make": lambda seed: Halved(KUHN)}, {"make": lambda seed: Thirds(KUHN)}),
        ({"game": game_that_pays(1)}, {"game": game_that_pays(2)}),
    ],
)
def test_what_a_path_holds_is_told_from_what_only_looks_the_same(one, other, tmp_path):
    first = cfrlib.curve(points=[5, 9], seeds=[3], path=tmp_path, **one)
    with pytest.raises(ValueError, match="^path=.*it holds a curve of another .*; it takes another folder"):
        cfrlib.curve(points=[5, 9], seeds=[3], path=tmp_path, **other)
    again = cfrlib.curve(points=[5, 9], seeds=[3, 4], path=tmp_path, **one)
    pd.testing.assert_frame_equal(again[:2], first, check_exact=True)


def test_what_was_used_before_is_still_the_same(tmp_path):
    """Whatever games, trees and functions keep of what they have worked out."""
    leduc, tree = cfrlib.games.leduc(suits_matter=False), cfrlib.tree.unroll(KUHN)
    for k, game in enumerate((KUHN, cfrlib.games.bluff(faces=3), leduc, tree, cfrlib.games.matrix([[1, -1], [-1, 2]]))):
        one = {"make": lambda seed, game=game: Kept(game), "points": [2], "path": tmp_path / str(k)}
        first = cfrlib.curve(**one, seeds=1)
        solver = cfrlib.CFR(game)
        solver.run(5)
        solver.exploitability(), cfrlib.equilibrium(game)
        assert cfrlib.curve(**one, seeds=2)["exploitability"][0] == first["exploitability"][0]


class Kept:
    """A solver of one's own around another one."""

    def __init__(self, game):
        self.game, self.solver = game, cfrlib.CFR(game)

    def run(self, iterations):
        self.solver.run(iterations)

    iterations = property(lambda self: self.solver.iterations)

    def exploitability(self):
        return self.solver.exploitability()


def test_what_cannot_be_told_apart_is_refused(tmp_path):
    class Locked(Kept):
        def __init__(self, game):
            super().__init__(game)
            self.lock = Lock()

    with pytest.raises(ValueError, match="^lock=.*it cannot be told apart from others"):
        cfrlib.curve(make=lambda seed: Locked(KUHN), points=[2], seeds=1, path=tmp_path)
    (tmp_path / "curve.json").write_text('{"game": "1", "points": [2], "sampling": "s"}')
    with pytest.raises(ValueError, match="^path=.*as an earlier version wrote it"):
        cfrlib.curve(KUHN, points=[2], seeds=1, path=tmp_path)


def test_what_draws_nothing_is_run_once_for_all_seeds():
    table = cfrlib.curve(cfrlib.games.kuhn(), points=[1, 4, 16], seeds=[7, 3], regret="rm+", average="linear")
    assert table["seed"].tolist() == [7, 7, 7, 3, 3, 3]
    one, other = (part["exploitability"].tolist() for _, part in table.groupby("seed"))
    assert one == other
    assert table["seconds"].nunique() == 3  # the very same run


def test_runs_are_what_the_drawing_takes(table):
    many = {"points": 12, "iterations": 300, "seeds": 3}
    both = pd.concat([table, cfrlib.curve(cfrlib.games.kuhn(), sampling="os", **many)])
    for x in ("iterations", "nodes_touched", "seconds"):
        curves = runs(both, x=x)
        assert list(curves) == ["es", "os(epsilon=0.6)"]
        assert [len(seeds) for seeds in curves.values()] == [3, 3]
    assert cfrlib.draw.convergence(curves).svg.startswith("<svg")
    assert list(runs(table)) == ["es"]
    learned = cfrlib.curve(cfrlib.games.kuhn(), sampling="es", baseline="learned", **many)
    assert list(runs(pd.concat([table, learned]))) == ["none", "learned(0.5)"]


def test_the_bar_goes_to_stderr(capsys):
    cfrlib.curve(cfrlib.games.kuhn(), points=[1], seeds=1, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "curve" in err


def test_unknown_columns_are_named(table):
    with pytest.raises(ValueError, match="x="):
        runs(table, x="minutes")
    with pytest.raises(ValueError, match="by="):
        runs(table, by="color")
