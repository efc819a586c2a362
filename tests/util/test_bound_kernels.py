"""A bound kernel does what the kernel does, whatever it is called with; with what it knows, it does not look again."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numba
import numpy as np
import pytest

import cfrlib
from cfrlib._util.jit import Bound
from cfrlib.engine.common.single_histories.nodes import odd


class Pair(NamedTuple):
    first: np.ndarray
    second: tuple


@numba.njit
def total(pair, factor):
    result = 0.0
    for x in pair.first:
        result += x * factor
    for array in pair.second:
        for x in array:
            result += x * factor
    return result


X = np.arange(6.0)
READ_ONLY = X.copy()
READ_ONLY.setflags(write=False)
KINDS = [
    (Pair(X, (X, X)), 2.0), (Pair(X, (X, X)), 2), (Pair(X, (X, X)), True), (Pair(X, (X,)), 2.0),
    (Pair(X.astype(np.float32), (X, X)), 2.0), (Pair(X[::2], (X, X)), 2.0), (Pair(X, (READ_ONLY, READ_ONLY)), 2.0),
    (Pair(X.astype(int), (X.astype(np.float32),)), 2.0),
]  # fmt: skip


@pytest.fixture
def looks(monkeypatch):
    """Return a list that grows with each call whose types are looked at."""
    seen, otherwise = [], Bound._otherwise
    monkeypatch.setattr(Bound, "_otherwise", lambda bound, values: seen.append(bound) or otherwise(bound, values))
    return seen


def test_other_numbers_and_arrays_are_seen():
    bound, rng = Bound(total), np.random.default_rng(0)
    for size in (0, 1, 3, 50):
        pair = Pair(rng.random(size), (rng.random(size + 1), rng.random(2)))
        assert bound(pair, 2.0) == total(pair, 2.0)
        pair.first[:] = 0.5  # what is written since is seen
        assert bound(pair, 3.0) == total(pair, 3.0)


def test_other_types_are_seen():
    """Taken for those of the last call they would be read as numbers that they are not."""
    bound = Bound(total)
    for first in KINDS:
        for second in KINDS:
            assert (bound(*first), bound(*second)) == (total(*first), total(*second))


def test_what_a_kernel_refuses_is_refused():
    bound = Bound(total)
    bound(*KINDS[0])
    for wrong in [(KINDS[0][0], "2"), (None, 2.0), KINDS[0][:1]]:
        with pytest.raises((TypeError, numba.TypingError, NotImplementedError)):
            bound(*wrong)
        assert bound(*KINDS[0]) == total(*KINDS[0])


def test_threads_may_call_one_with_different_types():
    bound, expected = Bound(total), [total(*kind) for kind in KINDS]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda k: bound(*KINDS[k % 8]), range(4000))) == expected * 500


def test_it_comes_back_from_a_file_as_a_kernel_of_its_module():
    bound = Bound(odd)
    bound(5)
    again = pickle.loads(pickle.dumps(bound))
    assert again.kernel is odd
    assert again(7) == 1


@pytest.mark.parametrize("tree", [False, True])
@pytest.mark.parametrize("row, rule", [("vanilla", "rm+"), ("es", "discounted")])
def test_a_solver_that_goes_on_does_not_look_again(rule, row, tree, looks):
    game = cfrlib.games.kuhn()
    solver = cfrlib.CFR(cfrlib.tree.unroll(game) if tree else game, row, regret=rule)
    solver.run(2)
    solver.exploitability()
    assert looks
    looks.clear()
    for iterations in (1, 7, 300):
        solver.run(iterations)
        solver.exploitability()
    assert not looks
