"""Saving Deep CFR and loading it again: a JSON header and arrays in one file, written whole or not at all."""

import io
import json

import numpy as np

from cfrlib.arguments import file_path
from cfrlib.sampling import HalfLife, Linear
from cfrlib.solver import CFR
from cfrlib.solver.checkpoint import DAMAGE, saved_bytes
from cfrlib.strategy import write_atomically

FORMAT = "cfrlib deep 1"
SCHEDULES = {"Linear": Linear, "HalfLife": HalfLife}
COUNTERS = ("iterations", "trainings", "gradient_steps", "nodes_touched", "histories_touched", "trained", "seconds")
SWITCHES = ("walks", "learner", "otherwise", "no_positive", "seed", "steps", "training")


def save(deep, path):
    """Write everything to exactly this path; see `DeepCFR.save`."""
    retrain = deep.retrain
    if callable(retrain):
        if not isinstance(retrain, tuple(SCHEDULES.values())):
            takes = "a function of one's own cannot be saved; sampling.Linear and sampling.HalfLife can"
            raise ValueError(f"retrain={retrain!r}: {takes}")
        retrain = [type(retrain).__name__, retrain.iterations]
    memories = (*deep.memories, deep.strategies)
    header = {
        "format": FORMAT,
        "switches": {name: getattr(deep, name) for name in SWITCHES} | {"retrain": retrain},
        "capacity": deep.strategies.capacity,
        "counters": {name: getattr(deep, name) for name in COUNTERS},
        "seen": [memory.seen for memory in memories],
        "random": [rng.bit_generator.state for rng in (*(memory._rng for memory in memories), deep._coin)],
    }
    arrays = {"strategy": deep.strategy, "walker": np.frombuffer(saved_bytes(deep._walker), dtype=np.uint8)}
    for k, memory in enumerate(memories):
        arrays |= {f"places{k}": memory.places, f"values{k}": memory.values, f"times{k}": memory.times}
    for k, learner in enumerate(deep.learners):
        if deep.trained[k]:
            arrays |= {f"learner{k} {name}": part for name, part in learner.parts().items()}
    text = np.frombuffer(json.dumps(header, default=lambda number: number.item()).encode("utf-8"), dtype=np.uint8)
    write_atomically(path, lambda file: np.savez(file, header=text, **arrays))


def load(cls, path, game=None):
    """Return what `save` wrote; see `DeepCFR.load`."""
    try:
        with open(file_path("path", path), "rb") as file, np.load(file, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes().decode("utf-8"))
            if header.get("format") != FORMAT:
                raise ValueError(f"its format is {header.get('format')!r}")
            return _filled(cls, header, {name: stored[name] for name in stored.files}, game)
    except FileNotFoundError:
        raise
    except _NotThisGame as error:
        raise ValueError(str(error).replace("PATH", repr(str(path)))) from None
    except DAMAGE as error:
        raise ValueError(f"path={str(path)!r}: not a complete saved DeepCFR ({error})") from None


def _filled(cls, header, arrays, game):
    walker = io.BytesIO(arrays["walker"].tobytes())
    try:
        walker = CFR.load(walker, game=game)
    except ValueError as error:
        if str(error).startswith("game="):
            raise _NotThisGame(str(error).replace(repr(str(walker)), "PATH")) from None
        raise
    switches = dict(header["switches"])
    if isinstance(switches["retrain"], list):
        name, iterations = switches["retrain"]
        switches["retrain"] = SCHEDULES[name](iterations)
    training = {k: tuple(v) if isinstance(v, list) else v for k, v in switches.pop("training").items()}
    deep = cls(walker.game, capacity=header["capacity"], **switches, **training)
    deep._walker = walker
    memories = (*deep.memories, deep.strategies)
    for k, memory in enumerate(memories):
        memory.fill(arrays[f"places{k}"], arrays[f"values{k}"], arrays[f"times{k}"], header["seen"][k])
    for rng, state in zip((*(memory._rng for memory in memories), deep._coin), header["random"], strict=True):
        rng.bit_generator.state = state
    for name in COUNTERS:
        setattr(deep, name, header["counters"][name])
    if arrays["strategy"].shape != deep.strategy.shape:
        raise ValueError("strategy")
    deep.strategy = arrays["strategy"]
    for k, learner in enumerate(deep.learners):
        if deep.trained[k]:
            start = f"learner{k} "
            learner.restore({name[len(start) :]: part for name, part in arrays.items() if name.startswith(start)})
    return deep


class _NotThisGame(Exception):
    pass
