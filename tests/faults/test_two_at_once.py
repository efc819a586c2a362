"""One solver, asked for two things at once: a second run is refused, and looking at it disturbs nothing."""

import threading
from contextlib import suppress

import numpy as np
import pytest
from solvers_of_all_kinds import MAKERS, SCRATCH, SOLVERS, parts

import cfrlib
from cfrlib.deep import DeepCFR
from cfrlib.games import holdem, kuhn
from cfrlib.sampling import Mixed
from cfrlib.textbook.averages import Averages

REFUSED = "takes one at a time"


class Held:
    """Something that a run calls, in whose midst `meanwhile` is done."""

    def __init__(self, call, meanwhile):
        self.call, self.meanwhile, self.seen = call, meanwhile, []

    def __call__(self, *arguments, **named):
        if not self.seen:
            self.seen.append(None)
            self.seen[0] = self.meanwhile()
        return self.call(*arguments, **named)


def refusals(solver, path=None):
    """Return what is said to a second run, and where it can be saved to a save, of here and of another thread."""

    def ask():
        for work in (lambda: solver.run(1), *([lambda: solver.save(path)] if path else [])):
            with pytest.raises(ValueError, match=REFUSED) as refused:
                work()
            said.append(str(refused.value))

    said = []
    other = threading.Thread(target=ask)
    ask()
    other.start()
    other.join()
    return said


def inside(solver):
    """Return (object, name) of what a run calls for an iteration or some."""
    engine = getattr(solver, "engine", None)
    return next(
        (of, name) for of, name in ((engine, "iterate"), (solver, "_iterate"), (solver, "steps")) if hasattr(of, name)
    )


@pytest.mark.parametrize("name", MAKERS)
def test_a_second_run_is_refused_and_the_first_is_as_if_alone(name, tmp_path):
    solver, alone = MAKERS[name](), MAKERS[name]()
    path = tmp_path / "saved" if hasattr(solver, "save") else None
    of, called = inside(solver)
    held = Held(getattr(of, called), lambda: refusals(solver, path))
    setattr(of, called, held)
    for one in (solver, alone):
        one.run(3)
        one.run(2)
    assert len(held.seen[0]) == (4 if path else 2)
    assert type(solver).__name__ in held.seen[0][0]
    assert path is None or not path.exists()
    assert solver.iterations == alone.iterations == 5
    assert solver.average_strategy() == alone.average_strategy()


def waits(solver, attribute, of=None):
    """Hold the run of a solver in what it calls; return what is to be looked at."""
    of = solver if of is None else of
    held = Held(getattr(of, attribute), lambda: refusals(solver))
    setattr(of, attribute, held)
    return held


@pytest.mark.parametrize("moment, run", [
    ("prepare", {"iterations": 1}), ("exploitability", {"until": 1e6}), ("regret_tables", {"seconds": 0.01}),
], ids=["compiling", "evaluating", "looking"])  # fmt: skip
@pytest.mark.parametrize(
    "game", [kuhn(), cfrlib.tree.unroll(kuhn()), holdem((1, 1), (4, 2))], ids=["tree", "explicit", "flop"]
)
def test_it_is_refused_whatever_the_first_is_doing(game, moment, run):
    solver = cfrlib.CFR(game)
    held = waits(solver, moment, of=solver if moment == "exploitability" else solver.engine)
    solver.run(**run)
    assert len(held.seen[0]) == 2


CALLBACKS = {
    "a probability": lambda call: cfrlib.CFR(kuhn(), Mixed("es", "os", call)),
    "when to train": lambda call: DeepCFR(kuhn(), walks=2, learner="table", retrain=call),
}


@pytest.mark.parametrize("name", CALLBACKS)
def test_a_function_that_a_run_calls_cannot_run_it(name):
    solvers = []
    held = Held(lambda t: 0.5, lambda: refusals(solvers[0]) if solvers else None)
    solvers.append(CALLBACKS[name](held))
    held.seen.clear()
    solvers[0].run(2)
    assert len(held.seen[0]) == 2


def test_who_overrides_a_step_cannot_run_it():
    class Watched(cfrlib.textbook.CFR):
        def regret_weight(self, own, opponent, chance):
            seen.extend([] if seen else refusals(self))
            return super().regret_weight(own, opponent, chance)

    seen, solver = [], Watched(kuhn())
    solver.run(2)
    assert len(seen) == 2
    averages = Averages(cfrlib.textbook.CFR(kuhn(), updates="simultaneous"))
    held = Held(averages.cfr.steps, lambda: refusals(averages))
    averages.cfr.steps = held
    averages.run(2)
    assert len(held.seen[0]) == 2


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
@pytest.mark.parametrize("name", ["kuhn_plus", "textbook", "deep_table"])
def test_a_run_that_was_broken_off_frees_it(name, error):
    def breaks():
        raise error

    solver = MAKERS[name]()
    of, called = inside(solver)
    call = getattr(of, called)
    setattr(of, called, Held(call, breaks))
    with pytest.raises(error):
        solver.run(1)
    setattr(of, called, call)
    with pytest.raises(ValueError, match="iterations"):
        solver.run(-1)
    solver.run(2)
    assert solver.iterations == 2


def test_two_solvers_of_one_game_run_at_once():
    one, other = cfrlib.CFR(kuhn()), cfrlib.CFR(kuhn())
    one.engine.iterate = Held(one.engine.iterate, lambda: other.run(4))
    one.run(4)
    assert one.iterations == other.iterations == 4
    assert one.average_strategy() == other.average_strategy()


CLOCKS = tuple(path for path in SCRATCH if not path.startswith(".engine"))
LAZY = {f"{name}_lazy": (SOLVERS[name][0], {"sampling": "es", "average": "lazy"}) for name in ("flop_os", "buckets_es")}


@pytest.mark.parametrize("game, switches", [*SOLVERS.values(), *LAZY.values()], ids=[*SOLVERS, *LAZY])
def test_looking_writes_nothing_where_a_walk_may_be_at_work(game, switches):
    solver = cfrlib.CFR(game, **switches)
    solver.run(7)
    arrays = {path: (part, part.copy()) for path, part in parts(solver, without=CLOCKS) if isinstance(part, np.ndarray)}
    assert any(path.startswith(".engine") for path in arrays)
    solver.average_strategy(), solver.current_strategy()
    with suppress(ValueError):  # who forgets has no best responses
        solver.exploitability()
    for path, (part, before) in arrays.items():
        np.testing.assert_equal(part, before, err_msg=path)
