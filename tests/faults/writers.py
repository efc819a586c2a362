"""What writes files: a program to be killed, or to be run on a full disk. See `test_kills`.

    python tests/faults/writers.py FOLDER "COUNT NAMES" ...

Each writer is killed so often; with a count of 0 the disk is full. It prints what it has to say as JSON.
"""

import json
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path

from cfrlib import CFR, Profile
from cfrlib._util import cache
from cfrlib.games import kuhn, leduc
from cfrlib.playing.session import Session
from cfrlib.runs import steps, store


class Profiles:
    """A profile, written over another one again and again."""

    def __init__(self, folder):
        self.path, game = folder / "profile", leduc()
        uniform = Profile.uniform(game)
        pure = [float(k == 0) for actions in uniform._actions for k in range(len(actions))]
        self.known = [uniform, Profile(uniform._keys, uniform.players, uniform._actions, pure, game)]
        self.known[0].save(self.path)

    def write(self):
        for profile in self.known:
            profile.save(self.path)

    def check(self):
        assert Profile.load(self.path) in self.known


class Solvers:
    """A solver that is saved anew after each iteration."""

    def __init__(self, folder):
        self.path, self.solver = folder / "solver", CFR(leduc())
        self.write()

    def write(self):
        self.solver.run(1)
        self.solver.save(self.path)

    def check(self):
        assert CFR.load(self.path).iterations > 0


class Sessions:
    """A session that keeps itself after each action: no action that was answered may be lost."""

    def __init__(self, folder):
        self.path, self.game, self.answered = folder / "session", kuhn(), folder / "answered"
        self.profile = Profile.uniform(self.game)
        self.session = Session(self.game, self.profile, seed=1, path=self.path)
        self.answered.write_text("0")

    def write(self):
        session = Session(self.game, path=self.path, seed=1)
        for _ in range(3):
            session.next_hand() if session.over else session.act(session.actions[0])
        with open(self.answered, "r+") as file:
            file.write(str(len(session.hands)))

    def check(self):
        session = Session.load(self.path)
        assert len(session.hands) >= int(self.answered.read_text())
        assert session.profile == self.profile


class Cache:
    """Something in the cache, written over something else."""

    def __init__(self, folder):
        os.environ["CFRLIB_CACHE"] = str(folder)
        self.path = cache.path_of("table", "mine")
        self.known = [({"k": k}, bytes([k]) * 100_000) for k in (1, 2)]
        cache.store("table", "mine", *self.known[0])

    def write(self):
        for known in self.known:
            cache.store("table", "mine", *known)

    def check(self):
        assert cache.load("table", "mine") in self.known


TOY = """
import numpy as np
import pandas as pd


def run_task(task, checkpoint):
    return pd.DataFrame({**task, "x": np.random.default_rng(task["seed"]).random(200)})
"""


def toy(figures, seeds, code):
    """Make a folder of figures with a run of so many tasks."""
    for name in ("data", "runs"):
        (figures / name).mkdir(parents=True)
    (figures / "runs.toml").write_text(f'[toy]\nabout = "A toy."\nquick = {{each = {{seed = {seeds}}}}}')
    (figures / "runs" / "toy.py").write_text(code)
    return figures


class Experiments:
    """A run of four tasks: what is left of it is finished after each kill, and then it begins anew."""

    def __init__(self, folder):
        self.figures = toy(folder / "figures", 4, TOY)
        self.path = self.figures / "data" / "toy.csv"
        self.write(resume=False)
        self.known = self.path.read_bytes()

    def write(self, resume=True):
        steps.run("toy", "quick", resume=resume, folder=self.figures)

    def check(self):
        assert self.path.read_bytes() == self.known  # what was there, or what was to be there: here they are the same
        self.write()
        assert self.path.read_bytes() == self.known
        assert store.load("toy", self.figures)[1]["seeds"] == list(range(4))
        assert not steps.work_folder("toy", self.figures).exists()


WRITERS = {"profile": Profiles, "solver": Solvers, "session": Sessions, "cache": Cache, "experiment": Experiments}


def kill(writer, count, seed):
    """Kill a process that writes, at random moments, and look at what is there each time; return how often it died."""
    rng, died = random.Random(seed), 0
    began = time.perf_counter()
    writer.write()
    once = time.perf_counter() - began
    for _ in range(count):
        child = os.fork()
        if child == 0:
            while True:
                writer.write()
        time.sleep(rng.random() * 3 * once)
        os.kill(child, signal.SIGKILL)
        died += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        writer.check()
    return died


def fill(writer):
    """Let files be no larger than 1 kB, or half of what is there; return what writing raises."""
    before = {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()}
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limit = min(1000, writer.path.stat().st_size // 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        writer.write()
        said = None
    except OSError as error:
        said = [type(error).__name__, error.errno, str(error)]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    after = {path: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()}
    writer.check()
    changed = [path.name for path in before if before[path] != after.get(path)]
    return {"said": said, "changed": changed, "new": [path.name for path in after if path not in before]}


if __name__ == "__main__":
    folder, *plans = sys.argv[1:]
    says = []
    for count, *chosen in map(str.split, plans):
        says.append({})
        for name in chosen:
            own = Path(folder) / f"{name} {count}"
            own.mkdir()
            os.chdir(own)
            writer, count = WRITERS[name](own), int(count)
            says[-1][name] = kill(writer, count, seed=count) if count else fill(writer)
    print(json.dumps(says))
