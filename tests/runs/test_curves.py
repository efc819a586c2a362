"""Convergence over seeds: the same table from any executor, ready to be drawn."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pandas as pd
import pytest

import cfrlib
from cfrlib.runs.curves import finish, geometric, race, runs

pytestmark = pytest.mark.slow

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
        assert cfrlib.draw.convergence(curves, xlabel=x).svg.startswith("<svg")
    assert list(runs(table)) == ["es"]
    learned = cfrlib.curve(cfrlib.games.kuhn(), sampling="es", baseline="learned", **many)
    assert list(runs(pd.concat([table, learned]))) == ["none", "learned(0.5)"]


def test_the_bar_goes_to_stderr(capsys):
    cfrlib.curve(cfrlib.games.kuhn(), points=[1], seeds=1, progress=True)
    out, err = capsys.readouterr()
    assert out == ""
    assert "curve" in err


@pytest.mark.parametrize(
    "arguments, named",
    [
        ({"points": 0}, "points"),
        ({"points": []}, "points"),
        ({"points": [3, 2]}, "points"),
        ({"points": [0, 2]}, "points"),
        ({"points": "ten"}, "points"),
        ({"iterations": 0}, "iterations"),
        ({"seeds": 0}, "seeds"),
        ({"seeds": [1, 1]}, "seeds"),
        ({"seeds": [-1]}, "seeds"),
        ({"sampling": "all"}, "sampling"),
        ({"updates": "both"}, "updates"),
    ],
)
def test_wrong_input_is_named(arguments, named):
    with pytest.raises(ValueError, match=named):
        cfrlib.curve(cfrlib.games.kuhn(), **arguments)


def test_unknown_columns_are_named(table):
    with pytest.raises(ValueError, match="x="):
        runs(table, x="minutes")
    with pytest.raises(ValueError, match="by="):
        runs(table, by="color")


def test_a_race_and_its_finish_are_what_the_solvers_say():
    kuhn, plus = cfrlib.games.kuhn(), {"regret": "rm+", "average": "linear"}
    solver = cfrlib.CFR.plus(kuhn)
    solver.run(40)
    marks, exploitability = race(kuhn, {"CFR": {}, "CFR+": plus}, iterations=40, points=5)["CFR+"]
    assert marks.tolist() == geometric(5, 40)
    assert exploitability[-1] == pytest.approx(solver.exploitability(), rel=1e-9)
    table = finish({"Kuhn": kuhn, "Leduc": cfrlib.games.leduc()}, {"CFR": {}, "CFR+": plus}, iterations=40)
    assert table.loc["CFR+", "Kuhn"] == pytest.approx(solver.exploitability(), rel=1e-9)
    assert table.shape == (2, 2)
