"""Every version loads what earlier ones saved: solvers that go on, profiles, sessions, with their numbers of then.

The folder `unmerged` has a solver of a game whose outcomes are merged today, from before they were.
"""

import json
import lzma
from pathlib import Path

import pytest

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.playing.session import Session

FOLDERS = [path.parent for path in sorted(Path(__file__).parent.glob("*/known.json"))]
KNOWN = {folder.name: json.loads((folder / "known.json").read_text()) for folder in FOLDERS}


def every(kind):
    cases = [(folder, name) for folder in FOLDERS for name in KNOWN[folder.name][kind]]
    return pytest.mark.parametrize("folder, name", cases, ids=[f"{f.name}-{name}" for f, name in cases])


def unpacked(path, place):
    """Return the path of a packed file, and of the profile that may be beside it, as it was saved."""
    for packed in (path.with_name(f"{path.name}.xz"), path.with_name(f"{path.name}.profile.xz")):
        if packed.exists():
            (place / packed.stem).write_bytes(lzma.decompress(packed.read_bytes()))
    return place / path.name


@every("solvers")
def test_a_saved_solver_goes_on(folder, name, tmp_path):
    known = KNOWN[folder.name]["solvers"][name]
    solver = cfrlib.CFR.load(unpacked(folder / "solvers" / name, tmp_path))
    assert solver.iterations == known["iterations"]
    close = {"rel": 1e-4} if solver.dtype == "float32" else {"rel": 1e-8}
    assert solver.exploitability() == pytest.approx(known["exploitability"], **close)
    solver.run(5)
    assert solver.exploitability() == pytest.approx(known["after 5 more"], **close)


@every("deep")
def test_a_saved_deep_solver_is_there_again(folder, name, tmp_path):
    known = KNOWN[folder.name]["deep"][name]
    deep = DeepCFR.load(unpacked(folder / "solvers" / name, tmp_path))
    assert deep.iterations == known["iterations"]
    assert deep.exploitability() == pytest.approx(known["exploitability"], rel=1e-3)
    deep.run(1)


@every("profiles")
def test_a_saved_profile_is_worth_the_same(folder, name, tmp_path):
    profile = cfrlib.Profile.load(unpacked(folder / "profiles" / name, tmp_path))
    known = KNOWN[folder.name]["profiles"][name]
    assert cfrlib.exploitability(profile.game, profile) == pytest.approx(known["exploitability"], rel=1e-5)


@every("sessions")
def test_a_saved_session_goes_on(folder, name, tmp_path):
    known = KNOWN[folder.name]["sessions"][name]
    session = Session.load(unpacked(folder / "sessions" / name, tmp_path))
    assert [hand.paid for hand in session.hands] == known["paid"]
    assert (session.private, list(session.actions)) == (known["private"], known["actions"])
    session.act(session.actions[0])
