"""What compares two checkouts tells rounding from a fault, and goes on running."""

import importlib.util
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
sys.path.append(str(FOLDER))  # as for a script: it imports its neighbors
import differences  # noqa: E402
import pace  # noqa: E402

SPEC = importlib.util.spec_from_file_location("benchmarks_frozen", FOLDER / "frozen.py")  # a helper has its name
frozen = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(frozen)

NAME = "tables, tree, vanilla, rm, float64"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    file = tmp_path_factory.mktemp("frozen") / "before.json"
    frozen.write(file, "tables, tree, vanilla, rm, ")
    return file


@pytest.mark.parametrize(("part", "bits", "within"), [(0, False, False), (1e-14, True, False), (1e-10, True, True)])
def test_a_difference_of_a_part_of_the_largest_entry(written, tmp_path, capsys, part, bits, within):
    facts = json.loads(written.read_text())
    name, text = next((name, text) for name, text in facts[NAME]["all"].items() if name.startswith(differences.WHOLE))
    array = differences.numbers(text).copy()
    array[np.argmin(np.abs(array))] += part * np.abs(array).max()
    facts[NAME]["all"][name] = differences.packed(array)
    other = tmp_path / "after.json"
    other.write_text(json.dumps(facts))
    assert differences.compare(written, other) == bits
    assert differences.compare(written, other, 1e-12) == within
    assert (f"{part:.1e}, {NAME}" in capsys.readouterr().out) == (part > 0)


@pytest.mark.parametrize("other", ["0x1.0p+0", "nan", ["0x1.8p+0", "0x1.8p+0"], "array", 1, None])
def test_what_is_no_number_near_by_differs(tmp_path, other):
    for name, fact in (("one", "0x1.8p+0"), ("other", other)):
        (tmp_path / name).write_text(json.dumps({"a": {"all": {"fact": fact}}}))
    assert differences.compare(tmp_path / "one", tmp_path / "other", 1e-12)


def test_a_checkout_keeps_pace_with_itself(capsys):
    pace.main(FOLDER.parent, FOLDER.parent, "Kuhn", 1)
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[:2] for row in rows[1:]] == [["Kuhn,", rule] for rule in pace.RULES]
    assert all(re.search(r" 1\.00(  MISSED)?$", row) for row in rows[1:])  # the bytes
