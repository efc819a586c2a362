"""The run of buckets judged in the real game, at the small scale: what it measures, and that it can be made again."""


import pandas as pd
import pytest

from cfrlib import CFR, exploitability
from cfrlib.engine.buckets.cfr_br import CFRBR
from cfrlib.engine.buckets.lifting import lifted_profile
from cfrlib.games import holdem
from cfrlib.runs import find, store
from cfrlib.runs.curves import geometric

pytestmark = pytest.mark.slow

holdem_buckets = find("holdem_buckets")

CURVES = {"CFR+": CFR.plus, "CFR-BR": CFRBR, "grid": CFR.plus}


@pytest.fixture(scope="module")
def table():
    """The whole run at its quick scale."""
    return pd.concat([holdem_buckets.run_task(task) for task in holdem_buckets.tasks("quick")], ignore_index=True)


def part(table, curve, buckets):
    """Return the rows of a curve of an abstraction."""
    return table[(table["curve"] == curve) & (table["before"] == buckets[0]) & (table["after"] == buckets[1])]


@pytest.mark.parametrize("task", holdem_buckets.tasks("quick"), ids=repr)
def test_each_row_is_what_a_solver_of_so_many_iterations_has(task, table):
    """The first row of a curve and the last one, each by a new solver."""
    game, real = (holdem(deck=tuple(task["deck"]), buckets=b) for b in ((task["before"], task["after"]), None))
    rows = part(table, task["curve"], (task["before"], task["after"]))
    assert rows["iterations"].tolist() == (
        geometric(task["points"], task["iterations"]) if task["points"] > 1 else [task["iterations"]]
    )
    for row in rows.iloc[[0, -1]].itertuples():
        solver = CURVES[task["curve"]](game)
        solver.run(row.iterations)
        profile = solver.average_strategy()
        assert row.abstract == pytest.approx(exploitability(game, profile), rel=1e-8)
        assert row.real == pytest.approx(exploitability(real, lifted_profile(profile)), rel=1e-8)


def test_the_story_of_the_small_deck(table):
    """Self-play fits its buckets and gets worse in the real game; CFR-BR does better there, and worse among buckets. A
    refinement before the flop does worse."""
    plain, best = (part(table, curve, (2, 2)) for curve in ("CFR+", "CFR-BR"))
    assert (table["real"] > table["abstract"]).all()
    assert plain["abstract"].iloc[-1] < 1
    assert plain["real"].iloc[-1] > plain["real"].min() + 10
    assert best["real"].iloc[-1] < plain["real"].min() - 10
    assert best["abstract"].iloc[-1] > 100 * plain["abstract"].iloc[-1]
    grid = holdem_buckets.grid(table)
    assert grid.loc[2, 2] > grid.loc[1, 2] + 10


def test_all_doublings_are_stored():
    doubled, (older, _) = find("bucket_doublings"), store.load("holdem_buckets")
    table, _ = store.load("bucket_doublings")
    assert list(doubled.doublings(table)) == [(b, 2 * b) for b in range(1, 13)]
    shared = older[older.iterations == 3000].drop_duplicates(["before", "after"]).set_index(["before", "after"]).real
    for b in (1, 2, 4, 5, 8, 10, 16, 20):
        assert table.set_index("before").real[b] == pytest.approx(shared[b, b], rel=1e-6)
    made_up = pd.DataFrame({"before": [1, 2, 3, 4, 6], "real": [400.0, 100.0, 40.0, 50.0, 44.0]})
    assert doubled.doublings(made_up) == pytest.approx({(1, 2): 0.25, (2, 4): 0.5, (3, 6): 1.1})
