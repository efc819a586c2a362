"""Saving Deep CFR and loading it again: a JSON header and arrays in one file, written whole or not at all."""

import io

import numpy as np

from cfrlib._util import archive
from cfrlib._util.arguments import whole
from cfrlib.engine import CFR
from cfrlib.engine.saving import NotThisGame, counters_of, random_state, reading, saved_bytes
from cfrlib.games.checks import check_game
from cfrlib.sampling import HalfLife, Linear

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
    archive.write(path, header, arrays)


def load(cls, path, game=None):
    """Return what `save` wrote; see `DeepCFR.load`."""
    if game is not None:
        check_game(game)
    with reading(path, "DeepCFR", FORMAT) as stored:
        return _filled(cls, stored, game)


def _filled(cls, stored, game):
    header = stored.header
    walker = io.BytesIO(stored.take("walker", (None,), "uint8").tobytes())
    try:
        walker = CFR.load(walker, game=game)
    except ValueError as error:
        if str(error).startswith("game="):
            raise NotThisGame(str(error).replace(repr(str(walker)), "PATH")) from None
        raise
    switches = dict(header["switches"])
    if isinstance(switches["retrain"], list):
        name, iterations = switches["retrain"]
        switches["retrain"] = SCHEDULES[name](iterations)
    training = {k: tuple(v) if isinstance(v, list) else v for k, v in switches.pop("training").items()}
    deep = cls(walker.game, capacity=header["capacity"], **switches, **training)
    deep._walker, counters = walker, counters_of(deep, COUNTERS, header["counters"])
    sets, actions = deep.strategy.shape
    for k, memory in enumerate((*deep.memories, deep.strategies)):
        memory.fill(
            stored.take(f"places{k}", (None,), "int64", 0, sets - 1),
            stored.take(f"values{k}", (None, actions), "float64"),
            stored.take(f"times{k}", (None,), "int64", 0, counters["iterations"]),
            whole("seen", header["seen"][k], 0),
        )
    generators = (*(memory._rng for memory in (*deep.memories, deep.strategies)), deep._coin)
    for rng, state in zip(generators, header["random"], strict=True):
        rng.bit_generator.state = random_state(state)
    vars(deep).update(counters)
    stored.fill("strategy", deep.strategy, 0, 1 + 1e-6)
    if np.abs(deep.strategy.sum(axis=1) - 1).max() > 1e-6:
        raise ValueError("strategy: its probabilities do not sum to 1")
    for k, learner in enumerate(deep.learners):
        if deep.trained[k]:
            start = f"learner{k} "
            names = [name for name in stored.names if name.startswith(start)]
            learner.restore({n[len(start) :]: stored.take(n, None, ("float64", "float32")) for n in names})
    return deep
