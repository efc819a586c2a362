"""Processes that are killed in the middle of writing: what was there is there, or what was to be there, and whole."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tqdm import tqdm

from cfrlib import CFR, Profile
from cfrlib._util.files import Held, lock, write_atomically
from cfrlib.games import kuhn
from cfrlib.playing.session import Session

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
WRITERS = "profile solver session cache experiment"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked and killed as on Unix")


def writers(folder, *plans):
    """Return what the program of `writers.py` says of each plan."""
    done = subprocess.run(
        [sys.executable, str(HERE / "writers.py"), str(folder), *plans],
        env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow_fault
def test_sixty_kills_lose_nothing(tmp_path):
    assert writers(tmp_path, f"60 {WRITERS}") == [dict.fromkeys(WRITERS.split(), 60)]


def test_a_few_kills_lose_nothing_and_a_full_disk_leaves_what_was_there(tmp_path):
    """The program checks, besides, that afterwards everything can be read and goes on."""
    killed, filled = writers(tmp_path, "5 profile session cache", f"0 {WRITERS}")
    assert killed == {"profile": 5, "session": 5, "cache": 5}
    for name, outcome in filled.items():
        assert outcome["changed"] == []
        assert outcome["new"] == (["plan.json"] if name == "experiment" else [])
        if name == "cache":  # it is only a cache
            assert outcome["said"] is None
            continue
        kind, number, said = outcome["said"]
        assert kind == "OSError"
        assert number > 0
        assert f"path='{tmp_path / name} 0" in said
        assert "(File too large)" in said
        assert "a file that was there is as it was" in said


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), OSError("full"), PermissionError(13, "no")])
def test_a_failed_write_names_the_path(error, tmp_path):
    def fails(file):
        file.write(b"half")
        raise error

    path = tmp_path / "kept"
    path.write_bytes(b"whole")
    with pytest.raises(type(error), match="path='.*kept': not written .* that was there is as it was") as raised:
        write_atomically(path, fails)
    assert raised.value.errno == error.errno
    assert path.read_bytes() == b"whole"
    assert os.listdir(tmp_path) == ["kept"]


def test_without_a_bar_no_lock_of_bars_is_taken(tmp_path, monkeypatch):
    """Forked processes share it, and one that is killed keeps it."""
    monkeypatch.setattr(tqdm, "get_lock", None)
    Session(kuhn(), Profile.uniform(kuhn()), path=tmp_path / "session")
    Session.load(tmp_path / "session")
    CFR(kuhn()).save(tmp_path / "solver")
    CFR.load(tmp_path / "solver")


@pytest.fixture(scope="module")
def dead():
    """The number of a process that is over."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def aged(path, seconds):
    os.utime(path, (time.time() - seconds, time.time() - seconds))


@pytest.mark.parametrize("name", ["kept", "a[b]*.x", "two words"])
def test_what_killed_writers_left_is_removed_by_the_next(name, dead, tmp_path):
    minutes, days = 120, 2 * 86_400
    stays = {
        f".{name}.{os.getpid()}-00000000": minutes, f".{name}.{dead}-00000001": 1, f".{name}.00000002": minutes,
        f".{name}.notes": days, f".{name}": days, f"{name}.{dead}-00000003": days, f".other.{dead}-00000004": days,
        f".{name}.{dead}-0000000z": days,
    }  # fmt: skip
    goes = {f".{name}.{dead}-00000005": minutes, f".{name}.{os.getpid()}-00000006": days, f".{name}.00000007": days}
    for left, age in {**stays, **goes}.items():
        (tmp_path / left).write_bytes(b"half")
        aged(tmp_path / left, age)
    write_atomically(tmp_path / name, lambda file: file.write(b"whole"))
    assert sorted(os.listdir(tmp_path)) == sorted([name, *stays])


def test_a_killed_writer_says_who_it_was(tmp_path):
    code = (
        "import os, sys; from cfrlib._util.files import write_atomically\n"
        "write_atomically(sys.argv[1], lambda file: os.kill(os.getpid(), 9))"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "kept")], cwd=ROOT)
    assert writer.wait() == -signal.SIGKILL
    (left,) = tmp_path.iterdir()
    assert left.name.startswith(f".kept.{writer.pid}-")
    aged(left, 120)
    write_atomically(tmp_path / "kept", lambda file: file.write(b"whole"))
    assert os.listdir(tmp_path) == ["kept"]


def test_a_lock_is_held_by_one_and_ends_with_its_process(tmp_path):
    code = (
        "import sys, time; from cfrlib._util.files import lock\n"
        "with lock(sys.argv[1], 'it'):\n    print('held', flush=True); time.sleep(600)"
    )
    path = tmp_path / "below" / "lock"
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(Held, match=f"^it: process {other.pid} is at it, as '.*lock' says"), lock(path, "it"):
            pytest.fail("two have it")
    finally:
        other.kill()
        other.wait()
        other.stdout.close()
    with lock(path, "it"):
        assert path.read_text() == f"{os.getpid()}\n"
        with pytest.raises(Held, match=f"process {os.getpid()} "), lock(path, "it"):
            pytest.fail("two have it")
    with lock(path, "it"):
        pass


def test_without_locks_nothing_is_held(tmp_path, monkeypatch):
    monkeypatch.setattr("cfrlib._util.files.fcntl", None)
    with lock(tmp_path / "lock", "it"), lock(tmp_path / "lock", "it"):
        pass
