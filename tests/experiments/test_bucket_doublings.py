"""Every number of buckets and twice as many: what is measured, and that all of it is stored."""

import pandas as pd
import pytest

from cfrlib.runs import code_of, find, store

pytestmark = pytest.mark.slow

bucket_doublings = code_of("bucket_doublings")
holdem_buckets = code_of("holdem_buckets")


def test_doublings_by_hand():
    table = pd.DataFrame({"before": [1, 2, 3, 4, 6], "real": [400.0, 100.0, 40.0, 50.0, 44.0]})
    found = bucket_doublings.doublings(table)
    assert found == pytest.approx({(1, 2): 0.25, (2, 4): 0.5, (3, 6): 1.1})


def test_a_task_of_the_small_scale():
    """It judges as the run that it follows does, where both have the same abstraction."""
    tasks = bucket_doublings.tasks("quick")
    assert [task["buckets"] for task in tasks] == [[b, b] for b in (1, 2, 3, 4)]
    row = bucket_doublings.run_task(tasks[1], None)
    same = holdem_buckets.run_task({**tasks[1], "curve": "grid"}, None)
    assert row.real.tolist() == same.real.tolist()
    assert 0 < row.abstract.item() < row.real.item()
    assert bucket_doublings.draw(row, name=None).text.count("ends at") == 1


def test_all_doublings_are_stored():
    assert find("bucket_doublings") is bucket_doublings
    table, made = store.load("bucket_doublings")
    assert made["scale"] == "paper"
    assert table[["before", "after"]].values.tolist() == [task["buckets"] for task in bucket_doublings.tasks("paper")]
    assert set(table.iterations) == {bucket_doublings.SCALES["paper"]["iterations"]}
    assert list(bucket_doublings.doublings(table)) == [(b, 2 * b) for b in range(1, 13)]
    older, _ = store.load("holdem_buckets")
    shared = older[older.iterations == 3000].drop_duplicates(["before", "after"]).set_index(["before", "after"]).real
    for b in (1, 2, 4, 5, 8, 10, 16, 20):
        assert table.set_index("before").real[b] == pytest.approx(shared[b, b], rel=1e-6)
