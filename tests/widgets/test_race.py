"""The live race, driven without a browser: the same curves at any pace, and answers while kernels run."""

import threading
import time

import numpy as np
import pytest

import cfrlib
from cfrlib.draw.parts.colors import looks
from cfrlib.widgets import race
from cfrlib.widgets.parts.contest import Entrant, next_mark
from cfrlib.widgets.parts.race_picture import race_picture, swatch

TWO = {"CFR": {}, "external sampling": {"sampling": "es", "seed": 3}}


def settled(condition, timeout=60):
    """Wait until something holds."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


def states(made):
    return [e.state for e in made.contest.entrants]


@pytest.fixture
def leduc():
    """Return a race on Leduc, compiled, and stop it in the end."""
    made = race(cfrlib.games.leduc(), TWO)
    made.run_now(iterations=2)
    yield made
    made.stop()


def test_nothing_starts_by_itself():
    before = threading.active_count()
    made = race(cfrlib.games.kuhn())
    assert threading.active_count() == before
    assert states(made) == ["ready"] * 4
    assert "Press Run" in made.canvas.svg
    assert made.picture().text.endswith("nobody has started.")


def test_run_now_is_what_the_solvers_do_alone_and_pieces_do_not_matter():
    game = cfrlib.games.kuhn()
    whole, pieces = race(game, TWO), race(game, TWO)
    whole.run_now(iterations=500)
    for n in (1, 37, 462):
        pieces.run_now(iterations=n)
    assert whole.picture().svg == pieces.picture().svg
    alone = cfrlib.CFR(game, sampling="es", seed=3)
    alone.run(500)
    assert whole.table().iloc[-1]["exploitability"] == alone.exploitability()
    assert whole.table()["label"].unique().tolist() == list(TWO)
    measured = whole.table().query("label == 'CFR'")["iterations"].tolist()
    assert measured[:9] == [1, 2, 3, 4, 5, 6, 7, 9, 10]
    assert {100, 500} < set(measured)
    assert len(measured) < 60


@pytest.mark.parametrize("x", ["nodes", "histories"])
def test_what_is_left_in_a_notebook_is_the_same_every_time(x):
    left = []
    for _ in range(2):
        made = race(cfrlib.games.kuhn(), TWO, x=x, until=1e-6)
        made.run_now(iterations=50)
        left.append([made._repr_mimebundle_()[0][kind] for kind in ("image/svg+xml", "text/plain")])
    assert left[0] == left[1]
    assert "external sampling" in left[0][1]


def test_a_live_race_draws_the_points_of_the_synchronous_one_and_prints_nothing(leduc, capfd):
    leduc.run()
    settled(lambda: min(s.iterations for s in leduc.solvers.values()) > 300)
    leduc.stop()
    synchronous = race(cfrlib.games.leduc(), TWO)
    synchronous.run_now(iterations=300)
    column = ["label", "iterations", "nodes_touched", "exploitability"]
    live, twin = (t[(t["iterations"] <= 250)][column].values.tolist() for t in (leduc.table(), synchronous.table()))
    assert live == twin
    assert capfd.readouterr() == ("", "")


def test_a_click_is_answered_while_kernels_run(leduc):
    leduc.all_button.click()
    settled(lambda: leduc.all_button.description == "Pause all" and leduc.table()["iterations"].max() > 100)
    waits, halts = [], []
    for _ in range(3):
        began = time.perf_counter()
        leduc.all_button.click()
        assert leduc.all_button.description == "Run all"
        assert states(leduc) == ["paused"] * 2
        waits.append(time.perf_counter() - began)
        leduc.contest.settle()
        halts.append(time.perf_counter() - began)
        leduc.all_button.click()
        assert leduc.all_button.description == "Pause all"
        time.sleep(0.1)
    assert np.median(waits) < 0.05
    assert np.median(halts) < 0.25


def test_each_runs_pauses_and_stops_by_itself(leduc):
    one, two = leduc.rows
    one.go.click()
    settled(lambda: leduc.solvers["CFR"].iterations > 20)
    assert states(leduc) == ["running", "ready"]
    assert leduc.solvers["external sampling"].iterations == 2
    two.go.click()
    one.go.click()
    assert states(leduc) == ["paused", "running"]
    one.stop.click()
    assert states(leduc) == ["stopped", "running"]
    assert one.stop.disabled
    leduc.pause()
    leduc.contest.settle()
    leduc.run()
    assert states(leduc) == ["stopped", "running"]  # who has been stopped stays out ...
    leduc.run("CFR")
    assert states(leduc) == ["running", "running"]  # ... until he is asked himself
    leduc.stop("CFR")
    halted = leduc.solvers["CFR"].iterations
    time.sleep(0.3)
    assert leduc.solvers["CFR"].iterations == halted
    leduc.stop()
    settled(lambda: leduc.contest._thread is None)


def test_arriving_and_running_out_of_time():
    kuhn = cfrlib.games.kuhn()
    made = race(kuhn, {"CFR+": cfrlib.CFR.plus(kuhn), "CFR": {}}, until=1e-3, seconds=5)
    made.run()
    settled(lambda: not made.contest.running)
    assert states(made)[0] == "arrived"
    assert made.table().query("label == 'CFR+'")["exploitability"].iloc[-1] <= 1e-3
    settled(lambda: made.rows[0].go.disabled)
    assert "until 0.001" in made.canvas.svg
    limited = race(cfrlib.games.leduc(), {"CFR": {}}, seconds=0.05)
    limited.run()
    settled(lambda: states(limited) == ["time is up"])
    before = limited.solvers["CFR"].iterations
    limited.run()
    settled(lambda: states(limited) == ["time is up"])
    limited.stop()
    assert limited.solvers["CFR"].iterations > before


def test_an_error_in_the_thread_is_shown(leduc):
    def broken(*_, **__):
        raise ZeroDivisionError("a <kernel> broke")

    leduc.solvers["CFR"].run = broken
    leduc.run()
    settled(lambda: states(leduc)[0] == "failed")
    settled(lambda: "ZeroDivisionError: a &lt;kernel&gt; broke" in leduc.rows[0].words.value)
    assert states(leduc)[1] == "running"
    leduc.reset()
    assert states(leduc) == ["ready"] * 2


def test_start_again_gives_the_same_race(leduc):
    leduc.run_now(iterations=50)
    before = leduc.picture().svg
    leduc.canvas.press("Home")
    assert states(leduc) == ["ready"] * 2
    assert leduc.solvers["CFR"].iterations == 0
    leduc.run_now(iterations=52)
    assert leduc.picture().svg == before


@pytest.mark.parametrize(
    "game, more",
    [
        (cfrlib.games.bluff(rounds="one"), {"sampling": "vanilla", "dtype": "float32", "threads": 2}),
        (cfrlib.games.kuhn(), {"sampling": "os", "baseline": "learned"}),
    ],
    ids=str,
)
def test_start_again_keeps_every_switch(game, more):
    solver = cfrlib.CFR(game, regret="rm+", average="linear", seed=5, updates="simultaneous", **more)
    made = race(game, {"CFR": solver})
    made.run_now(iterations=20)
    made.reset()
    assert made.solvers["CFR"] is not solver
    made.run_now(iterations=20)
    assert repr(made.solvers["CFR"]) == repr(solver)
    assert made.solvers["CFR"].exploitability() == solver.exploitability()


def test_keys_and_the_axis(leduc):
    for key, state in ((" ", "running"), (" ", "paused"), ("s", "stopped")):
        leduc.canvas.press(key)
        assert states(leduc) == [state] * 2
    for x, title in (("nodes", "nodes touched"), ("seconds", "seconds"), ("histories", "histories touched")):
        leduc.axis.value = x
        assert f">{title}</text>" in leduc.canvas.svg


def test_the_picture_names_every_curve():
    curves = {f"solver {k}": [(1, 1), (10, 0.5 + 1e-6 * k)] for k in range(9)}
    drawn = race_picture(curves, "iterations", "exploitability", target=0.1)
    assert drawn.svg.count('class="cfr-curve"') == 9
    assert len({swatch(look) for look in looks(curves).values()}) == 9


def test_a_costly_measurement_is_made_at_marks_only():
    entrant = Entrant("CFR", cfrlib.CFR(cfrlib.games.leduc()))
    entrant.solver.run(1)
    entrant.look()
    entrant.start()
    for _ in range(3):
        entrant.cost = 1.0
        entrant.chunk(0.01)
    assert all(next_mark(p["iterations"] - 1) == p["iterations"] for p in entrant.points[:-1])


@pytest.mark.parametrize("arguments, named", [
    ({"x": "minutes"}, "x="),
    ({"until": 0}, "until="),
    ({"seconds": -1}, "seconds="),
    ({"solvers": {}}, "solvers="),
    ({"solvers": {"CFR": "vanilla"}}, "solvers: 'CFR'"),
    ({"solvers": {"CFR": cfrlib.CFR(cfrlib.games.leduc())}}, "another game"),
])  # fmt: skip
def test_wrong_input_is_named(arguments, named):
    with pytest.raises(ValueError, match=named):
        race(cfrlib.games.kuhn(), **arguments)


def test_unknown_labels_are_named():
    with pytest.raises(ValueError, match="label='x': it takes one of 'CFR', 'external sampling'"):
        race(cfrlib.games.kuhn(), TWO).run("x")
